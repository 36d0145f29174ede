//! The row above the list: add breakpoints and watches, clear hit counts.

use super::edit;
use crate::debugger::breakpoints::{PRESETS, PresetSubject};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::BreakpointCommand;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::icons::Icon;
use crate::editor::widgets;
use crate::editor::widgets::overflow;
use crate::level::{Breakpoint, Each};
use egui::{Button, Role, Ui, WidgetInfo};

/// Draws the row.
pub fn show(ui: &mut Ui, view: &ViewContext, breakpoints: &Breakpoints, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        presets(ui, view, out);
        let tip = "Adds a breakpoint without a condition, to type one";
        if widgets::text_button(ui, Icon("plus"), "Empty breakpoint").on_hover_text(tip).clicked() {
            add(out, Breakpoint::new("", Each::Substep));
        }
        let tip = "Adds an expression whose present value is shown";
        if widgets::text_button(ui, Icon("eye"), "Add watch").on_hover_text(tip).clicked() {
            out.push(Action::Edit(edit("Add watch", |extra| extra.watches.push(String::new()))));
        }
        let has_fired = breakpoints.watcher.stops().iter().any(|stop| stop.hits > 0);
        if has_fired
            && widgets::text_button(ui, Icon("arrow-counter-clockwise"), "Clear hits")
                .on_hover_text("Resets the hit counts and removes the marks from the timeline")
                .clicked()
        {
            out.push(Action::Breakpoints(BreakpointCommand::Reset));
        }
    });
}

fn presets(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let subject = PresetSubject { level: view.document.level(), selection: view.selection };
    let items = |ui: &mut Ui| overflow::scrolling(ui, |ui| ready(ui, &subject, out));
    widgets::menu_button(ui, None, "Add breakpoint", items)
        .on_hover_text("Ready-made conditions, for the selection or for all parts");
}

/// The conditions to choose from.
fn ready(ui: &mut Ui, subject: &PresetSubject, out: &mut Vec<Action>) {
    for preset in PRESETS {
        let breakpoint = preset.breakpoint(subject);
        let response = ui.add_enabled(breakpoint.is_some(), Button::new(preset.title));
        response.widget_info(|| WidgetInfo::labeled(Role::Button, breakpoint.is_some(), preset.title));
        let response = response.on_disabled_hover_text("The level has no parts for this condition");
        let response = response.on_hover_ui(|ui| {
            ui.label(preset.explanation);
            if let Some(breakpoint) = &breakpoint {
                ui.monospace(format!("{}, each {}", breakpoint.condition, breakpoint.each.word()));
            }
        });
        if response.clicked()
            && let Some(breakpoint) = breakpoint
        {
            add(out, breakpoint);
            ui.close();
        }
    }
}

fn add(out: &mut Vec<Action>, breakpoint: Breakpoint) {
    out.push(Action::Edit(edit("Add breakpoint", |extra| extra.breakpoints.push(breakpoint))));
}
