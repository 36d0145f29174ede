//! Draws the Settings window, and the dialog that waits for keys.

mod capture;
pub(crate) mod general;
mod keys;

use super::SettingsUi;
use super::commands::{SettingsCommand, SettingsPage};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::icons::Icon;
use crate::editor::widgets::{self, floating};
use egui::{Align, Context, Layout, Ui, vec2};

/// Size of the window where there is room.
const SIZE: egui::Vec2 = vec2(600.0, 540.0);

/// Draws the window and the dialog, if open.
pub fn show(ctx: &Context, view: &ViewContext, state: &mut SettingsUi, out: &mut Vec<Action>) {
    if state.is_open {
        let mut is_open = true;
        let size = SIZE.min(ctx.content_rect().size() - vec2(40.0, 70.0));
        floating::centered(ctx, "Settings").open(&mut is_open).resizable(false).fixed_size(size).show(ctx, |ui| {
            tabs(ui, state, out);
            ui.separator();
            match state.page {
                SettingsPage::General => general::show(ui, view, out),
                SettingsPage::Keys => keys::show(ui, state, out),
            }
        });
        state.is_open = is_open;
    }
    capture::show(ctx, state, out);
}

/// The tabs, and the undo of the last large change.
fn tabs(ui: &mut Ui, state: &mut SettingsUi, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        for (page, icon, title) in SettingsPage::ALL {
            if widgets::tab(ui, Icon(icon), title, None, state.page == page).clicked() {
                state.page = page;
            }
        }
        if let Some((what, _)) = &state.before {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                let title = format!("Undo: {what}");
                button(ui, &title, "Returns to the settings before", SettingsCommand::Undo, out);
            });
        }
    });
}

fn button(ui: &mut Ui, title: &str, tip: &str, command: SettingsCommand, out: &mut Vec<Action>) {
    if ui.button(title).on_hover_text(tip).clicked() {
        out.push(Action::Settings(command));
    }
}
