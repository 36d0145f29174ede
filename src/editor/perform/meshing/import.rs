//! Imports drawings as bodies of the open level.

use super::open_sketch;
use crate::editor::app::App;
use crate::editor::canvas::ViewCommand;
use crate::editor::features::meshing::COVERED;
use crate::editor::files::file_of;
use crate::editor::files::task::{Cancelled, Finish, TaskHead, TaskKind};
use crate::editor::perform::background;
use crate::editor::perform::background::WorkSize;
use crate::geometry::{Aabb, DVec2};
use crate::level::View;
use crate::level::import::{self, ImportOptions, Sketch};
use egui::Context;
use std::path::Path;

/// True if the file is a drawing, by its extension.
pub fn is_drawing(path: &Path) -> bool {
    import::importer_for(path).is_some()
}

/// Reads a drawing, in the background if it is large, and opens the dialog.
pub fn import(app: &mut App, ctx: &Context, path: &Path) {
    let (name, path) = (file_of(path), path.to_owned());
    read(app, ctx, &name, move || {
        import::load_sketch(&path, &ImportOptions::default()).map_err(|error| error.to_string())
    });
}

/// Imports the contents of a drawing without a path.
pub fn import_text(app: &mut App, ctx: &Context, name: &str, text: String) {
    let Some(importer) = import::importer_for(Path::new(name)) else { return };
    let file = name.to_owned();
    read(app, ctx, name, move || {
        (importer.sketch)(text.as_bytes(), &ImportOptions::default()).map_err(|error| format!("{file}: {error}"))
    });
}

fn read(app: &mut App, ctx: &Context, name: &str, read: impl FnOnce() -> Result<Sketch, String> + Send + 'static) {
    let note = "The shapes appear on the canvas when the drawing has been read.";
    let head = TaskHead { title: format!("Reading {name}"), note, kind: TaskKind::Read };
    background::begin(app, ctx, WorkSize::Unknown, head, move |_: &Cancelled| -> Finish<App> {
        let read = read();
        Box::new(move |app, _| match read {
            Ok(sketch) => show(app, sketch),
            Err(reason) => app.notices.error(reason),
        })
    });
}

/// Visible area around a drawing, as a factor on its size.
const AROUND: f64 = 1.5;

/// Opens the dialog with the drawing in the centre of the view. Zooms out if it does not fit.
pub(super) fn show(app: &mut App, sketch: Sketch) {
    for remark in &sketch.remarks {
        app.notices.warning(remark.clone());
    }
    let ends = sketch.obstacles.iter().filter_map(|obstacle| match obstacle.shape {
        crate::level::ObstacleShape::Segment(a, b) => Some([DVec2::from_array(a), DVec2::from_array(b)]),
        _ => None,
    });
    let outlines = sketch.drawn.iter().flat_map(|drawn| drawn.outline.outer.iter().copied());
    let bounds = Aabb::around(outlines.chain(ends.flatten()));
    let is_empty = app.document.level().bodies.is_empty();
    // In an empty level the drawing keeps its page coordinates.
    let at = if is_empty { DVec2::ZERO } else { super::middle(app) - bounds.center().round() };
    let middle = bounds.center() + at;
    let size = app.canvas.rect.map_or(DVec2::ONE, |rect| DVec2::new(rect.width().into(), rect.height().into()));
    let seen = size / app.canvas.camera.scale;
    let is_small = seen.min_element() > 20.0 * bounds.size().max_element();
    let is_in_sight = (middle - app.canvas.camera.center).abs().cmple((seen - bounds.size()) * 0.5).all();
    if !is_in_sight || is_small {
        let width = (size.x - COVERED).max(0.5 * size.x).max(1.0);
        let height = bounds.size().y.max(bounds.size().x * size.y / width) * AROUND;
        if height > 0.0 && height.is_finite() {
            // Centre it in the part of the canvas beside the dialog.
            let aside = if size.x > 1.5 * COVERED { 0.5 * COVERED * height / size.y } else { 0.0 };
            app.canvas.view_command = Some(ViewCommand::View(View { center: [middle.x - aside, middle.y], height }));
        }
    }
    open_sketch(app, sketch, at);
}
