//! Contacts of a frame: one event per pair of parts that touched, with its summed impulse.
//!
//! The engine records every contact that a substep resolves ([`crate::engine::ContactRecord`]). This module adds those of a frame
//! up by pair, and compares the pairs with those of the previous frame. Parts that touch without a resolved contact, as sleeping
//! discs, end their contact. Off by default: recording costs about 10 % of the contact stage.
//!
//! ```
//! # use blobsmith_engine::play::{ContactPhase, PlayEventKind, PlayWorld};
//! # let mut world = PlayWorld::from_text(
//! #     r#"{"format": 2, "world": {"gravity": [0, 0]}, "discs": [
//! #         {"id": "left", "position": [-3, 0], "velocity": [1, 0], "radius": 1},
//! #         {"id": "right", "position": [0, 0], "radius": 1}]}"#,
//! # )?;
//! world.set_contact_events(true);
//! world.step(3);
//! let contacts: Vec<_> = world.take_events().into_iter().filter_map(|event| event.kind.contact()).collect();
//! // Equal masses, fully elastic: the whole momentum of 1 passes over, and then they part.
//! assert_eq!((contacts[0].phase, contacts[0].impulse), (ContactPhase::Begin, 1.0));
//! assert_eq!((contacts[1].phase, contacts.len()), (ContactPhase::End, 2));
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::PlayWorld;
use super::events::{ContactEvent, ContactPhase, ContactSide, EventQueue, PlayEvent, PlayEventKind};
use super::parts::Parts;
use crate::engine::ContactRecord;
use crate::level::Place;
use glam::DVec2;
use std::collections::BTreeMap;

/// Sums over the contacts of a pair.
#[derive(Clone, Copy, Debug, Default)]
struct ContactSum {
    substep: u32,
    count: f64,
    points: DVec2,
    weight: f64,
    weighted_points: DVec2,
    normals: DVec2,
    impulse: DVec2,
    friction: DVec2,
}

impl ContactSum {
    /// Adds a record; `sign` is -1 if the record is about the second part.
    fn add(&mut self, record: &ContactRecord, sign: f64) {
        if self.count == 0.0 {
            self.substep = record.substep;
        }
        self.count += 1.0;
        self.points += record.point;
        self.weight += record.impulse.abs();
        self.weighted_points += record.point * record.impulse.abs();
        self.normals += record.normal * sign;
        self.impulse += record.normal * (record.impulse * sign);
        self.friction += record.tangent() * (record.friction * sign);
    }

    fn event(&self, [first, second]: [ContactSide; 2], phase: ContactPhase) -> ContactEvent {
        let has_weight = self.weight > 0.0;
        let point = if has_weight { self.weighted_points / self.weight } else { self.points / self.count };
        let impulse = self.impulse.length();
        let normal = if impulse > 0.0 { self.impulse / impulse } else { self.normals.normalize_or_zero() };
        ContactEvent { phase, first, second, point, normal, impulse, friction: self.friction.length() }
    }
}

/// The contacts of the previous frame, ascending by pair.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct ContactTracker {
    before: Vec<ContactEvent>,
}

impl ContactTracker {
    /// Compares the records of a frame with the previous frame, and reports the differences.
    fn end_frame(&mut self, frame: u64, records: &[ContactRecord], parts: &Parts, events: &mut EventQueue) {
        let mut sums: BTreeMap<[ContactSide; 2], ContactSum> = BTreeMap::new();
        for record in records {
            let side = |place: Place| parts.handle_of(place).map_or(ContactSide::Bounds, ContactSide::Part);
            let (moving, other) = (side(record.moving), side(record.other));
            let sign = if moving <= other { 1.0 } else { -1.0 };
            sums.entry([moving.min(other), moving.max(other)]).or_default().add(record, sign);
        }
        let before = std::mem::take(&mut self.before);
        let had =
            |pair: &[ContactSide; 2]| before.binary_search_by_key(pair, |event| [event.first, event.second]).is_ok();
        let mut report =
            |substep, contact| events.push(PlayEvent { frame, substep, kind: PlayEventKind::Contact(contact) });
        for (pair, sum) in &sums {
            let contact = sum.event(*pair, if had(pair) { ContactPhase::Persist } else { ContactPhase::Begin });
            report(sum.substep, contact);
            self.before.push(contact);
        }
        for old in before.iter().filter(|old| !sums.contains_key(&[old.first, old.second])) {
            report(0, ContactEvent { phase: ContactPhase::End, impulse: 0.0, friction: 0.0, ..*old });
        }
    }
}

impl PlayWorld {
    /// Reports the contacts of later frames as events, or stops reporting them. By default they are not reported.
    pub fn set_contact_events(&mut self, is_on: bool) {
        self.world.set_contact_recording(is_on);
        if !is_on {
            self.world.take_contacts();
            self.contacts = ContactTracker::default();
        }
    }

    /// Adds the events of the frame that has just ended.
    pub(super) fn collect_contacts(&mut self) {
        if self.world.records_contacts() {
            let records = self.world.take_contacts();
            let frame = self.world.state().frame - 1;
            self.contacts.end_frame(frame, &records, &self.parts, &mut self.events);
        }
    }
}
