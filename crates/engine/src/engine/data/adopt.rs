//! External changes of a run between two substeps: another layout of the same parts, a snapshot, a nudge.
//!
//! Positions and velocities are kept. A panic below means that the caller has confused two levels.

use super::hand::{free_disc, free_node};
use super::measure;
use super::scratch::Scratch;
use super::{Layout, State, Unmoved, World};
use crate::level::format::{self, FormatError};
use crate::level::{Level, Place};
use glam::DVec2;
use std::sync::Arc;

impl Layout {
    /// Compiles a level that replaces this one at the start of or within `frame`; level time continues.
    ///
    /// # Errors
    /// If [`format::validate`] fails.
    pub fn succeeded_by(&self, level: &Level, frame: u64) -> Result<Arc<Self>, FormatError> {
        format::validate(level)?;
        let mut next = Self::new(level);
        let goes_on = next.settings.frame_time == self.settings.frame_time;
        next.first_frame = self.first_frame;
        next.since = if goes_on { self.since } else { (frame + self.first_frame, self.time_of_frame(frame)) };
        next.links.copy_status(&self.links);
        next.separate_linked();
        Ok(Arc::new(next))
    }

    /// True if the numbers of nodes, bodies and discs are those of the state.
    fn fits(&self, state: &State) -> bool {
        self.node_count == state.positions.len()
            && self.bodies.len() == state.collapsed.len()
            && self.discs.count() == state.disc_positions.len()
    }

    /// True if forces, a path or the barycentre rule move the node.
    fn moves(&self, body: usize, node: usize) -> bool {
        let parts = &self.bodies[body];
        parts.path.is_some() || (parts.is_dynamic && (self.inverse_mass[node] != 0.0 || parts.barycentre == Some(node)))
    }
}

impl World {
    /// The layout, shared by reference counting.
    pub fn shared_layout(&self) -> &Arc<Layout> {
        &self.layout
    }

    /// Restores a snapshot together with the layout that it was taken with.
    ///
    /// # Panics
    /// If the numbers of nodes, bodies or discs of snapshot and layout differ.
    pub fn restore_under(&mut self, layout: &Arc<Layout>, state: &State) {
        if !Arc::ptr_eq(&self.layout, layout) {
            assert!(layout.fits(state), "layout of another level");
            self.layout = layout.clone();
            self.state.clone_from(state);
            self.scratch = Scratch::new(&self.layout, &self.state);
        }
        self.restore(state);
    }

    /// Replaces the layout by another one of the same parts.
    ///
    /// Positions and velocities are kept; parts that no longer move get velocity 0. Verlet's previous positions are computed from
    /// the velocities if the scheme changes to Verlet or the duration of a substep changes.
    ///
    /// # Panics
    /// If the numbers of nodes, bodies or discs differ.
    pub fn adopt(&mut self, layout: &Arc<Layout>) {
        assert!(layout.fits(&self.state), "layout of another level");
        let old = std::mem::replace(&mut self.layout, layout.clone());
        let state = &mut self.state;
        for (body, parts) in layout.bodies.iter().enumerate() {
            for node in parts.nodes.clone() {
                if old.moves(body, node) && !layout.moves(body, node) {
                    state.velocities[node] = DVec2::ZERO;
                    if let Some(previous) = state.previous.get_mut(node) {
                        *previous = state.positions[node];
                    }
                }
            }
        }
        for disc in 0..layout.discs.count() {
            if !layout.discs.is_dynamic(disc) {
                state.disc_asleep[disc] = false;
                if layout.discs.path[disc].is_none() {
                    state.disc_velocities[disc] = DVec2::ZERO;
                }
            }
        }
        if !layout.is_verlet() {
            state.previous.clear();
        } else if !old.is_verlet() || old.substep_time != layout.substep_time {
            state.previous = state.previous_positions(layout.substep_time);
        }
        self.scratch = Scratch::new(&self.layout, &self.state);
    }

    /// Changes the velocity of a node, of all free nodes of a body, or of a disc. With Verlet `previous -= Δv*h`.
    ///
    /// # Errors
    /// The reason why nothing can move there; then nothing changes.
    pub fn nudge(&mut self, place: Place, change: DVec2) -> Result<(), Unmoved> {
        self.can_nudge(place)?;
        let Self { layout, state, .. } = self;
        let body = match place {
            Place::Disc(disc) => {
                state.disc_velocities[disc] += change;
                state.disc_asleep[disc] = false;
                return Ok(());
            }
            Place::Node(body, node) => {
                push(layout, state, layout.bodies[body].nodes.start + node, change);
                body
            }
            _ => {
                let body = place.body().ok_or(Unmoved::Missing)?;
                for node in 0..layout.bodies[body].nodes.len() {
                    if let Ok(node) = free_node(layout, state, body, node) {
                        push(layout, state, node, change);
                    }
                }
                body
            }
        };
        if let Some(node) = layout.bodies[body].barycentre {
            state.velocities[node] = measure::mean(layout, &layout.bodies[body], |node| state.velocity(node));
        }
        Ok(())
    }

    /// Tests if [`World::nudge`] would move a node, a body with a free node, or a disc.
    ///
    /// # Errors
    /// The reason why it would not.
    pub fn can_nudge(&self, place: Place) -> Result<(), Unmoved> {
        let Self { layout, state, .. } = self;
        match place {
            Place::Disc(disc) => free_disc(layout, state, disc).map(drop),
            Place::Node(body, node) => free_node(layout, state, body, node).map(drop),
            Place::Body(body) => {
                let parts = layout.bodies.get(body).ok_or(Unmoved::Missing)?;
                let mut why = Err(Unmoved::Missing);
                for node in 0..parts.nodes.len() {
                    match free_node(layout, state, body, node) {
                        Ok(_) => return Ok(()),
                        Err(reason) if why == Err(Unmoved::Missing) => why = Err(reason),
                        Err(_) => {}
                    }
                }
                why
            }
            _ => Err(Unmoved::Missing),
        }
    }
}

fn push(layout: &Layout, state: &mut State, node: usize, change: DVec2) {
    state.velocities[node] += change;
    if let Some(previous) = state.previous.get_mut(node) {
        *previous -= change * layout.substep_time;
    }
}
