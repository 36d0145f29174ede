//! The bar that offers the layout of a bug bundle, and the return to the own one.

use super::button;
use crate::editor::actions::Action;
use crate::editor::bundle::layout::{BundleLayout, BundleLayoutChoice};
use crate::editor::files::FileCommand;
use crate::editor::icons::Icon;
use crate::editor::settings::Settings;
use crate::editor::theme;
use egui::{Align, Layout, Ui};

/// Draws the bar.
pub fn bar(ui: &mut Ui, settings: &Settings, offered: &BundleLayout, out: &mut Vec<Action>) {
    let mut choose = |choice| out.push(Action::Files(FileCommand::BundleLayout(choice)));
    ui.horizontal(|ui| {
        ui.label(Icon("layout").tinted(theme::ICON, ui.visuals().weak_text_color()));
        match offered.own(settings) {
            Some(own) => {
                ui.label("The panels stand as in the bug bundle.");
                let tip = "Arrange the panels as before the bundle was opened";
                if button(ui, &format!("Return to {own}"), "Return to the own layout", tip) {
                    choose(BundleLayoutChoice::Return);
                }
            }
            None => {
                ui.label("The bug bundle was saved with another arrangement of the panels.");
                let tip = "Arrange the panels as in the bundle. Your layout stays saved, and one click returns to it";
                if button(ui, "Use the layout of the bundle", "Use the layout of the bundle", tip) {
                    choose(BundleLayoutChoice::Use);
                }
            }
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if button(ui, "Close", "Close the bar about the layout", "The menu of layouts lists all layouts") {
                choose(BundleLayoutChoice::Close);
            }
        });
    });
}
