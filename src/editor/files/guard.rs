//! Modal questions about unsaved changes and about a file changed by another program.

use super::Pending;
use crate::editor::actions::Overwrite;
use crate::editor::theme;
use egui::{Context, Id, Label, Modal, RichText, Ui};

/// Answer to the question about unsaved changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GuardAnswer {
    /// Save, then continue.
    Save,
    /// Continue without saving.
    Discard,
    /// Stay.
    Cancel,
}

/// Shows the question about the documents with these titles; returns the answer.
pub fn ask(ctx: &Context, titles: &[String], pending: &Pending) -> Option<GuardAnswer> {
    let modal = Modal::new(Id::unique("unsaved changes")).frame(theme::dialog(ctx)).show(ctx, |ui| {
        ui.set_width(380.0);
        ui.heading("Unsaved changes");
        let before = match pending {
            Pending::Revert => "before reverting to the saved file",
            _ => "before closing",
        };
        match titles {
            [title] => _ = ui.label(format!("Save the changes to “{title}” {before}?")),
            _ => {
                ui.label(format!("Save the changes to these {} levels {before}?", titles.len()));
                list(ui, titles);
            }
        }
        ui.add_space(8.0);
        buttons(ui, titles.len() > 1, pending)
    });
    modal.inner.or(modal.should_close().then_some(GuardAnswer::Cancel))
}

fn list(ui: &mut Ui, titles: &[String]) {
    egui::ScrollArea::vertical().max_height(160.0).show(ui, |ui| {
        for title in titles {
            ui.add(Label::new(RichText::new(format!("• {title}")).strong()).truncate());
        }
    });
}

fn buttons(ui: &mut Ui, are_several: bool, pending: &Pending) -> Option<GuardAnswer> {
    let mut answer = None;
    ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
        let text = if are_several { "Save all" } else { "Save" };
        let save = egui::Button::new(RichText::new(text).strong()).fill(ui.visuals().selection.bg_fill);
        if *pending != Pending::Revert && ui.add(save).clicked() {
            answer = Some(GuardAnswer::Save);
        }
        if ui.button("Discard changes").clicked() {
            answer = Some(GuardAnswer::Discard);
        }
        if ui.button("Cancel").clicked() {
            answer = Some(GuardAnswer::Cancel);
        }
    });
    answer
}

/// Asks what to do with a file that another program has changed; returns the answer.
pub fn ask_overwrite(ctx: &Context, file: &str) -> Option<Overwrite> {
    let modal = Modal::new(Id::unique("changed file")).frame(theme::dialog(ctx)).show(ctx, |ui| {
        ui.set_width(460.0);
        ui.heading("The file has changed");
        ui.label(format!(
            "Another program has written to {file} since it was opened or saved here. Saving overwrites those changes."
        ));
        ui.add_space(8.0);
        let mut answer = None;
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            let choices = [
                (Overwrite::Mine, "Overwrite"),
                (Overwrite::Elsewhere, "Save as…"),
                (Overwrite::Theirs, "Reload theirs"),
                (Overwrite::Cancel, "Cancel"),
            ];
            for (choice, text) in choices {
                if ui.button(text).clicked() {
                    answer = Some(choice);
                }
            }
        });
        answer
    });
    modal.inner.or(modal.should_close().then_some(Overwrite::Cancel))
}
