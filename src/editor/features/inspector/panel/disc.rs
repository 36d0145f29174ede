//! Properties of discs.

use super::field::PropertyGroup;
use super::node::{length, speed};
use super::{body, collision, colour, path};
use crate::debugger::changes::NumberKind;
use crate::editor::context::ViewContext;
use crate::editor::features::changes::panel::ask_button;
use crate::editor::features::inspector::panel::forces;
use crate::editor::widgets;
use crate::editor::widgets::form;
use crate::level::fields::parts;
use crate::level::{Disc, Motion, Place};
use egui::Ui;

/// Draws the properties of discs.
pub fn show(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    group.heading(ui, view);
    form::table(ui, "disc", |ui| {
        group.text(ui, "Name", |disc: &Disc| &disc.name, |disc, name| disc.name = name);
        body::motion::<Disc>(ui, group, |disc| &disc.motion, |disc| &mut disc.motion);
        if !view.is_live {
            colour::show(ui, view, group);
        }
        group.vector(ui, "Position", &parts::DISC_X, &parts::DISC_Y);
        group.vector(ui, "Velocity", &parts::DISC_VELOCITY_X, &parts::DISC_VELOCITY_Y);
        group.number(ui, &parts::DISC_RADIUS);
        let is_sensor = collision::are_sensors::<Disc>(group);
        // Of a sensor only one that moves has a mass, and bounces off the bounds of the world.
        let is_still = is_sensor && group.common(|disc: &Disc| disc.motion == Motion::Dynamic) == Some(false);
        if !is_still {
            group.number(ui, &parts::DISC_MASS);
            group.number(ui, &parts::DISC_RESTITUTION);
        }
        if !is_sensor {
            group.number(ui, &parts::DISC_FRICTION);
        }
    });
    collision::show::<Disc>(ui, group);
    path::show::<Disc>(ui, group, |disc| &disc.motion, |disc| &mut disc.motion);
    let Some(Place::Disc(index)) = group.only().filter(|_| group.level.discs.len() == view.run.level().discs.len())
    else {
        return;
    };
    let world = view.run.world();
    widgets::heading(ui, "Now");
    form::table(ui, "disc now", |ui| {
        let place = Place::Disc(index);
        form::vector_fact_with(ui, "Position", world.disc_position(index), &length(view), |ui| {
            ask_button(ui, place, NumberKind::Position, group.out);
        });
        let speed = speed(view);
        form::vector_fact_with(ui, "Velocity", world.disc_velocity(index), &speed, |ui| {
            ask_button(ui, place, NumberKind::Velocity, group.out);
        });
        form::number_fact(ui, "Speed", world.disc_velocity(index).length(), &speed);
    });
    if let Some(list) = world.forces_on_disc(index) {
        forces::show(ui, view, Place::Disc(index), &list, group.out);
    }
}
