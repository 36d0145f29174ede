//! What a step costs: meshes by spring (`springs`), piles by frame (`piles`), beside the straight implementation of the same
//! numbers (tests/reference), in turns within one run. Every round ends with both in the same state, or it panics. Then
//! what it costs to look on (`looking`), and to map a hull (`maps`). Each of these words asks for its part alone.
//!
//! Must never know: which of the two ought to win.

#[path = "step/maps.rs"]
mod maps;
mod measure;
#[path = "../tests/reference/mod.rs"]
mod reference;
#[path = "../tests/scenes/mod.rs"]
mod scenes;
#[path = "step/springs.rs"]
mod springs;

use blobsmith::engine::ledger::Meter;
use blobsmith::engine::{self, Observer, Phase, State, Touched, Trace, World};
use blobsmith::level::Level;
use reference::Reference;
use reference::judge::{nodes, relative};
use scenes::pile;
use std::time::{Duration, Instant};

/// Rounds of a pile's frame.
const ROUNDS: usize = 15;

fn main() {
    if measure::is_only_asked_to_start() {
        return;
    }
    let wanted: Vec<String> = std::env::args().skip(1).filter(|argument| !argument.starts_with('-')).collect();
    let is_wanted = |part: &str| wanted.is_empty() || wanted.iter().any(|word| word == part);
    if is_wanted("springs") {
        springs::table();
    }
    if is_wanted("piles") {
        pile_table();
    }
    if is_wanted("looking") {
        watched_rows();
    }
    if is_wanted("maps") {
        maps::rows();
    }
}

fn pile_table() {
    println!(
        "\npiles in a container, one frame of 16 substeps, settled for 100 frames (medians over the substeps of {ROUNDS} rounds)\n"
    );
    println!("| blobs | nodes | contacts/frame | ms/frame | ns/node/substep | straight ms/frame | straight/engine |");
    println!("| ----: | ----: | -------------: | -------: | --------------: | ----------------: | --------------: |");
    for (count, per_row) in [(10, 4), (100, 10), (1000, 40)] {
        pile_row(count, per_row);
    }
}

/// Turns of each way to look on.
const WATCHED_TURNS: usize = 400;

/// Told of every phase, and makes nothing of it.
struct Idle(u64);

impl Observer for Idle {
    fn begin(&mut self, _: &engine::Layout, _: &State) {}
    fn see(&mut self, _: Phase, _: Touched<'_>, _: &engine::Layout, _: &State) {
        self.0 += 1;
    }
    fn wants_all(&self) -> bool {
        false
    }
}

/// What the trace, the phases and the ledger cost where they are wanted. The first row is a second bare world: what this
/// bench cannot tell apart.
fn watched_rows() {
    println!(
        "\nlooking on, a pile of 100 blobs, one substep (medians of {WATCHED_TURNS} turns, each against a bare step)\n"
    );
    println!("| what looks on                     | us/substep | times bare |");
    println!("| :-------------------------------- | ---------: | ---------: |");
    let mut settled = World::new(&pile(100, 10)).expect("a level that is fit to run");
    (0..100).for_each(|_| settled.step_frame());
    let (mut trace, mut compared) = (Trace::default(), Trace::comparing());
    let (mut idle, mut meter) = (Idle(0), Meter::new());
    let row = |name: &str, step: &mut dyn FnMut(&mut World)| {
        let (mut bare, mut watched) = (settled.clone(), settled.clone());
        let mut rounds = Rounds::default();
        for turn in 0..WATCHED_TURNS {
            rounds.take(turn, || bare.step_substep(), || step(&mut watched));
        }
        assert_eq!(bare.hash(), watched.hash(), "looking on changes no bit");
        println!("| {name:<33} | {:>10.1} | {:>10.2} |", rounds.straight() * 1e6, rounds.ratio());
    };
    row("nobody", &mut |world| world.step_substep());
    row("an observer that does nothing", &mut |world| world.step_substep_observed(None, &mut idle));
    row("the ledger", &mut |world| world.step_substep_observed(None, &mut meter));
    row("the trace, every candidate edge", &mut |world| world.step_substep_traced(&mut trace));
    row("the same, and every rule is asked", &mut |world| world.step_substep_traced(&mut compared));
    assert!(idle.0 > 0 && !trace.contacts.is_empty(), "somebody looked on");
    let ledger = meter.take();
    assert!(ledger.residual().abs() <= 1e-9 * ledger.exchanged, "the ledger closes");
}

fn pile_row(count: usize, per_row: usize) {
    let mut settled = World::new(&pile(count, per_row)).expect("a level that is fit to run");
    (0..100).for_each(|_| settled.step_frame());
    // Both start every round from the same bits: contacts are chaotic, and a run of many frames would drift apart.
    let level = frozen(pile(count, per_row), &settled);
    let node_count: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
    let fresh = World::new(&level).expect("a level that is fit to run");
    let fresh_straight = Reference::new(&level);
    let mut rounds = Rounds::default();
    let mut contacts = 0;
    for round in 0..ROUNDS {
        let (mut engine, mut straight) = (fresh.clone(), fresh_straight.clone());
        // The first substep of a fresh world makes its lists; it is checked, not timed.
        engine.step_substep();
        straight.step_substep();
        assert_same(&engine, &straight, 1e-9);
        for substep in 1..16 {
            rounds.take(round + substep, || engine.step_substep(), || straight.step_substep());
        }
        contacts = engine.contact_count();
        assert_eq!(contacts, straight.contacts, "both resolve the same contacts");
        assert_same(&engine, &straight, 1e-9);
    }
    let (engine_s, straight_s) = (rounds.engine() * 16.0, rounds.straight() * 16.0);
    println!(
        "| {count:>5} | {node_count:>5} | {contacts:>14} | {:>8.3} | {:>15.1} | {:>17.3} | {:>15.2} |",
        engine_s * 1e3,
        engine_s * 1e9 / (16 * node_count) as f64,
        straight_s * 1e3,
        rounds.ratio(),
    );
}

/// The level as it would be written now.
fn frozen(mut level: Level, now: &World) -> Level {
    for (body, layout) in level.bodies.iter_mut().zip(&now.layout().bodies) {
        for (node, global) in body.nodes.iter_mut().zip(layout.nodes.clone()) {
            node.position = now.position(global).to_array();
            node.velocity = now.velocity(global).to_array();
        }
    }
    level
}

/// Times of both, turn by turn.
#[derive(Default)]
struct Rounds {
    engine: Vec<Duration>,
    straight: Vec<Duration>,
}

impl Rounds {
    /// One turn of each, the other first every second time.
    fn take(&mut self, turn: usize, mut engine: impl FnMut(), mut straight: impl FnMut()) {
        let time = |work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            start.elapsed()
        };
        if turn.is_multiple_of(2) {
            self.engine.push(time(&mut engine));
            self.straight.push(time(&mut straight));
        } else {
            self.straight.push(time(&mut straight));
            self.engine.push(time(&mut engine));
        }
    }

    /// Median seconds.
    fn engine(&self) -> f64 {
        median(self.engine.iter().map(Duration::as_secs_f64).collect())
    }

    /// Median seconds.
    fn straight(&self) -> f64 {
        median(self.straight.iter().map(Duration::as_secs_f64).collect())
    }

    /// Median of the turns' ratios: what slows the machine slows both.
    fn ratio(&self) -> f64 {
        let pairs = self.straight.iter().zip(&self.engine);
        median(pairs.map(|(straight, engine)| straight.as_secs_f64() / engine.as_secs_f64()).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// A bench that skips work is worth nothing.
fn assert_same(engine: &World, straight: &Reference, tolerance: f64) {
    for (body, node) in nodes(straight) {
        let global = engine.layout().bodies[body].nodes.start + node;
        for (a, b, scale) in [
            (engine.position(global), straight.position(body, node), 100.0),
            (engine.velocity(global), straight.velocity(body, node), 0.1),
        ] {
            assert!(relative(a, b, scale) <= tolerance, "body {body}, node {node}: {a} is not {b}");
        }
    }
}
