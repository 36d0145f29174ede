//! Scenes of many discs for benches: an elastic gas, and piles in a box.

use blobsmith::level::{Disc, Level, Motion, Obstacle, ObstacleShape, Point};

use crate::scenes::random::Random;

/// Substeps per frame.
pub const SUBSTEPS: u32 = 4;

/// A disc of mass 1 without friction.
pub fn disc(position: Point, velocity: Point, radius: f64, restitution: f64) -> Disc {
    let motion = Motion::Dynamic;
    Disc { name: String::new(), position, velocity, radius, mass: 1.0, restitution, friction: 0.0, motion }
}

/// A level of these discs, with elastic obstacles.
pub fn level(discs: Vec<Disc>, shapes: Vec<ObstacleShape>) -> Level {
    let obstacle = |shape| Obstacle { name: String::new(), shape, restitution: 1.0 };
    let mut level = Level { discs, obstacles: shapes.into_iter().map(obstacle).collect(), ..Level::default() };
    level.world.substeps = SUBSTEPS;
    level
}

/// Discs in staggered rows, `spacing` apart, in a box of segments that is open at the top.
pub fn heap(count: usize, restitution: f64, spacing: f64, shake: f64) -> Level {
    let mut random = Random::new(11);
    let columns = (count as f64).sqrt().ceil() as usize;
    let width = (columns as f64 + 1.0) * spacing;
    let discs = (0..count).map(|index| {
        let (row, column) = (index / columns, index % columns);
        let x = spacing * (0.5 + column as f64 + if row % 2 == 0 { 0.0 } else { 0.5 });
        let y = spacing * (0.5 + row as f64 * 0.866);
        let velocity = [random.between(-shake, shake), random.between(-shake, shake)];
        disc([x, y], velocity, random.between(0.45, 0.5), restitution)
    });
    let height = 2.0 * spacing * (columns + 10) as f64;
    let side = |x: f64| ObstacleShape::Segment([x, 0.0], [x, height]);
    level(discs.collect(), vec![ObstacleShape::Segment([0.0, 0.0], [width, 0.0]), side(0.0), side(width)])
}

/// Elastic discs that cover 30 % of a box of lines; also its side.
pub fn gas(count: usize) -> (Level, f64) {
    let mut random = Random::new(5);
    let columns = (count as f64).sqrt().ceil() as usize;
    // π r² / spacing² = 0.3 for r = 0.5.
    let spacing = (std::f64::consts::PI * 0.25 / 0.3).sqrt();
    let side = columns as f64 * spacing;
    let mut place = |index: usize, gap: f64| spacing * (0.5 + index as f64) + random.between(-gap, gap);
    let mut discs = Vec::new();
    for index in 0..count {
        let at = [place(index % columns, 0.3), place(index / columns, 0.3)];
        let velocity = [place(0, 0.5) - spacing * 0.5, place(0, 0.5) - spacing * 0.5];
        discs.push(disc(at, velocity, 0.5, 1.0));
    }
    let line = |point, along| ObstacleShape::Line(point, along);
    let lines = vec![
        line([0.0, 0.0], [1.0, 0.0]),
        line([side, 0.0], [0.0, 1.0]),
        line([0.0, side], [1.0, 0.0]),
        line([0.0, 0.0], [0.0, 1.0]),
    ];
    let mut level = level(discs, lines);
    level.world.gravity = [0.0, 0.0];
    (level, side)
}
