//! One run, measured: how far bodies lie upon each other, wrong edges, and energy that nobody put in.
//!
//! Must never know: which scene it is, tables.

use blobsmith::debugger::diagnosis::{Examiner, Illness};
use blobsmith::engine::ledger::{Entry, Meter};
use blobsmith::engine::{Layout, Observer, Phase, State, Touched, World};
use blobsmith::geometry::DVec2;
use blobsmith::level::{Level, Motion};

/// What a run came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Largest part of the smaller of two bodies that lay inside the other at the end of a frame, 0..=1.
    pub worst_overlap: f64,
    /// The same at the end of the run; 1 after a blow-up.
    pub last_overlap: f64,
    /// Contacts resolved.
    pub contacts: u64,
    /// Of them, nodes pushed out of another edge than the one by which they came in.
    pub wrong: u64,
    /// What impulses and repositioning gave in the substeps in which they gave, together.
    pub made: f64,
    /// Largest kinetic energy before the first contact: what that is large against.
    pub scale: f64,
    /// Whether it blew up, or stood higher above its start than twice that.
    pub exploded: bool,
}

/// Detectors and books together.
#[derive(Debug)]
struct Both {
    meter: Meter,
    examiner: Examiner,
}

impl Observer for Both {
    fn begin(&mut self, layout: &Layout, state: &State) {
        self.meter.begin(layout, state);
        self.examiner.begin(layout, state);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        self.meter.see(phase, touched, layout, state);
        self.examiner.see(phase, touched, layout, state);
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        self.meter.end(layout, state);
        self.examiner.end(layout, state);
    }

    fn wants_all(&self) -> bool {
        true
    }
}

/// Runs a level for so many frames.
pub fn run(level: &Level, frames: u64) -> Outcome {
    let mut world = World::new(level).expect("a scene is a sound level");
    let mut both = Both { meter: Meter::new(), examiner: Examiner::default() };
    let mut outcome = Outcome::default();
    let start = world.energy();
    // What is driven puts energy in.
    let is_driven = level.bodies.iter().any(|body| matches!(body.motion, Motion::Driven(_)));
    outcome.scale = start.kinetic;
    for _ in 0..frames {
        for _ in 0..level.world.substeps {
            let had_contact = world.contact_count() > 0;
            world.step_substep_observed(None, &mut both);
            let ledger = both.meter.take();
            outcome.made += (ledger.of(Entry::Impulse) + ledger.of(Entry::Repositioning)).max(0.0);
            outcome.wrong += both.examiner.count(Illness::WrongEdge) as u64;
            if !had_contact {
                outcome.scale = outcome.scale.max(world.energy().kinetic);
            }
        }
        let energy = world.energy();
        let rise = energy.total - start.total;
        let is_broken = !energy.total.is_finite() || world.state().blown_up.contains(&true);
        outcome.exploded |= is_broken || (!is_driven && rise > 2.0 * outcome.scale);
        if is_broken {
            (outcome.worst_overlap, outcome.last_overlap) = (1.0, 1.0);
            break;
        }
        outcome.last_overlap = overlap_of_all(level, &world).min(1.0);
        outcome.worst_overlap = outcome.worst_overlap.max(outcome.last_overlap);
    }
    outcome.contacts = world.contact_count();
    outcome
}

/// The largest part of the smaller of two bodies that lies inside the other.
pub fn overlap_of_all(level: &Level, world: &World) -> f64 {
    let count = level.bodies.len();
    let boxes: Vec<_> = (0..count).map(|body| world.hull_box(body)).collect();
    let loops = |body: usize| -> Vec<[DVec2; 2]> {
        let edges = world.layout().bodies[body].hull_edges.clone();
        edges.map(|edge| world.layout().hull_edges[edge].map(|node| world.position(node as usize))).collect()
    };
    let mut worst = 0.0f64;
    for i in 0..count {
        for j in i + 1..count {
            let is_moving = [i, j].iter().any(|&body| world.layout().bodies[body].is_dynamic);
            if !is_moving || !boxes[i].overlaps(&boxes[j]) {
                continue;
            }
            let (first, second) = (loops(i), loops(j));
            let smaller = area(&first).abs().min(area(&second).abs());
            worst = worst.max(common_area(&first, &second) / smaller);
        }
    }
    worst
}

/// Signed area inside a set of directed edges that close.
pub fn area(edges: &[[DVec2; 2]]) -> f64 {
    0.5 * edges.iter().map(|&[a, b]| a.perp_dot(b)).sum::<f64>()
}

/// The area that two hulls share: each is the signed sum of the triangles that its edges make with a point, so the area
/// is the sum over pairs of triangles of what they share.
pub fn common_area(first: &[[DVec2; 2]], second: &[[DVec2; 2]]) -> f64 {
    let Some(origin) = first.first().map(|edge| edge[0]) else { return 0.0 };
    let mut sum = 0.0;
    for &[a, b] in first {
        let (one, sign) = upright([DVec2::ZERO, a - origin, b - origin]);
        for &[c, d] in second {
            let (two, other) = upright([DVec2::ZERO, c - origin, d - origin]);
            sum += sign * other * shared(&one, &two);
        }
    }
    sum.abs()
}

/// The triangle counter-clockwise, and whether it was (1) or not (-1).
fn upright([a, b, c]: [DVec2; 3]) -> ([DVec2; 3], f64) {
    if (b - a).perp_dot(c - a) < 0.0 { ([a, c, b], -1.0) } else { ([a, b, c], 1.0) }
}

/// The area that two counter-clockwise triangles share: one clipped by every side of the other.
fn shared(one: &[DVec2; 3], two: &[DVec2; 3]) -> f64 {
    let mut left: Vec<DVec2> = one.to_vec();
    for i in 0..3 {
        let (a, b) = (two[i], two[(i + 1) % 3]);
        let side = |point: DVec2| (b - a).perp_dot(point - a);
        let mut clipped = Vec::with_capacity(left.len() + 2);
        for j in 0..left.len() {
            let (here, there) = (left[j], left[(j + 1) % left.len()]);
            let (s, t) = (side(here), side(there));
            if s >= 0.0 {
                clipped.push(here);
            }
            if (s >= 0.0) != (t >= 0.0) {
                clipped.push(here + (there - here) * (s / (s - t)));
            }
        }
        left = clipped;
        if left.is_empty() {
            return 0.0;
        }
    }
    0.5 * (0..left.len()).map(|i| left[i].perp_dot(left[(i + 1) % left.len()])).sum::<f64>()
}
