//! Mister Jelly in the convention of 001 (y down, AC ^ AB positive), then converted.
//!
//! Coordinates are those of a screen, 16 wide and 9 high, from the upper left corner.

use super::stage::{DECOR, GREEN, PINK, Stage, ground};
use blobsmith::level::import::convention;
use blobsmith::level::{Body, Decor, Level, Motion, Node, Point, Role, Spring};
use std::f64::consts::TAU;

/// Number of skin nodes of a jelly.
const SKIN: usize = 18;

/// A jelly: a skin, an inner ring, a central node. On the screen it runs counter-clockwise, as every loop of 001. Since
/// y points down, its coordinates run clockwise, and AC ^ AB is positive.
fn jelly(name: &str, center: Point, radius: f64, gas: f64) -> Body {
    let mut nodes = Vec::new();
    for (ring, radius) in [(0, radius), (1, 0.55 * radius)] {
        for i in 0..SKIN / (ring + 1) {
            let angle = TAU * (i * (ring + 1)) as f64 / SKIN as f64;
            // y points down: a growing angle first goes up the right side, so the sine is subtracted.
            nodes.push([center[0] + radius * angle.cos(), center[1] - radius * angle.sin()]);
        }
    }
    nodes.push(center);
    let (inner, middle) = (|i: usize| SKIN + i % (SKIN / 2), SKIN + SKIN / 2);
    let mut triangles = Vec::new();
    for i in 0..SKIN / 2 {
        let [a, b, c] = [2 * i, 2 * i + 1, (2 * i + 2) % SKIN];
        triangles.extend([[inner(i), a, b], [inner(i), b, inner(i + 1)], [inner(i + 1), b, c]]);
        triangles.push([middle, inner(i), inner(i + 1)]);
    }
    let mut pairs: Vec<(usize, usize)> =
        triangles.iter().flat_map(|&[a, b, c]| [(a, b), (b, c), (c, a)]).map(|(a, b)| (a.min(b), a.max(b))).collect();
    pairs.extend((0..SKIN).map(|i| (i.min((i + 2) % SKIN), i.max((i + 2) % SKIN))));
    pairs.sort_unstable();
    pairs.dedup();
    let length = |a: usize, b: usize| {
        let [dx, dy] = [0, 1].map(|axis| nodes[b][axis] - nodes[a][axis]);
        (dx * dx + dy * dy).sqrt()
    };
    Body {
        name: name.into(),
        restitution: 0.4,
        friction: 0.4,
        gas,
        springs: pairs
            .into_iter()
            .map(|(a, b)| Spring { a, b, rest_length: length(a, b), stiffness: 1.2, damping: 0.06 })
            .collect(),
        hull: (0..SKIN).map(|i| [i, (i + 1) % SKIN]).collect(),
        triangles,
        nodes: nodes.into_iter().map(|at| Node { role: Role::Mass(0.5), ..Node::at(at) }).collect(),
        ..Body::default()
    }
}

/// Ground below a skyline from left to right, down to below the screen; its loop also runs counter-clockwise on the
/// screen.
fn decor(skyline: &[Point], bottom: f64) -> Body {
    let count = skyline.len();
    let feet = skyline.iter().map(|&[x, _]| Node::at([x, bottom]));
    let tops = skyline.iter().rev().map(|&top| Node::at(top));
    let top = |i: usize| 2 * count - 1 - i;
    Body {
        name: "decor".into(),
        motion: Motion::Fixed,
        restitution: ground().restitution,
        friction: ground().friction,
        gas: 0.0,
        nodes: feet.chain(tops).collect(),
        hull: (0..2 * count).map(|i| [i, (i + 1) % (2 * count)]).collect(),
        triangles: (0..count - 1).flat_map(|i| [[i, i + 1, top(i + 1)], [i, top(i + 1), top(i)]]).collect(),
        ..Body::default()
    }
}

/// The level as a program in the convention of 001 writes it.
fn of_001() -> Level {
    let skyline = [
        [0.0, 1.6],
        [1.0, 1.6],
        [1.6, 3.2],
        [2.8, 4.8],
        [4.4, 6.2],
        [6.2, 7.2],
        [8.2, 7.6],
        [10.2, 7.6],
        [11.8, 7.1],
        [13.2, 6.0],
        [14.4, 4.2],
        [15.0, 2.6],
        [16.0, 2.6],
    ];
    let notes = "Two jellies as in “Mister Jelly”: springs, gas (source “Mister Jelly” §C.3), and decor that pushes
        by force with viscosity (source “Mister Jelly” §C.4,
        two headings there; the formula is ours). They slide down the slope, sink into the decor by their weight divided
        by its stiffness, and its viscosity brings them to rest.

        The level was written in the convention of source “Mister Jelly”: y down, gravity (0, 0.02), and AC ^ AB
        positive, which is the
        mirror image of Blobsmith's. So only y was flipped; no hull edge and no triangle was changed. The original document is
        docs/samples/mister-jelly-001.json; open it and press Fix, or convert it with --convention 001, to get this level.
        docs/conventions.md explains more, also the + in source “Mister Jelly” §C.3.a that must be a -.";
    Stage::new("Mister Jelly", notes)
        .view([8.0, 4.6], 9.6)
        .body(decor(&skyline, 9.4), DECOR)
        .body(jelly("big jelly", [4.1, 3.9], 1.3, 0.8), PINK)
        .body(jelly("small jelly", [12.2, 4.6], 0.9, 0.4), GREEN)
        .with(|level| {
            level.world.gravity = [0.0, 0.02];
            level.world.contact.decor = Decor::Penalty { stiffness: 3.0, viscosity: 0.15 };
        })
        .done()
}

/// The converted level.
pub fn converted() -> Level {
    let from = convention::by_id("001").expect("001 is a known convention");
    convention::convert(&of_001(), from)
}
