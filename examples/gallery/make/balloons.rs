//! Balloons with and without barycentre, and failures of their triangles (000 §E.1).

use super::stage::{AMBER, CORAL, DECOR, PINK, Stage, VIOLET, ground, hexagonal_disc};
use blobsmith::level::shapes::{BalloonShape, DiscShape, Material, Terrain};
use blobsmith::level::{Body, EdgeChoice, Level};

/// A stone falls on a balloon and dents it.
fn dented(name: &str, notes: &str, barycentre: bool) -> Level {
    let balloon = BalloonShape {
        sides: 24,
        radius: 2.0,
        barycentre,
        material: Material::default().weighing(0.5).springy(3.0, 0.2).filled(3.0).touching(0.4, 0.5),
        ..BalloonShape::default()
    };
    let stone = DiscShape {
        radius: 0.6,
        rings: 2,
        material: Material::default().weighing(0.6).springy(8.0, 0.4).touching(0.4, 0.5),
        ..hexagonal_disc()
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
        the top node, on which the stone falls. A dent there flips some of them, and they would be painted outside the
        balloon (source “Blobs” §E.1). The area, and so the gas, is still right: flipped triangles have negative area.

        Show the triangles by orientation. At frame 9 the balloon, which swells and shrinks, has flattened its own top
        before the stone arrives; at frames 14 to 36 the stone dents it. The checks warn of the balloon and offer the
        barycentre as a fix; docs/why-blobs-fail.md has the numbers.";
    dented("Balloon without barycentre", notes, false)
}

pub fn with_barycentre() -> Level {
    let notes =
        "The same balloon and the same stone, with the usual remedy (source “Blobs” §E.1): an additional node without
        springs that
        always lies at the barycentre of the others. The triangles are a fan from it, and the dent flips none of them.
        Every other node moves exactly as in the previous level.";
    dented("Balloon with barycentre", notes, true)
}

/// A balloon of 24 nodes at the origin; the first one is to the right.
fn bag(gas: f64, barycentre: bool) -> Body {
    let material = Material::default().weighing(0.5).springy(3.0, 0.3).filled(gas).touching(0.3, 0.8);
    BalloonShape { sides: 24, radius: 2.0, start_rad: 0.0, barycentre, material, ..BalloonShape::default() }.body()
}

/// Ground with a raised part, given by its surface.
fn rising(points: &[[f64; 2]]) -> Body {
    Terrain { surface: points.to_vec(), base: -1.0, material: ground() }.body()
}

pub fn on_a_spike() -> Level {
    let notes = "Paint outside the hull (source “Blobs” §E.1). The balloon sinks onto a spike. Its triangles are a
        fan from the
        rightmost node: those that span the dent flip, and others extend across it, so that the spike is painted over.

        Diagnosis: flipped triangles, and paint outside the hull; the overlay Spill and unpainted hull hatches it. Remedy
        for both: a fan from the barycentre, which lies above the whole dent. The panel Balloon shows both side by side
        and proves that nothing else changes.";
    let spike = rising(&[[-4.0, 0.0], [-1.3, 0.0], [0.0, 1.3], [1.3, 0.0], [4.0, 0.0]]);
    Stage::new("Balloon on a spike", notes)
        .view([0.0, 2.3], 8.0)
        .body(spike.named("spike"), DECOR)
        .body(bag(1.5, false).named("balloon").translated([0.0, 3.5]), PINK)
        .with(|level| level.world.contact.edge_choice = EdgeChoice::EntryEdge)
        .done()
}

pub fn coarse() -> Level {
    let notes = "Hull left unpainted (source “Blobs” §C.3, §E.1). There is a triangle for every second node only,
        which leaves a
        sliver at every other node of the hull. The border of the triangles is not the hull, so the area of the gas is the
        sum of the triangles, which is too small as well.

        Diagnosis: hull left unpainted, from the first frame on. The checks warn of the areas before the run. Remedy: the
        fan from the barycentre, or a retriangulation of the hull.";
    let mut body = bag(2.0, true);
    let hub = body.nodes.len() - 1;
    body.triangles = (0..12).map(|corner| [hub, 2 * corner, (2 * corner + 2) % 24]).collect();
    Stage::new("Coarse triangles", notes)
        .view([0.0, 0.0], 6.0)
        .body(body.named("balloon"), VIOLET)
        .with(|level| level.world.gravity = [0.0, 0.0])
        .done()
}

pub fn on_a_post() -> Level {
    let notes = "Even the fan fails (source “Blobs” §E.1). The balloon has its barycentre and its fan. But it sinks
        onto a post and
        hangs down on both sides of it. The barycentre is then in the dent, outside of the balloon and on the outside of
        the dent's edges, whose triangles flip.

        Diagnosis: even the fan fails. The gas is not affected, because its area is right. For drawing: a retriangulation
        of the hull in every frame (overlay `retriangulation`). To change the shape: more gas, or springs across.";
    let post = rising(&[[-4.0, 0.0], [-0.6, 0.0], [-0.55, 1.6], [0.55, 1.6], [0.6, 0.0], [4.0, 0.0]]);
    Stage::new("Balloon on a post", notes)
        .view([0.0, 2.4], 8.0)
        .body(post.named("post"), DECOR)
        .body(bag(0.5, true).named("balloon").translated([0.0, 3.8]), AMBER)
        .with(|level| level.world.contact.edge_choice = EdgeChoice::EntryEdge)
        .done()
}
