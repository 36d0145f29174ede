//! The window with the result of a comparison.

use super::{CompareRuns, ComparedRuns};
use crate::debugger::first_divergence::{DivergedState, FirstDivergence};
use crate::debugger::moment;
use crate::debugger::run::journal::name;
use crate::debugger::why::{number, vector};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::icons::Icon;
use crate::editor::widgets;
use crate::editor::widgets::floating::{self, Corner};
use egui::{Context, Grid, Label, Pos2, ProgressBar, RichText, Ui};

/// Width of the window.
const WIDTH: f32 = 380.0;

/// Draws the window at the upper right corner of the canvas.
pub fn show(ctx: &Context, view: &ViewContext, state: &CompareRuns, corner: Pos2, out: &mut Vec<Action>) {
    let Some(compared) = &state.compared else { return };
    let show = |ui: &mut Ui| contents(ui, view, compared, out);
    let title = "Compare with another run";
    if !floating::show(ctx, ("compare runs", title), Corner::Right(corner), WIDTH, show) {
        out.push(Action::CompareRuns(Box::new(|state| state.compared = None)));
    }
}

fn contents(ui: &mut Ui, view: &ViewContext, compared: &ComparedRuns, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.strong("This run");
        ui.label("and");
        ui.strong(&compared.name);
        ui.weak(format!("up to frame {}", compared.last));
    });
    let Some(found) = &compared.found else {
        ui.horizontal(|ui| {
            ui.add(ProgressBar::new(compared.progress() as f32).desired_width(WIDTH - 80.0));
            if ui.button("Cancel").clicked() {
                out.push(Action::CompareRuns(Box::new(|state| state.compared = None)));
            }
        });
        return;
    };
    if compared.is_outdated(view.run) {
        widgets::note(ui, "The inputs of this run have changed since. Compare again for the present ones.");
    }
    ui.separator();
    if found.is_equal() {
        ui.label(format!("Equal: all states of {} frames have the same bits.", found.frames));
    }
    if let Some(state) = &found.state {
        difference(ui, view, state, out);
    }
    others(ui, found, out);
}

/// The first difference of the states.
fn difference(ui: &mut Ui, view: &ViewContext, state: &DivergedState, out: &mut Vec<Action>) {
    let (at, phase) = (state.moment, state.phase);
    let text = moment::write_phase(at, phase);
    ui.horizontal_wrapped(|ui| {
        ui.label("First difference at");
        if ui.link(RichText::new(&text).monospace()).on_hover_text("Go to this moment").clicked() {
            out.push(Action::Time(TimeCommand::GoToTyped(text.clone())));
            out.push(Action::Select(state.part.iter().map(|part| part.place).collect()));
        }
        ui.strong(&state.title);
    });
    let Some(part) = state.part else {
        ui.weak("The runs have different parts, so no part can be named.");
        return;
    };
    ui.horizontal_wrapped(|ui| {
        ui.label("Differs most:");
        let link = ui.link(name(view.run.level(), part.place));
        if link.hovered() {
            out.push(Action::Hover(vec![part.place]));
        }
        if link.clicked() {
            out.push(Action::Select(vec![part.place]));
        }
    });
    Grid::new("difference").num_columns(4).spacing([12.0, 3.0]).show(ui, |ui| {
        for title in ["", "this run", "other", "distance"] {
            ui.weak(title);
        }
        ui.end_row();
        let rows = [("Position", part.positions, part.distance), ("Velocity", part.velocities, part.velocity)];
        for (title, [a, b], distance) in rows {
            ui.weak(title);
            for text in [vector(a), vector(b), number(distance)] {
                ui.label(RichText::new(text).monospace().small());
            }
            ui.end_row();
        }
    });
}

/// Differences of levels, inputs and recorded hashes.
fn others(ui: &mut Ui, found: &FirstDivergence, out: &mut Vec<Action>) {
    let wrapped = |ui: &mut Ui, text: String| ui.add(Label::new(text).wrap());
    if let Some((at, [a, b])) = &found.inputs {
        let words = |input: &Option<String>| input.clone().unwrap_or_else(|| "none".to_owned());
        let at = moment::write(*at);
        wrapped(ui, format!("Inputs differ from {at} on: {}; in the other: {}", words(a), words(b)));
    }
    if let Some((frame, _)) = found.recorded {
        ui.horizontal_wrapped(|ui| {
            ui.label("The recorded hashes differ from frame");
            if ui.link(frame.to_string()).clicked() {
                out.push(Action::Time(TimeCommand::GoTo((frame, 0))));
            }
            ui.label("on.");
        });
    }
    for (which, frame) in ["This run", "The other run"].into_iter().zip(found.departures) {
        if let Some(frame) = frame {
            wrapped(ui, format!("{which}: this version computes frame {frame} differently from its recording."));
        }
    }
    if !found.levels.is_empty() {
        widgets::heading(ui, "Differences of the levels");
        for [path, a, b] in &found.levels {
            ui.add(Label::new(RichText::new(format!("{path}: {a}, in the other {b}")).small()).wrap());
        }
    }
    ui.add_space(4.0);
    if widgets::text_button(ui, Icon("scales"), "Compare again…").clicked() {
        out.push(Action::Command(crate::editor::actions::Command::CompareRun));
    }
}
