//! A small game whose blob is hit ever harder. The flight recorder saves the seconds before the first fault.
//!
//! `cargo run -p blobsmith-engine --example fault_recording -- levels/01-first-blob.ron fault.run.json`

use blobsmith_engine::play::{PlayWorld, RecorderSettings};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let [level, out] = &std::env::args().skip(1).collect::<Vec<_>>()[..] else {
        return Err("usage: fault_recording LEVEL RECORDING".into());
    };
    let mut world = PlayWorld::from_file(level)?;
    world.set_recorder(Some(RecorderSettings { frames: 120, ..RecorderSettings::default() }))?;
    let blob = world.bodies().nth(1).ok_or("the level has no body")?;
    for frame in 0..10_000 {
        if frame % 20 == 0 {
            // Opposite nodes are hit towards each other.
            let blow = 0.02 * f64::from(frame);
            world.apply_impulse((blob, 0), [blow, 0.0])?;
            world.apply_impulse((blob, world.node_count(blob)? / 2), [-blow, 0.0])?;
        }
        world.step(1);
        if let Some(flight) = world.take_fault_flight() {
            flight.save(out)?;
            let [first, last] = flight.frames();
            println!("{out}: frames {first} to {last}");
            return Ok(());
        }
    }
    Err("nothing went wrong".into())
}
