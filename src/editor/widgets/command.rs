//! A command as a menu item, and its tooltip.

use crate::editor::actions::{Action, Command};
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
