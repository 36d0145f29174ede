//! Imports drawings and meshes into the open level.

use super::open_sketch;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::features::meshing::{Sizing, usual_size};
use crate::editor::files::file_of;
use crate::editor::files::task::{Cancelled, Finish, TaskHead, TaskKind};
use crate::editor::perform::background::WorkSize;
use crate::editor::perform::{background, edit_level, perform};
use crate::editor::settings::drawing_size::DrawingSize;
use crate::geometry::{Aabb, DVec2};
use crate::level::edit::extent;
use crate::level::import::{self, ImportOptions, Imported, Sketch};
use crate::level::{Level, Place};
use egui::Context;
use std::path::Path;
use std::sync::Arc;

/// Maximum number of remarks that are shown.
const MOST_REMARKS: usize = 6;

/// Contents of an imported file.
enum FileContents {
    /// Outlines, to be meshed in the dialog.
    Outlines(Sketch),
    /// A level, to be inserted as it is.
    Parts(Box<Imported>),
}

/// True if the file can be imported, by its extension.
pub fn is_importable(path: &Path) -> bool {
    import::importer_for(path).is_some()
}

/// Reads a file of another program in the background. Outlines open the dialog, meshes are inserted.
pub fn import(app: &mut App, ctx: &Context, path: &Path) {
    let Some(importer) = import::importer_for(path) else { return };
    let (name, path) = (file_of(path), path.to_owned());
    read(app, ctx, &name, move || {
        let options = ImportOptions::default();
        let read = match importer.sketch {
            Some(_) => import::load_sketch(&path, &options).map(FileContents::Outlines),
            None => import::load(&path, &options).map(|imported| FileContents::Parts(Box::new(imported))),
        };
        read.map_err(|error| error.to_string())
    });
}

/// Imports the contents of a file without a path.
pub fn import_text(app: &mut App, ctx: &Context, name: &str, text: String) {
    let Some(importer) = import::importer_for(Path::new(name)) else { return };
    let file = name.to_owned();
    read(app, ctx, name, move || {
        let options = ImportOptions::default();
        let read = match importer.sketch {
            Some(sketch) => sketch(text.as_bytes(), &options).map(|mut sketch| {
                sketch.name_bodies(Path::new(&file));
                FileContents::Outlines(sketch)
            }),
            None => (importer.import)(text.as_bytes(), &options).map(|mut found| {
                found.name_after(Path::new(&file));
                FileContents::Parts(Box::new(found))
            }),
        };
        read.map_err(|error| format!("{file}: {error}"))
    });
}

fn read(
    app: &mut App,
    ctx: &Context,
    name: &str,
    read: impl FnOnce() -> Result<FileContents, String> + Send + 'static,
) {
    let note = "The contents appear on the canvas when the file has been read.";
    let head = TaskHead { title: format!("Reading {name}"), note, kind: TaskKind::Read };
    let name = name.to_owned();
    background::begin(app, ctx, WorkSize::Unknown, head, move |_: &Cancelled| -> Finish<App> {
        let read = read();
        Box::new(move |app, ctx| match read {
            Ok(FileContents::Outlines(sketch)) => show(app, sketch),
            Ok(FileContents::Parts(imported)) => insert(app, ctx, &name, *imported),
            Err(reason) => app.notices.error(reason),
        })
    });
}

/// Inserts an imported level as one step of the history, selects its parts and brings them into view.
fn insert(app: &mut App, ctx: &Context, name: &str, imported: Imported) {
    let Imported { level, remarks, .. } = imported;
    let hidden = remarks.len().saturating_sub(MOST_REMARKS);
    for remark in remarks.into_iter().take(MOST_REMARKS) {
        app.notices.warning(remark);
    }
    if hidden > 0 {
        app.notices.warning(format!("and {hidden} more remarks; `blobsmith convert` lists them all"));
    }
    let middle = super::middle(app).to_array();
    let before = app.document.level().clone();
    let nodes: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
    let counts = format!("{} bodies, {nodes} nodes, {} discs", level.bodies.len(), level.discs.len());
    edit_level(app, Edit::making(format!("Import {name}"), move |whole| import::insert(whole, &level, middle)));
    if !Arc::ptr_eq(&before, app.document.level()) {
        app.notices.success(format!("Imported {name}: {counts}"));
        let places = app.selection.to_vec();
        perform(app, ctx, Action::Reveal(places));
    }
}

/// Gap between a drawing and the parts below it, as a fraction of its height.
const GAP: f64 = 0.05;

/// Height by which a drawing at `at` must rise to be clear of the boxes of all bodies and discs.
fn lift(level: &Level, bounds: Aabb, at: DVec2) -> f64 {
    let places = (0..level.bodies.len()).map(Place::Body).chain((0..level.discs.len()).map(Place::Disc));
    let mut boxes: Vec<Aabb> = places.filter_map(|place| extent(level, place)).collect();
    // Upwards: what has been passed stays below.
    boxes.sort_by(|a, b| a.min.y.total_cmp(&b.min.y));
    let start = Aabb { min: bounds.min + at, max: bounds.max + at };
    let mut height = 0.0;
    for part in &boxes {
        let up = DVec2::new(0.0, height);
        if part.overlaps(&Aabb { min: start.min + up, max: start.max + up }) {
            height = part.max.y + GAP * bounds.size().y - start.min.y;
        }
    }
    height
}

/// Opens the dialog with the drawing in the centre of the view, in the size of the last one, or in one that fits the view.
/// Zooms out if it does not fit.
pub(super) fn show(app: &mut App, natural: Sketch) {
    for remark in &natural.remarks {
        app.notices.warning(remark.clone());
    }
    let usual = usual_size(&natural, super::seen(app), app.document.level());
    let mut sizing = Sizing::of(&natural, app.settings.drawing_size, usual);
    let mut sized = sizing.as_ref().and_then(Sizing::drawing);
    if sized.is_none() {
        sizing = Sizing::of(&natural, DrawingSize::Natural, usual);
        sized = sizing.as_ref().and_then(Sizing::drawing);
    }
    let sketch = sized.unwrap_or(natural);
    let bounds = sketch.bounds();
    let is_empty = app.document.level().bodies.is_empty();
    // In an empty level the drawing keeps its page coordinates.
    let at = if is_empty {
        DVec2::ZERO
    } else {
        let middle = super::middle(app) - bounds.center().round();
        middle + DVec2::new(0.0, lift(&app.document.placed().level, bounds, middle))
    };
    super::bring_into_view(app, Aabb { min: bounds.min + at, max: bounds.max + at });
    let before = super::view_before(app);
    open_sketch(app, sketch, at);
    if let Some(maker) = &mut app.features.maker {
        (maker.size, maker.view_before) = (sizing, before);
    }
}
