//! The level that the editor opens with.

use super::stage::{AMBER, BLUE, CORAL, DECOR, Stage, TEAL, ground, hexagonal_disc};
use blobsmith::level::Level;
use blobsmith::level::shapes::{BalloonShape, DiscShape, Material, Rectangle, Star, Terrain};

pub fn first_blob() -> Level {
    let soft = Material::default().weighing(0.5).springy(2.5, 0.1).touching(0.6, 0.5);
    let blob = DiscShape { radius: 1.4, rings: 3, material: soft.filled(4.0), ..hexagonal_disc() };
    let valley = Terrain {
        surface: vec![
            [-9.0, 3.1],
            [-8.0, 3.1],
            [-7.0, 2.6],
            [-6.0, 1.8],
            [-5.0, 1.0],
            [-4.0, 0.45],
            [-3.0, 0.12],
            [-2.0, 0.0],
            [2.5, 0.0],
            [3.3, 0.15],
            [4.0, 0.5],
            [4.7, 0.9],
            [5.5, 1.0],
            [7.2, 1.0],
            [7.9, 1.4],
            [8.4, 2.2],
            [9.0, 3.2],
            [10.0, 3.2],
        ],
        base: -1.2,
        material: ground(),
    };
    let brick = Rectangle {
        columns: 4,
        rows: 2,
        cell: [0.4, 0.4],
        brace: true,
        material: Material::default().touching(0.3, 0.7),
        ..Rectangle::default()
    };
    let ball = BalloonShape {
        sides: 18,
        radius: 0.7,
        material: Material::default().weighing(0.4).springy(4.0, 0.1).filled(1.2).touching(0.9, 0.4),
        ..BalloonShape::default()
    };
    let star = Star { radius: 0.9, material: Material::default().touching(0.5, 0.5), ..Star::default() };
    Stage::new(
        "First blob",
        "A soft blob drops into a valley: masses and springs in a hull filled with gas (source “Blobs” §A). A brick
        lies below, a
        balloon rolls in from the left, a star lands on the right.

        Press play. Then switch on forces, velocities or the chosen edges and play again, or step frame by frame and see
        which edge pushes which node. Drag a node to throw the blob.",
    )
    .view([0.0, 2.9], 9.0)
    .body(valley.body().named("valley"), DECOR)
    .body(blob.body().named("blob").translated([-0.6, 5.2]), CORAL)
    .body(brick.body().named("brick").translated([0.9, 0.4]), AMBER)
    .body(ball.body().named("ball").translated([-5.2, 3.2]), TEAL)
    .body(star.body().named("star").translated([5.4, 3.2]), BLUE)
    .done()
}
