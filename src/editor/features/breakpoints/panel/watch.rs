//! A row of a watch expression with its present value.

use super::{edit, gesture, row};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::icons::Icon;
use crate::editor::widgets::{self, expression};
use egui::Ui;

/// Width of the controls to the right of the expression.
const RIGHT: f32 = 210.0;

/// Draws the row.
pub fn show(ui: &mut Ui, view: &ViewContext, breakpoints: &Breakpoints, index: usize, out: &mut Vec<Action>) {
    let watch = &breakpoints.watcher.watches()[index];
    let number = index + 1;
    let error = watch.expression().err().filter(|_| !watch.text().is_empty());
    let left = ui.horizontal(|ui| {
        let name = format!("Watch {number}");
        let change = expression::show(
            ui,
            &expression::Field {
                name: &name,
                hint: "max(node.speed)",
                text: watch.text(),
                error,
                width: (ui.available_width() - RIGHT).clamp(160.0, 560.0),
                level: &view.document.placed().level,
            },
        );
        if let Some(text) = change.text {
            let edit = edit(name.clone(), move |extra| {
                if let Some(known) = extra.watches.get_mut(index) {
                    *known = text;
                }
            });
            out.push(Action::Edit(edit.within(gesture(2, index))));
        }
        let unit = watch.expression().map_or_else(|_| String::new(), |expression| expression.unit().to_string());
        row::value(ui, &format!("Watch {number} now"), (watch.value(), &unit), watch.readings(), 130.0);
        if widgets::icon_button(ui, Icon("trash"), &format!("Remove watch {number}"), "Remove", true, false).clicked() {
            out.push(Action::Edit(edit("Remove watch", move |extra| {
                if index < extra.watches.len() {
                    extra.watches.remove(index);
                }
            })));
        }
        change.left
    });
    if let Some(error) = error {
        expression::complain(ui, error, left.inner);
    }
}
