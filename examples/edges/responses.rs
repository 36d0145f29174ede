//! Compares every combination of response, repositioning and self-contact on the levels of the gallery and on random
//! scenes.

use crate::bodies::{balloon, block, body, moving, placed};
use crate::random::Random;
use crate::rest::of_gallery;
use crate::{measure, shared_out};
use blobsmith::engine;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::geometry::{loops, overlap as clipping};
use blobsmith::level::{
    ContactMethod, ContactResponse, EdgeChoice, Integrator, Level, Motion, Repositioning, World, gallery,
};

/// Number of random scenes.
pub const RANDOM: u64 = 200;
/// Frames of a run, and interval of the overlap measurement.
pub const FRAMES: u64 = 240;
const EVERY: u64 = 5;
/// Minimum number of substeps, as in the preset.
const SUBSTEPS: u32 = 32;
/// Limits for a scene that holds: maximum overlap as a fraction of the smaller body, at any time and at the end.
pub const MOST_OVERLAP: f64 = 0.06;
pub const MOST_AT_END: f64 = 0.03;
/// Maximum self-overlap at the end, as a fraction of the area.
pub const MOST_IN_ITSELF: f64 = 0.01;
/// Maximum rise of the energy, as a fraction of the reference energy.
pub const MOST_RISE: f64 = 0.05;

/// The varied rules.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rules {
    pub response: ContactResponse,
    pub repositioning: Repositioning,
    pub self_contact: bool,
    pub choice: EdgeChoice,
    pub barycentre_rule: bool,
}

const REPOSITIONINGS: [(f64, f64); 4] = [(1.0, 0.0), (0.5, 0.0), (0.2, 0.0), (0.5, 0.01)];
const CHOICES: [(EdgeChoice, bool); 3] =
    [(EdgeChoice::EntryEdge, false), (EdgeChoice::Distance, true), (EdgeChoice::Distance, false)];

/// All combinations.
pub fn all() -> Vec<Rules> {
    let mut rules = Vec::new();
    for (choice, barycentre_rule) in CHOICES {
        for response in [ContactResponse::Source, ContactResponse::Weighted] {
            for (fraction, slop) in REPOSITIONINGS {
                for self_contact in [false, true] {
                    let repositioning = Repositioning { fraction, slop };
                    rules.push(Rules { response, repositioning, self_contact, choice, barycentre_rule });
                }
            }
        }
    }
    rules
}

/// Measurements of a run.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Maximum overlap of two bodies as a fraction of the smaller, 0..=1, at any time and at the end; 1 after a
    /// blow-up.
    pub worst_overlap: f64,
    pub last_overlap: f64,
    /// Maximum fraction of a body's area that its hull does not enclose exactly once, at the end.
    pub in_itself: f64,
    /// Maximum rise of the energy above its previous minimum, as a fraction of the reference energy; 0 with driven
    /// parts.
    pub rise: f64,
    /// Kinetic energy at the end, as a fraction of the reference energy.
    pub unrest: f64,
    pub is_broken: bool,
}

impl Outcome {
    /// True if the run meets all criteria.
    pub fn holds(&self) -> bool {
        !self.is_broken
            && self.worst_overlap <= MOST_OVERLAP
            && self.last_overlap <= MOST_AT_END
            && self.in_itself <= MOST_IN_ITSELF
            && self.rise <= MOST_RISE
    }
}

/// Outcomes by rules, for the levels of the gallery and the random scenes.
pub fn measured() -> Vec<(Rules, [Vec<Outcome>; 2])> {
    let (scenes, rules) = (scenes(), all());
    let jobs = rules.len() * (scenes[0].len() + scenes[1].len());
    let each: Vec<&Level> = scenes.iter().flatten().collect();
    let run = |job: usize| run(&under(rules[job / each.len()], each[job % each.len()].clone()));
    let outcomes = shared_out(jobs, run);
    eprintln!("responses: {jobs} runs");
    let split = |chunk: &[Outcome]| {
        let (gallery, random) = chunk.split_at(scenes[0].len());
        [gallery.to_vec(), random.to_vec()]
    };
    rules.iter().copied().zip(outcomes.chunks(each.len()).map(split)).collect()
}

/// The levels of the gallery in which hulls may touch, and the random piles.
fn scenes() -> [Vec<Level>; 2] {
    let meets = |level: &Level| level.bodies.len() > 1 && level.world.contact.method == ContactMethod::Hull;
    let gallery = gallery::ALL.iter().map(|entry| of_gallery(entry.id)).filter(meets);
    let random = (0..RANDOM).map(heap);
    [gallery.collect(), random.collect()]
}

/// Two to seven random bodies, some with an initial velocity, that fall into a pit.
fn heap(seed: u64) -> Level {
    const WIDTH: f64 = 4.0;
    let mut random = Random::new(seed, 0x4ea9);
    let mut bodies = vec![
        block("floor", [-WIDTH - 3.0, -3.0], [WIDTH + 3.0, 0.0]),
        block("left wall", [-WIDTH - 3.0, 0.0], [-WIDTH, 40.0]),
        block("right wall", [WIDTH, 0.0], [WIDTH + 3.0, 40.0]),
    ];
    for index in 0..random.whole(2, 7) {
        let body = if random.chance(0.2) { balloon(&mut random) } else { body(&mut random) };
        let (column, row) = ((index % 2) as f64, (index / 2) as f64);
        let x = if index % 2 == 0 { -1.9 } else { 1.9 } + random.between(-0.2, 0.2);
        let body = placed(body, x, 0.3 + 4.2 * row + 0.7 * column);
        let thrown = random.between(-0.1, 0.1);
        bodies.push(if random.chance(0.5) { moving(body, [thrown, 0.0]) } else { body });
    }
    let gravity = [0.0, -random.between(0.012, 0.025)];
    let integrator = if random.chance(0.25) { Integrator::Verlet } else { Integrator::default() };
    let world = World { gravity, integrator, ..World::default() };
    Level { world, bodies, ..Level::default() }
}

fn under(rules: Rules, mut level: Level) -> Level {
    let contact = &mut level.world.contact;
    contact.response = rules.response;
    contact.repositioning = rules.repositioning;
    contact.self_contact = rules.self_contact;
    contact.edge_choice = rules.choice;
    contact.barycentre_rule = rules.barycentre_rule;
    contact.approaching_only = true;
    level.world.substeps = level.world.substeps.max(SUBSTEPS);
    level
}

fn run(level: &Level) -> Outcome {
    let mut world = engine::World::new(level).expect("a scene is a sound level");
    let is_driven = level.bodies.iter().any(|body| matches!(body.motion, Motion::Driven(_)));
    let start = world.energy();
    let (mut least, mut rise, mut fall, mut kinetic) = (start.total, 0.0_f64, 0.0_f64, start.kinetic);
    let mut outcome = Outcome::default();
    for frame in 1..=FRAMES {
        world.step_frame();
        let energy = world.energy();
        if !energy.total.is_finite() || world.state().blown_up.contains(&true) {
            return Outcome { worst_overlap: 1.0, last_overlap: 1.0, is_broken: true, ..outcome };
        }
        least = least.min(energy.total);
        rise = rise.max(energy.total - least);
        fall = fall.max(start.gravity - energy.gravity);
        kinetic = kinetic.max(energy.kinetic);
        if frame % EVERY == 0 {
            outcome.last_overlap = measure::overlap_of_all(&world).min(1.0);
            outcome.worst_overlap = outcome.worst_overlap.max(outcome.last_overlap);
        }
    }
    // Reference energy: kinetic energy at the start, or the work of gravity.
    let scale = start.kinetic.max(fall).max(f64::MIN_POSITIVE);
    outcome.rise = if is_driven { 0.0 } else { rise / scale };
    outcome.unrest = world.energy().kinetic / kinetic.max(f64::MIN_POSITIVE);
    outcome.in_itself = (0..level.bodies.len()).map(|body| in_itself(&world, body)).fold(0.0, f64::max);
    outcome
}

/// Difference between the winding-number area and the even-odd area of a hull, as a fraction of the initial area.
fn in_itself(world: &engine::World, body: usize) -> f64 {
    let layout = world.layout();
    if !layout.bodies[body].is_dynamic {
        return 0.0;
    }
    let Some(loops) = loops::of_edges(&layout.hull_edges[layout.bodies[body].hull_edges.clone()]) else { return 0.0 };
    let points: Vec<Vec<DVec2>> =
        loops.iter().map(|nodes| nodes.iter().map(|&node| world.position(node as usize)).collect()).collect();
    let signed: f64 = points.iter().map(|points| 0.5 * polygon::doubled_area(points)).sum();
    let whole = 0.5 * layout.bodies[body].initial_doubled_area.abs();
    match clipping::area(&points) {
        Some(area) if whole > 0.0 => (signed - area).abs() / whole,
        _ => 0.0,
    }
}
