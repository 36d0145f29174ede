//! Drawings that become bodies of the open level.

use super::{COVERED, Maker, MeshingSource, open_sketch};
use crate::editor::app::App;
use crate::editor::canvas::ViewCommand;
use crate::geometry::{Aabb, DVec2};
use crate::level::View;
use crate::level::import::{self, ImportOptions, Sketch};
use crate::level::mesh::Recipe;
use crate::level::parameter::Values;
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// Whether a file is a drawing rather than a level.
pub fn is_drawing(path: &Path) -> bool {
    import::importer_for(path).is_some()
}

/// A drawing that is read in a thread. Dropping this abandons the result.
#[derive(Clone)]
pub struct DrawingImport(Arc<Mutex<Receiver<Read>>>);

/// What comes of it.
type Read = Result<Sketch, String>;

/// A drawing that is read so fast is shown at once.
const AT_ONCE: Duration = Duration::from_millis(80);
/// How often a slower one is looked for.
const EVERY: Duration = Duration::from_millis(50);

/// Reads a drawing and opens the dialog for it.
pub fn import(app: &mut App, path: &Path) {
    let read = {
        let path = path.to_owned();
        move || import::load_sketch(&path, &ImportOptions::default()).map_err(|error| error.to_string())
    };
    let (sender, receiver) = channel();
    let thread = std::thread::Builder::new().name("drawing".to_owned()).spawn({
        let read = read.clone();
        // The receiver is gone if the dialog was left.
        move || drop(sender.send(read()))
    });
    if thread.is_err() {
        return finish(app, read());
    }
    match receiver.recv_timeout(AT_ONCE) {
        Ok(read) => finish(app, read),
        Err(RecvTimeoutError::Timeout) => {
            let subject = MeshingSource::Reading(DrawingImport(Arc::new(Mutex::new(receiver))));
            app.maker = Some(Maker::new(subject, Recipe::default(), Values::new(), DVec2::ZERO, app.document.level()));
        }
        Err(RecvTimeoutError::Disconnected) => app.notices.error(format!("{}: cannot be read", path.display())),
    }
}

fn finish(app: &mut App, read: Read) {
    match read {
        Ok(sketch) => show(app, sketch),
        Err(reason) => app.notices.error(reason),
    }
}

/// Whether a drawing is still being read; opens the dialog for one that has been.
pub(super) fn is_reading(app: &mut App, ctx: &egui::Context) -> bool {
    let Some(Maker { subject: MeshingSource::Reading(DrawingImport(receiver)), .. }) = &app.maker else { return false };
    let read = receiver.lock().map_or(Err(TryRecvError::Disconnected), |receiver| receiver.try_recv());
    ctx.request_repaint_after(EVERY);
    match read {
        Err(TryRecvError::Empty) => return true,
        Err(TryRecvError::Disconnected) => {
            app.maker = None;
            app.notices.error("The drawing cannot be read".to_owned());
        }
        Ok(read) => {
            app.maker = None;
            finish(app, read);
        }
    }
    false
}

/// The same for the contents of a file, where there are no paths.
pub fn import_text(app: &mut App, name: &str, text: &str) {
    let Some(importer) = import::importer_for(Path::new(name)) else { return };
    match (importer.sketch)(text.as_bytes(), &ImportOptions::default()) {
        Ok(sketch) => show(app, sketch),
        Err(error) => app.notices.error(format!("{name}: {error}")),
    }
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
