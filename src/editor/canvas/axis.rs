//! The live mirror axis on the canvas, with a grip to drag it.

use crate::editor::actions::Action;
use crate::editor::mirror::Mirror;
use crate::editor::snap::{self, Query};
use crate::editor::stage::Stage;
use crate::editor::theme::color;
use crate::editor::tools::Pointer;
use crate::geometry::DVec2;
use egui::{Painter, Rect, Shape, Stroke, pos2, vec2};

/// Half width and height of the grip at the canvas' upper edge, in points.
const GRIP: egui::Vec2 = egui::Vec2::new(11.0, 22.0);

/// Hint while the pointer is over the grip.
pub const HINT: &str = "The axis of the mirror: drag to move it, Alt: without snapping, Y switches the mirror off";

/// Hover and drag state of the grip.
#[derive(Clone, Copy, Debug, Default)]
pub struct Axis {
    is_dragged: bool,
    is_under: bool,
}

fn grip(stage: &Stage, x: f64) -> Rect {
    let at = stage.paintable(DVec2::new(x, 0.0)).x;
    let top = stage.rect.top();
    Rect::from_min_max(pos2(at - GRIP.x, top), pos2(at + GRIP.x, top + GRIP.y))
}

impl Axis {
    /// Drags the axis. Returns true if it uses the pointer, which the tool then ignores.
    pub fn update(&mut self, stage: &Stage, pointer: &mut Pointer, mirror: Mirror, out: &mut Vec<Action>) -> bool {
        if !mirror.is_on {
            *self = Self::default();
            return false;
        }
        let grip = grip(stage, mirror.x);
        let is_on = |at: Option<DVec2>| at.is_some_and(|at| grip.contains(stage.screen_from_world(at)));
        self.is_dragged |= is_on(pointer.drag_started);
        self.is_under = self.is_dragged || (is_on(pointer.at) && !pointer.is_dragging);
        if let Some(at) = pointer.at.filter(|_| self.is_dragged) {
            let mut to = at;
            if !pointer.is_free() {
                let query = Query {
                    level: stage.level,
                    // Only the grid is a snap target here.
                    at,
                    from: None,
                    unit: 1.0 / stage.viewport.scale,
                    options: &stage.options.snap,
                    mirror: None,
                    ignores: &|_| false,
                };
                to = snap::snap(&query).at;
            }
            out.push(Action::Mirror(Mirror { x: to.x, ..mirror }));
        }
        if pointer.drag_stopped || (!pointer.is_dragging && pointer.drag_started.is_none()) {
            self.is_dragged = false;
        }
        if self.is_under {
            *pointer = Pointer { at: pointer.at, modifiers: pointer.modifiers, ..Pointer::default() };
        }
        self.is_under
    }

    /// Paints the axis and its grip.
    pub fn paint(&self, stage: &Stage, painter: &Painter) {
        let Some(x) = stage.mirror else { return };
        let tint = color(stage.palette.barycentre);
        let at = stage.paintable(DVec2::new(x, 0.0)).x;
        let ends = [pos2(at, stage.rect.top()), pos2(at, stage.rect.bottom())];
        painter.extend(Shape::dashed_line(&ends, Stroke::new(1.5, tint), 10.0, 5.0));
        let grip = grip(stage, x);
        let fill = if self.is_under { tint } else { tint.gamma_multiply(0.75) };
        painter.rect_filled(grip.expand2(vec2(0.0, 3.0)), 4.0, fill);
        let ink = color(stage.palette.background);
        for side in [-1.0, 1.0] {
            let tip = grip.center() + vec2(side * 8.0, 1.0);
            let back = vec2(side * 5.0, 0.0);
            let corners = vec![tip, tip - back + vec2(0.0, 4.5), tip - back - vec2(0.0, 4.5)];
            painter.add(Shape::convex_polygon(corners, ink, Stroke::NONE));
        }
    }
}
