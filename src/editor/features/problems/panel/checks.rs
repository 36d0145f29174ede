//! Findings of the checks: one row per rule in the list; each finding with its fix beside it.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::findings::fix_lines;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::Level;
use crate::level::checks::{self, Finding, Severity};
use crate::search::contains_words;
use egui::{Align, Button, Id, Label, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo};
use std::sync::Arc;

/// Number of findings from which on they can be searched.
const MANY: usize = 6;

/// Findings of one rule.
pub(super) struct CheckRow {
    pub rule: &'static str,
    /// That of its worst finding.
    pub severity: Severity,
    pub count: usize,
}

/// One row per rule, the worst first.
pub(super) fn rows(findings: &[Finding]) -> Vec<CheckRow> {
    let mut rows: Vec<CheckRow> = Vec::new();
    for finding in findings {
        match rows.iter_mut().find(|row| row.rule == finding.rule) {
            Some(row) => row.count += 1,
            None => rows.push(CheckRow { rule: finding.rule, severity: finding.severity, count: 1 }),
        }
    }
    rows
}

/// Title of a rule.
pub(super) fn title(rule: &'static str) -> &'static str {
    checks::rule(rule).map_or(rule, |rule| rule.title)
}

/// Icon of a severity.
pub(super) fn icon(severity: Severity) -> Icon {
    Icon(match severity {
        Severity::Error => "x-circle",
        Severity::Warning => "warning",
        Severity::Hint => "info",
    })
}

/// Draws all findings of a rule.
pub(super) fn show(ui: &mut Ui, view: &ViewContext, findings: &[Finding], rule: &'static str, out: &mut Vec<Action>) {
    let own: Vec<&Finding> = findings.iter().filter(|finding| finding.rule == rule).collect();
    let id = Id::unique(("findings", rule));
    let mut words: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    ui.horizontal(|ui| {
        ui.label(RichText::new(title(rule)).strong().size(15.0));
        if own.len() >= MANY {
            widgets::search(ui, "Search the findings", &mut words, "Search", 150.0);
        }
    });
    if let Some(rule) = checks::rule(rule) {
        widgets::note(ui, rule.explanation);
    }
    let listed: Vec<&Finding> = own.into_iter().filter(|finding| has_words(finding, &words)).collect();
    ui.data_mut(|data| data.insert_temp(id, words));
    if listed.is_empty() {
        return widgets::note(ui, "No finding has the words of the search.");
    }
    let height = ui.spacing().interact_size.y + 2.0;
    ScrollArea::vertical().id_salt("findings").auto_shrink(false).show_rows(ui, height, listed.len(), |ui, rows| {
        for index in rows {
            row(ui, view, index, listed[index], out);
        }
    });
}

fn has_words(finding: &Finding, words: &str) -> bool {
    let place = finding.places.first().map_or(String::new(), ToString::to_string);
    contains_words(&format!("{} {place}", finding.message), words)
}

/// Button that fixes all findings of at least this severity; absent if none has a fix.
pub(super) fn fix_all(ui: &mut Ui, view: &ViewContext, findings: &[Finding], least: Severity, out: &mut Vec<Action>) {
    let is_fixable = |finding: &&Finding| finding.severity >= least && finding.fix.is_some();
    let count = findings.iter().filter(is_fixable).count();
    if count == 0 {
        return;
    }
    let text = if count == 1 { "Fix".to_owned() } else { format!("Fix all {count}") };
    let button = Button::new((Icon("wrench").text(theme::SMALL_ICON), RichText::new(text).small()));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Fix all"));
    let of_hints = if least == Severity::Hint { "" } else { " Hints are kept." };
    let tip = format!("Applies all fixes, repeatedly until none is left, as one undo step.{of_hints}");
    let response = response.on_hover_ui(|ui| {
        ui.label(tip);
        for line in fixes(ui, view.document.level(), least).iter() {
            widgets::note(ui, line.as_str());
        }
    });
    if response.clicked() {
        out.push(Action::FixAll(least));
    }
}

/// Maximum number of fixes in the preview.
const PREVIEWED: usize = 6;

/// What all fixes would change, those of the world first; computed once per level.
fn fixes(ui: &Ui, level: &Arc<Level>, least: Severity) -> Arc<Vec<String>> {
    type Known = (Arc<Level>, Severity, Arc<Vec<String>>);
    let id = Id::unique("preview of all fixes");
    if let Some((of, from, lines)) = ui.data(|data| data.get_temp::<Known>(id))
        && Arc::ptr_eq(&of, level)
        && from == least
    {
        return lines;
    }
    let mut fixed = Level::clone(level);
    let done = checks::fix_all_from(&mut fixed, least);
    let lines = Arc::new(fix_lines(level, &fixed, done, PREVIEWED));
    ui.data_mut(|data| data.insert_temp::<Known>(id, (level.clone(), least, lines.clone())));
    lines
}

fn row(ui: &mut Ui, view: &ViewContext, index: usize, finding: &Finding, out: &mut Vec<Action>) {
    let tint = theme::severity(view.settings.theme, finding.severity);
    ui.push_id(("finding", index), |ui| {
        ui.horizontal_top(|ui| {
            ui.label(icon(finding.severity).tinted(theme::SMALL_ICON, tint));
            ui.with_layout(Layout::right_to_left(Align::Min), |ui| {
                if let Some(fix) = &finding.fix {
                    let button = ui.add(Button::new((Icon("wrench").text(theme::SMALL_ICON), "Fix")));
                    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Fix: {}", finding.message)));
                    if button.on_hover_text(fix).clicked() {
                        out.push(Action::Fix(finding.clone()));
                    }
                }
                ui.with_layout(Layout::top_down(Align::Min), |ui| {
                    let message = ui.add(Label::new(&finding.message).wrap().sense(Sense::click()));
                    message.widget_info(|| WidgetInfo::labeled(Role::Button, true, &finding.message));
                    let message = message.on_hover_cursor(egui::CursorIcon::PointingHand);
                    if message.hovered() {
                        out.push(Action::Hover(finding.places.iter().take(1).copied().collect()));
                    }
                    if message.clicked() {
                        out.push(Action::Reveal(finding.places.clone()));
                    }
                    message.on_hover_text(&finding.message);
                });
            });
        });
    });
}
