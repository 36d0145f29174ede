//! The trace: the numbers and decisions of one substep. It contains forces by kind, hits on obstacles, contacts with every candidate
//! edge and its verdict, and impacts of discs.
//!
//! The reference stages fill it in. Invariant: it does not change the state.

mod contacts;
mod decor;
mod diagonals;
mod discs;
mod obstacles;
mod past;
mod sticks;

pub use contacts::{After, Candidate, ContactTrace, EntryCase, Nearest, PairTrace, Response, Verdict};
pub use decor::DecorTrace;
pub use diagonals::DiagonalTrace;
pub use discs::{DiscEvent, DiscImpact, DiscPath, HullMeeting};
pub use obstacles::{Bound, ClampTrace, ObstacleHit};
pub use past::{Past, Touch};
pub use sticks::{LinkTrace, StickPass, StickTrace};

use super::{ForcePart, SensorEvent, World};
use glam::DVec2;
use serde::{Serialize, Serializer};

/// Numbers and decisions of one substep. Node and edge indices are those of the level file (within their body).
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Trace {
    /// True if the trace evaluates every edge-choice rule on each contact, which takes several times the work of one rule. Callers
    /// set it before the substep with [`Trace::comparing`].
    #[serde(skip)]
    pub compares_rules: bool,
    /// Frame of the substep: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// Level time at the start of the substep.
    pub time: f64,
    /// h, the duration of the substep.
    pub substep_time: f64,
    /// Forces at the start of the substep.
    pub forces: Forces,
    /// Penalty forces on nodes inside decor.
    pub decor: Vec<DecorTrace>,
    /// Every stick of a dynamic body.
    pub sticks: Vec<StickTrace>,
    /// Every stick and pin joint between bodies, discs and fixed points.
    pub links: Vec<LinkTrace>,
    /// What each pass over the sticks left.
    pub stick_passes: Vec<StickPass>,
    /// Hits of nodes on obstacles, node by node in the order of resolution.
    pub obstacle_hits: Vec<ObstacleHit>,
    /// Nodes and discs that the bounds clamped.
    pub clamps: Vec<ClampTrace>,
    /// Pairs of bodies whose boxes overlapped, in the order of resolution.
    pub pairs: Vec<PairTrace>,
    /// Every node found inside another body's hull, in the order of resolution.
    pub contacts: Vec<ContactTrace>,
    /// Every diagonal that crossed an edge, in the order of resolution; only with 004's contact.
    pub diagonals: Vec<DiagonalTrace>,
    /// Every impact of a disc, in the order of resolution; for swept discs this is the order of time.
    pub disc_events: Vec<DiscEvent>,
    /// Positions of every disc at the start and the end of the substep.
    pub disc_paths: Vec<DiscPath>,
    /// What entered and left sensors at the end of the substep, in ascending order.
    pub sensor_events: Vec<SensorEvent>,
}

impl Trace {
    /// Creates an empty trace that evaluates every edge-choice rule on each contact, not only the rule of the level.
    pub fn comparing() -> Self {
        Self { compares_rules: true, ..Self::default() }
    }

    /// Creates an empty trace of the next substep with the same settings.
    pub(in crate::engine) fn begin(&self, world: &World) -> Self {
        let (time, substep_time) = (world.time(), world.layout.substep_time);
        let super::State { frame, substep, .. } = world.state;
        let at_rest = |&start: &DVec2| DiscPath { start, end: start };
        let disc_paths = world.state.disc_positions.iter().map(at_rest).collect();
        let compares_rules = self.compares_rules;
        Self { compares_rules, frame, substep, time, substep_time, disc_paths, ..Self::default() }
    }

    /// Adds the positions at the end of the substep.
    pub(in crate::engine) fn end(&mut self, world: &World) {
        for (path, &end) in self.disc_paths.iter_mut().zip(&world.state.disc_positions) {
            path.end = end;
        }
    }

    /// Numbers and adds an impact.
    pub(in crate::engine) fn add_impact(&mut self, event: DiscEvent) {
        let order = self.disc_events.len() as u32 + 1;
        self.disc_events.push(DiscEvent { order, part: event.time / self.substep_time, ..event });
    }
}

/// Forces on every node of every body. Each list has one entry per node in the global numbering (see [`super::Layout`]).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Forces {
    /// By part, in the order of [`crate::engine::forces::PARTS`].
    pub parts: Vec<(&'static ForcePart, Vec<DVec2>)>,
    /// Total force, as the integrator uses it; equals the sum of the parts up to rounding.
    pub total: Vec<DVec2>,
}

impl Forces {
    /// Returns the list of a part; empty for an unknown id.
    pub fn of(&self, id: &str) -> &[DVec2] {
        self.parts.iter().find(|(part, _)| part.id() == id).map_or(&[], |(_, list)| list)
    }

    /// Iterates over ids and lists of all parts, with the total last.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, &[DVec2])> {
        self.parts.iter().map(|(part, list)| (part.id(), &list[..])).chain([("total", &self.total[..])])
    }
}

impl Serialize for Forces {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let arrays = |list: &[DVec2]| list.iter().map(DVec2::to_array).collect::<Vec<_>>();
        serializer.collect_map(self.rows().map(|(id, list)| (id, arrays(list))))
    }
}

pub(in crate::engine) fn vector<S: Serializer>(v: &DVec2, serializer: S) -> Result<S::Ok, S::Error> {
    v.to_array().serialize(serializer)
}

fn vectors<S: Serializer>(list: &[DVec2], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(list.iter().map(DVec2::to_array))
}

fn optional_vector<S: Serializer>(v: &Option<DVec2>, serializer: S) -> Result<S::Ok, S::Error> {
    v.map(|v| v.to_array()).serialize(serializer)
}
