//! The Problems panel: the list of problems on the left, the chosen one with its remedies on the right.

mod cards;
mod checks;
mod energy;
mod list;
mod marks;
mod summary;

use super::{ProblemRow, Problems, cause, diagnosed};
use crate::debugger::diagnosis::{Diagnosis, ProblemCounts};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::features::diagnosis::DiagnosisUi;
use crate::editor::features::findings::Findings;
use crate::editor::features::timeline::Timeline;
use crate::editor::theme;
use crate::level::checks::Severity;
use egui::{Color32, Frame, Label, Margin, Panel, RichText, Ui};

/// What the panel shows, from several features.
pub struct Subjects<'a> {
    /// The choice.
    pub problems: &'a Problems,
    /// Findings of the checks.
    pub findings: &'a Findings,
    /// Diagnosis of the run.
    pub diagnosis: &'a DiagnosisUi,
    /// Marks of the run.
    pub timeline: &'a Timeline,
    /// Breakpoints, for the words of marks.
    pub breakpoints: &'a Breakpoints,
}

/// Least width of the list.
const LEAST: f32 = 190.0;

/// Numbers of problems. The diagnosis counts once it is of the level that the run started with.
pub fn counts(view: &ViewContext, findings: &Findings, diagnosis: &DiagnosisUi) -> ProblemCounts {
    match diagnosis.is_of(view.run.start_level()) {
        true => ProblemCounts::of(&findings.list, &diagnosis.found),
        false => ProblemCounts::of(&findings.list, &Diagnosis::default()),
    }
}

/// Colour of the number of problems.
pub fn tint(ui: &Ui, view: &ViewContext, findings: &Findings) -> Color32 {
    let has_errors = findings.list.first().is_some_and(|finding| finding.severity == Severity::Error);
    if has_errors { theme::severity(view.settings.theme, Severity::Error) } else { ui.visuals().warn_fg_color }
}

/// Draws it.
pub fn show(ui: &mut Ui, view: &ViewContext, subjects: &Subjects, out: &mut Vec<Action>) {
    let shown = subjects.problems.shown(subjects.diagnosis, &subjects.findings.list);
    let frame = Frame::NONE.inner_margin(Margin { right: 8, ..Margin::ZERO });
    Panel::left("problems list")
        .frame(frame)
        .resizable(true)
        .default_size((0.54 * ui.available_width()).clamp(LEAST, 268.0))
        .size_range(LEAST..=420.0)
        .show(ui, |ui| list::show(ui, view, subjects, shown, out));
    Panel::left("problems gap").frame(Frame::NONE).show_separator_line(false).exact_size(8.0).show(ui, |_| {});
    match shown {
        Some(ProblemRow::Check(rule)) => checks::show(ui, view, &subjects.findings.list, rule, out),
        Some(ProblemRow::Marks(id)) => marks::list(ui, view, subjects, id, out),
        Some(row) => match (cause(subjects.diagnosis, row), diagnosed(subjects.diagnosis, row)) {
            (Some(cause), _) => summary::show_cause(ui, view, subjects.diagnosis, cause, out),
            (None, Some(diagnosed)) => summary::show(ui, view, subjects, row, diagnosed, out),
            (None, None) => {}
        },
        None => well(ui, view, subjects),
    }
}

/// Message for a level and a run without problems, or before a diagnosis.
fn well(ui: &mut Ui, view: &ViewContext, subjects: &Subjects) {
    let (diagnosis, detectors) = (subjects.diagnosis, crate::debugger::diagnosis::ALL.len());
    let what = if view.run.journal().entries().is_empty() { "level" } else { "run, with its inputs," };
    let frames = match diagnosis.first {
        0 => format!("its first {} frames", diagnosis.found.frames),
        first => format!("its frames {first} to {}", first + diagnosis.found.frames),
    };
    let checked = match subjects.findings.inspection.is_behind() {
        true => "The checks of the level are not finished.",
        false => "The checks found no problem in the level.",
    };
    let of_run = match diagnosis.progress() {
        _ if diagnosis.found.frames == 0 => "The run is not judged yet; that starts when it stands still.".to_owned(),
        Some(_) => format!("No problem found so far by {detectors} detectors."),
        None => format!("No problem found in this {what} in {frames} by {detectors} detectors."),
    };
    let more = "The plot \"What went wrong\" shows the counts of all detectors along the run.";
    let text = RichText::new(format!("{checked} {of_run} {more}")).color(ui.visuals().weak_text_color());
    ui.add(Label::new(text).wrap());
}
