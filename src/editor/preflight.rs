//! Checks the requirements of the window and opens it, or explains in one sentence why it cannot open.

use super::actions::Source;
use super::app::{App, Opened};
use super::files::backups;
use super::files::recovery::{self, Recovery, Timing};
use super::picture_log::PictureLog;
use super::settings_file::SettingsFile;
use super::start::Stages;
use super::{StartOptions, perform, screen};
use eframe::NativeOptions;
use egui::ViewportBuilder;
use std::sync::{Arc, Mutex};

/// Application id for the desktop.
const APP_ID: &str = "blobsmith";
/// Alternative to the window.
const INSTEAD: &str = "the commands check, run, explain and render work without a display";

/// Debian packages of the libraries that X11 needs.
#[cfg(target_os = "linux")]
const X11: [(&str, &str); 7] = [
    ("libX11.so.6", "libx11-6"),
    ("libX11-xcb.so.1", "libx11-xcb1"),
    ("libXcursor.so.1", "libxcursor1"),
    ("libXi.so.6", "libxi6"),
    ("libXrandr.so.2", "libxrandr2"),
    ("libxkbcommon-x11.so.0", "libxkbcommon-x11-0"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
];
/// Debian packages of the libraries that Wayland needs.
#[cfg(target_os = "linux")]
const WAYLAND: [(&str, &str); 3] = [
    ("libwayland-client.so.0", "libwayland-client0"),
    ("libwayland-egl.so.1", "libwayland-egl1"),
    ("libxkbcommon.so.0", "libxkbcommon0"),
];
/// OpenGL needs one of these.
#[cfg(target_os = "linux")]
const GL: [(&str, &str); 2] = [("libEGL.so.1", "libegl1"), ("libGL.so.1", "libgl1")];

/// Checks display and libraries, because winit panics if they are missing.
#[cfg(target_os = "linux")]
pub fn check() -> Result<(), String> {
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let libraries: &[_] = if is_set("WAYLAND_DISPLAY") || is_set("WAYLAND_SOCKET") {
        &WAYLAND
    } else if is_set("DISPLAY") {
        &X11
    } else {
        return Err(format!("no window can be opened: neither DISPLAY nor WAYLAND_DISPLAY is set; {INSTEAD}"));
    };
    let mut missing: Vec<_> = libraries.iter().filter(|library| !is_there(library.0)).collect();
    if !GL.iter().any(|library| is_there(library.0)) {
        missing.extend(&GL);
    }
    if missing.is_empty() {
        return Ok(());
    }
    let list = |pick: fn(&(&'static str, &'static str)) -> &'static str, separator: &str| {
        missing.iter().map(|library| pick(library)).collect::<Vec<_>>().join(separator)
    };
    Err(format!(
        "no window can be opened: {} not found (Debian and Ubuntu: apt install {}); {INSTEAD}",
        list(|library| library.0, ", "),
        list(|library| library.1, " "),
    ))
}

#[cfg(not(target_os = "linux"))]
pub fn check() -> Result<(), String> {
    Ok(())
}

/// True if the dynamic loader finds a library. It stays loaded, because the window needs it anyway.
#[cfg(target_os = "linux")]
#[allow(unsafe_code)]
fn is_there(name: &str) -> bool {
    // SAFETY: the window is about to load these libraries itself, so their initializers are trusted equally.
    unsafe { libloading::Library::new(name) }.map(std::mem::forget).is_ok()
}

/// Keeps freed memory for the next picture. By default the C library returns the lists of a large picture to the system, and every
/// page of them must be cleared again 25 times a second.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[allow(unsafe_code)]
fn keep_freed_memory() {
    // Smaller blocks come from the heap, whose end is returned when so much of it is free; both in bytes.
    const HEAP_BLOCK: i32 = 32 << 20;
    const HEAP_END: i32 = 256 << 20;
    // SAFETY: these calls only set two parameters of the allocator, before the threads of the window start.
    unsafe {
        libc::mallopt(libc::M_MMAP_THRESHOLD, HEAP_BLOCK);
        libc::mallopt(libc::M_TRIM_THRESHOLD, HEAP_END);
    }
}

/// What the window shows first.
pub struct FirstView {
    /// True if no level was named, so the gallery may open.
    pub is_bare: bool,
    /// A file to read after the window has opened: a large one, or one whose error is shown.
    pub later: Option<Source>,
}

/// Opens the window and returns when it is closed.
pub fn run(opened: Opened, options: StartOptions, first: FirstView, mut stages: Option<Stages>) -> Result<(), String> {
    let log = options.pictures.as_deref().map(PictureLog::create).transpose()?;
    let folder = eframe::storage_dir(APP_ID);
    // Without a settings folder, the window works without saving settings.
    let kept = folder.as_deref().and_then(|folder| SettingsFile::start(folder).ok());
    let native = native_options(kept.as_ref().map(|(kept, _)| kept.memory()));
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    keep_freed_memory();
    let hook = Hook::silence();
    let restore = hook.clone();
    let start = move || {
        eframe::run_native(
            "Blobsmith",
            native,
            Box::new(move |context| {
                // From here on a panic is a fault of this program and must be visible.
                restore.restore();
                stages.iter_mut().for_each(|stages| stages.end("window system and OpenGL"));
                let (kept, known) = kept.map_or((None, None), |(kept, known)| (Some(kept), known));
                let settings = known.unwrap_or_else(|| App::stored_settings(context.storage));
                let mut app = App::new(&context.egui_ctx, opened, settings, options.report)?;
                (app.window.pictures, app.window.kept) = (log, kept);
                if first.is_bare && !perform::documents::reopen(&mut app) && app.settings.starts_with_gallery {
                    app.files.start.open();
                }
                keep_work(&mut app, &context.egui_ctx);
                if let Some(source) = first.later {
                    perform::open_source(&mut app, &context.egui_ctx, source);
                }
                stages.iter_mut().for_each(|stages| stages.end("document, run and fonts"));
                app.window.stages = stages;
                Ok(Box::new(app))
            }),
        )
    };
    let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(start));
    let had_started = hook.restore();
    if let Some(folder) = &folder {
        SettingsFile::end(folder);
    }
    match outcome {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => {
            // The window system's message without its source location.
            let text = error.to_string();
            let reason = if text.contains(".rs:") { text.rsplit(": ").next().unwrap_or_default() } else { &text };
            Err(format!("no window can be opened: {reason}; {INSTEAD}"))
        }
        Err(panic) if had_started => std::panic::resume_unwind(panic),
        Err(_) => Err(format!("no window can be opened: the window system failed unexpectedly; {INSTEAD}")),
    }
}

/// The window before the settings are read.
fn native_options(persistence_path: Option<std::path::PathBuf>) -> NativeOptions {
    NativeOptions {
        persistence_path,
        viewport: ViewportBuilder::default()
            .with_title("Blobsmith")
            .with_app_id(APP_ID)
            .with_inner_size([1280.0, 720.0])
            .with_min_inner_size(screen::SMALLEST)
            .with_drag_and_drop(true),
        multisampling: 0,
        // There are no gradients; on a processor it takes as long as the rest of a pixel.
        dithering: false,
        ..NativeOptions::default()
    }
}

/// Starts crash recovery and backups.
fn keep_work(app: &mut App, ctx: &egui::Context) {
    app.files.backups.root = backups::root();
    let Some(folder) = recovery::folder() else {
        app.notices.warning(
            "Unsaved work cannot be protected against a crash, because the system has no data folder. Save often",
        );
        return;
    };
    let timing = Timing { delay: recovery::DELAY, retry: recovery::RETRY };
    let recovery = Recovery::start(&folder, ctx, timing);
    #[cfg(unix)]
    if let Err(error) = recovery.flush_on_signals() {
        app.notices.warning(format!("If a signal ends the program, unsaved work of the last seconds is lost: {error}"));
    }
    app.files.recovery = Some(recovery);
}

type PanicHook = Box<dyn Fn(&std::panic::PanicHookInfo<'_>) + Send + Sync>;

/// The default panic hook, suspended while the window system starts.
#[derive(Clone)]
struct Hook(Arc<Mutex<Option<PanicHook>>>);

impl Hook {
    fn silence() -> Self {
        let usual = std::panic::take_hook();
        std::panic::set_hook(Box::new(|_| {}));
        Self(Arc::new(Mutex::new(Some(usual))))
    }

    /// Restores the default hook; returns true if it had been restored before.
    fn restore(&self) -> bool {
        let usual = self.0.lock().ok().and_then(|mut usual| usual.take());
        match usual {
            Some(usual) => {
                std::panic::set_hook(usual);
                false
            }
            None => true,
        }
    }
}
