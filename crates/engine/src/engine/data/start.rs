//! Worlds that continue another run: compiled from a level, in the state that the run had at some moment.

use super::{Held, Layout, LinkStatus, State, World};
use crate::level::format::{self, FormatError};
use crate::level::{Level, Place};
use std::sync::Arc;

/// What a world needs beside its level and its state to continue another run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Continuation {
    /// Frames of the other run before the state.
    pub first_frame: u64,
    /// First frame with the level's `frame_time`, and the level time at its start.
    pub since: (u64, f64),
    /// Links that are off.
    pub links_off: Vec<usize>,
}

impl Layout {
    /// Frames since the last change of `frame_time`.
    pub(in crate::engine) fn frames_since(&self, frame: u64) -> u64 {
        frame + self.first_frame - self.since.0
    }

    /// Level time at the start of a frame.
    pub fn time_of_frame(&self, frame: u64) -> f64 {
        self.since.1 + self.frames_since(frame) as f64 * self.settings.frame_time
    }
}

impl World {
    /// Compiles a level and sets the state that another run of it had. Frame 0 of this world is that moment; hashes and level time
    /// count the earlier frames too. The bits of later frames are those of the other run.
    ///
    /// # Errors
    /// If [`format::validate`] fails, or the state does not fit the level: the place (`positions`, `hands`, …) and the reason.
    pub fn continuing(level: &Level, mut state: State, from: &Continuation) -> Result<Self, FormatError> {
        format::validate(level)?;
        let mut layout = Layout::new(level);
        if from.since.0 > from.first_frame || !from.since.1.is_finite() {
            return refuse("since", "is later than the first frame");
        }
        (layout.first_frame, layout.since) = (from.first_frame, from.since);
        for &link in &from.links_off {
            if !layout.set_link(link, LinkStatus::Inactive) {
                return refuse("links_off", &format!("there is no link {link}"));
            }
        }
        (state.frame, state.substep) = (0, 0);
        check(&layout, &state)?;
        Ok(Self::of_layout(Arc::new(layout), state))
    }

    /// What a world of the present parts needs beside level and state to continue this one.
    pub fn continuation(&self) -> Continuation {
        let links = &self.layout.links;
        let present = (0..links.count()).filter(|&link| links.status(link) != Some(LinkStatus::Removed));
        let is_off = |(_, link): &(usize, usize)| links.status(*link) == Some(LinkStatus::Inactive);
        Continuation {
            first_frame: self.layout.first_frame + self.state.frame,
            since: self.layout.since,
            links_off: present.enumerate().filter(is_off).map(|(dense, _)| dense).collect(),
        }
    }
}

fn refuse<T>(place: &str, reason: &str) -> Result<T, FormatError> {
    Err(FormatError::at(place, reason))
}

/// Checks the lengths of all lists, that parts with numbers that are not finite have blown up, and that references exist.
fn check(layout: &Layout, state: &State) -> Result<(), FormatError> {
    let (nodes, bodies, discs) = (layout.node_count, layout.bodies.len(), layout.discs.count());
    let previous = if layout.is_verlet() { nodes } else { 0 };
    let lengths = [
        ("positions", state.positions.len(), nodes),
        ("velocities", state.velocities.len(), nodes),
        ("previous", state.previous.len(), previous),
        ("without_edge", state.without_edge.len(), nodes),
        ("collapsed", state.collapsed.len(), bodies),
        ("blown_up", state.blown_up.len(), bodies),
        ("disc_positions", state.disc_positions.len(), discs),
        ("disc_velocities", state.disc_velocities.len(), discs),
        ("disc_blown_up", state.disc_blown_up.len(), discs),
        ("disc_asleep", state.disc_asleep.len(), discs),
        ("disc_impact_limit_reached", state.disc_impact_limit_reached.len(), discs),
        ("disc_without_edge", state.disc_without_edge.len(), discs),
    ];
    for (place, length, expected) in lengths {
        if length != expected {
            return refuse(place, &format!("has {length} entries, but the level needs {expected}"));
        }
    }
    for (index, body) in layout.bodies.iter().enumerate() {
        let mut motions = body.nodes.clone().map(|node| {
            let previous = state.previous.get(node).is_none_or(|at| at.is_finite());
            state.positions[node].is_finite() && state.velocities[node].is_finite() && previous
        });
        if !state.blown_up[index] && motions.any(|is_finite| !is_finite) {
            return refuse("positions", &format!("bodies[{index}] is not finite, and `blown_up` does not name it"));
        }
    }
    for disc in 0..discs {
        let is_finite = state.disc_positions[disc].is_finite() && state.disc_velocities[disc].is_finite();
        if !is_finite && !state.disc_blown_up[disc] {
            return refuse(
                "disc_positions",
                &format!("discs[{disc}] is not finite, and `disc_blown_up` does not name it"),
            );
        }
    }
    check_references(layout, state)
}

fn check_references(layout: &Layout, state: &State) -> Result<(), FormatError> {
    for hand in &state.hands {
        let exists = match hand.held {
            Held::Node(body, node) => layout.bodies.get(body).is_some_and(|body| node < body.nodes.len()),
            Held::Disc(disc) => disc < layout.discs.count(),
        };
        let numbers = [hand.target[0], hand.target[1], hand.stiffness, hand.damping];
        if !exists || numbers.iter().any(|number| !number.is_finite()) {
            return refuse("hands", "a hand holds a part that does not exist, or has a number that is not finite");
        }
    }
    let exists = |place: &Place| match *place {
        Place::Body(body) => body < layout.bodies.len(),
        Place::Disc(disc) => disc < layout.discs.count(),
        Place::Obstacle(obstacle) => obstacle < layout.obstacles.len(),
        _ => false,
    };
    match state.sensor_contacts.iter().flatten().all(exists) && state.sensor_contacts.is_sorted() {
        true => Ok(()),
        false => refuse("sensor_contacts", "has a part that does not exist, or is not in ascending order"),
    }
}
