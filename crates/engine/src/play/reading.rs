//! Reading the present state: positions, velocities, sizes, energies.
//!
//! Units are those of the level: lengths, level time, masses. Lists of nodes have one entry per node in file order.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! # let world = PlayWorld::from_text(
//! #     r#"{"format": 2, "bodies": [{"nodes": [{"position": [0, 0]}, {"position": [2, 0]}, {"position": [0, 2]}],
//! #         "hull": [[0, 1], [1, 2], [2, 0]], "triangles": [[0, 1, 2]]}]}"#,
//! # )?;
//! let body = world.bodies().next().expect("a body");
//! assert_eq!(world.points(body)?, [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]);
//! assert_eq!((world.mass(body)?, world.area(body)?, world.aabb(body)?.size().to_array()), (3.0, 2.0, [2.0, 2.0]));
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::handles::{BodyHandle, DiscHandle, LinkHandle};
use super::{PlayError, PlayWorld};
use crate::engine::links::LinkedEnd;
use crate::engine::{Energy, State};
use crate::geometry::{Aabb, flat};
use glam::DVec2;
use std::ops::Range;

impl PlayWorld {
    pub(super) fn nodes_of(&self, body: BodyHandle) -> Result<Range<usize>, PlayError> {
        Ok(self.world.layout().bodies[self.parts.bodies.index(body)?].nodes.clone())
    }

    /// Number of a node over all bodies, as the engine counts.
    pub(super) fn global_node(&self, body: BodyHandle, node: usize) -> Result<usize, PlayError> {
        let nodes = self.nodes_of(body)?;
        if node < nodes.len() { Ok(nodes.start + node) } else { Err(PlayError::NoNode(node, nodes.len())) }
    }

    fn state(&self) -> &State {
        self.world.state()
    }

    /// Number of nodes of a body.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn node_count(&self, body: BodyHandle) -> Result<usize, PlayError> {
        Ok(self.nodes_of(body)?.len())
    }

    /// Positions of a body's nodes, as vectors. Nothing is copied.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn positions(&self, body: BodyHandle) -> Result<&[DVec2], PlayError> {
        Ok(&self.state().positions[self.nodes_of(body)?])
    }

    /// Positions of a body's nodes, as pairs `[x, y]`. Nothing is copied.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn points(&self, body: BodyHandle) -> Result<&[[f64; 2]], PlayError> {
        Ok(pairs(self.positions(body)?))
    }

    /// Velocities of a body's nodes, as vectors: those at the end of the frame. Nothing is copied.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn velocities(&self, body: BodyHandle) -> Result<&[DVec2], PlayError> {
        Ok(&self.state().velocities[self.nodes_of(body)?])
    }

    /// Positions of all nodes of all bodies, in the order of [`PlayWorld::bodies`].
    pub fn all_points(&self) -> &[[f64; 2]] {
        pairs(&self.state().positions)
    }

    /// Range of a body's nodes in [`PlayWorld::all_points`].
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn node_range(&self, body: BodyHandle) -> Result<Range<usize>, PlayError> {
        self.nodes_of(body)
    }

    /// Position of one node.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`].
    pub fn node_position(&self, body: BodyHandle, node: usize) -> Result<DVec2, PlayError> {
        Ok(self.world.position(self.global_node(body, node)?))
    }

    /// Velocity of one node.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`].
    pub fn node_velocity(&self, body: BodyHandle, node: usize) -> Result<DVec2, PlayError> {
        Ok(self.world.velocity(self.global_node(body, node)?))
    }

    /// Mass-weighted mean of the nodes' positions; the origin for a body without masses.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn barycentre(&self, body: BodyHandle) -> Result<DVec2, PlayError> {
        Ok(self.world.barycentre(self.parts.bodies.index(body)?))
    }

    /// Mass-weighted mean of the nodes' velocities; 0 for a body without masses.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn velocity(&self, body: BodyHandle) -> Result<DVec2, PlayError> {
        let (mut sum, mut mass) = (DVec2::ZERO, 0.0);
        for node in self.nodes_of(body)? {
            sum += self.world.velocity(node) * self.world.layout().mass[node];
            mass += self.world.layout().mass[node];
        }
        Ok(if mass > 0.0 { sum / mass } else { DVec2::ZERO })
    }

    /// Signed area of a body's triangles: negative if the body is turned inside out, 0 without triangles.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn area(&self, body: BodyHandle) -> Result<f64, PlayError> {
        let body = self.parts.bodies.index(body)?;
        Ok(0.5 * self.world.layout().doubled_area(body, |node| self.world.position(node)))
    }

    /// Sum of the masses of a body's nodes.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn mass(&self, body: BodyHandle) -> Result<f64, PlayError> {
        Ok(self.world.layout().mass[self.nodes_of(body)?].iter().sum())
    }

    /// Energy of a body by kind; 0 for fixed and driven bodies and sensors, NaN if it blew up.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn energy(&self, body: BodyHandle) -> Result<Energy, PlayError> {
        Ok(self.world.body_energy(self.parts.bodies.index(body)?))
    }

    /// Energy of all bodies, discs and links by kind; NaN once one of them has blown up.
    pub fn total_energy(&self) -> Energy {
        self.world.energy()
    }

    /// The smallest box around a body's nodes; empty without nodes.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn aabb(&self, body: BodyHandle) -> Result<Aabb, PlayError> {
        Ok(Aabb::around(self.positions(body)?.iter().copied()))
    }

    /// True if a coordinate of the body is no longer finite: the body is frozen and has no contacts.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn is_blown_up(&self, body: BodyHandle) -> Result<bool, PlayError> {
        Ok(self.state().blown_up[self.parts.bodies.index(body)?])
    }

    /// True if the signed area of the body's triangles was not positive in the last substep, so that its gas exerted no force.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn is_collapsed(&self, body: BodyHandle) -> Result<bool, PlayError> {
        Ok(self.state().collapsed[self.parts.bodies.index(body)?])
    }

    /// True if forces cannot move the node: it is pinned, or its body is fixed or driven.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`].
    pub fn is_pinned(&self, body: BodyHandle, node: usize) -> Result<bool, PlayError> {
        let node = self.global_node(body, node)?;
        Ok(self.world.layout().inverse_mass[node] == 0.0 && self.world.layout().mass[node] > 0.0)
    }

    /// Centre of a disc.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn disc_position(&self, disc: DiscHandle) -> Result<DVec2, PlayError> {
        Ok(self.state().disc_positions[self.parts.discs.index(disc)?])
    }

    /// Velocity of a disc.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn disc_velocity(&self, disc: DiscHandle) -> Result<DVec2, PlayError> {
        Ok(self.world.disc_velocity(self.parts.discs.index(disc)?))
    }

    /// Radius of a disc; 0 for a particle.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn radius(&self, disc: DiscHandle) -> Result<f64, PlayError> {
        Ok(self.world.layout().discs.radius[self.parts.discs.index(disc)?])
    }

    /// Mass of a disc.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn disc_mass(&self, disc: DiscHandle) -> Result<f64, PlayError> {
        Ok(self.world.layout().discs.mass[self.parts.discs.index(disc)?])
    }

    /// True if the disc sleeps: it is part of a resting heap and has no velocity.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn is_asleep(&self, disc: DiscHandle) -> Result<bool, PlayError> {
        Ok(self.state().disc_asleep[self.parts.discs.index(disc)?])
    }

    /// True if a coordinate of the disc is no longer finite: the disc stays in place and has no contacts.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn is_disc_blown_up(&self, disc: DiscHandle) -> Result<bool, PlayError> {
        Ok(self.state().disc_blown_up[self.parts.discs.index(disc)?])
    }

    /// Positions of both ends of a link.
    ///
    /// # Errors
    /// [`PlayError::Stale`].
    pub fn link_points(&self, link: LinkHandle) -> Result<[DVec2; 2], PlayError> {
        let ends = self.world.layout().links.ends(self.parts.links.index(link)?);
        let ends = ends.ok_or(PlayError::Stale("link"))?;
        Ok(ends.map(|end: LinkedEnd| end.position(self.state())))
    }
}

/// Vectors as pairs, without a copy.
pub(super) fn pairs(vectors: &[DVec2]) -> &[[f64; 2]] {
    flat::numbers(vectors).as_chunks().0
}
