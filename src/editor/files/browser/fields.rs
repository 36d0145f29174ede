//! Fields of the file browser: folder with completion, new folder, file name and buttons.

use super::listing::Asked;
use super::{Browser, Choice};
use crate::editor::files::Purpose;
use crate::editor::icons::Icon;
use crate::editor::widgets;
use egui::{Align, Button, Key, Layout, Modifiers, RichText, Role, TextEdit, Ui, WidgetInfo};
use std::path::{MAIN_SEPARATOR, Path, PathBuf};

fn text(role_name: &'static str) -> impl Fn() -> WidgetInfo {
    move || WidgetInfo::labeled(Role::TextInput, true, role_name)
}

/// Id of the field for the file name.
pub(super) fn name_field_id() -> egui::Id {
    egui::Id::unique("file browser name")
}

/// A text field with a background that is visible in both themes.
fn field<'t>(ui: &Ui, text: &'t mut String) -> TextEdit<'t> {
    TextEdit::singleline(text).background_color(ui.visuals().code_bg_color)
}

/// Splits a path at its last separator: folder and the text after it.
fn split(text: &str) -> (PathBuf, &str) {
    match text.rfind(['/', MAIN_SEPARATOR]) {
        Some(at) => (PathBuf::from(&text[..=at]), &text[at + 1..]),
        None => (PathBuf::new(), text),
    }
}

/// The longest common prefix of all names.
fn common(names: &[&str]) -> String {
    let Some((first, others)) = names.split_first() else { return String::new() };
    let shared = |name: &&str| first.chars().zip(name.chars()).take_while(|(a, b)| a == b).count();
    let length = others.iter().map(shared).min().unwrap_or(first.chars().count());
    first.chars().take(length).collect()
}

impl Browser {
    pub(super) fn folder_row(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        let mut target = None;
        ui.horizontal(|ui| {
            let has_parent = self.folder.parent().is_some();
            if widgets::icon_button(
                ui,
                Icon("arrow-up"),
                "Parent folder",
                "Parent folder (Backspace)",
                has_parent,
                false,
            )
            .clicked()
            {
                target = self.folder.parent().map(Path::to_owned);
            }
            if widgets::icon_button(ui, Icon("arrow-clockwise"), "Refresh", "Refresh", true, false).clicked() {
                target = Some(self.folder.clone());
            }
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let tip = "Show files whose name begins with a dot";
                if widgets::icon_button(ui, Icon("eye"), "Hidden files", tip, true, self.shows_hidden).clicked() {
                    self.shows_hidden = !self.shows_hidden;
                }
                if widgets::icon_button(ui, Icon("folder-plus"), "New folder", "New folder", true, false).clicked() {
                    self.making = Some(String::new());
                }
                target = self.folder_field(ui).or(target.take());
            });
        });
        self.completions_row(ui);
        self.new_folder_row(ui);
        if let Some(folder) = target {
            self.go(&ctx, &folder);
        }
    }

    fn folder_field(&mut self, ui: &mut Ui) -> Option<PathBuf> {
        let id = ui.scope_id().with("folder");
        if ui.memory(|memory| memory.has_focus(id)) && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Tab)) {
            self.complete();
        }
        let edit = field(ui, &mut self.folder_text).id(id).lock_focus(true).desired_width(f32::INFINITY);
        let response = ui.add(edit);
        response.widget_info(text("Folder"));
        let parent = split(&self.folder_text).0;
        if response.changed() && parent != self.completions.0 && !parent.as_os_str().is_empty() {
            self.completions = (parent.clone(), Vec::new());
            self.lister.request(ui.ctx(), Asked::Completion(parent));
        }
        if response.lost_focus() {
            self.completions = (PathBuf::new(), Vec::new());
            if ui.input(|i| i.key_pressed(Key::Enter)) {
                return Some(PathBuf::from(&self.folder_text));
            }
        }
        None
    }

    /// Folders that match the typed prefix.
    fn matching(&self) -> Vec<&str> {
        let (parent, begin) = split(&self.folder_text);
        if parent != self.completions.0 {
            return Vec::new();
        }
        let begin = begin.to_lowercase();
        let is_meant = |name: &&String| {
            name.to_lowercase().starts_with(&begin) && (begin.starts_with('.') || !name.starts_with('.'))
        };
        self.completions.1.iter().filter(is_meant).map(String::as_str).collect()
    }

    /// Extends the typed text to the common prefix of all matches.
    fn complete(&mut self) {
        let matching = self.matching();
        let mut next = common(&matching);
        if matching.len() == 1 {
            next.push(MAIN_SEPARATOR);
        }
        let (parent, begin) = split(&self.folder_text);
        if next.len() >= begin.len() && !matching.is_empty() {
            self.folder_text = format!("{}{next}", parent.display());
        }
    }

    fn completions_row(&mut self, ui: &mut Ui) {
        let matching = self.matching();
        if matching.is_empty() {
            return;
        }
        let some: Vec<_> = matching.iter().take(6).copied().collect();
        let more = if matching.len() > some.len() {
            format!(" and {} more", matching.len() - some.len())
        } else {
            String::new()
        };
        widgets::note(ui, format!("Tab: {}{more}", some.join(", ")));
    }

    fn new_folder_row(&mut self, ui: &mut Ui) {
        let Some(mut name) = self.making.take() else { return };
        let mut is_open = true;
        ui.horizontal(|ui| {
            ui.label("New folder");
            let is_new = name.is_empty();
            let response = ui.add(field(ui, &mut name).desired_width(240.0).hint_text("folder name"));
            response.widget_info(text("Name of the new folder"));
            if is_new && !response.has_focus() && !response.lost_focus() {
                response.request_focus();
            }
            let is_entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
            let is_sound = !name.trim().is_empty() && !name.contains(['/', MAIN_SEPARATOR]);
            let is_made = ui.add_enabled(is_sound, Button::new("Make folder")).clicked();
            if is_sound && (is_made || is_entered) {
                self.problem = None;
                self.lister.request(ui.ctx(), Asked::Make(self.folder.join(name.trim())));
                is_open = false;
            }
            is_open &= !ui.button("Not now").clicked();
        });
        self.making = is_open.then_some(name);
    }

    /// Messages, file name, filter and buttons.
    pub(super) fn bottom(&mut self, ui: &mut Ui) -> Option<Choice> {
        if let Some(problem) = &self.problem {
            ui.colored_label(ui.visuals().error_fg_color, problem);
        }
        if let Some(file) = &self.overwrite {
            let name = file.file_name().unwrap_or_default().to_string_lossy();
            ui.colored_label(ui.visuals().warn_fg_color, format!("{name} exists: press again to overwrite it"));
        }
        let mut choice = None;
        ui.horizontal(|ui| {
            let is_entered = if self.purpose.is_folder() {
                ui.label(self.chosen_folder().display().to_string());
                false
            } else {
                self.name_field(ui)
            };
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let verb = match (&self.purpose, &self.overwrite) {
                    (Purpose::Settings, _) => "Import settings",
                    (Purpose::Open | Purpose::CompareRun | Purpose::Sweep, _) => "Open file",
                    (Purpose::Import, _) => "Import drawing",
                    (Purpose::Image(_), _) => "Choose image",
                    (Purpose::LibraryFolder, _) => "Add folder",
                    (Purpose::ProjectFolder, _) => "Choose folder",
                    (_, Some(_)) => "Overwrite file",
                    _ => "Save file",
                };
                let button = Button::new(RichText::new(verb).strong()).fill(ui.visuals().selection.bg_fill);
                let meant = self.meant();
                let is_ready = self.purpose.is_folder() || !self.name.trim().is_empty() || meant.is_some();
                if ui.add_enabled(is_ready, button).clicked() || (is_entered && is_ready) {
                    let ctx = ui.ctx().clone();
                    match meant {
                        Some(entry) => self.enter(&ctx, &entry),
                        None => self.confirm(&ctx),
                    }
                    // The next folder is walked by the same keys.
                    self.wants_focus |= is_entered;
                }
                if ui.button("Cancel").clicked() {
                    choice = Some(Choice::Cancelled);
                }
            });
        });
        choice
    }

    /// Selects the first entry whose name begins with the typed text.
    fn choose_typed(&mut self) {
        let text = self.name.trim().to_lowercase();
        if !self.purpose.is_to_read() || text.is_empty() {
            return;
        }
        let found = self.shown().into_iter().find(|entry| entry.name.to_lowercase().starts_with(&text));
        self.chosen = found.map(|entry| entry.path.clone());
        self.wants_scroll = self.chosen.is_some();
    }

    /// File name and filter; true if the name was entered.
    fn name_field(&mut self, ui: &mut Ui) -> bool {
        ui.label("File");
        let hint = format!("name.{}", self.purpose.endings().first().unwrap_or(&"ron"));
        let edit = ui.add(field(ui, &mut self.name).id(name_field_id()).desired_width(280.0).hint_text(hint));
        edit.widget_info(text("File name"));
        // egui takes the focus from a field in the frame of a click elsewhere.
        if self.wants_focus && ui.input(|i| i.pointer.any_released()) {
            ui.ctx().request_repaint();
        } else if std::mem::take(&mut self.wants_focus) {
            edit.request_focus();
            // The name without its ending is replaced by what is typed.
            let stem = self.name.find('.').unwrap_or(self.name.len());
            widgets::select_all(ui, edit.id, &self.name[..stem]);
        }
        if edit.changed() {
            (self.overwrite, self.problem) = (None, None);
            self.choose_typed();
        }
        let endings: Vec<_> = self.purpose.endings().iter().map(|ending| format!(".{ending}")).collect();
        ui.checkbox(&mut self.shows_all_kinds, "All files").on_hover_text(format!("Not only {}", endings.join(", ")));
        edit.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn split_divides_a_path_at_its_last_separator() {
        assert_eq!(split("/home/me/le"), (PathBuf::from("/home/me/"), "le"));
        assert_eq!(split("/"), (PathBuf::from("/"), ""));
        assert_eq!(split("le"), (PathBuf::new(), "le"));
    }

    #[test]
    fn completion_is_the_longest_common_beginning() {
        assert_eq!(common(&["levels", "level-old"]), "level");
        assert_eq!(common(&["über", "übrig"]), "üb");
        assert_eq!(common(&["one"]), "one");
        assert_eq!(common(&[]), "");
    }
}
