//! Compares two runs of different files or builds: the first moment at which they differ, in which part, by how much.
//!
//! Both runs are simulated again with this build, in lockstep: frame by frame by the hashes of their states, then the
//! first different frame substep by substep, then that substep phase by phase. Recordings also have the hashes that
//! their own builds computed; these are compared with each other and with what this build computes.

use super::moment;
use super::recording::FrameHash;
use super::run::{Moment, Run};
use super::twin::farthest;
use crate::engine::{Layout, Observer, Phase, State, Touched, World};
use crate::geometry::hashing::BitHasher;
use crate::level::twin::differences;
use crate::level::{Level, Place};
use glam::DVec2;
use std::sync::Arc;

/// Most differences of the levels that are listed.
const MOST: usize = 20;

/// What two runs have in common, and where they part.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FirstDivergence {
    /// Differences of the levels: path, value in the first, value in the second.
    pub levels: Vec<[String; 3]>,
    /// The first moment at which the inputs differ, with both inputs.
    pub inputs: Option<(Moment, [Option<String>; 2])>,
    /// The first frame at which the recorded hashes differ.
    pub recorded: Option<(u64, [FrameHash; 2])>,
    /// The first frame of each recording that this build computes differently.
    pub departures: [Option<u64>; 2],
    /// Number of frames compared after frame 0.
    pub frames: u64,
    /// The first difference of the states.
    pub state: Option<DivergedState>,
}

/// The first difference of two states.
#[derive(Clone, Debug, PartialEq)]
pub struct DivergedState {
    /// Completed frames and substeps before the substep in which the difference arises.
    pub moment: Moment,
    /// Number of phases completed there; 0 if inputs, or the start, make the difference.
    pub phase: usize,
    /// Title of the phase; `start` or `input`.
    pub title: String,
    /// The part that differs most; `None` if the runs have different parts, or differ in no position or velocity.
    pub part: Option<DivergedPart>,
}

/// The part that differs most.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DivergedPart {
    /// A node or disc.
    pub place: Place,
    /// Distance of both positions.
    pub distance: f64,
    /// Length of the difference of both velocities.
    pub velocity: f64,
    /// Position in the first run and in the second.
    pub positions: [DVec2; 2],
    /// Velocity in the first run and in the second.
    pub velocities: [DVec2; 2],
}

impl FirstDivergence {
    /// True if neither states nor recorded hashes differ.
    pub fn is_equal(&self) -> bool {
        self.state.is_none() && self.recorded.is_none() && self.departures == [None; 2]
    }
}

/// A comparison in progress.
#[derive(Debug)]
pub struct RunComparison {
    runs: Box<[Run; 2]>,
    /// Recorded hashes of the states, by frame.
    recorded: [Option<Arc<[u64]>>; 2],
    /// Last frame to compare.
    last: u64,
    stage: ComparisonStage,
    found: FirstDivergence,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum ComparisonStage {
    /// Both are equal so far; frame by frame.
    Frames,
    /// The first different frame, substep by substep.
    Substeps,
    /// What remains of the recorded hashes.
    Departures,
    Done,
}

impl RunComparison {
    /// Compares the present branches of two runs up to a frame.
    pub fn new(first: &Run, second: &Run, last: u64) -> Self {
        let mut runs = Box::new([first.fork(), second.fork()]);
        runs.iter_mut().for_each(|run| run.seek(0));
        let levels = level_differences(first.start_level(), second.start_level());
        let found = FirstDivergence {
            levels,
            inputs: first_input(first, second),
            recorded: first_recorded(first, second, last),
            ..FirstDivergence::default()
        };
        let recorded = [first, second].map(Run::recorded_hashes);
        Self { runs, recorded, last, stage: ComparisonStage::Frames, found }
    }

    /// Completed part, 0..=1.
    pub fn progress(&self) -> f64 {
        if self.stage == ComparisonStage::Done { 1.0 } else { self.runs[0].frame() as f64 / self.last.max(1) as f64 }
    }

    /// Continues while `goes_on` returns true (called once per step). Returns the result once it is known.
    pub fn go_on(&mut self, mut goes_on: impl FnMut() -> bool) -> Option<&FirstDivergence> {
        while self.stage != ComparisonStage::Done {
            if !goes_on() {
                return None;
            }
            self.step();
        }
        Some(&self.found)
    }

    fn step(&mut self) {
        let here = self.runs[0].moment();
        match self.stage {
            ComparisonStage::Frames => self.step_frames(here),
            ComparisonStage::Substeps => {
                let [first, second] = &mut *self.runs;
                first.step_substep();
                second.step_substep();
                if is_different(first, second) {
                    let state = narrowed(first, second, here);
                    self.part_with(state);
                }
            }
            ComparisonStage::Departures => {
                let has_all =
                    (0..2).all(|index| self.recorded[index].is_none() || self.found.departures[index].is_some());
                if has_all || here.0 >= self.last {
                    self.stage = ComparisonStage::Done;
                } else {
                    self.runs.iter_mut().for_each(Run::step_frame);
                    self.note_departures();
                }
            }
            ComparisonStage::Done => {}
        }
    }

    /// Compares the present frame, then goes to the next one.
    fn step_frames(&mut self, here: Moment) {
        let [first, second] = &mut *self.runs;
        if here == (0, 0) {
            if is_different(first, second) {
                let state = at_start(first, second);
                return self.part_with(state);
            }
            self.note_departures();
        }
        if here.0 >= self.last {
            self.stage = ComparisonStage::Done;
            return;
        }
        self.runs.iter_mut().for_each(Run::step_frame);
        self.note_departures();
        let [first, second] = &mut *self.runs;
        self.found.frames = first.frame();
        if !is_different(first, second) {
            return;
        }
        if first.substeps_in(here.0) != second.substeps_in(here.0) {
            let part = part_between(first.world(), second.world());
            return self.part_with(DivergedState { moment: here, phase: 0, title: "frame".to_owned(), part });
        }
        self.stage = ComparisonStage::Substeps;
        self.runs.iter_mut().for_each(|run| run.seek(here.0));
    }

    /// Keeps the first difference of the states; what remains are the recorded hashes.
    fn part_with(&mut self, state: DivergedState) {
        self.found.state = Some(state);
        self.stage = ComparisonStage::Departures;
    }

    /// Compares the present frame of each run with its recording.
    fn note_departures(&mut self) {
        for (index, run) in self.runs.iter().enumerate() {
            let recorded = self.recorded[index].as_ref().and_then(|hashes| hashes.get(run.frame() as usize));
            if run.substep() == 0 && recorded.is_some_and(|&recorded| recorded != run.world().hash()) {
                self.found.departures[index].get_or_insert(run.frame());
            }
        }
    }
}

fn is_different(first: &Run, second: &Run) -> bool {
    first.world().hash() != second.world().hash()
}

fn level_differences(first: &Level, second: &Level) -> Vec<[String; 3]> {
    let parts = |level: &Level| {
        let nodes: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
        [level.bodies.len(), nodes, level.discs.len(), level.obstacles.len(), level.links.len()]
    };
    let names = ["bodies", "nodes", "discs", "obstacles", "links"];
    let counts = names.iter().zip(parts(first).into_iter().zip(parts(second)));
    let counts = counts
        .filter(|(_, (a, b))| a != b)
        .map(|(name, (a, b))| [format!("number of {name}"), a.to_string(), b.to_string()]);
    let mut rows: Vec<[String; 3]> = counts.collect();
    if rows.is_empty() {
        rows = differences(first, second);
    }
    rows.truncate(MOST);
    rows
}

fn first_input(first: &Run, second: &Run) -> Option<(Moment, [Option<String>; 2])> {
    let (a, b) = (first.journal().entries(), second.journal().entries());
    let at = (0..a.len().max(b.len())).find(|&index| a.get(index) != b.get(index))?;
    let entries = [a.get(at), b.get(at)];
    let moment = entries.into_iter().flatten().map(|entry| entry.moment).min()?;
    let level = first.start_level();
    let words = entries
        .map(|entry| entry.map(|entry| format!("{} at {}", entry.input.describe(level), moment::write(entry.moment))));
    Some((moment, words))
}

fn first_recorded(first: &Run, second: &Run, last: u64) -> Option<(u64, [FrameHash; 2])> {
    (0..=last)
        .map_while(|frame| Some((frame, [first.recorded_hash(frame)?, second.recorded_hash(frame)?])))
        .find(|(_, [a, b])| a.state != b.state)
}

fn at_start(first: &Run, second: &Run) -> DivergedState {
    let title = if first.journal().at((0, 0)) == second.journal().at((0, 0)) { "start" } else { "input" };
    let part = part_between(first.world(), second.world());
    DivergedState { moment: (0, 0), phase: 0, title: title.to_owned(), part }
}

/// Where two runs begin to differ whose positions differ at the start of this frame and of no earlier one. Both runs are
/// moved. None at frame 0 and for different numbers of substeps.
pub(super) fn origin_of(first: &mut Run, second: &mut Run, frame: u64) -> Option<DivergedState> {
    // A difference of velocities can begin one frame before that of positions.
    let starts = [frame.checked_sub(1)?, frame.saturating_sub(2)];
    starts.into_iter().find(|&start| {
        first.seek(start);
        second.seek(start);
        !is_different(first, second)
    })?;
    while first.frame() < frame {
        let here = first.moment();
        if first.substeps_in(here.0) != second.substeps_in(here.0) {
            return None;
        }
        first.step_substep();
        second.step_substep();
        if is_different(first, second) {
            return Some(narrowed(first, second, here));
        }
    }
    None
}

/// The first phase of the substep that led here after which the states differ; its inputs if no phase makes a
/// difference.
fn narrowed(first: &mut Run, second: &mut Run, before: Moment) -> DivergedState {
    let hashes = [&mut *first, &mut *second].map(|run| {
        let mut hashes = PhaseHashes::default();
        run.observe_last(&mut hashes);
        hashes.0
    });
    let phase = hashes[0].iter().zip(&hashes[1]).position(|(a, b)| a != b);
    let Some(index) = phase else {
        let part = part_between(first.world(), second.world());
        return DivergedState { moment: first.moment(), phase: 0, title: "input".to_owned(), part };
    };
    let title = hashes[0][index].0.to_owned();
    first.look_inside(index + 1);
    second.look_inside(index + 1);
    DivergedState { moment: before, phase: index + 1, title, part: part_between(first.world(), second.world()) }
}

/// Title of each phase, and the hash of positions and velocities after it.
#[derive(Default)]
struct PhaseHashes(Vec<(&'static str, u64)>);

impl Observer for PhaseHashes {
    fn begin(&mut self, _: &Layout, _: &State) {}

    fn see(&mut self, phase: Phase, _: Touched<'_>, layout: &Layout, state: &State) {
        let mut hasher = BitHasher::new();
        for node in 0..layout.node_count {
            let (at, velocity) = (state.position(node), state.live_velocity(layout, node));
            hasher.numbers(&[at.x, at.y, velocity.x, velocity.y]);
        }
        for at in state.disc_positions.iter().chain(&state.disc_velocities) {
            hasher.numbers(&[at.x, at.y]);
        }
        self.0.push((phase.kind.title(), hasher.finish()));
    }
}

/// The part with the largest distance; else that with the largest difference of the velocities.
fn part_between(first: &World, second: &World) -> Option<DivergedPart> {
    let (a, b) = (first.layout(), second.layout());
    let has_same_parts = a.bodies.len() == b.bodies.len()
        && a.bodies.iter().zip(&b.bodies).all(|(a, b)| a.nodes == b.nodes)
        && a.discs.count() == b.discs.count();
    if !has_same_parts {
        return None;
    }
    let place = farthest(first, second).map(|apart| apart.place).or_else(|| fastest_apart(first, second))?;
    let read = |world: &World| match place {
        Place::Node(body, node) => {
            let number = world.layout().bodies[body].nodes.start + node;
            (world.position(number), world.velocity(number))
        }
        Place::Disc(disc) => (world.disc_position(disc), world.disc_velocity(disc)),
        _ => (DVec2::NAN, DVec2::NAN),
    };
    let (one, other) = (read(first), read(second));
    Some(DivergedPart {
        place,
        distance: one.0.distance(other.0),
        velocity: one.1.distance(other.1),
        positions: [one.0, other.0],
        velocities: [one.1, other.1],
    })
}

fn fastest_apart(first: &World, second: &World) -> Option<Place> {
    let bodies = first.layout().bodies.iter().enumerate();
    let nodes = bodies.flat_map(|(body, parts)| {
        parts.nodes.clone().map(move |number| (Place::Node(body, number - parts.nodes.start), number))
    });
    let nodes = nodes.map(|(place, number)| (place, first.velocity(number).distance(second.velocity(number))));
    let discs = (0..first.layout().discs.count())
        .map(|disc| (Place::Disc(disc), first.disc_velocity(disc).distance(second.disc_velocity(disc))));
    let differing = nodes.chain(discs).filter(|(_, distance)| *distance != 0.0);
    differing.max_by(|a, b| a.1.total_cmp(&b.1)).map(|(place, _)| place)
}
