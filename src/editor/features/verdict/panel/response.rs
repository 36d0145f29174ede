//! Response of a contact: each formula with its numbers and result, then values before and after.

use crate::debugger::why::{self, ResponseStep, StepGroup};
use crate::editor::context::ViewContext;
use crate::editor::features::verdict::ShownVerdict;
use crate::engine::trace::{After, Response};
use crate::level::Decor;
use egui::{Grid, RichText, Ui};

/// Space between columns.
const GAP: f32 = 18.0;
/// Text size, small because formulas are long.
const TEXT: f32 = 12.0;

pub(super) fn show(ui: &mut Ui, view: &ViewContext, shown: &ShownVerdict) {
    let contact = shown.contact();
    let Some((response, after)) = contact.response.as_ref().zip(contact.after.as_ref()) else {
        ui.weak(silence(view, shown));
        return;
    };
    let steps = why::steps(response);
    ui.spacing_mut().item_spacing.y = 2.0;
    ui.spacing_mut().interact_size.y = 15.0;
    ui.horizontal_top(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        ui.vertical(|ui| {
            before_and_after(ui, response, after);
            ui.add_space(4.0);
            masses(ui, response);
        });
        for group in [StepGroup::Start, StepGroup::Impulse, StepGroup::Friction, StepGroup::Move] {
            ui.vertical(|ui| group_(ui, group, steps.iter().filter(|step| step.group == group)));
        }
    });
}

/// Why the contact had no response.
fn silence(view: &ViewContext, shown: &ShownVerdict) -> &'static str {
    let contact = shown.contact();
    let is_penalty = view.document.level().world.contact.decor != Decor::Impulse;
    let is_dynamic = |body: usize| view.run.world().layout().bodies.get(body).is_some_and(|body| body.is_dynamic);
    if !shown.is_found {
        "There is no contact, so there is no response."
    } else if contact.chosen.is_none() {
        "No edge is eligible, so nothing pushes M out. It is listed under Problems."
    } else if is_penalty && !(is_dynamic(contact.body) && is_dynamic(contact.other)) {
        "Decor pushes by force in this level: see Substep > Decor by force and the forces in the inspector."
    } else {
        "Neither M nor the edge can move, so there is no response."
    }
}

fn heading(ui: &mut Ui, text: &str) {
    let mut text = text.to_owned();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    ui.label(RichText::new(text).small().color(ui.visuals().weak_text_color()));
}

fn group_<'a>(ui: &mut Ui, group: StepGroup, steps: impl Iterator<Item = &'a ResponseStep>) {
    heading(ui, group.title());
    for step in steps {
        let strong = ui.visuals().strong_text_color();
        let weak = ui.visuals().weak_text_color();
        ui.label(RichText::new(format!("{} = {}", step.symbol, step.formula)).monospace().size(TEXT));
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            ui.label(RichText::new(format!("  = {} = ", step.filled)).monospace().size(TEXT).color(weak));
            ui.label(RichText::new(&step.value).monospace().size(TEXT).color(strong));
        });
    }
}

fn before_and_after(ui: &mut Ui, response: &Response, after: &After) {
    Grid::new("verdict outcomes").num_columns(3).spacing([12.0, 2.0]).min_row_height(15.0).show(ui, |ui| {
        for title in ["What", "Before", "After"] {
            heading(ui, title);
        }
        ui.end_row();
        for outcome in why::outcomes(response, after) {
            ui.label(RichText::new(outcome.name).size(TEXT));
            ui.label(RichText::new(outcome.before).monospace().size(TEXT));
            let strong = ui.visuals().strong_text_color();
            ui.label(RichText::new(outcome.after).monospace().size(TEXT).color(strong));
            ui.end_row();
        }
    });
}

fn masses(ui: &mut Ui, response: &Response) {
    let mass = |inverse: f64| if inverse == 0.0 { "∞".to_owned() } else { why::number(1.0 / inverse) };
    let text = format!(
        "e {} · μ {} · mM {} · mAB {}",
        why::number(response.restitution),
        why::number(response.friction),
        mass(response.inverse_mass_m),
        mass(response.inverse_mass_ab)
    );
    ui.label(RichText::new(text).monospace().size(TEXT)).on_hover_text(
        "Products of both bodies' restitution and friction; mass of M, and of A and B together (∞: cannot move)",
    );
    let text = format!("AB {} · AM {}", why::vector(response.ab), why::vector(response.am));
    ui.label(RichText::new(text).monospace().size(TEXT));
}
