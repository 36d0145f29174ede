//! Particles and discs on fixed and driven obstacles and on hulls (003, 000 §D.2).

use super::stage::{
    AMBER, BLUE, CORAL, DECOR, GREEN, Numbers, PINK, Stage, TEAL, VIOLET, ball, driven, ground, hexagonal_disc,
};
use blobsmith::level::shapes::{DiscShape as Blob, Floor, Material, Rectangle, Terrain};
use blobsmith::level::{Body, Disc, Level, ObstacleShape, Point, Twin};
use std::f64::consts::TAU;

pub fn rain() -> Level {
    let notes = "Particles are discs of radius 0 (source “Particles and obstacles”). Rain falls on five circles with
        restitution 0, 0.25, 0.5, 0.75 and 1 from
        left to right. An impact reverses the velocity along the normal and multiplies it by that number; the velocity
        along the surface stays. At 0 the drops slide off, at 1 they rebound to their initial height.

        Below, the same from the other side: particles inside two circles, of which the left one returns the whole speed
        and the right one half, and particles thrown against the underside of two slanted segments.";
    let mut stage = Stage::new("Particles", notes).view([0.0, 3.4], 13.0);
    let colors = [CORAL, AMBER, GREEN, TEAL, BLUE];
    for (column, color) in colors.into_iter().enumerate() {
        let x = (column as f64 - 2.0) * 3.6;
        let shape = ObstacleShape::Circle { center: [x, 5.4], radius: 0.9 };
        stage = stage.obstacle("circle", shape, 0.25 * column as f64);
        for drop in 0..9 {
            let position = [x + (f64::from(drop) - 4.0) * 0.19 + 0.02, 8.6 + 0.13 * f64::from(drop * 4 % 9)];
            stage = stage.disc(ball(position, 0.0), color);
        }
    }
    for (x, restitution) in [(-6.4, 1.0), (6.4, 0.5)] {
        stage = stage.obstacle("hollow", ObstacleShape::Circle { center: [x, 0.8], radius: 1.7 }, restitution);
        for part in 0..7 {
            let position = [x - 0.9 + 0.28 * f64::from(part), 1.4 + 0.05 * f64::from(part * 3 % 7)];
            stage = stage.disc(ball(position, 0.0), PINK);
        }
    }
    for part in 0..7 {
        let velocity = [0.02 * (f64::from(part) - 3.0), 0.27];
        stage = stage.disc(Disc { velocity, ..ball([0.1 * (f64::from(part) - 3.0), -1.0], 0.0) }, VIOLET);
    }
    stage
        .wall("roof", &[[-2.4, 1.0], [-0.2, 2.2]], 0.8)
        .wall("roof", &[[0.2, 2.2], [2.4, 1.0]], 0.8)
        .obstacle("ground", ObstacleShape::Line([0.0, -2.0], [1.0, 0.0]), 0.5)
        .wall("left wall", &[[-9.6, -2.0], [-9.6, 9.6]], 0.8)
        .wall("right wall", &[[9.6, -2.0], [9.6, 9.6]], 0.8)
        .with(|level| level.world.gravity = [0.0, -0.01])
        .done()
}

pub fn driven_obstacles() -> Level {
    let notes = "Moving obstacles (source “Particles and obstacles” §4 has only fixed ones; “Kick those balls” §3 has
        the disc that nothing pushes). Here a moving
        obstacle is a driven disc or a driven body. Eight driven discs on a circular path form a mill wheel that stirs the
        balls that roll back to it, a driven body is the lift, and another one sweeps drops off their shelf. Contacts use
        the obstacles' velocity: particles and discs are thrown, carried and pushed.

        Show the paths and the velocities. Halve the period of one paddle's path, and it loses the wheel's rhythm; set the
        lift's period to 90, and it throws its load.";
    let round = |from: usize| -> Vec<Point> {
        let at = |step: usize| {
            let angle_rad = TAU * step as f64 / 24.0;
            [1.7 * libm::cos(angle_rad), 1.7 * libm::sin(angle_rad)]
        };
        let start = at(from);
        (0..24).map(|step| at((from + step) % 24)).map(|[x, y]| [x - start[0], y - start[1]]).collect()
    };
    let mut stage = Stage::new("Driven obstacles", notes).view([0.0, 3.9], 10.6);
    for paddle in 0..8 {
        let angle_rad = TAU * f64::from(paddle) / 8.0;
        let center = [1.7 * libm::cos(angle_rad), 2.65 + 1.7 * libm::sin(angle_rad)];
        stage = stage.disc(driven("paddle", center, 0.35, round(paddle as usize * 3), 120.0), DECOR);
    }
    let mut numbers = Numbers(42);
    for number in 0..10 {
        let x = -1.5 + 0.75 * f64::from(number % 5) + numbers.between(-0.1, 0.1);
        let disc = Disc { restitution: 0.9, ..ball([x, 6.0 + 0.7 * f64::from(number / 5)], 0.24) };
        stage = stage.disc(disc, [CORAL, AMBER, TEAL, BLUE][number as usize % 4]);
    }
    for number in 0..2 {
        let disc = Disc { restitution: 0.7, ..ball([-6.5 + 0.6 * f64::from(number), 3.1], 0.24) };
        stage = stage.disc(disc, VIOLET);
    }
    for _ in 0..40 {
        let position = [numbers.between(4.2, 5.9), numbers.between(4.0, 7.5)];
        stage = stage.disc(Disc { restitution: 0.7, ..ball(position, 0.0) }, PINK);
    }
    let touch = ground().touching(0.9, 0.2);
    let tray = vec![[-1.4, 0.35], [-1.2, 0.35], [-1.1, 0.0], [1.1, 0.0], [1.2, 0.35], [1.4, 0.35]];
    let lift = Terrain { surface: tray, base: -0.4, material: touch };
    let up = vec![[0.0, 0.0], [0.0, 3.0], [0.0, 3.0], [0.0, 0.0]];
    let sweeper = Floor { width: 0.5, thickness: 1.8, material: touch };
    let along = vec![[0.0, 0.0], [0.0, 0.0], [-2.3, 0.0], [0.0, 0.0]];
    stage
        .body(lift.body().named("lift").translated([-5.9, 2.6]).driven(up, 360.0), DECOR)
        .body(sweeper.body().named("sweeper").translated([6.4, 5.0]).driven(along, 400.0), DECOR)
        .wall(
            "wall",
            &[
                [-7.4, 9.0],
                [-7.4, 1.8],
                [-0.7, 0.0],
                [1.1, 0.0],
                [3.9, 2.2],
                [3.9, 3.5],
                [7.4, 3.5],
                [7.4, 9.0],
                [-7.4, 9.0],
            ],
            0.9,
        )
        .with(|level| level.world.gravity = [0.0, -0.008])
        .done()
}

pub fn balls_on_blobs() -> Level {
    let material = Material::default().weighing(0.1).springy(1.5, 0.01).touching(1.0, 0.0);
    let slab = Rectangle { columns: 14, rows: 2, cell: [0.4, 0.4], material, ..Rectangle::default() };
    let slab = pinned_at_the_sides(slab.body().named("trampoline").translated([-3.6, 2.4]));
    let blob = Blob { radius: 1.1, material: Material::default().weighing(0.2).touching(0.6, 0.3), ..hexagonal_disc() };
    let notes =
        "Discs and particles collide with the hulls of bodies (source “Blobs” §D.2 with a disc as the node M, “Kick
        those balls” for the disc). The
        deepest point of a disc is tested against each hull, and the momentum that the disc gains the edge loses. Three
        balls bounce on a slab that is pinned at both ends, a heavy disc hits a blob and drives it on, and drops fall on
        the other blob.

        Show the velocities. The heavy disc nearly stops. With mass 0.5 it rebounds from the blob; with mass 12 it
        continues and hits it again. Without gravity and ground the total momentum is constant.";
    let basin = vec![[-8.6, 3.0], [-7.9, 3.0], [-7.6, 0.0], [7.6, 0.0], [7.9, 3.0], [8.6, 3.0]];
    let basin = Terrain { surface: basin, base: -1.0, material: ground().touching(0.6, 0.6) };
    let mut stage = Stage::new("Balls on blobs", notes)
        .view([0.0, 3.0], 9.0)
        .body(basin.body().named("basin"), DECOR)
        .body(slab, TEAL)
        .body(blob.body().named("struck blob").translated([2.8, 1.15]), AMBER)
        .body(blob.body().named("blob in the rain").translated([6.0, 1.15]), GREEN);
    for (x, y) in [(-4.7, 5.4), (-3.5, 6.4), (-2.3, 4.8)] {
        stage = stage.disc(ball([x, y], 0.35), CORAL);
    }
    let heavy = Disc { mass: 4.0, velocity: [0.22, 0.0], restitution: 0.8, ..ball([-1.4, 0.7], 0.7) };
    stage = stage.disc(Disc { name: "heavy disc".into(), ..heavy }, VIOLET);
    for drop in 0..12 {
        let position = [5.3 + 0.12 * f64::from(drop), 5.0 + 0.2 * f64::from(drop * 5 % 12)];
        stage = stage.disc(Disc { mass: 0.1, restitution: 0.8, ..ball(position, 0.0) }, BLUE);
    }
    stage.done()
}

/// Pins the leftmost and rightmost nodes of the body and removes the springs between them.
fn pinned_at_the_sides(mut body: Body) -> Body {
    let across = |pick: fn(f64, f64) -> f64, start: f64| body.nodes.iter().map(|n| n.position[0]).fold(start, pick);
    let (left, right) = (across(f64::min, f64::INFINITY), across(f64::max, f64::NEG_INFINITY));
    for node in &mut body.nodes {
        node.pinned = node.position[0] < left + 0.01 || node.position[0] > right - 0.01;
    }
    let Body { nodes, springs, .. } = &mut body;
    springs.retain(|spring| !(nodes[spring.a].pinned && nodes[spring.b].pinned));
    body
}

pub fn sticking() -> Level {
    let notes =
        "A contact that pulls back (source “Blobs” §D.2). Its impulse does not depend on the direction of motion: a
        node that is
        inside but already leaving is reversed as well. Three discs start in the ground, moving up with equal speeds. With
        restitution 0 the left one is stopped; the middle one, at 0.5, is reversed twice and keeps a quarter of its speed;
        only the right one, at 1, reaches the marks.

        This is the method of the source. The ghosts are the level's twin with 'approaching only': there impulse and
        friction act only on nodes that move inwards, and all three discs reach the marks.";
    let mut stage = Stage::new("Sticking contact", notes)
        .view([0.0, 0.9], 4.6)
        .body(Floor { width: 8.0, thickness: 1.0, material: ground().touching(1.0, 0.0) }.body(), DECOR);
    for (x, restitution, color) in [(-2.0, 0.0, CORAL), (0.0, 0.5, AMBER), (2.0, 1.0, TEAL)] {
        // The deepest point is 0.1 below the ground and rises by 0.0124 per substep.
        let disc = Disc { velocity: [0.0, 0.2], restitution, ..ball([x, 0.25], 0.35) };
        stage = stage.disc(disc, color);
        // A disc with upward velocity 0.2 rises by 0.2²/(2·0.02); its top is 0.7 above its lowest point.
        for side in [-1.0, 1.0] {
            stage = stage.wall("mark", &[[x + side * 0.45, 1.7], [x + side * 0.75, 1.7]], 0.0);
        }
    }
    stage.ghost(Twin { approaching_only: Some(true), ..Twin::default() }).done()
}
