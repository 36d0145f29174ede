//! The native engine, driven by lines of text: `load FILE`, `step FRAMES` (answers with milliseconds), `hash`.
//! `bench.js` compares the package with it.

use blobsmith_engine::play::PlayWorld;
use std::error::Error;
use std::io::stdin;
use std::time::Instant;

fn main() -> Result<(), Box<dyn Error>> {
    let mut world = PlayWorld::from_text("(format: 2)")?;
    for line in stdin().lines() {
        match line?.split_once(' ').unwrap_or_default() {
            ("load", file) => {
                world = PlayWorld::from_text(&std::fs::read_to_string(file)?)?;
                println!("ready");
            }
            ("step", frames) => {
                let (frames, begin) = (frames.parse()?, Instant::now());
                world.step(frames);
                println!("{}", begin.elapsed().as_secs_f64() * 1e3);
            }
            _ => println!("{}", world.hash_text()),
        }
    }
    Ok(())
}
