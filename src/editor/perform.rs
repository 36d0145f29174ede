//! Does what panels, tools and keys have asked for, at the end of a picture: the one place where the editor's state
//! changes.
//!
//! Must never know: widgets.

use super::actions::{Action, Command, Menu, Source};
use super::app::{self, App};
use super::breakpoints;
use super::canvas::{self, Wish};
use super::document::{Document, Edit};
use super::files::{Export, Outcome, Pending, Purpose, file_name};
use super::playback::Loop;
use super::settings::{DockTab, SideTab, ThemeChoice};
use super::timeline::Timeline;
use super::{journal, panels, pin, plots, time};
use crate::debugger::{Run, freeze, recording};
use crate::geometry::DVec2;
use crate::level::checks::{self, Finding};
use crate::level::{Level, Place, format};
use egui::{Context, ViewportCommand};
use std::path::{Path, PathBuf};

/// Does one action.
pub fn perform(app: &mut App, ctx: &Context, action: Action) {
    match action {
        Action::Command(command) => command_(app, ctx, command),
        Action::Edit(change) if app.desk.is_live => journal::edit_live(app, change),
        Action::Edit(change) => edit_level(app, change),
        Action::Journal(wish) => journal::perform(app, wish),
        Action::EndGesture => app.document.end_gesture(),
        Action::Select(places) => app.selection = places,
        Action::Reveal(places) => {
            app.selection.clone_from(&places);
            app.look_at(places);
        }
        Action::Hover(places) => app.canvas.lit = places,
        Action::Seek(frame) => time::go(app, (frame.min(app.run.last_frame()), 0)),
        Action::Time(wish) => time::wish(app, ctx, wish),
        Action::Hand(hand) => {
            // What one takes hold of is what one sees.
            app.playback.stay();
            app.run.set_hand(hand);
        }
        Action::Look(viewport) => app.canvas.camera.look(viewport),
        Action::Prefer(change) => change(&mut app.settings),
        Action::Export(kind) => ask(app, ctx, Purpose::Export(kind)),
        Action::Plots(change) => change(&mut app.plots),
        Action::Overlay(id) => app.settings.toggle_overlay(id),
        Action::Fix(finding) => fix(app, finding),
        Action::Open(source) => guarded(app, ctx, Pending::Open(source)),
        Action::Inquire(subject) => app.inquiry.wish = Some(subject),
        Action::Speed(speed) => app.playback.set_speed(speed),
        Action::Breakpoints(wish) => breakpoints::wish(app, wish),
        Action::Tool(id) => {
            let mut out = Vec::new();
            app.toolbox.take(id, &mut out);
            out.into_iter().for_each(|action| perform(app, ctx, action));
        }
    }
}

fn command_(app: &mut App, ctx: &Context, command: Command) {
    match command {
        Command::New => guarded(app, ctx, Pending::Open(Source::New)),
        Command::Open => ask(app, ctx, Purpose::Open),
        Command::Save => save(app, ctx, None),
        Command::SaveAs => ask(app, ctx, Purpose::Save(None)),
        Command::SaveRun => ask(app, ctx, Purpose::SaveRun),
        Command::FrameToLevel => guarded(app, ctx, Pending::Open(Source::Moment)),
        Command::Revert => guarded(app, ctx, Pending::Revert),
        Command::Quit => guarded(app, ctx, Pending::Quit),
        Command::Undo | Command::Redo => time_of_document(app, command),
        Command::Pin => {
            if let Some(change) = pin::edit(app.document.level(), &app.selection) {
                perform(app, ctx, Action::Edit(change));
            }
        }
        // Escape closes what lies on top first.
        Command::SelectNothing if app.shows_keys || app.shows_about => {
            (app.shows_keys, app.shows_about) = (false, false);
        }
        Command::SelectNothing if app.playback.target().is_some() => app.playback.call_off(&mut app.run),
        Command::SelectNothing if app.guide.is_open => app.guide.toggle(),
        Command::SelectNothing => app.selection.clear(),
        _ if command.row().menu == Menu::Run => time::command(app, ctx, command),
        Command::ToggleTwin => toggle_twin(app),
        Command::Guide => app.guide.toggle(),
        Command::Shortcuts => app.shows_keys = !app.shows_keys,
        Command::About => app.shows_about = !app.shows_about,
        _ => view(app, command),
    }
}

fn time_of_document(app: &mut App, command: Command) {
    keep_in_sight(app, |app| {
        let label = if command == Command::Undo { app.document.undo() } else { app.document.redo() };
        if label.is_some() {
            rerun(app);
        }
    });
}

/// How much the zoom commands zoom.
const ZOOM: f64 = 1.25;

fn view(app: &mut App, command: Command) {
    let settings = &mut app.settings;
    match command {
        Command::Fit => app.canvas.wish = Some(Wish::Everything),
        Command::FitSelection if app.selection.is_empty() => app.canvas.wish = Some(Wish::Everything),
        Command::FitSelection => app.look_at(app.selection.clone()),
        Command::ZoomIn => zoom(app, ZOOM),
        Command::ZoomOut => zoom(app, 1.0 / ZOOM),
        Command::ToggleTheme => {
            settings.theme = if settings.theme == ThemeChoice::Dark { ThemeChoice::Light } else { ThemeChoice::Dark };
        }
        Command::ToggleInspector => settings.shows_side = !settings.shows_side,
        Command::Why => (settings.shows_dock, settings.dock_tab) = (true, DockTab::Verdict),
        Command::ToggleDock => settings.shows_dock = !settings.shows_dock,
        Command::TogglePhases => {
            settings.shows_phases = !settings.shows_phases;
            app.run.look_at_end();
        }
        Command::LargerText => settings.ui_scale = (settings.ui_scale + 0.1).min(3.0),
        Command::SmallerText => settings.ui_scale = (settings.ui_scale - 0.1).max(0.6),
        _ => {}
    }
}

/// Zooms at the pointer where it is over the canvas, else at the middle.
fn zoom(app: &mut App, factor: f64) {
    let Some(rect) = app.canvas.rect else { return };
    let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
    let mut viewport = app.canvas.camera.viewport(size);
    let at = app.canvas.pointer.at.map_or(size * 0.5, |at| viewport.screen_from_world(at));
    viewport.zoom_at(at, factor);
    app.canvas.camera.look(viewport);
}

/// Changes the level; the run starts over and goes on to where it was.
pub fn edit_level(app: &mut App, change: Edit) {
    match app.document.apply(change) {
        Ok(true) => rerun(app),
        Ok(false) => {}
        Err(reason) => app.notices.error(reason),
    }
}

/// Gives the level a twin, and opens the panel with its settings; or takes it away.
fn toggle_twin(app: &mut App) {
    if app.desk.compare.is_some() {
        return journal::compare(app, None);
    }
    let label = if app.twin.is_some() { "Compare no more" } else { "Compare with a twin" };
    edit_level(
        app,
        Edit::new(label, |level| {
            panels::twin::toggled(level);
            Ok(())
        }),
    );
    if app.twin.is_some() {
        app.settings.side_tab = SideTab::World;
    }
}

fn rerun(app: &mut App) {
    if app.run.relabel(app.document.level()) {
        app.level_changed();
        return;
    }
    let frame = app.playback.catching_up().unwrap_or_else(|| app.run.frame());
    let level = app.document.level();
    let carried = app.run.carried_to(level.clone()).or_else(|error| {
        app.notices.warning(format!("The journal does not fit the changed level, and begins anew: {error}"));
        Run::new(level.clone())
    });
    match carried {
        Ok(run) => app.run = run,
        Err(error) => app.notices.error(error.to_string()),
    }
    app.timeline.forget();
    app.playback.catch_up_to(frame);
    app.level_changed();
}

/// What must be seen of the level for it to count as in sight.
const IN_SIGHT: f64 = 0.25;

/// Does a change that may move the level as a whole, such as a flip, and looks where it went if that was out of sight.
fn keep_in_sight(app: &mut App, change: impl FnOnce(&mut App)) {
    let was_seen = canvas::share_in_sight(app) >= IN_SIGHT;
    change(app);
    if was_seen && canvas::share_in_sight(app) < IN_SIGHT {
        app.canvas.wish = Some(first_view(app));
    }
}

fn fix(app: &mut App, finding: Finding) {
    let Some(mend) = checks::rule(finding.rule).and_then(|rule| rule.fix) else { return };
    let label = finding.fix.clone().unwrap_or_else(|| format!("Fix {}", finding.rule));
    let before = app.findings.len();
    keep_in_sight(app, |app| edit_level(app, Edit::new(label.clone(), move |level| mend(level, &finding).map(drop))));
    if app.findings.len() < before {
        app.notices.success(label);
    }
}

/// Does what may lose changes, or asks first.
pub fn guarded(app: &mut App, ctx: &Context, pending: Pending) {
    if app.document.is_dirty() {
        app.files.guard = Some(pending);
    } else {
        go_on(app, ctx, pending);
    }
}

/// Does it, whatever is lost.
pub fn go_on(app: &mut App, ctx: &Context, pending: Pending) {
    match pending {
        Pending::Open(source) => open(app, &source),
        Pending::Revert => match app.document.path.clone() {
            Some(path) => open(app, &Source::File(path)),
            None => {
                while app.document.undo().is_some() {}
                rerun(app);
            }
        },
        Pending::Quit => {
            app.may_close = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
    }
}

fn open(app: &mut App, source: &Source) {
    let (document, run) = match load(app, source) {
        Ok(loaded) => loaded,
        Err(error) => {
            app.notices.error(error.to_string());
            return;
        }
    };
    (app.document, app.run) = (document, run);
    (app.desk.compare, app.desk.is_live, app.desk.branch) = (None, false, 0);
    app.playback.set_playing(false);
    app.playback.catch_up_to(0);
    app.playback.looped = Loop::default();
    app.timeline = Timeline::default();
    app.selection.clear();
    app.level_changed();
    app.canvas.wish = Some(first_view(app));
    app.canvas.camera.is_fitted = true;
    if let Source::File(path) = source {
        app.settings.remember(path);
    }
    warn_of_errors(app);
}

/// What a source names, as a document and its run.
fn load(app: &mut App, source: &Source) -> Result<(Document, Run), format::FormatError> {
    match source {
        Source::Moment => {
            let frozen = freeze::freeze(&app.run)?;
            frozen.remarks.into_iter().for_each(|remark| app.notices.warning(remark));
            let run = Run::new(frozen.level.clone().into())?;
            Ok((Document::unsaved(frozen.level), run))
        }
        Source::Text(name, text) if recording::is_recording(Path::new(name)) => {
            let (recording, run) = recording::read(text, format::TextFormat::of(Path::new(name)))?;
            Ok((Document::new(recording.level, None), run))
        }
        _ => app::begin(app::read(source)?),
    }
}

/// Tells of errors in a level that was opened.
pub fn warn_of_errors(app: &mut App) {
    if app.findings.iter().any(|finding| finding.severity == checks::Severity::Error) {
        app.notices.warning("The checks found errors: see Findings below");
    }
}

/// Where to look when a level is opened: where its file says, else at everything.
pub fn first_view(app: &App) -> Wish {
    let view = app.document.level().editor.as_ref().and_then(|extra| extra.view);
    view.map_or(Wish::Everything, Wish::View)
}

/// Saves to the level's file, or asks for one.
pub fn save(app: &mut App, ctx: &Context, then: Option<Pending>) {
    match app.document.path.clone() {
        Some(path) => save_to(app, ctx, &path, then),
        None => ask(app, ctx, Purpose::Save(then)),
    }
}

fn save_to(app: &mut App, ctx: &Context, path: &Path, then: Option<Pending>) {
    let level = app.document.level().clone();
    match format::save(&level, path) {
        Ok(()) => {
            app.document.mark_saved(level, Some(path.to_owned()));
            app.settings.remember(path);
            app.notices.success(format!("Saved {}", path.file_name().unwrap_or_default().to_string_lossy()));
            if let Some(pending) = then {
                go_on(app, ctx, pending);
            }
        }
        Err(error) => app.notices.error(error.to_string()),
    }
}

fn export_to(app: &mut App, kind: Export, path: &Path) {
    match plots::export::contents(app, kind).and_then(|contents| format::replace(path, &contents)) {
        Ok(()) => {
            app.notices.success(format!("Exported {}", path.file_name().unwrap_or_default().to_string_lossy()));
        }
        Err(reason) => app.notices.error(reason),
    }
}

fn save_run_to(app: &mut App, path: &Path) {
    match recording::save(&app.run.recording(), path) {
        Ok(()) => {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            app.notices.success(format!("Saved {name}: {} frames", app.run.samples().len() - 1));
        }
        Err(error) => app.notices.error(error.to_string()),
    }
}

/// Asks for a file: by the system's dialog, or by the browser in the window.
#[cfg(not(target_arch = "wasm32"))]
fn ask(app: &mut App, ctx: &Context, purpose: Purpose) {
    if app.files.is_waiting {
        return;
    }
    let (start, name) = suggestion(app, &purpose);
    if app.settings.own_browser || !super::files::dialogs::may_exist() {
        app.files.browser = Some(super::files::browser::Browser::new(purpose, &start, name));
    } else {
        app.files.ask(ctx, purpose, start, name);
    }
}

#[cfg(target_arch = "wasm32")]
fn ask(app: &mut App, ctx: &Context, purpose: Purpose) {
    match purpose {
        Purpose::Open => app.files.ask_for_text(ctx),
        Purpose::Export(kind) => match plots::export::contents(app, kind) {
            Ok(contents) => {
                let (_, name) = suggestion(app, &purpose);
                app.files.save_export(ctx, name, contents, purpose);
            }
            Err(reason) => app.notices.error(reason),
        },
        Purpose::Save(_) => {
            let (_, name) = suggestion(app, &purpose);
            let text = format::write(app.document.level(), format::TextFormat::Ron);
            app.files.save_text(ctx, name, text);
        }
        Purpose::SaveRun => {
            let (_, name) = suggestion(app, &purpose);
            let text = recording::write(&app.run.recording(), format::TextFormat::Ron);
            app.files.save_export(ctx, name, text.into_bytes(), purpose);
        }
    }
}

/// Folder and file name to begin with.
fn suggestion(app: &App, purpose: &Purpose) -> (PathBuf, String) {
    let known = app.document.path.clone();
    let start = known.as_ref().or(app.settings.recent.first()).and_then(|path| path.parent()).map(Path::to_owned);
    let name = known.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| file_name(&app.document.title()));
    let name = match purpose {
        Purpose::Export(kind) => {
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            format!("{stem}-plots.{}", kind.ending())
        }
        _ => purpose.with_ending(Path::new(&name)).to_string_lossy().into_owned(),
    };
    (start.unwrap_or_default(), name)
}

/// What a dialog has answered.
pub fn answered(app: &mut App, ctx: &Context, outcome: Outcome, out: &mut Vec<Action>) {
    match outcome {
        Outcome::Picked(Purpose::Open, path) => out.push(Action::Open(Source::File(path))),
        Outcome::Picked(Purpose::Save(then), path) => {
            let path = Purpose::Save(None).with_ending(&path);
            save_to(app, ctx, &path, then);
        }
        Outcome::Picked(Purpose::Export(kind), path) => {
            let path = Purpose::Export(kind).with_ending(&path);
            export_to(app, kind, &path);
        }
        Outcome::Picked(Purpose::SaveRun, path) => save_run_to(app, &Purpose::SaveRun.with_ending(&path)),
        Outcome::Nothing(purpose) => app.files.offer = Some(purpose),
        Outcome::Text(name, text) => out.push(Action::Open(Source::Text(name, text))),
        Outcome::Saved(name) => {
            let level = app.document.level().clone();
            app.document.mark_saved(level, None);
            app.notices.success(format!("Saved {name}"));
        }
        Outcome::Exported(name) => app.notices.success(format!("Exported {name}")),
        Outcome::Failed(reason) => app.notices.error(reason),
    }
}

/// Opens the browser in the window for what the system's dialog did not give.
#[cfg(not(target_arch = "wasm32"))]
pub fn browse(app: &mut App, purpose: Purpose) {
    let (start, name) = suggestion(app, &purpose);
    app.files.offer = None;
    app.files.browser = Some(super::files::browser::Browser::new(purpose, &start, name));
}

/// Whether a level has such a part.
pub fn exists(level: &Level, place: Place) -> bool {
    let body = |index: usize| level.bodies.get(index);
    match place {
        Place::Level | Place::World => true,
        Place::Body(b) => body(b).is_some(),
        Place::Node(b, i) => body(b).is_some_and(|body| i < body.nodes.len()),
        Place::Spring(b, i) => body(b).is_some_and(|body| i < body.springs.len()),
        Place::Stick(b, i) => body(b).is_some_and(|body| i < body.sticks.len()),
        Place::HullEdge(b, i) => body(b).is_some_and(|body| i < body.hull.len()),
        Place::Triangle(b, i) => body(b).is_some_and(|body| i < body.triangles.len()),
        Place::Disc(i) => i < level.discs.len(),
        Place::Obstacle(i) => i < level.obstacles.len(),
    }
}
