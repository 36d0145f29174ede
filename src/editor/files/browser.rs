//! A file browser in the window, for systems that have no file dialog.
//!
//! Must never know: what is done with the file.

use super::Purpose;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use egui::{Button, Context, Id, Key, Modal, RichText, ScrollArea, TextEdit, Ui};
use std::path::{Path, PathBuf};

/// The browser, open.
pub struct Browser {
    purpose: Purpose,
    folder: PathBuf,
    folder_text: String,
    folders: Vec<PathBuf>,
    files: Vec<PathBuf>,
    name: String,
    problem: Option<String>,
    /// A file that exists and would be overwritten, if that is confirmed.
    overwrite: Option<PathBuf>,
}

/// What the user did.
#[derive(Debug, PartialEq)]
pub enum Choice {
    /// This file.
    Picked(Purpose, PathBuf),
    /// None.
    Cancelled,
}

impl Browser {
    /// Opens at a folder (the present one where it is none), with a name to save under.
    pub fn new(purpose: Purpose, start: &Path, name: String) -> Self {
        let here = || std::env::current_dir().unwrap_or_else(|_| PathBuf::from("/"));
        let folder = if start.is_dir() { start.to_owned() } else { here() };
        let name = if purpose == Purpose::Open { String::new() } else { name };
        let mut browser = Self {
            purpose,
            folder: PathBuf::new(),
            folder_text: String::new(),
            folders: Vec::new(),
            files: Vec::new(),
            name,
            problem: None,
            overwrite: None,
        };
        browser.go(folder);
        browser
    }

    fn go(&mut self, folder: PathBuf) {
        let folder = std::path::absolute(&folder).unwrap_or(folder);
        let entries = match std::fs::read_dir(&folder) {
            Ok(entries) => entries,
            Err(error) => {
                self.problem = Some(format!("{}: {error}", folder.display()));
                return;
            }
        };
        let paths = entries.filter_map(|entry| entry.ok()).map(|entry| entry.path());
        let is_shown = |path: &PathBuf| !path.file_name().is_some_and(|name| name.to_string_lossy().starts_with('.'));
        let (mut folders, mut files): (Vec<_>, Vec<_>) = paths.filter(is_shown).partition(|path| path.is_dir());
        files.retain(|path| self.purpose.fits(path));
        folders.sort();
        files.sort();
        self.folder_text = folder.display().to_string();
        (self.folder, self.folders, self.files) = (folder, folders, files);
        self.problem = None;
        self.overwrite = None;
    }

    /// Draws it; what the user chose, once that is so.
    pub fn show(&mut self, ctx: &Context) -> Option<Choice> {
        let modal = Modal::new(Id::unique("file browser")).frame(theme::dialog(ctx)).show(ctx, |ui| {
            ui.set_width(560.0);
            ui.heading(self.purpose.title());
            self.folder_row(ui);
            let picked = self.list(ui);
            let chosen = self.bottom_row(ui);
            picked.or(chosen)
        });
        let is_dismissed = modal.should_close();
        modal.inner.or(is_dismissed.then_some(Choice::Cancelled))
    }

    fn folder_row(&mut self, ui: &mut Ui) {
        let mut target = None;
        ui.horizontal(|ui| {
            if widgets::icon_button(ui, Icon("arrow-up"), "Parent folder", "Parent folder", true, false).clicked() {
                target = self.folder.parent().map(Path::to_owned);
            }
            let edit = TextEdit::singleline(&mut self.folder_text).desired_width(f32::INFINITY);
            let response = ui.add(edit);
            response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "Folder"));
            if response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter)) {
                target = Some(PathBuf::from(&self.folder_text));
            }
        });
        if let Some(folder) = target {
            self.go(folder);
        }
    }

    fn list(&mut self, ui: &mut Ui) -> Option<Choice> {
        let (mut enter, mut picked) = (None, None);
        let well = egui::Frame::new().fill(ui.visuals().extreme_bg_color).corner_radius(5).inner_margin(6);
        well.show(ui, |ui| {
            ScrollArea::vertical().max_height(300.0).min_scrolled_height(300.0).auto_shrink(false).show(ui, |ui| {
                for folder in &self.folders {
                    if entry(ui, Icon("folder-simple"), folder, false).clicked() {
                        enter = Some(folder.clone());
                    }
                }
                for file in &self.files {
                    let is_named = file.file_name().is_some_and(|name| name.to_string_lossy() == self.name);
                    let response = entry(ui, Icon("file-text"), file, is_named);
                    if response.clicked() {
                        self.name = file.file_name().unwrap_or_default().to_string_lossy().into_owned();
                        self.overwrite = None;
                    }
                    if response.double_clicked() && self.purpose == Purpose::Open {
                        picked = Some(Choice::Picked(self.purpose.clone(), file.clone()));
                    }
                }
                if self.folders.is_empty() && self.files.is_empty() {
                    let endings: Vec<String> = self.purpose.endings().iter().map(|e| format!(".{e}")).collect();
                    ui.weak(format!("No folders and no files of this kind ({}) here", endings.join(", ")));
                }
            });
        });
        if let Some(folder) = enter {
            self.go(folder);
        }
        picked
    }

    fn bottom_row(&mut self, ui: &mut Ui) -> Option<Choice> {
        if let Some(problem) = &self.problem {
            ui.colored_label(ui.visuals().error_fg_color, problem);
        }
        if let Some(file) = &self.overwrite {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            ui.colored_label(ui.visuals().warn_fg_color, format!("{name} exists: press again to overwrite it"));
        }
        let mut choice = None;
        ui.horizontal(|ui| {
            ui.label("File");
            let edit = ui.add(TextEdit::singleline(&mut self.name).desired_width(300.0).hint_text("name.ron"));
            edit.widget_info(|| egui::WidgetInfo::labeled(egui::Role::TextInput, true, "File name"));
            let entered = edit.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let verb = if self.purpose == Purpose::Open { "Open file" } else { "Save file" };
                let button = Button::new(RichText::new(verb).strong()).fill(ui.visuals().selection.bg_fill);
                let is_ready = !self.name.trim().is_empty();
                if ui.add_enabled(is_ready, button).clicked() || (entered && is_ready) {
                    choice = self.confirm();
                }
                if ui.button("Cancel").clicked() {
                    choice = Some(Choice::Cancelled);
                }
            });
        });
        choice
    }

    /// The file that is named, unless it is missing or would be overwritten without a word.
    fn confirm(&mut self) -> Option<Choice> {
        let path = self.folder.join(self.name.trim());
        if path.is_dir() {
            self.name.clear();
            self.go(path);
            return None;
        }
        if self.purpose == Purpose::Open {
            if !path.is_file() {
                self.problem = Some(format!("there is no file {}", path.display()));
                return None;
            }
            return Some(Choice::Picked(self.purpose.clone(), path));
        }
        let path = self.purpose.with_ending(&path);
        if path.exists() && self.overwrite.as_ref() != Some(&path) {
            self.overwrite = Some(path);
            return None;
        }
        Some(Choice::Picked(self.purpose.clone(), path))
    }
}

fn entry(ui: &mut Ui, icon: Icon, path: &Path, is_selected: bool) -> egui::Response {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let label = (icon.tinted(theme::SMALL_ICON, ui.visuals().weak_text_color()), RichText::new(&name));
    let response = ui.add(Button::selectable(is_selected, label).min_size(egui::vec2(ui.available_width(), 24.0)));
    response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, is_selected, &name));
    response
}
