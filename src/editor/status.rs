//! What the report says of the window.

use super::app::App;
use super::features::Features;
use super::features::sweep::Sheet;
use super::features::timeline::moments::bookmarks;
use super::regions;
use super::report::{Rect, Status, WorkStatus};
use egui::Context;
use std::collections::BTreeMap;

/// The state of the window, for its report. `controls` are the rectangles of the named controls.
pub fn status(ctx: &Context, app: &App, controls: BTreeMap<String, Rect>) -> Status {
    let scale = ctx.pixels_per_point();
    let rect = app.canvas.rect.unwrap_or(egui::Rect::ZERO);
    let window = ctx.content_rect().size() * scale;
    let pixels = |rect: egui::Rect| [rect.min.x, rect.min.y, rect.width(), rect.height()].map(|side| side * scale);
    let dialog = match () {
        () if app.files.guard.is_some() => "unsaved",
        () if app.files.is_writing() => "saving",
        () if app.files.task.is_some() => "opening",
        #[cfg(not(target_arch = "wasm32"))]
        () if app.files.browser.is_some() => "browser",
        () if app.features.help.shows_keys => "keys",
        () if app.features.help.shows_about => "about",
        () if app.features.guide.is_open => "guide",
        () if app.files.start.is_open => "gallery",
        () if app.files.portrait_is_open => "picture",
        () => "",
    };
    Status {
        level: app.document.title(),
        path: app.document.path.as_ref().map(|path| path.display().to_string()),
        dirty: app.document.is_dirty(),
        documents: app.open_documents().map(|document| document.title()).collect(),
        frame: app.run.frame(),
        substep: app.run.substep(),
        last_frame: app.run.last_frame(),
        playing: app.playback.is_playing,
        reverse: app.playback.is_reverse,
        looped: app.playback.looped.is_on.then(|| app.playback.looped.frames(app.run.last_frame()).into()),
        bookmarks: bookmarks(&app.view()).iter().map(|bookmark| bookmark.name.clone()).collect(),
        span: app.features.timeline.span(&app.run),
        seeking: app.playback.target().map(|target| target.0),
        phases: app.run.known_phases().len(),
        phase: app.run.phases_done(),
        speed: app.playback.speed,
        hash: format!("{:016x}", app.run.world().hash()),
        contacts: app.run.world().contact_count(),
        events: app.run.events().len(),
        work: work(app),
        selection: app.selection.iter().map(ToString::to_string).collect(),
        entered: app.canvas.entered.and_then(|entered| entered.body(app.document.level(), &app.selection)),
        tool: app.toolbox.entry.id,
        hand: app.run.hand().is_some(),
        hint: app.canvas.hint.clone(),
        overlays: app.settings.overlays_on().map(|overlay| overlay.id).collect(),
        theme: format!("{:?}", app.settings.theme).to_lowercase(),
        center: app.canvas.camera.center.into(),
        scale: app.canvas.camera.scale * f64::from(scale),
        pointer: app.canvas.pointer.at.map(Into::into),
        canvas: pixels(rect),
        window: window.into(),
        regions: regions::all(ctx).into_iter().map(|(name, rect)| (name, pixels(rect))).collect(),
        dialog,
        undo: app.document.undo_label().map(str::to_owned),
        redo: app.document.redo_label().map(str::to_owned),
        controls,
    }
}

/// Results of background work.
fn work(app: &App) -> WorkStatus {
    use crate::level::checks::Severity;
    let Features { findings, diagnosis, sweep, .. } = &app.features;
    WorkStatus {
        findings: findings.list.len(),
        errors: findings.list.iter().filter(|finding| finding.severity == Severity::Error).count(),
        problems: diagnosis.found.problems.iter().map(|one| (one.detector().id, one.count)).collect(),
        diagnosing: diagnosis.progress(),
        sweep: sweep.sheet.as_ref().map_or_else(Vec::new, Sheet::values),
        sweeping: sweep.is_running(),
        #[cfg(target_arch = "wasm32")]
        workers: super::background::counts().into(),
        #[cfg(not(target_arch = "wasm32"))]
        workers: [0, 0],
        notices: app.notices.texts().map(str::to_owned).collect(),
    }
}
