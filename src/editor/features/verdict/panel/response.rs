//! Response of a contact: each formula with its numbers and result, then values before and after.

use crate::debugger::why::{self, ResponseStep, StepGroup};
use crate::editor::context::ViewContext;
use crate::editor::features::verdict::ShownVerdict;
use crate::engine::trace::{After, Response};
use crate::level::Decor;
use egui::{Grid, Id, RichText, TextWrapMode, Ui};

/// Space between columns.
const GAP: f32 = 18.0;
/// Groups of formulas, one column each.
const GROUPS: [StepGroup; 4] = [StepGroup::Start, StepGroup::Impulse, StepGroup::Friction, StepGroup::Move];
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
    flow(ui, 1 + GROUPS.len(), |ui, column| match column.checked_sub(1).map(|group| GROUPS[group]) {
        Some(group) => group_(ui, group, steps.iter().filter(|step| step.group == group)),
        None => {
            before_and_after(ui, response, after);
            ui.add_space(4.0);
            masses(ui, response);
        }
    });
}

/// Columns with their natural widths, as many beside each other as have room. The widths are those of the last UI frame.
fn flow(ui: &mut Ui, count: usize, mut show: impl FnMut(&mut Ui, usize)) {
    let id = Id::unique("widths of the response");
    let known: Vec<f32> = ui.data(|data| data.get_temp(id)).unwrap_or_else(|| vec![0.0; count]);
    let room = ui.available_width();
    let mut widths: Vec<f32> = Vec::with_capacity(count);
    ui.style_mut().wrap_mode = Some(TextWrapMode::Extend);
    while widths.len() < count {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            let mut used = 0.0;
            while widths.len() < count && (used == 0.0 || used + GAP + known[widths.len()] <= room) {
                let column = ui.vertical(|ui| show(ui, widths.len()));
                used += if used > 0.0 { GAP } else { 0.0 } + known[widths.len()].max(1.0);
                widths.push(column.response.rect.width().ceil());
            }
        });
        ui.add_space(4.0);
    }
    if widths != known {
        ui.data_mut(|data| data.insert_temp(id, widths));
        ui.ctx().request_repaint();
    }
}

/// Why the contact had no response.
fn silence(view: &ViewContext, shown: &ShownVerdict) -> &'static str {
    let contact = shown.contact();
    let is_penalty = view.document.level().world.contact.decor != Decor::Impulse;
    let is_dynamic = |body: usize| view.run.world().layout().bodies.get(body).is_some_and(|body| body.is_dynamic);
    if !shown.is_found {
        "There is no contact, so there is no response."
    } else if contact.chosen.is_none() {
        "No edge is eligible, so nothing pushes the node out. It is listed under Problems."
    } else if is_penalty && !(is_dynamic(contact.body) && is_dynamic(contact.other)) {
        "Decor pushes by force in this level: see Substep > Decor by force and the forces in the inspector."
    } else {
        "Neither the node nor the edge can move, so there is no response."
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
