//! A level that is dragged from the library: its outline at the pointer, and its instance where it is dropped.

use crate::editor::actions::Action;
use crate::editor::features::library::{self, LibraryPart};
use crate::editor::files::part_outline::PartOutline;
use crate::editor::stage::Stage;
use crate::editor::tools::{Pointer, pen, sketch};
use crate::geometry::DVec2;
use egui::{Painter, Response, Stroke, Ui, vec2};
use std::path::Path;

/// Largest radius that is painted, in points.
const LARGEST: f32 = 1e4;

/// Shows the dragged level with its origin at the pointer, and places it there on release; the origin snaps. `file` is the file of
/// the open level.
pub fn part(
    ui: &Ui,
    response: &Response,
    stage: &Stage,
    file: Option<&Path>,
    pointer: &Pointer,
    painter: &Painter,
    out: &mut Vec<Action>,
) {
    let Some(at) = ui.input(|i| i.pointer.latest_pos()).filter(|at| stage.rect.contains(*at)) else { return };
    let spot = || pen::snapped(stage, pointer, stage.world_from_screen(at), None);
    if let Some(part) = response.dnd_hover_payload::<LibraryPart>() {
        let spot = spot();
        outline(stage, &part.outline, spot.at, painter);
        sketch::snapped(stage, painter, &spot);
    }
    if let Some(part) = response.dnd_release_payload::<LibraryPart>() {
        out.push(Action::Edit(library::place(file, &part.path, spot().at)));
    }
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
