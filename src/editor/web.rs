//! Entry point of the web page.

use super::actions::Source;
use super::app::{self, App};
use super::perform;
use eframe::wasm_bindgen::JsCast;
use eframe::{WebOptions, WebRunner};

/// Id of the page's canvas element.
const CANVAS: &str = "blobsmith";

/// Starts the window in the canvas `blobsmith` with the first gallery level.
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
            perform::page::start(&mut app, &context.egui_ctx);
            if app.settings.starts_with_gallery {
                app.files.start.open();
            }
            Ok(Box::new(app))
        };
        // Without WebGL the runner shows its own message in the page.
        let _ = WebRunner::new().start(canvas, WebOptions::default(), Box::new(make)).await;
    });
}
