//! A row of a watch expression with its present value.

use super::{edit, field, gesture, row};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::breakpoints::Breakpoints;
use crate::editor::icons::Icon;
use crate::editor::widgets;
use egui::Ui;

/// Width of the controls to the right of the expression.
const RIGHT: f32 = 190.0;

/// Draws the row.
pub fn show(ui: &mut Ui, view: &ViewContext, breakpoints: &Breakpoints, index: usize, out: &mut Vec<Action>) {
    let watch = &breakpoints.watcher.watches()[index];
    let number = index + 1;
    let is_wrong = watch.expression().is_err() && !watch.text().is_empty();
    let left = ui.horizontal(|ui| {
        let name = format!("Watch {number}");
        let (typed, left) = field::show(
            ui,
            &field::Field {
                name: &name,
                hint: "max(node.speed)",
                text: watch.text(),
                is_wrong,
                width: (ui.available_width() - RIGHT).clamp(160.0, 560.0),
                level: &view.document.placed().level,
            },
        );
        if let Some(text) = typed {
            let change = edit(name.clone(), move |extra| {
                if let Some(known) = extra.watches.get_mut(index) {
                    *known = text;
                }
            });
            out.push(Action::Edit(change.within(gesture(2, index))));
        }
        row::value(ui, &format!("Watch {number} now"), watch.value(), watch.readings(), 110.0);
        if widgets::icon_button(ui, Icon("trash"), &format!("Remove watch {number}"), "Remove", true, false).clicked() {
            out.push(Action::Edit(edit("Remove watch", move |extra| {
                if index < extra.watches.len() {
                    extra.watches.remove(index);
                }
            })));
        }
        left
    });
    if let Err(error) = watch.expression()
        && is_wrong
    {
        field::complain(ui, watch.text(), error, left.inner);
    }
}
