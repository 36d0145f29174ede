//! The loop of `tests/overhead.c` in Rust, for the comparison of `bindings/c/overhead`: prints the seconds
//! and the hash.

use blobsmith_engine::play::PlayWorld;
use std::hint::black_box;
use std::time::Instant;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let (level, frames) = (&arguments[1], arguments[2].parse::<u32>().expect("a number of frames"));
    let mut world = PlayWorld::from_file(level).expect("a level");
    let bodies: Vec<_> = world.bodies().collect();
    let start = Instant::now();
    let mut sum = 0.0;
    for _ in 0..frames {
        world.step(1);
        for &body in &bodies {
            let points = black_box(world.points(body).expect("a body"));
            sum += points.iter().map(|point| point[1]).sum::<f64>();
        }
    }
    black_box(sum);
    println!("{:.9} {}", start.elapsed().as_secs_f64(), world.hash_text());
}
