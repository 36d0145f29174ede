//! Causes in contacts: restitution, friction, rules and speed.

use super::{Cause, Pair, with_body};
use crate::bodies::{block, body, bounds, falling, material, moving, placed, square, stage};
use crate::random::Random;
use blobsmith::level::shapes::{Concave, ConcaveKind, Notch, Ring};
use blobsmith::level::{Body, EdgeChoice, Level, Motion};

pub(super) const CAUSES: &[Cause] = &[
    Cause {
        id: "restitution-product",
        what: "The elasticities of two soft bodies have a product above 1.",
        criterion: "Energy rises, or a number is not finite.",
        draw: |random| {
            let speed = random.between(0.1, 0.4);
            let (one, other) = (body(random), body(random));
            let far = 0.5 * (bounds(&one).size().x + bounds(&other).size().x) + 0.4;
            let mut healthy = stage(
                random,
                vec![moving(placed(one, 0.0, 0.5), [speed, 0.0]), moving(placed(other, far, 0.5), [-speed, 0.0])],
            );
            healthy.world.gravity = [0.0, 0.0];
            let mut sick = healthy.clone();
            for body in sick.bodies.iter_mut().filter(|body| body.motion == Motion::Dynamic) {
                body.restitution = random.between(1.3, 2.2);
            }
            Pair { healthy, sick }
        },
        is_sick: |sick, _| sick.explodes(),
    },
    Cause {
        id: "friction-factor",
        what: "The product of two frictions reverses sliding instead of stopping it.",
        criterion: "Energy rises, a number is not finite, or the run goes bad.",
        draw: |random| {
            let speed = random.between(0.1, 0.4);
            let shape = body(random);
            let mut healthy = stage(random, vec![moving(placed(shape, 0.0, 0.05), [speed, 0.0])]);
            healthy.obstacles.clear();
            healthy.bodies.retain(|body| body.motion == Motion::Dynamic);
            let mut floor = block("floor", [-400.0, -3.0], [400.0, 0.0]);
            (floor.restitution, floor.friction) = (0.3, 0.5);
            healthy.bodies.insert(0, floor);
            let mut sick = healthy.clone();
            sick.bodies.iter_mut().for_each(|body| body.friction = random.between(1.8, 4.0));
            Pair { healthy, sick }
        },
        is_sick: |sick, _| sick.is_bad(),
    },
    Cause {
        id: "wrong-edge-level",
        what: "Squares that meet level under `Distance`: their corners lie nearest to the upper and lower sides.",
        criterion: "15 % or more of the smaller overlaps.",
        draw: level_squares,
        is_sick: |sick, _| sick.overlap_worst > 0.15,
    },
    Cause {
        id: "barycentre-rule",
        what: "The barycentre rule with bodies whose barycentre is not inside them.",
        criterion: "Bodies pass through each other, or energy rises.",
        draw: |random| {
            let beam = block("beam", [-8.0, -3.0], [8.0, 0.0]);
            let material = material(random);
            let kind = if random.chance(0.5) { ConcaveKind::U } else { ConcaveKind::L };
            let shape = Concave { kind, material, ..Concave::default() }.body();
            let low = random.between(0.05, 0.5);
            let mut post = block("post", [-0.2, 0.0], [0.2, random.between(0.8, 1.4)]);
            post.friction = 0.1;
            let width = bounds(&shape).size().x;
            let staple = turned_over(shape);
            let shift = if kind == ConcaveKind::U { 0.0 } else { 0.2 * width };
            let height = 1.5 + low;
            let mut healthy = stage(random, vec![beam, post, placed(staple, shift, height)]);
            healthy.obstacles.clear();
            healthy.bodies.retain(|body| body.name != "floor");
            let mut sick = healthy.clone();
            sick.world.contact.barycentre_rule = true;
            Pair { healthy, sick }
        },
        is_sick: |sick, _| sick.is_bad(),
    },
    Cause {
        id: "no-eligible-edge",
        what: "`Projection` in a notch, where a corner projects on no edge.",
        criterion: "6 % or more of the smaller overlaps, or the run goes bad.",
        draw: |random| {
            let opening = random.between(1.8, 3.2);
            let depth = random.between(0.8, 1.6);
            let mut bar = Notch { width: 9.0, height: depth + 1.8, opening, depth, ..Notch::default() }.body();
            bar.motion = Motion::Fixed;
            let bar_top = bounds(&bar).size().y;
            let stone = tilted(square(random, random.clone().between(0.8, 1.3), 1), 0.785 + random.between(-0.1, 0.1));
            let height = bar_top + random.between(0.0, 1.0);
            let mut healthy = stage(random, vec![placed(bar, 0.0, 0.0), placed(stone, 0.0, height)]);
            healthy.obstacles.clear();
            healthy.bodies.retain(|body| body.name != "floor");
            healthy.world.contact.edge_choice = EdgeChoice::Distance;
            let mut sick = healthy.clone();
            sick.world.contact.edge_choice = EdgeChoice::Projection;
            Pair { healthy, sick }
        },
        is_sick: |sick, _| sick.overlap_worst > 0.06 || sick.is_bad(),
    },
    Cause {
        id: "tunnelling",
        what: "A body is so fast that it is through a thin wall within a substep or two.",
        criterion: "The body ends beyond the wall, which it does not at a tenth of the speed.",
        draw: tunnelling,
        is_sick: |sick, healthy| {
            let beyond = |ends: &[blobsmith::geometry::DVec2]| ends.last().is_some_and(|end| end.x > 5.0);
            sick.broken || (beyond(&sick.ends) && !beyond(&healthy.ends))
        },
    },
    Cause {
        id: "thin-wall-self-overlap",
        what: "A thin soft ring whose walls pass through each other under load.",
        criterion: "Hull and triangles enclose areas that differ by 5 % or more, or a triangle flips.",
        draw: |random| {
            let radius = random.between(1.4, 2.2);
            let material = material(random);
            let hole = random.between(0.75, 0.85);
            let ring = Ring { radius, hole, segments: random.whole(14, 20), material }.body();
            let healthy = stage(random, vec![placed(ring, 0.0, 0.1)]);
            let at = healthy.bodies.len() - 1;
            let soft = random.around(0.003, 0.03);
            with_body(healthy, at, |body| crate::bodies::scale_springs(body, soft, 0.3))
        },
        is_sick: |sick, _| sick.mismatch > 0.05,
    },
    Cause {
        id: "floor-with-bumper",
        what: "The restitutions of a body and the floor have a product above 1.",
        criterion: "Energy rises.",
        draw: |random| {
            let healthy = falling(random);
            let mut sick = healthy.clone();
            let factor = random.between(2.2, 4.0);
            for body in &mut sick.bodies {
                body.restitution = if body.motion == Motion::Fixed { factor } else { body.restitution.max(0.6) };
            }
            sick.obstacles.iter_mut().for_each(|obstacle| obstacle.restitution = factor);
            if !sick.obstacles.is_empty() {
                sick.bodies.iter_mut().for_each(|body| body.restitution = body.restitution.max(0.6));
            }
            Pair { healthy, sick }
        },
        is_sick: |sick, _| sick.explodes(),
    },
];

fn level_squares(random: &mut Random) -> Pair {
    let side = random.between(1.2, 2.4);
    let edges = random.whole(1, 2);
    let (one, other) = (square(random, side, edges), square(random, side, edges));
    let (speed, gap) = (random.between(0.05, 0.25), random.between(0.3, 1.0));
    let mut bodies =
        vec![moving(placed(one, 0.0, 0.0), [speed, 0.0]), moving(placed(other, side + gap, 0.0), [-speed, 0.0])];
    bodies.iter_mut().for_each(|body| body.friction = 0.05);
    let mut healthy = Level { bodies, ..Level::default() };
    healthy.world.gravity = [0.0, 0.0];
    healthy.world.contact.edge_choice = EdgeChoice::EntryEdge;
    let mut sick = healthy.clone();
    sick.world.contact.edge_choice = EdgeChoice::Distance;
    Pair { healthy, sick }
}

fn tunnelling(random: &mut Random) -> Pair {
    let thickness = random.between(0.05, 0.25);
    let wall = block("wall", [5.0, -6.0], [5.0 + thickness, 6.0]);
    let shape = placed(body(random), 0.0, random.between(-2.0, 1.0));
    let speed = random.between(0.08, 0.15);
    let mut healthy = Level { bodies: vec![wall, moving(shape, [speed, 0.0])], ..Level::default() };
    healthy.world.gravity = [0.0, 0.0];
    healthy.world.contact.edge_choice = EdgeChoice::Distance;
    let fast = speed * random.around(60.0, 400.0);
    with_body(healthy, 1, |body| body.nodes.iter_mut().for_each(|node| node.velocity = [fast, 0.0]))
}

/// The body upside down, with the same orientation.
fn turned_over(mut body: Body) -> Body {
    for node in &mut body.nodes {
        node.position = [-node.position[0], -node.position[1]];
    }
    body
}

/// The body rotated about the origin, in radians.
fn tilted(mut body: Body, angle: f64) -> Body {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    for node in &mut body.nodes {
        let [x, y] = node.position;
        node.position = [cos * x - sin * y, sin * x + cos * y];
    }
    body
}
