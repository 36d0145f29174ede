//! Levels of 004: velocity retention and hidden supports.

use super::soft::rigid;
use super::stage::{AMBER, BLUE, CORAL, GREEN, Stage, TEAL, VIOLET, ball};
use blobsmith::level::shapes::{BalloonShape, Rope, RopeLinks};
use blobsmith::level::{Body, Bounds, ContactMethod, Disc, Integrator, Level, Twin};

pub fn friction() -> Level {
    let notes =
        "Velocity retention (in source “Verlet, sticks and pieces” a friction factor): the fraction of the velocity
        that remains after a
        substep. Without other forces a part that starts at speed v stops after v·h·r/(1 - r), a geometric series. With r
        = 0.995 and h = 1/16 that is 12.4375 v: four pucks start with 0.25, 0.5, 0.75 and 1, and stop at the marks. So
        does the stick, whose two nodes move by Verlet, and the rotating cross loses its rotation.

        Set the retention to 0.99, and they move half as far; at 1 nothing ever stops. It acts once per substep: with 32
        substeps the pucks do not reach the marks.";
    let retention = 0.995;
    let reach = 0.0625 * retention / (1.0 - retention);
    let mut stage = Stage::new("Friction factor", notes).view([0.0, 0.6], 10.6);
    for (lane, color) in [CORAL, AMBER, GREEN, TEAL].into_iter().enumerate() {
        let (speed, y) = (0.25 * (lane as f64 + 1.0), 4.0 - 1.3 * lane as f64);
        let stop = -6.6 + reach * speed;
        stage = stage
            .disc(Disc { velocity: [speed, 0.0], ..ball([-6.6, y], 0.4) }, color)
            .wall("mark", &[[stop, y + 0.45], [stop, y + 0.62]], 1.0)
            .wall("mark", &[[stop, y - 0.45], [stop, y - 0.62]], 1.0);
    }
    let straight = Rope { links: 1, kind: RopeLinks::Sticks, start_pinned: false, ..Rope::default() };
    let stick = Rope { from: [-6.6, -1.6], to: [-6.6, -0.9], ..straight };
    let stop = -6.6 + reach * 0.75;
    stage
        .body(stick.body().named("stick").launched([0.75, 0.0]), BLUE)
        .wall("mark", &[[stop, -0.8], [stop, -0.63]], 1.0)
        .wall("mark", &[[stop, -1.7], [stop, -1.87]], 1.0)
        .body(cross().named("cross").translated([4.8, -2.6]).spinning([4.8, -2.6], 0.3), VIOLET)
        .with(|level| {
            level.world.gravity = [0.0, 0.0];
            level.world.integrator = Integrator::Verlet;
            level.world.velocity_retention = retention;
            level.world.stick_iterations = 8;
        })
        .done()
}

/// Four sticks to a centre, kept square by four hidden ones.
fn cross() -> Body {
    let mut body = rigid(BalloonShape { sides: 4, radius: 1.2, brace_span: 2, ..BalloonShape::default() }.body());
    for stick in &mut body.sticks {
        stick.hidden = !stick.hidden;
    }
    body.hull.clear();
    body.triangles.clear();
    body.nodes.retain(|node| node.role != blobsmith::level::Role::Barycentre);
    body
}

pub fn supports() -> Level {
    let ring = |brace_span: usize| {
        let balloon = BalloonShape { sides: 10, radius: 1.3, brace_span, ..BalloonShape::default() };
        rigid(balloon.body())
    };
    let crossed = |mut body: Body| {
        // Two more sets of supports: to the fourth next node, and straight across.
        let wide = [4, 5].map(ring);
        for stick in wide.iter().flat_map(|body| &body.sticks).filter(|stick| stick.hidden) {
            if !body.sticks.iter().any(|own| (own.a, own.b) == (stick.b, stick.a)) {
                body.sticks.push(*stick);
            }
        }
        body
    };
    let notes =
        "Hidden supports (source “Verlet, sticks and pieces”). Both rings have the same outline of sticks. The left
        one has nothing else and
        collapses like a chain; the right one has supports across, which are sticks that are not drawn, and keeps its
        shape. Show the stick error, which draws them too.

        Each pass corrects the sticks one after the other, and each correction slightly disturbs its neighbours, so the
        number of passes acts as a stiffness. The ghost is the level's twin with one pass instead of three. Its worst
        stick error is a tenth, with three passes a thirteenth, and with 8 a hundredth. The box is the level's bounds;
        contact is by diagonals, which requires convex pieces.";
    Stage::new("Hidden supports", notes)
        .view([0.0, 0.0], 9.4)
        .body(ring(0).named("without supports").translated([-3.2, 0.4]), CORAL)
        .body(crossed(ring(3)).named("with supports").translated([3.0, 1.4]).launched([-0.03, 0.0]), TEAL)
        .body(
            rigid(BalloonShape { sides: 4, radius: 0.9, brace_span: 2, ..BalloonShape::default() }.body())
                .named("square")
                .rotated([0.0, 0.0], 0.3)
                .translated([3.4, -2.2]),
            AMBER,
        )
        .ghost(Twin { stick_iterations: Some(1), ..Twin::default() })
        .with(|level| {
            level.world.integrator = Integrator::Verlet;
            level.world.velocity_retention = 0.9995;
            level.world.stick_iterations = 3;
            level.world.contact.method = ContactMethod::Diagonals;
            level.world.bounds = Some(Bounds { min: [-6.0, -3.8], max: [6.0, 4.0], restitution: 0.3 });
        })
        .done()
}
