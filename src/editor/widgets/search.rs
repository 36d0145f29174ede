//! Search fields.

use egui::{Id, Response, Role, TextEdit, Ui, WidgetInfo};

/// Draws a search field. `name` is its accessible name, `hint` is shown while it is empty.
pub fn search(ui: &mut Ui, name: &str, words: &mut String, hint: &str, width: f32) -> Response {
    add(ui, name, TextEdit::singleline(words).hint_text(hint).desired_width(width))
}

/// As [`search`], in a window: the default background of fields equals that of windows in the light theme.
pub fn search_in_window(ui: &mut Ui, name: &str, words: &mut String, hint: &str, width: f32) -> Response {
    let background = ui.visuals().code_bg_color;
    add(ui, name, TextEdit::singleline(words).hint_text(hint).desired_width(width).background_color(background))
}

/// As [`search`], with the words in the memory of the window; returns them.
pub fn kept_search(ui: &mut Ui, id: Id, name: &str, hint: &str, width: f32) -> String {
    let mut words = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    search(ui, name, &mut words, hint, width);
    ui.data_mut(|data| data.insert_temp(id, words.clone()));
    words
}

fn add(ui: &mut Ui, name: &str, edit: TextEdit) -> Response {
    let response = ui.add(edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    response
}
