//! What a game does to a world, as data: applied to a world, and written into a recording.

use super::form::{RecordedHand, What};
use crate::engine::{Hand, Layout, LinkStatus, World};
use crate::level::{Level, Link, LinkEnd, Place};
use glam::DVec2;
use std::sync::Arc;

/// A change from outside, in the engine's numbering at its moment.
#[derive(Clone, Debug, PartialEq)]
pub(in crate::play) enum WorldInput {
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

    /// The change as data of a file, where removed parts have no number. None if it changes nothing there.
    pub fn recorded(&self, layout: &Layout) -> Option<What> {
        let text = |place: &Place| dense(layout, *place).to_string();
        Some(match self {
            Self::Nudge(place, change) => What::Nudge { place: text(place), change: (*change).into() },
            Self::Velocity(place, velocity) => What::Velocity { place: text(place), velocity: (*velocity).into() },
            Self::Teleport(place, by) => What::Teleport { place: text(place), by: (*by).into() },
            Self::Pin(body, node, is_pinned) => {
                What::Set { path: format!("{}.pinned", text(&Place::Node(*body, *node))), value: (*is_pinned).into() }
            }
            Self::Hold(hands) => What::Hold(hands.iter().map(|hand| recorded_hand(layout, hand)).collect()),
            Self::Spawn(level) => What::Spawn(Box::new(Level::clone(level))),
            Self::Connect(link) => {
                What::Connect(Link { a: dense_end(layout, link.a), b: dense_end(layout, link.b), ..link.clone() })
            }
            Self::Switch(link, on) => What::Switch { link: dense_link(layout, *link), on: *on },
            Self::Remove(place) => What::Remove { place: text(place) },
            Self::Compact => return None,
        })
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

/// Index of a body among those that were not removed.
fn dense_body(layout: &Layout, body: usize) -> usize {
    body - layout.removed_before(body)
}

fn dense_link(layout: &Layout, link: usize) -> usize {
    (0..link).filter(|&other| layout.links.status(other) != Some(LinkStatus::Removed)).count()
}

fn dense(layout: &Layout, place: Place) -> Place {
    match place {
        Place::Body(body) => Place::Body(dense_body(layout, body)),
        Place::Node(body, node) => Place::Node(dense_body(layout, body), node),
        Place::Link(link) => Place::Link(dense_link(layout, link)),
        other => other,
    }
}

fn dense_end(layout: &Layout, end: LinkEnd) -> LinkEnd {
    match end {
        LinkEnd::Node([body, node]) => LinkEnd::Node([dense_body(layout, body), node]),
        other => other,
    }
}

fn recorded_hand(layout: &Layout, hand: &Hand) -> RecordedHand {
    let mut hand = *hand;
    if let crate::engine::Held::Node(body, _) = &mut hand.held {
        *body = dense_body(layout, *body);
    }
    RecordedHand::of(&hand)
}
