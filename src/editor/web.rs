//! The window in a web page.

use super::actions::Source;
use super::app::{self, App};
use eframe::wasm_bindgen::JsCast;
use eframe::{WebOptions, WebRunner};

/// Id of the page's canvas.
const CANVAS: &str = "blobsmith";

/// Starts in the canvas with the id `blobsmith`, with the gallery's first level.
pub fn start() {
    let canvas = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(CANVAS))
        .and_then(|element| element.dyn_into::<web_sys::HtmlCanvasElement>().ok());
    let Some(canvas) = canvas else { return };
    wasm_bindgen_futures::spawn_local(async move {
        let make = |context: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
            let settings = App::stored_settings(context.storage);
            let opened = app::read(&Source::Gallery(0))?;
            let mut app = App::new(&context.egui_ctx, opened, settings, None)?;
            if app.settings.starts_with_gallery {
                app.files.start.open();
            }
            Ok(Box::new(app))
        };
        // A browser without WebGL shows the runner's own message in the page.
        let _ = WebRunner::new().start(canvas, WebOptions::default(), Box::new(make)).await;
    });
}
