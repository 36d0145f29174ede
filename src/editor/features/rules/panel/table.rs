//! Table of each rule's choice for the contacts of the frame; disagreements are marked.

use crate::debugger::comparison::{Comparison, ContactRow, RULES};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::rules::{Rules, RulesCommand, RulesView};
use crate::editor::features::substep::panel::names;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::engine::contact::Setting;
use crate::level::Place;
use crate::level::checks::Severity;
use egui::{Align, Align2, Label, Layout, Rect, RichText, Role, Sense, TextStyle, Ui, WidgetInfo, vec2};
use egui_extras::{Column, TableBuilder, TableRow};

const ROW: f32 = 19.0;
/// Greatest initial width of the contact, and widths of rules without and with the barycentre rule.
const WIDTHS: [f32; 3] = [150.0, 30.0, 24.0];
/// Width of the moment.
const MOMENT: f32 = 46.0;
/// Meaning of the contact of a row, and of its moment.
const CONTACT_TIP: &str = "The node, and the hull in which it is";
const MOMENT_TIP: &str = "The end of the substep that resolved the contact: frame, substep";
/// Heights of the two lines of the header, and titles of the lower one: without and with the barycentre rule.
const HEADER: [f32; 2] = [14.0, 15.0];
const BARYCENTRE: [&str; 2] = ["no G", "+ G"];

pub(super) fn show(ui: &mut Ui, view: &ViewContext, rules: &Rules, shown: &RulesView, out: &mut Vec<Action>) {
    let weak = ui.visuals().weak_text_color();
    if shown.comparison.is_none() && rules.is_behind() {
        ui.label(RichText::new("Comparing the rules…").color(weak));
        return;
    }
    let Some(comparison) = shown.comparison.as_ref().filter(|comparison| comparison.contacts > 0) else {
        let text = "This table lists the contacts of the frame with the edge that each rule chooses. This frame has \
                    none. The plot \"Rules that disagree\" counts them over time.";
        ui.add(Label::new(RichText::new(text).color(weak)).wrap());
        return;
    };
    summary(ui, comparison);
    ui.spacing_mut().item_spacing = vec2(2.0, 1.0);
    let others =
        MOMENT + 0.5 * RULES as f32 * (WIDTHS[1] + WIDTHS[2]) + ui.spacing().item_spacing.x * (RULES + 2) as f32;
    let contact_width = (ui.available_width() - others).clamp(50.0, WIDTHS[0]);
    let (rows, panel) = (disputed_first(comparison), ui.clip_rect());
    let own = Setting::of(&view.run.level().world.contact).index();
    let mut builder = TableBuilder::new(ui)
        .sense(Sense::click())
        .min_scrolled_height(0.0)
        .auto_shrink(false)
        .cell_layout(Layout::left_to_right(Align::Center))
        .column(Column::exact(MOMENT).clip(true))
        .column(Column::initial(contact_width).range(50.0..=220.0).clip(true).resizable(true));
    for rule in 0..RULES {
        builder = builder.column(Column::exact(WIDTHS[1 + rule % 2]).clip(true));
    }
    let table = builder.header(HEADER[0] + HEADER[1], |mut header| {
        for (title, tip) in [("Moment", MOMENT_TIP), ("Node in hull", CONTACT_TIP)] {
            widgets::cell(&mut header, &format!("Column {title}"), |ui| {
                ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
                    ui.label(RichText::new(title).small().color(weak)).on_hover_text(tip)
                });
            });
        }
        for rule in 0..RULES {
            let name = format!("Column {}", Setting::ALL[rule].title());
            widgets::cell(&mut header, &name, |ui| title(ui, rule, own, panel));
        }
    });
    table.body(|body| {
        body.rows(ROW, rows.len(), |mut line| {
            let row = rows[line.index()];
            contact(&mut line, view, row, own, out);
        });
    });
}

/// Title of a column; the one without the barycentre rule has the name of the rule above both, within the panel.
fn title(ui: &mut Ui, rule: usize, own: usize, panel: Rect) {
    let (weak, strong) = (ui.visuals().weak_text_color(), ui.visuals().strong_text_color());
    let tint = |is_own| if is_own { strong } else { weak };
    let cell = ui.max_rect();
    if rule.is_multiple_of(2) {
        let both = cell.with_max_x(cell.right() + ui.spacing().item_spacing.x + WIDTHS[2]);
        // A cell is clipped to its column.
        let mut painter = ui.painter().clone();
        painter.set_clip_rect(both.intersect(panel));
        let font = TextStyle::Small.resolve(ui.style());
        painter.text(cell.left_top(), Align2::LEFT_TOP, Setting::ALL[rule].title(), font, tint(own / 2 == rule / 2));
    }
    ui.with_layout(Layout::bottom_up(Align::Min), |ui| {
        let text = RichText::new(BARYCENTRE[rule % 2]).small().color(tint(rule == own));
        let tip = format!("{}. + G: with the barycentre rule; no G: without", Setting::ALL[rule].title());
        ui.label(text).on_hover_text(tip);
    });
}

/// The row of a contact. A click selects its node, a double click goes to its moment.
fn contact(line: &mut TableRow, view: &ViewContext, row: &ContactRow, own: usize, out: &mut Vec<Action>) {
    cells(line, view, row, own);
    let response = line.response();
    if response.hovered() {
        let edges = row.rules.iter().flatten().map(|&edge| Place::HullEdge(row.other, edge));
        out.push(Action::Hover(std::iter::once(Place::Node(row.body, row.node)).chain(edges).collect()));
    }
    if response.clicked() {
        out.push(Action::Select(vec![Place::Node(row.body, row.node)]));
        out.push(Action::Rules(RulesCommand::Hull(Some(row.other))));
    }
    if response.double_clicked() {
        out.push(Action::Time(TimeCommand::GoTo(after(view, row))));
    }
    response.on_hover_text("Click to select the node and map the hull. Double click to go to the end of the substep");
}

/// Disputed contacts first, then in order of time.
fn disputed_first(comparison: &Comparison) -> Vec<&ContactRow> {
    let (mut rows, agreed): (Vec<_>, Vec<_>) = comparison.rows.iter().partition(|row| row.is_disputed());
    rows.extend(agreed);
    rows
}

/// Number of contacts, and of those on which rules disagree.
fn summary(ui: &mut Ui, comparison: &Comparison) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(format!("{} contacts in this frame", comparison.contacts)).strong());
        let text = match comparison.disputed() {
            0 => "all rules agree".to_owned(),
            1 => "rules disagree on 1".to_owned(),
            n => format!("rules disagree on {n}"),
        };
        ui.label(RichText::new(text).color(ui.visuals().weak_text_color()));
    });
}

/// The moment after the substep of a row.
fn after(view: &ViewContext, row: &ContactRow) -> crate::debugger::Moment {
    let is_last = row.substep + 1 >= view.run.substeps_in(row.frame);
    if is_last { (row.frame + 1, 0) } else { (row.frame, row.substep + 1) }
}

fn cells(line: &mut TableRow, view: &ViewContext, row: &ContactRow, own: usize) {
    let level = view.run.level();
    let text = format!("{} in {}", names::part(level, row.body, row.node), names::body(level, row.other));
    let moment = moments::written(after(view, row));
    widgets::cell(line, &format!("Moment {moment} of {text}"), |ui| drop(ui.label(&moment)));
    widgets::cell(line, &format!("Contact of {text}"), |ui| {
        ui.add(Label::new(&text).truncate().sense(Sense::hover())).on_hover_text(&text);
    });
    for rule in 0..RULES {
        let name = format!("{} for {text}", Setting::ALL[rule].title());
        widgets::cell(line, &name, |ui| edge(ui, view, row, rule, own));
    }
}

/// The edge number; marked if it differs from the chosen edge.
fn edge(ui: &mut Ui, view: &ViewContext, row: &ContactRow, rule: usize, own: usize) {
    let text = row.rules[rule].map_or("-".to_owned(), |edge| edge.to_string());
    let title = Setting::ALL[rule].title();
    ui.spacing_mut().item_spacing.x = 1.0;
    let response = if row.differs(rule) {
        let color = theme::severity(view.settings.theme, Severity::Warning);
        ui.label(Icon("not-equals").tinted(9.0, color));
        ui.label(RichText::new(text).color(color))
    } else if rule == own {
        ui.label(RichText::new(text).strong())
    } else {
        ui.label(text)
    };
    let says = match (row.rules[rule], row.differs(rule)) {
        (None, _) => format!("{title}: no eligible edge"),
        (Some(edge), true) => format!("{title} would choose edge {edge}"),
        (Some(edge), false) => format!("{title}: edge {edge}"),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &says));
}
