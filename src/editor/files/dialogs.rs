//! The system's file dialogs, run outside the window's thread.
//!
//! A cancelled dialog and one that could not open give the same empty result; the window then offers its own browser.

use super::{DialogOutcome, Files, Purpose};
use egui::Context;
use std::path::{Path, PathBuf};

/// True if the system can show a file dialog: always outside Linux; on Linux with a session bus (portal) or
/// `zenity`.
pub fn may_exist() -> bool {
    if !cfg!(all(unix, not(target_os = "macos"))) {
        return true;
    }
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let bus = std::env::var_os("XDG_RUNTIME_DIR").map(|dir| Path::new(&dir).join("bus"));
    let on_path = |program: &str| {
        let path = std::env::var_os("PATH").unwrap_or_default();
        std::env::split_paths(&path).any(|dir| dir.join(program).is_file())
    };
    is_set("DBUS_SESSION_BUS_ADDRESS") || bus.is_some_and(|bus| bus.exists()) || on_path("zenity")
}

impl<A> Files<A> {
    /// Opens a dialog; the result comes through [`Files::answers`].
    pub fn ask(&mut self, ctx: &Context, purpose: Purpose, start: PathBuf, name: String) {
        self.is_waiting = true;
        self.offer = None;
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        std::thread::spawn(move || {
            let mut dialog = rfd::FileDialog::new().add_filter(purpose.kind(), purpose.endings());
            if start.is_dir() {
                dialog = dialog.set_directory(start);
            }
            let dialog = dialog.set_title(purpose.title());
            let picked = match &purpose {
                Purpose::LibraryFolder | Purpose::ProjectFolder => dialog.pick_folder(),
                Purpose::Open
                | Purpose::CompareRun
                | Purpose::Import
                | Purpose::Image(_)
                | Purpose::Sweep
                | Purpose::Settings => dialog.pick_file(),
                Purpose::Save(_)
                | Purpose::SaveRun
                | Purpose::SaveBundle
                | Purpose::Export(_)
                | Purpose::ExportLevel => dialog.set_file_name(name).save_file(),
            };
            let outcome = match picked {
                Some(path) => DialogOutcome::Picked(purpose, path),
                None => DialogOutcome::Nothing(purpose),
            };
            // The send fails if the window was closed.
            if sender.send(outcome).is_ok() {
                ctx.request_repaint();
            }
        });
    }
}
