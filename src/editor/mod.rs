//! The window: an `egui` application.
//!
//! Panels and tools draw and return actions. Only `perform` performs them, and only the document changes the level.

mod access;
pub mod actions;
pub mod app;
pub mod background;
pub mod bundle;
pub mod canvas;
pub mod clipboard;
pub mod context;
pub mod document;
pub mod features;
pub mod files;
mod frame;
mod frame_time;
mod icons;
#[cfg(any(target_arch = "wasm32", test))]
pub mod jobs;
pub mod kept_runs;
mod key_table;
pub mod keys;
mod measuring;
pub mod mirror;
pub mod notices;
mod numbers;
pub mod open_documents;
pub mod opening;
mod panels;
pub mod perform;
#[cfg(not(target_arch = "wasm32"))]
mod picture_log;
mod pin;
pub mod playback;
#[cfg(not(target_arch = "wasm32"))]
mod preflight;
mod reach;
pub mod regions;
mod report;
pub mod screen;
pub mod selection;
pub mod settings;
#[cfg(not(target_arch = "wasm32"))]
pub mod settings_file;
pub mod share;
pub mod snap;
pub mod stage;
#[cfg(not(target_arch = "wasm32"))]
mod start;
mod status;
mod switching;
pub mod theme;
pub mod tools;
mod update;
#[cfg(target_arch = "wasm32")]
pub mod web;
mod widgets;

#[cfg(not(target_arch = "wasm32"))]
use std::io::IsTerminal as _;
use std::path::PathBuf;

/// Options for opening the window.
#[derive(Clone, Debug, Default)]
pub struct StartOptions {
    /// Report file that mirrors the state of the window, for tests.
    pub report: Option<PathBuf>,
    /// File for the times of all pictures.
    pub pictures: Option<PathBuf>,
    /// Whether to print the duration of each stage of the start and close after the first UI frame.
    pub times_start: bool,
}

/// The level that the command line names: a file, a link, or by default the first gallery level.
#[cfg(not(target_arch = "wasm32"))]
fn source_of(level: Option<PathBuf>) -> Result<actions::Source, String> {
    let Some(path) = level else { return Ok(actions::Source::Gallery(0)) };
    match path.to_str().filter(|text| share::is_link(text)) {
        Some(link) => Ok(actions::Source::Link(std::sync::Arc::new(share::read(link)?))),
        None => Ok(actions::Source::File(path)),
    }
}

/// Opens the window with a level (default: the first gallery level) and returns when it is closed. Fails with one
/// sentence if no window can be opened; it names missing packages or alternatives. A level that cannot be read is
/// refused on a terminal; without one, the window opens and says why.
#[cfg(not(target_arch = "wasm32"))]
pub fn open(level: Option<PathBuf>, options: StartOptions) -> Result<(), String> {
    let mut stages = options.times_start.then(start::Stages::begin);
    let mut end = |stage| stages.iter_mut().for_each(|stages| stages.end(stage));
    let is_bare = level.is_none();
    let source = source_of(level)?;
    // A large file is read after the window has opened, with a dialog, unless the start is timed.
    let is_large = matches!(&source, actions::Source::File(path) if files::large::is_large_file(path));
    let is_link = match &source {
        actions::Source::File(path) => bundle::is_bundle(path),
        other => matches!(other, actions::Source::Link(_)),
    };
    let is_later = is_link || (!options.times_start && is_large);
    let first = if is_later { actions::Source::New } else { source.clone() };
    let mut later = is_later.then(|| source.clone());
    let opened = match app::read(&first).map_err(|error| error.to_string()) {
        Ok(opened) => opened,
        Err(reason) if std::io::stderr().is_terminal() || preflight::check().is_err() => return Err(reason),
        // Started from a file manager, only a window can say why a file cannot be read.
        Err(_) => {
            later = Some(source);
            app::read(&actions::Source::New).map_err(|error| error.to_string())?
        }
    };
    end("level read");
    preflight::check()?;
    end("libraries of the window loaded");
    preflight::run(opened, options, preflight::FirstView { is_bare, later }, stages)
}
