//! Causes in the mesh: hulls, triangles, positions and bracing.

use super::{Cause, Pair, with_body};
use crate::bodies::{balloon, body, bounds, container, falling, lattice, placed, some_body, stage};
use crate::outcome::Outcome;
use crate::random::Random;
use blobsmith::geometry::DVec2;
use blobsmith::geometry::polygon::segments_cross;
use blobsmith::level::{EdgeChoice, Level, Motion};

pub(super) const CAUSES: &[Cause] = &[
    Cause {
        id: "bow-tie-hull",
        what: "Two neighbouring hull nodes are exchanged, so the hull crosses itself.",
        criterion: "Hull and triangles enclose areas that differ by 2 % or more, or the run goes bad (see below).",
        draw: bow_tie,
        is_sick: |sick, _| sick.mismatch_at_start > 0.02 || sick.is_bad(),
    },
    Cause {
        id: "clockwise-hull",
        what: "All edges of a hull run clockwise, so inside and outside are exchanged.",
        criterion: "The run goes bad.",
        draw: |random| {
            let level = falling(random);
            let at = some_body(random, &level);
            with_body(level, at, |body| body.hull.iter_mut().for_each(|edge| edge.reverse()))
        },
        is_sick: |sick, _| sick.is_bad(),
    },
    Cause {
        id: "open-hull",
        what: "One edge of a hull is missing.",
        criterion: "The body leaves the world or the run goes bad.",
        draw: |random| {
            let level = falling(random);
            let at = some_body(random, &level);
            let edge = random.whole(0, level.bodies[at].hull.len() - 1);
            with_body(level, at, |body| {
                body.hull.remove(edge);
            })
        },
        is_sick: |sick, healthy| sick.is_bad() || parted(sick, healthy) > 0.5,
    },
    Cause {
        id: "missing-triangle",
        what: "A triangle of a gas-filled body is missing.",
        criterion: "Hull and triangles enclose areas that differ by 2 % or more.",
        draw: |random| {
            let (level, at) = gassy(random);
            let triangle = random.whole(0, level.bodies[at].triangles.len() - 1);
            with_body(level, at, |body| {
                body.triangles.remove(triangle);
            })
        },
        is_sick: |sick, _| sick.mismatch_at_start > 0.02,
    },
    Cause {
        id: "flipped-triangle",
        what: "A triangle of a gas-filled body runs clockwise.",
        criterion: "Hull and triangles enclose areas that differ by 2 % or more.",
        draw: |random| {
            let (level, at) = gassy(random);
            let triangle = random.whole(0, level.bodies[at].triangles.len() - 1);
            with_body(level, at, |body| body.triangles[triangle].swap(1, 2))
        },
        is_sick: |sick, _| sick.mismatch_at_start > 0.02,
    },
    Cause {
        id: "start-inside",
        what: "Two bodies start inside each other.",
        criterion: "A tenth or more of the smaller overlaps at the start, and the run goes bad.",
        draw: |random| {
            let (one, other) = (body(random), body(random));
            let width = bounds(&one).size().x.min(bounds(&other).size().x);
            let far = 0.5 * (bounds(&one).size().x + bounds(&other).size().x);
            let (one, heights) = (placed(one, 0.0, 0.3), random.between(0.3, 0.6));
            let healthy = stage(random, vec![one, placed(other, far + 1.5, heights)]);
            let at = healthy.bodies.len() - 1;
            let into = far - random.between(0.3, 0.7) * width;
            with_body(healthy, at, |body| *body = placed(body.clone(), into, heights))
        },
        is_sick: |sick, _| sick.overlap_at_start > 0.1 && sick.is_bad(),
    },
    Cause {
        id: "under-braced",
        what: "A lattice has no diagonals: a mechanism that folds.",
        criterion: "A triangle flips, or the body keeps less than 0.6 of its area.",
        draw: |random| {
            let (seed, height) = (random.clone(), random.between(0.1, 1.5));
            let of = |is_braced| placed(lattice(&mut seed.clone(), is_braced), 0.0, height);
            let healthy = stage(random, vec![of(true)]);
            let at = healthy.bodies.len() - 1;
            // A slight lean, because a drawing is never exactly upright.
            let lean = random.between(0.02, 0.15);
            let mut pair = with_body(healthy, at, |body| *body = of(false));
            for level in [&mut pair.healthy, &mut pair.sick] {
                level.bodies[at]
                    .nodes
                    .iter_mut()
                    .for_each(|node| node.velocity[0] += lean * (node.position[1] - height));
            }
            pair
        },
        is_sick: |sick, _| sick.flips > 0 || sick.area[0] < 0.6,
    },
    Cause {
        id: "wrong-rest-lengths",
        what: "A part of a body's springs has rest lengths of another size.",
        criterion: "The area becomes less than 0.6 or more than 1.6 of that at the start, or a triangle flips.",
        draw: |random| {
            let level = falling(random);
            let at = some_body(random, &level);
            let factor = if random.chance(0.5) { random.between(0.2, 0.55) } else { random.between(1.6, 3.0) };
            let part = random.between(0.5, 1.0);
            with_body(level, at, |body| {
                for spring in &mut body.springs {
                    if random.chance(part) {
                        spring.rest_length *= factor;
                    }
                }
            })
        },
        is_sick: |sick, _| sick.deforms(),
    },
    Cause {
        id: "inverted-container",
        what: "The loops of a container run the wrong way round.",
        criterion: "A body leaves the world, or overlaps another by 15 % or more.",
        draw: inverted_container,
        is_sick: |sick, _| sick.passes_through() || sick.explodes(),
    },
];

/// Distance between the final positions of the bodies in the two runs.
fn parted(sick: &Outcome, healthy: &Outcome) -> f64 {
    sick.ends.iter().zip(&healthy.ends).map(|(a, b)| a.distance(*b)).fold(0.0, f64::max)
}

/// A level with a gas-filled body, and the index of that body.
fn gassy(random: &mut Random) -> (Level, usize) {
    let height = random.between(0.1, 1.5);
    let mut bodies = vec![placed(balloon(random), 0.0, height)];
    if random.chance(0.5) {
        bodies.push(placed(body(random), 5.0, random.between(0.1, 1.5)));
    }
    let level = stage(random, bodies);
    let at = usize::from(level.bodies[0].motion == Motion::Fixed);
    (level, at)
}

fn bow_tie(random: &mut Random) -> Pair {
    let level = falling(random);
    let at = some_body(random, &level);
    let pick = random.whole(0, 1_000);
    with_body(level, at, |body| {
        // a-b-c-d becomes a-c-b-d.
        let hull = &mut body.hull;
        let first = pick % hull.len();
        let after = |hull: &[[usize; 2]], node: usize| hull.iter().position(|edge| edge[0] == node);
        let (second, third) = match after(hull, hull[first][1]).and_then(|s| Some((s, after(hull, hull[s][1])?))) {
            Some(found) => found,
            None => return,
        };
        let (a, b, c, d) = (hull[first][0], hull[first][1], hull[second][1], hull[third][1]);
        let [a_at, b_at, c_at, d_at] = [a, b, c, d].map(|node| DVec2::from(body.nodes[node].position));
        // At a dent the new hull may still be simple.
        if !segments_cross(a_at, c_at, b_at, d_at) {
            return;
        }
        hull[first][1] = c;
        hull[second] = [c, b];
        hull[third][0] = b;
    })
}

fn inverted_container(random: &mut Random) -> Pair {
    let (width, height) = (random.between(7.0, 10.0), random.between(6.0, 8.0));
    let frame = container(random, width, height);
    let count = random.whole(1, 2);
    let bodies = (0..count).map(|at| {
        let (body, up) = (body(random), random.between(0.1, 1.0));
        placed(body, -1.9 + 3.8 * at as f64, up - 0.5 * height)
    });
    let mut bodies: Vec<_> = bodies.collect();
    bodies.insert(0, frame);
    let mut healthy = stage(random, bodies);
    healthy.obstacles.clear();
    healthy.bodies.retain(|body| body.name != "floor");
    healthy.world.contact.edge_choice = EdgeChoice::Distance;
    with_body(healthy, 0, |frame| frame.hull.iter_mut().for_each(|edge| edge.reverse()))
}
