//! Opens files; asks before unsaved changes are lost.

pub mod background;
mod backups;
mod mesh;
mod open;
#[cfg(target_arch = "wasm32")]
pub mod page;
mod save;
mod view;

#[cfg(not(target_arch = "wasm32"))]
pub use backups::show_backups;
pub use mesh::export_mesh;
#[cfg(not(target_arch = "wasm32"))]
pub use open::GameLink;
pub use open::show_recorded_end;
#[cfg(target_arch = "wasm32")]
pub(super) use page::ask;
pub use save::save;
pub(super) use view::view;
pub use view::{keep_view, opening_view, remember_view};

use crate::editor::actions::{Action, ImageUse, Source};
use crate::editor::app::App;
use crate::editor::features::timeline::moments;
use crate::editor::features::{reference, skins};
#[cfg(not(target_arch = "wasm32"))]
use crate::editor::files::browser::{Browser, Shortcut};
use crate::editor::files::{DialogOutcome, Export, FileCommand, Pending, Purpose, file_name, file_of};
use crate::editor::perform::{documents, meshing, settings};
use crate::editor::settings::tabs::Tab;
use crate::level::checks;
use egui::{Context, ViewportCommand};
use open::{OpenTarget, open};
use std::path::{Path, PathBuf};

/// Performs a request that discards changes, after asking.
pub fn guarded(app: &mut App, ctx: &Context, pending: Pending) {
    if documents::unsaved(app, &pending).is_empty() {
        go_on(app, ctx, pending);
    } else {
        app.files.guard = Some(pending);
    }
}

/// Performs the request without asking.
pub fn go_on(app: &mut App, ctx: &Context, pending: Pending) {
    match pending {
        Pending::Revert => match app.document.path.clone() {
            #[cfg(target_arch = "wasm32")]
            Some(path) => page::read(app, ctx, path, |app, ctx, path| {
                open(app, ctx, &Source::File(path.to_owned()), OpenTarget::Active);
            }),
            #[cfg(not(target_arch = "wasm32"))]
            Some(path) => open(app, ctx, &Source::File(path), OpenTarget::Active),
            // Without a file the command is refused.
            None => {}
        },
        Pending::Close(numbers) => documents::close(app, ctx, &numbers),
        Pending::Quit => {
            app.window.may_close = true;
            ctx.send_viewport_cmd(ViewportCommand::Close);
        }
        Pending::SaveAll(pending) => documents::save_all(app, ctx, *pending),
    }
}

/// Opens a level in a tab of its own; a file that is open already gets in front.
pub fn open_source(app: &mut App, ctx: &Context, source: Source) {
    #[cfg(target_arch = "wasm32")]
    if let Source::File(path) = &source
        && app.document_of(path).is_none()
    {
        return page::open_file(app, ctx, path.clone());
    }
    open(app, ctx, &source, OpenTarget::Tab);
}

/// Replaces the active document by a source, without a question.
pub(super) fn replace(app: &mut App, ctx: &Context, source: &Source) {
    open(app, ctx, source, OpenTarget::Active);
}

/// Handles a close request: asks about unsaved changes, and lets a running write finish first.
pub fn closing(app: &mut App, ctx: &Context) {
    if app.window.may_close || !ctx.input(|i| i.viewport().close_requested()) {
        return;
    }
    if app.files.is_writing() {
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        app.files.after_saving = Some(Pending::Quit);
    } else if !documents::unsaved(app, &Pending::Quit).is_empty() {
        ctx.send_viewport_cmd(ViewportCommand::CancelClose);
        app.files.task = None;
        app.files.guard = Some(Pending::Quit);
    }
}

/// Shows a warning if the first findings of an opened level contain errors.
pub fn warn_of_errors(app: &mut App) {
    if app.features.findings.inspection.is_behind()
        || !std::mem::take(&mut app.features.findings.inspection.tells_of_errors)
    {
        return;
    }
    if app.features.findings.list.iter().any(|finding| finding.severity == checks::Severity::Error) {
        app.notices.warning("The checks found errors. See the Problems tab");
    }
}

/// Opens the system dialog, or the built-in browser.
#[cfg(not(target_arch = "wasm32"))]
pub(super) fn ask(app: &mut App, ctx: &Context, purpose: Purpose) {
    if app.files.is_waiting {
        return;
    }
    let (start, name) = suggestion(app, &purpose);
    if app.settings.own_browser || !crate::editor::files::dialogs::may_exist() {
        app.files.browser = Some(Browser::new(purpose, &start, name, spots(app)));
    } else {
        app.files.ask(ctx, purpose, start, name);
    }
}

/// Initial folder and file name of a dialog.
fn suggestion(app: &App, purpose: &Purpose) -> (PathBuf, String) {
    let known = app.document.path.clone();
    let start = known.as_ref().or(app.settings.recent.first()).and_then(|path| path.parent()).map(Path::to_owned);
    let remembered = app.settings.import_folder.clone().filter(|folder| *purpose == Purpose::Import && folder.is_dir());
    let start = remembered.or(start).or_else(start_folder);
    let name = known.as_ref().and_then(|path| path.file_name()).map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_else(|| file_name(&app.document.title()));
    // 16.11.3 as 16-11-3: what follows a point is the kind of a file.
    let moment = moments::displayed(&app.run).replace('.', "-");
    let name = match purpose {
        Purpose::Settings | Purpose::Export(Export::Settings) => "blobsmith-settings.json".to_owned(),
        Purpose::Export(kind) => {
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            let stem = stem.strip_suffix(".run").unwrap_or(stem);
            if *kind == Export::Mesh {
                format!("{stem}.{}", kind.ending())
            } else if kind.is_of_canvas() {
                format!("{stem}-{moment}.{}", kind.ending())
            } else {
                format!("{stem}-plots.{}", kind.ending())
            }
        }
        Purpose::SaveBundle => {
            let stem = name.split_once('.').map_or(name.as_str(), |(stem, _)| stem);
            format!("{stem}-{moment}.{}", crate::editor::bundle::ENDING)
        }
        Purpose::ExportLevel => {
            let stem = name.rsplit_once('.').map_or(name.as_str(), |(stem, _)| stem);
            format!("{stem}-game.json")
        }
        _ => purpose.with_ending(Path::new(&name)).to_string_lossy().into_owned(),
    };
    (start.unwrap_or_default(), name)
}

/// The folder where the program was started, unless a desktop chose it: the root, or the folder of the program.
fn start_folder() -> Option<PathBuf> {
    let folder = std::env::current_dir().ok()?;
    let is_of_program = std::env::current_exe().is_ok_and(|program| program.parent() == Some(&folder));
    (folder.parent().is_some() && !is_of_program).then_some(folder)
}

/// Handles the result of a dialog.
pub fn answered(app: &mut App, ctx: &Context, outcome: DialogOutcome, out: &mut Vec<Action>) {
    match outcome {
        DialogOutcome::Picked(Purpose::Open, path) => {
            if meshing::is_importable(&path) {
                app.notices.success(format!("{} is no level: it is imported into this one", file_of(&path)));
            }
            out.push(Action::Open(Source::File(path)));
        }
        #[cfg(target_arch = "wasm32")]
        DialogOutcome::Picked(Purpose::OpenFolder, path) => page::choose_level_of(app, ctx, &path),
        DialogOutcome::Picked(Purpose::Import, path) => {
            app.settings.import_folder = path.parent().map(Path::to_owned);
            meshing::import(app, ctx, &path);
        }
        DialogOutcome::Picked(Purpose::Image(ImageUse::Skin(bodies)), path) => {
            out.push(Action::Edit(skins::choose(app.document.path.as_deref(), bodies, &path)));
        }
        DialogOutcome::Picked(Purpose::Settings, path) => settings::import(app, &path),
        DialogOutcome::Picked(Purpose::Sweep, path) => open_sweep(app, ctx, &path),
        DialogOutcome::Picked(Purpose::LibraryFolder, path) => {
            let folders = &mut app.settings.library_folders;
            folders.retain(|folder| *folder != path);
            app.notices.success(format!("Added {} to the library, below the other folders", file_of(&path)));
            folders.push(path);
        }
        DialogOutcome::Picked(Purpose::ProjectFolder, path) => app.settings.project_folder = Some(path),
        DialogOutcome::Picked(Purpose::Image(ImageUse::Reference), path) => choose_reference(app, ctx, &path, out),
        DialogOutcome::Picked(Purpose::Save(then), path) => {
            let path = Purpose::Save(None).with_ending(&path);
            save::save_to(app, ctx, &path, then);
        }
        #[cfg(not(target_arch = "wasm32"))]
        DialogOutcome::Picked(purpose @ Purpose::Export(Export::PlotsNotebook), path) => {
            save::export_notebook_to(app, ctx, &purpose.with_ending(&path));
        }
        DialogOutcome::Picked(Purpose::Export(kind), path) => {
            let path = Purpose::Export(kind).with_ending(&path);
            save::export_to(app, ctx, kind, &path);
        }
        DialogOutcome::Picked(Purpose::ExportLevel, path) => {
            save::export_level_to(app, ctx, &Purpose::ExportLevel.with_ending(&path));
        }
        DialogOutcome::Picked(Purpose::SaveRun, path) => {
            save::save_run_to(app, ctx, &Purpose::SaveRun.with_ending(&path))
        }
        DialogOutcome::Picked(Purpose::CompareRun, path) => super::compare_runs::with_file(app, ctx, &path),
        DialogOutcome::Picked(Purpose::SaveBundle, path) => {
            save::save_bundle_to(app, ctx, &Purpose::SaveBundle.with_ending(&path));
        }
        DialogOutcome::Nothing(purpose) => app.files.offer = Some(purpose),
    }
}

/// Shows the results of a sweep in its tab.
pub(super) fn open_sweep(app: &mut App, ctx: &Context, path: &Path) {
    app.settings.show(Tab::Sweep);
    #[cfg(not(target_arch = "wasm32"))]
    app.features.sweep.read(ctx, path);
    #[cfg(target_arch = "wasm32")]
    {
        let _ = ctx;
        app.notices.warning(format!("{} cannot be read on the web", file_of(path)));
    }
}

/// Gives the level a reference image, and opens the tab with its numbers.
fn choose_reference(app: &mut App, ctx: &Context, path: &Path, out: &mut Vec<Action>) {
    let Some((view, rect)) = view::view(app).zip(app.canvas.rect) else { return };
    let level = app.document.path.as_deref();
    out.push(Action::Edit(reference::choose(level, path, view, f64::from(rect.aspect_ratio()))));
    app.settings.show(Tab::World);
    reference::panel::reveal(ctx);
}

/// Opens dropped files, or reports why not.
#[cfg(not(target_arch = "wasm32"))]
pub fn dropped(app: &mut App, ctx: &Context, out: &mut Vec<Action>) {
    for file in ctx.input(|i| i.raw.dropped_files.clone()) {
        dropped_file(app, file.path(), out);
    }
}

#[cfg(not(target_arch = "wasm32"))]
fn dropped_file(app: &mut App, path: &Path, out: &mut Vec<Action>) {
    let name = file_of(path);
    if app.files.is_asking() {
        app.notices.warning(format!("{name} was not opened. Answer the question first, then drop it again"));
    } else if path.is_dir() {
        app.notices.warning(format!("{name} is a folder. Drop a level file (.ron or .json)"));
    } else if ![Purpose::Open, Purpose::Sweep].iter().any(|purpose| purpose.fits(path)) && !meshing::is_importable(path)
    {
        app.notices.warning(format!(
            "{name} was not opened. Levels and runs are .ron or .json files, bug bundles .blobbug files, results of sweeps \
             .parquet files; {} files can be imported",
            crate::level::import::listed_extensions()
        ));
    } else {
        out.push(Action::Open(Source::File(path.to_owned())));
    }
}

/// Performs a file command with parameters.
pub fn perform(app: &mut App, ctx: &Context, command: FileCommand) {
    match command {
        FileCommand::PickImage(of) => ask(app, ctx, Purpose::Image(of)),
        FileCommand::AddLibraryFolder => ask(app, ctx, Purpose::LibraryFolder),
        FileCommand::ChooseProject => ask(app, ctx, Purpose::ProjectFolder),
        FileCommand::ShowProject(visible) => {
            app.files.project.show(visible);
            ctx.request_repaint();
        }
        FileCommand::OpenSweep => ask(app, ctx, Purpose::Sweep),
        FileCommand::BundleLayout(choice) => {
            let offered = app.bundle.layout.take();
            app.bundle.layout = offered.and_then(|offered| offered.choose(choice, &mut app.settings));
        }
        #[cfg(not(target_arch = "wasm32"))]
        FileCommand::BrowseHere(true) => {
            app.settings.own_browser = true;
            if let Some(purpose) = app.files.offer.take() {
                browse(app, purpose);
            }
        }
        FileCommand::BrowseHere(_) => app.files.offer = None,
        FileCommand::CloseGallery => app.files.start.is_open = false,
        FileCommand::ShowRecents => app.files.recents.show(ctx, &app.settings.recent),
        other => backups::perform(app, ctx, other),
    }
}

/// Shortcut folders: home, start folder, and the folders of recent files.
#[cfg(not(target_arch = "wasm32"))]
fn spots(app: &App) -> Vec<Shortcut> {
    let mut spots: Vec<Shortcut> = Vec::new();
    let mut add = |name: Option<&str>, path: Option<PathBuf>| {
        let path = path.filter(|path| !path.as_os_str().is_empty());
        let Some(path) = path.and_then(|path| std::path::absolute(path).ok()) else { return };
        if spots.iter().all(|spot| spot.path != path) {
            let own = path.file_name().map_or_else(|| path.display().to_string(), |name| name.to_string_lossy().into());
            spots.push(Shortcut { name: name.map_or(own, str::to_owned), path });
        }
    };
    add(Some("Home"), std::env::home_dir());
    add(Some("Start folder"), std::env::current_dir().ok());
    let files = app.document.path.iter().chain(&app.settings.recent);
    let folders: Vec<_> = files.filter_map(|path| Some(std::path::absolute(path).ok()?.parent()?.to_owned())).collect();
    folders.into_iter().take(8).for_each(|folder| add(None, Some(folder)));
    add(Some("Root folder"), Some(PathBuf::from("/")).filter(|_| cfg!(unix)));
    spots
}

/// Opens the built-in browser after the system dialog returned nothing.
#[cfg(not(target_arch = "wasm32"))]
fn browse(app: &mut App, purpose: Purpose) {
    let (start, name) = suggestion(app, &purpose);
    app.files.browser = Some(Browser::new(purpose, &start, name, spots(app)));
}
