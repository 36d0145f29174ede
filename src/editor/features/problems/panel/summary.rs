//! Details of a problem or cause: description, place, and remedies with the results of trials.

use super::cards::{self, RemedyTarget};
use super::{Subjects, marks};
use crate::debugger::diagnosis::{
    Cause, Detector, Diagnosed, Diagnosis, Finding, Problem, Remedy, describe, part_title,
};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::diagnosis::{Attempt, DiagnosisCommand, DiagnosisUi, input_of};
use crate::editor::features::problems::ProblemRow;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments;
use crate::editor::features::{expectations, shrink};
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::guide::spelled_out;
use crate::level::{Holds, Level, Place};
use crate::picture::overlays;
use egui::{Button, Frame, Id, Label, Margin, Panel, RichText, Role, ScrollArea, Ui, WidgetInfo};
use std::sync::Arc;

/// Least width of text and remedies beside each other.
const BESIDE: f32 = 560.0;
/// Space between the text and the separator.
const RIGHT: Margin = Margin { right: 8, ..Margin::ZERO };

/// Shows a problem; one that is a consequence or harmless has no remedies.
pub(super) fn show(
    ui: &mut Ui,
    view: &ViewContext,
    subjects: &Subjects,
    row: ProblemRow,
    diagnosed: &Diagnosed,
    out: &mut Vec<Action>,
) {
    let note = match row {
        ProblemRow::Consequence(_) => "A consequence: a more severe problem of the same body came first.",
        ProblemRow::Harmless(_) => {
            "Harmless: it left no lasting overlap and no flipped triangle at the end of a frame."
        }
        _ => {
            let target = target_of(ui, view, subjects.diagnosis, diagnosed);
            let title = |ui: &mut Ui, out: &mut Vec<Action>| title(ui, view, subjects.diagnosis, diagnosed, out);
            let text = |ui: &mut Ui, out: &mut Vec<Action>| facts(ui, view, subjects, (row, diagnosed), out);
            return beside_remedies(ui, view, subjects.diagnosis, &target, out, (title, text));
        }
    };
    let area = ScrollArea::vertical().id_salt("diagnosis text").auto_shrink(false).content_margin(RIGHT);
    area.show(ui, |ui| {
        title(ui, view, subjects.diagnosis, diagnosed, out);
        facts(ui, view, subjects, (row, diagnosed), out);
        ui.add(Label::new(RichText::new(note).strong()).wrap());
    });
}

/// Title of a problem with its source and buttons.
fn title(ui: &mut Ui, view: &ViewContext, diagnosis: &DiagnosisUi, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    let detector = diagnosed.detector();
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new(detector.title).strong().size(15.0));
        ui.label(
            RichText::new(format!("Source: {}", spelled_out(detector.source)))
                .small()
                .color(ui.visuals().weak_text_color()),
        );
        overlay(ui, view, diagnosed, out);
        as_test(ui, diagnosis, diagnosed, out);
    });
}

/// Moments, places and explanation of a problem.
fn facts(
    ui: &mut Ui,
    view: &ViewContext,
    subjects: &Subjects,
    (row, diagnosed): (ProblemRow, &Diagnosed),
    out: &mut Vec<Action>,
) {
    let (detector, diagnosis) = (diagnosed.detector(), subjects.diagnosis);
    ui.spacing_mut().item_spacing.y = 4.0;
    moment(ui, view, "First", &diagnosed.first, "", out);
    likely_cause(ui, view, diagnosis, diagnosed, out);
    if diagnosed.worst != diagnosed.first {
        moment(ui, view, "Worst", &diagnosed.worst, "", out);
    }
    ui.add(Label::new(detector.why).wrap());
    spots(ui, view, diagnosed, out);
    marks::buttons(ui, view, subjects, row, diagnosed.problem, out);
}

/// Shows a cause: description, place, and resulting problems.
pub(super) fn show_cause(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    cause: &Cause,
    out: &mut Vec<Action>,
) {
    let target =
        RemedyTarget { title: cause.title, problems: cause.problems.clone(), remedies: cause.remedies.clone() };
    let title = |ui: &mut Ui, _: &mut Vec<Action>| {
        ui.label(RichText::new(cause.title).strong().size(15.0));
        ui.add(Label::new(cause.describe()).wrap());
    };
    let text = |ui: &mut Ui, out: &mut Vec<Action>| {
        ui.spacing_mut().item_spacing.y = 4.0;
        ui.horizontal_wrapped(|ui| {
            let response = ui.add(Button::new((Icon("crosshair-simple").text(theme::SMALL_ICON), "Select its place")));
            if response.clicked() && view.document.level().has(cause.place) {
                out.push(Action::Reveal(vec![cause.place]));
            }
        });
        let rows = cause.problems.iter().filter_map(|&problem| diagnosis.found.of(problem));
        if let Some(row) = rows.min_by_key(|row| (row.first.frame, row.first.substep)) {
            moment(ui, view, "First", &row.first, &cause.describe(), out);
            likely_cause(ui, view, diagnosis, row, out);
        }
        if cause.problems.is_empty() {
            ui.weak("It causes no problem in these frames.");
            return;
        }
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            let leads = if cause.is_known { "Leads to:" } else { "Found:" };
            ui.label(RichText::new(leads).color(ui.visuals().weak_text_color()));
            for (&problem, count) in cause.problems.iter().zip(&cause.counts) {
                let text = format!("{} × {count}", Detector::of(problem).title);
                if ui.small_button(text).clicked() {
                    let is_row = diagnosis.found.of(problem).is_some();
                    let row = if is_row { ProblemRow::Problem(problem) } else { ProblemRow::Consequence(problem) };
                    out.push(Action::ShowProblemRow(row));
                }
            }
            ui.label(
                RichText::new(format!("in {} frames", diagnosis.found.frames)).color(ui.visuals().weak_text_color()),
            );
        });
    };
    beside_remedies(ui, view, diagnosis, &target, out, (title, text));
}

/// The remedy target of a problem.
fn target_of(ui: &Ui, view: &ViewContext, diagnosis: &DiagnosisUi, diagnosed: &Diagnosed) -> RemedyTarget<'static> {
    let remedies = remedies_of(ui, view, diagnosis, diagnosed).to_vec();
    RemedyTarget { title: diagnosed.detector().title, problems: vec![diagnosed.problem], remedies }
}

/// The remedies of a problem; computed once per diagnosis and level, since they test changed copies of the level.
fn remedies_of(ui: &Ui, view: &ViewContext, diagnosis: &DiagnosisUi, diagnosed: &Diagnosed) -> Arc<[Remedy]> {
    type Known = (Arc<Diagnosis>, Arc<Level>, Problem, Arc<[Remedy]>);
    let (id, level) = (Id::unique("remedies of a problem"), &view.document.placed().level);
    if let Some((found, of, problem, remedies)) = ui.data(|data| data.get_temp::<Known>(id))
        && Arc::ptr_eq(&found, &diagnosis.found)
        && Arc::ptr_eq(&of, level)
        && problem == diagnosed.problem
    {
        return remedies;
    }
    let remedies: Arc<[Remedy]> = diagnosis.found.remedies(diagnosed, level).into();
    let known: Known = (diagnosis.found.clone(), level.clone(), diagnosed.problem, remedies.clone());
    ui.data_mut(|data| data.insert_temp(id, known));
    remedies
}

/// Title and text on the left, remedies on the right; in a narrow panel the remedies stand between title and text, so
/// that they are near. The title of a cause says what it is.
fn beside_remedies(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    target: &RemedyTarget,
    out: &mut Vec<Action>,
    (title, text): (impl FnOnce(&mut Ui, &mut Vec<Action>), impl FnOnce(&mut Ui, &mut Vec<Action>)),
) {
    let width = ui.available_width();
    let area = ScrollArea::vertical().id_salt("diagnosis text").auto_shrink(false).content_margin(RIGHT);
    if width < BESIDE {
        area.show(ui, |ui| {
            title(ui, out);
            cards::list(ui, view, diagnosis, target, out);
            ui.separator();
            text(ui, out);
        });
        return;
    }
    let frame = Frame::NONE.inner_margin(Margin { left: 8, ..Margin::ZERO });
    Panel::right("diagnosis remedies")
        .frame(frame)
        .resizable(true)
        .default_size((width * 0.48).clamp(240.0, 460.0))
        .size_range(200.0..=700.0)
        .show(ui, |ui| {
            let area = ScrollArea::vertical().id_salt("diagnosis remedies").auto_shrink(false);
            area.show(ui, |ui| cards::list(ui, view, diagnosis, target, out));
        });
    area.show(ui, |ui| {
        title(ui, out);
        text(ui, out);
    });
}

/// Toggle of the overlay that shows the problem, if there is one.
fn overlay(ui: &mut Ui, view: &ViewContext, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    let Some(id) = Detector::of(diagnosed.problem).overlay else { return };
    let Some(overlay) = overlays::ALL.iter().find(|overlay| overlay.id == id) else { return };
    let is_on = view.settings.is_overlay_on(id);
    let tip = format!("Overlay {}: {}", overlay.title, overlay.explanation);
    if widgets::icon_button(ui, Icon("eye"), "Show the problem on the canvas", &tip, true, is_on).clicked() {
        out.push(Action::Overlay(id));
    }
}

/// Buttons that shrink to the problem or add an expectation against it.
fn as_test(ui: &mut Ui, diagnosis: &DiagnosisUi, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    ui.spacing_mut().item_spacing.x = 3.0;
    let tip = "Search for the smallest level that still has this problem";
    if widgets::icon_button(ui, Icon("arrows-in"), "Shrink to this problem", tip, true, false).clicked() {
        let failure = expectations::of_problem(diagnosed, diagnosis);
        out.push(Action::Shrink(shrink::ShrinkCommand::Show(Some((failure, Holds::Never)))));
    }
    let tip = "Add the expectation that this never happens to the level (Expectations tab, check --run)";
    if widgets::icon_button(ui, Icon("seal-check"), "Expect that this never happens", tip, true, false).clicked() {
        out.extend(expectations::claim(expectations::of_problem(diagnosed, diagnosis)));
    }
}

/// A finding as a button that goes to its moment, with its description unless `said` has it.
fn moment(ui: &mut Ui, view: &ViewContext, when: &str, finding: &Finding, said: &str, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let text = format!("{when}: {}", moments::written(after(view, finding)));
        let response = ui.add(Button::new((Icon("crosshair-simple").text(theme::SMALL_ICON), text.as_str())));
        let name = format!("{when} finding");
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        if response.on_hover_text("Go to the end of the substep and select the part").clicked() {
            out.push(Action::Time(TimeCommand::GoTo(after(view, finding))));
            let places = [Some(finding.place), finding.other].into_iter().flatten();
            let places: Vec<Place> = places.filter(|place| view.document.level().has(*place)).collect();
            out.push(Action::Reveal(places));
        }
        let words = describe(finding, &view.document.placed().level);
        if !said.contains(&words) {
            ui.add(Label::new(words).wrap());
        }
    });
}

/// The moment after the substep of a finding.
fn after(view: &ViewContext, finding: &Finding) -> crate::debugger::Moment {
    view.run.moment_after((finding.frame, finding.substep))
}

/// Places of the findings, most frequent first.
fn spots(ui: &mut Ui, view: &ViewContext, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
    let level = view.document.level();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new("Where:").color(ui.visuals().weak_text_color()));
        for spot in &diagnosed.spots {
            let response = ui.small_button(format!("{} × {}", part_title(level, spot.place), spot.count));
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

/// The likely causing input, and a trial without it.
fn likely_cause(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    diagnosed: &Diagnosed,
    out: &mut Vec<Action>,
) {
    let Some(input) = input_of(view.run, diagnosed) else { return };
    let attempt = Attempt::Without(input.clone());
    let trial = diagnosis.trial(&attempt);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        let when = moments::written(input.moment);
        let button = ui.add(Button::new((Icon("crosshair-simple").text(theme::SMALL_ICON), "Likely cause")));
        button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Likely cause"));
        if button.on_hover_text(format!("Go to the input at {when}")).clicked() {
            out.push(Action::Time(TimeCommand::GoTo(input.moment)));
        }
        ui.add(Label::new(input.describe()).wrap());
        let words = "Try without the input";
        let button = Button::new((Icon("flask").text(theme::SMALL_ICON), words));
        let response = ui.add_enabled(trial.is_none(), button);
        response.widget_info(|| WidgetInfo::labeled(Role::Button, trial.is_none(), words));
        let response = response.on_disabled_hover_text("Tried already, or the trial is under way");
        if response.on_hover_text("Diagnose the run without this input").clicked() {
            out.push(Action::Diagnosis(DiagnosisCommand::Try(vec![attempt])));
        }
    });
    if let Some(trial) = trial {
        cards::tried(ui, view, diagnosis, &target_of(ui, view, diagnosis, diagnosed), trial);
    }
}
