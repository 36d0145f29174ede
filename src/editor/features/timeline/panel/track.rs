//! The track: ruler, visited frames, activity curves and cursor.

use super::marks;
use super::scale::{TimeScale, tick_step};
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::frames;
use crate::editor::theme::color;
use crate::picture::Palette;
use egui::{Align2, FontId, Mesh, Painter, Pos2, Rect, Shape, Stroke, Ui, pos2, vec2};

/// Height of the ruler.
pub const RULER: f32 = 14.0;
/// Height of the track.
pub const TRACK: f32 = 34.0;
/// Height of the track in a timeline of one line.
pub const SLIM: f32 = 16.0;
/// Height of the lane of marks at the top of the track.
pub const MARKS: f32 = 11.0;

/// The track within the rectangle of ruler and track.
pub fn track(rect: Rect) -> Rect {
    Rect::from_min_max(rect.min + vec2(0.0, RULER), rect.max)
}

/// Paints everything below the marks.
pub fn paint(ui: &Ui, view: &ViewContext, timeline: &Timeline, scale: &TimeScale, painter: &Painter) {
    let track = track(scale.rect);
    let visuals = ui.visuals();
    let present = frames(view.run, view.run.moment());
    let last = (view.run.last_frame() as f64).max(present);
    let x = |frame: f64| scale.x(frame).clamp(track.left(), track.right());
    let part = |from: f64, to: f64| Rect::from_x_y_ranges(x(from)..=x(to), track.y_range());
    painter.rect_filled(track, 3.0, visuals.extreme_bg_color);
    painter.rect_filled(part(0.0, last), 3.0, visuals.widgets.noninteractive.bg_stroke.color);
    activity(view, timeline, scale, painter, track);
    painter.rect_filled(part(0.0, present), 3.0, visuals.hyperlink_color.gamma_multiply(0.22));
    looped(ui, view, scale, painter, track);
    ruler(ui, scale, painter, track);
}

/// Frame numbers, as many as fit; substeps as lines if wide enough.
fn ruler(ui: &Ui, scale: &TimeScale, painter: &Painter, track: Rect) {
    let weak = ui.visuals().weak_text_color();
    let step = tick_step(58.0 / scale.width());
    let line = Stroke::new(1.0, weak.gamma_multiply(0.6));
    let font = FontId::proportional(10.0);
    let mut frame = (scale.from / step).ceil() * step;
    while frame <= scale.to {
        let x = scale.x(frame);
        painter.vline(x, track.top() - 3.0..=track.top(), line);
        let text = painter.layout_no_wrap(format!("{frame}"), font.clone(), weak);
        let half = 0.5 * text.size().x;
        let left = (x - half).clamp(scale.rect.left() - 4.0, scale.rect.right() + 4.0 - 2.0 * half);
        painter.galley(pos2(left, track.top() - 3.0 - text.size().y), text, weak);
        frame += step;
    }
    if scale.shows_substeps() {
        let substeps = f64::from(scale.substeps);
        let mut part = (scale.from * substeps).ceil();
        while part <= scale.to * substeps {
            let is_frame = part % substeps == 0.0;
            let length = if is_frame { track.height() } else { 4.0 };
            let tint = weak.gamma_multiply(if is_frame { 0.45 } else { 0.6 });
            painter.vline(scale.x(part / substeps), track.bottom() - length..=track.bottom(), Stroke::new(1.0, tint));
            part += 1.0;
        }
    }
}

/// Square root of the kinetic energy as a curve, contacts as bars; the maximum per pixel.
fn activity(view: &ViewContext, timeline: &Timeline, scale: &TimeScale, painter: &Painter, track: Rect) {
    let activity = &timeline.activity;
    // A frame's measurements are drawn over its duration.
    let range = |pixel: f32| {
        let from = scale.at(pixel).max(0.0).floor() as usize + 1;
        (from, (scale.at(pixel + 1.0).max(0.0).ceil() as usize + 1).max(from + 1))
    };
    let pixels = scale.rect.width() as usize;
    let peaks: Vec<_> = (0..pixels)
        .map(|pixel| {
            let (from, to) = range(scale.rect.left() + pixel as f32);
            activity.peak(from, to)
        })
        .collect();
    let most = |of: fn(&crate::editor::features::timeline::activity::Peak) -> f32| {
        peaks.iter().map(of).filter(|value| value.is_finite()).fold(0.0, f32::max)
    };
    let (kinetic, contacts) = (most(|peak| peak.kinetic), most(|peak| peak.contacts));
    let palette = Palette::of(view.settings.theme.picture());
    let (curve, bar) = (color(palette.velocity), color(palette.contact).gamma_multiply(0.55));
    let room = track.height() - 2.0;
    let mut mesh = Mesh::default();
    let column = |mesh: &mut Mesh, pixel: usize, low: f32, high: f32, tint| {
        let left = scale.rect.left() + pixel as f32;
        mesh.add_colored_rect(
            Rect::from_min_max(pos2(left, track.bottom() - high), pos2(left + 1.0, track.bottom() - low)),
            tint,
        );
    };
    for (pixel, peak) in peaks.iter().enumerate() {
        if kinetic > 0.0 && peak.kinetic > 0.0 {
            let height = room * (peak.kinetic / kinetic).min(1.0).sqrt();
            column(&mut mesh, pixel, 0.0, height, curve.gamma_multiply(0.16));
            column(&mut mesh, pixel, (height - 1.2).max(0.0), height, curve.gamma_multiply(0.75));
        }
        if contacts > 0.0 && peak.contacts > 0.0 {
            column(&mut mesh, pixel, 0.0, (0.42 * room * peak.contacts / contacts).max(1.0), bar);
        }
    }
    painter.add(Shape::mesh(mesh));
}

/// The loop range; dimmed while the loop is off.
fn looped(ui: &Ui, view: &ViewContext, scale: &TimeScale, painter: &Painter, track: Rect) {
    let looped = view.playback.looped;
    if !looped.is_set() && !looped.is_on {
        return;
    }
    let (from, to) = looped.frames(view.run.last_frame());
    let x = |frame: u64| scale.x(frame as f64).clamp(track.left(), track.right());
    let tint = ui.visuals().hyperlink_color.gamma_multiply(if looped.is_on { 0.9 } else { 0.35 });
    let shade = ui.visuals().extreme_bg_color.gamma_multiply(if looped.is_on { 0.55 } else { 0.25 });
    for (left, right) in [(track.left(), x(from)), (x(to), track.right())] {
        painter.rect_filled(Rect::from_x_y_ranges(left..=right, track.y_range()), 0.0, shade);
    }
    painter.rect_filled(Rect::from_x_y_ranges(x(from)..=x(to), track.top() - 2.0..=track.top() + 1.0), 0.0, tint);
}

/// Lines of the present moment and of the target of a seek, below the marks.
pub fn cursor_line(ui: &Ui, view: &ViewContext, scale: &TimeScale, painter: &Painter) {
    let accent = ui.visuals().hyperlink_color;
    let track = track(scale.rect);
    if let Some(target) = view.playback.target() {
        let x = scale.x_of(target);
        let line = [pos2(x, track.top() - 4.0), pos2(x, track.bottom())];
        painter.extend(Shape::dashed_line(&line, Stroke::new(1.5, accent.gamma_multiply(0.7)), 4.0, 3.0));
    }
    let x = scale.x_of(view.run.moment());
    painter.vline(x, track.top() - 1.0..=track.bottom() + 1.0, Stroke::new(2.0, accent));
}

/// Heads of these lines, beside the track, above the flags of bookmarks.
pub fn cursor_head(ui: &Ui, view: &ViewContext, scale: &TimeScale, painter: &Painter) {
    let (accent, top) = (ui.visuals().hyperlink_color, track(scale.rect).top());
    if let Some(target) = view.playback.target() {
        let tip = tip(scale.x_of(target), top).to_vec();
        painter.add(Shape::closed_line(tip, Stroke::new(1.2, accent.gamma_multiply(0.7))));
    }
    let tip = tip(scale.x_of(view.run.moment()), top).to_vec();
    painter.add(Shape::convex_polygon(tip, accent, Stroke::NONE));
}

fn tip(x: f32, top: f32) -> [Pos2; 5] {
    [
        pos2(x - 5.0, top - 9.0),
        pos2(x + 5.0, top - 9.0),
        pos2(x + 5.0, top - 4.0),
        pos2(x, top + 1.0),
        pos2(x - 5.0, top - 4.0),
    ]
}

/// Message on an empty track. Marks of the diagnosis take precedence.
pub fn empty(ui: &Ui, view: &ViewContext, timeline: &Timeline, scale: &TimeScale, painter: &Painter) {
    if view.run.last_frame() == 0 && view.run.substep() == 0 && view.playback.target().is_none() {
        let words = "Play or step. You can return to any visited frame".to_owned();
        let text = painter.layout_no_wrap(words, FontId::proportional(12.0), ui.visuals().weak_text_color());
        let rect = Align2::CENTER_CENTER.anchor_size(track(scale.rect).center(), text.size());
        if !marks::is_any_within(view, timeline, scale, rect.expand(marks::WIDTH).x_range()) {
            painter.galley(rect.min, text, ui.visuals().weak_text_color());
        }
    }
}
