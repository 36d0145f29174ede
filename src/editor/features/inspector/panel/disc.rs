//! Properties of discs.

use super::field::{PropertyGroup, Scalar};
use super::node::{grain, slow};
use super::{body, path};
use crate::editor::app::App;
use crate::editor::features::inspector::panel::forces;
use crate::editor::widgets;
use crate::editor::widgets::Number;
use crate::editor::widgets::form;
use crate::level::{Disc, Place};
use egui::Ui;

const X: Scalar<Disc> = Scalar {
    name: "Position x",
    hint: "Centre at frame 0.",
    how: Number::ANY,
    usual: None,
    get: |disc| disc.position[0],
    set: |disc, x| disc.position[0] = x,
};
const Y: Scalar<Disc> =
    Scalar { name: "Position y", get: |disc| disc.position[1], set: |disc, y| disc.position[1] = y, ..X };
const VX: Scalar<Disc> = Scalar {
    name: "Velocity x",
    hint: "Velocity at frame 0, length per time.",
    how: Number::ANY,
    usual: Some(0.0),
    get: |disc| disc.velocity[0],
    set: |disc, x| disc.velocity[0] = x,
};
const VY: Scalar<Disc> =
    Scalar { name: "Velocity y", get: |disc| disc.velocity[1], set: |disc, y| disc.velocity[1] = y, ..VX };
const RADIUS: Scalar<Disc> = Scalar {
    name: "Radius",
    hint: "0 makes a particle (003).",
    how: Number::POSITIVE,
    usual: None,
    get: |disc| disc.radius,
    set: |disc, value| disc.radius = value,
};
const MASS: Scalar<Disc> = Scalar {
    name: "Mass",
    hint: "More than 0. Heaps are most stable if neighbours have similar masses.",
    how: Number::MORE_THAN_ZERO,
    usual: Some(1.0),
    get: |disc| disc.mass,
    set: |disc, value| disc.mass = value,
};
const RESTITUTION: Scalar<Disc> = Scalar {
    name: "Restitution",
    hint: "Restitution, 0 to 1. Above 1 the disc is a bumper (002 §1.iii).",
    how: Number::POSITIVE,
    usual: Some(1.0),
    get: |disc| disc.restitution,
    set: |disc, value| disc.restitution = value,
};
const FRICTION: Scalar<Disc> = Scalar {
    name: "Friction",
    hint: "Friction of contacts, 0 to 1.",
    how: Number::POSITIVE,
    usual: Some(0.0),
    get: |disc| disc.friction,
    set: |disc, value| disc.friction = value,
};

/// Draws the properties of discs.
pub fn show(ui: &mut Ui, app: &App, group: &mut PropertyGroup) {
    form::table(ui, "disc", |ui| {
        group.text(ui, "Name", |disc: &Disc| &disc.name, |disc, name| disc.name = name);
        body::motion::<Disc>(ui, group, |disc| &disc.motion, |disc| &mut disc.motion);
        group.vector(ui, "Position", &X, &Y);
        group.vector(ui, "Velocity", &VX, &VY);
        group.number(ui, &RADIUS);
        group.number(ui, &MASS);
        group.number(ui, &RESTITUTION);
        group.number(ui, &FRICTION);
    });
    path::show::<Disc>(ui, group, |disc| &disc.motion, |disc| &mut disc.motion);
    let Some(Place::Disc(index)) = group.only().filter(|_| group.level.discs.len() == app.run.level().discs.len())
    else {
        return;
    };
    let world = app.run.world();
    widgets::heading(ui, "Now");
    form::table(ui, "disc now", |ui| {
        form::vector_fact(ui, "Position", world.disc_position(index), grain(app));
        let slow = slow(app);
        form::vector_fact(ui, "Velocity", world.disc_velocity(index), slow);
        form::number_fact(ui, "Speed", world.disc_velocity(index).length(), slow);
    });
    if let Some(list) = world.forces_on_disc(index) {
        forces::show(ui, app, None, &list, group.out);
    }
}
