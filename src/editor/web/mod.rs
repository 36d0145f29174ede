//! The web page: entry point, the object `window.blobsmith`, the page after a panic, and the accessible mirror.
//!
//! `web/page.js` makes the object with the functions that Rust calls; Rust adds those that the page and tests call.

mod failure;
mod mirror;
mod page;

pub use failure::remember;
use mirror::AccessibleMirror;

use super::actions::{Action, Source};
use super::app::{self, App};
use super::keys::{self, KeyTable};
use super::settings::Settings;
use super::settings::layout::SplitAxis;
use super::settings::merge::KnownSettings;
use super::share::{self, LinkTarget};
use super::{perform, screen, status};
use eframe::wasm_bindgen::{JsCast, JsValue};
use eframe::{WebOptions, WebRunner};
use egui::Context;
use std::sync::Arc;

/// Id of the page's canvas element.
const CANVAS: &str = "blobsmith";

/// Starts the window in the canvas `blobsmith` with the level of the address, or else the first gallery level.
pub fn start() {
    let canvas = web_sys::window()
        .and_then(|window| window.document())
        .and_then(|document| document.get_element_by_id(CANVAS))
        .and_then(|element| element.dyn_into::<web_sys::HtmlCanvasElement>().ok());
    // A worker has no document.
    let Some(canvas) = canvas else { return };
    failure::install();
    wasm_bindgen_futures::spawn_local(async move {
        let runner = WebRunner::new();
        // See the options of the native window.
        let options = WebOptions { dithering: false, ..WebOptions::default() };
        let inside = runner.clone();
        let make = move |context: &eframe::CreationContext<'_>| -> Result<Box<dyn eframe::App>, _> {
            let app = open(context)?;
            offer(&inside, &context.egui_ctx);
            Ok(Box::new(app))
        };
        if let Err(error) = runner.start(canvas, options, Box::new(make)).await {
            page::call("cannotStart", &[error]);
        } else {
            page::call("started", &[]);
        }
    });
}

/// Width of the page in pixels of CSS, 0 if unknown.
fn page_width() -> f64 {
    web_sys::window().and_then(|window| window.inner_width().ok()).and_then(|width| width.as_f64()).unwrap_or(0.0)
}

/// Settings of the first visit: on a telephone the canvas has all the room.
fn first_settings() -> Settings {
    let mut first = Settings::at_first();
    if page_width() < f64::from(screen::NARROW) {
        first.layout_mut().toggle(SplitAxis::Row);
    }
    first
}

/// The window with the level that the address names. Failures to read it are shown as messages.
fn open(context: &eframe::CreationContext<'_>) -> Result<App, Box<dyn std::error::Error + Send + Sync>> {
    let ctx = &context.egui_ctx;
    ctx.enable_accesskit();
    ctx.add_plugin(AccessibleMirror::default());
    let settings = App::stored_settings(context.storage);
    let known = KnownSettings::new(settings.as_ref());
    let settings = settings.unwrap_or_else(first_settings);
    let target = share::read(&page::text("target"));
    let fetched = page::text("levelText");
    let source = match &target {
        Ok(LinkTarget { level: Some(_), .. }) => Ok(Source::New),
        Ok(_) if !fetched.is_empty() => Ok(Source::Text(page::text("levelName"), fetched)),
        Ok(_) => Ok(Source::Gallery(0)),
        Err(reason) => Err(reason.clone()),
    };
    let is_of_link = matches!(source, Ok(Source::New | Source::Text(..)));
    let is_chosen = matches!(source, Ok(Source::Text(..)));
    let opened = source.and_then(|source| app::read(&source).map_err(|error| error.to_string()));
    let (opened, reason) = match opened {
        Ok(opened) => (opened, None),
        Err(reason) => (app::read(&Source::Gallery(0))?, Some(reason)),
    };
    let mut app = App::new(ctx, opened, settings, None)?;
    app.window.known = known;
    if is_chosen {
        // The first steps leave the level of the address open.
        app.window.first_document = u64::MAX;
        app.features.tour.is_offered &= app.run.journal().entries().is_empty();
    }
    app.window.address = page::text("address");
    perform::page::start(&mut app, ctx);
    if app.settings.starts_with_gallery && !is_of_link {
        app.files.start.open();
    }
    let unread = page::text("levelError");
    if let Some(reason) = reason.or_else(|| (!unread.is_empty()).then_some(unread)) {
        app.notices.error(format!("The level of this link cannot be opened: {reason}"));
    } else if let Ok(target) = target {
        match target.level {
            Some(_) => perform::open_source(&mut app, ctx, Source::Link(Arc::new(target))),
            None => perform::share::go(&mut app, ctx, &target),
        }
    }
    Ok(app)
}

/// Requests a call of the function `work` of the page before the next UI frame.
pub fn work_soon() {
    page::call("workSoon", &[]);
}

/// Offers the functions of `window.blobsmith` that read the state of the window and open levels.
fn offer(runner: &WebRunner, ctx: &Context) {
    let (reading, of) = (runner.clone(), ctx.clone());
    page::offer("status", move |_| match reading.app_mut::<App>() {
        Some(app) => {
            let controls = of.plugin::<AccessibleMirror>().lock().controls(of.pixels_per_point());
            let status = json(&status::status(&of, &app, controls));
            let _ = js_sys::Reflect::set(
                &status,
                &"unsaved".into(),
                &app.open_documents().any(|one| one.is_dirty()).into(),
            );
            status
        }
        None => JsValue::NULL,
    });
    let sharing = runner.clone();
    page::offer("link", move |_| {
        sharing.app_mut::<App>().map_or(JsValue::NULL, |app| perform::share::link(&app).into())
    });
    let (opening, of) = (runner.clone(), ctx.clone());
    page::offer("follow", move |link| {
        let Some(mut app) = opening.app_mut::<App>() else { return JsValue::FALSE };
        perform::share::open(&mut app, &of, &link.as_string().unwrap_or_default());
        of.request_repaint();
        JsValue::TRUE
    });
    let acting = ctx.clone();
    let (opening, of) = (runner.clone(), ctx.clone());
    page::offer("open", move |file| {
        let Some(mut app) = opening.app_mut::<App>() else { return JsValue::FALSE };
        let source = Source::Text(page::field(&file, "name"), page::field(&file, "text"));
        perform::perform(&mut app, &of, Action::Open(source));
        of.request_repaint();
        JsValue::TRUE
    });
    let working = runner.clone();
    page::offer("work", move |_| working.app_mut::<App>().is_some_and(|mut app| app.work_between()).into());
    page::offer("act", move |request| {
        acting.plugin::<AccessibleMirror>().lock().request(&request);
        acting.request_repaint();
        JsValue::UNDEFINED
    });
}

/// Takes the keys in force, which must not reach the browser, too.
pub fn take_keys(ctx: &Context) {
    page::call("takeKeys", &[json(&chords(&keys::table(ctx)))]);
}

/// All keys in force, such as `C S E` for Ctrl+Shift+E.
fn chords(table: &KeyTable) -> Vec<String> {
    let keys = table.rows.iter().flat_map(|row| &row.keys).filter(|keys| !perform::keys::is_of_clipboard(**keys));
    let held = |is_held: bool, letter: &'static str| if is_held { letter } else { "" };
    keys.map(|keys| {
        let [command, shift, alt] = [
            held(keys.modifiers.command || keys.modifiers.ctrl, "C "),
            held(keys.modifiers.shift, "S "),
            held(keys.modifiers.alt, "A "),
        ];
        format!("{command}{shift}{alt}{}", keys.logical_key.name())
    })
    .collect()
}

/// A value as an object of JavaScript.
fn json(value: &impl serde::Serialize) -> JsValue {
    let text = serde_json::to_string(value).unwrap_or_default();
    js_sys::JSON::parse(&text).unwrap_or(JsValue::NULL)
}
