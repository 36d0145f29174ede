//! Levels of many bodies: blobs in a container, a stack, a pile of a hundred.

use super::stage::{AMBER, BLUE, CORAL, DECOR, MANY, PINK, Stage, TEAL, ground, hexagonal_disc};
use blobsmith::level::Level;
use blobsmith::level::shapes::{BalloonShape, Container, DiscShape, Floor, Material, Rectangle, Star};

pub fn container() -> Level {
    let soft = Material::default().springy(10.0, 0.4).touching(0.6, 0.4);
    let disc = DiscShape { radius: 1.0, rings: 2, material: soft, ..hexagonal_disc() };
    let balloon =
        BalloonShape { sides: 18, radius: 1.1, material: soft.weighing(0.4).filled(1.2), ..BalloonShape::default() };
    let star = Star { radius: 1.2, material: soft.springy(8.0, 0.4), ..Star::default() };
    let notes = "The container is itself a body (source “Blobs” §D.1): a fixed body whose hull has an outer loop and an
        inner, clockwise one.
        So the outside of every edge is on its right, in the room as well. Contact with it is the same as between blobs.

        Show the hull's outside: its marks point into the room.";
    Stage::new("Container", notes)
        .view([0.0, 0.0], 9.5)
        .body(Container { inside: [11.0, 7.0], wall: 0.7, material: ground() }.body(), DECOR)
        .body(disc.body().translated([-3.6, 1.4]).launched([0.08, 0.05]), CORAL)
        .body(balloon.body().translated([0.0, 1.8]).launched([-0.05, 0.1]), TEAL)
        .body(star.body().translated([3.2, 0.8]).launched([-0.1, 0.02]), AMBER)
        .body(disc.body().scaled([0.0, 0.0], 0.7).translated([-1.6, -2.2]), BLUE)
        .body(disc.body().scaled([0.0, 0.0], 0.6).translated([2.2, -2.4]), PINK)
        .done()
}

pub fn stack() -> Level {
    let brick = |columns: usize| Rectangle {
        columns,
        rows: 3,
        cell: [0.4, 0.4],
        shear: true,
        brace: true,
        material: Material::default().springy(12.0, 0.6).touching(0.0, 0.7),
    };
    let bricks = (0..5).map(|i| {
        let body = brick(11 - 2 * i).body().named("brick").translated([0.0, 0.6 + 1.2 * i as f64]);
        (body, MANY[i])
    });
    let notes = "Five bricks rest on each other. Contacts are resolved one after the other, node by node (source
        “Blobs” §D.2), so
        errors accumulate in a stack. Look at the velocities after frame 300, and at how far the upper bricks have moved
        sideways by then.

        The bricks are narrower towards the top, because corner exactly on corner is the acute-angle problem again
        (source “Blobs”
        §E.2). Make them equal, and the tower falls.";
    Stage::new("Stack", notes)
        .view([0.0, 2.9], 8.5)
        .body(Floor { width: 10.0, thickness: 1.0, material: ground() }.body(), DECOR)
        .bodies(bricks)
        .done()
}

pub fn pile() -> Level {
    let blob = BalloonShape {
        sides: 8,
        radius: 0.42,
        brace_span: 3,
        material: Material::default().weighing(0.2).springy(2.0, 0.1).filled(0.1).touching(0.3, 0.5),
        ..BalloonShape::default()
    };
    let blobs = (0..100).map(|i| {
        let (column, row) = (i % 10, i / 10);
        // Every second row is offset, so that the columns do not balance.
        let shift = if row % 2 == 0 { 0.15 } else { -0.15 };
        let place = [(column as f64 - 4.5) + shift, 0.6 + row as f64];
        (blob.body().named("blob").translated(place), MANY[(3 * i + row) % MANY.len()])
    });
    let notes =
        "A hundred small blobs fall into a container: the broad phase at work. Only bodies with overlapping boxes
        are tested (source “Blobs” §D.1.a). Show the boxes and the number of contacts.";
    Stage::new("Pile of 100", notes)
        .view([0.0, 5.4], 13.6)
        .body(Container { inside: [12.0, 11.0], wall: 0.8, material: ground() }.body().translated([0.0, 5.5]), DECOR)
        .bodies(blobs)
        .with(|level| level.world.substeps = 8)
        .done()
}
