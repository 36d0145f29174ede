//! A moment of a run as a level of its own: what goes on from its frame 0 is what the run would have done.
//!
//! Positions, velocities and the settings in force go over bit for bit. What a level cannot hold is told: what the hand
//! holds, that discs lie still in a heap, a path whose phase falls on no point of any grid. Three things differ by
//! rounding only. With Verlet a level has velocities where the run has previous positions, so `x - (x - previous)/h*h` is
//! not quite `previous`. A path begins at its offset of now, so its points are differences. And level time begins at 0.

use super::Run;
use crate::engine::{Hand, Layout, World};
use crate::level::format::{self, FormatError};
use crate::level::{Level, Motion, Path, Place, Point};
use glam::DVec2;

/// Points that a path may have to come out exactly.
const MOST_POINTS: usize = 4096;
/// How near to a point of the grid a phase must be to count as on it, as a part of a leg.
const ON_POINT: f64 = 1e-9;

/// A level made of a moment, and what it could not take along.
#[derive(Clone, Debug)]
pub struct Frozen {
    /// The level.
    pub level: Level,
    /// What is otherwise than in the run, in a sentence each.
    pub remarks: Vec<String>,
}

/// The present moment of a run as a level.
///
/// # Errors
/// Something is no longer at a finite place: the part and the reason.
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
            return refuse(Place::Body(index), "it has blown up, and a level holds finite numbers only");
        }
        for (node, number) in body.nodes.iter_mut().zip(first..) {
            node.position = state.position(number).into();
            node.velocity = state.velocity(number).into();
        }
        if let Motion::Driven(path) = &mut body.motion {
            let what = Place::Body(index);
            // Before the first substep a driven body is where the level has it, not on its path.
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
    // Bookmarks are of the run's moments, and what is expected is expected from its beginning.
    if let Some(extra) = &mut frozen.editor {
        extra.bookmarks.clear();
        extra.expect.clear();
    }
    report_differences(level, world, &mut remarks);
    format::validate(&frozen)?;
    Ok(Frozen { level: frozen, remarks })
}

fn refuse<T>(place: Place, reason: &str) -> Result<T, FormatError> {
    Err(FormatError { file: None, place: place.to_string(), position: None, reason: reason.to_owned() })
}

fn is_first(world: &World) -> bool {
    (world.state().frame, world.state().substep) == (0, 0)
}

/// What the level does not hold.
fn report_differences(level: &Level, world: &World, remarks: &mut Vec<String>) {
    let state = world.state();
    if let Some(Hand { held, .. }) = state.hand {
        let place = super::run::journal::place_of(held);
        remarks.push(format!("The hand lets go of {}.", super::run::journal::name(level, place)));
    }
    let count = |flags: &[bool]| flags.iter().filter(|&&is_set| is_set).count();
    let (lying, blown_up) = (count(&state.disc_asleep), count(&state.disc_blown_up));
    if lying > 0 {
        remarks.push(format!("{lying} discs that lie still in a heap begin awake, and have to settle again."));
    }
    if blown_up > 0 {
        remarks.push(format!("{blown_up} discs that blew up take part again."));
    }
    if state.substep > 0 {
        let (substep, substeps) = (state.substep, level.world.substeps);
        remarks.push(format!("Frames begin {substep} of {substeps} substeps later than those of the run."));
    }
}

/// Lets a path begin at a level time, from the place where it is then.
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
    // It is there now, whatever the rounding on the way.
    if error <= ON_POINT {
        points[0] = [0.0, 0.0];
    } else {
        let legs = (0..count).map(|leg| distance(path.points[leg], path.points[(leg + 1) % count]));
        let off = legs.fold(0.0, f64::max) * error;
        let late = error * path.period / count as f64;
        remarks.push(format!(
            "The path of {place} begins between two points of any grid that is not too fine: it runs up to {late:.2e} of time \
             off, which is at most {off:.2e} of way."
        ));
    }
    path.points = points;
}

/// In how many parts each leg is to be cut so that a phase, in legs, falls on a point, and how far it is off then, in
/// legs.
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
