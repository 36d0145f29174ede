//! External changes of single parts between two substeps: velocities, positions, pins.
//!
//! Invariant: scratch memory is made anew where a part jumps, so that later substeps depend on the state alone. It keeps the place
//! of what does not move.

use super::hand::{free_disc, free_node};
use super::measure;
use super::scratch::Scratch;
use super::{Layout, State, Unmoved, World};
use crate::level::{Level, Place};
use glam::DVec2;
use std::sync::Arc;

impl World {
    /// Sets the velocity of a node, of all free nodes of a body, or of a disc. With Verlet `previous = x - v*h`.
    ///
    /// # Errors
    /// As [`World::nudge`].
    pub fn set_velocity(&mut self, place: Place, velocity: DVec2) -> Result<(), Unmoved> {
        self.can_nudge(place)?;
        let Self { layout, state, .. } = self;
        let (body, nodes) = match place {
            Place::Disc(disc) => {
                state.disc_velocities[disc] = velocity;
                state.disc_asleep[disc] = false;
                return Ok(());
            }
            Place::Node(body, node) => (body, node..node + 1),
            Place::Body(body) => (body, 0..layout.bodies[body].nodes.len()),
            _ => return Err(Unmoved::Missing),
        };
        for node in nodes {
            if let Ok(node) = free_node(layout, state, body, node) {
                state.velocities[node] = velocity;
                let back = state.positions[node] - velocity * layout.substep_time;
                if let Some(previous) = state.previous.get_mut(node) {
                    *previous = back;
                }
            }
        }
        if let Some(node) = layout.bodies[body].barycentre {
            state.velocities[node] = measure::mean(layout, &layout.bodies[body], |node| state.velocity(node));
        }
        Ok(())
    }

    /// Moves a node, a body with all its nodes, or a disc to another place; velocities are kept. Pinned nodes, fixed bodies and
    /// fixed discs can be moved too.
    ///
    /// # Errors
    /// The reason why nothing can move there; then nothing changes.
    pub fn teleport(&mut self, place: Place, by: DVec2) -> Result<(), Unmoved> {
        let Self { layout, state, .. } = self;
        match place {
            Place::Disc(disc) => {
                can_teleport_disc(layout, state, disc)?;
                state.disc_positions[disc] += by;
                state.disc_asleep[disc] = false;
            }
            Place::Node(body, node) => {
                let node = placeable_node(layout, state, body, node)?;
                state.reposition(node, by);
                if let Some(centre) = layout.bodies[body].barycentre {
                    let to = measure::barycentre(layout, state, body);
                    let by = to - state.position(centre);
                    state.reposition(centre, by);
                }
            }
            Place::Body(body) => {
                can_teleport_body(layout, state, body)?;
                layout.bodies[body].nodes.clone().for_each(|node| state.reposition(node, by));
            }
            _ => return Err(Unmoved::Missing),
        }
        self.scratch = Scratch::new(&self.layout, &self.state);
        Ok(())
    }

    /// Moves the nodes and discs that `after` draws elsewhere than `before` by the same offset; those that were where they were drawn get
    /// the new place exactly. Both levels have the parts of this world.
    pub fn follow_drawing(&mut self, before: &Level, after: &Level) {
        let nodes = |level: &Level| -> Vec<DVec2> {
            level.bodies.iter().flat_map(|body| &body.nodes).map(|node| node.position.into()).collect()
        };
        let discs = |level: &Level| -> Vec<DVec2> { level.discs.iter().map(|disc| disc.position.into()).collect() };
        let state = &mut self.state;
        let mut has_moved = false;
        for (node, (old, new)) in nodes(before).into_iter().zip(nodes(after)).enumerate() {
            if old != new && node < state.positions.len() {
                has_moved = true;
                let is_as_drawn = state.positions[node] == old;
                state.reposition(node, new - old);
                if is_as_drawn {
                    state.set_position(node, new);
                }
            }
        }
        for (disc, (old, new)) in discs(before).into_iter().zip(discs(after)).enumerate() {
            if let Some(at) = state.disc_positions.get_mut(disc).filter(|_| old != new) {
                has_moved = true;
                *at = if *at == old { new } else { *at + (new - old) };
                state.disc_asleep[disc] = false;
            }
        }
        if has_moved {
            self.scratch = Scratch::new(&self.layout, &self.state);
        }
    }

    /// True if a part that no substep moves is elsewhere in another state.
    pub(super) fn have_immovable_parts_jumped(&self, other: &State) -> bool {
        let Self { layout, state, .. } = self;
        // Driven bodies and barycentres move in every substep.
        let resting = layout.bodies.iter().filter(|body| body.path.is_none());
        let nodes = resting.flat_map(|body| body.nodes.clone().filter(|&node| body.barycentre != Some(node)));
        let mut nodes = nodes.filter(|&node| layout.inverse_mass[node] == 0.0);
        let discs = &layout.discs;
        let is_resting = |disc: &usize| !discs.is_dynamic(*disc) && discs.path[*disc].is_none();
        nodes.any(|node| state.positions[node] != other.positions[node])
            || (0..discs.count())
                .filter(is_resting)
                .any(|disc| state.disc_positions[disc] != other.disc_positions[disc])
    }

    /// Pins a node of a `Dynamic` body where it is, or frees it. A pinned node gets velocity 0.
    ///
    /// # Errors
    /// The reason why the node is neither pinned nor free; then nothing changes.
    pub fn set_pinned(&mut self, body: usize, node: usize, is_pinned: bool) -> Result<(), Unmoved> {
        let Self { layout, state, .. } = self;
        let number = match free_node(layout, state, body, node) {
            Ok(number) => number,
            Err(Unmoved::Pinned) => layout.bodies[body].nodes.start + node,
            Err(reason) => return Err(reason),
        };
        if (layout.inverse_mass[number] == 0.0) != is_pinned {
            let layout = Arc::new(layout.with_pin(body, number, is_pinned));
            self.adopt(&layout);
        }
        Ok(())
    }
}

fn can_teleport_body(layout: &Layout, state: &State, body: usize) -> Result<(), Unmoved> {
    let parts = layout.bodies.get(body).ok_or(Unmoved::Missing)?;
    match () {
        () if parts.path.is_some() => Err(Unmoved::Driven),
        () if state.blown_up[body] => Err(Unmoved::BlownUp),
        () => Ok(()),
    }
}

fn can_teleport_disc(layout: &Layout, state: &State, disc: usize) -> Result<(), Unmoved> {
    match free_disc(layout, state, disc) {
        Err(Unmoved::Fixed) if state.disc_blown_up[disc] => Err(Unmoved::BlownUp),
        Ok(_) | Err(Unmoved::Fixed) => Ok(()),
        Err(reason) => Err(reason),
    }
}

/// Returns the number of a node (global numbering) that is neither a barycentre nor on a path.
fn placeable_node(layout: &Layout, state: &State, body: usize, node: usize) -> Result<usize, Unmoved> {
    can_teleport_body(layout, state, body)?;
    let parts = &layout.bodies[body];
    let number = parts.nodes.start + node;
    match () {
        () if !parts.nodes.contains(&number) => Err(Unmoved::Missing),
        () if parts.barycentre == Some(number) => Err(Unmoved::Barycentre),
        () => Ok(number),
    }
}
