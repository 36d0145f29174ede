//! What the checks say of the level; a click goes there, a button mends it.
//!
//! Must never know: the checks themselves.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::level::checks::{self, Finding, Severity};
use egui::{Align, Button, Label, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo};

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    if app.findings.is_empty() {
        ui.horizontal(|ui| {
            ui.label(Icon("check-circle").tinted(theme::ICON, theme::severity(app.settings.theme, Severity::Hint)));
            ui.label("The checks have nothing to say against this level.");
        });
        return;
    }
    let height = ui.spacing().interact_size.y + 2.0;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, app.findings.len(), |ui, rows| {
        for index in rows {
            row(ui, app, index, &app.findings[index], out);
        }
    });
}

fn row(ui: &mut Ui, app: &App, index: usize, finding: &Finding, out: &mut Vec<Action>) {
    let tint = theme::severity(app.settings.theme, finding.severity);
    let icon = match finding.severity {
        Severity::Error => "x-circle",
        Severity::Warning => "warning",
        Severity::Hint => "info",
    };
    let rule = checks::rule(finding.rule);
    ui.push_id(("finding", index), |ui| {
        ui.horizontal(|ui| {
            ui.label(Icon(icon).tinted(theme::SMALL_ICON, tint));
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
