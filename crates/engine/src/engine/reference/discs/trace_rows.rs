//! Trace rows and contact records of impacts between two discs, and of a disc with an obstacle.

use crate::engine::data::contact_record::ContactLog;
use crate::engine::data::observer::Watch;
use crate::engine::data::trace::{DiscEvent, DiscImpact};
use crate::level::Place;
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
    /// Adds the impact to the recorded contacts and to the trace.
    pub fn report(self, watch: &mut Watch) {
        if watch.contacts.is_recording() {
            self.record(&mut watch.contacts);
        }
        if let Some(trace) = watch.trace.as_deref_mut() {
            trace.add_impact(self.row());
        }
    }

    fn record(&self, log: &mut ContactLog) {
        let [first, second] = self.pair;
        let is_first = match self.masses {
            [Some(_), Some(_)] => first < second,
            [mass, _] => mass.is_some(),
        };
        let (side, normal) = if is_first { (0, -self.normal) } else { (1, self.normal) };
        let impulse = (self.after[side] - self.before[side]).dot(normal) * self.masses[side].unwrap_or(0.0);
        let places = [self.pair[side], self.pair[1 - side]].map(Place::Disc);
        log.add(places, [self.point(), normal], [impulse, 0.0]);
    }

    fn point(&self) -> DVec2 {
        self.positions[0] + self.normal * self.radius
    }

    fn row(self) -> DiscEvent {
        DiscEvent {
            order: 0,
            kind: DiscImpact::Disc,
            disc: self.pair[0],
            other: self.pair[1],
            time: self.time,
            part: 0.0,
            position: self.positions[0],
            other_position: Some(self.positions[1]),
            point: self.point(),
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
    /// Adds the impact to the recorded contacts and to the trace.
    pub fn report(self, watch: &mut Watch) {
        let places = [Place::Disc(self.disc), Place::Obstacle(self.obstacle)];
        watch.contacts.add_change(places, [self.point, self.normal], (self.after - self.before) * self.mass);
        if let Some(trace) = watch.trace.as_deref_mut() {
            trace.add_impact(self.row());
        }
    }

    fn row(self) -> DiscEvent {
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
