//! The system's file dialogs, run outside the window's thread.
//!
//! A cancelled dialog and one that could not open give the same empty result; the window then offers its own browser.

use super::{DialogOutcome, Files, Purpose};
use egui::Context;

#[cfg(not(target_arch = "wasm32"))]
mod native {
    use super::*;
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
                    Purpose::LibraryFolder => dialog.pick_folder(),
                    Purpose::Open | Purpose::Import | Purpose::Image(_) | Purpose::Sweep => dialog.pick_file(),
                    Purpose::Save(_) | Purpose::SaveRun | Purpose::Export(_) | Purpose::ExportLevel => {
                        dialog.set_file_name(name).save_file()
                    }
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
}
#[cfg(not(target_arch = "wasm32"))]
pub use native::may_exist;

#[cfg(target_arch = "wasm32")]
impl<A> Files<A> {
    /// Opens the file picker of the web browser; the result comes through [`Files::answers`].
    pub fn ask_for_text(&mut self, ctx: &Context, purpose: Purpose) {
        self.is_waiting = true;
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let dialog = rfd::AsyncFileDialog::new().add_filter(purpose.kind(), purpose.endings());
            let picked = dialog.pick_file().await;
            let outcome = match picked {
                Some(file) => match String::from_utf8(file.read().await) {
                    Ok(text) => DialogOutcome::Text(file.file_name(), text),
                    Err(_) => DialogOutcome::Failed(format!("{} is not text", file.file_name())),
                },
                None => DialogOutcome::Nothing(purpose),
            };
            if sender.send(outcome).is_ok() {
                ctx.request_repaint();
            }
        });
    }

    /// Reads a file dropped on the page; the result comes through [`Files::answers`].
    pub fn read_dropped(&mut self, ctx: &Context, file: egui::DroppedFileHandle) {
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let name = file.path().to_string_lossy().into_owned();
            let outcome = match file.bytes_async().await.map(String::from_utf8) {
                Ok(Ok(text)) => DialogOutcome::Text(name, text),
                Ok(Err(_)) => DialogOutcome::Failed(format!("{name} is not text")),
                Err(error) => DialogOutcome::Failed(error),
            };
            if sender.send(outcome).is_ok() {
                ctx.request_repaint();
            }
        });
    }

    /// Offers the level's text as a download.
    pub fn save_text(&mut self, ctx: &Context, name: String, text: String) {
        self.hand_over(ctx, name, text.into_bytes(), Purpose::Save(None), DialogOutcome::Saved);
    }

    /// Offers an export as a download.
    pub fn save_export(&mut self, ctx: &Context, name: String, contents: Vec<u8>, purpose: Purpose) {
        self.hand_over(ctx, name, contents, purpose, DialogOutcome::Exported);
    }

    fn hand_over(
        &mut self,
        ctx: &Context,
        name: String,
        contents: Vec<u8>,
        purpose: Purpose,
        done: fn(String) -> DialogOutcome,
    ) {
        self.is_waiting = true;
        let (sender, ctx) = (self.sender.clone(), ctx.clone());
        wasm_bindgen_futures::spawn_local(async move {
            let outcome = match rfd::AsyncFileDialog::new().set_file_name(&name).save_file().await {
                Some(file) => match file.write(&contents).await {
                    Ok(()) => done(file.file_name()),
                    Err(error) => DialogOutcome::Failed(error.to_string()),
                },
                None => DialogOutcome::Nothing(purpose),
            };
            if sender.send(outcome).is_ok() {
                ctx.request_repaint();
            }
        });
    }
}
