//! Draws the Settings window, and the dialog that waits for keys.

mod capture;
pub(crate) mod general;
mod keys;

use super::SettingsUi;
use super::commands::{SettingsCommand, SettingsPage};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::icons::Icon;
use crate::editor::widgets;
use egui::{Align, Align2, Context, Layout, Ui, Window, vec2};

/// Size of the window where there is room.
const SIZE: egui::Vec2 = vec2(600.0, 540.0);

/// Draws the window and the dialog, if open.
pub fn show(ctx: &Context, view: &ViewContext, state: &mut SettingsUi, out: &mut Vec<Action>) {
    if state.is_open {
        let mut is_open = true;
        let size = SIZE.min(ctx.content_rect().size() - vec2(60.0, 110.0));
        Window::new("Settings")
            .open(&mut is_open)
            .collapsible(false)
            .resizable(false)
            .pivot(Align2::CENTER_CENTER)
            .default_pos(ctx.content_rect().center())
            .fixed_size(size)
            .show(ctx, |ui| {
                tabs(ui, state);
                ui.separator();
                let page = ui.available_height() - FOOT;
                ui.allocate_ui_with_layout(vec2(ui.available_width(), page), Layout::top_down(Align::Min), |ui| {
                    ui.set_min_height(page);
                    match state.page {
                        SettingsPage::General => general::show(ui, view, out),
                        SettingsPage::Keys => keys::show(ui, state, out),
                    }
                });
                ui.separator();
                foot(ui, state, out);
            });
        state.is_open = is_open;
    }
    capture::show(ctx, state, out);
}

/// Height of the buttons below the page.
const FOOT: f32 = 40.0;

fn tabs(ui: &mut Ui, state: &mut SettingsUi) {
    ui.horizontal(|ui| {
        for (page, icon, title) in SettingsPage::ALL {
            if widgets::tab(ui, Icon(icon), title, None, state.page == page).clicked() {
                state.page = page;
            }
        }
    });
}

/// Export, import, and reset with its undo.
fn foot(ui: &mut Ui, state: &SettingsUi, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        let mut button = |ui: &mut Ui, title: &str, tip: &str, command| {
            if ui.button(title).on_hover_text(tip).clicked() {
                out.push(Action::Settings(command));
            }
        };
        button(
            ui,
            "Export…",
            "Writes all settings to a JSON file, except recent files and views",
            SettingsCommand::Export,
        );
        button(
            ui,
            "Import…",
            "Settings in the file replace the present ones; all others stay. A faulty file changes nothing",
            SettingsCommand::Import,
        );
        button(ui, "Reset all", "All settings and keys as at first; recent files stay", SettingsCommand::Reset);
        if state.page == SettingsPage::Keys {
            button(ui, "Reset all keys", "All keys as at first", SettingsCommand::ResetKeys);
        }
        if let Some((what, _)) = &state.before {
            button(ui, &format!("Undo: {what}"), "Returns to the settings before", SettingsCommand::Undo);
        }
    });
}
