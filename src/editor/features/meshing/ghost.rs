//! The preview body on the canvas: translucent, in a dashed box that can be dragged.

use super::Maker;
use super::size::SizeGrip;
use crate::editor::settings::Settings;
use crate::editor::stage::Stage;
use crate::editor::stage::paint::{Cache, PaintOptions};
use crate::editor::theme;
use crate::editor::tools::{Pointer, pen};
use crate::engine::World;
use crate::geometry::{Aabb, DVec2};
use crate::level::Level;
use crate::picture::{Skins, Viewport, layers};
use egui::{CursorIcon, Painter, Pos2, Rect, Shape, Stroke, StrokeKind, vec2};
use std::sync::Arc;

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

/// The box around the drawn preview; of a drawing, the box that its size gives.
pub fn bounds(maker: &Maker) -> Aabb {
    if let Some(bounds) = maker.drawing_box() {
        return bounds;
    }
    let Aabb { min, max } = maker.preview.bounds;
    Aabb { min: min + maker.drift(), max: max + maker.drift() }
}

/// True if a point of the level is inside the box.
pub fn is_under(maker: &Maker, stage: &Stage, at: DVec2) -> bool {
    let is_there = maker.is_movable() && maker.preview.ghost.is_some();
    is_there && frame(&bounds(maker), stage).is_some_and(|frame| frame.contains(stage.paintable(at)))
}

/// Radius within which a handle is grabbed, and half its drawn side, in points.
const REACH: f32 = 9.0;
const HANDLE: f32 = 4.5;

/// Handles of a drawing with their sides: the corners, and the middles of the sides if width and height are independent.
fn handles(maker: &Maker, stage: &Stage) -> Vec<(DVec2, Pos2)> {
    let Some((sizing, frame)) = maker.size.as_ref().zip(frame(&bounds(maker), stage)) else { return Vec::new() };
    let mut sides = vec![(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
    if !sizing.keeps_proportions {
        sides.extend([(0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0)]);
    }
    let at = |(x, y): (f64, f64)| {
        let half = 0.5 * frame.size();
        // The screen's y axis points down.
        (DVec2::new(x, y), frame.center() + vec2(x as f32 * half.x, -y as f32 * half.y))
    };
    sides.into_iter().map(at).collect()
}

/// The side of the handle at a point of the level.
fn handle_at(maker: &Maker, stage: &Stage, at: DVec2) -> Option<DVec2> {
    let at = stage.paintable(at);
    let near =
        handles(maker, stage).into_iter().filter(|(_, handle)| handle.distance(at) <= stage.near_on_screen(REACH));
    near.min_by(|a, b| a.1.distance(at).total_cmp(&b.1.distance(at))).map(|(side, _)| side)
}

/// The pointer over the preview or its handles; `None` elsewhere.
pub fn cursor(maker: &Maker, stage: &Stage, at: DVec2) -> Option<CursorIcon> {
    let side = match maker.size.as_ref().and_then(|sizing| sizing.grip) {
        Some(grip) => Some(grip.side),
        None => handle_at(maker, stage, at),
    };
    match side {
        Some(side) if side.x == 0.0 => Some(CursorIcon::ResizeVertical),
        Some(side) if side.y == 0.0 => Some(CursorIcon::ResizeHorizontal),
        Some(side) if side.x == side.y => Some(CursorIcon::ResizeNeSw),
        Some(_) => Some(CursorIcon::ResizeNwSe),
        None => is_under(maker, stage, at).then_some(CursorIcon::Grab),
    }
}

/// Drags a handle of a drawing; returns true if it uses the pointer. The drawing changes when the handle is released.
fn drag_handle(maker: &mut Maker, stage: &Stage, pointer: &Pointer) -> bool {
    let started = pointer.drag_started.and_then(|start| Some((start, handle_at(maker, stage, start)?)));
    let bounds = bounds(maker);
    let Some(sizing) = &mut maker.size else { return false };
    if let Some((start, side)) = started {
        sizing.grip = Some(SizeGrip { side, start, before: bounds, target: bounds });
    }
    let Some(grip) = &mut sizing.grip else { return false };
    if let Some(at) = pointer.at {
        grip.follow(at, sizing.keeps_proportions);
    }
    if pointer.drag_stopped || !pointer.is_dragging {
        maker.end_resize();
    }
    true
}

/// Drags the preview; returns true if it uses the pointer, so that tools ignore it.
pub fn drag(maker: &mut Option<Maker>, stage: &Stage, pointer: &Pointer) -> bool {
    let Some(maker) = maker else { return false };
    if maker.grip.is_none() && drag_handle(maker, stage, pointer) {
        return true;
    }
    if let Some(start) = pointer.drag_started.filter(|&start| is_under(maker, stage, start)) {
        maker.grip = Some(maker.at - start);
    }
    let Some(grip) = maker.grip else { return false };
    if let Some(at) = pointer.at {
        maker.place(pen::snapped(stage, pointer, at + grip, None).at);
    }
    if pointer.drag_stopped || !pointer.is_dragging {
        maker.grip = None;
    }
    true
}

/// Paints a level as a ghost, displaced by `drift`.
pub fn paint_level(
    cache: &mut Cache,
    (level, world): (&Arc<Level>, &World),
    (settings, skins): (&Settings, &Arc<Skins>),
    stage: &Stage,
    drift: DVec2,
    painter: &Painter,
) {
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
        skins,
        focus: None,
        edge_map: crate::picture::overlays::EdgeMapOptions::default(),
        phase: None,
        is_ghost: true,
        of_tool: &[],
        left_out: &[],
    };
    let viewport = Viewport { center: stage.viewport.center - drift, ..stage.viewport };
    cache.paint(&show, viewport, stage.rect, painter);
}

/// Draws the preview.
pub fn paint(maker: &mut Option<Maker>, stage: &Stage, settings: &Settings, painter: &Painter) {
    let Some(maker) = maker else { return };
    let drift = maker.drift();
    let Some((level, world)) = &maker.preview.ghost else { return };
    paint_level(&mut maker.cache, (level, world), (settings, &maker.skins), stage, drift, painter);
    if let Some(frame) = frame(&bounds(maker), stage) {
        let stroke = Stroke::new(1.5, theme::color(stage.palette.selection));
        let corners =
            [frame.left_top(), frame.right_top(), frame.right_bottom(), frame.left_bottom(), frame.left_top()];
        // A box far larger than the canvas would produce too many dashes.
        if frame.width().max(frame.height()) < 2e4 {
            painter.extend(Shape::dashed_line(&corners, stroke, 6.0, 5.0));
        }
        for (_, handle) in handles(maker, stage) {
            let square = Rect::from_center_size(handle, vec2(2.0 * HANDLE, 2.0 * HANDLE));
            painter.rect(square, 1.0, theme::color(stage.palette.background), stroke, StrokeKind::Middle);
        }
    }
}

/// Hint for mouse and keys while the dialog is open.
pub fn hint(maker: &Maker, stage: &Stage, pointer: &Pointer) -> Option<String> {
    if pointer.at.is_some_and(|at| handle_at(maker, stage, at).is_some()) {
        return Some("Drag to resize the drawing. Enter inserts, Esc cancels".to_owned());
    }
    let is_over = pointer.at.is_some_and(|at| is_under(maker, stage, at));
    (is_over || maker.grip.is_some()).then(|| "Drag to move. Enter inserts, Esc cancels".to_owned())
}
