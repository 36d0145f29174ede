//! Cost of discs: settled piles, falling piles, an elastic gas, particles among segments; per disc and substep.
//! Compares the gas with a naive implementation of 002 (all pairs), alternating within one run.

#[path = "discs/crowds.rs"]
mod crowds;
#[path = "discs/naive.rs"]
mod naive;
#[path = "../tests/scenes/mod.rs"]
mod scenes;

use blobsmith::engine::World;
use blobsmith::level::{Level, ObstacleShape};
use crowds::{SUBSTEPS, disc, gas, heap, level};
use naive::Naive;
use scenes::random::Random;
use std::time::Instant;

/// A scene with the name that selects it on the command line.
type Scene = (&'static str, fn(usize));

const SCENES: &[Scene] = &[
    ("naive", naive_table),
    ("gas", gas_table),
    ("settled", settled_table),
    ("falling", falling_table),
    ("particles", particle_table),
];

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    // `cargo test --benches` and `cargo bench -- --list` only test that the program starts.
    if arguments.iter().any(|argument| argument == "--test" || argument == "--list") {
        return;
    }
    let most = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(50_000);
    let is_named = |name: &str| arguments.iter().any(|argument| argument == name);
    let is_any_named = SCENES.iter().any(|(name, _)| is_named(name));
    for (_, run) in SCENES.iter().filter(|(name, _)| !is_any_named || is_named(name)) {
        run(most);
        println!();
    }
}

fn world(level: &Level) -> World {
    World::new(level).expect("a level that is fit to run")
}

/// Seconds of each of several consecutive substeps, and their total number of impacts.
struct Run {
    seconds: Vec<f64>,
    impacts: u64,
}

fn timed(world: &mut World, substeps: usize) -> Run {
    let before = world.contact_count();
    let seconds = (0..substeps)
        .map(|_| {
            let start = Instant::now();
            world.step_substep();
            start.elapsed().as_secs_f64()
        })
        .collect();
    world.take_events();
    Run { seconds, impacts: world.contact_count() - before }
}

impl Run {
    fn median(&self) -> f64 {
        median(self.seconds.clone())
    }

    fn mean(&self) -> f64 {
        self.seconds.iter().sum::<f64>() / self.seconds.len() as f64
    }

    /// Mean of the four substeps of the slowest frame.
    fn worst_frame(&self) -> f64 {
        let frames = self.seconds.chunks(SUBSTEPS as usize).map(|frame| frame.iter().sum::<f64>() / frame.len() as f64);
        frames.fold(0.0, f64::max)
    }

    fn impacts_per_disc(&self, count: usize) -> f64 {
        self.impacts as f64 / (count * self.seconds.len()) as f64
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

/// The exponent k of cost ~ count^k, by least squares on the logarithms.
fn print_exponent(what: &str, costs: &[(usize, f64)]) {
    if costs.len() < 2 {
        return;
    }
    let points: Vec<(f64, f64)> = costs.iter().map(|&(count, cost)| ((count as f64).ln(), cost.ln())).collect();
    let mean = |of: fn(&(f64, f64)) -> f64| points.iter().map(of).sum::<f64>() / points.len() as f64;
    let (x, y) = (mean(|point| point.0), mean(|point| point.1));
    let (over, under) = points.iter().fold((0.0, 0.0), |(over, under), point| {
        (over + (point.0 - x) * (point.1 - y), under + (point.0 - x) * (point.0 - x))
    });
    println!("\n{what}: cost grows as the number of discs to the power of {:.2}", over / under);
}

fn sizes(most: usize, all: &[usize]) -> impl Iterator<Item = usize> {
    all.iter().copied().filter(move |&count| count <= most)
}

fn settled_table(most: usize) {
    println!("settled in a box, 200 substeps after 150 frames (medians)\n");
    println!("| restitution |  discs | ms/substep | ns/disc | impacts/disc | speed left |");
    println!("| ----------: | -----: | ---------: | ------: | -----------: | ---------: |");
    for restitution in [0.3, 0.0] {
        let mut costs = Vec::new();
        for count in sizes(most, &[1000, 10_000, 50_000]) {
            let mut world = world(&heap(count, restitution, 1.02, 0.0));
            // Higher piles take longer to settle.
            (0..150.max(count / 60)).for_each(|_| world.step_frame());
            let run = timed(&mut world, 200);
            let energy = world.energy().kinetic / count as f64;
            costs.push((count, run.median()));
            println!(
                "| {restitution:>11} | {count:>6} | {:>10.3} | {:>7.0} | {:>12.3} | {:>10.1e} |",
                run.median() * 1e3,
                run.median() * 1e9 / count as f64,
                run.impacts_per_disc(count),
                (2.0 * energy).sqrt(),
            );
        }
        print_exponent("settled", &costs);
    }
}

fn falling_table(most: usize) {
    println!("falling in and piling up, the first 150 frames\n");
    println!("| restitution |  discs | ms/substep, mean | slowest frame | ns/disc, mean | impacts/disc |");
    println!("| ----------: | -----: | ---------------: | ------------: | ------------: | -----------: |");
    for restitution in [0.3, 0.0] {
        let mut costs = Vec::new();
        for count in sizes(most, &[1000, 10_000, 50_000]) {
            let mut world = world(&heap(count, restitution, 1.5, 0.1));
            let run = timed(&mut world, 150 * SUBSTEPS as usize);
            costs.push((count, run.mean()));
            println!(
                "| {restitution:>11} | {count:>6} | {:>16.3} | {:>13.3} | {:>13.0} | {:>12.3} |",
                run.mean() * 1e3,
                run.worst_frame() * 1e3,
                run.mean() * 1e9 / count as f64,
                run.impacts_per_disc(count),
            );
        }
        print_exponent("falling", &costs);
    }
}

fn gas_table(most: usize) {
    println!("elastic gas, three tenths of the area, 200 substeps (medians)\n");
    print_rows("gas", sizes(most, &[500, 2000, 10_000, 50_000]), |count| gas(count).0);
}

fn particle_table(most: usize) {
    println!("particles under gravity among 300 segments, 200 substeps (medians)\n");
    print_rows("particles", sizes(most, &[1000, 10_000, 50_000]), particles);
}

/// One row per number of discs, after 40 substeps without timing.
fn print_rows(name: &str, counts: impl Iterator<Item = usize>, level: impl Fn(usize) -> Level) {
    println!("|  discs | ms/substep | ns/disc | impacts/disc |");
    println!("| -----: | ---------: | ------: | -----------: |");
    let mut costs = Vec::new();
    for count in counts {
        let mut world = world(&level(count));
        (0..40).for_each(|_| world.step_substep());
        let run = timed(&mut world, 200);
        costs.push((count, run.median()));
        println!(
            "| {count:>6} | {:>10.3} | {:>7.0} | {:>12.3} |",
            run.median() * 1e3,
            run.median() * 1e9 / count as f64,
            run.impacts_per_disc(count)
        );
    }
    print_exponent(name, &costs);
}

fn particles(count: usize) -> Level {
    let mut random = Random::new(3);
    let mut segments = Vec::new();
    for _ in 0..300 {
        let at = [random.between(0.0, 100.0), random.between(5.0, 100.0)];
        let end = [at[0] + random.between(-4.0, 4.0), at[1] + random.between(-2.0, 2.0)];
        segments.push(ObstacleShape::Segment(at, end));
    }
    for (from, to) in [([0.0, 0.0], [100.0, 0.0]), ([0.0, 0.0], [0.0, 900.0]), ([100.0, 0.0], [100.0, 900.0])] {
        segments.push(ObstacleShape::Segment(from, to));
    }
    let mut particle = || {
        let at = [random.between(1.0, 99.0), random.between(1.0, 120.0)];
        disc(at, [random.between(-0.5, 0.5), random.between(-0.5, 0.5)], 0.0, 0.9)
    };
    level((0..count).map(|_| particle()).collect(), segments)
}

/// Compares the gas with the naive implementation, up to sizes that it can handle. Both compute the same substeps from
/// the same bits.
fn naive_table(most: usize) {
    println!("elastic gas beside all pairs, substep by substep from the same bits (medians)\n");
    println!("| discs | us/substep |    naive us/substep |    naive/engine | impacts/substep |");
    println!("| ----: | ---------: | ------------------: | --------------: | --------------: |");
    for count in sizes(most, &[100, 200, 400]) {
        let (level, side) = gas(count);
        let h = level.world.frame_time / f64::from(SUBSTEPS);
        let mut engine = world(&level);
        let mut naive = Naive {
            size: [side; 2],
            radii: level.discs.iter().map(|disc| disc.radius).collect(),
            positions: Vec::new(),
            velocities: Vec::new(),
            impacts: 0,
        };
        let (mut ours, mut theirs, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
        const TURNS: usize = 40;
        for _ in 0..TURNS {
            let all = || 0..count;
            naive.positions = all().map(|disc| engine.disc_position(disc).to_array()).collect();
            naive.velocities = all().map(|disc| engine.disc_velocity(disc).to_array()).collect();
            let start = Instant::now();
            naive.step(h);
            theirs.push(start.elapsed().as_secs_f64());
            let start = Instant::now();
            engine.step_substep();
            ours.push(start.elapsed().as_secs_f64());
            ratios.push(theirs[theirs.len() - 1] / ours[ours.len() - 1]);
            assert_eq!(naive.impacts, engine.contact_count(), "both resolve the same impacts");
            for (disc, expected) in naive.positions.iter().enumerate() {
                let apart = (engine.disc_position(disc) - glam::DVec2::from(*expected)).length();
                assert!(apart < 1e-9, "disc {disc} of {count} is {apart} away");
            }
        }
        println!(
            "| {count:>5} | {:>10.1} | {:>19.1} | {:>15.0} | {:>15.1} |",
            median(ours) * 1e6,
            median(theirs) * 1e6,
            median(ratios),
            naive.impacts as f64 / TURNS as f64,
        );
    }
}
