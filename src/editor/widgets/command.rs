//! A command as a menu item, and its tooltip.

use super::overflow;
use crate::editor::actions::{Action, Command, Menu};
use crate::editor::context::ViewContext;
use crate::editor::{keys, theme};
use egui::{Button, Response, RichText, Role, Ui, WidgetInfo};

/// Tooltip with shortcut.
pub fn tip(ui: &Ui, text: &str, command: Command) -> String {
    keys::with_keys(ui.ctx(), text, &command.key_id())
}

/// One command as a menu item.
pub fn item(ui: &mut Ui, view: &ViewContext, command: Command, out: &mut Vec<Action>) {
    let icon = command.row().icon.text(theme::SMALL_ICON);
    if entry(ui, view, command, icon).clicked() {
        choose(ui, command, out);
    }
}

/// A submenu of a menu of the menu bar, for other places.
pub fn submenu(ui: &mut Ui, view: &ViewContext, menu: Menu, title: &'static str, out: &mut Vec<Action>) {
    let rows = || menu.rows().iter().filter(|row| row.within == Some(title));
    let Some(first) = rows().next() else { return };
    let words = (first.icon.text(theme::SMALL_ICON), RichText::new(title));
    let items = |ui: &mut Ui| {
        ui.set_min_width(210.0);
        rows().for_each(|row| item(ui, view, row.command, out));
    };
    let response = ui.menu_button(words, |ui| overflow::scrolling(ui, items)).response;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, title));
}

/// The button of a menu item with an icon of its own.
pub fn entry(ui: &mut Ui, view: &ViewContext, command: Command, icon: RichText) -> Response {
    let name = view.commands.name(command);
    let mut button = Button::new((icon, RichText::new(&name)));
    if let Some(keys) = keys::shown(ui.ctx(), &command.key_id()) {
        button = button.shortcut_text(keys);
    }
    let is_enabled = view.commands.is_possible(command);
    let mut response = ui.add_enabled(is_enabled, button);
    if let Some(refusal) = view.commands.refusal(command) {
        response = response.on_disabled_hover_text(refusal);
    }
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, &name));
    response
}

/// Asks for a command, and closes the menu.
pub fn choose(ui: &mut Ui, command: Command, out: &mut Vec<Action>) {
    out.push(Action::Command(command));
    ui.close();
}
