//! Trace rows of impacts between two discs, and of a disc with an obstacle.

use crate::engine::data::trace::{DiscEvent, DiscImpact};
use glam::DVec2;

/// A resolved impact of two discs.
pub(super) struct PairImpact {
    pub pair: [usize; 2],
    /// Since the start of the substep.
    pub time: f64,
    pub positions: [DVec2; 2],
    /// Radius of the first disc.
    pub radius: f64,
    /// Unit vector from the first disc to the second.
    pub normal: DVec2,
    pub restitution: f64,
    /// Masses; none for a disc that acts as infinite mass.
    pub masses: [Option<f64>; 2],
    pub before: [DVec2; 2],
    pub after: [DVec2; 2],
}

impl PairImpact {
    pub fn row(self) -> DiscEvent {
        DiscEvent {
            order: 0,
            kind: DiscImpact::Disc,
            disc: self.pair[0],
            other: self.pair[1],
            time: self.time,
            part: 0.0,
            position: self.positions[0],
            other_position: Some(self.positions[1]),
            point: self.positions[0] + self.normal * self.radius,
            normal: -self.normal,
            restitution: self.restitution,
            mass: self.masses[0],
            other_mass: self.masses[1],
            velocity_before: self.before[0],
            velocity_after: self.after[0],
            other_velocity_before: self.before[1],
            other_velocity_after: self.after[1],
            hull: None,
        }
    }
}

/// A resolved impact of a disc with an obstacle.
pub(super) struct ObstacleImpact {
    pub kind: DiscImpact,
    pub disc: usize,
    pub obstacle: usize,
    /// Since the start of the substep.
    pub time: f64,
    pub position: DVec2,
    pub point: DVec2,
    /// Unit normal towards the disc.
    pub normal: DVec2,
    pub restitution: f64,
    pub mass: f64,
    pub before: DVec2,
    pub after: DVec2,
}

impl ObstacleImpact {
    pub fn row(self) -> DiscEvent {
        DiscEvent {
            order: 0,
            kind: self.kind,
            disc: self.disc,
            other: self.obstacle,
            time: self.time,
            part: 0.0,
            position: self.position,
            other_position: None,
            point: self.point,
            normal: self.normal,
            restitution: self.restitution,
            mass: Some(self.mass),
            other_mass: None,
            velocity_before: self.before,
            velocity_after: self.after,
            other_velocity_before: DVec2::ZERO,
            other_velocity_after: DVec2::ZERO,
            hull: None,
        }
    }
}
