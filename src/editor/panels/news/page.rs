//! The bar about a downloaded level, and the choice of a level of an opened folder.

use super::{button, frame};
use crate::editor::actions::{Action, FileCommand, Source};
use crate::editor::files::page::{HandedOver, NamedDownload};
use crate::editor::icons::Icon;
use crate::editor::widgets::floating;
use crate::editor::{perform, theme};
use egui::{Align, Context, Id, Key, Label, Layout, Modal, Panel, RichText, ScrollArea, TextEdit, Ui};
use std::path::PathBuf;

/// Asks whether a download has arrived.
pub fn show(ui: &mut Ui, handed: &HandedOver, out: &mut Vec<Action>) {
    Panel::top("download").frame(frame(ui)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(Icon("floppy-disk-back").tinted(theme::ICON, ui.visuals().warn_fg_color));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if button(ui, "Not there", "The download is not there", "The level stays unsaved") {
                    out.push(Action::Files(FileCommand::ConfirmDownload(false)));
                }
                if button(ui, "I have the file", "I have the file", "Mark the level as saved") {
                    out.push(Action::Files(FileCommand::ConfirmDownload(true)));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let text = format!("{}. Is it among your downloads?", perform::page::downloaded(&handed.path));
                    ui.add(Label::new(RichText::new(&text)).truncate()).on_hover_text(text);
                });
            });
        });
    });
}

/// Asks for the name of a download.
pub fn name(ctx: &Context, naming: &mut NamedDownload, out: &mut Vec<Action>) {
    let mut answer = None;
    let modal = Modal::new(Id::unique("name of the download")).frame(theme::dialog(ctx)).show(ctx, |ui| {
        ui.set_width(380.0);
        ui.heading("Download the level");
        ui.label("This browser cannot save to a place of your choice. The ending .json or .ron chooses the format.");
        ui.add_space(8.0);
        let label = ui.label("Name");
        let field = ui.add(TextEdit::singleline(&mut naming.name).desired_width(f32::INFINITY)).labelled_by(label.id);
        if ui.memory(|memory| memory.focused().is_none()) {
            field.request_focus();
        }
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        ui.add_space(8.0);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(RichText::new("Download").strong()).clicked() || is_entered {
                answer = Some(Some(naming.name.clone()));
            }
            if ui.button("Cancel").clicked() {
                answer = Some(None);
            }
        });
    });
    if let Some(name) = answer.or(modal.should_close().then_some(None)) {
        out.push(Action::Files(FileCommand::NameDownload(name)));
    }
}

/// Lets the user choose a level of an opened folder.
pub fn choose(ctx: &Context, choice: &mut Vec<PathBuf>, out: &mut Vec<Action>) {
    if choice.is_empty() {
        return;
    }
    let (mut is_open, mut chosen) = (true, None);
    floating::centered(ctx, "Open which level?").open(&mut is_open).resizable(false).show(ctx, |ui| {
        ui.set_width(380.0);
        ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
            for path in choice.iter() {
                // The first two parts are those of the page: the kind of the place and the opened folder.
                let name: PathBuf = path.components().skip(3).collect();
                let name = if name.as_os_str().is_empty() { path.as_path() } else { &name };
                if ui.selectable_label(false, name.display().to_string()).clicked() {
                    chosen = Some(path.clone());
                }
            }
        });
    });
    if let Some(path) = chosen {
        out.push(Action::Open(Source::File(path)));
        is_open = false;
    }
    if !is_open || ctx.input(|input| input.key_pressed(egui::Key::Escape)) {
        choice.clear();
    }
}
