//! Acting on parts between two frames: velocities, impulses, positions, pins.
//!
//! Every action takes a [`MovablePart`]: a body handle, a disc handle, or a body handle with the index of a node. Nothing changes
//! if a call fails.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! # let mut world = PlayWorld::from_text(r#"{"format": 2, "bodies": [{"id": "hero", "nodes": [{"position": [0, 10]}]}]}"#)?;
//! let hero = world.body("hero").expect("a body with this id");
//! world.set_velocity(hero, [0.1, 0.0])?;
//! // Mass 1: the velocity changes by the impulse.
//! world.apply_impulse((hero, 0), [0.0, 0.5])?;
//! assert_eq!(world.velocity(hero)?.to_array(), [0.1, 0.5]);
//! world.teleport_to(hero, [3.0, 4.0])?;
//! assert_eq!(world.points(hero)?, [[3.0, 4.0]]);
//! world.pin(hero, 0)?;
//! world.step(10);
//! assert_eq!(world.points(hero)?, [[3.0, 4.0]]);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::error::finite;
use super::handles::{BodyHandle, DiscHandle};
use super::recorder::WorldInput;
use super::{PlayError, PlayWorld};
use crate::level::{Place, Point};
use glam::DVec2;
use std::ops::Range;
use std::sync::Arc;

/// What an action moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum MovablePart {
    /// All free nodes of a body.
    Body(BodyHandle),
    /// One node: its body, and its index there.
    Node(BodyHandle, usize),
    /// A disc.
    Disc(DiscHandle),
}

impl From<BodyHandle> for MovablePart {
    fn from(body: BodyHandle) -> Self {
        Self::Body(body)
    }
}

impl From<(BodyHandle, usize)> for MovablePart {
    fn from((body, node): (BodyHandle, usize)) -> Self {
        Self::Node(body, node)
    }
}

impl From<DiscHandle> for MovablePart {
    fn from(disc: DiscHandle) -> Self {
        Self::Disc(disc)
    }
}

impl PlayWorld {
    /// The part in the engine's numbering.
    pub(super) fn place_of(&self, part: MovablePart) -> Result<Place, PlayError> {
        Ok(match part {
            MovablePart::Body(body) => Place::Body(self.parts.bodies.index(body)?),
            MovablePart::Node(body, node) => {
                self.global_node(body, node)?;
                Place::Node(self.parts.bodies.index(body)?, node)
            }
            MovablePart::Disc(disc) => Place::Disc(self.parts.discs.index(disc)?),
        })
    }

    /// Sets the velocity of a node, of all free nodes of a body, or of a disc, which wakes up.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`], [`PlayError::Number`]; [`PlayError::Unmoved`] if nothing there is free.
    pub fn set_velocity(&mut self, part: impl Into<MovablePart>, velocity: Point) -> Result<(), PlayError> {
        let (place, velocity) = (self.place_of(part.into())?, finite("velocity", velocity)?);
        self.world.set_velocity(place, velocity)?;
        self.note(|| WorldInput::Velocity(place, velocity));
        Ok(())
    }

    /// Adds an impulse, mass times velocity. That of a body is shared by its free nodes in proportion to their masses, so all
    /// change their velocity by the same amount.
    ///
    /// # Errors
    /// As [`PlayWorld::set_velocity`].
    pub fn apply_impulse(&mut self, part: impl Into<MovablePart>, impulse: Point) -> Result<(), PlayError> {
        let (place, impulse) = (self.place_of(part.into())?, finite("impulse", impulse)?);
        self.world.can_nudge(place)?;
        let change = impulse / self.free_mass(place);
        let change = finite("impulse", change.into())?;
        self.world.nudge(place, change)?;
        self.note(|| WorldInput::Nudge(place, change));
        Ok(())
    }

    /// Mass that an impulse moves.
    pub(super) fn free_mass(&self, place: Place) -> f64 {
        let layout = self.world.layout();
        if let Place::Disc(disc) = place {
            return layout.discs.mass[disc];
        }
        let is_free = |node: &usize| layout.inverse_mass[*node] != 0.0;
        self.nodes_at(place).filter(is_free).map(|node| layout.mass[node]).sum()
    }

    /// Moves a node, a body with all its nodes, or a disc by an offset. Velocities are kept. Pinned nodes, fixed bodies and fixed
    /// discs can be moved too.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`], [`PlayError::Number`]; [`PlayError::Unmoved`] for what is driven, blown up or a
    /// barycentre.
    pub fn teleport(&mut self, part: impl Into<MovablePart>, by: Point) -> Result<(), PlayError> {
        let (place, by) = (self.place_of(part.into())?, finite("by", by)?);
        let nodes = self.nodes_at(place);
        let disc = if let Place::Disc(disc) = place { Some(disc) } else { None };
        let state = self.world.state();
        let moved = nodes.clone().map(|node| state.positions[node]).chain(disc.map(|disc| state.disc_positions[disc]));
        // A part that has blown up is refused below, with a better reason.
        if moved.into_iter().any(|from| from.is_finite() && !(from + by).is_finite()) {
            return Err(PlayError::Number("by", "small enough for finite positions"));
        }
        self.world.teleport(place, by)?;
        self.note(|| WorldInput::Teleport(place, by));
        if let Some(trail) = &mut self.trail {
            nodes.for_each(|node| trail.nodes[node] += by);
            disc.into_iter().for_each(|disc| trail.discs[disc] += by);
        }
        self.changed();
        Ok(())
    }

    /// Nodes of a body, or one node, as the engine counts; none of a disc.
    fn nodes_at(&self, place: Place) -> Range<usize> {
        let start_of = |body: usize| self.world.layout().bodies[body].nodes.clone();
        match place {
            Place::Node(body, node) => start_of(body).start + node..start_of(body).start + node + 1,
            _ => place.body().map_or(0..0, start_of),
        }
    }

    /// Moves a node, the barycentre of a body (with all its nodes), or the centre of a disc to a point, within rounding.
    ///
    /// # Errors
    /// As [`PlayWorld::teleport`].
    pub fn teleport_to(&mut self, part: impl Into<MovablePart>, point: Point) -> Result<(), PlayError> {
        let (part, point) = (part.into(), finite("point", point)?);
        let from = match part {
            MovablePart::Body(body) => self.barycentre(body)?,
            MovablePart::Node(body, node) => self.node_position(body, node)?,
            MovablePart::Disc(disc) => self.disc_position(disc)?,
        };
        let by: DVec2 = if from.is_finite() { point - from } else { DVec2::ZERO };
        self.teleport(part, by.into())
    }

    /// Pins a node where it is; forces and contacts no longer move it. Costs a copy of the compiled level.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`]; [`PlayError::Unmoved`] if the node's body is fixed, driven or blown up, or the
    /// node a barycentre.
    pub fn pin(&mut self, body: BodyHandle, node: usize) -> Result<(), PlayError> {
        self.set_pinned(body, node, true)
    }

    /// Frees a pinned node. Costs a copy of the compiled level.
    ///
    /// # Errors
    /// As [`PlayWorld::pin`].
    pub fn unpin(&mut self, body: BodyHandle, node: usize) -> Result<(), PlayError> {
        self.set_pinned(body, node, false)
    }

    fn set_pinned(&mut self, body: BodyHandle, node: usize, is_pinned: bool) -> Result<(), PlayError> {
        self.global_node(body, node)?;
        let body = self.parts.bodies.index(body)?;
        self.world.set_pinned(body, node, is_pinned)?;
        self.parts_mut().bodies.change(body, |document| document.nodes[node].pinned = is_pinned);
        self.note(|| WorldInput::Pin(body, node, is_pinned));
        Ok(())
    }

    /// The tables, to be changed; a snapshot keeps its own.
    pub(super) fn parts_mut(&mut self) -> &mut super::parts::Parts {
        Arc::make_mut(&mut self.parts)
    }
}
