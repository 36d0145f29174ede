//! Exports the selected body as a mesh of QuarkPhysics.

use super::ask;
use crate::editor::app::App;
use crate::editor::files::{Export, Purpose};
use crate::editor::tools::gone;
use crate::level::import::qmesh::{self, QuarkExport};
use crate::level::{Body, Place};
use egui::Context;

/// The body to export: the selected one, or the only one.
///
/// # Errors
/// If several bodies could be meant, or none.
fn body(app: &App) -> Result<&Body, String> {
    let bodies = &app.document.level().bodies;
    let mut selected: Vec<usize> = app.selection.iter().filter_map(|place| place.body()).collect();
    selected.sort_unstable();
    selected.dedup();
    let index = match (selected.as_slice(), bodies.len()) {
        ([index], _) => *index,
        ([], 1) => 0,
        ([], 0) => return Err("The level has no body to export".to_owned()),
        _ => return Err("Select one body to export".to_owned()),
    };
    bodies.get(index).ok_or_else(|| gone(Place::Body(index)))
}

/// The file's text, and what it cannot contain.
///
/// # Errors
/// The reason why the body is not exported.
pub(super) fn written(app: &App) -> Result<QuarkExport, String> {
    let scale = app.document.level().world.pixels_per_unit;
    qmesh::write(body(app)?, scale).map_err(|reason| format!("Cannot export the body: {reason}"))
}

/// Asks for a file, or reports why the body cannot be exported.
pub fn export_mesh(app: &mut App, ctx: &Context) {
    match written(app) {
        Ok(written) => {
            for loss in written.losses {
                app.notices.warning(loss);
            }
            ask(app, ctx, Purpose::Export(Export::Mesh));
        }
        Err(reason) => app.notices.warning(reason),
    }
}
