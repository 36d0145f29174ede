//! What is dragged onto the canvas, a level of the library or parts of another document: its outline at the pointer, and
//! where it is dropped its instance or the parts.

use crate::editor::actions::{Action, Source};
use crate::editor::features::documents::DraggedParts;
use crate::editor::features::documents::commands::DocumentCommand;
use crate::editor::features::library::{self, LibraryPart};
use crate::editor::files::part_outline::PartOutline;
use crate::editor::stage::Stage;
use crate::editor::tools::{Pointer, pen, sketch};
use crate::geometry::DVec2;
use egui::{Context, DragAndDrop, Painter, Response, Stroke, Ui, vec2};
use std::path::Path;

/// Largest radius that is painted, in points.
const LARGEST: f32 = 1e4;

/// Hint while something is dragged to the canvas.
pub fn hint(ctx: &Context) -> Option<&'static str> {
    if DragAndDrop::has_payload_of_type::<LibraryPart>(ctx) {
        return Some("Release to place the level as an instance; Alt: without snapping");
    }
    let has_parts = DragAndDrop::has_payload_of_type::<DraggedParts>(ctx);
    has_parts.then_some("Release to insert the parts of the other level here; Alt: without snapping; Esc: not at all")
}

/// Shows what is dragged, a level with its origin or parts with their centre at the pointer, and places it there on release;
/// the point snaps. `file` is the file of the open level.
pub fn show(
    ui: &Ui,
    response: &Response,
    stage: &Stage,
    file: Option<&Path>,
    pointer: &Pointer,
    painter: &Painter,
    out: &mut Vec<Action>,
) {
    let Some(at) = ui.input(|i| i.pointer.latest_pos()).filter(|at| stage.rect.contains(*at)) else { return };
    let part = response.dnd_hover_payload::<LibraryPart>();
    let parts = response.dnd_hover_payload::<DraggedParts>();
    let shown = part.as_ref().map(|part| (&part.outline as &PartOutline, DVec2::ZERO));
    let Some((shape, origin)) = shown.or(parts.as_ref().map(|parts| (&parts.outline, parts.center))) else { return };
    let spot = pen::snapped(stage, pointer, stage.world_from_screen(at), None);
    outline(stage, shape, spot.at - origin, painter);
    sketch::snapped(stage, painter, &spot);
    if !ui.input(|i| i.pointer.any_released()) {
        return;
    }
    // A level without a file cannot have instances of files.
    if let Some(part) = part {
        out.push(match file {
            Some(_) => Action::Edit(library::place(file, &part.path, spot.at)),
            None => Action::Open(Source::File(part.path.clone())),
        });
    } else if let Some(dragged) = parts {
        out.push(Action::Document(DocumentCommand::Drop(dragged.taken.clone(), spot.at.to_array())));
    }
    DragAndDrop::clear_payload(ui.ctx());
}

/// Paints an outline with its origin at a point.
fn outline(stage: &Stage, outline: &PartOutline, at: DVec2, painter: &Painter) {
    let stroke = Stroke::new(2.0, sketch::tint(stage));
    for ends in &outline.segments {
        painter.line_segment(ends.map(|end| stage.paintable(at + end)), stroke);
    }
    for &(center, radius) in &outline.circles {
        let radius = (radius * stage.viewport.scale) as f32;
        painter.circle_stroke(stage.paintable(at + center), radius.min(LARGEST), stroke);
    }
    for &[point, direction] in &outline.lines {
        let along = vec2(direction.x as f32, -direction.y as f32).normalized() * LARGEST;
        let point = stage.screen_from_world(at + point);
        painter.line_segment([point - along, point + along], stroke);
    }
}
