//! Events of the frames since they were last taken: faults, sensors, contacts.
//!
//! Within a frame the order is: faults, sensors, contacts; each in ascending order of substep and part.
//!
//! ```
//! # use blobsmith_engine::play::{PlayEventKind, PlayWorld};
//! # let mut world = PlayWorld::from_text(
//! #     r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [
//! #         {"id": "ball", "position": [-3, 0], "velocity": [1, 0], "radius": 0.5},
//! #         {"id": "goal", "position": [0, 0], "radius": 1, "motion": "Fixed", "collision": {"sensor": true}}]}"#,
//! # )?;
//! let goal = world.disc("goal").expect("a disc with this id");
//! world.step(5);
//! let events = world.take_events();
//! let is_entry = |kind| matches!(kind, PlayEventKind::SensorEntered { sensor, .. } if sensor == goal.into());
//! assert_eq!(events.iter().filter(|event| is_entry(event.kind)).count(), 1);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::PlayWorld;
use super::handles::PartHandle;
use super::parts::Parts;
use crate::engine::{EventKind, SensorEvent};
use crate::level::Place;
use glam::DVec2;

/// Greatest number of events that are kept until they are taken; see [`PlayWorld::dropped_events`].
pub const MOST_EVENTS: usize = 100_000;

/// Something that happened in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlayEvent {
    /// The frame: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0; of contacts the first one, and 0 at their end.
    pub substep: u32,
    /// What happened.
    pub kind: PlayEventKind,
}

/// Kind of an event.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PlayEventKind {
    /// A body or disc entered a sensor.
    SensorEntered {
        /// Body, disc or obstacle that is the sensor.
        sensor: PartHandle,
        /// The body or disc.
        other: PartHandle,
    },
    /// A body or disc left a sensor.
    SensorLeft {
        /// Body, disc or obstacle that is the sensor.
        sensor: PartHandle,
        /// The body or disc.
        other: PartHandle,
    },
    /// A body or disc collapsed, blew up, reached its impact limit, or is inside a hull without an eligible edge.
    Fault {
        /// What is wrong.
        fault: EventKind,
        /// The body or disc.
        part: PartHandle,
        /// Index of the node in the body, if it is one.
        node: Option<usize>,
    },
    /// Two parts touch, or no longer touch; only with [`PlayWorld::set_contact_events`].
    Contact(ContactEvent),
}

/// One side of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ContactSide {
    /// A body, disc or obstacle.
    Part(PartHandle),
    /// The bounds of the world.
    Bounds,
}

/// Course of a contact.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ContactPhase {
    /// The pair had no contact in the previous frame.
    Begin,
    /// It had one.
    Persist,
    /// It had one, and none in this frame.
    End,
}

/// The contacts of two parts in a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactEvent {
    /// Course of the contact.
    pub phase: ContactPhase,
    /// The lower part in ascending order: bodies, discs, obstacles, bounds. Both are the same if a body touches itself. After
    /// [`ContactPhase::End`] the handle may be stale.
    pub first: ContactSide,
    /// The other part.
    pub second: ContactSide,
    /// Mean of the points, weighted by their impulses. At the end: that of the last contact.
    pub point: DVec2,
    /// Unit vector from `second` to `first`: direction of the summed impulse on `first`, or the mean normal if that is 0. At the
    /// end: that of the last contact.
    pub normal: DVec2,
    /// Length of the sum of all impulses along their normals, mass times velocity; 0 at the end.
    pub impulse: f64,
    /// Length of the sum of all impulses of friction; 0 at the end.
    pub friction: f64,
}

impl PlayEventKind {
    /// The contact, if it is one.
    pub fn contact(self) -> Option<ContactEvent> {
        if let Self::Contact(contact) = self { Some(contact) } else { None }
    }
}

/// Events that are not taken yet.
#[derive(Clone, Debug, Default)]
pub(super) struct EventQueue {
    list: Vec<PlayEvent>,
    dropped: u64,
}

impl EventQueue {
    pub fn push(&mut self, event: PlayEvent) {
        if self.list.len() < MOST_EVENTS {
            self.list.push(event);
        } else {
            self.dropped += 1;
        }
    }

    /// Events of a frame and later ones.
    pub fn since(&self, frame: u64) -> impl Iterator<Item = &PlayEvent> {
        let first = self.list.partition_point(|event| event.frame < frame);
        self.list[first..].iter()
    }

    pub fn clear(&mut self) {
        self.list.clear();
        self.dropped = 0;
    }
}

impl Parts {
    /// Handle of a body, disc, obstacle or link in the engine's numbering.
    pub fn handle_of(&self, place: Place) -> Option<PartHandle> {
        Some(match place.owner() {
            Place::Body(body) => self.bodies.handles.handle(body).into(),
            Place::Disc(disc) => self.discs.handles.handle(disc).into(),
            Place::Obstacle(obstacle) => self.obstacles.handles.handle(obstacle).into(),
            Place::Link(link) => self.links.handles.handle(link).into(),
            _ => return None,
        })
    }
}

impl PlayWorld {
    /// Returns and removes the events since the last call, in order of time.
    pub fn take_events(&mut self) -> Vec<PlayEvent> {
        self.events.dropped = 0;
        std::mem::take(&mut self.events.list)
    }

    /// Number of events since the last [`PlayWorld::take_events`] that were dropped, because [`MOST_EVENTS`] were waiting.
    pub fn dropped_events(&self) -> u64 {
        self.events.dropped
    }

    /// Moves the engine's events of a frame into the queue.
    pub(super) fn collect_events(&mut self) {
        self.collect_engine_events();
        self.collect_contacts();
    }

    /// Moves the engine's faults and sensor events into the queue.
    pub(super) fn collect_engine_events(&mut self) {
        let Self { world, parts, events, .. } = self;
        for event in world.take_events() {
            let node = if let Place::Node(_, node) = event.place { Some(node) } else { None };
            if let Some(part) = parts.handle_of(event.place) {
                let kind = PlayEventKind::Fault { fault: event.kind, part, node };
                events.push(PlayEvent { frame: event.frame, substep: event.substep, kind });
            }
        }
        for event in world.take_sensor_events() {
            let SensorEvent { frame, substep, sensor, other, entered } = event;
            if let (Some(sensor), Some(other)) = (parts.handle_of(sensor), parts.handle_of(other)) {
                let kind = match entered {
                    true => PlayEventKind::SensorEntered { sensor, other },
                    false => PlayEventKind::SensorLeft { sensor, other },
                };
                events.push(PlayEvent { frame, substep, kind });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn queue_counts_what_it_drops() {
        let mut queue = EventQueue::default();
        let part = PartHandle::Body(super::super::BodyHandle::from_bits(1));
        let kind = PlayEventKind::Fault { fault: EventKind::NoEdge, part, node: None };
        (0..MOST_EVENTS as u64 + 3).for_each(|frame| queue.push(PlayEvent { frame, substep: 0, kind }));
        assert_eq!((queue.list.len(), queue.list.last().map(|event| event.frame)), (MOST_EVENTS, Some(99_999)));
        assert_eq!(queue.dropped, 3);
        queue.clear();
        assert_eq!((queue.list.len(), queue.dropped), (0, 0));
    }
}
