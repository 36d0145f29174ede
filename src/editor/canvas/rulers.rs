//! Rulers at the upper and left edge of the canvas, in level units or in the units of the level. Guide lines are dragged out
//! of them.

use super::guides::GuideHandles;
use crate::editor::actions::Action;
use crate::editor::features::guides::GuideAxis;
use crate::editor::stage::Stage;
use crate::editor::theme;
use crate::geometry::DVec2;
use crate::picture::ruler;
use egui::epaint::TextShape;
use egui::{Align2, CursorIcon, FontId, Painter, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};

/// Thickness of a ruler, in points.
pub const THICKNESS: f32 = 19.0;
/// Minimum distance of two labels, in points.
const LABELS: f64 = 64.0;
/// Number of ticks above which a ruler stays empty, because rounding merges them.
const MOST_TICKS: f64 = 2000.0;

/// Rectangles of the rulers.
#[derive(Clone, Copy, Debug)]
pub struct RulerRects {
    /// The ruler above the canvas.
    pub top: Rect,
    /// The ruler on its left.
    pub left: Rect,
}

impl RulerRects {
    /// Takes the rulers from a rectangle; returns the rest.
    pub fn split(whole: Rect) -> (Self, Rect) {
        let (top, below) = whole.split_top_bottom_at_y(whole.top() + THICKNESS);
        let (left, rest) = below.split_left_right_at_x(whole.left() + THICKNESS);
        (Self { top, left }, rest)
    }
}

/// Draws the rulers and follows drags out of them.
pub fn show(ui: &Ui, rects: RulerRects, stage: &Stage, guides: &mut GuideHandles, out: &mut Vec<Action>) {
    let strips = [
        (rects.top, GuideAxis::Horizontal, "Ruler above the canvas", CursorIcon::ResizeVertical),
        (rects.left, GuideAxis::Vertical, "Ruler left of the canvas", CursorIcon::ResizeHorizontal),
    ];
    for (rect, axis, name, cursor) in strips {
        let response = ui.interact(rect, ui.scope_id().with(name), Sense::drag()).on_hover_cursor(cursor);
        response.widget_info(|| WidgetInfo::labeled(Role::Slider, true, name));
        guides.follow(stage, axis, &response, out);
        response.on_hover_text(format!("Drag onto the canvas: a {} guide, to which the pointer snaps", axis.word()));
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, 0.0, ui.visuals().panel_fill);
        ticks(&painter, rect, axis, stage, ui.visuals().weak_text_color());
    }
    let corner = Rect::from_min_size(rects.top.min, egui::Vec2::splat(THICKNESS));
    let painter = ui.painter_at(corner);
    painter.rect_filled(corner, 0.0, ui.visuals().panel_fill);
    if let Some(units) = stage.level.units() {
        let color = ui.visuals().weak_text_color();
        painter.text(corner.center(), Align2::CENTER_CENTER, &units.length, FontId::proportional(10.0), color);
    }
}

/// Ticks with labels, and a mark at the pointer.
fn ticks(painter: &Painter, rect: Rect, axis: GuideAxis, stage: &Stage, ink: egui::Color32) {
    let per_unit = stage.level.units().map_or(1.0, |units| units.per_unit);
    let is_top = axis == GuideAxis::Horizontal;
    let area = stage.rect;
    let (low, high) = (stage.world_from_screen(area.left_bottom()), stage.world_from_screen(area.right_top()));
    let (low, high) = if is_top { (low.x, high.x) } else { (low.y, high.y) };
    let Some(step) = ruler::round_up(LABELS / stage.viewport.scale * per_unit) else { return };
    // 2 is divided by 4, 1 and 5 by 5, so that ticks are at round numbers.
    let parts = if ruler::write(step).trim_start_matches(['0', '.']).starts_with('2') { 4.0 } else { 5.0 };
    let (low, high) = (low * per_unit, high * per_unit);
    let tick = step / parts;
    if !((high - low) / tick).is_finite() || (high - low) / tick > MOST_TICKS {
        return;
    }
    let stroke = Stroke::new(1.0, ink.gamma_multiply(0.6));
    let (first, last) = ((low / tick).floor() as i64, (high / tick).ceil() as i64);
    for index in first..=last {
        let value = index as f64 * tick;
        let is_labelled = index.rem_euclid(parts as i64) == 0;
        let length = if is_labelled { THICKNESS * 0.9 } else { THICKNESS * 0.3 };
        let at = stage.paintable(DVec2::splat(value / per_unit));
        let ends = if is_top {
            [pos2(at.x, rect.bottom() - length), pos2(at.x, rect.bottom())]
        } else {
            [pos2(rect.right() - length, at.y), pos2(rect.right(), at.y)]
        };
        painter.line_segment(ends, stroke);
        if is_labelled {
            let text = ruler::write_multiple(value, step);
            let galley = painter.layout_no_wrap(text, FontId::proportional(10.0), ink);
            let (place, angle) = if is_top {
                (ends[0] + vec2(3.0, -1.0), 0.0)
            } else {
                (ends[0] + vec2(-1.0, -3.0), -std::f32::consts::FRAC_PI_2)
            };
            painter.add(TextShape::new(place, galley, ink).with_angle(angle));
        }
    }
    if let Some(pointer) = painter.ctx().input(|i| i.pointer.latest_pos()).filter(|at| area.contains(*at)) {
        let mark = Stroke::new(1.5, theme::color(stage.palette.selection));
        let ends = if is_top {
            [pos2(pointer.x, rect.top()), pos2(pointer.x, rect.bottom())]
        } else {
            [pos2(rect.left(), pointer.y), pos2(rect.right(), pointer.y)]
        };
        painter.line_segment(ends, mark);
    }
}
