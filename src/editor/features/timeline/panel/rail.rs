//! The scroll bar below the track: drag the handle to pan, its ends to zoom, or click beside it to go there.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::marks::MarkKind;
use crate::editor::features::timeline::moments::is_shown;
use crate::editor::features::timeline::{LEAST, frames};
use egui::{CursorIcon, Id, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Height.
pub const HEIGHT: f32 = 8.0;
/// Width of the grip at each end.
const GRIP: f32 = 6.0;

/// Draws the scroll bar.
pub fn show(ui: &Ui, view: &ViewContext, timeline: &Timeline, rail: Rect, out: &mut Vec<Action>) {
    let all_frames = frames(view.run, (view.run.last_frame().max(view.run.frame()), view.run.substep())).max(LEAST);
    let span = timeline.span(view.run);
    let x = |frame: f64| rail.left() + (frame / all_frames) as f32 * rail.width();
    let frame = |x: f32| f64::from((x - rail.left()) / rail.width()) * all_frames;
    let painter = ui.painter_at(rail.expand(1.0));
    let visuals = ui.visuals();
    let is_zoomed = timeline.is_zoomed();
    painter.rect_filled(rail.shrink2(vec2(0.0, 1.5)), 3.0, visuals.extreme_bg_color);
    let mut part = Rect::from_x_y_ranges(x(span[0])..=x(span[1]), rail.y_range()).shrink2(vec2(0.0, 1.0));
    part.max.x = part.max.x.max(part.min.x + 4.0);
    let rail_response = ui.interact(rail, Id::unique("rail"), Sense::click_and_drag());
    rail_response.widget_info(|| WidgetInfo::labeled(Role::ScrollBar, true, "Part of the run on the timeline"));
    let body = ui.interact(part, Id::unique("rail part"), Sense::drag());
    let fill = if body.hovered() || body.dragged() {
        visuals.widgets.hovered.bg_fill
    } else {
        visuals.widgets.inactive.bg_fill
    };
    painter.rect_filled(part, 3.0, if is_zoomed { fill } else { fill.gamma_multiply(0.55) });
    let width = span[1] - span[0];
    for (name, at, side) in [("rail start", part.left(), 0), ("rail end", part.right(), 1)] {
        let grip = Rect::from_x_y_ranges(at - GRIP..=at + GRIP, rail.y_range());
        let response = ui.interact(grip, Id::unique(name), Sense::drag());
        if response.hovered() || response.dragged() {
            painter.vline(at, rail.y_range(), Stroke::new(2.0, visuals.hyperlink_color));
        }
        if response.dragged()
            && let Some(pointer) = response.interact_pointer_pos()
        {
            let to = frame(pointer.x).clamp(0.0, all_frames);
            let new = if side == 0 { [to.min(span[1] - 1.0), span[1]] } else { [span[0], to.max(span[0] + 1.0)] };
            out.push(Action::Time(TimeCommand::Show(Some(new))));
        }
        response.on_hover_cursor(CursorIcon::ResizeHorizontal);
    }
    if body.dragged() && is_zoomed {
        let by = frame(rail.left() + body.drag_delta().x);
        out.push(Action::Time(TimeCommand::Show(Some([span[0] + by, span[1] + by]))));
    } else if rail_response.clicked()
        && let Some(at) = rail_response.interact_pointer_pos()
    {
        let middle = frame(at.x);
        out.push(Action::Time(TimeCommand::Show(Some([middle - 0.5 * width, middle + 0.5 * width]))));
    }
    if is_zoomed {
        for kind in MarkKind::ALL.into_iter().filter(|&kind| is_shown(view, kind)) {
            ticks(view, timeline, kind, &painter, rail, x);
        }
    }
    let now = x(frames(view.run, view.run.moment()));
    painter.vline(now, rail.y_range(), Stroke::new(1.5, visuals.hyperlink_color));
    rail_response.on_hover_text("The whole run. Drag the handle to pan, its ends to zoom.");
}

/// Marks of one kind: at most one line every few pixels.
fn ticks(
    view: &ViewContext,
    timeline: &Timeline,
    kind: MarkKind,
    painter: &egui::Painter,
    rail: Rect,
    x: impl Fn(f64) -> f32,
) {
    let list = timeline.marks.of(kind);
    let tint = super::marks::color_of(view, kind);
    let mut index = 0;
    while let Some(mark) = list.get(index) {
        let at = x(mark.moment.0 as f64);
        painter.line_segment([pos2(at, rail.top() + 2.0), pos2(at, rail.bottom() - 2.0)], Stroke::new(1.0, tint));
        index += 1 + list[index + 1..].partition_point(|mark| x(mark.moment.0 as f64) < at + 2.0);
    }
}
