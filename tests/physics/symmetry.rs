//! A mirrored, moved or turned level runs mirrored, moved or turned.

use super::subject::{Subject, for_both};
use crate::reference::judge::Judge;
use crate::scenes::extent;
use crate::scenes::random::{meeting, nudged};
use blobsmith::geometry::DVec2;
use blobsmith::level::import::convention;
use blobsmith::level::{Bounds, Level, Motion, ObstacleShape, Point};

for_both!(mirrored_level_runs_mirrored, flipped_level_runs_flipped, moved_level_runs_moved, rotated_level_runs_rotated);

/// What a transformation does to places and to directions.
struct Transform {
    place: fn(Point) -> Point,
    direction: fn(Point) -> Point,
    /// Orientation changes: hull edges and triangles run the other way.
    flips: bool,
}

fn transformed(level: &Level, transform: &Transform) -> Level {
    let mut level = level.clone();
    level.world.gravity = (transform.direction)(level.world.gravity);
    if let Some(bounds) = &mut level.world.bounds {
        let (p, q) = ((transform.place)(bounds.min), (transform.place)(bounds.max));
        let min = [p[0].min(q[0]), p[1].min(q[1])];
        let max = [p[0].max(q[0]), p[1].max(q[1])];
        *bounds = Bounds { min, max, ..*bounds };
    }
    for obstacle in &mut level.obstacles {
        obstacle.shape = match obstacle.shape {
            ObstacleShape::Segment(a, b) => ObstacleShape::Segment((transform.place)(a), (transform.place)(b)),
            ObstacleShape::Line(p, d) => ObstacleShape::Line((transform.place)(p), (transform.direction)(d)),
            ObstacleShape::Circle { center, radius } => {
                ObstacleShape::Circle { center: (transform.place)(center), radius }
            }
        };
    }
    for body in &mut level.bodies {
        if let Motion::Driven(path) = &mut body.motion {
            path.points = path.points.iter().map(|&point| (transform.direction)(point)).collect();
        }
        for node in &mut body.nodes {
            node.position = (transform.place)(node.position);
            node.velocity = (transform.direction)(node.velocity);
        }
        if transform.flips {
            body.hull.iter_mut().for_each(|edge| edge.reverse());
            body.triangles.iter_mut().for_each(|triangle| triangle.reverse());
        }
    }
    level
}

/// How far apart the runs of two levels are, the one's places transformed.
fn difference<S: Subject>(level: &Level, plain: &S, other: &S, place: fn(Point) -> Point) -> f64 {
    let mut worst: f64 = 0.0;
    for (index, body) in level.bodies.iter().enumerate() {
        for node in 0..body.nodes.len() {
            let expected = DVec2::from_array(place(plain.x(index, node).to_array()));
            worst = worst.max((other.x(index, node) - expected).length());
        }
    }
    if plain.contacts() == other.contacts() { worst } else { f64::INFINITY }
}

/// Levels are random, because a transformation may break ties in another way. A transformation also rounds, so each
/// level is compared only until rounding errors dominate.
fn assert_symmetric<S: Subject>(transform: &Transform) {
    assert_symmetric_for::<S>(|level| transformed(level, transform), transform.place);
}

fn assert_symmetric_for<S: Subject>(transformed: impl Fn(&Level) -> Level, place: fn(Point) -> Point) {
    let mut frames_with_contact = 0;
    for seed in 0..60 {
        let level = meeting(seed);
        let mut judge = Judge::new(&level, extent(&level), &[1, 2, 3].map(|seed| nudged(&level, seed)));
        let mut plain = S::start(&level);
        let mut other = S::start(&transformed(&level));
        for frame in 0..40 {
            (0..level.world.substeps).for_each(|_| judge.step_substep());
            plain.frame();
            other.frame();
            if judge.is_over {
                break;
            }
            let worst = difference(&level, &plain, &other, place);
            assert!(worst < 1e-8, "seed {seed}, frame {frame}: {worst:e}");
            frames_with_contact += u64::from(plain.contacts() > 0);
        }
    }
    assert!(frames_with_contact > 300, "{frames_with_contact}");
}

fn mirrored_level_runs_mirrored<S: Subject>() {
    assert_symmetric::<S>(&Transform { place: |[x, y]| [-x, y], direction: |[x, y]| [-x, y], flips: true });
}

/// Uses the conversion of levels with y downwards. Equal only up to rounding: a reversed edge is measured from its other
/// end. `tests/convention/mirror.rs` compares levels without contacts bit by bit.
fn flipped_level_runs_flipped<S: Subject>() {
    let from = convention::by_id("y-down").expect("a known convention");
    assert_symmetric_for::<S>(|level| convention::convert(level, from), |[x, y]| [x, -y]);
}

/// The offsets are powers of two, so the start differs only by the rounding of the sum.
fn moved_level_runs_moved<S: Subject>() {
    assert_symmetric::<S>(&Transform { place: |[x, y]| [x + 16.0, y - 8.0], direction: |v| v, flips: false });
}

/// By 90° counter-clockwise.
fn rotated_level_runs_rotated<S: Subject>() {
    assert_symmetric::<S>(&Transform { place: |[x, y]| [-y, x], direction: |[x, y]| [-y, x], flips: false });
}
