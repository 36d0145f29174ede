//! What a step costs: meshes by spring (`springs`), piles by frame (`piles`), beside the straight implementation of the same
//! numbers (tests/reference), in turns within one run. Every round ends with both in the same state, or it panics. Then
//! what the later rules of contact cost (`rules`), to look on (`looking`), and to map a hull (`maps`). Each of these words asks for its part alone.

#[path = "step/maps.rs"]
mod maps;
mod measure;
#[path = "step/piles.rs"]
mod piles;
#[path = "../tests/reference/mod.rs"]
mod reference;
#[path = "../tests/scenes/mod.rs"]
mod scenes;
#[path = "step/springs.rs"]
mod springs;

use blobsmith::debugger::diagnosis::Examiner;
use blobsmith::engine::ledger::Meter;
use blobsmith::engine::{self, Observer, Phase, State, Touched, Trace, World};
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
    if is_wanted("looking") {
        watched_rows();
    }
    if is_wanted("maps") {
        maps::rows();
    }
}

/// Turns of each way to look on.
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
    row("no observer", &mut |world| world.step_substep());
    row("an observer that does nothing", &mut |world| world.step_substep_observed(None, &mut idle));
    row("the ledger", &mut |world| world.step_substep_observed(None, &mut meter));
    row("the trace, every candidate edge", &mut |world| world.step_substep_traced(&mut trace));
    row("the same, and every rule is asked", &mut |world| world.step_substep_traced(&mut compared));
    assert!(idle.0 > 0 && !trace.contacts.is_empty(), "an observer was attached");
    let mut examiner = Examiner::thorough();
    row("all detectors (diagnose)", &mut |world| world.step_substep_observed(None, &mut examiner));
    let ledger = meter.take();
    assert!(ledger.residual().abs() <= 1e-9 * ledger.exchanged, "the ledger closes");
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

    /// The same, each after a turn that is not timed: its memory is in the caches then, and its threads are awake.
    fn take_warm(&mut self, turn: usize, mut engine: impl FnMut(), mut straight: impl FnMut()) {
        let mut timed = [Duration::ZERO; 2];
        for place in 0..2 {
            let who = (turn + place) % 2;
            let work: &mut dyn FnMut() = if who == 0 { &mut engine } else { &mut straight };
            work();
            let start = Instant::now();
            work();
            timed[who] = start.elapsed();
        }
        self.engine.push(timed[0]);
        self.straight.push(timed[1]);
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
