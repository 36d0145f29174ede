//! Cost of a step: meshes per spring (`springs`) and piles per frame (`piles`), compared with the naive implementation
//! (tests/reference), alternating within one run. Fails unless both end every round in the same state. Further tables:
//! contact rules (`rules`), the flight recorder (`recorder`), observers and trace (`looking`), edge maps (`maps`). Each word selects one table.

#[path = "step/maps.rs"]
mod maps;
mod measure;
#[path = "step/piles.rs"]
mod piles;
#[path = "../tests/scenes/mod.rs"]
mod scenes;
#[path = "step/springs.rs"]
mod springs;

use blobsmith::debugger::diagnosis::Examiner;
use blobsmith::engine::ledger::Meter;
use blobsmith::engine::{self, Observer, Phase, State, Touched, Trace, World};
use blobsmith_reference as reference;
use reference::Reference;
use reference::judge::{nodes, relative};
use scenes::pile;
use std::time::{Duration, Instant};

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
        piles::table();
    }
    if is_wanted("rules") {
        piles::rules();
    }
    if is_wanted("recorder") {
        piles::recorder();
    }
    if is_wanted("looking") {
        watched_rows();
    }
    if is_wanted("maps") {
        maps::rows();
    }
}

/// Rounds of each kind of observation.
const WATCHED_TURNS: usize = 400;

/// An observer that ignores every phase.
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

/// Cost of trace, phases and ledger. The first row is a second unobserved world: the noise of the bench.
fn watched_rows() {
    println!(
        "\nobservation of a pile of 100 blobs, one substep (medians of {WATCHED_TURNS} turns, each against a bare step)\n"
    );
    println!("| observer                          | us/substep | times bare |");
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
        assert_eq!(bare.hash(), watched.hash(), "observation changes no bit");
        println!("| {name:<33} | {:>10.1} | {:>10.2} |", rounds.naive() * 1e6, rounds.ratio());
    };
    row("no observer", &mut |world| world.step_substep());
    row("an observer that does nothing", &mut |world| world.step_substep_observed(None, &mut idle));
    row("the ledger", &mut |world| world.step_substep_observed(None, &mut meter));
    row("the trace, every candidate edge", &mut |world| world.step_substep_traced(&mut trace));
    row("the trace and all rules compared", &mut |world| world.step_substep_traced(&mut compared));
    assert!(idle.0 > 0 && !trace.contacts.is_empty(), "an observer was attached");
    let mut examiner = Examiner::thorough();
    row("all detectors (diagnose)", &mut |world| world.step_substep_observed(None, &mut examiner));
    let ledger = meter.take();
    assert!(ledger.residual().abs() <= 1e-9 * ledger.exchanged, "the ledger closes");
}

/// Times of both, by round.
#[derive(Default)]
struct Rounds {
    engine: Vec<Duration>,
    naive: Vec<Duration>,
}

impl Rounds {
    /// One round: the order alternates.
    fn take(&mut self, turn: usize, mut engine: impl FnMut(), mut naive: impl FnMut()) {
        let time = |work: &mut dyn FnMut()| {
            let start = Instant::now();
            work();
            start.elapsed()
        };
        if turn.is_multiple_of(2) {
            self.engine.push(time(&mut engine));
            self.naive.push(time(&mut naive));
        } else {
            self.naive.push(time(&mut naive));
            self.engine.push(time(&mut engine));
        }
    }

    /// One round, each after an untimed step: its memory is then in the caches and its threads are awake.
    fn take_warm(&mut self, turn: usize, mut engine: impl FnMut(), mut naive: impl FnMut()) {
        let mut timed = [Duration::ZERO; 2];
        for place in 0..2 {
            let who = (turn + place) % 2;
            let work: &mut dyn FnMut() = if who == 0 { &mut engine } else { &mut naive };
            work();
            let start = Instant::now();
            work();
            timed[who] = start.elapsed();
        }
        self.engine.push(timed[0]);
        self.naive.push(timed[1]);
    }

    /// Median seconds.
    fn engine(&self) -> f64 {
        median(self.engine.iter().map(Duration::as_secs_f64).collect())
    }

    /// Median seconds.
    fn naive(&self) -> f64 {
        median(self.naive.iter().map(Duration::as_secs_f64).collect())
    }

    /// Median of the ratios per round, because load on the machine slows both.
    fn ratio(&self) -> f64 {
        let pairs = self.naive.iter().zip(&self.engine);
        median(pairs.map(|(naive, engine)| naive.as_secs_f64() / engine.as_secs_f64()).collect())
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// Tests that neither skipped work.
fn assert_same(engine: &World, naive: &Reference, tolerance: f64) {
    for (body, node) in nodes(naive) {
        let global = engine.layout().bodies[body].nodes.start + node;
        for (a, b, scale) in [
            (engine.position(global), naive.position(body, node), 100.0),
            (engine.velocity(global), naive.velocity(body, node), 0.1),
        ] {
            assert!(relative(a, b, scale) <= tolerance, "body {body}, node {node}: {a} is not {b}");
        }
    }
}
