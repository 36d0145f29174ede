//! The Twin section: settings of the second run of the level.

pub mod set;

use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::inspector::panel::gesture;
use crate::editor::features::world::choices::{DISCS, EDGE_CHOICES, INTEGRATORS, METHODS, RESPONSES, WHOLE};
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::form;
use crate::level::{Contact, EditorExtra, Level, Place, Placement, Twin, World};
use egui::{Align, Checkbox, Context, Id, Ui};

const PLACEMENTS: [(Placement, &str, &str); 2] = [
    (Placement::Beside, "Beside", "Each in one half of the canvas"),
    (Placement::Over, "Over", "The twin as a ghost behind the level"),
];

/// Scrolls the World tab to the section when it is drawn next.
pub fn reveal(ctx: &Context) {
    ctx.data_mut(|data| data.insert_temp(wants_scroll(), true));
}

fn wants_scroll() -> Id {
    Id::unique("scroll to the twin")
}

/// Draws the section.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let section = ui.scope(|ui| contents(ui, view, out)).response;
    if ui.data_mut(|data| data.remove_temp::<bool>(wants_scroll())).is_some() {
        section.scroll_to_me(Some(Align::TOP));
    }
}

fn contents(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    widgets::heading(ui, "Twin");
    let level = view.document.level();
    let Some(twin) = level.editor.as_ref().and_then(|extra| extra.twin.as_ref()) else {
        widgets::note(ui, "A second run of this level with other settings, in step with the first.");
        if ui.button("Compare with a twin").clicked() {
            out.push(Action::Command(Command::ToggleTwin));
        }
        return;
    };
    form::table(ui, "twin", |ui| rows(ui, level, twin, out));
    set::show(ui, view, twin, out);
    if ui.button("Remove the twin").clicked() {
        out.push(Action::Command(Command::ToggleTwin));
    }
}

/// Part of the velocity that a new twin keeps in each substep, relative to the level.
const NEW_RETENTION: f64 = 0.999;

/// Adds a twin to the level or removes it. A new twin has more damping: the runs differ as soon as anything moves, and the
/// twin does not diverge when the level does not.
pub fn toggled(level: &mut Level) {
    let retention = level.world.velocity_retention;
    let retention = if retention > 0.0 { NEW_RETENTION * retention } else { 1.0 };
    let extra = level.editor.get_or_insert_default();
    extra.twin = match extra.twin {
        Some(_) => None,
        None => Some(Twin { velocity_retention: Some(retention), ..Twin::default() }),
    };
    if *extra == EditorExtra::default() {
        level.editor = None;
    }
}

fn rows(ui: &mut Ui, level: &Level, twin: &Twin, out: &mut Vec<Action>) {
    let (world, contact) = (&level.world, &level.world.contact);
    if let Some(placement) = form::choice(ui, "Shown", twin.placement, &PLACEMENTS) {
        change(out, "Twin: placement", Twin { placement, ..twin.clone() });
    }
    let mut row = DifferenceRow { ui, out, twin };
    time_rows(&mut row, world);
    contact_rows(&mut row, contact);
    row.show(
        "Discs",
        twin.discs,
        world.discs,
        |twin| &mut twin.discs,
        |ui, name, value| form::combo(ui, name, value, &DISCS),
    );
    row.show("Gravity", twin.gravity, world.gravity, |twin| &mut twin.gravity, form::pair);
}

/// Integrator, substeps, retention and stick iterations.
fn time_rows(row: &mut DifferenceRow, world: &World) {
    let twin = row.twin;
    row.show(
        "Integrator",
        twin.integrator,
        world.integrator,
        |twin| &mut twin.integrator,
        |ui, name, value| form::combo(ui, name, value, &INTEGRATORS),
    );
    row.show("Substeps", twin.substeps, world.substeps, |twin| &mut twin.substeps, integer_field);
    row.show(
        "Retention",
        twin.velocity_retention,
        world.velocity_retention,
        |twin| &mut twin.velocity_retention,
        |ui, name, value| widgets::number(ui, name, value, Number::PORTION),
    );
    row.show(
        "Stick iterations",
        twin.stick_iterations,
        world.stick_iterations,
        |twin| &mut twin.stick_iterations,
        integer_field,
    );
}

/// Contact rules.
fn contact_rows(row: &mut DifferenceRow, contact: &Contact) {
    let twin = row.twin;
    row.show(
        "Method",
        twin.method,
        contact.method,
        |twin| &mut twin.method,
        |ui, name, value| form::combo(ui, name, value, &METHODS),
    );
    row.show(
        "Edge choice",
        twin.edge_choice,
        contact.edge_choice,
        |twin| &mut twin.edge_choice,
        |ui, name, value| form::combo(ui, name, value, &EDGE_CHOICES),
    );
    row.show(
        "Barycentre rule",
        twin.barycentre_rule,
        contact.barycentre_rule,
        |twin| &mut twin.barycentre_rule,
        form::switch,
    );
    row.show(
        "Approaching only",
        twin.approaching_only,
        contact.approaching_only,
        |twin| &mut twin.approaching_only,
        form::switch,
    );
    row.show(
        "Response",
        twin.response,
        contact.response,
        |twin| &mut twin.response,
        |ui, name, value| form::combo(ui, name, value, &RESPONSES),
    );
    row.show("Self-contact", twin.self_contact, contact.self_contact, |twin| &mut twin.self_contact, form::switch);
}

fn integer_field(ui: &mut Ui, name: &str, value: u32) -> Option<u32> {
    let least = if name == "Twin: Substeps" { 1.0 } else { 0.0 };
    widgets::number(ui, name, f64::from(value), Number { min: least, ..WHOLE }).map(|value| value as u32)
}

/// Rows with a check box for settings that differ in the twin.
struct DifferenceRow<'a, 'b> {
    ui: &'a mut Ui,
    out: &'b mut Vec<Action>,
    twin: &'b Twin,
}

impl DifferenceRow<'_, '_> {
    fn show<T: Copy + 'static>(
        &mut self,
        name: &str,
        value: Option<T>,
        own: T,
        field: fn(&mut Twin) -> &mut Option<T>,
        control: impl FnOnce(&mut Ui, &str, T) -> Option<T>,
    ) {
        let label = format!("Twin: {name}");
        let mut differs = value.is_some();
        let response = self.ui.add(Checkbox::new(&mut differs, name)).on_hover_text("Different in the twin");
        response.widget_info(|| {
            egui::WidgetInfo::selected(egui::Role::CheckBox, true, differs, format!("{label} differs"))
        });
        if response.changed() {
            let mut twin = self.twin.clone();
            *field(&mut twin) = differs.then_some(own);
            change(self.out, &label, twin);
        }
        let is_on = value.is_some();
        let new = self.ui.add_enabled_ui(is_on, |ui| control(ui, &label, value.unwrap_or(own))).inner;
        self.ui.end_row();
        if let Some(new) = new.filter(|_| is_on) {
            let mut twin = self.twin.clone();
            *field(&mut twin) = Some(new);
            change(self.out, &label, twin);
        }
    }
}

fn change(out: &mut Vec<Action>, label: &str, twin: Twin) {
    let edit = Edit::new(label, move |level| {
        level.editor.get_or_insert_default().twin = Some(twin);
        Ok(())
    });
    out.push(Action::Edit(edit.within(gesture(Place::World, label))));
}
