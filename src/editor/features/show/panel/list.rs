//! The list of overlays: by group, with search, a picture, and the key of each.

use super::pictures::Pictures;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::settings::commands::{KeyQuestion, SettingsCommand};
use crate::editor::features::show;
use crate::editor::icons::Icon;
use crate::editor::{key_table, keys, theme};
use crate::picture::overlays::Overlay;
use crate::search::contains_words;
use egui::{Align, Button, Checkbox, Layout, RichText, Role, Sense, TextEdit, Ui, WidgetInfo, vec2};

/// Accessible name of the search field.
const SEARCH: &str = "Search the overlays";
/// Size of a picture.
const PICTURE: egui::Vec2 = vec2(52.0, 34.0);

/// Draws the list.
pub fn overlay_list(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let words = search(ui, view, out);
    let mut pictures = Pictures::begin(ui);
    ui.spacing_mut().item_spacing.y = 2.0;
    let mut is_any_found = false;
    for (title, mut overlays) in show::groups() {
        overlays
            .retain(|overlay| contains_words(&format!("{title} {} {}", overlay.title, overlay.explanation), &words));
        if overlays.is_empty() {
            continue;
        }
        is_any_found = true;
        ui.add_space(4.0);
        ui.label(RichText::new(title).small().strong());
        for overlay in overlays {
            row(ui, view, overlay, &mut pictures, out);
        }
    }
    if !is_any_found {
        ui.weak("No overlay matches");
    }
}

/// The search field, and the button that switches all off.
fn search(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) -> String {
    let id = ui.scope_id().with("words");
    let mut words = ui.data(|data| data.get_temp::<String>(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        let edit = TextEdit::singleline(&mut words)
            .hint_text("Search")
            .desired_width(ui.available_width() - 76.0)
            .align(egui::Align2::LEFT_CENTER)
            .background_color(ui.visuals().code_bg_color);
        let response = ui.add(edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, SEARCH));
        if response.changed() {
            ui.data_mut(|data| data.insert_temp(id, words.clone()));
        }
        let is_any_on = !view.settings.overlays.is_empty();
        if ui.add_enabled(is_any_on, Button::new("All off")).clicked() {
            out.push(Action::prefer(|settings| settings.overlays.clear()));
        }
    });
    words
}

fn row(ui: &mut Ui, view: &ViewContext, overlay: &'static Overlay, pictures: &mut Pictures, out: &mut Vec<Action>) {
    let mut on = view.settings.is_overlay_on(overlay.id);
    ui.horizontal(|ui| {
        let (rect, picture) = ui.allocate_exact_size(PICTURE, Sense::click());
        pictures.paint(ui, view.settings.theme.picture(), overlay, rect, on);
        let response = ui.add(Checkbox::new(&mut on, overlay.title));
        if response.on_hover_text(overlay.explanation).changed() || picture.clicked() {
            out.push(Action::Overlay(overlay.id));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| key(ui, overlay, out));
    });
}

/// The key of an overlay; a click assigns another one.
fn key(ui: &mut Ui, overlay: &Overlay, out: &mut Vec<Action>) {
    let id = key_table::overlay_id(overlay.id);
    let table = keys::table(ui.ctx());
    let old = table.row(&id).and_then(|row| row.keys.first().copied());
    let weak = ui.visuals().weak_text_color();
    let text = match old {
        Some(keys) => RichText::new(keys::write(ui.ctx(), &keys)).monospace().size(11.0),
        None => Icon("keyboard").tinted(theme::SMALL_ICON, weak.gamma_multiply(0.5)),
    };
    let response = ui.add(Button::new(text).frame_when_inactive(old.is_some()).min_size(vec2(24.0, 0.0)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Key of {}", overlay.title)));
    let tip = if old.is_some() { "The key that switches it. Click to change it" } else { "Assign a key" };
    if response.on_hover_text(tip).clicked() {
        out.push(Action::Settings(SettingsCommand::AskKeys(KeyQuestion { id, old })));
    }
}
