//! Settings of the level as a whole: gravity, time, integrator, rules of contact.
//!
//! Must never know: how the level is changed.

use super::parts::gesture;
use super::{form, twin};
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::widgets::{self, Number};
use crate::level::{Bounds, ContactMethod, Decor, DiscMethod, EdgeChoice, Integrator, Place, World};
use egui::Ui;

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let world = &app.level_in_hand().world;
    widgets::heading(ui, "Time");
    form::table(ui, "time", |ui| time(ui, world, out));
    widgets::heading(ui, "Contacts");
    form::table(ui, "contacts", |ui| contacts(ui, world, out));
    widgets::heading(ui, "Bounds");
    form::table(ui, "bounds", |ui| bounds(ui, world, out));
    twin::show(ui, app, out);
}

fn set<V: 'static>(out: &mut Vec<Action>, name: &str, value: Option<V>, store: impl FnOnce(&mut World, V) + 'static) {
    let Some(value) = value else { return };
    let edit = Edit::new(name, move |level| {
        store(&mut level.world, value);
        Ok(())
    });
    out.push(Action::Edit(edit.within(gesture(Place::World, name))));
}

pub const WHOLE: Number = Number { min: 1.0, max: 1e6, suffix: "", is_whole: true };
pub const PORTION: Number = Number { min: 0.0, max: 1.0, suffix: "", is_whole: false };

/// Value, title and explanation of each.
pub const INTEGRATORS: [(Integrator, &str, &str); 3] = [
    (Integrator::SemiImplicitEuler, "Semi-implicit Euler", "v += h a, then x += h v"),
    (Integrator::ExplicitEuler, "Explicit Euler", "x += h v, then v += h a: gains energy"),
    (Integrator::Verlet, "Verlet", "From the position and the one before"),
];
/// Value, title and explanation of each.
pub const DISCS: [(DiscMethod, &str, &str); 2] = [
    (DiscMethod::Swept, "Swept", "Exact time of impact"),
    (DiscMethod::Discrete, "Discrete", "Before and after the step only"),
];
/// Value, title and explanation of each.
pub const METHODS: [(ContactMethod, &str, &str); 2] = [
    (ContactMethod::Hull, "Hull", "Node in hull, then nearest edge"),
    (ContactMethod::Diagonals, "Diagonals", "Barycentre to node against edges, for convex bodies"),
];
/// Value, title and explanation of each.
pub const EDGE_CHOICES: [(EdgeChoice, &str, &str); 4] = [
    (EdgeChoice::Distance, "Distance", "The nearest edge, as a segment"),
    (EdgeChoice::Projection, "Projection", "The nearest edge on which the projection falls"),
    (EdgeChoice::Wedge45, "Wedge 45°", "As Projection, with 45° more at both ends"),
    (EdgeChoice::EntryEdge, "Entry edge", "The edge that the node came in through"),
];

fn time(ui: &mut Ui, world: &World, out: &mut Vec<Action>) {
    set(out, "Gravity", form::vector(ui, "Gravity", world.gravity), |world, v| world.gravity = v);
    let new = form::number(ui, "Frame time", world.frame_time, Number::MORE_THAN_ZERO);
    set(out, "Frame time", new, |world, v| world.frame_time = v);
    let new = form::number(ui, "Substeps", f64::from(world.substeps), WHOLE);
    set(out, "Substeps", new, |world, v| world.substeps = v as u32);
    set(out, "Integrator", form::choice(ui, "Integrator", world.integrator, &INTEGRATORS), |world, v| {
        world.integrator = v
    });
    let new = form::number(ui, "Retention", world.velocity_retention, PORTION);
    set(out, "Retention", new, |world, v| world.velocity_retention = v);
    let new = form::number(ui, "Stick passes", f64::from(world.stick_iterations), Number { min: 0.0, ..WHOLE });
    set(out, "Stick passes", new, |world, v| world.stick_iterations = v as u32);
    set(out, "Discs", form::choice(ui, "Discs", world.discs, &DISCS), |world, v| world.discs = v);
}

fn contacts(ui: &mut Ui, world: &World, out: &mut Vec<Action>) {
    let rules = &world.contact;
    set(out, "Method", form::choice(ui, "Method", rules.method, &METHODS), |world, v| world.contact.method = v);
    set(out, "Edge choice", form::choice(ui, "Edge choice", rules.edge_choice, &EDGE_CHOICES), |world, v| {
        world.contact.edge_choice = v;
    });
    let new = form::check(ui, "Barycentre rule", rules.barycentre_rule);
    set(out, "Barycentre rule", new, |world, v| world.contact.barycentre_rule = v);
    let new = form::check(ui, "Approaching only", rules.approaching_only);
    set(out, "Approaching only", new, |world, v| world.contact.approaching_only = v);
    let is_penalty = matches!(rules.decor, Decor::Penalty { .. });
    let decor = [(false, "Impulse", "As between bodies"), (true, "Penalty", "As a force that grows with depth")];
    if let Some(penalty) = form::choice(ui, "Decor pushes by", is_penalty, &decor) {
        let decor = if penalty { Decor::Penalty { stiffness: 0.2, viscosity: 0.02 } } else { Decor::Impulse };
        set(out, "Decor", Some(decor), |world, v| world.contact.decor = v);
    }
    if let Decor::Penalty { stiffness, viscosity } = rules.decor {
        let new = form::number(ui, "Decor stiffness", stiffness, Number::POSITIVE);
        set(out, "Decor stiffness", new, move |world, stiffness| {
            world.contact.decor = Decor::Penalty { stiffness, viscosity };
        });
        let new = form::number(ui, "Decor viscosity", viscosity, Number::POSITIVE);
        set(out, "Decor viscosity", new, move |world, viscosity| {
            world.contact.decor = Decor::Penalty { stiffness, viscosity };
        });
    }
}

fn bounds(ui: &mut Ui, world: &World, out: &mut Vec<Action>) {
    if let Some(on) = form::check(ui, "Box around", world.bounds.is_some()) {
        let bounds = on.then_some(Bounds { min: [-10.0, -10.0], max: [10.0, 10.0], restitution: 0.8 });
        set(out, "Bounds", Some(bounds), |world, v| world.bounds = v);
    }
    if let Some(bounds) = world.bounds {
        let new = form::vector(ui, "Lower left", bounds.min);
        set(out, "Bounds", new, move |world, min| world.bounds = Some(Bounds { min, ..bounds }));
        let new = form::vector(ui, "Upper right", bounds.max);
        set(out, "Bounds", new, move |world, max| world.bounds = Some(Bounds { max, ..bounds }));
        let new = form::number(ui, "Restitution", bounds.restitution, Number::POSITIVE);
        set(out, "Bounds", new, move |world, restitution| world.bounds = Some(Bounds { restitution, ..bounds }));
    }
}
