//! The page of keys: every function with its keys, with search.

use super::button;
use crate::editor::actions::Action;
use crate::editor::features::settings::SettingsUi;
use crate::editor::features::settings::commands::{KeyQuestion, SettingsCommand};
use crate::editor::icons::Icon;
use crate::editor::keys::{self, KeyRow, KeyTable};
use crate::editor::{theme, widgets};
use crate::search::contains_words;
use egui::{Align, Button, Label, Layout, RichText, Role, ScrollArea, Ui, WidgetInfo};

pub(super) fn show(ui: &mut Ui, state: &mut SettingsUi, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let (name, hint) = ("Search the keys to change", "Search by function or key");
        widgets::search_in_window(ui, name, &mut state.words, hint, ui.available_width() - 130.0);
        button(ui, "Reset all keys", "All keys as at first", SettingsCommand::ResetKeys, out);
    });
    widgets::note(ui, "Click a key to replace or remove it, + to add one.");
    let table = keys::table(ui.ctx());
    let is_found = |row: &&KeyRow| {
        let all: Vec<_> = row.keys.iter().map(|keys| keys::write(ui.ctx(), keys)).collect();
        contains_words(&format!("{} {} {}", row.group, row.title, all.join(" ")), &state.words)
    };
    let found: Vec<&KeyRow> = table.rows.iter().filter(is_found).collect();
    ScrollArea::vertical().id_salt("keys to change").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 2.0;
        if found.is_empty() {
            widgets::note(ui, "No function and no key matches.");
        }
        let mut group = "";
        for row in found {
            if row.group != group {
                group = row.group;
                widgets::heading(ui, group);
            }
            line(ui, &table, row, out);
        }
    });
}

/// A function with its keys.
fn line(ui: &mut Ui, table: &KeyTable, row: &KeyRow, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        ui.add(Label::new(row.title).selectable(false));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            reset(ui, table, row, out);
            let mut ask =
                |old| out.push(Action::Settings(SettingsCommand::AskKeys(KeyQuestion { id: row.id.clone(), old })));
            let add = ui.add(Button::new(RichText::new("+").small()).frame_when_inactive(false));
            add.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Add a key: {}", row.title)));
            if add.on_hover_text("Add a key").clicked() {
                ask(None);
            }
            for &press in row.keys.iter().rev() {
                let text = keys::write(ui.ctx(), &press);
                let refusal = keys::refusal(press);
                let button = Button::new(RichText::new(&text).monospace().size(11.0));
                let response = ui.add_enabled(refusal.is_none(), button);
                let name = format!("{text}: {}", row.title);
                response.widget_info(|| WidgetInfo::labeled(Role::Button, refusal.is_none(), &name));
                let response = response.on_hover_text("Replace or remove this key");
                if response.on_disabled_hover_text(format!("Fixed. {}", refusal.unwrap_or_default())).clicked() {
                    ask(Some(press));
                }
            }
        });
    });
}

/// The button that resets one function; room for it otherwise.
fn reset(ui: &mut Ui, table: &KeyTable, row: &KeyRow, out: &mut Vec<Action>) {
    let icon = Icon("arrow-counter-clockwise").text(theme::SMALL_ICON);
    let is_changed = table.is_changed(&row.id);
    let response = ui.add_visible(is_changed, Button::new(icon).frame_when_inactive(false));
    if !is_changed {
        return;
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Reset the keys: {}", row.title)));
    let first: Vec<_> = row.defaults.iter().map(|keys| keys::write(ui.ctx(), keys)).collect();
    let first = if first.is_empty() { "no key".to_owned() } else { first.join(" or ") };
    if response.on_hover_text(format!("As at first: {first}")).clicked() {
        let changes = table.reset(&row.id);
        out.push(Action::prefer(move |settings| settings.keys = changes));
    }
}
