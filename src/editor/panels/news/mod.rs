//! Bars below the toolbar about changed files, crash recovery, backups and bug bundles, and their dialogs.

pub mod bundle_layout;
#[cfg(not(target_arch = "wasm32"))]
mod disk;
#[cfg(target_arch = "wasm32")]
mod page;

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::document::Document;
use crate::editor::files::recents::{ago, now};
use crate::editor::files::recovery::{Left, Recovery, WriteFailure};
use crate::editor::files::thumbs::{LevelCounts, Of, SIZE, Seen};
use crate::editor::files::{FileCommand, Files, guard};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::floating;
use crate::picture::Theme;
use egui::{
    Align, Button, Context, Frame, Label, Layout, Margin, Panel, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2,
};
use std::time::Duration;
use web_time::Instant;

/// Draws the bar about the file of the level, if there is one.
#[cfg(not(target_arch = "wasm32"))]
pub fn file_bar(ui: &mut Ui, document: &Document, files: &Files<App>, out: &mut Vec<Action>) {
    if let Some(news) = files.disk.news() {
        Panel::top("disk news").frame(frame(ui)).show(ui, |ui| disk::disk(ui, document, news, out));
    }
}

/// Draws the bar about the download of the level, if there is one.
#[cfg(target_arch = "wasm32")]
pub fn file_bar(ui: &mut Ui, _: &Document, files: &Files<App>, out: &mut Vec<Action>) {
    if let Some(handed) = &files.page.handed {
        page::show(ui, handed, out);
    }
}

/// Rows of recovered work that are seen at once.
const MOST_ROWS: f32 = 4.0;

/// Draws the bars about unsaved work that apply.
pub fn recovery_bars(ui: &mut Ui, recovery: &Recovery, out: &mut Vec<Action>) {
    if let Some(failure) = recovery.write_failure() {
        Panel::top("journal write failure").frame(frame(ui)).show(ui, |ui| write_failure_bar(ui, &failure, out));
    }
    if recovery.is_put_off {
        return;
    }
    if !recovery.damaged.is_empty() {
        Panel::top("damaged records").frame(frame(ui)).show(ui, |ui| damaged_records(ui, &recovery.damaged, out));
    }
    if recovery.found.is_empty() {
        return;
    }
    Panel::top("recovery").frame(frame(ui)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.label(Icon("first-aid-kit").tinted(theme::ICON, ui.visuals().warn_fg_color));
            let ended = if cfg!(target_arch = "wasm32") { "A tab ended" } else { "Blobsmith ended" };
            ui.label(RichText::new(format!("{ended} without saving. Recovered work:")).strong());
            ui.label(
                RichText::new("the level only; the run starts at frame 0")
                    .small()
                    .color(ui.visuals().weak_text_color()),
            );
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if button(ui, "Later", "Later", "Ask again at the next start") {
                    out.push(Action::Files(FileCommand::PutOffKept));
                }
            });
        });
        // Whole rows, which are as high as their buttons.
        let row = ui.spacing().interact_size.y + ui.spacing().item_spacing.y;
        ScrollArea::vertical().max_height(MOST_ROWS * row).show(ui, |ui| {
            for left in &recovery.found {
                ui.horizontal(|ui| kept(ui, left, recovery.doubted == Some(left.id), recovery.shown, out));
            }
        });
    });
}

fn frame(ui: &Ui) -> Frame {
    let ground = ui.visuals().warn_fg_color.gamma_multiply(0.12);
    Frame::new().fill(ui.visuals().panel_fill.blend(ground)).inner_margin(Margin::symmetric(10, 5))
}

/// A button; `name` is its accessible name.
fn button(ui: &mut Ui, text: &str, name: &str, tip: &str) -> bool {
    let response = ui.add(Button::new(text));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.on_hover_text(tip).clicked()
}

/// Reports why unsaved work cannot be written, and when the next attempt follows.
fn write_failure_bar(ui: &mut Ui, failure: &WriteFailure, out: &mut Vec<Action>) {
    let left = failure.next.saturating_duration_since(Instant::now()).as_secs_f64().ceil();
    // The countdown is updated each second.
    ui.ctx().request_repaint_after(Duration::from_secs(1));
    ui.horizontal(|ui| {
        ui.label(Icon("warning").tinted(theme::ICON, ui.visuals().warn_fg_color));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if button(ui, "Save", "Save instead", "Save the level to its file") {
                out.push(Action::Command(crate::editor::actions::Command::Save));
            }
            if button(ui, "Try now", "Try now", "Try now to write the recovery journal") {
                out.push(Action::Files(FileCommand::RetryJournal));
            }
            ui.label(RichText::new(format!("next attempt in {left} s")).color(ui.visuals().weak_text_color()));
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let text = format!("Unsaved work cannot be protected against a crash: {}", failure.reason);
                ui.add(Label::new(&text).truncate()).on_hover_text(text);
            });
        });
    });
}

/// Lists unreadable records, each with a download.
fn damaged_records(ui: &mut Ui, damaged: &[(String, String)], out: &mut Vec<Action>) {
    for (name, reason) in damaged {
        ui.horizontal(|ui| {
            ui.label(Icon("warning").tinted(theme::ICON, ui.visuals().warn_fg_color));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if button(ui, "Delete", &format!("Delete: {name}"), "Delete this record for good") {
                    out.push(Action::Files(FileCommand::ForgetDamaged(name.clone())));
                }
                if button(ui, "Download", &format!("Download: {name}"), "Save what is stored to a file, as it is") {
                    out.push(Action::Files(FileCommand::DownloadDamaged(name.clone())));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let text = format!("Stored work cannot be read ({name}): {reason}. Nothing was deleted");
                    ui.add(Label::new(&text).truncate()).on_hover_text(text);
                });
            });
        });
    }
}

fn kept(ui: &mut Ui, left: &Left, is_doubted: bool, shown: Option<u64>, out: &mut Vec<Action>) {
    let name = &left.head.name;
    ui.add_space(26.0);
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let discard = if is_doubted { "Discard for good" } else { "Discard" };
        if button(ui, discard, &format!("{discard}: {name}"), "Delete this work. Press twice") {
            out.push(Action::Files(FileCommand::DiscardKept(left.id)));
        }
        let is_shown = shown == Some(left.id);
        let (text, next) = if is_shown { ("Hide", None) } else { ("Show", Some(left.id)) };
        if button(ui, text, &format!("{text}: {name}"), "Preview, and differences from its file") {
            out.push(Action::Files(FileCommand::ShowKept(next)));
        }
        let restore = Button::new(RichText::new("Restore").strong()).fill(ui.visuals().selection.bg_fill);
        let response = ui.add(restore);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Restore: {name}")));
        if response.on_hover_text("Open it without saving").clicked() {
            out.push(Action::Files(FileCommand::Restore(left.id)));
        }
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.label(RichText::new(name).strong());
            let file = left.head.path.as_ref().and_then(|path| path.file_name());
            let file = file.map(|file| format!("{} · ", file.to_string_lossy())).unwrap_or_default();
            let text = format!("{file}{} · {}", since(left), left.difference);
            let weak = ui.visuals().weak_text_color();
            ui.add(Label::new(RichText::new(&text).color(weak)).truncate()).on_hover_text(text);
        });
    });
}

fn since(left: &Left) -> String {
    ago(left.head.time, now())
}

/// Draws the question about a changed file.
pub fn ask_overwrite(ctx: &Context, document: &Document, out: &mut Vec<Action>) {
    let file = document.path.as_ref().and_then(|path| path.file_name()).unwrap_or_default();
    if let Some(answer) = guard::ask_overwrite(ctx, &file.to_string_lossy()) {
        out.push(Action::Files(FileCommand::Overwrite(answer)));
    }
}

/// Draws the list of backups, if it is open.
#[cfg(not(target_arch = "wasm32"))]
pub fn file_windows(ctx: &Context, document: &Document, files: &mut Files<App>, out: &mut Vec<Action>) {
    if let Some(shown) = &files.backups.shown {
        disk::backups(ctx, document, shown, out);
    }
}

/// Draws the choice of a level and the question about the name of a download, if they are open.
#[cfg(target_arch = "wasm32")]
pub fn file_windows(ctx: &Context, _: &Document, files: &mut Files<App>, out: &mut Vec<Action>) {
    page::choose(ctx, &mut files.page.choice, out);
    if let Some(naming) = &mut files.page.naming {
        page::name(ctx, naming, out);
    }
}

/// Draws the preview of recovered work, if it is open.
pub fn recovered(ctx: &Context, files: &mut Files<App>, theme: Theme, out: &mut Vec<Action>) {
    let recovery = files.recovery.as_ref();
    let left = recovery.and_then(|recovery| recovery.shown.and_then(|id| recovery.left(id)));
    let Some(left) = left else { return };
    let (of, level, head) = (Of::Held(left.id), left.level.clone(), left.head.clone());
    let lines = [
        format!("Recovered, from {}", since(left)),
        head.path.as_ref().map_or("Never saved to a file".to_owned(), |path| path.display().to_string()),
        LevelCounts::of(&level).words(),
        left.difference.clone(),
    ];
    let mut is_open = true;
    floating::centered(ctx, format!("Recovered: {}", head.name))
        .id(egui::Id::unique("kept"))
        .open(&mut is_open)
        .resizable(false)
        .show(ctx, |ui| {
            let size = vec2(SIZE[0] as f32, SIZE[1] as f32);
            ui.set_width(size.x);
            match files.thumbs.get(ctx, &of, Some(&level), theme) {
                Seen::Here(texture, _) => {
                    ui.add(egui::Image::new((texture.id(), size)).corner_radius(5));
                }
                Seen::Coming => {
                    ui.add_sized(size, egui::Spinner::new());
                }
                Seen::Missing(reason) => {
                    ui.label(format!("No preview: {reason}"));
                }
            }
            for line in &lines {
                ui.add(Label::new(line).wrap());
            }
        });
    if !is_open {
        out.push(Action::Files(FileCommand::ShowKept(None)));
    }
}
