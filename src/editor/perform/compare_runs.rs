//! Loads a run and compares the open one with it.

use super::files::background::{self, WorkSize};
use crate::debugger::{Run, recording};
use crate::editor::app::App;
use crate::editor::bundle;
use crate::editor::files::file_of;
use crate::editor::files::large::is_large_file;
use crate::editor::files::task::{Cancelled, Finish, TaskHead, TaskKind};
use crate::level::flatten::load_flat;
use egui::Context;
use std::path::Path;
use std::sync::Arc;

/// Compares the open run with the run of a recording or bug bundle, or with a level without inputs.
pub fn with_file(app: &mut App, ctx: &Context, path: &Path) {
    let (size, path) = (WorkSize::of(is_large_file(path)), path.to_owned());
    let note = "The open level stays.";
    let head = TaskHead { title: format!("Reading {}", file_of(&path)), note, kind: TaskKind::Read };
    background::begin(app, ctx, size, head, move |_: &Cancelled| -> Finish<App> {
        let loaded = load(&path);
        Box::new(move |app, _| match loaded {
            Ok(other) => app.features.compare_runs.start(file_of(&path), &app.run, &other),
            Err(reason) => app.notices.error(reason),
        })
    });
}

fn load(path: &Path) -> Result<Run, String> {
    if bundle::is_bundle(path) {
        return bundle::load(path).map(|opened| opened.run).map_err(|reason| format!("{}: {reason}", file_of(path)));
    }
    let run = match recording::is_recording(path) {
        true => recording::load(path).map(|(_, run)| run),
        false => load_flat(path).and_then(|level| Run::new(Arc::new(level))),
    };
    run.map_err(|error| error.to_string())
}

/// Continues the comparison in each UI frame.
pub fn go_on(app: &mut App) {
    let pace = app.window.time.pace();
    app.features.compare_runs.go_on(&pace);
}
