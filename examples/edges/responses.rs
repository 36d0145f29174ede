//! Which response, repositioning and self-contact hold best: every combination on the levels of the gallery and on random scenes.

use crate::bodies::{balloon, block, body, moving, placed};
use crate::random::Random;
use crate::rest::of_gallery;
use crate::{measure, shared_out};
use blobsmith::engine;
use blobsmith::geometry::overlap as clipping;
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::{
    ContactMethod, ContactResponse, EdgeChoice, Integrator, Level, Motion, Repositioning, World, gallery,
};

/// Random scenes.
pub const RANDOM: u64 = 200;
/// Frames of a run, and every so many overlap is measured.
pub const FRAMES: u64 = 240;
const EVERY: u64 = 5;
/// Fewest substeps, as in the preset.
const SUBSTEPS: u32 = 32;
/// A scene holds if no more than this part of a body ever lies in another, and at the end.
pub const MOST_OVERLAP: f64 = 0.06;
pub const MOST_AT_END: f64 = 0.03;
/// Nor more than this part of its area in itself at the end.
pub const MOST_IN_ITSELF: f64 = 0.01;
/// Nor does the energy ever rise by more than this part of what there is to move.
pub const MOST_RISE: f64 = 0.05;

/// What is varied.
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

/// Every combination.
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

/// What a run came to.
#[derive(Clone, Copy, Debug, Default)]
pub struct Outcome {
    /// Largest part of the smaller of two bodies that lay inside the other, 0..=1, ever and at the end; 1 after a blow-up.
    pub worst_overlap: f64,
    pub last_overlap: f64,
    /// Largest part of the area of a body that its hull encloses otherwise than once, at the end.
    pub in_itself: f64,
    /// Largest rise of the energy above the least before it, as a part of what there is to move; 0 where something is driven.
    pub rise: f64,
    /// Kinetic energy at the end, as a part of what there is to move.
    pub unrest: f64,
    pub is_broken: bool,
}

impl Outcome {
    /// Whether it meets all criteria.
    pub fn holds(&self) -> bool {
        !self.is_broken
            && self.worst_overlap <= MOST_OVERLAP
            && self.last_overlap <= MOST_AT_END
            && self.in_itself <= MOST_IN_ITSELF
            && self.rise <= MOST_RISE
    }
}

/// The outcomes by rules, of the levels of the gallery and of the random scenes.
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

/// Of the gallery those in which hulls may meet; and heaps.
fn scenes() -> [Vec<Level>; 2] {
    let meets = |level: &Level| level.bodies.len() > 1 && level.world.contact.method == ContactMethod::Hull;
    let gallery = gallery::ALL.iter().map(|entry| of_gallery(entry.id)).filter(meets);
    let random = (0..RANDOM).map(heap);
    [gallery.collect(), random.collect()]
}

/// Two to seven random bodies, some of them thrown, fall into a pit.
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
    // What gravity gave, or what was there: not what a contact made.
    let scale = start.kinetic.max(fall).max(f64::MIN_POSITIVE);
    outcome.rise = if is_driven { 0.0 } else { rise / scale };
    outcome.unrest = world.energy().kinetic / kinetic.max(f64::MIN_POSITIVE);
    outcome.in_itself = (0..level.bodies.len()).map(|body| in_itself(&world, body)).fold(0.0, f64::max);
    outcome
}

/// By how much the area inside a hull by its turns differs from that by the even-odd rule, as a part of that at the start.
fn in_itself(world: &engine::World, body: usize) -> f64 {
    let layout = world.layout();
    if !layout.bodies[body].is_dynamic {
        return 0.0;
    }
    let Some(loops) = clipping::loops(&layout.hull_edges[layout.bodies[body].hull_edges.clone()]) else { return 0.0 };
    let points: Vec<Vec<DVec2>> =
        loops.iter().map(|nodes| nodes.iter().map(|&node| world.position(node as usize)).collect()).collect();
    let signed: f64 = points.iter().map(|points| 0.5 * polygon::doubled_area(points)).sum();
    let whole = 0.5 * layout.bodies[body].initial_doubled_area.abs();
    match clipping::area(&points) {
        Some(area) if whole > 0.0 => (signed - area).abs() / whole,
        _ => 0.0,
    }
}
