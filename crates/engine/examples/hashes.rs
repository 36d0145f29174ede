//! Hashes of levels after a number of frames, as lines `LEVEL HASH`: `cargo run --release -p blobsmith-engine --example hashes -- 300
//! levels/*.ron`.

use blobsmith_engine::play::PlayWorld;
use std::error::Error;
use std::path::Path;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let frames: u32 = arguments.next().ok_or("usage: hashes FRAMES LEVEL...")?.parse()?;
    for path in arguments {
        let mut world = PlayWorld::from_file(&path)?;
        world.step(frames);
        let name = Path::new(&path).file_stem().unwrap_or_default();
        println!("{} {}", name.to_string_lossy(), world.hash_text());
    }
    Ok(())
}
