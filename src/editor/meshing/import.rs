//! Drawings that become bodies of the open level.

use super::{COVERED, open_sketch};
use crate::editor::app::App;
use crate::editor::canvas::ViewCommand;
use crate::editor::files::file_of;
use crate::editor::files::task::{Cancelled, Finish, TaskHead, TaskKind};
use crate::editor::perform::background::{self, WorkSize};
use crate::geometry::{Aabb, DVec2};
use crate::level::View;
use crate::level::import::{self, ImportOptions, Sketch};
use egui::Context;
use std::path::Path;

/// Whether a file is a drawing rather than a level.
pub fn is_drawing(path: &Path) -> bool {
    import::importer_for(path).is_some()
}

/// Reads a drawing, in the background if that takes long, and opens the dialog for it.
pub fn import(app: &mut App, ctx: &Context, path: &Path) {
    let (name, path) = (file_of(path), path.to_owned());
    read(app, ctx, &name, move || {
        import::load_sketch(&path, &ImportOptions::default()).map_err(|error| error.to_string())
    });
}

/// The same for the contents of a file, where there are no paths.
pub fn import_text(app: &mut App, ctx: &Context, name: &str, text: String) {
    let Some(importer) = import::importer_for(Path::new(name)) else { return };
    let file = name.to_owned();
    read(app, ctx, name, move || {
        (importer.sketch)(text.as_bytes(), &ImportOptions::default()).map_err(|error| format!("{file}: {error}"))
    });
}

fn read(app: &mut App, ctx: &Context, name: &str, read: impl FnOnce() -> Result<Sketch, String> + Send + 'static) {
    let note = "Its shapes appear on the canvas when they are read.";
    let head = TaskHead { title: format!("Reading {name}"), note, kind: TaskKind::Read };
    background::begin(app, ctx, WorkSize::Unknown, head, move |_: &Cancelled| -> Finish {
        let read = read();
        Box::new(move |app, _| match read {
            Ok(sketch) => show(app, sketch),
            Err(reason) => app.notices.error(reason),
        })
    });
}

/// How much is shown around a drawing, as a part of its size.
const AROUND: f64 = 1.5;

/// Opens the dialog for a drawing, in the middle of what is seen, or with it in sight where it is larger.
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
    // A drawing lies somewhere on its page; in an empty level it may stay there.
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
            // In the middle of what the dialog leaves of the canvas.
            let aside = if size.x > 1.5 * COVERED { 0.5 * COVERED * height / size.y } else { 0.0 };
            app.canvas.view_command = Some(ViewCommand::View(View { center: [middle.x - aside, middle.y], height }));
        }
    }
    open_sketch(app, sketch, at);
}
