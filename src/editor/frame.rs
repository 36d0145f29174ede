//! The eframe application: draws UI frames and saves the settings.

use super::app::App;
use super::perform;
#[cfg(not(target_arch = "wasm32"))]
use super::picture_log::Shown;
use super::settings::Settings;
#[cfg(target_arch = "wasm32")]
use super::settings::merge;
#[cfg(not(target_arch = "wasm32"))]
use super::start::{PictureRequest, Stages};
use super::theme;
use crate::picture::Palette;
use egui::Ui;
#[cfg(not(target_arch = "wasm32"))]
use std::io::Write;

/// Key of the settings in eframe's storage.
const STORED: &str = "settings";

impl App {
    /// Reports the branches that were removed at the branch limit.
    pub(super) fn warn_of_dropped_branches(&mut self) {
        match &self.run.take_dropped_branches()[..] {
            [] => {}
            [name] => self.notices.warning(format!("Branch limit reached. Removed the oldest branch, “{name}”")),
            [first, more @ ..] => {
                let count = more.len();
                self.notices.warning(format!("Branch limit reached. Removed “{first}” and {count} more"));
            }
        }
    }

    /// Loads the settings that all tabs of the browser share.
    #[cfg(target_arch = "wasm32")]
    pub fn stored_settings(storage: Option<&dyn eframe::Storage>) -> Option<Settings> {
        storage.and_then(|storage| storage.get_string(STORED)).as_deref().and_then(merge::parse).map(merge::settings_of)
    }

    /// Loads the stored settings.
    #[cfg(not(target_arch = "wasm32"))]
    pub fn stored_settings(storage: Option<&dyn eframe::Storage>) -> Settings {
        storage.and_then(|storage| eframe::get_value(storage, STORED)).unwrap_or_else(Settings::at_first)
    }
}

impl eframe::App for App {
    fn ui(&mut self, ui: &mut Ui, frame: &mut eframe::Frame) {
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(stages) = &mut self.window.stages {
            let ctx = ui.ctx().clone();
            ctx.request_repaint();
            match stages.before_picture(ctx.cumulative_frame_nr()) {
                PictureRequest::Picture => {}
                PictureRequest::End(table) => {
                    // A write fails if the reader has closed the pipe.
                    let _ = std::io::stdout().write_all(table.as_bytes());
                    ctx.send_viewport_cmd(egui::ViewportCommand::Close);
                    return;
                }
                PictureRequest::Nothing => return,
            }
        }
        if let Some(seconds) = frame.info().cpu_usage {
            self.window.time.learn(seconds);
        }
        #[cfg(not(target_arch = "wasm32"))]
        self.window.pictures.iter_mut().for_each(|log| log.begin(ui.ctx()));
        self.draw(ui);
        #[cfg(not(target_arch = "wasm32"))]
        self.window.stages.iter_mut().for_each(Stages::after_layout);
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(log) = &mut self.window.pictures {
            log.laid_out(ui.ctx(), Shown { moment: self.run.moment(), is_playing: self.playback.is_playing });
        }
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        perform::remember_view(self);
        perform::documents::remember(self);
        let settings = self.bundle.own(&self.settings);
        #[cfg(not(target_arch = "wasm32"))]
        if let Some(kept) = &mut self.window.kept {
            kept.publish();
            if let Err(reason) = kept.save(&settings) {
                self.notices.warning(format!("The settings cannot be saved: {reason}"));
            }
            return;
        }
        #[cfg(not(target_arch = "wasm32"))]
        eframe::set_value(storage, STORED, &*settings);
        #[cfg(target_arch = "wasm32")]
        if self.window.known.differ_from(&settings) {
            let stored = storage.get_string(STORED).as_deref().and_then(merge::parse).unwrap_or_default();
            let all = self.window.known.merged(&settings, stored);
            storage.set_string(STORED, serde_json::Value::Object(all).to_string());
            self.window.known.written(&settings);
        }
    }

    fn auto_save_interval(&self) -> std::time::Duration {
        // A page does not hear of its end in time.
        std::time::Duration::from_secs(if cfg!(target_arch = "wasm32") { 2 } else { 10 })
    }

    #[cfg(target_arch = "wasm32")]
    fn as_any_mut(&mut self) -> Option<&mut dyn std::any::Any> {
        Some(self)
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.files.end();
    }

    /// The canvas, which takes most of the window, needs no background of its own.
    fn clear_color(&self, _: &egui::Visuals) -> [f32; 4] {
        theme::color(Palette::of(self.settings.theme.picture()).background).to_normalized_gamma_f32()
    }
}
