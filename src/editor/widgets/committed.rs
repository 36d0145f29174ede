//! A text field that applies its text when the focus leaves it.

use egui::{Id, Key, Response, Role, TextEdit, Ui, WidgetInfo};

/// The text while it is typed, by field.
fn typed(ui: &Ui, id: Id) -> Option<String> {
    ui.data(|data| data.get_temp::<Option<String>>(id)).flatten()
}

/// Draws a field. Returns the text after Enter, Tab or a click elsewhere, if it differs from `value`; Escape restores
/// `value`. `name` is the accessible name, `hint` is shown while the field is empty.
pub fn committed(ui: &mut Ui, id: Id, name: &str, value: &str, hint: &str, width: f32) -> (Response, Option<String>) {
    committed_if(ui, id, name, value, hint, width, |_| true)
}

/// As [`committed`]; a text that `fits` refuses stays in the field until it is corrected or Escape restores `value`.
pub fn committed_if(
    ui: &mut Ui,
    id: Id,
    name: &str,
    value: &str,
    hint: &str,
    width: f32,
    fits: impl Fn(&str) -> bool,
) -> (Response, Option<String>) {
    let before = typed(ui, id);
    let mut text = before.clone().unwrap_or_else(|| value.to_owned());
    let response = ui.add(TextEdit::singleline(&mut text).id(id.with("field")).desired_width(width).hint_text(hint));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, name));
    let mut kept = if response.changed() { Some(text.clone()) } else { before };
    let mut new = None;
    if response.lost_focus() {
        if ui.input(|i| i.key_pressed(Key::Escape)) {
            kept = None;
        } else if fits(&text) {
            new = kept.take().filter(|text| text != value);
        }
    } else if !response.has_focus() && kept.as_ref().is_some_and(|text| fits(text)) {
        kept = None;
    }
    ui.data_mut(|data| data.insert_temp(id, kept));
    (response, new)
}

/// The text that is being typed in a field, or waits for a correction.
pub fn draft(ui: &Ui, id: Id) -> Option<String> {
    typed(ui, id)
}
