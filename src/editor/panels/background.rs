//! Background work in the status bar: what runs, how far it is, and buttons that stop and continue it.

use crate::editor::background::monitor::{JobState, busy_jobs};
use egui::{Button, ProgressBar, RichText, Role, Ui, WidgetInfo};
use std::sync::Arc;

/// Work that ends sooner is not shown, so that the status bar does not flicker.
const LEAST_SECONDS: f32 = 0.5;

/// Draws the button with the list of jobs, while there are any.
pub fn show(ui: &mut Ui) {
    let jobs = busy_jobs(ui.ctx());
    let shown =
        ui.ctx().animate_bool_with_time(egui::Id::unique("background work is shown"), !jobs.is_empty(), LEAST_SECONDS);
    if jobs.is_empty() || shown < 1.0 {
        return;
    }
    let small = |ui: &mut Ui| {
        (ui.spacing_mut().button_padding.y, ui.spacing_mut().interact_size.y) = (0.0, super::status::TARGET);
        ui.menu_button(RichText::new(summary(&jobs)).size(11.5), |ui| list(ui, &jobs)).response
    };
    let button = ui.scope(small).inner;
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Background work"));
    button.on_hover_text("Background work: click to see, stop or continue it");
}

/// The only job with its progress, or how many there are.
fn summary(jobs: &[Arc<JobState>]) -> String {
    let stopped = jobs.iter().filter(|job| job.is_stopped()).count();
    let state = if stopped == jobs.len() { ", stopped" } else { "" };
    match jobs {
        [job] => format!("{}{}{state}", job.title, percent(job)),
        _ => format!("{} jobs{state}", jobs.len()),
    }
}

fn percent(job: &JobState) -> String {
    job.part().map_or(String::new(), |part| format!(" {:.0} %", 100.0 * part))
}

fn list(ui: &mut Ui, jobs: &[Arc<JobState>]) {
    ui.set_min_width(260.0);
    for (index, job) in jobs.iter().enumerate() {
        ui.push_id(index, |ui| row(ui, job));
    }
    if jobs.len() > 1 {
        ui.separator();
        let is_any_running = jobs.iter().any(|job| !job.is_stopped());
        let text = if is_any_running { "Stop all" } else { "Continue all" };
        if ui.button(text).clicked() {
            jobs.iter().for_each(|job| job.stop(is_any_running));
            ui.ctx().request_repaint();
        }
    }
}

fn row(ui: &mut Ui, job: &JobState) {
    ui.horizontal(|ui| {
        let text = if job.is_stopped() { "Continue" } else { "Stop" };
        let button = ui.add(Button::new(text).min_size(egui::vec2(64.0, 0.0)));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("{text}: {}", job.title)));
        if button.clicked() {
            job.stop(!job.is_stopped());
            ui.ctx().request_repaint();
        }
        match job.part() {
            Some(part) => ui.add(ProgressBar::new(part).text(format!("{}{}", job.title, percent(job)))),
            None => ui.label(job.title),
        };
    });
}
