//! Cards of remedies: try, compare as twin, apply; with the results of trials.

use crate::debugger::diagnosis::{ALL, Diagnosis, Judgement, Problem, Remedy, judge};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::diagnosis::{Attempt, DiagnosisCommand, DiagnosisUi, Trial, apply, twin_of};
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use egui::{Align, Button, Label, Layout, Margin, ProgressBar, RichText, Role, Sense, Ui, WidgetInfo};

/// A problem or cause with its remedies.
pub(super) struct RemedyTarget<'a> {
    pub title: &'a str,
    /// Problems that a remedy must fix.
    pub problems: Vec<Problem>,
    pub remedies: Vec<Remedy>,
}

/// Width of a card from which all its buttons have words; in a narrower one, words of at most so many letters.
const WITH_WORDS: f32 = 400.0;
const SHORT: usize = 5;

const MAKES_LOCAL: &str = "Make local and apply: replace the instance by its parts, which no longer follow the source, and change \
    them, as one undoable step";

/// The remedies of a target, best first; then pairs if no single one is sufficient.
pub(super) fn list(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    target: &RemedyTarget,
    out: &mut Vec<Action>,
) {
    ui.spacing_mut().item_spacing.y = 3.0;
    if target.remedies.is_empty() {
        ui.weak("No single change of the level is known to fix this.");
    }
    try_all(ui, diagnosis, target, out);
    let pairs = diagnosis.pairs(&target.problems, &target.remedies);
    let mut remedies: Vec<&Remedy> = target.remedies.iter().chain(&pairs).collect();
    let trial = |remedy: &Remedy| diagnosis.trial(&Attempt::Remedy(remedy.clone()));
    // Cards stay in place while trials are running.
    if remedies.iter().filter_map(|&remedy| trial(remedy)).all(|trial| trial.outcome.is_some()) {
        remedies.sort_by_cached_key(|&remedy| {
            let outcome = trial(remedy).and_then(|trial| trial.outcome.as_ref());
            Judgement::rank(outcome.map(|outcome| judge(&target.problems, &diagnosis.found, outcome)).as_ref())
        });
    }
    for remedy in remedies {
        offer(ui, view, diagnosis, target, remedy, out);
    }
}

/// A sentence as it continues after a colon.
fn lower_first(sentence: &str) -> String {
    let mut chars = sentence.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}

/// A button of a card, with its word if there is room or the word is short. Returns true if it was clicked.
fn button(ui: &mut Ui, icon: Icon, (word, name): (&str, &str), tip: &str, has_room: bool) -> bool {
    if !has_room && word.len() > SHORT {
        let is_enabled = ui.is_enabled();
        return widgets::icon_button(ui, icon, name, tip, is_enabled, false).clicked();
    }
    let button = match has_room {
        true => Button::new((icon.text(theme::SMALL_ICON), word)),
        false => Button::new(RichText::new(word).small()),
    };
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, ui.is_enabled(), name));
    response.on_hover_text(tip).on_disabled_hover_text(tip).clicked()
}

/// A card: try, compare, apply.
fn offer(
    ui: &mut Ui,
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    target: &RemedyTarget,
    remedy: &Remedy,
    out: &mut Vec<Action>,
) {
    let trial = diagnosis.trial(&Attempt::Remedy(remedy.clone()));
    let reason = format!("{} Cost: {}", remedy.why, lower_first(&remedy.cost));
    theme::card(ui).inner_margin(Margin::symmetric(6, 4)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.horizontal(|ui| {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                ui.spacing_mut().item_spacing.x = 3.0;
                let has_room = ui.available_width() > WITH_WORDS;
                let button = |ui: &mut Ui, icon: &'static str, what: &str, tip: &str, is_enabled: bool| {
                    let name = format!("{what}: {}", remedy.label);
                    ui.add_enabled_ui(is_enabled, |ui| button(ui, Icon(icon), (what, &name), tip, has_room)).inner
                };
                let (icon, what, tip) = match apply::makes_local(view.document, remedy)[..] {
                    [] => ("check", "Apply", "Change the level, as one undoable step"),
                    _ => ("link-break", "Make local and apply", MAKES_LOCAL),
                };
                if button(ui, icon, what, tip, true) {
                    out.push(Action::Edit(apply::edit(view.document, remedy, view.selection)));
                }
                let twin = twin_of(remedy);
                let tip = match twin {
                    Some(_) => "Compare: run a twin with this change",
                    None => "The remedy adds or removes parts, so the runs cannot be compared part by part",
                };
                if button(ui, "columns", "Run beside", tip, twin.is_some()) {
                    out.extend(twin.map(|twin| beside(remedy, twin)));
                }
                let tip = "Diagnose the run with this change and the same inputs; the level does not change";
                if button(ui, "flask", "Try", tip, trial.is_none()) {
                    out.push(Action::Diagnosis(DiagnosisCommand::Try(vec![Attempt::Remedy(remedy.clone())])));
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let label = Label::new(RichText::new(&remedy.label).strong()).wrap().sense(Sense::hover());
                    ui.add(label).on_hover_text(&reason);
                });
            });
        });
        match trial {
            Some(trial) => tried(ui, view, diagnosis, target, trial),
            None => {
                let text = RichText::new(format!("Not tried. {reason}")).small().color(ui.visuals().weak_text_color());
                ui.add(Label::new(text).wrap());
            }
        }
    });
}

/// Progress or result of a trial.
pub(super) fn tried(ui: &mut Ui, view: &ViewContext, diagnosis: &DiagnosisUi, target: &RemedyTarget, trial: &Trial) {
    match &trial.outcome {
        Some(outcome) => result(ui, view, diagnosis, target, outcome),
        None => drop(ui.add(ProgressBar::new(trial.progress).desired_height(14.0))),
    }
}

/// Button that tries all untried remedies in parallel, and pairs if none is sufficient.
fn try_all(ui: &mut Ui, diagnosis: &DiagnosisUi, target: &RemedyTarget, out: &mut Vec<Action>) {
    let is_open = |remedy: &&Remedy| diagnosis.trial(&Attempt::Remedy((*remedy).clone())).is_none();
    if target.remedies.iter().filter(is_open).count() < 2 {
        return;
    }
    let tip = "Diagnose the run with each of these changes, and with pairs of them if none is sufficient; the level does not change";
    let button = ui.add(Button::new((Icon("flask").text(theme::SMALL_ICON), "Try all")));
    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Try all remedies"));
    if button.on_hover_text(tip).clicked() {
        out.push(Action::Diagnosis(DiagnosisCommand::TryAll(target.problems.clone(), target.remedies.clone())));
    }
}

fn beside(remedy: &Remedy, twin: crate::level::Twin) -> Action {
    Action::Edit(Edit::new(format!("Twin: {}", remedy.label), move |level| {
        level.editor.get_or_insert_default().twin = Some(twin);
        Ok(())
    }))
}

/// Explains the two numbers of a result.
const COUNTED: &str = "Findings in the judged frames: of the level as it is, and with the change";

/// Result of a trial: a line with the judgement and the count of the problems, and one of those found more often.
fn result(ui: &mut Ui, view: &ViewContext, diagnosis: &DiagnosisUi, target: &RemedyTarget, outcome: &Diagnosis) {
    let found: &Diagnosis = &diagnosis.found;
    let count = |of: &Diagnosis| target.problems.iter().map(|&problem| of.count(problem)).sum::<u64>();
    let palette = crate::picture::Palette::of(view.settings.theme.picture());
    let judgement = judge(&target.problems, found, outcome);
    let (icon, color, word) = match judgement {
        Judgement::Fixed => ("check-circle", palette.triangle_sound, "Fixed"),
        Judgement::Better => ("arrow-circle-down", palette.warning, "Better"),
        Judgement::Trades { .. } => ("x-circle", palette.error, "Trade-off"),
        Judgement::NoBetter => ("x-circle", palette.error, "No better"),
    };
    let others = ALL.iter().filter(|detector| !target.problems.contains(&detector.problem));
    let more = others.filter_map(|detector| {
        let [before, after] = [found, outcome].map(|diagnosis| diagnosis.count(detector.problem));
        (after > before).then(|| format!("{} {before} → {after}", detector.title.to_lowercase()))
    });
    let more: Vec<String> = more.collect();
    let title = target.title.to_lowercase();
    let text = format!("{word}: {title} {} → {} findings", count(found), count(outcome));
    ui.horizontal_wrapped(|ui| {
        ui.label(Icon(icon).tinted(theme::SMALL_ICON, theme::color(color.opaque())));
        ui.label(text).on_hover_text(COUNTED);
    });
    if !more.is_empty() {
        ui.add(Label::new(format!("More of: {}", more.join(", "))).wrap());
    }
}
