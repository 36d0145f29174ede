//! The Clinic panel: causes and illnesses of the run on display, with remedies.

mod cards;
mod summary;

use crate::debugger::diagnosis::{Cause, Diagnosed};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::clinic::Clinic;
use crate::editor::features::clinic::{ClinicCommand, MOST_FRAMES};
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::Number;
use egui::{
    Button, CollapsingHeader, Frame, Label, Margin, Panel, ProgressBar, RichText, Role, ScrollArea, Ui, WidgetInfo,
};

/// Number of illnesses, for the tab badge; 0 before a diagnosis.
pub fn count(view: &ViewContext, clinic: &Clinic) -> usize {
    if clinic.is_of(&view.document.placed().level) { clinic.found.illnesses.len() } else { 0 }
}

/// Draws it.
pub fn show(ui: &mut Ui, view: &ViewContext, clinic: &Clinic, out: &mut Vec<Action>) {
    let frame = Frame::NONE.inner_margin(Margin { right: 8, ..Margin::ZERO });
    Panel::left("clinic list")
        .frame(frame)
        .resizable(true)
        .default_size(218.0)
        .size_range(170.0..=360.0)
        .show(ui, |ui| list(ui, view, clinic, out));
    Panel::left("clinic gap").frame(Frame::NONE).show_separator_line(false).exact_size(8.0).show(ui, |_| {});
    match (clinic.shown_cause(), clinic.shown()) {
        (Some(cause), _) => summary::show_cause(ui, view, clinic, cause, out),
        (None, Some(diagnosed)) => summary::show(ui, view, clinic, diagnosed, out),
        (None, None) => well(ui, view, clinic),
    }
}

/// Range of judged frames, and the list of causes and illnesses.
fn list(ui: &mut Ui, view: &ViewContext, clinic: &Clinic, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let weak = ui.visuals().weak_text_color();
        ui.label(RichText::new("From frame").color(weak));
        let how = Number { min: 0.0, max: MOST_FRAMES as f64, ..crate::editor::features::world::choices::WHOLE };
        if let Some(first) = widgets::number(ui, "First frame to diagnose", clinic.first as f64, how) {
            out.push(Action::Clinic(ClinicCommand::First(first as u64)));
        }
        ui.label(RichText::new("at least").color(weak));
        let how = Number { min: 1.0, ..how };
        if let Some(frames) = widgets::number(ui, "Frames to diagnose", clinic.frames as f64, how) {
            out.push(Action::Clinic(ClinicCommand::Frames(frames as u64)));
        }
    });
    match clinic.progress() {
        Some(part) => {
            let judged = clinic.judged();
            let text = format!("frame {} of {}", judged.start + clinic.found.frames, judged.end);
            ui.add(ProgressBar::new(part).desired_height(16.0).text(RichText::new(text).small()));
        }
        None => ui.add_space(4.0),
    }
    ScrollArea::vertical().id_salt("clinic list").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let shown_cause = clinic.shown_cause();
        for cause in &clinic.found.causes {
            cause_row(ui, cause, shown_cause == Some(cause), out);
        }
        let shown = clinic.shown().filter(|_| shown_cause.is_none()).map(|diagnosed| diagnosed.illness);
        for diagnosed in &clinic.found.illnesses {
            row(ui, diagnosed, shown == Some(diagnosed.illness), out);
        }
        energy_rises(ui, view, clinic);
    });
}

/// Collapsible note on rises of the total energy.
fn energy_rises(ui: &mut Ui, view: &ViewContext, clinic: &Clinic) {
    let lines = clinic.found.energy.describe(&view.document.placed().level);
    if lines.is_empty() {
        return;
    }
    let title = RichText::new("Note: energy rises").color(ui.visuals().weak_text_color());
    CollapsingHeader::new(title).id_salt("energy rises").default_open(false).show(ui, |ui| {
        for line in lines {
            ui.add(Label::new(RichText::new(line).small()).wrap());
        }
    });
}

/// A cause with its description as tooltip; a click shows it and selects its place.
fn cause_row(ui: &mut Ui, cause: &Cause, is_shown: bool, out: &mut Vec<Action>) {
    let text = RichText::new(format!("Cause: {}", cause.title)).strong();
    let size = egui::vec2(ui.available_width(), 0.0);
    if ui.add(Button::selectable(is_shown, text).truncate().min_size(size)).on_hover_text(&cause.text).clicked() {
        out.push(Action::Clinic(ClinicCommand::ChooseCause(cause.id, cause.place)));
        out.push(Action::Reveal(vec![cause.place]));
    }
}

fn row(ui: &mut Ui, diagnosed: &Diagnosed, is_shown: bool, out: &mut Vec<Action>) {
    let detector = diagnosed.detector();
    let weak = ui.visuals().weak_text_color();
    let atoms = (
        Icon("first-aid").tinted(theme::SMALL_ICON, ui.visuals().warn_fg_color),
        RichText::new(detector.title),
        RichText::new(format!("× {}", diagnosed.count)).small().color(weak),
    );
    let size = egui::vec2(ui.available_width(), 0.0);
    let response = ui.add(Button::selectable(is_shown, atoms).truncate().min_size(size));
    let name = format!("Illness: {}, {} times", detector.title, diagnosed.count);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, &name));
    if response.on_hover_text(detector.explanation).clicked() {
        out.push(Action::Clinic(ClinicCommand::Choose(diagnosed.illness)));
    }
}

/// Message for a run without illnesses or without a diagnosis.
fn well(ui: &mut Ui, view: &ViewContext, clinic: &Clinic) {
    let (clinic, detectors) = (clinic, crate::debugger::diagnosis::ALL.len());
    let what = if view.run.journal().entries().is_empty() { "level" } else { "run, with its inputs," };
    let frames = match clinic.first {
        0 => format!("its first {} frames", clinic.found.frames),
        first => format!("its frames {first} to {}", first + clinic.found.frames),
    };
    let text = match clinic.progress() {
        Some(_) => format!("No illness found so far by {detectors} detectors."),
        None => format!(
            "No illness found in this {what} in {frames} by {detectors} detectors. The plot \"Illnesses\" shows the counts \
             of all detectors along the run."
        ),
    };
    ui.add(Label::new(RichText::new(text).color(ui.visuals().weak_text_color())).wrap());
}
