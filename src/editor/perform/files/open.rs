//! Opens levels and runs: small ones at once, large ones in the background.

use super::background::{self, WorkSize};
use super::backups;
use super::remember_view;
use crate::debugger::{Run, freeze, recording};
use crate::editor::actions::Source;
use crate::editor::app::App;
use crate::editor::bundle::layout::BundleLayout;
use crate::editor::bundle::{self, BundleView};
use crate::editor::canvas::ViewCommand;
use crate::editor::document::Document;
use crate::editor::features::timeline::Timeline;
use crate::editor::files::file_of;
use crate::editor::files::large::{SMALL_BYTES, is_large, is_large_file};
use crate::editor::files::task::{Cancelled, Finish, TaskHead, TaskKind};
use crate::editor::kept_runs::Earlier;
use crate::editor::open_documents::OpenDocument;
use crate::editor::opening;
use crate::editor::perform::{documents, opening_view, share, take_tool, warn_of_errors};
use crate::editor::playback::Loop;
use crate::editor::share::{LinkTarget, LinkedLevel};
use crate::level::Level;
use crate::level::format::{FormatError, TextFormat};
use egui::Context;
use std::path::Path;

/// A loaded source.
struct Loaded {
    document: Document,
    run: Run,
    /// Messages about parts that could not be carried over.
    remarks: Vec<String>,
    /// What a bug bundle shows.
    shown: Option<(BundleView, LinkTarget)>,
    /// The game that it came from.
    #[cfg(not(target_arch = "wasm32"))]
    link: Option<GameLink>,
}

/// A connection to a game, and the game's state.
#[cfg(not(target_arch = "wasm32"))]
pub type GameLink = (crate::play::link::LinkClient, crate::play::LinkStatus);

impl From<(Document, Run)> for Loaded {
    fn from((document, run): (Document, Run)) -> Self {
        Self {
            document,
            run,
            remarks: Vec::new(),
            shown: None,
            #[cfg(not(target_arch = "wasm32"))]
            link: None,
        }
    }
}

type Loader = Box<dyn FnOnce() -> Result<Loaded, FormatError> + Send>;

/// Where an opened level goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OpenTarget {
    /// A tab of its own. An untouched level without a file gives way.
    Tab,
    /// The active document, which it replaces.
    Active,
}

/// Opens a source. A file that is open already gets in front, unless it replaces the active document.
pub fn open(app: &mut App, ctx: &Context, source: &Source, target: OpenTarget) {
    let is_shown = target == OpenTarget::Tab && show_if_open(app, ctx, source);
    if is_shown && !is_read_again(app, source) {
        return;
    }
    let target = if is_shown { OpenTarget::Active } else { target };
    let (size, load) = match (size(app, source), loader(app, source)) {
        (size, Ok(load)) => (size, load),
        (_, Err(error)) => return app.notices.error(error.to_string()),
    };
    let name = match source {
        Source::File(path) => file_of(path),
        Source::Text(name, _) => name.clone(),
        _ => "a level".to_owned(),
    };
    let note = "The open levels stay as they are.";
    let head = TaskHead { title: format!("Opening {name}"), note, kind: TaskKind::Read };
    let source = source.clone();
    let work = move |_: &Cancelled| -> Finish<App> {
        let loaded = load();
        Box::new(move |app, ctx| match loaded {
            Ok(mut loaded) => {
                let shown = loaded.shown.take();
                show(app, ctx, &file_of_link(&source), loaded, target);
                if let Some((view, target)) = shown {
                    show_bundle(app, ctx, &view, &target);
                }
                if let Source::Link(target) = &source {
                    share::go(app, ctx, target);
                }
            }
            Err(error) => app.notices.error(error.to_string()),
        })
    };
    background::begin(app, ctx, size, head, work);
}

/// Activates the document of a file that is open already.
fn show_if_open(app: &mut App, ctx: &Context, source: &Source) -> bool {
    let Source::File(path) = file_of_link(source) else { return false };
    let Some(number) = app.document_of(&path) else { return false };
    app.files.start.is_open = false;
    if number == app.document.number() && app.document.recording.is_none() {
        app.notices.success(format!("{} is open already", file_of(&path)));
    }
    documents::activate(app, ctx, number);
    app.settings.remember(&path);
    if let Source::Link(target) = source {
        share::go(app, ctx, target);
    }
    true
}

/// True for the recording on display, in its tab: nothing watches its file, which may have changed.
fn is_read_again(app: &App, source: &Source) -> bool {
    let Source::File(path) = source else { return false };
    let is_active = app.document_of(path) == Some(app.document.number());
    is_active && app.document.recording.is_some() && !app.document.is_dirty()
}

/// The file of a link to a file; else the source itself.
fn file_of_link(source: &Source) -> Source {
    match source {
        Source::Link(target) => match &target.level {
            Some(LinkedLevel::File(path)) => Source::File(path.clone()),
            _ => source.clone(),
        },
        _ => source.clone(),
    }
}

fn size(app: &App, source: &Source) -> WorkSize {
    WorkSize::of(match source {
        Source::Link(target) => match &target.level {
            Some(LinkedLevel::File(path)) => is_large_file(path),
            Some(LinkedLevel::Level(level)) => is_large(level),
            Some(LinkedLevel::Recording(run)) => is_large(&run.level),
            None => false,
        },
        Source::File(path) => is_large_file(path),
        Source::Text(_, text) => text.len() as u64 > SMALL_BYTES,
        Source::Made(level) => is_large(level),
        Source::Moment => is_large(app.run.level()),
        // A game may take long to answer.
        Source::Game(_) => true,
        Source::Recovered(id) => backups::left(app, *id).is_ok_and(|left| is_large(&left.level)),
        _ => false,
    })
}

/// A function that loads a source without access to the window.
fn loader(app: &App, source: &Source) -> Result<Loader, FormatError> {
    Ok(match source {
        Source::Moment => {
            let (level, world) = (app.run.level().clone(), app.run.world().clone());
            Box::new(move || {
                let frozen = freeze::freeze_world(&level, &world)?;
                let run = Run::new(frozen.level.clone().into())?;
                let remarks = frozen.remarks;
                Ok(Loaded { remarks, ..Loaded::from((Document::unsaved(frozen.level), run)) })
            })
        }
        Source::Link(target) => return loader_of_link(app, target),
        Source::Made(level) => {
            let level = level.clone();
            Box::new(move || {
                let document = Document::unsaved(Level::clone(&level));
                let run = Run::new(document.placed().level.clone())?;
                Ok((document, run).into())
            })
        }
        Source::Recovered(id) => {
            let left = backups::left(app, *id)?;
            let (level, path) = (left.level.clone(), left.head.path.clone());
            Box::new(move || {
                let document = Document::recovered(Level::clone(&level), path);
                let run = Run::new(document.placed().level.clone())?;
                Ok((document, run).into())
            })
        }
        Source::Text(name, text) if recording::is_recording(Path::new(name)) => {
            let (text, format) = (text.clone(), TextFormat::of(Path::new(name)));
            Box::new(move || {
                let (recording, run) = recording::read(&text, format)?;
                Ok((Document::new(recording.level, None), run).into())
            })
        }
        Source::File(path) if bundle::is_bundle(path) => {
            let path = path.clone();
            Box::new(move || load_bundle(&path))
        }
        Source::File(path) if recording::is_recording(path) => {
            let path = path.clone();
            Box::new(move || opening::begin_recording(&path).map(Loaded::from))
        }
        #[cfg(not(target_arch = "wasm32"))]
        Source::Game(address) => {
            let address = address.clone();
            Box::new(move || load_game(&address))
        }
        _ => {
            let source = source.clone();
            Box::new(move || opening::begin(opening::read(&source)?).map(Loaded::from))
        }
    })
}

/// A function that loads the level of a link.
fn loader_of_link(app: &App, target: &LinkTarget) -> Result<Loader, FormatError> {
    Ok(match target.level.clone() {
        None => return loader(app, &Source::New),
        Some(LinkedLevel::File(path)) => return loader(app, &Source::File(path)),
        Some(LinkedLevel::Recording(recording)) => Box::new(move || {
            let run = Run::from_recording(&recording)?;
            Ok((Document::new(recording.level.clone(), None), run).into())
        }),
        Some(LinkedLevel::Level(level)) => Box::new(move || {
            let document = Document::new(Level::clone(&level), None);
            let run = Run::new(document.placed().level.clone())?;
            Ok((document, run).into())
        }),
    })
}

/// Loads a bug bundle.
fn load_bundle(path: &Path) -> Result<Loaded, FormatError> {
    let opened = bundle::load(path).map_err(|reason| FormatError::of_file(path, reason))?;
    let mut document = Document::new(opened.recording.level, None);
    document.recording = Some(path.to_owned());
    let shown = Some((opened.view, opened.target));
    Ok(Loaded { shown, ..Loaded::from((document, opened.run)) })
}

/// Attaches to a game and loads its present frame.
#[cfg(not(target_arch = "wasm32"))]
fn load_game(address: &str) -> Result<Loaded, FormatError> {
    let loaded = crate::editor::features::live::load(address);
    let (client, status, run) = loaded.map_err(|reason| FormatError::at("", reason))?;
    let document = Document::new(crate::level::Level::clone(run.start_level()), None);
    Ok(Loaded { link: Some((client, status)), ..Loaded::from((document, *run)) })
}

/// Goes to the last frame of a game's recording and reports which frames it has; to frame 0 of anything else.
pub fn show_recorded_end(app: &mut App) {
    let run = &app.run;
    if run.start().is_none() {
        return app.playback.catch_up_to((0, 0));
    }
    let (first, last) = (run.game_frame(), run.game_frame() + run.last_frame());
    let reason = run.source().map(|source| source.reason.trim()).filter(|reason| !reason.is_empty());
    let reason = reason.map_or_else(String::new, |reason| format!(" ({reason})"));
    let mut text = format!("Recording of a game, frames {first} to {last}{reason}");
    if let Some(earlier) = run.earlier_frames() {
        let from = first - earlier.frames;
        text += &format!(". It begins at frame {from}; parts came and went until frame {first}");
        if let Some(departure) = earlier.departure {
            let frame = from + departure.frame;
            app.notices.warning(format!("This version differs from the recording from game frame {frame} on"));
        }
    }
    app.notices.success(text);
    app.playback.catch_up_to((app.run.last_frame(), 0));
}

/// Shows what a bug bundle shows: its settings, moment, selection and overlays.
fn show_bundle(app: &mut App, ctx: &Context, view: &BundleView, target: &LinkTarget) {
    app.bundle.begin(&app.settings);
    view.apply(&mut app.settings);
    app.settings.overlays.clear();
    // A damaged file can have an end before the start.
    app.playback.looped = view.looped.checked();
    app.features.plots.zoom = view.plotted_frames.filter(|[from, to]| from < to && (to - from).is_finite());
    if let Some(camera) = view.camera {
        app.canvas.view_command = Some(ViewCommand::View(camera));
        app.canvas.camera.is_fitted = false;
        share::restore(app, ctx, target);
    } else {
        share::go(app, ctx, target);
    }
    app.bundle.layout = BundleLayout::of(view, &app.settings);
    app.notices.success("Opened a bug bundle. Overlays, layers, plots and marks in its tab are those of the bundle");
}

/// True for a level without parts.
fn is_empty(level: &Level) -> bool {
    let parts = [level.bodies.len(), level.discs.len(), level.obstacles.len(), level.links.len(), level.markers.len()];
    parts.iter().all(|&count| count == 0) && level.instances.is_empty()
}

/// True if the active document may be replaced by a source. The first steps do not replace a level that was chosen.
fn gives_way(app: &App, source: &Source) -> bool {
    let is_chosen = app.document.number() != app.window.first_document && !is_empty(app.document.level());
    documents::is_untouched(app) && (*source != Source::FirstSteps || !is_chosen)
}

/// Shows the loaded level.
fn show(app: &mut App, ctx: &Context, source: &Source, mut loaded: Loaded, target: OpenTarget) {
    let is_replaced = target == OpenTarget::Active || gives_way(app, source);
    let stays = |document: &&Document| !is_replaced || document.number() != app.document.number();
    let taken: Vec<String> = app.open_documents().filter(stays).map(Document::title).collect();
    loaded.document.set_untitled(&taken);
    std::mem::take(&mut loaded.remarks).into_iter().for_each(|remark| app.notices.warning(remark));
    remember_view(app);
    if is_replaced {
        app.documents.replace_in_pair(app.document.number(), loaded.document.number());
        app.earlier = Earlier::open(&loaded.document);
        (app.document, app.run) = (loaded.document, loaded.run);
        app.bundle.end(&mut app.settings);
        // The tour belongs to the level in which it began.
        app.features.tour.is_open &= target == OpenTarget::Active;
    } else {
        documents::add(app, ctx, OpenDocument::new(ctx, loaded.document, loaded.run));
    }
    app.files.start.is_open = false;
    (app.features.journal.compare, app.features.journal.is_live, app.features.journal.branch) = (None, false, 0);
    app.playback.set_playing(false);
    show_recorded_end(app);
    app.playback.looped = Loop::default();
    app.features.timeline = Timeline::default();
    app.features.changes.forget();
    app.features.compare_runs.compared = None;
    app.selection.clear();
    app.canvas.entered = None;
    if target == OpenTarget::Tab && !is_empty(app.document.level()) {
        take_tool(app, ctx, "select");
    }
    app.level_changed();
    #[cfg(not(target_arch = "wasm32"))]
    {
        app.features.live.link = None;
        if let Some(link) = loaded.link {
            crate::editor::perform::live::attached(app, ctx, link);
        }
    }
    app.canvas.view_command = Some(opening_view(app));
    app.canvas.camera.is_fitted = true;
    app.files.watch(ctx, app.document.path.as_deref());
    backups::opened(app, ctx, source);
    if let Source::File(path) = source {
        app.settings.remember(path);
    }
    app.features.findings.inspection.tells_of_errors = true;
    warn_of_errors(app);
}
