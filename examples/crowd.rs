//! Writes a level of many discs for experiments: `cargo run --example crowd -- rest 10000 crowd.ron`

use blobsmith::level::format;
use blobsmith::level::{Disc, EditorExtra, Level, Motion, Obstacle, ObstacleShape, View};
use std::path::Path;
use std::process::ExitCode;

const RADIUS: f64 = 0.5;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [kind, count, out] = &words[..] else { return usage() };
    let (Ok(count @ 1..=1_000_000), "rest" | "fall" | "gas") = (count.parse::<usize>(), kind.as_str()) else {
        return usage();
    };
    match format::save(&crowd(kind, count), Path::new(out)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn usage() -> ExitCode {
    eprintln!("usage: crowd rest|fall|gas COUNT OUT.ron (COUNT at most 1000000)");
    ExitCode::from(2)
}

/// Discs in staggered rows on the floor of a box (`rest`); the same with gaps, which fall (`fall`); or without gravity
/// and losses, with random velocities (`gas`).
fn crowd(kind: &str, count: usize) -> Level {
    let columns = (count as f64).sqrt().ceil() as usize;
    let (step, restitution) = match kind {
        "rest" => ([2.0 * RADIUS, 3f64.sqrt() * RADIUS], 0.3),
        "fall" => ([2.2 * RADIUS, 2.2 * RADIUS], 0.3),
        _ => ([3.2 * RADIUS, 3.2 * RADIUS], 1.0),
    };
    let width = (columns as f64 - 1.0) * step[0] + 3.0 * RADIUS;
    let height = columns as f64 * step[1] + 2.0 * RADIUS;
    let mut numbers = 1u64;
    let disc = |index: usize| {
        let (row, column) = (index / columns, index % columns);
        let shift = if row % 2 == 1 { RADIUS } else { 0.0 };
        let position = [RADIUS + shift + column as f64 * step[0], RADIUS + row as f64 * step[1]];
        let velocity = if kind == "gas" { [number(&mut numbers), number(&mut numbers)] } else { [0.0, 0.0] };
        let motion = Motion::Dynamic;
        Disc { name: String::new(), position, velocity, radius: RADIUS, mass: 1.0, restitution, friction: 0.0, motion }
    };
    let mut level = Level { name: format!("{count} discs: {kind}"), ..Level::default() };
    level.discs = (0..count).map(disc).collect();
    // Walls at both sides keep the columns from spreading.
    let wall =
        |point, direction| Obstacle { name: String::new(), shape: ObstacleShape::Line(point, direction), restitution };
    level.obstacles = vec![
        wall([0.0, 0.0], [1.0, 0.0]),
        wall([0.0, 0.0], [0.0, 1.0]),
        wall([width, 0.0], [0.0, 1.0]),
        wall([0.0, 1.5 * height], [1.0, 0.0]),
    ];
    level.world.gravity = if kind == "gas" { [0.0, 0.0] } else { [0.0, -0.01] };
    level.world.substeps = 4;
    let view = View { center: [width / 2.0, height * 0.55], height: height * 1.25 };
    level.editor = Some(EditorExtra { view: Some(view), ..EditorExtra::default() });
    level
}

/// Uniform between -0.2 and 0.2 (Marsaglia's xorshift).
fn number(state: &mut u64) -> f64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    // The first numbers after a small seed are small; the upper bits of the product are well mixed.
    (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11) as f64 / (1u64 << 53) as f64 * 0.4 - 0.2
}
