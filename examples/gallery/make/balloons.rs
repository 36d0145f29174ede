//! A balloon without and with barycentre (000 §E.1).
//!
//! Must never know: the other levels.

use super::stage::{AMBER, CORAL, DECOR, Stage, ground};
use blobsmith::level::Level;
use blobsmith::level::shapes::{Balloon, Disc, Material, Terrain};

/// A stone falls on a balloon and dents it.
fn dented(name: &str, notes: &str, barycentre: bool) -> Level {
    let balloon = Balloon {
        sides: 24,
        radius: 2.0,
        barycentre,
        material: Material::default().weighing(0.5).springy(3.0, 0.2).filled(3.0).touching(0.4, 0.5),
        ..Balloon::default()
    };
    let stone = Disc {
        radius: 0.6,
        rings: 2,
        material: Material::default().weighing(0.6).springy(8.0, 0.4).touching(0.4, 0.5),
        ..Disc::default()
    };
    let bowl = Terrain {
        surface: [-6.0, -4.6, -3.2, -1.8, 0.0, 1.8, 3.2, 4.6, 6.0]
            .into_iter()
            .zip([2.0, 2.0, 0.9, 0.2, 0.0, 0.2, 0.9, 2.0, 2.0])
            .map(|(x, y)| [x, y])
            .collect(),
        base: -1.0,
        material: ground(),
    };
    Stage::new(name, notes)
        .view([0.0, 3.0], 9.0)
        .body(bowl.body().named("bowl"), DECOR)
        .body(balloon.body().translated([0.0, 2.2]), CORAL)
        .body(stone.body().named("stone").translated([0.0, 6.2]), AMBER)
        .done()
}

pub fn bare() -> Level {
    let notes = "A balloon has nodes on its hull only, and its gas keeps it in shape. Here its triangles are a fan from
        the node at the top, on which the stone falls: a dent there turns some of them over, and they would be painted
        outside the balloon (000 §E.1). The area, and so the gas, is still right: flipped triangles count as negative.

        Show the triangles by orientation and look at frame 9, where the balloon, which swells and shrinks, has
        flattened its own top before the stone arrives, and at frames 14 to 36, where the stone dents it. The checks
        warn of the balloon and offer the barycentre as a fix; docs/why-blobs-fail.md has the numbers.";
    dented("Balloon without barycentre", notes, false)
}

pub fn with_barycentre() -> Level {
    let notes = "The same balloon and the same stone, with the remedy of 000 §E.1: one node more, which is in no spring
        and always lies at the barycentre of the others. The triangles fan out from it, and the dent turns none of them
        over. Every other node moves exactly as in the level before.";
    dented("Balloon with barycentre", notes, true)
}
