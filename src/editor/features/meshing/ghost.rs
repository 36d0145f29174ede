//! The preview body on the canvas: translucent, in a dashed box that can be dragged.

use super::Maker;
use crate::editor::settings::Settings;
use crate::editor::stage::Stage;
use crate::editor::stage::paint::PaintOptions;
use crate::editor::theme;
use crate::editor::tools::Pointer;
use crate::geometry::{Aabb, DVec2};
use crate::picture::{Viewport, layers};
use egui::{Painter, Rect, Shape, Stroke};

/// Margin of the box, in points.
const ROOM: f32 = 8.0;
/// Layers that the preview does not draw.
const BEHIND: [&str; 4] = ["grid", "bounds", "scale-bar", "coordinates"];

fn frame(bounds: &Aabb, stage: &Stage) -> Option<Rect> {
    if bounds.is_empty() || !bounds.is_finite() {
        return None;
    }
    Some(Rect::from_two_pos(stage.paintable(bounds.min), stage.paintable(bounds.max)).expand(ROOM))
}

/// The box around the drawn preview.
fn bounds(maker: &Maker) -> Aabb {
    let Aabb { min, max } = maker.preview.bounds;
    Aabb { min: min + maker.drift(), max: max + maker.drift() }
}

/// True if a point of the level is inside the box.
pub fn is_under(maker: &Maker, stage: &Stage, at: DVec2) -> bool {
    let is_there = maker.is_movable() && maker.preview.ghost.is_some();
    is_there && frame(&bounds(maker), stage).is_some_and(|frame| frame.contains(stage.paintable(at)))
}

/// Drags the preview; returns true if it uses the pointer, so that tools ignore it.
pub fn drag(maker: &mut Option<Maker>, stage: &Stage, pointer: &Pointer) -> bool {
    let Some(maker) = maker else { return false };
    if let Some(start) = pointer.drag_started.filter(|&start| is_under(maker, stage, start)) {
        maker.grip = Some(maker.at - start);
    }
    let Some(grip) = maker.grip else { return false };
    if let Some(at) = pointer.at {
        maker.place(at + grip);
    }
    if pointer.drag_stopped || !pointer.is_dragging {
        maker.grip = None;
    }
    true
}

/// Draws the preview.
pub fn paint(maker: &mut Option<Maker>, stage: &Stage, settings: &Settings, painter: &Painter) {
    let Some(maker) = maker else { return };
    let drift = maker.drift();
    let Some((level, world)) = &maker.preview.ghost else { return };
    let mut plain =
        Settings { theme: settings.theme, switched_layers: settings.switched_layers.clone(), ..Settings::default() };
    for layer in layers::ALL.iter().filter(|layer| BEHIND.contains(&layer.id)) {
        let is_on = layer.on_at_first != plain.switched_layers.iter().any(|id| id == layer.id);
        if is_on {
            plain.toggle_layer(layer.id);
        }
    }
    let show = PaintOptions {
        level,
        world,
        moment: (0, 0),
        trace: None,
        past: None,
        settings: &plain,
        skins: &maker.skins,
        focus: None,
        edge_map: crate::picture::overlays::EdgeMapOptions::default(),
        phase: None,
        is_ghost: true,
        of_tool: &[],
    };
    let viewport = Viewport { center: stage.viewport.center - drift, ..stage.viewport };
    maker.cache.paint(&show, viewport, stage.rect, painter);
    if let Some(frame) = frame(&bounds(maker), stage) {
        let stroke = Stroke::new(1.5, theme::color(stage.palette.selection));
        let corners =
            [frame.left_top(), frame.right_top(), frame.right_bottom(), frame.left_bottom(), frame.left_top()];
        // A box far larger than the canvas would produce too many dashes.
        if frame.width().max(frame.height()) < 2e4 {
            painter.extend(Shape::dashed_line(&corners, stroke, 6.0, 5.0));
        }
    }
}

/// Hint for mouse and keys while the dialog is open.
pub fn hint(maker: &Maker, stage: &Stage, pointer: &Pointer) -> Option<String> {
    let is_over = pointer.at.is_some_and(|at| is_under(maker, stage, at));
    (is_over || maker.grip.is_some()).then(|| "Drag to move. Enter inserts, Esc cancels".to_owned())
}
