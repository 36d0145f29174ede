//! Cost of recording a run: 36,000 frames of a thousand nodes, compared with an unrecorded world, alternating within
//! one run; then jumps to random frames, and playing backwards. Every visited moment must have its original bits.

mod measure;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use blobsmith::debugger::Run;
use blobsmith::engine::World;
use blobsmith::level::Level;
use measure::{bytes_in_use, cost, median};
use scenes::random::Random;
use scenes::{Stuff, frame, lattice, level, with_velocity};

const FRAMES: u64 = 36_000;
const BUDGET: usize = 256 << 20;
const SEEKS: usize = 1000;
/// Frames per turn.
const TURN: u64 = 20;

fn main() {
    if measure::is_only_asked_to_start() {
        return;
    }
    // An argument sets the number of frames.
    let frames = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(FRAMES);
    let level = heap();
    let nodes: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
    let before = bytes_in_use();
    let mut run = Run::new(level.clone().into()).expect("a level that is fit to run");
    run.set_memory_budget(BUDGET);
    let mut bare = World::new(&level).expect("a level that is fit to run");
    println!("{frames} frames of {nodes} nodes in 41 bodies, {} MiB for keyframes; CPU time\n", BUDGET >> 20);
    record(&mut run, &mut bare, frames);
    let weight = bytes_in_use() - before;
    let memory = run.memory();
    println!(
        "\nkeyframes every {} frames: {} and {} between, {:.1} MiB by their own count; all that both runs hold, with {} \
         samples: {:.1} MiB",
        memory.spacing,
        memory.keyframes,
        memory.between,
        mebibytes(memory.used),
        run.samples().len(),
        mebibytes(weight),
    );
    println!("\n| | median ms | 99 % ms | worst ms |");
    println!("| :-- | --: | --: | --: |");
    seeks(&mut run, frames);
    backwards(&mut run, frames);
    substeps(&mut run, frames);
    assert_eq!(run.divergence(), None);
    assert!(run.memory().used <= BUDGET);
}

/// Forty soft blobs of 25 nodes that fall into a container and come to rest.
fn heap() -> Level {
    let mut random = Random::new(40);
    let mut bodies = vec![frame([0.0, 0.0], [41.0, 40.0], 3.0)];
    for index in 0..40 {
        let (column, row) = (f64::from(index % 8), f64::from(index / 8));
        let origin = [0.5 + 5.0 * column + random.between(-0.2, 0.2), 0.1 + 4.6 * row + random.between(0.0, 0.2)];
        let stuff = Stuff { stiffness: 6.0, damping: 0.6, ..Stuff::default() };
        bodies.push(with_velocity(lattice(origin, 1.0, 4, 4, stuff), [random.between(-0.02, 0.02), 0.0]));
    }
    level(bodies)
}

/// Steps both to the end, alternating, and prints the extra cost.
fn record(run: &mut Run, bare: &mut World, frames: u64) {
    let mut turns = Vec::new();
    let (mut recorded, mut stepped) = (0.0, 0.0);
    while run.frame() < frames {
        let mut record = || (0..TURN).for_each(|_| run.step_frame());
        let mut step = || (0..TURN).for_each(|_| bare.step_frame());
        // The first of both finds cold caches, so the order alternates.
        let (with, without) = if turns.len() % 2 == 0 {
            let with = cost(&mut record);
            (with, cost(&mut step))
        } else {
            let without = cost(&mut step);
            (cost(&mut record), without)
        };
        recorded += with;
        stepped += without;
        turns.push((with / without, without));
        bare.take_events();
    }
    assert_eq!(run.world().hash(), bare.hash(), "recording changes no bit");
    let ratio = median(turns.iter().map(|turn| turn.0).collect());
    let frame = median(turns.iter().map(|turn| turn.1).collect()) / TURN as f64;
    println!(
        "a frame: {frame:.3} ms bare; recording costs {:.2} % more (median of {} turns), {:.2} % in all ({} contacts)",
        (ratio - 1.0) * 100.0,
        turns.len(),
        (recorded / stepped - 1.0) * 100.0,
        run.world().contact_count(),
    );
}

fn seeks(run: &mut Run, frames: u64) {
    let mut random = Random::new(7);
    let times = (0..SEEKS).map(|_| {
        let frame = random.between(0.0, frames as f64) as u64;
        let time = cost(&mut || run.seek(frame));
        check(run);
        time
    });
    row("to a random frame", times.collect());
}

fn backwards(run: &mut Run, frames: u64) {
    run.seek(frames);
    let times = (0..600.min(frames)).map(|_| {
        let time = cost(&mut || _ = run.back_frame());
        check(run);
        time
    });
    row("one frame back, 600 times", times.collect());
}

fn substeps(run: &mut Run, frames: u64) {
    run.seek(frames / 2);
    let times = (0..600).map(|_| cost(&mut || _ = run.back_substep())).collect();
    row("one substep back, 600 times", times);
}

fn check(run: &Run) {
    assert_eq!(run.world().hash(), run.samples()[run.frame() as usize].hash, "frame {}", run.frame());
}

fn row(name: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |part: f64| times[((times.len() - 1) as f64 * part) as usize];
    println!("| {name} | {:.3} | {:.3} | {:.3} |", at(0.5), at(0.99), at(1.0));
}

fn mebibytes(bytes: usize) -> f64 {
    bytes as f64 / f64::from(1 << 20)
}
