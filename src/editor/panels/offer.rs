//! Offers the built-in file browser after the system dialog returned nothing.

use crate::editor::actions::{Action, FileCommand};
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use egui::{Align2, Area, Context, Id, Order, vec2};

/// Draws the offer.
pub fn show(ctx: &Context, out: &mut Vec<Action>) {
    Area::new(Id::unique("offer")).order(Order::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, 84.0)).show(
        ctx,
        |ui| {
            theme::card(ui).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label("No file was chosen. If no dialog appeared:");
                    if widgets::text_button(ui, Icon("folder-open"), "Browse in this window").clicked() {
                        out.push(Action::Files(FileCommand::BrowseHere(true)));
                    }
                    if ui.button("Dismiss").clicked() {
                        out.push(Action::Files(FileCommand::BrowseHere(false)));
                    }
                });
            });
        },
    );
}
