//! Timeline marks in the plots: a line with a glyph, names at the pointer, and a menu of the visible kinds.

use super::one;
use crate::debugger::Moment;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::frames;
use crate::editor::features::timeline::marks::{Mark, MarkKind};
use crate::editor::features::timeline::moments;
use crate::editor::features::timeline::panel::marks::{color_of, glyph, words};
use crate::editor::theme::color;
use crate::editor::widgets::overflow;
use crate::picture::{Palette, Rgba, chart};
use egui::{
    Align, Button, Checkbox, Color32, Label, Layout, Painter, Pos2, RichText, Role, Sense, Shape, Stroke, Ui,
    WidgetInfo, pos2, vec2,
};
use egui_plot::PlotTransform;

/// Minimum distance of lines of one kind.
const APART: f32 = 7.0;
/// Pick distance in points.
const REACH: f32 = 5.0;
/// Height of the glyph strip at the top of a plot.
const STRIP: f32 = 12.0;
/// Maximum number of listed marks per kind.
const LISTED: usize = 4;
/// Width of a flag, size of the names beside it, and the least width of a name.
const FLAG: f32 = 13.0;
const NAME: f32 = 11.0;
const LEAST_NAME: f32 = 14.0;
/// Settings id for hiding bookmarks.
const BOOKMARKS: &str = "bookmark";

/// Subject of a mark.
#[derive(Clone, Copy, PartialEq)]
enum What {
    Kind(MarkKind),
    Bookmark,
}

/// A mark that can be listed or clicked.
pub struct MarkLabel {
    what: What,
    moment: Moment,
    words: String,
}

fn shows_bookmarks(view: &ViewContext) -> bool {
    !view.settings.hidden_marks.iter().any(|id| id == BOOKMARKS)
}

fn tint(view: &ViewContext, what: What) -> Color32 {
    match what {
        What::Kind(kind) => color_of(view, kind),
        What::Bookmark => color(Palette::of(view.settings.theme.picture()).pinned),
    }
}

fn draw_glyph(painter: &Painter, view: &ViewContext, what: What, at: Pos2, behind: Color32) {
    let tint = tint(view, what);
    match what {
        What::Kind(kind) => glyph(painter, kind, at, tint, behind),
        // The flag of the timeline with its notch.
        What::Bookmark => {
            let corners = [(-1.0, -4.5), (7.0, -4.5), (4.8, -1.0), (7.0, 2.5), (-1.0, 2.5)];
            let points = corners.map(|(x, y)| at + vec2(x, y)).to_vec();
            painter.line_segment([at + vec2(-1.0, -4.5), at + vec2(-1.0, 6.0)], Stroke::new(1.4, tint));
            painter.add(Shape::Path(egui::epaint::PathShape {
                points,
                closed: true,
                fill: tint,
                stroke: Stroke::new(1.0, behind).into(),
            }));
        }
    }
}

/// Positions of visible marks in a plot, gravest kind last; per kind at most one every few pixels.
fn lines(view: &ViewContext, timeline: &Timeline, transform: &PlotTransform) -> Vec<(What, f32)> {
    let frame = *transform.frame();
    let mut found = Vec::new();
    let mut thin = |what: What, moments: &mut dyn Iterator<Item = Moment>| {
        let mut last = f32::NEG_INFINITY;
        for moment in moments {
            let x = x_of(view, transform, moment);
            if x > frame.right() + 0.5 {
                break;
            }
            if x >= frame.left() - 0.5 && x - last >= APART {
                last = x;
                found.push((what, x));
            }
        }
    };
    if shows_bookmarks(view) {
        let substeps = view.run.level().world.substeps;
        thin(What::Bookmark, &mut moments::bookmarks(view).iter().map(|bookmark| bookmark.moment(substeps)));
    }
    for kind in MarkKind::ALL.into_iter().filter(|&kind| moments::is_shown(view, kind)) {
        let list = timeline.marks.of(kind);
        let from = list.partition_point(|mark| x_of(view, transform, mark.moment) < frame.left() - 0.5);
        thin(What::Kind(kind), &mut list[from..].iter().map(|mark| mark.moment));
    }
    found
}

fn x_of(view: &ViewContext, transform: &PlotTransform, moment: Moment) -> f32 {
    transform.position_from_point_x(frames(view.run, moment))
}

/// Number of lines up to which they are clearly visible; more would hide the curves.
const CLEAR: usize = 12;

/// Paints the marks over a plot, with the names of bookmarks if requested.
pub fn paint(ui: &Ui, view: &ViewContext, timeline: &Timeline, transform: &PlotTransform, has_names: bool) {
    let frame = *transform.frame();
    let painter = ui.painter().with_clip_rect(frame.expand2(vec2(6.0, 0.0)));
    let behind = ui.visuals().panel_fill;
    let lines = lines(view, timeline, transform);
    let strength = if lines.len() > CLEAR { 0.15 } else { 0.5 };
    for (what, x) in lines {
        painter.vline(x, frame.y_range(), Stroke::new(1.0, tint(view, what).gamma_multiply(strength)));
        draw_glyph(&painter, view, what, pos2(x, frame.top() + 0.5 * STRIP), behind);
    }
    if has_names && shows_bookmarks(view) {
        names(ui, view, transform);
    }
}

/// The names of bookmarks beside their flags, each in the room up to the next one or the end.
fn names(ui: &Ui, view: &ViewContext, transform: &PlotTransform) {
    let frame = *transform.frame();
    let substeps = view.run.level().world.substeps;
    let list = moments::bookmarks(view);
    let places: Vec<f32> = list.iter().map(|bookmark| x_of(view, transform, bookmark.moment(substeps))).collect();
    for (index, bookmark) in list.iter().enumerate() {
        let x = places[index];
        if !frame.x_range().contains(x) {
            continue;
        }
        let (from, next) = (x + FLAG, places.get(index + 1).copied().unwrap_or(f32::INFINITY).min(frame.right()));
        let ink = ui.visuals().text_color();
        let mut galley = one::elided(ui, &bookmark.name, NAME, (next - from - 4.0).max(0.0), ink);
        let mut left = from;
        let before = if index > 0 { places[index - 1] + FLAG } else { f32::NEG_INFINITY };
        let room = x - 4.0 - before.max(frame.left());
        // Near the end there is more room on the other side.
        if galley.elided && next >= frame.right() && room > next - from {
            galley = one::elided(ui, &bookmark.name, NAME, room, ink);
            left = x - 4.0 - galley.size().x;
        }
        if galley.size().x < LEAST_NAME {
            continue;
        }
        let rect = egui::Rect::from_min_size(pos2(left, frame.top()), galley.size());
        ui.painter().rect_filled(rect.expand2(vec2(2.0, 0.0)), 2.0, ui.visuals().panel_fill);
        ui.painter().galley(rect.min, galley, ink);
    }
}

/// Indices of the shown bookmarks at this place.
pub fn bookmarks_at(view: &ViewContext, transform: &PlotTransform, x: f32) -> Vec<usize> {
    let substeps = view.run.level().world.substeps;
    let list = moments::bookmarks(view).iter().enumerate().filter(|_| shows_bookmarks(view));
    let is_near = |moment: Moment| (x_of(view, transform, moment) - x).abs() <= REACH;
    list.filter(|(_, bookmark)| is_near(bookmark.moment(substeps))).map(|(index, _)| index).collect()
}

/// Marks under the pointer, gravest kind first: some of each kind and the number of the others.
pub fn under(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    timeline: &Timeline,
    transform: &PlotTransform,
    x: f32,
) -> Vec<(Vec<MarkLabel>, usize)> {
    let mut found: Vec<(Vec<MarkLabel>, usize)> = Vec::new();
    for kind in MarkKind::ALL.into_iter().rev().filter(|&kind| moments::is_shown(view, kind)) {
        let list = timeline.marks.of(kind);
        let from = list.partition_point(|mark| x_of(view, transform, mark.moment) < x - REACH);
        let count = list[from..].partition_point(|mark| x_of(view, transform, mark.moment) <= x + REACH);
        let label = |mark: &Mark| MarkLabel {
            what: What::Kind(kind),
            moment: mark.moment,
            words: words(view, breakpoints, timeline, kind, mark),
        };
        found.push((list[from..from + count.min(LISTED)].iter().map(label).collect(), count.saturating_sub(LISTED)));
    }
    if shows_bookmarks(view) {
        let substeps = view.run.level().world.substeps;
        let labels = moments::bookmarks(view).iter().map(|bookmark| MarkLabel {
            what: What::Bookmark,
            moment: bookmark.moment(substeps),
            words: if bookmark.note.is_empty() {
                bookmark.name.clone()
            } else {
                format!("{}\n{}", bookmark.name, bookmark.note)
            },
        });
        found.push((labels.filter(|label| (x_of(view, transform, label.moment) - x).abs() <= REACH).collect(), 0));
    }
    found.retain(|(labels, _)| !labels.is_empty());
    found
}

/// True on the strip of the glyphs.
pub fn is_among(transform: &PlotTransform, at: Pos2) -> bool {
    at.y <= transform.frame().top() + STRIP
}

/// Moment of the mark whose glyph is under the pointer.
pub fn clicked(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    timeline: &Timeline,
    transform: &PlotTransform,
    at: Pos2,
) -> Option<Moment> {
    if !is_among(transform, at) {
        return None;
    }
    let under = under(view, breakpoints, timeline, transform, at.x);
    let distance = |label: &&MarkLabel| (x_of(view, transform, label.moment) - at.x).abs();
    let (labels, _) = under.first()?;
    labels.iter().min_by(|a, b| distance(a).total_cmp(&distance(b))).map(|label| label.moment)
}

/// Lists marks with moment and name.
pub fn list(ui: &mut Ui, view: &ViewContext, marks: &[(Vec<MarkLabel>, usize)]) {
    for (list, more) in marks {
        for label in list {
            ui.horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
                draw_glyph(ui.painter(), view, label.what, rect.center(), ui.visuals().window_fill);
                let words = format!("{}: {}", moments::written(label.moment), label.words);
                ui.add(Label::new(words).truncate());
            });
        }
        if *more > 0 {
            ui.weak(format!("and {more} more"));
        }
    }
}

/// Menu of the kinds with counts. Hiding a kind also hides it on the timeline.
pub fn menu(ui: &mut Ui, view: &ViewContext, timeline: &Timeline, out: &mut Vec<Action>) {
    let button = Button::new(RichText::new("Marks").small()).frame_when_inactive(false);
    let response = overflow::stays_open(ui, button, |ui| {
        ui.set_width(230.0);
        overflow::scrolling(ui, |ui| kinds_to_show(ui, view, timeline, out));
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Marks in plots"));
    response.on_hover_text("Visible marks. Click a glyph to go to its moment");
}

fn kinds_to_show(ui: &mut Ui, view: &ViewContext, timeline: &Timeline, out: &mut Vec<Action>) {
    let kinds = MarkKind::ALL.into_iter().rev();
    let rows = kinds.map(|kind| (What::Kind(kind), kind.id(), kind.title(), timeline.marks.of(kind).len()));
    let bookmarks = (What::Bookmark, BOOKMARKS, "Bookmark", moments::bookmarks(view).len());
    for (what, id, title, count) in rows.chain([bookmarks]) {
        ui.horizontal(|ui| {
            let (rect, _) = ui.allocate_exact_size(vec2(16.0, 16.0), Sense::hover());
            draw_glyph(ui.painter(), view, what, rect.center(), ui.visuals().window_fill);
            let mut is_shown = !view.settings.hidden_marks.iter().any(|hidden| hidden == id);
            let response = ui.add(Checkbox::new(&mut is_shown, title));
            let name = format!("Marks in plots: {title}");
            response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, is_shown, &name));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| ui.weak(count.to_string()));
            if response.changed() {
                out.push(Action::Prefer(Box::new(move |settings| settings.toggle_marks(id))));
            }
        });
    }
}

/// The marks for an exported chart.
pub fn of_chart(view: &ViewContext, breakpoints: &Breakpoints, timeline: &Timeline) -> Vec<chart::Mark> {
    let rgba = |tint: Color32| Rgba(tint.r(), tint.g(), tint.b(), 255);
    let mut marks = Vec::new();
    for kind in MarkKind::ALL.into_iter().filter(|&kind| moments::is_shown(view, kind)) {
        marks.extend(timeline.marks.of(kind).iter().map(|mark| chart::Mark {
            at: frames(view.run, mark.moment),
            color: rgba(color_of(view, kind)),
            name: if kind == MarkKind::Breakpoint {
                words(view, breakpoints, timeline, kind, mark)
            } else {
                kind.title().to_lowercase()
            },
        }));
    }
    if shows_bookmarks(view) {
        let substeps = view.run.level().world.substeps;
        marks.extend(moments::bookmarks(view).iter().map(|bookmark| chart::Mark {
            at: frames(view.run, bookmark.moment(substeps)),
            color: rgba(tint(view, What::Bookmark)),
            name: bookmark.name.clone(),
        }));
    }
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    marks
}
