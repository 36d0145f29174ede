//! A game without a picture to which the editor can attach (*File > Attach to a running game…*). It ends with Ctrl+C.
//!
//! `cargo run --release -p blobsmith-engine --example linked_game -- levels/14-container.ron`

use blobsmith_engine::play::PlayWorld;
use std::time::{Duration, Instant};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let level = std::env::args().nth(1).ok_or("usage: linked_game LEVEL")?;
    let mut world = PlayWorld::from_file(level)?;
    println!("{}", world.start_link(0)?);
    let mut last = Instant::now();
    loop {
        let now = Instant::now();
        world.advance((now - last).as_secs_f64())?;
        last = now;
        // A light push each second keeps the level moving.
        let is_moving = |body: &_| world.velocity(*body).is_ok_and(|velocity| velocity.length() > 0.0);
        let moving = world.bodies().find(is_moving).filter(|_| world.frame() % 60 == 0);
        if let Some(body) = moving {
            world.apply_impulse(body, [0.05, 0.3])?;
        }
        std::thread::sleep(Duration::from_millis(4));
    }
}
