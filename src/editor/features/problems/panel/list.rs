//! The list of problems: of the level, of the run, and what is harmless, folded. Causes stand above their symptoms.

use super::{Subjects, checks, marks};
use crate::debugger::diagnosis::{Cause, Diagnosed, Illness};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::clinic::{ClinicCommand, MOST_FRAMES};
use crate::editor::features::problems::Problem;
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
    shown: Option<Problem>,
}

/// Draws it.
pub(super) fn show(
    ui: &mut Ui,
    view: &ViewContext,
    subjects: &Subjects,
    shown: Option<Problem>,
    out: &mut Vec<Action>,
) {
    let list = ProblemList { view, subjects, shown };
    ScrollArea::vertical().id_salt("problems").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 1.0;
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
        let clinic = self.subjects.clinic;
        heading(ui, "In the run", |ui| self.judged_frames(ui, out));
        if let Some(part) = clinic.progress() {
            let judged = clinic.judged();
            let text = format!("frame {} of {}", judged.start + clinic.found.frames, judged.end);
            ui.add(ProgressBar::new(part).desired_height(16.0).text(RichText::new(text).small()));
        }
        if !self.subjects.timeline.marks.of(MarkKind::Divergence).is_empty() {
            self.marks(ui, MarkKind::Divergence, out);
        }
        let mut listed: Vec<Illness> = Vec::new();
        for cause in &clinic.found.causes {
            self.cause(ui, cause, out);
            ui.indent(("symptoms", cause.id, cause.place), |ui| {
                ui.spacing_mut().indent = INDENT;
                for diagnosed in &clinic.found.illnesses {
                    if cause.illnesses.contains(&diagnosed.illness) && !listed.contains(&diagnosed.illness) {
                        listed.push(diagnosed.illness);
                        self.illness(ui, Problem::Illness(diagnosed.illness), diagnosed, out);
                    }
                }
            });
        }
        for diagnosed in clinic.found.illnesses.iter().filter(|diagnosed| !listed.contains(&diagnosed.illness)) {
            self.illness(ui, Problem::Illness(diagnosed.illness), diagnosed, out);
        }
    }

    /// Folded rows: hints, consequences, findings without harm, rises of the energy, and other marks.
    fn harmless(&self, ui: &mut Ui, out: &mut Vec<Action>) {
        let (found, marks) = (&self.subjects.clinic.found, &self.subjects.timeline.marks);
        let hints: Vec<_> = checks::rows(&self.subjects.findings.list);
        let hints: Vec<_> = hints.iter().filter(|row| row.severity == Severity::Hint).collect();
        let others: Vec<MarkKind> = OTHER_MARKS.into_iter().filter(|&kind| !marks.of(kind).is_empty()).collect();
        let energy = found.energy.describe(&self.view.document.placed().level);
        let notes = usize::from(!energy.is_empty());
        let count = hints.len() + found.consequences.len() + found.passing.len() + others.len() + notes;
        if count == 0 {
            return;
        }
        ui.add_space(4.0);
        let title = RichText::new(format!("Consequences and harmless  {count}")).color(ui.visuals().weak_text_color());
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
                self.illness(ui, Problem::Consequence(diagnosed.illness), diagnosed, out);
            }
            part(ui, found.passing.is_empty(), "In passing, without harm:");
            for diagnosed in &found.passing {
                self.illness(ui, Problem::Harmless(diagnosed.illness), diagnosed, out);
            }
            for kind in others {
                self.marks(ui, kind, out);
            }
            if !energy.is_empty() {
                ui.label(RichText::new("Rises of the total energy without a source:").small());
            }
            for line in energy {
                ui.add(Label::new(RichText::new(line).small()).wrap());
            }
        });
        ui.data_mut(|data| data.insert_temp(fold_id(), open.openness > 0.5));
    }

    /// Range of judged frames.
    fn judged_frames(&self, ui: &mut Ui, out: &mut Vec<Action>) {
        let (clinic, weak) = (self.subjects.clinic, ui.visuals().weak_text_color());
        let how = Number { min: 1.0, max: MOST_FRAMES as f64, ..features::world::choices::WHOLE };
        ui.spacing_mut().text_edit_width = NUMBER;
        // From right to left.
        if let Some(frames) = widgets::number(ui, "Frames to diagnose", clinic.frames as f64, how) {
            out.push(Action::Clinic(ClinicCommand::Frames(frames as u64)));
        }
        ui.label(RichText::new("at least").small().color(weak)).on_hover_text(JUDGED);
        let how = Number { min: 0.0, ..how };
        if let Some(first) = widgets::number(ui, "First frame to diagnose", clinic.first as f64, how) {
            out.push(Action::Clinic(ClinicCommand::First(first as u64)));
        }
        ui.label(RichText::new("from").small().color(weak)).on_hover_text(JUDGED);
    }

    fn check(&self, ui: &mut Ui, row: &checks::CheckRow, out: &mut Vec<Action>) {
        let (title, problem) = (checks::title(row.rule), Problem::Check(row.rule));
        let tint = theme::severity(self.view.settings.theme, row.severity);
        let name = format!("Finding: {title}, {} times", row.count);
        let tip = crate::level::checks::rule(row.rule).map_or("", |rule| rule.explanation);
        ui.horizontal(|ui| {
            ui.label(checks::icon(row.severity).tinted(theme::SMALL_ICON, tint));
            self.button(ui, problem, title, &row.count.to_string(), &name, tip, out);
        });
    }

    /// A cause with its description as tooltip; a click shows it and selects its place.
    fn cause(&self, ui: &mut Ui, cause: &Cause, out: &mut Vec<Action>) {
        let problem = Problem::Cause(cause.id, cause.place);
        let what = if cause.is_known { "Cause" } else { "Cause not known" };
        let text = RichText::new(format!("{what}: {}", cause.title)).strong();
        let size = vec2(ui.available_width(), 0.0);
        let button = Button::selectable(self.shown == Some(problem), (text, Atom::grow())).truncate().min_size(size);
        if ui.add(button).on_hover_text(&cause.text).clicked() {
            out.push(Action::ShowProblem(problem));
            out.push(Action::Reveal(vec![cause.place]));
        }
    }

    fn illness(&self, ui: &mut Ui, problem: Problem, diagnosed: &Diagnosed, out: &mut Vec<Action>) {
        let detector = diagnosed.detector();
        let what = match problem {
            Problem::Consequence(_) => "Consequence",
            Problem::Harmless(_) => "Harmless",
            _ => "Problem",
        };
        let all = self.subjects.clinic.found.count(diagnosed.illness);
        let is_part = problem == Problem::Illness(diagnosed.illness) && all > diagnosed.count;
        let (count, tip) = match is_part {
            true => (
                format!("{} of {all}", diagnosed.count),
                format!("{} The others are consequences of more severe problems.", detector.explanation),
            ),
            false => (diagnosed.count.to_string(), detector.explanation.to_owned()),
        };
        let name = format!("{what}: {}, {count} times", detector.title);
        ui.horizontal(|ui| {
            marks::glyph(ui, self.view, MarkKind::Found(diagnosed.illness));
            self.button(ui, problem, detector.title, &count, &name, &tip, out);
        });
    }

    fn marks(&self, ui: &mut Ui, kind: MarkKind, out: &mut Vec<Action>) {
        let count = self.subjects.timeline.marks.of(kind).len();
        let name = format!("Marks of {}, {count}", kind.title());
        ui.horizontal(|ui| {
            marks::glyph(ui, self.view, kind);
            self.button(ui, Problem::Marks(kind.id()), kind.title(), &count.to_string(), &name, "", out);
        });
    }

    #[expect(clippy::too_many_arguments, reason = "texts of one row")]
    fn button(
        &self,
        ui: &mut Ui,
        problem: Problem,
        title: &str,
        count: &str,
        name: &str,
        tip: &str,
        out: &mut Vec<Action>,
    ) {
        let is_shown = self.shown == Some(problem);
        let count = RichText::new(format!("× {count}")).small().color(ui.visuals().weak_text_color());
        let button = Button::selectable(is_shown, (RichText::new(title), count, Atom::grow()));
        let response = ui.add(button.truncate().min_size(vec2(ui.available_width(), 0.0)));
        response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, name));
        let response = if tip.is_empty() { response } else { response.on_hover_text(tip) };
        if response.clicked() {
            out.push(Action::ShowProblem(problem));
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
