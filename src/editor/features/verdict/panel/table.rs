//! Table of the hull edges with the chosen edge on top. Hovering highlights the edge on the canvas and vice versa.

use crate::debugger::why::{self, VerdictRow};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::verdict::ShownVerdict;
use crate::editor::features::verdict::VerdictUi;
use crate::editor::theme::color;
use crate::editor::widgets::{self, short};
use crate::engine::trace::{Candidate, Nearest, Verdict};
use crate::level::{EdgeChoice, Place};
use crate::picture::Palette;
use egui::{Align, Button, Color32, CornerRadius, Layout, Rect, RichText, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

/// Title, width and tooltip. The reasons come first, because columns at the right may be out of view.
const COLUMNS: [(&str, f32, &str); 9] = [
    ("Edge", 76.0, "Hull edge, and its ends A→B"),
    ("Verdict", 250.0, "Chosen, or why not"),
    ("Distance", 74.0, "The distance that the rule compares; empty if the edge is not eligible"),
    ("To its line", 74.0, "Distance of the node from the edge's line, cross(AB, AM)/|AB|: negative on the outside"),
    ("Along", 66.0, "Projection of the node on the edge, dot(AB, AM)/AB²: 0 at end A, 1 at end B"),
    ("Nearest", 54.0, "Part of the edge that is nearest to the node: end A, its inner part, or end B"),
    ("Ray", 28.0, "The ray from the node to the left: the number of its crossing with this edge"),
    ("Barycentre", 72.0, "Side of the edge on which the barycentre of the node's body is; it must be “outside”"),
    ("Entry", 60.0, "Time within the substep at which the node crossed the edge inwards, 0 to 1"),
];
const VERDICT: usize = 1;
/// Columns that only some rules have.
const BARYCENTRE: usize = 7;
const ENTRY: usize = 8;
const ROW: f32 = 21.0;

pub(super) fn show(ui: &mut Ui, view: &ViewContext, verdict: &VerdictUi, shown: &ShownVerdict, out: &mut Vec<Action>) {
    let contact = shown.contact();
    let rows = why::rows(contact);
    let rule = &view.document.level().world.contact;
    let is_shown = |column: &usize| match *column {
        BARYCENTRE => rule.barycentre_rule,
        ENTRY => rule.edge_choice == EdgeChoice::EntryEdge,
        _ => true,
    };
    let columns: Vec<usize> = (0..COLUMNS.len()).filter(is_shown).collect();
    let width = |column: usize| COLUMNS[column].1 + ui.spacing().item_spacing.x;
    let taken: f32 = columns.iter().filter(|&&column| column != VERDICT).map(|&column| width(column)).sum();
    let for_reasons = (ui.available_width() - taken - ui.spacing().scroll.allocated_width()).max(COLUMNS[VERDICT].1);
    let farthest = rows.iter().filter_map(|row| row.candidate.distance).fold(0.0, f64::max);
    let under = verdict.under;
    ui.spacing_mut().item_spacing.y = 1.0;
    let mut builder = TableBuilder::new(ui)
        .sense(Sense::click())
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center));
    for &column in &columns {
        let width = if column == VERDICT { for_reasons } else { COLUMNS[column].1 };
        builder = builder.column(Column::exact(width).clip(true));
    }
    if let Some(row) = newly_lit(verdict, &rows) {
        builder = builder.scroll_to_row(row, Some(Align::Center));
    }
    let table = builder.header(18.0, |mut header| {
        for &column in &columns {
            let (title, _, tip) = COLUMNS[column];
            widgets::cell(&mut header, &format!("Column {title}"), |ui| {
                let text = RichText::new(title).small().color(ui.visuals().weak_text_color());
                let is_number = matches!(column, 2 | 3 | 4 | 8);
                let layout =
                    if is_number { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) };
                ui.with_layout(layout, |ui| ui.label(text).on_hover_text(tip));
            });
        }
    });
    let cells = Cells { view, shown, palette: Palette::of(view.settings.theme.picture()), columns: &columns, farthest };
    table.body(|body| {
        body.rows(ROW, rows.len(), |mut line| {
            let row = rows[line.index()];
            line.set_hovered(under == Some(row.candidate.edge));
            cells.line(&mut line, row, out);
        });
    });
}

/// The row of the edge under the pointer on the canvas, if the pointer has just reached it.
fn newly_lit(verdict: &VerdictUi, rows: &[VerdictRow]) -> Option<usize> {
    let edge = verdict.newly_under?;
    rows.iter().position(|row| row.candidate.edge == edge)
}

struct Cells<'a> {
    view: &'a ViewContext<'a>,
    shown: &'a ShownVerdict,
    palette: Palette,
    columns: &'a [usize],
    farthest: f64,
}

impl Cells<'_> {
    /// Glyph and colour of an edge's outcome; the glyph alone is sufficient.
    fn look(&self, row: &VerdictRow, ui: &Ui) -> (&'static str, Color32) {
        match row.candidate.verdict {
            Verdict::Chosen => ("●", color(self.palette.contact)),
            _ if row.candidate.is_eligible() => ("○", color(self.palette.warning)),
            _ => ("×", ui.visuals().weak_text_color()),
        }
    }

    fn line(&self, line: &mut TableRow<'_, '_>, row: VerdictRow, out: &mut Vec<Action>) {
        let contact = self.shown.contact();
        let candidate = row.candidate;
        let place = Place::HullEdge(contact.other, candidate.edge);
        let reason = why::reason(contact, candidate);
        let is_winner = candidate.verdict == Verdict::Chosen;
        line.set_selected(*self.view.selection == [place]);
        let mut first = None;
        for &column in self.columns {
            widgets::cell(line, &format!("{}: edge {}", COLUMNS[column].0, candidate.edge), |ui| {
                if is_winner {
                    band(ui, color(self.palette.contact.alpha(38)));
                }
                match column {
                    0 => first = Some(self.name(ui, &row, &reason)),
                    2 => self.distance(ui, &row),
                    VERDICT => {
                        let (_, tint) = self.look(&row, ui);
                        let text = RichText::new(&reason).color(tint);
                        let text = if is_winner { text.strong() } else { text };
                        ui.add(egui::Label::new(text).truncate().selectable(false));
                    }
                    _ => self.cell(ui, column, &row),
                }
            });
        }
        let row_response = line.response();
        let response = first.map_or(row_response.clone(), |first| first.union(row_response));
        if response.hovered() {
            out.push(Action::Hover(vec![place]));
        }
        if response.double_clicked() {
            out.push(Action::Reveal(vec![place, Place::Node(contact.body, contact.node)]));
        }
    }

    fn name(&self, ui: &mut Ui, row: &VerdictRow, reason: &str) -> egui::Response {
        let candidate = row.candidate;
        let (glyph, tint) = self.look(row, ui);
        let atoms = (
            RichText::new(glyph).color(tint),
            RichText::new(candidate.edge.to_string()).strong(),
            RichText::new(format!("{}→{}", candidate.a, candidate.b)).color(ui.visuals().weak_text_color()),
        );
        let response = ui.add(Button::new(atoms).frame(false).truncate());
        let name = format!("Edge {}: {reason}", candidate.edge);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        response
    }

    fn cell(&self, ui: &mut Ui, column: usize, row: &VerdictRow) {
        let candidate = row.candidate;
        let strong = ui.visuals().strong_text_color();
        let weak = ui.visuals().weak_text_color();
        let (text, tint, is_number) = match column {
            3 => (to_line(candidate), sign_tint(candidate.cross < 0.0, weak, strong), true),
            4 => {
                let is_off = candidate.dot < 0.0 || candidate.dot > candidate.length_squared;
                (along(candidate), sign_tint(is_off, weak, strong), true)
            }
            6 => match row.crossing {
                Some(number) => (format!("#{number}"), color(self.palette.normal), false),
                None => ("·".to_owned(), weak, false),
            },
            5 => {
                let name = match candidate.nearest {
                    Nearest::A => "end A",
                    Nearest::Q => "inner",
                    Nearest::B => "end B",
                };
                (name.to_owned(), strong, false)
            }
            BARYCENTRE => {
                let is_out = candidate.barycentre_cross < 0.0;
                (if is_out { "outside" } else { "inside" }.to_owned(), strong, false)
            }
            _ => (candidate.entry_time.map_or("-".to_owned(), short), strong, true),
        };
        let layout =
            if is_number { Layout::right_to_left(Align::Center) } else { Layout::left_to_right(Align::Center) };
        ui.with_layout(layout, |ui| {
            ui.add(egui::Label::new(RichText::new(text).monospace().color(tint)).selectable(false));
        });
    }

    /// The distance over a proportional bar.
    fn distance(&self, ui: &mut Ui, row: &VerdictRow) {
        let Some(distance) = row.candidate.distance else {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.weak("-"));
            return;
        };
        let (_, tint) = self.look(row, ui);
        let rect = ui.max_rect();
        let part = if self.farthest > 0.0 { (distance / self.farthest).clamp(0.0, 1.0) as f32 } else { 0.0 };
        let foot = Rect::from_min_max(
            pos2(rect.left(), rect.bottom() - 3.0),
            pos2(rect.left() + rect.width() * part, rect.bottom() - 1.0),
        );
        ui.painter().rect_filled(foot, 1.0, tint.gamma_multiply(0.8));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = RichText::new(short(distance)).monospace().color(ui.visuals().strong_text_color());
            ui.add(egui::Label::new(text).selectable(false));
        });
    }
}

/// Distance of the node from the edge's line.
fn to_line(candidate: &Candidate) -> String {
    quotient(candidate.cross, candidate.length_squared.sqrt())
}

/// Projection of the node on the edge, in lengths of the edge from A.
fn along(candidate: &Candidate) -> String {
    quotient(candidate.dot, candidate.length_squared)
}

/// `-` for an edge without length.
fn quotient(number: f64, by: f64) -> String {
    if by > 0.0 { short(number / by) } else { "-".to_owned() }
}

/// Background of the chosen row, including the gaps between columns.
fn band(ui: &Ui, tint: Color32) {
    let spacing = ui.spacing().item_spacing;
    let rect = ui.max_rect().expand2(vec2(0.5 * spacing.x, 0.5 * spacing.y));
    let mut clip = rect;
    clip.set_top(clip.top().max(ui.clip_rect().top()));
    clip.set_bottom(clip.bottom().min(ui.clip_rect().bottom()));
    // Cells are clipped to their rectangle; this painter is not.
    let mut painter = ui.painter().clone();
    painter.set_clip_rect(clip);
    painter.rect_filled(rect, CornerRadius::ZERO, tint);
}

fn sign_tint(is_bad: bool, weak: Color32, strong: Color32) -> Color32 {
    if is_bad { weak } else { strong }
}
