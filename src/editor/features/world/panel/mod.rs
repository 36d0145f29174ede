//! The World panel: presets, gravity, time, integrator, contact rules and bounds.

mod presets;

use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::inspector::panel::{PropertyGroup, Scalar, gesture};
use crate::editor::features::twin::panel as twin;
use crate::editor::features::world::choices::{DISCS, EDGE_CHOICES, INTEGRATORS, METHODS, PORTION, RESPONSES, WHOLE};
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::form;
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

const REPOSITIONING_FRACTION: Scalar<World> = Scalar {
    name: "Put back",
    hint: "Fraction of the depth beyond the slop that one contact removes, dimensionless. 1 is the source's full correction.",
    how: PORTION,
    usual: Some(1.0),
    get: |world| world.contact.repositioning.fraction,
    set: |world, fraction| world.contact.repositioning.fraction = fraction,
};
const REPOSITIONING_SLOP: Scalar<World> = Scalar {
    name: "Slop",
    hint: "Penetration depth that is not corrected, a length. Reduces energy gain of resting bodies.",
    how: Number::POSITIVE,
    usual: Some(0.0),
    get: |world| world.contact.repositioning.slop,
    set: |world, slop| world.contact.repositioning.slop = slop,
};
const GRAVITY_X: Scalar<World> = Scalar {
    name: "Gravity x",
    hint: "Acceleration of all bodies and discs, length per time²; y points up.",
    how: Number::ANY,
    usual: Some(0.0),
    get: |world| world.gravity[0],
    set: |world, x| world.gravity[0] = x,
};
const GRAVITY_Y: Scalar<World> = Scalar {
    name: "Gravity y",
    usual: Some(-0.02),
    get: |world| world.gravity[1],
    set: |world, y| world.gravity[1] = y,
    ..GRAVITY_X
};
const FRAME_TIME: Scalar<World> = Scalar {
    name: "Frame time",
    hint: "Duration of a frame. In the sources the frame is the unit of time.",
    how: Number::MORE_THAN_ZERO,
    usual: Some(1.0),
    get: |world| world.frame_time,
    set: |world, value| world.frame_time = value,
};
const SUBSTEPS: Scalar<World> = Scalar {
    name: "Substeps",
    hint: "Steps per frame (000 §B), usually 8 to 64. More are more stable and slower.",
    how: WHOLE,
    usual: Some(16.0),
    get: |world| world.substeps as f64,
    set: |world, value| world.substeps = value as u32,
};
const RETENTION: Scalar<World> = Scalar {
    name: "Retention",
    hint: "Factor on the velocity per substep, 0 to 1 (004): air friction. 1 is no loss; 0.999 is strong.",
    how: PORTION,
    usual: Some(1.0),
    get: |world| world.velocity_retention,
    set: |world, value| world.velocity_retention = value,
};
const STICK_PASSES: Scalar<World> = Scalar {
    name: "Stick passes",
    hint: "Passes over all sticks per substep (004), usually 1 to 10. More make sticks stiffer.",
    how: Number { min: 0.0, ..WHOLE },
    usual: Some(3.0),
    get: |world| world.stick_iterations as f64,
    set: |world, value| world.stick_iterations = value as u32,
};
const DECOR_STIFFNESS: Scalar<World> = Scalar {
    name: "Decor stiffness",
    hint: "Force per depth (001). Bodies sink in by weight divided by stiffness.",
    how: Number::POSITIVE,
    usual: None,
    get: |world| penalty(world).0,
    set: |world, value| world.contact.decor = Decor::Penalty { stiffness: value, viscosity: penalty(world).1 },
};
const DECOR_VISCOSITY: Scalar<World> = Scalar {
    name: "Decor viscosity",
    hint: "Force per speed towards the decor (001).",
    how: Number::POSITIVE,
    usual: None,
    get: |world| penalty(world).1,
    set: |world, value| world.contact.decor = Decor::Penalty { stiffness: penalty(world).0, viscosity: value },
};

/// Stiffness and viscosity of penalty decor; defaults if decor pushes by impulse.
fn penalty(world: &World) -> (f64, f64) {
    match world.contact.decor {
        Decor::Penalty { stiffness, viscosity } => (stiffness, viscosity),
        Decor::Impulse => (presets::DECOR_STIFFNESS, presets::DECOR_VISCOSITY),
    }
}

fn time(ui: &mut Ui, group: &mut PropertyGroup) {
    group.vector(ui, "Gravity", &GRAVITY_X, &GRAVITY_Y);
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
    let tip = "Which hull edge a node inside a hull is pushed out of (000 §D.1.c)";
    group.choice(
        ui,
        ("Edge choice", tip),
        &EDGE_CHOICES,
        |world: &World| world.contact.edge_choice,
        |world, v| {
            world.contact.edge_choice = v;
        },
    );
    let rule = (
        "Barycentre rule",
        "An edge is eligible only if the barycentre of the node's body is on its outer side (000 §E.2)",
    );
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_values_equal_the_defaults_of_the_world() {
        let world = World::default();
        for scalar in [GRAVITY_X, GRAVITY_Y, FRAME_TIME, SUBSTEPS, RETENTION, STICK_PASSES] {
            assert_eq!(Some((scalar.get)(&world)), scalar.usual, "{}", scalar.name);
        }
    }
}
