//! One illness in full: what happened, where, why, and its remedies with their results.

use crate::debugger::diagnosis::{Diagnosed, Diagnosis, Finding, Judgement, Remedy, judge, who};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::clinic::Clinic;
use crate::editor::features::clinic::{Attempt, ClinicCommand, Trial, input_of, twin_of};
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::{expectations, shrink};
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::{Holds, Place};
use crate::picture::overlays;
use egui::{
    Align, Button, Frame, Label, Layout, Margin, Panel, ProgressBar, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo,
};

/// Room between the text and the line beside it.
const RIGHT: Margin = Margin { right: 8, ..Margin::ZERO };

pub(super) fn show(ui: &mut Ui, view: &ViewContext, clinic: &Clinic, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    let frame = Frame::NONE.inner_margin(Margin { left: 8, ..Margin::ZERO });
    let width = ui.available_width();
    Panel::right("clinic remedies")
        .frame(frame)
        .resizable(true)
        .default_size((width * 0.48).clamp(240.0, 460.0))
        .size_range(200.0..=700.0)
        .show(ui, |ui| remedies(ui, view, clinic, diagnosed, out));
    let text = ScrollArea::vertical().id_salt("clinic text").auto_shrink(false).content_margin(RIGHT);
    text.show(ui, |ui| {
        let detector = diagnosed.detector();
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.horizontal(|ui| {
            ui.label(RichText::new(detector.title).strong().size(15.0));
            ui.label(RichText::new(detector.source).small().color(ui.visuals().weak_text_color()));
            overlay(ui, view, diagnosed, out);
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| as_test(ui, clinic, diagnosed, out));
        });
        moment(ui, view, "First", &diagnosed.first, out);
        likely_cause(ui, view, clinic, diagnosed, out);
        if diagnosed.worst != diagnosed.first {
            moment(ui, view, "Worst", &diagnosed.worst, out);
        }
        ui.add(Label::new(detector.why).wrap());
        spots(ui, view, diagnosed, out);
    });
}

/// The overlay that shows it, where there is one, on and off.
fn overlay(ui: &mut Ui, view: &ViewContext, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    let Some(id) = diagnosed.illness.overlay() else { return };
    let Some(overlay) = overlays::ALL.iter().find(|overlay| overlay.id == id) else { return };
    let is_on = view.settings.is_overlay_on(id);
    let tip = format!("Overlay {}: {}", overlay.title, overlay.explanation);
    if widgets::icon_button(ui, Icon("eye"), "Show the illness on the canvas", &tip, true, is_on).clicked() {
        out.push(Action::Overlay(id));
    }
}

/// From an illness to a test: the smallest level that has it, or the claim that it never comes.
fn as_test(ui: &mut Ui, clinic: &Clinic, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let tip = "Look for the smallest level that still suffers from this";
    if widgets::icon_button(ui, Icon("arrows-in"), "Shrink to this illness", tip, true, false).clicked() {
        let failure = expectations::of_illness(diagnosed, clinic);
        out.push(Action::Shrink(shrink::ShrinkCommand::Show(Some((failure, Holds::Never)))));
    }
    let tip = "Expect that this never happens: a claim that is saved with the level (Expectations, check --run)";
    if widgets::icon_button(ui, Icon("seal-check"), "Expect that this never happens", tip, true, false).clicked() {
        out.extend(expectations::claim(expectations::of_illness(diagnosed, clinic)));
    }
}

/// Remedies, best first.
fn remedies(ui: &mut Ui, view: &ViewContext, clinic: &Clinic, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    ScrollArea::vertical().id_salt("clinic remedies").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        let remedies = diagnosed.remedies(view.document.level());
        if remedies.is_empty() {
            ui.weak("No single change of the level is known to fix this.");
        }
        try_all(ui, clinic, &remedies, out);
        for remedy in remedies {
            offer(ui, view, clinic, diagnosed, &remedy, out);
        }
    });
}

/// A finding, and the way to it.
fn moment(ui: &mut Ui, view: &ViewContext, when: &str, finding: &Finding, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let text = format!("{when}: frame {} + {}", finding.frame, finding.substep);
        let response = ui.add(Button::new((Icon("crosshair-simple").text(theme::SMALL_ICON), text.as_str())));
        let name = format!("{when} finding");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.on_hover_text("To the end of that substep, with what it is about selected").clicked() {
            out.push(Action::Time(TimeCommand::GoTo(after(view, finding))));
            let places = [Some(finding.place), finding.other].into_iter().flatten();
            let places: Vec<Place> = places.filter(|place| view.document.level().has(*place)).collect();
            out.push(Action::Reveal(places));
        }
        ui.add(Label::new(finding.describe(view.document.level())).wrap());
    });
}

/// The moment after the substep of a finding.
fn after(view: &ViewContext, finding: &Finding) -> crate::debugger::Moment {
    view.run.moment_after((finding.frame, finding.substep))
}

/// Where it is found, most often first.
fn spots(ui: &mut Ui, view: &ViewContext, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    let level = view.document.level();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new("Where:").color(ui.visuals().weak_text_color()));
        for spot in &diagnosed.spots {
            let response = ui.small_button(format!("{} × {}", who(level, spot.place), spot.count));
            if response.hovered() {
                out.push(Action::Hover(vec![spot.place]));
            }
            if response.clicked() && level.has(spot.place) {
                out.push(Action::Reveal(vec![spot.place]));
            }
        }
        let more = diagnosed.place_count - diagnosed.spots.len();
        if more > 0 {
            ui.label(RichText::new(format!("and {more} more")).color(ui.visuals().weak_text_color()));
        }
    });
}

/// A remedy: try it, run it beside, take it.
fn offer(
    ui: &mut Ui,
    view: &ViewContext,
    clinic: &Clinic,
    diagnosed: &Diagnosed,
    remedy: &Remedy,
    out: &mut Vec<Action>,
) {
    let trial = clinic.trial(&Attempt::Remedy(remedy.clone()));
    let reason = format!("{} {}", remedy.why, remedy.cost);
    theme::card(ui).inner_margin(Margin::symmetric(6, 4)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                let button = |ui: &mut Ui, icon: &'static str, what: &str, tip: &str, is_enabled: bool| {
                    let name = format!("{what}: {}", remedy.label);
                    widgets::icon_button(ui, Icon(icon), &name, tip, is_enabled, false).clicked()
                };
                if button(ui, "check", "Apply", "Changes the level: one step of its history", true) {
                    out.push(applied(remedy));
                }
                let twin = twin_of(remedy);
                let tip = match twin {
                    Some(_) => "Runs the level with the change beside the level as it is",
                    None => "It changes what parts there are: the two cannot be compared part by part",
                };
                if button(ui, "columns", "Run beside", tip, twin.is_some()) {
                    out.extend(twin.map(|twin| beside(remedy, twin)));
                }
                let tip = "Diagnoses the run with the change, with the same inputs; the level stays as it is";
                if button(ui, "flask", "Try", tip, trial.is_none()) {
                    out.push(Action::Clinic(ClinicCommand::Try(vec![Attempt::Remedy(remedy.clone())])));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let label = Label::new(RichText::new(&remedy.label).strong()).truncate().sense(Sense::hover());
                    ui.add(label).on_hover_text(&reason);
                });
            });
        });
        match trial {
            Some(trial) => tried(ui, view, clinic, diagnosed, trial),
            None => {
                let text = RichText::new(&reason).small().color(ui.visuals().weak_text_color());
                ui.add(Label::new(text).truncate().sense(Sense::hover())).on_hover_text(&reason);
            }
        }
    });
}

/// How far a trial is, or its result.
fn tried(ui: &mut Ui, view: &ViewContext, clinic: &Clinic, diagnosed: &Diagnosed, trial: &Trial) {
    match &trial.outcome {
        Some(outcome) => result(ui, view, clinic, diagnosed, outcome),
        None => drop(ui.add(ProgressBar::new(trial.progress).desired_height(14.0))),
    }
}

/// Tries all remedies that have not been tried yet, side by side.
fn try_all(ui: &mut Ui, clinic: &Clinic, remedies: &[Remedy], out: &mut Vec<Action>) {
    let open = remedies.iter().cloned().map(Attempt::Remedy).filter(|attempt| clinic.trial(attempt).is_none());
    let open: Vec<Attempt> = open.collect();
    if open.len() < 2 {
        return;
    }
    let tip = "Diagnoses the run with each of these changes; the level stays as it is";
    let button = ui.add(Button::new((Icon("flask").text(theme::SMALL_ICON), "Try all")));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Try all remedies"));
    if button.on_hover_text(tip).clicked() {
        out.push(Action::Clinic(ClinicCommand::Try(open)));
    }
}

/// The input after which the illness was found, and the run without it.
fn likely_cause(ui: &mut Ui, view: &ViewContext, clinic: &Clinic, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    let Some(input) = input_of(view.run, diagnosed) else { return };
    let attempt = Attempt::Without(input.clone());
    let trial = clinic.trial(&attempt);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let (frame, _) = input.moment;
        let button = ui.add(Button::new((Icon("crosshair-simple").text(theme::SMALL_ICON), "Likely cause")));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Likely cause"));
        if button.on_hover_text(format!("To the input at frame {frame}")).clicked() {
            out.push(Action::Time(TimeCommand::GoTo(input.moment)));
        }
        ui.add(Label::new(input.describe()).wrap());
        let tip = "Diagnoses the run without this input";
        if widgets::icon_button(ui, Icon("flask"), "Try without the input", tip, trial.is_none(), false).clicked() {
            out.push(Action::Clinic(ClinicCommand::Try(vec![attempt])));
        }
    });
    if let Some(trial) = trial {
        tried(ui, view, clinic, diagnosed, trial);
    }
}

fn beside(remedy: &Remedy, twin: crate::level::Twin) -> Action {
    Action::Edit(Edit::new(format!("Twin: {}", remedy.label), move |level| {
        level.editor.get_or_insert_default().twin = Some(twin);
        Ok(())
    }))
}

fn applied(remedy: &Remedy) -> Action {
    let remedy = remedy.clone();
    Action::Edit(Edit::new(remedy.label.clone(), move |level| {
        *level = remedy.apply(level)?;
        Ok(())
    }))
}

/// What came of a remedy: how often the illness is found with it, and what is new.
fn result(ui: &mut Ui, view: &ViewContext, clinic: &Clinic, diagnosed: &Diagnosed, outcome: &Diagnosis) {
    let (before, after) = (diagnosed.count, outcome.count(diagnosed.illness));
    let palette = crate::picture::Palette::of(view.settings.theme.picture());
    let judgement = judge(&[diagnosed.illness], &clinic.found, outcome);
    let (icon, color) = match judgement {
        Judgement::Fixed => ("check-circle", palette.triangle_sound),
        Judgement::Better => ("arrow-circle-down", palette.warning),
        Judgement::Trades { .. } | Judgement::NoBetter => ("x-circle", palette.error),
    };
    let word = judgement.words();
    let is_new =
        |other: &&Diagnosed| other.count > clinic.found.count(other.illness) && other.illness != diagnosed.illness;
    let new: Vec<String> = outcome
        .illnesses
        .iter()
        .filter(is_new)
        .map(|other| format!("{} × {}", other.detector().title.to_lowercase(), other.count))
        .collect();
    let detector = diagnosed.detector();
    let mut text = format!("{}: {before} → {after} ({word})", detector.title);
    if !new.is_empty() {
        text += &format!("; but more of: {}", new.join(", "));
    }
    ui.horizontal_wrapped(|ui| {
        ui.label(Icon(icon).tinted(theme::SMALL_ICON, theme::color(color.opaque())));
        ui.label(text);
    });
}
