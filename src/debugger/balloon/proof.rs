//! The proof that a barycentre with its fan changes nothing for the other nodes: both runs, compared bit by bit.
//!
//! Whoever calls says how long it may take.

use crate::debugger::run::{JournalEntry, Moment, Run};
use crate::engine::World;
use crate::geometry::DVec2;
use crate::geometry::hashing::BitHasher;
use crate::level::format::FormatError;
use crate::level::{Level, Place, edit};
use std::sync::Arc;

/// A level without and with the barycentre and its fan, run beside each other.
#[derive(Debug)]
pub struct Proof {
    runs: [Run; 2],
    body: usize,
    /// Its barycentre in either level, by its index in the body.
    hubs: [Option<usize>; 2],
    frames: u64,
    /// Frames of which all is known: the next one is to be compared.
    compared: u64,
    hashers: [BitHasher; 2],
    difference: Option<Difference>,
    /// Inputs of the run that neither has, since their nodes are numbered otherwise without the barycentre.
    left_out: usize,
    same_area: bool,
}

/// The first thing that was not the same to the bit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// Frames done.
    pub frame: u64,
    /// Node, by its number in the level without the barycentre, or disc.
    pub place: Place,
    /// What of it.
    pub what: &'static str,
    /// Without and with the barycentre.
    pub values: [DVec2; 2],
}

/// Bytes of the keyframes of each run: neither goes back.
const BUDGET: usize = 1 << 20;

/// The level without a body's barycentre and its fan, and with them. One of both is the level itself: where the fan is
/// there already, the other has triangles between the remaining nodes instead.
///
/// # Errors
/// When there is no such body, or the one or the other cannot be made of it: why.
pub fn pair(level: &Arc<Level>, body: usize) -> Result<[Arc<Level>; 2], String> {
    let parts = level.bodies.get(body).ok_or_else(|| format!("there is no body {body}"))?;
    let mut other = Level::clone(level);
    if !edit::balloon::is_fan(parts) {
        edit::balloon::balloon(&mut other.bodies[body])?;
        return Ok([level.clone(), Arc::new(other)]);
    }
    if let Some(hub) = edit::balloon::hub(parts) {
        if parts.hull.iter().flatten().any(|&node| node == hub) {
            return Err("its barycentre is on its hull".to_owned());
        }
        edit::remove(&mut other, &[Place::Node(body, hub)])?;
        edit::fill::fill(&mut other.bodies[body])?;
    }
    Ok([Arc::new(other), level.clone()])
}

/// Runs a level without and with the barycentre over these frames, to the end.
///
/// # Errors
/// Where [`Proof::new`] does.
pub fn prove(level: &Arc<Level>, body: usize, frames: u64) -> Result<Proof, String> {
    let run = Run::new(level.clone()).map_err(|error| error.to_string())?;
    let mut proof = Proof::new(&run, body, frames)?;
    proof.go_on(|| true);
    Ok(proof)
}

impl Proof {
    /// Of a run, with its inputs, from its start over these frames.
    ///
    /// # Errors
    /// Where [`pair`] does, and where one of both cannot run.
    pub fn new(leader: &Run, body: usize, frames: u64) -> Result<Self, String> {
        let levels = pair(leader.start_level(), body)?;
        let hubs = [0, 1].map(|side| edit::balloon::hub(&levels[side].bodies[body]));
        let is_last =
            |side: usize| hubs[side].is_none_or(|hub: usize| hub + 1 == levels[side].bodies[body].nodes.len());
        let inputs: Vec<JournalEntry> = leader.journal().entries().to_vec();
        let (inputs, left_out) = if is_last(0) && is_last(1) { (inputs, 0) } else { (Vec::new(), inputs.len()) };
        let begin = |level: &Arc<Level>| -> Result<Run, FormatError> {
            let mut run = Run::new(level.clone())?;
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

    /// Goes on as long as `goes_on` says so (it is asked once a substep); whether all is known, or a difference.
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

    /// Whether there is nothing left to compare.
    pub fn is_done(&self) -> bool {
        self.difference.is_some() || self.compared > self.frames
    }

    /// Frames that are compared, the one at the start not counted, and how many there are to be.
    pub fn progress(&self) -> (u64, u64) {
        (self.compared.saturating_sub(1), self.frames)
    }

    /// The body that has the barycentre.
    pub fn body(&self) -> usize {
        self.body
    }

    /// Hashes of places and velocities of all other nodes and discs at the start of every frame compared, without and
    /// with the barycentre.
    pub fn hashes(&self) -> [u64; 2] {
        self.hashers.map(|hasher| hasher.finish())
    }

    /// The first difference, if there is one.
    pub fn difference(&self) -> Option<Difference> {
        self.difference
    }

    /// What came of it, in a sentence or two.
    pub fn describe(&self) -> String {
        let [without, with] = self.hashes();
        let inputs = match self.left_out {
            0 => "",
            _ => " The run's inputs were left out: without the barycentre its nodes are numbered otherwise.",
        };
        let Some(Difference { frame, place, what, values: [a, b] }) = self.difference else {
            let frames = self.compared.saturating_sub(1);
            return format!(
                "{frames} frames, hash {without:016x} = {with:016x}: without and with the barycentre, the other nodes' bits \
                 are the same.{inputs}"
            );
        };
        let why = match self.same_area {
            true => "",
            false => " The triangles did not tile the hull, so the fan gives the gas another area.",
        };
        format!(
            "Not the same: at frame {frame} the {what} of {place} is ({}, {}) without and ({}, {}) with the \
             barycentre.{why}{inputs}",
            a.x, a.y, b.x, b.y
        )
    }

    /// Compares the present frame of both.
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

    /// Place, velocity and Verlet's previous place of every node but the barycentre, and of every disc.
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
