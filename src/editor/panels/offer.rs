//! Offers the built-in file browser after the system dialog returned nothing.

use crate::editor::app::App;
use crate::editor::{theme, widgets};
use egui::{Align2, Area, Context, Id, Order, vec2};

/// Draws the offer.
pub fn show(ctx: &Context, app: &mut App) {
    let Some(purpose) = app.files.offer.clone() else { return };
    let mut answer = None;
    Area::new(Id::unique("offer")).order(Order::Foreground).anchor(Align2::CENTER_TOP, vec2(0.0, 84.0)).show(
        ctx,
        |ui| {
            theme::card(ui).show(ui, |ui| {
                ui.horizontal(|ui| {
                    ui.label("No file was chosen. If no dialog appeared:");
                    if widgets::text_button(ui, crate::editor::icons::Icon("folder-open"), "Browse in this window")
                        .clicked()
                    {
                        answer = Some(true);
                    }
                    if ui.button("Dismiss").clicked() {
                        answer = Some(false);
                    }
                });
            });
        },
    );
    match answer {
        #[cfg(not(target_arch = "wasm32"))]
        Some(true) => {
            app.settings.own_browser = true;
            crate::editor::perform::browse(app, purpose);
        }
        Some(_) => app.files.offer = None,
        None => drop(purpose),
    }
}
