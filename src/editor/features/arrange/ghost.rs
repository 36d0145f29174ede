//! The preview of an operation on the canvas: the resulting parts with bright outlines, and handles that set parameters.

use super::ArrangeDialog;
use crate::editor::features::meshing::ghost::paint_level;
use crate::editor::settings::Settings;
use crate::editor::stage::Stage;
use crate::editor::theme;
use crate::editor::tools::{Pointer, pen};
use crate::geometry::DVec2;
use crate::picture::Skins;
use egui::{Align2, CursorIcon, FontId, Painter, Pos2, Shape, Stroke, vec2};
use std::sync::Arc;

/// Radius within which a handle is grabbed, and its drawn radius, in points.
const REACH: f32 = 11.0;
const HANDLE: f32 = 5.5;
/// Hull edges above which the outlines are not drawn.
const MOST_EDGES: usize = 20_000;
/// Radius of the ring around a welded node, in points.
const RING: f32 = 7.0;

fn handle_at(dialog: &ArrangeDialog, stage: &Stage, at: DVec2) -> Option<usize> {
    let at = stage.paintable(at);
    let handles = dialog.handles().into_iter().map(|(_, handle)| stage.paintable(handle).distance(at)).enumerate();
    let nearest =
        handles.filter(|(_, distance)| *distance <= stage.near_on_screen(REACH)).min_by(|a, b| a.1.total_cmp(&b.1));
    nearest.map(|(index, _)| index)
}

/// Drags a handle; returns true if it uses the pointer, so that tools ignore it.
pub fn drag(dialog: &mut Option<ArrangeDialog>, stage: &Stage, pointer: &Pointer) -> bool {
    let Some(dialog) = dialog else { return false };
    if let Some(start) = pointer.drag_started {
        dialog.grip = handle_at(dialog, stage, start);
    }
    let Some(grip) = dialog.grip else { return false };
    if let Some(at) = pointer.at {
        dialog.move_handle(grip, pen::snapped(stage, pointer, at, None).at);
    }
    if pointer.drag_stopped || !pointer.is_dragging {
        dialog.grip = None;
    }
    true
}

/// The shape of the pointer over a handle.
pub fn cursor(dialog: &ArrangeDialog, stage: &Stage, at: DVec2) -> Option<CursorIcon> {
    let is_over = dialog.grip.is_some() || handle_at(dialog, stage, at).is_some();
    is_over.then_some(CursorIcon::Grab)
}

/// Hint for mouse and keys over a handle.
pub fn hint(dialog: &ArrangeDialog, stage: &Stage, pointer: &Pointer) -> Option<String> {
    let over = dialog.grip.or_else(|| handle_at(dialog, stage, pointer.at?))?;
    let name = dialog.operation.handles.get(over)?.name;
    Some(format!("{name}: drag to move; Alt: without snapping. Enter applies, Esc cancels"))
}

/// Draws the preview and the handles.
pub fn paint(
    dialog: &mut Option<ArrangeDialog>,
    stage: &Stage,
    settings: &Settings,
    skins: &Arc<Skins>,
    painter: &Painter,
) {
    let Some(dialog) = dialog else { return };
    if let Ok(preview) = &dialog.preview {
        paint_level(
            &mut dialog.cache,
            (&preview.ghost, &preview.world),
            (settings, skins),
            stage,
            DVec2::ZERO,
            painter,
        );
    }
    outlines(dialog, stage, painter);
    let handles: Vec<Pos2> = dialog.handles().into_iter().map(|(_, at)| stage.paintable(at)).collect();
    let stroke = Stroke::new(1.5, theme::color(stage.palette.selection));
    let center = stage.paintable(dialog.bounds.center());
    match handles[..] {
        [one] => painter.extend(Shape::dashed_line(&[center, one], stroke, 5.0, 4.0)),
        [a, b] => {
            let corners = [a, Pos2::new(b.x, a.y), b, Pos2::new(a.x, b.y), a];
            painter.extend(Shape::dashed_line(&corners, stroke, 6.0, 5.0));
        }
        _ => {}
    }
    for ((name, _), at) in dialog.handles().into_iter().zip(handles) {
        painter.circle(at, HANDLE, theme::color(stage.palette.background), stroke);
        let font = FontId::proportional(11.0);
        painter.text(at + vec2(9.0, 3.0), Align2::LEFT_TOP, name, font, theme::color(stage.palette.selection));
    }
}

/// Hulls and circles of the result, and rings around welded nodes.
fn outlines(dialog: &ArrangeDialog, stage: &Stage, painter: &Painter) {
    let Ok(preview) = &dialog.preview else { return };
    let stroke = Stroke::new(2.0, theme::color(stage.palette.selection));
    let edges: usize = preview.ghost.bodies.iter().map(|body| body.hull.len()).sum();
    for body in preview.ghost.bodies.iter().filter(|_| edges <= MOST_EDGES) {
        let at = |node: usize| stage.paintable(DVec2::from_array(body.nodes[node].position));
        painter.extend(body.hull.iter().map(|&[a, b]| Shape::line_segment([at(a), at(b)], stroke)));
    }
    for disc in &preview.ghost.discs {
        let radius = (disc.radius * stage.viewport.scale) as f32;
        painter.circle_stroke(stage.paintable(DVec2::from_array(disc.position)), radius.min(1e4), stroke);
    }
    for &node in &preview.nodes {
        painter.circle_stroke(stage.paintable(node), RING, stroke);
    }
}
