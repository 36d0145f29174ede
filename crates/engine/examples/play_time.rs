//! Time of a native frame for the tables of the bindings: steps a level one frame at a time and reads all positions.
//!
//! ```sh
//! cargo run --release -p blobsmith-engine --example play_time -- levels/16-pile-of-100.ron 300
//! ```
//!
//! Prints the last hash, then nanoseconds per frame. `bindings/js/bench.js` and `bindings/python/overhead.py` run it in turns
//! with their own loops.

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
    let mut nanoseconds = Vec::new();
    for _ in 0..frames {
        let started = Instant::now();
        world.step(1);
        black_box(world.all_points());
        nanoseconds.push(started.elapsed().as_nanos().to_string());
    }
    println!("{}\n{}", world.hash_text(), nanoseconds.join(" "));
    ExitCode::SUCCESS
}

fn fail(reason: &str) -> ExitCode {
    eprintln!("play_time: {reason}");
    ExitCode::from(2)
}
