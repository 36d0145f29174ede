//! Decor by force, sticks, obstacles.

use super::support::{FRAMES, Run, level};
use blobsmith::geometry::{DVec2, polygon};
use blobsmith::level::{Motion, Role};

/// At rest the bowl carries the blobs: the upward parts of stiffness times depth add up to their weight.
#[test]
fn level_28_penalty_decor_carries_the_weight() {
    let mut run = Run::new("28-decor-by-force");
    run.frames(FRAMES, |_| ());
    assert!(run.world.energy().kinetic < 1e-3);
    let bowl: Vec<(DVec2, DVec2)> =
        run.level.bodies[0].hull.iter().map(|&[a, b]| (run.node(0, a), run.node(0, b))).collect();
    let (mut weight, mut carried, mut deepest) = (0.0, 0.0, 0.0_f64);
    for (index, body) in run.level.bodies.iter().enumerate().filter(|(_, body)| body.motion == Motion::Dynamic) {
        for (node, role) in body.nodes.iter().map(|node| node.role).enumerate() {
            let point = run.node(index, node);
            if let Role::Mass(mass) = role {
                weight += mass * 0.02;
            }
            let is_hull = body.hull.iter().any(|edge| edge[0] == node);
            if is_hull && polygon::contains(bowl.iter().copied(), point) {
                let depth = |&(a, b): &(DVec2, DVec2)| polygon::distance_to_segment(point, a, b);
                let nearest = bowl.iter().min_by(|a, b| depth(a).total_cmp(&depth(b))).expect("the bowl has edges");
                let along = (nearest.1 - nearest.0).normalize();
                // Outwards is to the right: (y, -x).
                carried += 2.0 * depth(nearest) * -along.x;
                deepest = deepest.max(depth(nearest));
            }
        }
    }
    assert!((carried / weight - 1.0).abs() < 0.05, "{carried} of {weight}");
    assert!((0.01..0.4).contains(&deepest), "{deepest}");
}

/// The largest part by which a stick is longer or shorter than it should be.
fn stretch(run: &Run) -> f64 {
    let sticks = run.level.bodies.iter().enumerate().flat_map(|(i, body)| body.sticks.iter().map(move |s| (i, s)));
    sticks
        .map(|(body, stick)| (run.node(body, stick.a).distance(run.node(body, stick.b)) / stick.length - 1.0).abs())
        .fold(0.0, f64::max)
}

#[test]
fn level_29_ropes_keep_their_length_with_more_passes() {
    let worst = |passes: u32| {
        let mut level = level("29-ropes-of-sticks");
        level.world.stick_iterations = passes;
        let mut run = Run::of(level);
        run.frames(FRAMES, |_| ());
        stretch(&run)
    };
    let (eight, one) = (worst(8), worst(1));
    assert!(eight < 0.01, "{eight}");
    assert!(one > 2.0 * eight, "{one} {eight}");
}

#[test]
fn level_29_swinging_rope_touches_the_peg() {
    let mut run = Run::new("29-ropes-of-sticks");
    let rope = run.body("swinging rope");
    let mut nearest = f64::INFINITY;
    run.frames(FRAMES, |run| {
        let from_peg = |point: &DVec2| point.distance(DVec2::new(-4.6, 2.2));
        nearest = run.nodes(rope).iter().map(from_peg).fold(nearest, f64::min);
    });
    assert!((0.55..0.7).contains(&nearest), "the peg has a radius of 0.6: {nearest}");
}

#[test]
fn level_30_pieces_stay_rigid_and_in_bounds() {
    let mut run = Run::new("30-pieces-of-sticks");
    let bounds = run.level.world.bounds.expect("the level has bounds");
    run.frames(FRAMES, |_| ());
    assert!(stretch(&run) < 0.02, "{}", stretch(&run));
    for point in (0..run.level.bodies.len()).flat_map(|body| run.nodes(body)) {
        let is_inside = (0..2).all(|axis| {
            let slack = 1e-9;
            (bounds.min[axis] - slack..=bounds.max[axis] + slack).contains(&point[axis])
        });
        assert!(is_inside, "{point}");
    }
}

#[test]
fn level_31_balls_reach_the_floor_and_stay() {
    let mut run = Run::new("31-obstacles");
    run.frames(FRAMES, |_| ());
    for ball in 0..run.level.bodies.len() {
        assert!(run.world.barycentre(ball).y < 2.0, "{}", run.world.barycentre(ball));
        for point in run.nodes(ball) {
            assert!(point.y > -1.0 - 1e-9 && point.x.abs() < 7.0 + 1e-9, "{point}");
        }
    }
}
