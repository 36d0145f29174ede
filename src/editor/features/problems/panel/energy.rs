//! The note about rises of the total energy, with the moments of the largest ones.

use crate::debugger::diagnosis::{EnergyRises, Rise};
use crate::debugger::why::number;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments;
use crate::level::Place;
use egui::{Label, RichText, Role, Ui, WidgetInfo};

/// Draws the sentences and, below them, the moments.
pub(super) fn note(ui: &mut Ui, view: &ViewContext, rises: &EnergyRises, lines: Vec<String>, out: &mut Vec<Action>) {
    if lines.is_empty() {
        return;
    }
    ui.label(RichText::new("Rises of the total energy without a source:").small());
    for line in lines {
        ui.add(Label::new(RichText::new(line).small()).wrap());
    }
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        ui.label(RichText::new("Go to the largest:").small());
        for rise in &rises.largest {
            moment(ui, view, rise, out);
        }
    });
}

/// A button that goes to the end of the substep of a rise and selects the parts that gained.
fn moment(ui: &mut Ui, view: &ViewContext, rise: &Rise, out: &mut Vec<Action>) {
    let after = view.run.moment_after(rise.at);
    let when = moments::written(after);
    let response = ui.small_button(&when);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Rise of the energy at {when}")));
    if response
        .on_hover_text(format!(
            "The total energy rises by {} m·l²/t². Go to the end of the substep",
            number(rise.amount)
        ))
        .clicked()
    {
        out.push(Action::Time(TimeCommand::GoTo(after)));
        let parts = rise.contact.into_iter().flatten().chain(rise.body.map(Place::Body));
        let level = view.document.level();
        out.push(Action::Reveal(parts.filter(|&place| place != Place::World && level.has(place)).collect()));
    }
}
