//! Shows that a barycentre node with its fan does not change the other nodes: steps both levels and compares them bit
//! by bit. The caller limits the time.

use crate::debugger::run::{JournalEntry, Moment, Run};
use crate::engine::World;
use crate::geometry::DVec2;
use crate::geometry::hashing::BitHasher;
use crate::level::format::FormatError;
use crate::level::{Level, Place, edit};
use std::sync::Arc;

/// A level without and with barycentre node and fan, stepped in lockstep.
#[derive(Debug)]
pub struct Proof {
    runs: [Run; 2],
    body: usize,
    /// Index of the barycentre node in each level. None if it has none.
    hubs: [Option<usize>; 2],
    frames: u64,
    /// Number of compared frames; the next one is still to compare.
    compared: u64,
    hashers: [BitHasher; 2],
    difference: Option<Difference>,
    /// Number of skipped inputs of the run: without the barycentre, nodes have other indices.
    left_out: usize,
    same_area: bool,
}

/// The first bitwise difference.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Completed frames.
    pub frame: u64,
    /// Node, by its index in the level without the barycentre, or disc.
    pub place: Place,
    /// The quantity that differs.
    pub what: &'static str,
    /// Values without and with the barycentre.
    pub values: [DVec2; 2],
}

/// Bytes for the keyframes of each run. Small, since both only step forwards.
const BUDGET: usize = 1 << 20;

/// The level without and with a body's barycentre node and fan. One of them is the level itself. If it already has the
/// fan, the other one has triangles between the remaining nodes.
///
/// # Errors
/// The reason why one of them cannot be made.
pub fn pair(level: &Arc<Level>, body: usize) -> Result<[Arc<Level>; 2], String> {
    let parts = level.bodies.get(body).ok_or_else(|| format!("there is no body {body}"))?;
    let mut other = Level::clone(level);
    if !edit::balloon::is_fan(parts) {
        edit::balloon::balloon(&mut other.bodies[body])?;
        return Ok([level.clone(), Arc::new(other)]);
    }
    if let Some(hub) = edit::balloon::hub(parts) {
        if parts.hull.iter().flatten().any(|&node| node == hub) {
            return Err("the barycentre is on the hull".to_owned());
        }
        edit::remove(&mut other, &[Place::Node(body, hub)])?;
        edit::fill::fill(&mut other.bodies[body])?;
    }
    Ok([Arc::new(other), level.clone()])
}

/// Steps a level without and with the barycentre over n frames, to the end.
///
/// # Errors
/// As for [`Proof::new`].
pub fn prove(level: &Arc<Level>, body: usize, frames: u64) -> Result<Proof, String> {
    let run = Run::new(level.clone()).map_err(|error| error.to_string())?;
    let mut proof = Proof::new(&run, body, frames)?;
    proof.go_on(|| true);
    Ok(proof)
}

impl Proof {
    /// Compares a run, with its inputs, from frame 0 over n frames.
    ///
    /// # Errors
    /// As for [`pair`], or if one of the levels cannot be run.
    pub fn new(leader: &Run, body: usize, frames: u64) -> Result<Self, String> {
        let levels = pair(leader.start_level(), body)?;
        let hubs = [0, 1].map(|side| edit::balloon::hub(&levels[side].bodies[body]));
        let is_last =
            |side: usize| hubs[side].is_none_or(|hub: usize| hub + 1 == levels[side].bodies[body].nodes.len());
        let inputs: Vec<JournalEntry> = leader.journal().entries().to_vec();
        let (inputs, left_out) = if is_last(0) && is_last(1) { (inputs, 0) } else { (Vec::new(), inputs.len()) };
        let begin = |level: &Arc<Level>| -> Result<Run, FormatError> {
            let mut run = leader.carried_start(level)?;
            run.set_memory_budget(BUDGET);
            run.follow_journal(0, inputs.clone());
            Ok(run)
        };
        let [without, with] = levels;
        let runs = [begin(&without), begin(&with)];
        let [without, with] = runs.map(|run| run.map_err(|error| error.to_string()));
        let runs = [without?, with?];
        let same_area = runs.iter().all(|run| run.world().layout().bodies[body].tiles_hull);
        let hashers = [BitHasher::new(); 2];
        Ok(Self { runs, body, hubs, frames, compared: 0, hashers, difference: None, left_out, same_area })
    }

    /// Continues while `goes_on` returns true (called once per substep). Returns true when done.
    pub fn go_on(&mut self, mut goes_on: impl FnMut() -> bool) -> bool {
        while !self.is_done() {
            let target: Moment = (self.compared, 0);
            if !self.runs.iter_mut().all(|run| run.approach(target, &mut goes_on)) {
                return false;
            }
            self.compare();
            self.compared += 1;
        }
        true
    }

    /// True if all frames are compared or a difference was found.
    pub fn is_done(&self) -> bool {
        self.difference.is_some() || self.compared > self.frames
    }

    /// Number of compared frames (without frame 0), and number of frames in total.
    pub fn progress(&self) -> (u64, u64) {
        (self.compared.saturating_sub(1), self.frames)
    }

    /// The body with the barycentre.
    pub fn body(&self) -> usize {
        self.body
    }

    /// Hashes of positions and velocities of all other nodes and discs at all compared frames, without and with the
    /// barycentre.
    pub fn hashes(&self) -> [u64; 2] {
        self.hashers.map(|hasher| hasher.finish())
    }

    /// The first difference. None so far.
    pub fn difference(&self) -> Option<Difference> {
        self.difference
    }

    /// The result in one or two sentences.
    pub fn describe(&self) -> String {
        let [without, with] = self.hashes();
        let inputs = match self.left_out {
            0 => "",
            _ => " The inputs of the run were skipped, because nodes have other indices without the barycentre.",
        };
        let Some(Difference { frame, place, what, values: [a, b] }) = self.difference else {
            let frames = self.compared.saturating_sub(1);
            return format!(
                "{frames} frames, hash {without:016x} = {with:016x}: without and with the barycentre, the other nodes \
                    are identical to the bit.{inputs}"
            );
        };
        let why = match self.same_area {
            true => "",
            false => " The triangles did not tile the hull, so the fan changes the area of the gas.",
        };
        format!(
            "Not identical: at frame {frame} the {what} of {place} is ({}, {}) without and ({}, {}) with the \
                barycentre.{why}{inputs}",
            a.x, a.y, b.x, b.y
        )
    }

    /// Compares the present frame of both runs.
    fn compare(&mut self) {
        let [without, with] = [0, 1].map(|side| self.others(side));
        let frame = self.runs[0].frame();
        for (a, b) in without.iter().zip(&with) {
            for (index, what) in ["position", "velocity", "previous position"].into_iter().enumerate() {
                let values = [a.1[index], b.1[index]];
                let bits = values.map(|value| [value.x.to_bits(), value.y.to_bits()]);
                for (hasher, value) in self.hashers.iter_mut().zip(values) {
                    hasher.numbers(&value.to_array());
                }
                let is_same = bits[0] == bits[1] || values.iter().all(|value| value.is_nan());
                if !is_same && self.difference.is_none() {
                    self.difference = Some(Difference { frame, place: a.0, what, values });
                }
            }
        }
    }

    /// Position, velocity and previous position (Verlet) of every node except the barycentre, and of every disc.
    fn others(&self, side: usize) -> Vec<(Place, [DVec2; 3])> {
        let world: &World = self.runs[side].world();
        let state = world.state();
        let mut found = Vec::with_capacity(state.positions.len() + state.disc_positions.len());
        for (index, body) in world.layout().bodies.iter().enumerate() {
            let hub = self.hubs[side].filter(|_| index == self.body);
            let others = body.nodes.clone().enumerate().filter(|(local, _)| Some(*local) != hub);
            found.extend(others.enumerate().map(|(number, (_, node))| {
                let previous = state.previous.get(node).copied().unwrap_or_default();
                (Place::Node(index, number), [state.positions[node], state.velocities[node], previous])
            }));
        }
        let discs = state.disc_positions.iter().zip(&state.disc_velocities).enumerate();
        found.extend(discs.map(|(disc, (&at, &velocity))| (Place::Disc(disc), [at, velocity, DVec2::ZERO])));
        found
    }
}
