//! Contacts that the substeps resolved, with point, normal and impulse: off by default, see [`World::set_contact_recording`].
//!
//! Invariant: recording never changes the state or the engine of a substep. The records are bit-identical for every instruction set
//! and number of threads, with and without trace and observer.
//! Cost: a branch per contact while it is off. While it is on, a frame of a pile takes about 10 % longer: a record has 112 bytes.

use super::trace::{DecorTrace, vector};
use super::{State, World};
use crate::geometry::SortCopies;
use crate::level::Place;
use glam::DVec2;
use serde::Serialize;

/// Greatest number of events, and of contacts, kept until they are taken. Later ones are dropped, which bounds the memory of an
/// unattended run.
pub(super) const EVENTS_KEPT: usize = 100_000;

/// A contact that a substep resolved.
///
/// The momentum of `moving` changes by [`ContactRecord::momentum`], that of `other` by the opposite; an edge shares it between its ends.
/// An immovable part takes nothing; with the response `Source` an edge is immovable if one of its ends is. The method `Diagonals`
/// promises no opposite: it moves node and edge by shares of the depth, which changes velocities with Verlet, whatever they weigh.
/// Moves without a change of velocity, as by repositioning, are not part of the impulse.
///
/// A node and an edge have at most one record per substep, as have a disc and a disc, obstacle or hull. A node may hit an obstacle
/// several times, and has one record per coordinate that the bounds clamp.
///
/// Only resolved contacts have records. Parts that touch without approaching have none, among them discs that sleep: their island
/// rests without impacts. A caller that must know whether two parts still touch compares their distance. No record have: nodes
/// and discs in a hull without an eligible edge, pairs of immovable parts, sensors, and discs that the impact limit stops.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct ContactRecord {
    /// Frame in which it happened: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// Node or disc that met the other part. Of two discs it is the one of lower index, unless only the other one can move.
    pub moving: Place,
    /// Hull edge, disc, obstacle, or the world for its bounds.
    pub other: Place,
    /// Place of the contact, world: of a node in a hull its position at detection, of a disc its deepest point, else a point of the
    /// obstacle or bounds.
    #[serde(serialize_with = "vector")]
    pub point: DVec2,
    /// Unit normal from `other` to `moving`.
    #[serde(serialize_with = "vector")]
    pub normal: DVec2,
    /// Impulse on `moving` along the normal, mass times length per time: positive if it separates the parts, 0 if the contact only
    /// moved them, negative if it slowed a separation.
    pub impulse: f64,
    /// Impulse on `moving` along [`ContactRecord::tangent`], same unit.
    pub friction: f64,
}

impl ContactRecord {
    /// Unit vector of the friction: the normal turned by -90°, clockwise if y points up.
    pub fn tangent(&self) -> DVec2 {
        -self.normal.perp()
    }

    /// Change of the momentum of `moving`, if it can move.
    pub fn momentum(&self) -> DVec2 {
        self.normal * self.impulse + self.tangent() * self.friction
    }
}

/// The records since they were last taken. A substep moves the log out of the world, so that its stages can borrow both.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct ContactLog {
    is_on: bool,
    /// Frame and substep of new records; none while nothing is recorded.
    moment: Option<(u64, u32)>,
    records: Vec<ContactRecord>,
}

impl ContactLog {
    /// True if the substep records its contacts.
    #[inline(always)]
    pub fn is_recording(&self) -> bool {
        self.moment.is_some()
    }

    /// Starts a substep. A full log records nothing, which bounds the memory of an unattended run.
    pub fn begin(&mut self, state: &State) {
        let has_room = self.is_on && self.records.len() < EVENTS_KEPT;
        self.moment = has_room.then_some((state.frame, state.substep));
    }

    /// Ends a substep.
    pub fn end(&mut self) {
        self.records.truncate(EVENTS_KEPT);
        self.moment = None;
    }

    /// Removes the records.
    pub fn clear(&mut self) {
        self.records.clear();
    }

    /// Starts the substep of another log, without records.
    pub fn begin_as(&mut self, other: &Self) {
        self.moment = other.moment;
        self.records.clear();
    }

    /// The records.
    pub fn records(&self) -> &[ContactRecord] {
        &self.records
    }

    /// Adds records of another log.
    pub fn extend(&mut self, records: &[ContactRecord]) {
        self.records.extend_from_slice(records);
    }

    /// Adds the contact of `moving` with `other` if the substep records contacts.
    #[inline]
    pub fn add(&mut self, [moving, other]: [Place; 2], [point, normal]: [DVec2; 2], [impulse, friction]: [f64; 2]) {
        if let Some((frame, substep)) = self.moment {
            self.records.push(ContactRecord { frame, substep, moving, other, point, normal, impulse, friction });
        }
    }

    /// As [`ContactLog::add`], for a change of momentum of `moving` in any direction.
    pub fn add_change(&mut self, parts: [Place; 2], [point, normal]: [DVec2; 2], momentum: DVec2) {
        self.add(parts, [point, normal], [momentum.dot(normal), momentum.dot(-normal.perp())]);
    }

    /// As [`ContactLog::add`], for a contact with the hull edge `ab` and the `per_length` of its response.
    /// Not inlined, so that the batched contacts of a run without records stay fast (benches/notes/contacts.md).
    #[cold]
    #[inline(never)]
    pub fn add_edge(&mut self, parts: [Place; 2], point: DVec2, ab: DVec2, per_length: [f64; 2]) {
        let length = ab.length();
        self.add(parts, [point, -ab.perp() / length], per_length.map(|impulse| impulse * length));
    }

    /// Sorts the records from index `first` on by `moving` and `other`, and merges those of the same parts: point and normal are those of
    /// the first one, the impulse is the sum.
    pub fn merge_from(&mut self, first: usize) {
        if first == self.records.len() {
            return;
        }
        let mut records = self.records.split_off(first);
        records.sort_copies_by_key(|record| (record.moving, record.other));
        records.dedup_by(|next, kept| {
            let is_same = (next.moving, next.other) == (kept.moving, kept.other);
            if is_same {
                kept.impulse += next.momentum().dot(kept.normal);
                kept.friction += next.momentum().dot(kept.tangent());
            }
            is_same
        });
        self.records.append(&mut records);
    }

    /// Adds the penalty forces of decor on nodes, which act for `duration`.
    pub fn add_decor(&mut self, rows: &[DecorTrace], duration: f64) {
        for row in rows {
            let parts = [Place::Node(row.body, row.node), Place::HullEdge(row.other, row.edge)];
            self.add_change(parts, [row.point, row.normal], (row.elastic + row.viscous) * duration);
        }
    }
}

impl World {
    /// Records the contacts of later substeps, or stops recording. Records that are not taken yet stay.
    pub fn set_contact_recording(&mut self, is_on: bool) {
        self.contact_log.is_on = is_on;
    }

    /// True if the substeps record their contacts; by default they do not.
    pub fn records_contacts(&self) -> bool {
        self.contact_log.is_on
    }

    /// Returns and removes the contacts since the last call or the last [`World::restore`]; at most 100,000, later ones are dropped.
    ///
    /// They are in order of frame and substep. Within a substep the order is that of the stages:
    ///
    /// 1. penalty forces of decor: by body, decor and node;
    /// 2. nodes on obstacles and bounds: by body and node, then in the order of resolution;
    /// 3. nodes in hulls of other bodies in the order of resolution: by the colour of the pair of bodies, the pair, the body of the node, the
    ///    node;
    /// 4. nodes in their own hull: by node;
    /// 5. discs with discs and obstacles: by `moving` and `other`, each the sum of its impacts;
    /// 6. discs with hulls: by disc and body;
    /// 7. discs on bounds: by disc.
    pub fn take_contacts(&mut self) -> Vec<ContactRecord> {
        std::mem::take(&mut self.contact_log.records)
    }
}
