//! Converts a moment of a run into a level whose frame 0 continues the run.
//!
//! Positions, velocities and the settings in force are copied bit for bit. Remarks report what a level cannot store:
//! the hand, sleeping discs, and a path phase between two grid points. Three things differ by rounding only:
//!
//! * With Verlet a level stores velocities, the run previous positions; `x - (x - previous)/h*h` is not exactly
//!   `previous`.
//! * A path starts at its present offset, so its points are differences.
//! * Level time starts at 0.

use super::Run;
use crate::engine::{Hand, Layout, World};
use crate::level::format::{self, FormatError};
use crate::level::{Level, Motion, Path, Place, Point};
use glam::DVec2;

/// Most points of a path for an exact phase.
const MOST_POINTS: usize = 4096;
/// Distance of a phase to a grid point up to which it counts as on it, as a part of a leg.
const ON_POINT: f64 = 1e-9;

/// A level made from a moment, with its differences from the run.
#[derive(Clone, Debug)]
pub struct Frozen {
    /// The level.
    pub level: Level,
    /// Differences from the run, one sentence each.
    pub remarks: Vec<String>,
}

/// The present moment of a run as a level.
///
/// # Errors
/// If a part is not at a finite position: the part and the reason.
pub fn freeze(run: &Run) -> Result<Frozen, FormatError> {
    freeze_world(run.level(), run.world())
}

/// A world as a level; `level` is the one in force.
///
/// # Errors
/// As for [`freeze`].
pub fn freeze_world(level: &Level, world: &World) -> Result<Frozen, FormatError> {
    let (state, layout) = (world.state(), world.layout());
    let mut frozen = Level::clone(level);
    let mut remarks = Vec::new();
    let time = world.time();
    for (index, body) in frozen.bodies.iter_mut().enumerate() {
        let first = layout.bodies[index].nodes.start;
        if state.blown_up[index] {
            return refuse(Place::Body(index), "it has blown up, and a level can contain only finite numbers");
        }
        for (node, number) in body.nodes.iter_mut().zip(first..) {
            node.position = state.position(number).into();
            node.velocity = state.velocity(number).into();
        }
        if let Motion::Driven(path) = &mut body.motion {
            let what = Place::Body(index);
            // Before the first substep a driven body is at its drawn position, not on its path.
            let is_at_start = layout.bodies[index].start.iter().zip(first..).all(|(s, n)| *s == state.position(n));
            shift(path, time, is_at_start && is_first(world), what, &mut remarks);
        }
    }
    for (index, disc) in frozen.discs.iter_mut().enumerate() {
        disc.position = state.disc_positions[index].into();
        disc.velocity = state.disc_velocities[index].into();
        if disc.motion == Motion::Fixed {
            disc.velocity = [0.0, 0.0];
        }
        if let Motion::Driven(path) = &mut disc.motion {
            shift(path, time, is_first(world), Place::Disc(index), &mut remarks);
        }
    }
    // Bookmarks refer to moments of the run, and expectations to its beginning.
    if let Some(extra) = &mut frozen.editor {
        extra.bookmarks.clear();
        extra.expect.clear();
    }
    report_differences(level, world, &mut remarks);
    format::validate(&frozen)?;
    Ok(Frozen { level: frozen, remarks })
}

fn refuse<T>(place: Place, reason: &str) -> Result<T, FormatError> {
    Err(FormatError::at(place, reason))
}

fn is_first(world: &World) -> bool {
    (world.state().frame, world.state().substep) == (0, 0)
}

/// Reports what the level cannot store.
fn report_differences(level: &Level, world: &World, remarks: &mut Vec<String>) {
    let state = world.state();
    if let Some(Hand { held, .. }) = state.hand() {
        let place = super::run::journal::place_of(held);
        remarks.push(format!("The hand releases {}.", super::run::journal::name(level, place)));
    }
    let count = |flags: &[bool]| flags.iter().filter(|&&is_set| is_set).count();
    let (lying, blown_up) = (count(&state.disc_asleep), count(&state.disc_blown_up));
    if lying > 0 {
        remarks.push(format!("{lying} sleeping discs start awake and must come to rest again."));
    }
    if blown_up > 0 {
        remarks.push(format!("{blown_up} discs that blew up are active again."));
    }
    if state.substep > 0 {
        let (substep, substeps) = (state.substep, level.world.substeps);
        remarks.push(format!("Frames start {substep} of {substeps} substeps later than those of the run."));
    }
}

/// Moves the start of a path to a level time, at its present position.
fn shift(path: &mut Path, time: f64, is_at_start: bool, place: Place, remarks: &mut Vec<String>) {
    if is_at_start {
        return;
    }
    let now = Layout::path_offset(path, time);
    let count = path.points.len();
    if count == 1 {
        path.points[0] = [0.0, 0.0];
        return;
    }
    let turns = time / path.period;
    let along = (turns - turns.floor()) * count as f64;
    let (parts, error) = grid(along, count);
    let finer = count * parts;
    let begin = ((along * parts as f64).round() as usize) % finer;
    let at = |index: usize| -> Point {
        let index = (begin + index) % finer;
        let (leg, part) = (index / parts, (index % parts) as f64 / parts as f64);
        let (from, to) = (DVec2::from(path.points[leg]), DVec2::from(path.points[(leg + 1) % count]));
        let offset = if part == 0.0 { from } else { from + (to - from) * part };
        (offset - now).into()
    };
    let mut points: Vec<Point> = (0..finer).map(at).collect();
    // The present position is exact, without rounding.
    if error <= ON_POINT {
        points[0] = [0.0, 0.0];
    } else {
        let legs = (0..count).map(|leg| distance(path.points[leg], path.points[(leg + 1) % count]));
        let off = legs.fold(0.0, f64::max) * error;
        let late = error * path.period / count as f64;
        remarks.push(format!(
            "The path of {place} starts between two points of the finest possible grid: its time is off by up to \
                {late:.2e}, its position by at most {off:.2e}."
        ));
    }
    path.points = points;
}

/// Number of parts per leg for which a phase, in legs, falls on a grid point, and the remaining error in legs.
fn grid(along: f64, count: usize) -> (usize, f64) {
    let off = |parts: usize| {
        let scaled = along * parts as f64;
        (scaled - scaled.round()).abs() / parts as f64
    };
    let most = (MOST_POINTS / count).max(1);
    let mut best = (1, off(1));
    for parts in 1..=most {
        let error = off(parts);
        if error <= ON_POINT {
            return (parts, error);
        }
        if error < best.1 {
            best = (parts, error);
        }
    }
    best
}

fn distance(a: Point, b: Point) -> f64 {
    DVec2::from(a).distance(b.into())
}
