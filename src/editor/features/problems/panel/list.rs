//! The list of problems: of the level, of the run, and what is harmless, folded. Causes stand above their symptoms.

use super::{Subjects, checks, energy, marks};
use crate::debugger::diagnosis::{Cause, Diagnosed, Problem, ProblemCounts};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::diagnosis::{DiagnosisCommand, MOST_FRAMES};
use crate::editor::features::problems::ProblemRow;
use crate::editor::features::timeline::marks::MarkKind;
use crate::editor::widgets::{self, Number};
use crate::editor::{features, theme};
use crate::level::checks::Severity;
use egui::{
    Align, Atom, Button, CollapsingHeader, Label, Layout, ProgressBar, RichText, Role, ScrollArea, Ui, WidgetInfo, vec2,
};

/// Marks of the timeline that no detector makes and that are no problem.
const OTHER_MARKS: [MarkKind; 2] = [MarkKind::ManyImpacts, MarkKind::Sensor];
/// Explains the judged frames.
const JUDGED: &str = "The first judged frame, and the least number of judged frames. All later visited frames \
                      are judged. The timeline marks what is found in them";
/// Indentation of symptoms below their cause.
const INDENT: f32 = 12.0;
/// Width of the numbers of the judged frames.
const NUMBER: f32 = 56.0;

struct ProblemList<'a> {
    view: &'a ViewContext<'a>,
    subjects: &'a Subjects<'a>,
    shown: Option<ProblemRow>,
}

/// Draws it.
pub(super) fn show(
    ui: &mut Ui,
    view: &ViewContext,
    subjects: &Subjects,
    shown: Option<ProblemRow>,
    out: &mut Vec<Action>,
) {
    let list = ProblemList { view, subjects, shown };
    ScrollArea::vertical().id_salt("problems").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
        let counts = super::counts(view, subjects.findings, subjects.diagnosis);
        if counts != ProblemCounts::default() {
            ui.add(Label::new(RichText::new(counts.to_string()).strong()).wrap());
        }
        list.of_level(ui, out);
        list.of_run(ui, out);
        list.harmless(ui, out);
    });
}

impl ProblemList<'_> {
    fn of_level(&self, ui: &mut Ui, out: &mut Vec<Action>) {
        let findings = &self.subjects.findings;
        let mut rows = checks::rows(&findings.list);
        rows.retain(|row| row.severity > Severity::Hint);
        let is_sound = rows.is_empty() && !findings.inspection.is_behind();
        heading(ui, if is_sound { "In the level: no problem" } else { "In the level" }, |ui| {
            let least = if is_open(ui) { Severity::Hint } else { Severity::Warning };
            checks::fix_all(ui, self.view, &findings.list, least, out);
            if findings.inspection.is_behind() {
                ui.spinner().on_hover_text("Checking the level. The list is from its previous state");
            }
        });
        for row in &rows {
            self.check(ui, row, out);
        }
    }

    fn of_run(&self, ui: &mut Ui, out: &mut Vec<Action>) {
        let diagnosis = self.subjects.diagnosis;
        heading(ui, "In the run", |ui| self.judged_frames(ui, out));
        if let Some(part) = diagnosis.progress() {
            let judged = diagnosis.judged();
            let text = format!("frame {} of {}", judged.start + diagnosis.found.frames, judged.end);
            ui.add(ProgressBar::new(part).desired_height(16.0).text(RichText::new(text).small()));
        }
        if !self.subjects.timeline.marks.of(MarkKind::Divergence).is_empty() {
            self.marks(ui, MarkKind::Divergence, out);
        }
        let mut listed: Vec<Problem> = Vec::new();
        for cause in &diagnosis.found.causes {
            self.cause(ui, cause, out);
            ui.indent(("symptoms", cause.id, cause.place), |ui| {
                ui.spacing_mut().indent = INDENT;
                for diagnosed in &diagnosis.found.problems {
                    if cause.problems.contains(&diagnosed.problem) && !listed.contains(&diagnosed.problem) {
                        listed.push(diagnosed.problem);
                        self.problem(ui, ProblemRow::Problem(diagnosed.problem), diagnosed, out);
                    }
                }
            });
        }
        for diagnosed in diagnosis.found.problems.iter().filter(|diagnosed| !listed.contains(&diagnosed.problem)) {
            self.problem(ui, ProblemRow::Problem(diagnosed.problem), diagnosed, out);
        }
    }

    /// Folded rows: hints, consequences, findings without harm, rises of the energy, and other marks.
    fn harmless(&self, ui: &mut Ui, out: &mut Vec<Action>) {
        let (found, marks) = (&self.subjects.diagnosis.found, &self.subjects.timeline.marks);
        let hints: Vec<_> = checks::rows(&self.subjects.findings.list);
        let hints: Vec<_> = hints.iter().filter(|row| row.severity == Severity::Hint).collect();
        let others: Vec<MarkKind> = OTHER_MARKS.into_iter().filter(|&kind| !marks.of(kind).is_empty()).collect();
        let lines = found.energy.describe(&self.view.document.placed().level);
        let title = match hints.len() + found.consequences.len() + found.passing.len() + others.len() {
            0 if lines.is_empty() => return,
            0 => "Note on the energy".to_owned(),
            count if found.consequences.is_empty() => format!("Harmless  {count}"),
            count => format!("Consequences and harmless  {count}"),
        };
        ui.add_space(4.0);
        let title = RichText::new(title).color(ui.visuals().weak_text_color());
        let open = CollapsingHeader::new(title).id_salt("harmless").default_open(false).show(ui, |ui| {
            for row in hints {
                self.check(ui, row, out);
            }
            let part = |ui: &mut Ui, is_empty: bool, words: &str| {
                if !is_empty {
                    ui.label(RichText::new(words).small());
                }
            };
            part(ui, found.consequences.is_empty(), "Consequences of more severe problems of the same body:");
            for diagnosed in &found.consequences {
                self.problem(ui, ProblemRow::Consequence(diagnosed.problem), diagnosed, out);
            }
            part(ui, found.passing.is_empty(), "Harmless, in passing:");
            for diagnosed in &found.passing {
                self.problem(ui, ProblemRow::Harmless(diagnosed.problem), diagnosed, out);
            }
            for kind in others {
                self.marks(ui, kind, out);
            }
            energy::note(ui, self.view, &found.energy, lines, out);
        });
        ui.data_mut(|data| data.insert_temp(fold_id(), open.openness > 0.5));
    }

    /// Range of judged frames.
    fn judged_frames(&self, ui: &mut Ui, out: &mut Vec<Action>) {
        let (diagnosis, weak) = (self.subjects.diagnosis, ui.visuals().weak_text_color());
        let how = Number { min: 1.0, max: MOST_FRAMES as f64, ..features::world::choices::WHOLE };
        ui.spacing_mut().text_edit_width = NUMBER;
        // From right to left.
        if let Some(frames) = widgets::number(ui, "Frames to diagnose", diagnosis.frames as f64, how) {
            out.push(Action::Diagnosis(DiagnosisCommand::Frames(frames as u64)));
        }
        ui.label(RichText::new("to").small().color(weak)).on_hover_text(JUDGED);
        let how = Number { min: 0.0, ..how };
        if let Some(first) = widgets::number(ui, "First frame to diagnose", diagnosis.first as f64, how) {
            out.push(Action::Diagnosis(DiagnosisCommand::First(first as u64)));
        }
        ui.label(RichText::new("frames").small().color(weak)).on_hover_text(JUDGED);
    }

    fn check(&self, ui: &mut Ui, rule: &checks::CheckRow, out: &mut Vec<Action>) {
        let (title, row) = (checks::title(rule.rule), ProblemRow::Check(rule.rule));
        let tint = theme::severity(self.view.settings.theme, rule.severity);
        let name = format!("Finding: {title}, {} times", rule.count);
        let tip = crate::level::checks::rule(rule.rule).map_or("", |rule| rule.explanation);
        ui.horizontal(|ui| {
            ui.label(checks::icon(rule.severity).tinted(theme::SMALL_ICON, tint));
            self.button(ui, row, title, &rule.count.to_string(), &name, tip, out);
        });
    }

    /// A cause with its description as tooltip; a click shows it and selects its place.
    fn cause(&self, ui: &mut Ui, cause: &Cause, out: &mut Vec<Action>) {
        let row = ProblemRow::Cause(cause.id, cause.place);
        let text = RichText::new(cause.row()).strong();
        let size = vec2(ui.available_width(), 0.0);
        let button = Button::selectable(self.shown == Some(row), (text, Atom::grow())).truncate().min_size(size);
        if ui.add(button).on_hover_text(cause.describe()).clicked() {
            out.push(Action::ShowProblemRow(row));
            out.push(Action::Reveal(vec![cause.place]));
        }
    }

    fn problem(&self, ui: &mut Ui, row: ProblemRow, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
        let detector = diagnosed.detector();
        let what = match row {
            ProblemRow::Consequence(_) => "Consequence",
            ProblemRow::Harmless(_) => "Harmless",
            _ => "Problem",
        };
        let all = self.subjects.diagnosis.found.count(diagnosed.problem);
        let is_part = row == ProblemRow::Problem(diagnosed.problem) && all > diagnosed.count;
        let (count, tip) = match is_part {
            true => (
                format!("{} of {all}", diagnosed.count),
                format!("{} The others are consequences of more severe problems.", detector.explanation),
            ),
            false => (diagnosed.count.to_string(), detector.explanation.to_owned()),
        };
        let name = format!("{what}: {}, {count} times", detector.title);
        ui.horizontal(|ui| {
            marks::glyph(ui, self.view, marks::kind(row, diagnosed.problem));
            self.button(ui, row, detector.title, &count, &name, &tip, out);
        });
    }

    fn marks(&self, ui: &mut Ui, kind: MarkKind, out: &mut Vec<Action>) {
        let count = self.subjects.timeline.marks.of(kind).len();
        let name = format!("Marks of {}, {count}", kind.title());
        ui.horizontal(|ui| {
            marks::glyph(ui, self.view, kind);
            self.button(ui, ProblemRow::Marks(kind.id()), kind.title(), &count.to_string(), &name, "", out);
        });
    }

    #[expect(clippy::too_many_arguments, reason = "texts of one row")]
    fn button(
        &self,
        ui: &mut Ui,
        row: ProblemRow,
        title: &str,
        count: &str,
        name: &str,
        tip: &str,
        out: &mut Vec<Action>,
    ) {
        let is_shown = self.shown == Some(row);
        let count = RichText::new(format!("× {count}")).small().color(ui.visuals().weak_text_color());
        let button = Button::selectable(is_shown, (RichText::new(title), count, Atom::grow()));
        let response = ui.add(button.truncate().min_size(vec2(ui.available_width(), 0.0)));
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, name));
        let response = if tip.is_empty() { response } else { response.on_hover_text(tip) };
        if response.clicked() {
            out.push(Action::ShowProblemRow(row));
        }
    }
}

fn fold_id() -> egui::Id {
    egui::Id::unique("harmless problems are open")
}

/// True if the folded rows are open.
fn is_open(ui: &Ui) -> bool {
    ui.data(|data| data.get_temp(fold_id())).unwrap_or_default()
}

/// A heading with controls at its end.
fn heading(ui: &mut Ui, title: &str, controls: impl FnOnce(&mut Ui)) {
    ui.horizontal(|ui| {
        ui.set_min_height(theme::BUTTON);
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new(title).small().color(ui.visuals().weak_text_color()));
        ui.with_layout(Layout::right_to_left(Align::Center), controls);
    });
}
