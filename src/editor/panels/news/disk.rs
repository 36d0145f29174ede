//! The bar about a file that another program has changed, and the list of backups.

use super::button;
use crate::editor::actions::Action;
use crate::editor::document::Document;
use crate::editor::files::FileCommand;
use crate::editor::files::backups::Backup;
use crate::editor::files::disk::FileChange;
use crate::editor::files::recents::{ago, now, seconds};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::floating;
use egui::{Align, Context, Label, Layout, RichText, Ui};

/// Draws the bar.
pub fn disk(ui: &mut Ui, document: &Document, news: FileChange, out: &mut Vec<Action>) {
    let path = document.path.clone().unwrap_or_default();
    let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    ui.horizontal(|ui| {
        ui.label(Icon("warning").tinted(theme::ICON, ui.visuals().warn_fg_color));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let text = match news {
                FileChange::Changed => {
                    if button(ui, "Keep mine", "Keep mine", "Keep editing the level in this window") {
                        out.push(Action::Files(FileCommand::KeepMine));
                    }
                    if button(ui, "Reload", "Reload", "Load the file. Undo restores your version") {
                        out.push(Action::Files(FileCommand::Reload));
                    }
                    format!("Another program has changed {file}")
                }
                FileChange::Gone => {
                    if button(ui, "Dismiss", "Dismiss", "Keep editing the level in this window") {
                        out.push(Action::Files(FileCommand::KeepMine));
                    }
                    if button(ui, "Save again", "Save again", "Write the level to this path again") {
                        out.push(Action::Command(crate::editor::actions::Command::Save));
                    }
                    format!("{file} no longer exists. It was moved or deleted")
                }
            };
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                ui.add(Label::new(text).truncate()).on_hover_text(path.display().to_string());
            });
        });
    });
}

/// The list of backups of the open file.
pub fn backups(ctx: &Context, document: &Document, shown: &[Backup], out: &mut Vec<Action>) {
    let file = document.path.as_ref().and_then(|path| path.file_name()).unwrap_or_default().to_string_lossy();
    let mut is_open = true;
    floating::centered(ctx, format!("Backups of {file}"))
        .id(egui::Id::unique("backups"))
        .open(&mut is_open)
        .resizable(false)
        .show(ctx, |ui| {
            ui.set_width(380.0);
            if shown.is_empty() {
                ui.label("No backups yet. Each save backs up the previous version; the last ten are kept.");
            }
            for backup in shown {
                ui.horizontal(|ui| backup_row(ui, backup, out));
            }
        });
    if !is_open {
        out.push(Action::Files(FileCommand::CloseBackups));
    }
}

fn backup_row(ui: &mut Ui, backup: &Backup, out: &mut Vec<Action>) {
    let number = backup.number;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        if button(ui, "Restore", &format!("Restore backup {number}"), "Load this version. Undo restores yours") {
            out.push(Action::Files(FileCommand::RestoreBackup(number)));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new(format!("{number}")).strong());
            let saved = backup.saved.map_or("at an unknown time".to_owned(), |saved| ago(seconds(saved), now()));
            let size = backup.bytes.div_ceil(1024);
            ui.add(Label::new(format!("saved {saved} · {size} KiB")).truncate())
                .on_hover_text(backup.file.display().to_string());
        });
    });
}
