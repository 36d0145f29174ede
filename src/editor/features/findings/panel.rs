//! The Findings panel: findings of the checks, most severe first, with fixes.

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::findings::Findings;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::checks::{self, Finding, Severity};
use egui::{Align, Button, Id, Label, Layout, RichText, Role, ScrollArea, Sense, TextEdit, Ui, WidgetInfo};

/// Filter of the list, kept between UI frames.
#[derive(Clone, Debug, Default)]
struct Sieve {
    words: String,
    hidden: Vec<Severity>,
}

/// Accessible name of the search field.
const SEARCH: &str = "Search the findings";

const SEVERITIES: [(Severity, &str, &str, &str); 3] = [
    (Severity::Error, "errors", "x-circle", "Contradicts what the simulation needs"),
    (Severity::Warning, "warnings", "warning", "The run will probably fail or look wrong"),
    (Severity::Hint, "hints", "info", "For information; often intended"),
];

impl Sieve {
    fn lets(&self, finding: &Finding) -> bool {
        if self.hidden.contains(&finding.severity) {
            return false;
        }
        if self.words.trim().is_empty() {
            return true;
        }
        let title = checks::rule(finding.rule).map_or("", |rule| rule.title);
        let place = finding.places.first().map_or(String::new(), ToString::to_string);
        let all = format!("{title} {} {} {place}", finding.rule, finding.message).to_lowercase();
        self.words.to_lowercase().split_whitespace().all(|word| all.contains(word))
    }
}

/// Icon of a severity.
pub fn icon(severity: Severity) -> Icon {
    Icon(SEVERITIES.iter().find(|row| row.0 == severity).map_or("info", |row| row.2))
}

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, findings: &Findings, out: &mut Vec<Action>) {
    if findings.inspection.is_behind() {
        ui.horizontal_wrapped(|ui| {
            ui.spinner();
            ui.weak("Checking the level. The list below is from its previous state.");
        });
    } else if findings.list.is_empty() {
        ui.horizontal_wrapped(|ui| {
            ui.label(Icon("check-circle").tinted(theme::ICON, theme::severity(view.settings.theme, Severity::Hint)));
            ui.label("No findings. The checks found no problem in this level.");
        });
    }
    if findings.list.is_empty() {
        return;
    }
    let id = Id::unique("findings sieve");
    let mut sieve: Sieve = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let listed: Vec<usize> = (0..findings.list.len()).filter(|&index| sieve.lets(&findings.list[index])).collect();
    head(ui, view, findings, &mut sieve, &listed, out);
    ui.data_mut(|data| data.insert_temp(id, sieve));
    if listed.is_empty() {
        return widgets::note(ui, "All findings are hidden by the search text or the severity buttons above.");
    }
    let height = ui.spacing().interact_size.y + 2.0;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, listed.len(), |ui, rows| {
        for &index in &listed[rows] {
            row(ui, view, index, &findings.list[index], out);
        }
    });
}

/// Severity buttons with counts, the search field, and the button that fixes all listed findings.
fn head(
    ui: &mut Ui,
    view: &ViewContext,
    findings: &Findings,
    sieve: &mut Sieve,
    listed: &[usize],
    out: &mut Vec<Action>,
) {
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for (severity, name, icon, tip) in SEVERITIES {
            let count = findings.list.iter().filter(|finding| finding.severity == severity).count();
            if count == 0 {
                continue;
            }
            let is_on = !sieve.hidden.contains(&severity);
            let tint = theme::severity(view.settings.theme, severity);
            let words = format!("{count} {}", if count == 1 { name.trim_end_matches('s') } else { name });
            let button = Button::new((Icon(icon).tinted(theme::SMALL_ICON, tint), RichText::new(&words)));
            let response = ui.add(button.selected(is_on));
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_on, &words));
            let action = if is_on { "Click to hide them" } else { "Click to show them" };
            if response.on_hover_text(format!("{tip}. {action}.")).clicked() {
                if is_on { sieve.hidden.push(severity) } else { sieve.hidden.retain(|hidden| *hidden != severity) }
            }
        }
        let edit = TextEdit::singleline(&mut sieve.words).hint_text("Search").desired_width(150.0);
        ui.add(edit).widget_info(|| WidgetInfo::labeled(Role::TextInput, true, SEARCH));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| fix_all(ui, findings, sieve, listed, out));
    });
}

fn fix_all(ui: &mut Ui, findings: &Findings, sieve: &Sieve, listed: &[usize], out: &mut Vec<Action>) {
    let shown: Vec<Severity> =
        SEVERITIES.iter().map(|row| row.0).filter(|severity| !sieve.hidden.contains(severity)).collect();
    let has_fix = |&&index: &&usize| findings.list[index].fix.is_some();
    let least = listed.iter().filter(has_fix).map(|&index| findings.list[index].severity).min();
    // Findings at least as severe as the least severe one listed.
    let count = least.map_or(0, |least| {
        findings.list.iter().filter(|finding| finding.severity >= least && finding.fix.is_some()).count()
    });
    let text = format!("Fix all {count}");
    let button = Button::new((Icon("wrench").text(theme::SMALL_ICON), RichText::new(&text)));
    let is_enabled = least.is_some() && !shown.is_empty();
    let response = ui.add_enabled(is_enabled, button);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, is_enabled, "Fix all"));
    let response = response
        .on_hover_text(
            "Applies all fixes of findings at least as severe as the mildest one listed, repeatedly until none is \
             left, as one undo step. Hide the hints to keep them unchanged.",
        )
        .on_disabled_hover_text("None of the listed findings has an automatic fix. Each message says what to do");
    if let Some(least) = least.filter(|_| response.clicked()) {
        out.push(Action::FixAll(least));
    }
}

fn row(ui: &mut Ui, view: &ViewContext, index: usize, finding: &Finding, out: &mut Vec<Action>) {
    let tint = theme::severity(view.settings.theme, finding.severity);
    let rule = checks::rule(finding.rule);
    ui.push_id(("finding", index), |ui| {
        ui.horizontal(|ui| {
            ui.label(icon(finding.severity).tinted(theme::SMALL_ICON, tint));
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                if let Some(fix) = &finding.fix {
                    let button = ui.add(Button::new((Icon("wrench").text(theme::SMALL_ICON), "Fix")));
                    button.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Fix: {}", finding.message)));
                    if button.on_hover_text(fix).clicked() {
                        out.push(Action::Fix(finding.clone()));
                    }
                }
                ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                    let title = rule.map_or(finding.rule, |rule| rule.title);
                    let text = RichText::new(format!("{title}: ")).strong();
                    let title = ui.add(Label::new(text).sense(Sense::click()));
                    let message = ui.add(Label::new(&finding.message).truncate().sense(Sense::click()));
                    message.widget_info(|| WidgetInfo::labeled(Role::Button, true, &finding.message));
                    let both = title.union(message).on_hover_cursor(egui::CursorIcon::PointingHand);
                    if both.hovered() {
                        out.push(Action::Hover(finding.places.iter().take(1).copied().collect()));
                    }
                    if both.clicked() {
                        out.push(Action::Reveal(finding.places.clone()));
                    }
                    both.on_hover_ui(|ui| {
                        ui.label(&finding.message);
                        if let Some(rule) = rule {
                            widgets::note(ui, rule.explanation);
                        }
                    });
                });
            });
        });
    });
}
