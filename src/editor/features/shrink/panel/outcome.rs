//! Progress and result of shrinking.

use crate::debugger::shrink::Shrunk;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::words;
use crate::editor::features::shrink::Shrinking;
use crate::editor::features::shrink::{ShrinkCommand, Task};
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::picture::Palette;
use egui::{Color32, Grid, Label, RichText, Role, Sense, Spinner, Ui, WidgetInfo, vec2};

/// Length of the bar of the original size.
const BAR: f32 = 72.0;

pub(super) fn show(ui: &mut Ui, view: &ViewContext, shrink: &Shrinking, task: &Task, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.y = 3.0;
    if shrink.is_of_another(&view.document.placed().level) {
        widgets::note(ui, "This result belongs to another level, or to an earlier state of this one.");
    }
    match &task.found {
        None => at_work(ui, task),
        Some(Err(reason)) => {
            ui.add(Label::new(RichText::new(reason).color(ui.visuals().error_fg_color)).wrap());
            return;
        }
        Some(Ok(shrunk)) => done(ui, task, shrunk, out),
    }
    ui.horizontal_top(|ui| {
        sizes(ui, view, task);
        if let Some(Ok(shrunk)) = &task.found {
            ui.add_space(8.0);
            ui.vertical(|ui| remarks(ui, shrink, shrunk));
        }
    });
}

fn at_work(ui: &mut Ui, task: &Task) {
    let runs = task.progress.runs;
    let words = match task.is_stopping {
        true => "stopping…".to_owned(),
        false => format!("trying: {}; {runs} runs so far", task.progress.stage),
    };
    ui.horizontal(|ui| {
        ui.add(Spinner::new().size(14.0));
        let response = ui.label(&words);
        response.widget_info(|| WidgetInfo::labeled(Role::ProgressIndicator, true, format!("Shrinking: {words}")));
    });
}

fn done(ui: &mut Ui, task: &Task, shrunk: &Shrunk, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let response = widgets::text_button(ui, Icon("folder-open"), "Open the smallest level");
        let tip = "Opens it as a new unsaved level with the expectation and a breakpoint for the condition";
        if response.on_hover_text(tip).clicked() {
            out.push(Action::Shrink(ShrinkCommand::Open));
        }
        let words = match (shrunk.is_complete, task.is_stopping) {
            (true, _) => "Minimal: no single part can be removed",
            (false, true) => "Stopped: a smaller level may exist",
            (false, false) => "Run limit reached: a smaller level may exist",
        };
        let of = if task.level.name.is_empty() { "the level" } else { task.level.name.as_str() };
        let label = Label::new(RichText::new(words).color(ui.visuals().weak_text_color())).truncate();
        ui.add(label).on_hover_text(format!("After {} runs of {of} and its reductions", shrunk.runs));
    });
}

/// Sizes before and after.
fn sizes(ui: &mut Ui, view: &ViewContext, task: &Task) {
    let tint = theme::color(Palette::of(view.settings.theme.picture()).selection);
    let weak = ui.visuals().weak_text_color();
    let rows = task.before.rows().into_iter().zip(task.size().rows()).filter(|((_, before), _)| *before > 0);
    Grid::new("shrink sizes").num_columns(5).spacing([7.0, 2.0]).min_col_width(0.0).min_row_height(15.0).show(
        ui,
        |ui| {
            ui.spacing_mut().interact_size.y = 15.0;
            for ((name, before), (_, now)) in rows {
                ui.label(RichText::new(name).color(weak));
                ui.label(before.to_string());
                ui.label(RichText::new("→").color(weak));
                let response = ui.label(RichText::new(now.to_string()).strong());
                response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{name}: {now} of {before}")));
                bar(ui, now as f32 / before as f32, tint);
                ui.end_row();
            }
        },
    );
}

fn bar(ui: &mut Ui, part: f32, tint: Color32) {
    let (rect, _) = ui.allocate_exact_size(vec2(BAR, 8.0), Sense::hover());
    ui.painter().rect_filled(rect, 2.0, ui.visuals().extreme_bg_color);
    let own = egui::Rect::from_min_size(rect.min, vec2((BAR * part.clamp(0.0, 1.0)).max(1.5), rect.height()));
    ui.painter().rect_filled(own, 2.0, tint);
}

/// When the result fails, and which numbers became simpler.
fn remarks(ui: &mut Ui, shrink: &Shrinking, shrunk: &Shrunk) {
    // The form may have changed since the result was computed.
    if shrink.form.failure().condition != shrunk.failure.condition {
        ui.add(Label::new(RichText::new(&shrunk.failure.condition).monospace().size(12.0)).wrap());
    }
    let first = format!("first true at {}; before at {}", words(shrunk.first), words(shrunk.before.1));
    ui.add(Label::new(first).wrap());
    if shrunk.moved_by > 0 {
        let text = format!("its frame 0 was frame {} before", shrunk.moved_by);
        ui.add(Label::new(text).wrap());
    }
    if !shrunk.simpler.is_empty() {
        ui.add(Label::new(format!("simpler: {}", shrunk.simpler.join(", "))).wrap());
    }
}
