//! Performs the actions of panels, tools and keys at the end of a UI frame. The editor's state changes only here.

pub mod arrange;
pub mod background_work;
mod balloon;
pub mod breakpoints;
mod bundle_report;
pub mod changes;
pub mod clipboard;
pub mod compare_runs;
pub mod documents;
mod files;
mod findings;
mod insert;
mod journal;
pub mod keys;
#[cfg(not(target_arch = "wasm32"))]
pub mod live;
pub mod meshing;
mod outline;
pub mod palette;
mod plots;
pub mod portrait;
mod select;
pub mod settings;
pub mod share;
mod shrink;
pub mod time;
pub mod tour;
mod view;

#[cfg(not(target_arch = "wasm32"))]
pub use files::dropped;
#[cfg(target_arch = "wasm32")]
pub use files::page;
pub use files::{
    answered, background, closing, go_on, guarded, open_source, opening_view, remember_view, save, show_recorded_end,
    warn_of_errors,
};

use super::actions::{Action, Command, ImageUse, Menu, Source};
use super::app::App;
use super::canvas::entered::Entered;
use super::canvas::{self, ViewCommand};
use super::document::{Document, Edit};
use super::files::{Pending, Purpose};
use super::kept_runs::{Keeping, MOST};
use super::settings::tabs::Tab;
use super::tools::Press;
use super::{features, pin};
use crate::debugger::{Moment, Run};
use crate::editor::features::changes::ChangeCommand;
use crate::editor::features::shrink::ShrinkCommand;
use crate::level::edit::symmetry::{MirrorAxis, follow};
use crate::level::{Level, Place};
use crate::picture::scene;
use egui::Context;
use files::ask;

/// Performs one action.
pub fn perform(app: &mut App, ctx: &Context, action: Action) {
    match action {
        Action::Command(command) => command_(app, ctx, command),
        Action::Edit(change) if app.features.journal.is_live => journal::edit_live(app, change),
        Action::Edit(change) => edit_level(app, change),
        Action::Journal(command) => journal::perform(app, command),
        Action::Balloon(command) => balloon::perform(app, command),
        Action::Make(command) => meshing::perform(app, ctx, command),
        Action::Arrange(command) => arrange::perform(app, command),
        #[cfg(not(target_arch = "wasm32"))]
        Action::Live(command) => live::perform(app, ctx, command),
        Action::CancelGesture(gesture) => cancel_gesture(app, gesture),
        Action::Tell(text) => app.notices.success(text),
        Action::Refuse(reason) => app.notices.warning(reason),
        Action::Mirror(mirror) => app.toolbox.mirror = mirror,
        Action::EndGesture => app.document.end_gesture(),
        Action::Select(places) => app.selection = existing(app, places).into(),
        Action::Find(text) => select::find(app, &text),
        Action::Enter(body) => app.canvas.entered = body.and_then(|body| Entered::new(app.document.level(), body)),
        Action::Reveal(places) => reveal(app, places),
        Action::Hover(places) => app.canvas.lit = places,
        Action::Seek(frame) => time::go(app, (frame.min(app.run.last_frame()), 0)),
        Action::Time(command) => time::perform(app, ctx, command),
        Action::Hand(hand) => {
            // The hand grabs parts at the displayed moment, so a seek ends here.
            app.playback.stay();
            app.run.set_hand(hand);
        }
        Action::Look(viewport) => app.canvas.camera.look(viewport),
        Action::Prefer(change) => change(&mut app.settings),
        Action::Files(command) => files::perform(app, ctx, command),
        Action::Export(kind) => ask(app, ctx, Purpose::Export(kind)),
        Action::Plots(change) => change(&mut app.features.plots),
        Action::Overlay(id) => app.settings.toggle_overlay(id),
        Action::Paste(text) => clipboard::paste(app, ctx, text),
        Action::History(step) => go_in_history(app, step),
        Action::Fix(finding) => findings::fix(app, &finding),
        Action::FixAll(least) => findings::fix_all(app, least),
        Action::Open(source) => open(app, ctx, source),
        Action::Diagnosis(command) => {
            app.features.diagnosis.perform(&app.run, command).unwrap_or_else(|reason| app.notices.warning(reason))
        }
        Action::ShowProblemRow(problem) => app.features.problems.chosen = Some(problem),
        Action::Shrink(command) => shrink::perform(app, ctx, command),
        Action::Sweep(command) => app.features.sweep.perform(ctx, &app.document.placed().level, command),
        Action::Settings(command) => settings::perform(app, ctx, command),
        Action::Rules(command) => app.features.rules.perform(command),
        Action::Verdict(subject) => app.features.verdict.requested = Some(subject),
        Action::Speed(speed) => app.playback.set_speed(speed),
        Action::Breakpoints(command) => breakpoints::perform(app, command),
        Action::Changes(command) => changes::perform(app, command),
        Action::EventLog(change) => change(&mut app.features.event_log),
        Action::OpenLink(link) => share::open(app, ctx, &link),
        Action::PartsTable(change) => change(&mut app.features.parts_table),
        Action::Document(command) => documents::perform(app, ctx, command),
        Action::CompareRuns(change) => change(&mut app.features.compare_runs),
        Action::Tool(id) => take_tool(app, ctx, id),
    }
}

/// Selects the parts that exist and moves the view to them.
fn reveal(app: &mut App, places: Vec<Place>) {
    let places = existing(app, places);
    app.selection = places.clone().into();
    app.canvas.view_command = Some(ViewCommand::Reveal(places));
}

fn take_tool(app: &mut App, ctx: &Context, id: &'static str) {
    let mut out = Vec::new();
    app.toolbox.take(id, &mut out);
    out.into_iter().for_each(|action| perform(app, ctx, action));
}

/// Purpose of the dialog that a command opens, if it opens one.
fn purpose_of(command: Command) -> Option<Purpose> {
    Some(match command {
        Command::Open => Purpose::Open,
        #[cfg(target_arch = "wasm32")]
        Command::OpenFolder => Purpose::OpenFolder,
        Command::Import => Purpose::Import,
        Command::SaveAs => Purpose::Save(None),
        Command::SaveRun => Purpose::SaveRun,
        Command::SaveBundle => Purpose::SaveBundle,
        Command::ExportForGame => Purpose::ExportLevel,
        Command::CompareRun => Purpose::CompareRun,
        Command::ReferenceImage => Purpose::Image(ImageUse::Reference),
        _ => return None,
    })
}

fn command_(app: &mut App, ctx: &Context, command: Command) {
    if let Some(purpose) = purpose_of(command) {
        return ask(app, ctx, purpose);
    }
    match command {
        _ if documents::COMMANDS.contains(&command) => documents::command(app, ctx, command),
        Command::Gallery => app.files.start.open(),
        Command::Save => save(app, ctx, None),
        Command::Revert => guarded(app, ctx, Pending::Revert),
        #[cfg(not(target_arch = "wasm32"))]
        Command::RestoreBackup => files::show_backups(app),
        Command::Quit => guarded(app, ctx, Pending::Quit),
        Command::Undo | Command::Redo => time_of_document(app, command),
        Command::History => app.settings.show(Tab::History),
        Command::Rename => outline::rename(app, ctx),
        Command::GroupParts => outline::group_parts(app, ctx),
        Command::Pin => {
            if let Some(change) = pin::edit(app.document.level(), &app.selection, app.toolbox.mirror.axis()) {
                perform(app, ctx, Action::Edit(change));
            }
        }
        Command::FindParts => search(app, ctx),
        _ if command.menu() == Menu::Insert => insert::command(app, ctx, command),
        _ if command.menu() == Menu::Mesh => meshing::command(app, ctx, command),
        Command::SelectNothing => escape(app, ctx),
        Command::SelectAll => app.selection = select::all(app),
        Command::SelectNodes
        | Command::SelectHull
        | Command::SelectConnected
        | Command::GrowSelection
        | Command::ShrinkSelection
        | Command::SelectSameKind
        | Command::NextPart
        | Command::PreviousPart => select::select_related(app, command),
        Command::InvertSelection => app.selection = app.selection.inverted(app.document.level()),
        _ if command.menu() == Menu::Edit => clipboard::command(app, ctx, command),
        Command::Tour => tour::toggle(app),
        #[cfg(not(target_arch = "wasm32"))]
        Command::AttachGame => app.features.live.is_asking = true,
        Command::Shrink => shrink::perform(app, ctx, ShrinkCommand::Show(None)),
        Command::CheckExpectations => app.settings.show(Tab::Expectations),
        _ if command.menu() == Menu::Run => time::command(app, ctx, command),
        _ if command.menu() == Menu::Arrange => arrange::command(app, command),
        Command::ToggleTwin => toggle_twin(app, ctx),
        Command::Palette => app.features.palette.toggle(),
        Command::CopyLink => share::copy(app, ctx),
        Command::OpenLink => app.features.open_link.is_asking = true,
        Command::ExportMesh => files::export_mesh(app, ctx),
        Command::OpenNotebook => plots::open_notebook(app, ctx),
        Command::ExportPicture => app.files.portrait_is_open = true,
        Command::ClearGuides => edit_level(app, features::guides::clear()),
        Command::KeepView => files::keep_view(app),
        Command::Guide => app.features.guide.toggle(),
        Command::Shortcuts => app.features.help.shows_keys = !app.features.help.shows_keys,
        Command::About => app.features.help.shows_about = !app.features.help.shows_about,
        _ => view::command(app, ctx, command),
    }
}

/// Opens a level or a run, imports a drawing, or shows the results of a sweep.
fn open(app: &mut App, ctx: &Context, source: Source) {
    match source {
        Source::File(path) if meshing::is_importable(&path) => meshing::import(app, ctx, &path),
        Source::File(path) if Purpose::Sweep.fits(&path) => files::open_sweep(app, ctx, &path),
        source => open_source(app, ctx, source),
    }
}

fn cancel_gesture(app: &mut App, gesture: u64) {
    if app.document.cancel(gesture) {
        rerun(app);
    }
}

/// Escape: closes the topmost window, else cancels the tool, else closes errors, else leaves the entered body, else clears the
/// selection.
fn escape(app: &mut App, ctx: &Context) {
    if app.features.settings.close() || app.features.help.close() {
        return;
    }
    if app.files.portrait_is_open {
        app.files.portrait_is_open = false;
    } else if app.playback.target().is_some() {
        app.playback.cancel(&mut app.run);
    } else if app.features.guide.is_open {
        app.features.guide.toggle();
    } else if app.toolbox.tool.claims(Press::Escape) {
        app.toolbox.presses.push(Press::Escape);
        ctx.request_repaint();
    } else if app.features.changes.is_open {
        changes::perform(app, ChangeCommand::Close);
    } else if app.features.maker.is_some() {
        meshing::leave(app);
    } else if app.features.arranging.is_some() {
        app.features.arranging = None;
    } else if app.notices.close_errors() {
        ctx.request_repaint();
    } else if let Some(body) = select::leaves(app) {
        app.selection = vec![body].into();
        app.canvas.entered = None;
    } else {
        app.selection.clear();
    }
}

/// Opens the search field of the outline.
fn search(app: &mut App, ctx: &Context) {
    app.settings.show(Tab::Outline);
    features::outline::panel::wants_search(ctx);
}

/// Goes to a step of the edit history.
fn go_in_history(app: &mut App, step: usize) {
    travel(app, |document| document.jump(step));
}

/// Goes to another state of the document, with the selection that it was left with.
fn travel(app: &mut App, go: impl FnOnce(&mut Document) -> bool) {
    keep_in_sight(app, |app| {
        let (state, selection) = (app.document.state(), app.selection.clone());
        if go(&mut app.document) {
            app.document.left(state, selection);
            rerun(app);
            if let Some(selection) = app.document.selection() {
                app.selection = selection.clone();
            }
        }
    });
}

fn time_of_document(app: &mut App, command: Command) {
    let step = if command == Command::Undo { Document::undo } else { Document::redo };
    travel(app, |document| step(document).is_some());
}

/// Applies an edit; the run restarts and returns to its moment.
pub fn edit_level(app: &mut App, change: Edit) {
    let (state, selection) = (app.document.state(), app.selection.clone());
    match app.document.apply(followed(app, change)) {
        Ok(true) => {
            app.document.left(state, selection);
            rerun(app);
            if let Some(made) = app.document.take_made() {
                app.selection = made.places.into();
                if !made.said.is_empty() {
                    app.notices.success(made.said);
                }
            }
            if let Some(text) = app.document.take_lost() {
                app.notices.warning(text);
            }
        }
        Ok(false) => {}
        // Refused edits change nothing, so a warning that disappears is enough.
        Err(reason) => app.notices.warning(sentence(&reason)),
    }
}

/// The edit with its mirror images, unless it handles the mirror itself.
fn followed(app: &App, edit: Edit) -> Edit {
    let Some(x) = app.toolbox.mirror.axis().filter(|_| edit.is_followed) else { return edit };
    let change = edit.change;
    let change = move |level: &mut Level| {
        let before = level.clone();
        let made = change(level)?;
        let axis = MirrorAxis::of(&before, x);
        follow(&before, level, axis)?;
        Ok(made)
    };
    Edit { change: Box::new(change), ..edit }
}

/// Capitalizes the first letter, unless the text begins with a place of the level.
fn sentence(text: &str) -> String {
    let word = text.split(' ').next().unwrap_or_default();
    if word.contains(['[', '.', '_']) {
        return text.to_owned();
    }
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// Adds a twin to the level and opens the panel with its settings, or removes the twin.
fn toggle_twin(app: &mut App, ctx: &Context) {
    if app.features.journal.compare.is_some() {
        return journal::compare(app, None);
    }
    let label = if app.features.twin.is_some() { "Remove the twin" } else { "Compare with a twin" };
    edit_level(
        app,
        Edit::new(label, |level| {
            features::twin::panel::toggled(level);
            Ok(())
        }),
    );
    if app.features.twin.is_some() {
        app.settings.show(Tab::World);
        features::twin::panel::reveal(ctx);
    } else {
        app.document.compare_with_saved();
    }
}

/// Restarts the run with the changed source of an instance.
pub fn source_changed(app: &mut App) {
    rerun(app);
    app.notices.success("The source of an instance has changed");
}

fn rerun(app: &mut App) {
    if app.run.relabel(&app.document.placed().level) {
        app.earlier.mark(&app.document);
        app.level_changed();
        return;
    }
    let moment = app.playback.target().unwrap_or_else(|| app.run.moment());
    let phase = app.run.phases_done();
    if let Some((run, target)) = app.earlier.take(&app.document) {
        let left = std::mem::replace(&mut app.run, run);
        app.earlier.keep(&app.document, left, moment);
        app.playback.catch_up_to(if app.run.moment() < target { target } else { (0, 0) });
        app.features.journal.branch = app.run.branch().id;
    } else {
        begin_anew(app, moment);
    }
    // Phases are counted within one substep, so the phase is that of the same moment only.
    app.features.timeline.inside = phase.map(|phase| (moment, phase));
    app.features.timeline.forget();
    app.features.changes.forget();
    app.level_changed();
}

/// Starts the run of the changed level with the inputs of the previous run and seeks to its moment; keeps the previous
/// run.
fn begin_anew(app: &mut App, moment: Moment) {
    // The document's level is valid.
    let (level, substeps) = (&app.document.placed().level, app.run.substeps_in(moment.0));
    let carried = app.run.carried_to_sound(level.clone()).or_else(|error| {
        app.notices.warning(format!("The journal does not fit the changed level and was cleared: {error}"));
        Run::new(level.clone())
    });
    match carried {
        Ok(run) => {
            let last = app.run.last_frame();
            let left = std::mem::replace(&mut app.run, run);
            // After an undo, the edit that was undone is the way back.
            let way = if app.document.redo_label().is_some() { "Redo" } else { "Undo" };
            let kept = format!("The run so far is kept up to frame {last}. {way} returns to it (Journal, Branches)");
            let Keeping { is_kept, replaces_oldest, cut_off } = app.earlier.keep(&app.document, left, moment);
            match (is_kept, replaces_oldest) {
                // Said once; the Journal lists the runs.
                (true, false) if !std::mem::replace(&mut app.earlier.has_said, true) => app.notices.success(kept),
                (_, false) | (false, _) => {}
                (true, true) => {
                    app.notices.warning(format!("{kept}. At most {MOST} are kept; the oldest was removed"));
                }
            }
            if cut_off > 0 {
                let runs = if cut_off == 1 { "the run that was" } else { "the runs that were" };
                app.notices.success(format!("This edit replaces the undone edits, and {runs} kept with them"));
            }
        }
        Err(error) => app.notices.error(error.to_string()),
    }
    let is_same = app.run.substeps_in(moment.0) == substeps;
    app.playback.catch_up_to(if is_same { moment } else { (moment.0, 0) });
}

/// Fraction of the level that must be visible to count as in view.
const IN_SIGHT: f64 = 0.25;

/// Performs a change that can move the whole level, such as a flip, and moves the view if the level left it.
fn keep_in_sight(app: &mut App, change: impl FnOnce(&mut App)) {
    let was_seen = share_in_sight(app) >= IN_SIGHT;
    change(app);
    if was_seen && share_in_sight(app) < IN_SIGHT {
        app.canvas.view_command = Some(first_view(app));
    }
}

/// Keeps the places that exist; a finding can refer to an earlier state of the level.
fn existing(app: &App, mut places: Vec<Place>) -> Vec<Place> {
    places.retain(|&place| app.document.level().has(place));
    places
}

/// Initial view: that of the file, else the whole level.
pub fn first_view(app: &App) -> ViewCommand {
    let view = app.document.level().editor.as_ref().and_then(|extra| extra.view);
    view.map_or(ViewCommand::Everything, ViewCommand::View)
}

/// Visible fraction of the level.
fn share_in_sight(app: &App) -> f64 {
    canvas::share_in_sight(&app.canvas, scene::bounds(&app.document.placed().level, app.run.world()))
}
