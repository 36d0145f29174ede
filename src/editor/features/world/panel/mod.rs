//! The World panel: presets, gravity, time, integrator, contact rules and bounds.

mod presets;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::guides::panel as guides;
use crate::editor::features::inspector::panel::{PropertyGroup, gesture};
use crate::editor::features::reference::panel as reference;
use crate::editor::features::twin::panel as twin;
use crate::editor::features::world::choices::{DISCS, EDGE_CHOICES, INTEGRATORS, METHODS, RESPONSES};
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::form;
use crate::level::fields::world::{
    self as fields, DECOR_STIFFNESS, DECOR_VISCOSITY, FRAME_TIME, REPOSITIONING_FRACTION, REPOSITIONING_SLOP,
    RETENTION, STICK_PASSES, SUBSTEPS, penalty,
};
use crate::level::{Bounds, Decor, Place, World};
use egui::Ui;

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let level = view.level_in_hand();
    let world = &level.world;
    presets::show(ui, world, out);
    widgets::heading(ui, "Time");
    form::table(ui, "time", |ui| time(ui, &mut PropertyGroup { level, places: &[Place::World], out }));
    widgets::heading(ui, "Contacts");
    form::table(ui, "contacts", |ui| contacts(ui, world, &mut PropertyGroup { level, places: &[Place::World], out }));
    widgets::heading(ui, "Bounds");
    form::table(ui, "bounds", |ui| bounds(ui, world, out));
    guides::show(ui, view, out);
    reference::show(ui, view, out);
    twin::show(ui, view, out);
}

fn set<V: 'static>(out: &mut Vec<Action>, name: &str, value: Option<V>, store: impl FnOnce(&mut World, V) + 'static) {
    let Some(value) = value else { return };
    let edit = Edit::new(name, move |level| {
        store(&mut level.world, value);
        Ok(())
    });
    out.push(Action::Edit(edit.within(gesture(Place::World, name))));
}

fn time(ui: &mut Ui, group: &mut PropertyGroup) {
    fields::FORCES.iter().for_each(|force| group.pair(ui, force));
    group.number(ui, &FRAME_TIME);
    group.number(ui, &SUBSTEPS);
    let tip = "Integration scheme";
    group.choice(
        ui,
        ("Integrator", tip),
        &INTEGRATORS,
        |world: &World| world.integrator,
        |world, v| {
            world.integrator = v;
        },
    );
    group.number(ui, &RETENTION);
    group.number(ui, &STICK_PASSES);
    let tip = "Contact detection of discs";
    group.choice(ui, ("Discs", tip), &DISCS, |world: &World| world.discs, |world, v| world.discs = v);
}

fn contacts(ui: &mut Ui, world: &World, group: &mut PropertyGroup) {
    let tip = "Contact detection between bodies";
    group.choice(
        ui,
        ("Method", tip),
        &METHODS,
        |world: &World| world.contact.method,
        |world, v| {
            world.contact.method = v;
        },
    );
    let tip = "Which hull edge a node inside a hull is pushed out of";
    group.choice(
        ui,
        ("Edge choice", tip),
        &EDGE_CHOICES,
        |world: &World| world.contact.edge_choice,
        |world, v| {
            world.contact.edge_choice = v;
        },
    );
    let rule =
        ("Barycentre rule", "An edge is eligible only if the barycentre of the node's body is on its outer side");
    group.check(ui, rule, |world: &World| world.contact.barycentre_rule, |world, v| world.contact.barycentre_rule = v);
    let rule = ("Approaching only", "Impulse and friction only for approaching nodes; avoids sticking");
    group.check(
        ui,
        rule,
        |world: &World| world.contact.approaching_only,
        |world, v| {
            world.contact.approaching_only = v;
        },
    );
    later_rules(ui, group);
    let is_penalty = |world: &World| matches!(world.contact.decor, Decor::Penalty { .. });
    let decor = [(false, "Impulse", "Impulse, as between bodies"), (true, "Penalty", "Force that grows with depth")];
    let tip = "Response of fixed and driven bodies";
    group.choice(ui, ("Decor pushes by", tip), &decor, is_penalty, |world: &mut World, by_force| {
        let (stiffness, viscosity) = penalty(world);
        world.contact.decor = if by_force { Decor::Penalty { stiffness, viscosity } } else { Decor::Impulse };
    });
    if is_penalty(world) {
        group.number(ui, &DECOR_STIFFNESS);
        group.number(ui, &DECOR_VISCOSITY);
    }
}

/// Contact rules that are not in the sources.
fn later_rules(ui: &mut Ui, group: &mut PropertyGroup) {
    let tip = "Distribution of the impulse between the two ends of the edge";
    group.choice(
        ui,
        ("Response", tip),
        &RESPONSES,
        |world: &World| world.contact.response,
        |world, v| world.contact.response = v,
    );
    group.number(ui, &REPOSITIONING_FRACTION);
    group.number(ui, &REPOSITIONING_SLOP);
    let rule = (
        "Self-contact",
        "Hull nodes also collide with the hull of their own body, so thin walls do not pass through each other",
    );
    group.check(ui, rule, |world: &World| world.contact.self_contact, |world, v| world.contact.self_contact = v);
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
