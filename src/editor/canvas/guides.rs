//! Guide lines on the canvas: dragged out of the rulers, moved with the tool that selects, and dragged back to remove them.

use crate::editor::actions::Action;
use crate::editor::features::guides::{GuideAxis, add, guides_of, place, remove};
use crate::editor::numbers::write_number;
use crate::editor::snap::{self, Query, SnapOptions};
use crate::editor::stage::Stage;
use crate::editor::theme::color;
use crate::editor::tools::Pointer;
use crate::geometry::DVec2;
use egui::{Align2, CursorIcon, FontId, Painter, Pos2, Stroke, pos2, vec2};

/// Distance at which a line is grabbed, in points.
const REACH: f32 = 4.0;
/// Hint over a line.
pub const HINT: &str = "Guide: drag to move it, back onto the ruler to remove it; Alt: without snapping";

/// A line that is dragged.
#[derive(Clone, Copy, Debug, PartialEq)]
struct DraggedGuide {
    axis: GuideAxis,
    /// None for a new one.
    index: Option<usize>,
    at: f64,
}

/// Hover and drag state of the guide lines.
#[derive(Clone, Copy, Debug, Default)]
pub struct GuideHandles {
    dragged: Option<DraggedGuide>,
    over: Option<(GuideAxis, usize)>,
}

/// Coordinate of a point that a line through it keeps.
fn coordinate(axis: GuideAxis, at: DVec2) -> f64 {
    match axis {
        GuideAxis::Vertical => at.x,
        GuideAxis::Horizontal => at.y,
    }
}

/// The line's ends on the canvas; None if it is out of view.
fn ends(stage: &Stage, axis: GuideAxis, at: f64) -> Option<[Pos2; 2]> {
    let (rect, on_screen) = (stage.rect, stage.paintable(DVec2::splat(at)));
    match axis {
        GuideAxis::Vertical if rect.x_range().contains(on_screen.x) => {
            Some([pos2(on_screen.x, rect.top()), pos2(on_screen.x, rect.bottom())])
        }
        GuideAxis::Horizontal if rect.y_range().contains(on_screen.y) => {
            Some([pos2(rect.left(), on_screen.y), pos2(rect.right(), on_screen.y)])
        }
        _ => None,
    }
}

/// The coordinate of a dragged line: snapped to parts and the grid, but not to guides.
fn snapped(stage: &Stage, axis: GuideAxis, at: DVec2, is_free: bool) -> f64 {
    if is_free {
        return coordinate(axis, at);
    }
    let mut options: SnapOptions = stage.options.snap.clone();
    options.left_out.push(snap::GUIDES.to_owned());
    let query = Query {
        level: stage.level,
        at,
        from: None,
        unit: 1.0 / stage.viewport.scale,
        options: &options,
        mirror: None,
        ignores: &|_| false,
    };
    coordinate(axis, snap::snap(&query).at)
}

impl GuideHandles {
    fn nearest(stage: &Stage, at: DVec2) -> Option<(GuideAxis, usize)> {
        let guides = guides_of(stage.level)?;
        let reach = stage.near(f64::from(REACH));
        let lines = GuideAxis::ALL.into_iter().flat_map(|axis| {
            let distance = move |(index, line): (usize, &f64)| (axis, index, (line - coordinate(axis, at)).abs());
            axis.lines(guides).iter().enumerate().map(distance)
        });
        let near = lines.filter(|(.., distance)| *distance <= reach).min_by(|a, b| a.2.total_cmp(&b.2));
        near.map(|(axis, index, _)| (axis, index))
    }

    /// Drags a line with the tool that selects. Returns the shape of the pointer if a line uses it; the tool then ignores it.
    pub fn update(
        &mut self,
        stage: &Stage,
        can_grab: bool,
        pointer: &mut Pointer,
        out: &mut Vec<Action>,
    ) -> Option<CursorIcon> {
        if self.dragged.is_some_and(|dragged| dragged.index.is_none()) {
            // The ruler has the pointer.
            *pointer = Pointer { at: pointer.at, modifiers: pointer.modifiers, ..Pointer::default() };
            return None;
        }
        let is_open = can_grab && pointer.over.is_none();
        if let Some((axis, index)) = pointer.drag_started.filter(|_| is_open).and_then(|at| Self::nearest(stage, at)) {
            self.dragged = Some(DraggedGuide { axis, index: Some(index), at: f64::NAN });
        }
        let is_free = pointer.is_free();
        self.over = pointer.at.filter(|_| is_open && !pointer.is_dragging).and_then(|at| Self::nearest(stage, at));
        if let (Some(dragged), Some(at)) = (&mut self.dragged, pointer.at) {
            dragged.at = snapped(stage, dragged.axis, at, is_free);
        }
        let axis = self.dragged.map(|dragged| dragged.axis).or(self.over.map(|(axis, _)| axis))?;
        if pointer.drag_stopped || (!pointer.is_dragging && pointer.drag_started.is_none()) {
            self.drop(stage, pointer.at, out);
        }
        *pointer = Pointer { at: pointer.at, modifiers: pointer.modifiers, ..Pointer::default() };
        Some(match axis {
            GuideAxis::Vertical => CursorIcon::ResizeHorizontal,
            GuideAxis::Horizontal => CursorIcon::ResizeVertical,
        })
    }

    /// Ends the drag: within the canvas the line stays there, elsewhere it is removed.
    fn drop(&mut self, stage: &Stage, at: Option<DVec2>, out: &mut Vec<Action>) {
        let Some(DraggedGuide { axis, index, at: line }) = self.dragged.take() else { return };
        let is_inside = at.is_some_and(|at| stage.rect.contains(stage.screen_from_world(at)));
        match index {
            None if is_inside && line.is_finite() => out.push(add(axis, line)),
            Some(index) if !is_inside => out.push(remove(axis, index)),
            Some(index) if line.is_finite() => out.extend([place(axis, index, line), Action::EndGesture]),
            _ => {}
        }
    }

    /// Follows a drag that began on a ruler.
    pub fn follow(&mut self, stage: &Stage, axis: GuideAxis, response: &egui::Response, out: &mut Vec<Action>) {
        let Some(at) = response.ctx.input(|i| i.pointer.latest_pos()).map(|at| stage.world_from_screen(at)) else {
            return;
        };
        if response.dragged() || response.drag_stopped() {
            let is_free = response.ctx.input(|i| i.modifiers.alt);
            self.dragged = Some(DraggedGuide { axis, index: None, at: snapped(stage, axis, at, is_free) });
        }
        if response.drag_stopped() {
            self.drop(stage, Some(at), out);
        }
    }

    /// Paints the lines.
    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        let tint = color(stage.palette.barycentre);
        if let Some(guides) = guides_of(stage.level) {
            for axis in GuideAxis::ALL {
                for (index, &at) in axis.lines(guides).iter().enumerate() {
                    let is_dragged = self.dragged.is_some_and(|of| of.axis == axis && of.index == Some(index));
                    let is_over = self.over == Some((axis, index));
                    let stroke = Stroke::new(if is_over { 2.0 } else { 1.0 }, tint.gamma_multiply(0.8));
                    ends(stage, axis, at).into_iter().filter(|_| !is_dragged).for_each(|ends| {
                        painter.line_segment(ends, stroke);
                    });
                }
            }
        }
        let Some(dragged) = self.dragged else { return };
        if let Some(ends) = ends(stage, dragged.axis, dragged.at) {
            painter.line_segment(ends, Stroke::new(2.0, tint));
            let text = format!("{} {}", dragged.axis.letter(), write_number(dragged.at));
            let at = ends[0].lerp(ends[1], 0.1) + vec2(6.0, 4.0);
            painter.text(at, Align2::LEFT_TOP, text, FontId::proportional(12.0), tint);
        }
    }
}
