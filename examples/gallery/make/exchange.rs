//! Impacts between discs: cradle, billiard break, bumpers, bat (002).

use super::stage::{AMBER, BLUE, CORAL, DECOR, GREEN, MANY, PINK, Stage, TEAL, VIOLET, ball, driven, fixed, ground};
use blobsmith::level::shapes::Floor;
use blobsmith::level::{Disc, Level, ObstacleShape, Point};

pub fn cradle() -> Level {
    let speed = 0.125;
    let moving = |x: f64, y: f64| Disc { velocity: [speed, 0.0], ..ball([x, y], 0.5) };
    // The mass is proportional to the area.
    let heavy = Disc { mass: 3.0, velocity: [speed, 0.0], ..ball([-6.0, -3.0], 0.866) };
    let row = |y: f64| (-2..=2).map(move |x| (ball([f64::from(x), y], 0.5), TEAL));
    let notes = "Newton's cradle (source “Kick those balls” §1.iii). Two equal discs that collide head on exchange
        their speeds, so a row passes
        a speed on and only its last disc leaves. Two discs that arrive on the second lane make two leave: one at double
        speed would conserve momentum but not energy.

        On the third lane the first disc has three times the mass. It keeps (3 - 1)/(3 + 1), half its speed, passes on one
        and a half times as much, and follows. Show the velocities. Set the restitution of one disc in a row to 0.8: the
        motion spreads over the row and decays.";
    Stage::new("Newton's cradle", notes)
        .view([0.0, 0.0], 10.5)
        .disc(moving(-6.0, 3.0), CORAL)
        .discs(row(3.0))
        .disc(moving(-5.0, 0.0), CORAL)
        .disc(moving(-6.0, 0.0), CORAL)
        .discs(row(0.0))
        .disc(heavy, AMBER)
        .discs(row(-3.0))
        .obstacle("left wall", ObstacleShape::Segment([-7.0, -4.25], [-7.0, 4.25]), 1.0)
        .obstacle("right wall", ObstacleShape::Segment([7.0, -4.25], [7.0, 4.25]), 1.0)
        .with(|level| level.world.gravity = [0.0, 0.0])
        .done()
}

pub fn billiard() -> Level {
    let radius = 0.2;
    // A small gap, as on a real table; the row distance is √3/2 of the spacing.
    let spacing = 2.0 * radius + 0.002;
    let rack = (0..5).flat_map(|row| (0..=row).map(move |place| (row, place)));
    let rack = rack.enumerate().map(|(number, (row, place))| {
        let x = 2.0 + f64::from(row) * spacing * 0.8660254;
        let y = (f64::from(place) - f64::from(row) * 0.5) * spacing;
        (Disc { name: format!("{}", number + 1), ..ball([x, y], radius) }, MANY[number % MANY.len()])
    });
    let cue = Disc { name: "cue ball".into(), velocity: [0.5, 0.0], ..ball([-3.2, 0.03], radius) };
    let notes =
        "A billiard break (source “Kick those balls” §6: many discs, impacts resolved in order of time). The cue ball
        hits a rack of
        fifteen slightly off centre; dozens of impacts follow within one frame. Until the first ball reaches a cushion
        they conserve momentum and energy to the last digits.

        The cloth is the velocity retention; the cushions return 0.8, and the pockets nothing. Step by substeps around
        frame 10. Move the cue ball by a thousandth and start again: after a few impacts the game is different.";
    let mut stage = Stage::new("Billiard break", notes).view([0.0, 0.0], 8.6).disc(cue, "#f2f2ec").discs(rack);
    for side in [-1.0, 1.0] {
        for half in [-1.0, 1.0] {
            let ends: [Point; 2] = [[0.42 * half, 3.0 * side], [5.45 * half, 3.0 * side]];
            stage = stage.wall("cushion", &ends, 0.8);
            let pocket = [[5.45, 3.0], [5.45, 3.6], [6.6, 3.6], [6.6, 2.45], [6.0, 2.45]];
            stage = stage.wall("corner pocket", &pocket.map(|[x, y]| [x * half, y * side]), 0.0);
        }
        stage = stage.wall("cushion", &[[6.0 * side, -2.45], [6.0 * side, 2.45]], 0.8);
        let pocket = [[-0.42, 3.0], [-0.42, 3.6], [0.42, 3.6], [0.42, 3.0]];
        stage = stage.wall("middle pocket", &pocket.map(|[x, y]| [x, y * side]), 0.0);
    }
    stage
        .with(|level| {
            level.world.gravity = [0.0, 0.0];
            level.world.velocity_retention = 0.9995;
        })
        .done()
}

pub fn bumpers() -> Level {
    let bat = Floor { width: 1.7, thickness: 0.7, material: ground().touching(1.0, 0.0) };
    let notes = "A pinball table (source “Kick those balls” §1.iii: a coefficient above 1 makes a bumper). Each of
        the fixed discs returns 1.3
        times the closing speed, the bat throws up the balls that come down the slopes, and the checks report the energy
        gain. The velocity retention, 0.9995 per substep, limits it.

        Watch the kinetic energy: it jumps at every hit and decays between. Set the retention to 1, and it grows until the
        balls are a blur; set the bumpers' restitution to 1, and only the bat drives the balls.";
    Stage::new("Bumper table", notes)
        .view([0.0, 5.6], 13.4)
        .body(
            bat.body()
                .named("bat")
                .translated([0.0, 0.2])
                .driven(vec![[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [0.0, 0.9], [0.0, 0.9]], 70.0),
            DECOR,
        )
        .disc(fixed("bumper", [-1.8, 8.0], 0.8, 1.3), PINK)
        .disc(fixed("bumper", [1.8, 8.0], 0.8, 1.3), PINK)
        .disc(fixed("bumper", [0.0, 5.4], 0.8, 1.3), PINK)
        .disc(fixed("small bumper", [-3.0, 4.6], 0.35, 1.3), VIOLET)
        .disc(fixed("small bumper", [3.0, 4.6], 0.35, 1.3), VIOLET)
        .disc(ball([-2.2, 10.6], 0.28), CORAL)
        .disc(ball([0.2, 10.9], 0.28), AMBER)
        .disc(ball([2.5, 10.3], 0.28), TEAL)
        .wall(
            "table",
            &[
                [-1.0, -1.0],
                [-1.0, 0.7],
                [-4.0, 2.4],
                [-4.0, 9.9],
                [-2.4, 11.6],
                [2.4, 11.6],
                [4.0, 9.9],
                [4.0, 2.4],
                [1.0, 0.7],
                [1.0, -1.0],
                [-1.0, -1.0],
            ],
            0.8,
        )
        .with(|level| {
            level.world.gravity = [0.0, -0.006];
            level.world.velocity_retention = 0.9995;
        })
        .done()
}

pub fn bat_and_bricks() -> Level {
    let bricks = (0..3).flat_map(|row| (0..10 - row % 2).map(move |column| (row, column)));
    let bricks = bricks.map(|(row, column)| {
        let x = (f64::from(column) - 4.5 + 0.5 * f64::from(row % 2)) * 1.15;
        let color = [CORAL, AMBER, GREEN][row as usize];
        (fixed("brick", [x, 8.8 - 0.95 * f64::from(row)], 0.34, 1.0), color)
    });
    let bat = driven("bat", [-4.4, 0.3], 0.9, vec![[0.0, 0.0], [8.8, 0.0]], 220.0);
    let launched = |position: Point, velocity: Point| Disc { velocity, ..ball(position, 0.22) };
    let notes =
        "Bat and bricks (source “Kick those balls” §2 and §3). The bricks are fixed discs: the component of a ball's
        velocity along the line of
        centres is reversed. The bat is a driven disc: it follows its path in every collision and acts as an infinite mass
        at its own speed, so a ball leaves with an additional twice the bat's speed.

        Show the velocities and compare a ball before and after the bat: in a head-on collision it gains speed, from
        behind it loses. Head-on collisions are more frequent, so the balls become faster; with a period of 110 for the
        bat's path this takes less time. No gravity and no losses.";
    Stage::new("Bat and bricks", notes)
        .view([0.0, 4.7], 10.6)
        .discs(bricks)
        .disc(bat, BLUE)
        .disc(launched([-2.0, 4.0], [0.07, 0.11]), PINK)
        .disc(launched([1.0, 3.4], [-0.05, 0.12]), TEAL)
        .wall("table", &[[-6.0, -0.6], [-6.0, 9.8], [6.0, 9.8], [6.0, -0.6], [-6.0, -0.6]], 1.0)
        .with(|level| level.world.gravity = [0.0, 0.0])
        .done()
}
