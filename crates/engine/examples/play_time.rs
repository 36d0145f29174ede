//! Time of a native frame for the tables of the bindings: steps a level one frame at a time and reads all positions.
//!
//! ```sh
//! cargo run --release -p blobsmith-engine --example play_time -- levels/16-pile-of-100.ron 300
//! ```
//!
//! Prints seconds per frame. The bindings run it in turns with their own loop.

use blobsmith_engine::play::PlayWorld;
use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [path, frames] = &arguments[..] else { return fail("two arguments: LEVEL FRAMES") };
    let Ok(frames @ 1..) = frames.parse::<u32>() else { return fail("FRAMES must be a number above 0") };
    let mut world = match PlayWorld::from_file(path) {
        Ok(world) => world,
        Err(error) => return fail(&error.to_string()),
    };
    let started = Instant::now();
    for _ in 0..frames {
        world.step(1);
        black_box(world.all_points());
    }
    println!("{:.9} {}", started.elapsed().as_secs_f64() / f64::from(frames), world.hash_text());
    ExitCode::SUCCESS
}

fn fail(reason: &str) -> ExitCode {
    eprintln!("play_time: {reason}");
    ExitCode::from(2)
}
