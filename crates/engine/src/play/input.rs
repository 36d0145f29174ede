//! What a game does to a world, as data: for the flight recorder.

use crate::engine::{Hand, World};
use crate::level::{Level, Link, Place};
use glam::DVec2;
use std::sync::Arc;

/// A change from outside, in the engine's numbering at its moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum WorldInput {
    /// Adds a velocity.
    Nudge(Place, DVec2),
    /// Sets a velocity.
    Velocity(Place, DVec2),
    /// Moves a part; its velocity stays.
    Teleport(Place, DVec2),
    /// Pins a node of a body, or frees it.
    Pin(usize, usize, bool),
    /// Replaces all hands.
    Hold(Vec<Hand>),
    /// Adds the parts of a level.
    Spawn(Arc<Level>),
    /// Adds a link.
    Connect(Link),
    /// Switches a link on or off.
    Switch(usize, bool),
    /// Removes a body, disc, obstacle or link.
    Remove(Place),
    /// Closes the gaps of removed parts.
    Compact,
}

impl WorldInput {
    /// Repeats the change. A part that cannot be moved is skipped, as it was the first time.
    pub fn apply(&self, world: &mut World) {
        match self {
            Self::Nudge(place, change) => drop(world.nudge(*place, *change)),
            Self::Velocity(place, velocity) => drop(world.set_velocity(*place, *velocity)),
            Self::Teleport(place, by) => drop(world.teleport(*place, *by)),
            Self::Pin(body, node, is_pinned) => drop(world.set_pinned(*body, *node, *is_pinned)),
            Self::Hold(hands) => world.set_hands(hands.clone()),
            Self::Spawn(level) => drop(world.spawn(level)),
            Self::Connect(link) => drop(world.add_link(link)),
            Self::Switch(link, is_on) => drop(world.switch_link(*link, *is_on)),
            Self::Remove(place) => remove(world, *place),
            Self::Compact => drop(world.compact()),
        }
    }
}

fn remove(world: &mut World, place: Place) {
    match place {
        Place::Body(body) => world.remove_body(body),
        Place::Disc(disc) => world.remove_disc(disc),
        Place::Obstacle(obstacle) => world.remove_obstacle(obstacle),
        Place::Link(link) => world.remove_link(link),
        _ => false,
    };
}
