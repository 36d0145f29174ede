//! The scrubber: every frame visited, what went wrong when, and where we are.
//!
//! Must never know: how the run gets to a frame.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::engine::EventKind;
use crate::picture::Palette;
use egui::{Align2, Color32, CursorIcon, FontId, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

const HEIGHT: f32 = 30.0;
/// The strip shows at least this many frames, so that it does not race at the start.
const LEAST: u64 = 120;

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::click_and_drag());
    let frame = app.run.frame();
    let last = app.run.last_frame();
    response.widget_info(|| {
        let mut info = WidgetInfo::labeled(Role::Slider, true, "Timeline");
        info.value = Some(frame as f64);
        info
    });
    let scale = Scale { rect: rect.shrink2(vec2(6.0, 0.0)), frames: last.max(LEAST) };
    paint_track(ui, app, &scale, last);
    paint_events(ui, app, &scale);
    paint_cursor(ui, app, &scale, frame);
    if (response.dragged() || response.clicked())
        && let Some(at) = response.interact_pointer_pos()
    {
        out.push(Action::Seek(scale.frame(at.x).min(last)));
    }
    let response = response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    if let Some(at) = response.hover_pos() {
        let hovered = scale.frame(at.x);
        response.on_hover_ui_at_pointer(|ui| {
            let known = if hovered <= last { "" } else { " (not visited yet)" };
            ui.label(format!("Frame {hovered}{known}"));
            for event in app.run.events().iter().filter(|event| event.frame == hovered).take(4) {
                ui.label(format!("{} {}", event.place, event.kind.describe()));
            }
        });
    }
}

/// Frames along the strip.
struct Scale {
    rect: Rect,
    frames: u64,
}

impl Scale {
    fn x(&self, frame: f64) -> f32 {
        self.rect.left() + (frame / self.frames as f64) as f32 * self.rect.width()
    }

    fn frame(&self, x: f32) -> u64 {
        let part = f64::from((x - self.rect.left()) / self.rect.width());
        (part.clamp(0.0, 1.0) * self.frames as f64).round() as u64
    }
}

fn paint_track(ui: &Ui, app: &App, scale: &Scale, last: u64) {
    let painter = ui.painter();
    let track = Rect::from_min_max(
        pos2(scale.rect.left(), scale.rect.top() + 13.0),
        scale.rect.right_bottom() - vec2(0.0, 5.0),
    );
    let visited = Rect::from_min_max(track.min, pos2(scale.x(last as f64), track.bottom()));
    painter.rect_filled(track, 4.0, ui.visuals().extreme_bg_color);
    painter.rect_filled(visited, 4.0, ui.visuals().widgets.inactive.bg_fill);
    let done = Rect::from_min_max(track.min, pos2(scale.x(app.run.frame() as f64), track.bottom()));
    painter.rect_filled(done, 4.0, ui.visuals().hyperlink_color.gamma_multiply(0.45));
    let weak = ui.visuals().weak_text_color();
    let step = tick_step(scale.frames as f64 * 64.0 / f64::from(scale.rect.width()));
    let mut frame = 0.0;
    while frame <= scale.frames as f64 {
        let x = scale.x(frame);
        painter.line_segment(
            [pos2(x, track.top() - 3.0), pos2(x, track.top())],
            Stroke::new(1.0, weak.gamma_multiply(0.6)),
        );
        let anchor = if frame == 0.0 { Align2::LEFT_BOTTOM } else { Align2::CENTER_BOTTOM };
        if x < scale.rect.right() - 12.0 {
            painter.text(pos2(x, track.top() - 2.0), anchor, format!("{frame}"), FontId::proportional(9.5), weak);
        }
        frame += step;
    }
}

/// 1, 2 or 5 times a power of ten, at least `least`.
fn tick_step(least: f64) -> f64 {
    let mut power = 1.0;
    loop {
        for factor in [1.0, 2.0, 5.0] {
            if power * factor >= least {
                return power * factor;
            }
        }
        power *= 10.0;
    }
}

/// At most one mark a pixel and kind.
fn paint_events(ui: &Ui, app: &App, scale: &Scale) {
    let palette = Palette::of(app.settings.theme.picture());
    let mut last_x = [f32::NEG_INFINITY; 4];
    for event in app.run.events() {
        let (row, tint) = match event.kind {
            EventKind::BlowUp => (0, palette.error),
            EventKind::Collapsed => (1, palette.warning),
            EventKind::NoEdge => (2, palette.contact),
            EventKind::ManyImpacts => (3, palette.warning),
        };
        let x = scale.x(event.frame as f64);
        if x - last_x[row] < 1.5 {
            continue;
        }
        last_x[row] = x;
        let (top, bottom) = (scale.rect.top() + 14.0, scale.rect.bottom() - 6.0);
        let tint: Color32 = crate::editor::theme::color(tint);
        ui.painter().line_segment([pos2(x, top), pos2(x, bottom)], Stroke::new(1.5, tint));
    }
}

fn paint_cursor(ui: &Ui, app: &App, scale: &Scale, frame: u64) {
    let substeps = f64::from(app.run.level().world.substeps);
    let x = scale.x(frame as f64 + f64::from(app.run.substep()) / substeps);
    let accent = ui.visuals().hyperlink_color;
    let (top, bottom) = (scale.rect.top() + 9.0, scale.rect.bottom() - 2.0);
    ui.painter().line_segment([pos2(x, top), pos2(x, bottom)], Stroke::new(2.0, accent));
    let tip: Vec<Pos2> = vec![pos2(x - 5.0, top - 3.0), pos2(x + 5.0, top - 3.0), pos2(x, top + 4.0)];
    ui.painter().add(egui::Shape::convex_polygon(tip, accent, Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_far_enough_apart() {
        assert_eq!(tick_step(0.3), 1.0);
        assert_eq!(tick_step(3.0), 5.0);
        assert_eq!(tick_step(11.0), 20.0);
        assert_eq!(tick_step(5000.0), 5000.0);
    }
}
