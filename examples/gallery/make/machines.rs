//! Machines: wheel, bridge, gears, lift, ring.

use super::stage::{AMBER, BLUE, CORAL, DECOR, GREEN, PINK, Stage, TEAL, VIOLET, ground, hexagonal_disc};
use blobsmith::level::Level;
use blobsmith::level::shapes::{Bridge, DiscShape, Floor, Gear, Material, Rectangle, Ring, Terrain, Wheel};
use std::f64::consts::PI;

pub fn wheel() -> Level {
    let wheel = Wheel {
        radius: 1.2,
        segments: 20,
        material: Material::default().springy(8.0, 0.3).touching(0.2, 1.0),
        ..Wheel::default()
    };
    let slope = Terrain {
        surface: vec![
            [-11.0, 3.6],
            [-10.0, 3.6],
            [0.0, 0.6],
            [1.5, 0.2],
            [3.0, 0.0],
            [4.5, 0.0],
            [6.0, 0.3],
            [7.5, 0.9],
            [9.0, 1.8],
            [10.0, 2.6],
            [11.0, 2.6],
        ],
        base: -1.6,
        material: ground().touching(0.3, 1.0),
    };
    let notes = "A wheel with a soft tyre on a rim with spokes rolls down a slope, up the other side and back. Only
        friction at the touching nodes turns it (source “Blobs” §D.2.b). Show the velocities: the node at the ground
        stands still,
        and the top node moves twice as fast as the hub.

        The tyre is a polygon, so it bumps and loses a little energy at every node.";
    Stage::new("Soft wheel on a slope", notes)
        .view([0.0, 2.0], 12.5)
        .body(slope.body().named("slope"), DECOR)
        .body(wheel.body().translated([-7.2, 4.15]), BLUE)
        .done()
}

pub fn bridge() -> Level {
    let bridge = Bridge {
        span: 12.0,
        bays: 16,
        depth: 0.9,
        camber: 0.5,
        material: Material::default().weighing(0.5).springy(40.0, 2.0).touching(0.2, 0.8),
    };
    let load = Rectangle {
        columns: 3,
        rows: 3,
        cell: [0.4, 0.4],
        brace: true,
        material: Material::default().touching(0.2, 0.7),
        ..Rectangle::default()
    };
    let bank = Floor { width: 4.0, thickness: 3.2, material: ground() };
    let notes =
        "Two loads drop on a bridge that is pinned at both ends. The camber of the deck disappears; the lower chord is in
        tension and the upper one in compression. Show the springs' forces, or drag a load (source “Blobs” §C.2).

        Its springs are stiff for their light masses, so the level needs 32 substeps; the checks report the minimum.";
    Stage::new("Bridge", notes)
        .view([0.0, 0.2], 10.5)
        .body(bank.body().named("left bank").translated([-8.1, 0.0]), DECOR)
        .body(bank.body().named("right bank").translated([8.1, 0.0]), DECOR)
        .body(bridge.body(), TEAL)
        .body(load.body().named("load").translated([-1.2, 2.0]), CORAL)
        .body(load.body().named("load").translated([1.0, 3.2]), AMBER)
        .with(|level| level.world.substeps = 32)
        .done()
}

pub fn gears() -> Level {
    let material = Material::default().springy(8.0, 0.3).touching(0.3, 0.0);
    let big = Gear { teeth: 16, module: 0.3, axle: true, material, ..Gear::default() };
    // A gap faces a tooth of the first gear.
    let small = Gear { teeth: 10, start_rad: PI / 10.0, ..big };
    let apart = big.pitch_radius() + small.pitch_radius();
    let notes = "The left gear starts with a rotation and drives the right one. Both turn on an axle: their hubs are
        pinned, and spokes of springs hold the rest. The drive is contact of nodes with edges only (source “Blobs”
        §D); with 16 teeth
        against 10 the small gear turns 1.6 times as fast, in the opposite direction.

        There is no gravity. Show the chosen edges to see the contact of the flanks.";
    Stage::new("Gears", notes)
        .view([-0.1, 0.0], 7.0)
        .body(big.body().named("driver").spinning([0.0, 0.0], -0.02).translated([-1.6, 0.0]), VIOLET)
        .body(small.body().named("driven").translated([apart - 1.6, 0.0]), GREEN)
        .with(|level| level.world.gravity = [0.0, 0.0])
        .done()
}

pub fn lift() -> Level {
    let soft = Material::default().touching(0.3, 0.6);
    let platform = Floor { width: 3.4, thickness: 0.6, material: ground() };
    let notes = "Two driven platforms: one moves up and down with a pause at both ends, the other to and fro. A driven
        body follows its path, and nothing pushes it (source “Kick those balls” §3). Contacts use its velocity, so
        the lift carries its ball by
        pressure and the shuttle carries its ball by friction alone (source “Blobs” §D.2.b).";
    Stage::new("Lift and shuttle", notes)
        .view([0.0, 3.0], 9.0)
        .body(Floor { width: 14.0, thickness: 1.0, material: ground() }.body(), DECOR)
        .body(
            platform
                .body()
                .named("lift")
                .translated([-3.0, 0.8])
                .driven(vec![[0.0, 0.0], [0.0, 3.0], [0.0, 3.0], [0.0, 0.0]], 400.0),
            DECOR,
        )
        .body(
            platform.body().named("shuttle").translated([1.0, 3.8]).driven(vec![[0.0, 0.0], [2.0, 0.0]], 600.0),
            DECOR,
        )
        .body(DiscShape { radius: 0.9, material: soft, ..hexagonal_disc() }.body().translated([-3.0, 2.2]), CORAL)
        .body(
            DiscShape { radius: 0.7, rings: 2, material: soft, ..hexagonal_disc() }.body().translated([1.0, 5.2]),
            AMBER,
        )
        .done()
}

pub fn ball_in_ring() -> Level {
    let ring = Ring {
        radius: 2.0,
        hole: 0.72,
        segments: 24,
        material: Material::default().weighing(0.4).springy(10.0, 0.4).touching(0.4, 0.8),
    };
    let ball = DiscShape {
        radius: 0.7,
        rings: 2,
        material: Material::default().weighing(0.3).touching(0.4, 0.6),
        ..hexagonal_disc()
    };
    let hills = Terrain {
        surface: vec![
            [-9.8, 4.0],
            [-9.0, 4.0],
            [-7.5, 3.0],
            [-5.5, 1.6],
            [-3.0, 0.5],
            [0.0, 0.0],
            [3.0, 0.3],
            [5.5, 1.2],
            [7.5, 2.6],
            [9.0, 4.0],
            [9.8, 4.0],
        ],
        base: -1.4,
        material: ground(),
    };
    let notes =
        "A ring rolls down a hill with a ball inside. The ring's hull has two loops; the inner one runs clockwise,
        so its outside is the hole (source “Blobs” §D.1.b: the parity of all edges decides, whichever loop they are
        in). So a moving
        body can be a container too.";
    Stage::new("Ball in a ring", notes)
        .view([0.0, 2.8], 10.5)
        .body(hills.body().named("hills"), DECOR)
        .body(ring.body().translated([-4.9, 3.7]), GREEN)
        .body(ball.body().named("ball").translated([-4.9, 3.0]), PINK)
        .done()
}
