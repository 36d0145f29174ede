//! The Breakpoints panel: conditions that stop or mark the run, and watch expressions with their values.

mod head;
pub mod row;
mod watch;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::widgets::{self, expression};
use crate::level::{EditorExtra, Level};
use egui::{ScrollArea, Ui};

/// Number of breakpoints and watches, for the tab badge.
pub fn count(breakpoints: &Breakpoints) -> usize {
    let watcher = &breakpoints.watcher;
    watcher.stops().len() + watcher.watches().len()
}

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, breakpoints: &Breakpoints, out: &mut Vec<Action>) {
    head::show(ui, view, breakpoints, out);
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        let watcher = &breakpoints.watcher;
        if watcher.stops().is_empty() && watcher.watches().is_empty() {
            widgets::note(
                ui,
                "A breakpoint is a condition such as body(\"left\").area_ratio < 80%. The run stops when it becomes \
                 true. A watch shows the value of an expression such as max(node.speed). Both are saved with the level.",
            );
        }
        for index in 0..watcher.stops().len() {
            ui.push_id(("breakpoint", index), |ui| row::show(ui, view, breakpoints, index, out));
        }
        if !watcher.watches().is_empty() {
            widgets::heading(ui, "Watches");
        }
        for index in 0..watcher.watches().len() {
            ui.push_id(("watch", index), |ui| watch::show(ui, view, breakpoints, index, out));
        }
    });
    let now = ui.ctx().cumulative_pass_nr();
    ui.data_mut(|data| data.insert_temp(expression::panel_seen(ui), now));
}

/// Wraps a change of the editor data as an edit.
fn edit(label: impl Into<String>, change: impl FnOnce(&mut EditorExtra) + 'static) -> Edit {
    Edit::new(label, move |level: &mut Level| {
        change(level.editor.get_or_insert_default());
        Ok(())
    })
}

/// Gesture id of a text field, so that typing is one history entry.
fn gesture(kind: u64, index: usize) -> u64 {
    0x6272_6561_6b00_0000 + (kind << 16) + index as u64
}
