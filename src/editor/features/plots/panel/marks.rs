//! Timeline marks in the plots: lines, and glyphs on a strip, where dense ones are one glyph with their number; names at the
//! pointer, and a menu of the visible kinds.

use super::{PlotsView, one};
use crate::debugger::Moment;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::frames;
use crate::editor::features::timeline::marks::MarkKind;
use crate::editor::features::timeline::moments;
use crate::editor::features::timeline::panel::marks::{
    FAINT, LISTED, color_of, count, extent, glyph, heading, line, words,
};
use crate::editor::theme::color;
use crate::editor::widgets::overflow;
use crate::picture::{Palette, Rgba, chart};
use egui::{
    Align, Button, Checkbox, Color32, Layout, Painter, Pos2, RichText, Role, Sense, Shape, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};
use egui_plot::PlotTransform;
use std::ops::Range;

/// Pick distance in points.
const REACH: f32 = 5.0;
/// Height of the glyph strip at the top of a plot.
pub const STRIP: f32 = 12.0;
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

/// Marks of one subject that are next to each other, by index.
struct MarkRun {
    what: What,
    marks: Range<usize>,
    moment: Moment,
    x: f32,
}

/// A mark that can be listed.
struct MarkLabel {
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

/// The visible marks in a plot, in order of their places. Dense marks of a subject are one part.
fn parts(view: &ViewContext, timeline: &Timeline, transform: &PlotTransform) -> Vec<MarkRun> {
    let (plot, substeps) = ((view, transform), view.run.level().world.substeps);
    let mut parts = Vec::new();
    if shows_bookmarks(view) {
        let bookmarks = moments::bookmarks(view);
        parts.extend(runs(plot, What::Bookmark, bookmarks, |bookmark| bookmark.moment(substeps)));
    }
    for kind in MarkKind::ALL.into_iter().filter(|&kind| moments::is_shown(view, kind)) {
        parts.extend(runs(plot, What::Kind(kind), timeline.marks.of(kind), |mark| mark.moment));
    }
    parts.sort_by(|a, b| a.x.total_cmp(&b.x));
    parts
}

/// The visible marks of a subject; `marks` are in order of time. Bisection reads only the ends of the bundles.
fn runs<T>(
    (view, transform): (&ViewContext, &PlotTransform),
    what: What,
    marks: &[T],
    moment: impl Fn(&T) -> Moment,
) -> Vec<MarkRun> {
    let visible = transform.frame().x_range().expand(0.5);
    let x = |mark: &T| x_of(view, transform, moment(mark));
    let mut from = marks.partition_point(|mark| x(mark) < visible.min);
    let end = marks.partition_point(|mark| x(mark) <= visible.max).max(from);
    let mut runs = Vec::new();
    for bundle in chart::bundles(&marks[from..end], |mark| (f64::from(x(mark)), 1)) {
        let marks = from..from + bundle.len();
        from = marks.end;
        runs.push(MarkRun { what, marks, moment: moment(&bundle[0]), x: x(&bundle[0]) });
    }
    runs
}

/// The parts that share a glyph on the strip.
fn glyphs(parts: &[MarkRun]) -> impl Iterator<Item = &[MarkRun]> {
    chart::bundles(parts, |part| (f64::from(part.x), part.marks.len()))
}

fn is_quiet(part: &MarkRun) -> bool {
    part.what == What::Kind(MarkKind::Harmless)
}

/// The first part of a glyph with harm, else the first one: it decides the place of the glyph and the moment of a click.
fn leading(glyph: &[MarkRun]) -> &MarkRun {
    glyph.iter().find(|part| !is_quiet(part)).unwrap_or(&glyph[0])
}

/// Number of marks of a glyph without harm.
fn harmless(glyph: &[MarkRun]) -> usize {
    glyph.iter().filter(|part| is_quiet(part)).map(|part| part.marks.len()).sum()
}

/// Number beside a glyph: those without harm count if it has no others.
fn total(glyph: &[MarkRun]) -> usize {
    let all = glyph.iter().map(|part| part.marks.len()).sum::<usize>();
    Some(all - harmless(glyph)).filter(|&others| others > 0).unwrap_or(all)
}

/// The gravest subject of a glyph, which it shows; bookmarks precede only what is without harm.
fn gravest(glyph: &[MarkRun]) -> What {
    let rank = |what: What| match what {
        What::Kind(MarkKind::Harmless) => None,
        What::Kind(kind) => MarkKind::ALL.iter().position(|&known| known == kind),
        What::Bookmark => Some(0),
    };
    glyph.iter().map(|part| part.what).max_by_key(|&what| rank(what)).unwrap_or(What::Bookmark)
}

fn x_of(view: &ViewContext, transform: &PlotTransform, moment: Moment) -> f32 {
    transform.position_from_point_x(frames(view.run, moment))
}

/// Number of lines up to which they are clearly visible; more would hide the curves.
const CLEAR: usize = 12;

/// Paints the marks over a plot, with the names of bookmarks if requested.
pub(super) fn paint(ui: &Ui, all: PlotsView, transform: &PlotTransform, has_names: bool) {
    let PlotsView { view, timeline, has_glyphs, .. } = all;
    let frame = *transform.frame();
    let painter = ui.painter().with_clip_rect(frame.expand2(vec2(6.0, 0.0)));
    let behind = ui.visuals().panel_fill;
    let parts = parts(view, timeline, transform);
    let clear = if parts.iter().filter(|part| !is_quiet(part)).count() > CLEAR { 0.15 } else { 0.5 };
    for part in &parts {
        let strength = if is_quiet(part) { FAINT } else { clear };
        painter.vline(part.x, frame.y_range(), Stroke::new(1.0, tint(view, part.what).gamma_multiply(strength)));
    }
    for glyph in glyphs(&parts).filter(|_| has_glyphs) {
        let at = pos2(leading(glyph).x, frame.top() + 0.5 * STRIP);
        draw_glyph(&painter, view, gravest(glyph), at, behind);
        count(&painter, total(glyph), at, ui.visuals().text_color(), behind);
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

/// The marks of a glyph.
#[derive(Default)]
pub struct MarkGroup {
    heading: String,
    /// The first ones, by time.
    labels: Vec<MarkLabel>,
    /// Number of the others.
    more: usize,
}

impl MarkGroup {
    /// True if there is no mark.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }
}

/// Marks of the glyph under the pointer.
pub fn under(
    view: &ViewContext,
    breakpoints: &Breakpoints,
    timeline: &Timeline,
    transform: &PlotTransform,
    x: f32,
) -> MarkGroup {
    let parts = parts(view, timeline, transform);
    let Some(glyph) = glyph_at(&parts, x) else { return MarkGroup::default() };
    let substeps = view.run.level().world.substeps;
    let moment = |what: What, index: usize| match what {
        What::Kind(kind) => timeline.marks.of(kind)[index].moment,
        What::Bookmark => moments::bookmarks(view)[index].moment(substeps),
    };
    let marks = glyph.iter().flat_map(|part| part.marks.clone().map(|index| (part.what, index)));
    let mut marks: Vec<_> = marks.map(|(what, index)| (moment(what, index), what, index)).collect();
    marks.sort_by_key(|mark| mark.0);
    let label = |&(moment, what, index): &(Moment, What, usize)| {
        let words = match what {
            What::Kind(kind) => words(view, breakpoints, timeline, kind, &timeline.marks.of(kind)[index]),
            What::Bookmark => bookmark_words(view, index),
        };
        MarkLabel { what, moment, words }
    };
    let moments: Vec<Moment> = marks.iter().map(|mark| mark.0).collect();
    MarkGroup {
        heading: heading(&moments, harmless(glyph)),
        labels: marks.iter().take(LISTED).map(label).collect(),
        more: marks.len().saturating_sub(LISTED),
    }
}

fn bookmark_words(view: &ViewContext, index: usize) -> String {
    let bookmark = &moments::bookmarks(view)[index];
    match bookmark.note.is_empty() {
        true => bookmark.name.clone(),
        false => format!("{}\n{}", bookmark.name, bookmark.note),
    }
}

/// The parts of the glyph at a place, the nearest if several are.
fn glyph_at(parts: &[MarkRun], x: f32) -> Option<&[MarkRun]> {
    let is_near = |glyph: &&[MarkRun]| extent(leading(glyph).x, total(glyph)).contains(x);
    let distance = |glyph: &[MarkRun]| (leading(glyph).x - x).abs();
    glyphs(parts).filter(is_near).min_by(|a, b| distance(a).total_cmp(&distance(b)))
}

/// True on the strip of the glyphs.
pub(super) fn is_among(all: PlotsView, transform: &PlotTransform, at: Pos2) -> bool {
    all.has_glyphs && at.y <= transform.frame().top() + STRIP
}

/// Moment of the leading mark of the glyph under the pointer.
pub(super) fn clicked(all: PlotsView, transform: &PlotTransform, at: Pos2) -> Option<Moment> {
    let parts = if is_among(all, transform, at) { parts(all.view, all.timeline, transform) } else { Vec::new() };
    glyph_at(&parts, at.x).map(|glyph| leading(glyph).moment)
}

/// Lists marks with moment and name.
pub fn list(ui: &mut Ui, view: &ViewContext, group: &MarkGroup) {
    ui.strong(&group.heading);
    for label in &group.labels {
        let behind = ui.visuals().window_fill;
        line(ui, label.moment, &label.words, |painter, at| draw_glyph(painter, view, label.what, at, behind));
    }
    if group.more > 0 {
        ui.weak(format!("and {} more", group.more));
    }
}

/// Menu of the kinds with counts. Hiding a kind also hides it on the timeline.
pub fn menu(ui: &mut Ui, view: &ViewContext, timeline: &Timeline, out: &mut Vec<Action>) {
    let button = Button::new(RichText::new("Marks").small()).frame_when_inactive(false);
    let response = overflow::stays_open(ui, button, |ui, height| {
        ui.set_width(230.0);
        overflow::scrolling_within(ui, height, |ui| kinds_to_show(ui, view, timeline, out));
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
            is_quiet: kind == MarkKind::Harmless,
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
            is_quiet: false,
            name: bookmark.name.clone(),
        }));
    }
    marks.sort_by(|a, b| a.at.total_cmp(&b.at));
    marks
}
