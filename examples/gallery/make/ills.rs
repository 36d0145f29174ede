//! One illness each: what is to be seen of it, and what fixes it.

use super::stage::{AMBER, CORAL, DECOR, Stage, TEAL, VIOLET, ground};
use blobsmith::level::shapes::{CrateBox, Floor, Material};
use blobsmith::level::{Body, EdgeChoice, Level, Node, Point, Spring};
use std::f64::consts::TAU;

/// A body of an outline and springs at their drawn length, without gas, triangles or colour.
fn outline(name: &str, points: &[Point], springs: impl IntoIterator<Item = [usize; 2]>, pull: [f64; 2]) -> Body {
    let count = points.len();
    let spring = |[a, b]: [usize; 2]| {
        let (from, to) = (points[a], points[b]);
        let rest_length = (to[0] - from[0]).hypot(to[1] - from[1]);
        Spring { a, b, rest_length, stiffness: pull[0], damping: pull[1] }
    };
    Body {
        name: name.into(),
        gas: 0.0,
        nodes: points.iter().copied().map(Node::at).collect(),
        springs: springs.into_iter().map(spring).collect(),
        hull: (0..count).map(|node| [node, (node + 1) % count]).collect(),
        ..Body::default()
    }
}

/// Points of a circle around the origin, the first one to the right.
fn circle(count: usize, radius: f64) -> Vec<Point> {
    let angle = |node: usize| TAU * node as f64 / count as f64;
    (0..count).map(|node| [radius * angle(node).cos(), radius * angle(node).sin()]).collect()
}

fn ring_of(count: usize) -> impl Iterator<Item = [usize; 2]> {
    (0..count).map(move |node| [node, (node + 1) % count])
}

/// A block of four nodes.
fn block(stiffness: f64, damping: f64, restitution: f64, friction: f64) -> Body {
    let material = Material::default().springy(stiffness, damping).touching(restitution, friction).filled(0.0);
    CrateBox { size: [2.0, 2.0], edges_per_side: 1, material }.body()
}

fn floor() -> Floor {
    Floor { width: 12.0, thickness: 1.0, material: ground() }
}

fn weightless(level: &mut Level) {
    level.world.gravity = [0.0, 0.0];
}

pub fn thin_wall() -> Level {
    let notes = "Tunnelling (000 §D.1). Contacts are looked for where things are at the end of a substep. The block goes 0.125 in each,
        and the wall is 0.05 thick: its front corners are before it in one substep and behind it in the next, and no
        test ever finds them inside.

        Diagnose: tunnelling. What fixes it: more substeps, here 80, so that the way in each is half of the wall; or a thicker
        wall.";
    let wall = Floor { width: 0.05, thickness: 5.0, material: ground().touching(0.6, 0.0) };
    Stage::new("Thin wall", notes)
        .view([0.0, 0.0], 6.0)
        .body(wall.body().named("wall").translated([1.025, 2.5]), DECOR)
        .body(block(10.0, 0.5, 0.6, 0.0).named("shot").translated([-3.43, 0.0]).launched([2.0, 0.0]), CORAL)
        .with(weightless)
        .with(|level| level.world.contact.edge_choice = EdgeChoice::EntryEdge)
        .done()
}

pub fn folded_loop() -> Level {
    let notes = "Self-overlap (000 §D.1). A loop of springs along its outline and none across is hit from above and below. Nodes are
        tested against other bodies, never against their own: the two sides go through each other, and the outline crosses
        itself. By the parity, the part between two crossings is outside.

        Diagnose: self-overlap. What fixes it: springs across, from each node to the one after next and to the opposite
        one; stiffer springs along the outline do not, since nothing of them resists bending.";
    let mut body = outline("loop", &circle(14, 1.4), ring_of(14), [8.0, 0.3]);
    for (node, speed) in [(3, -0.8), (4, -0.8), (10, 0.8), (11, 0.8)] {
        body.nodes[node].velocity = [0.0, speed];
    }
    Stage::new("Folded loop", notes).view([0.0, 0.0], 5.0).body(body, VIOLET).with(weightless).done()
}

pub fn flattened_tent() -> Level {
    let notes = "Collapse (000 §C.3). The top of a tent is struck down through its base. Its pressure is the gas over the area, and should
        grow without bounds as that vanishes; but in one substep the area goes from above zero to below. There the gas is
        switched off, since with a negative area it would suck, and springs alone must bring the top back.

        Diagnose: collapse, and with it the triangle that turned over: an area is the sum of triangles. What fixes it: springs
        four times as stiff.";
    let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 0.3], [2.0, 1.2], [0.0, 0.3]];
    let springs = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 2], [1, 4], [2, 4]];
    let mut tent = outline("tent", &points, springs, [4.0, 0.2]);
    tent.gas = 0.005;
    tent.triangles = vec![[0, 1, 2], [0, 2, 4], [2, 3, 4]];
    tent.nodes[3].velocity = [0.0, -0.9];
    Stage::new("Flattened tent", notes).view([2.0, 0.3], 4.0).body(tent, AMBER).with(weightless).done()
}

pub fn too_much_gas() -> Level {
    let notes = "Blow-up (000 §C.3). The gas of this balloon was typed a thousand times too large. In the first substep the pressure gives
        every node a speed at which the next one takes it farther than the balloon is large. It flies apart, its springs
        tear it together again, and so on.

        Diagnose: blow-up, with the first node and with what threw it. The checks say so before it runs: the gas is in balance
        with the springs at thirty times the size. What fixes it: a tenth of the gas.";
    let mut balloon = outline("balloon", &circle(12, 1.0), ring_of(12), [3.0, 0.1]);
    balloon.gas = 5000.0;
    balloon.triangles = (1..11).map(|node| [0, node, node + 1]).collect();
    Stage::new("Too much gas", notes).view([0.0, 0.0], 8.0).body(balloon, CORAL).with(weightless).done()
}

pub fn drawn_into_the_ground() -> Level {
    let notes = "Energy from repositioning (000 §D.2). The block was drawn 0.4 into the floor. In the first substep its lower nodes are put
        back onto the edge at once, and their springs are pressed together by as much: energy from nothing. The
        block jumps.

        Diagnose: energy from repositioning; see the ledger in the plots. What fixes it: to start where the block touches
        the floor.";
    Stage::new("Drawn into the ground", notes)
        .view([0.0, 1.6], 6.0)
        .body(floor().body().named("floor"), DECOR)
        .body(block(10.0, 0.5, 0.5, 0.3).named("block").translated([0.0, 0.6]), TEAL)
        .done()
}

pub fn self_rolling() -> Level {
    let notes = "Self-rolling (000 §D.2). Two squares meet squarely, side to side. Nothing should turn them by much: what one does to
        the other acts along one line. But the impulse gives both ends of an edge the same change of velocity, as if the node had hit
        the middle of it. The node that it acts on is at a corner of its own body, so the pair of forces is a pair of turns,
        both the same way round: the squares part spinning.

        Diagnose: self-rolling. Plot the angular momentum: it is nearly 0 before they meet. Shorter edges have a shorter lever.";
    let square = || block(10.0, 0.5, 0.9, 0.0);
    Stage::new("Self-rolling", notes)
        .view([0.0, 0.0], 7.0)
        .body(square().named("left").translated([-2.0, 0.0]).launched([0.6, 0.0]), AMBER)
        .body(square().named("right").translated([2.004, 0.3]).launched([-0.6, 0.0]), TEAL)
        .with(weightless)
        .with(|level| {
            level.world.substeps = 32;
            level.world.contact.edge_choice = EdgeChoice::EntryEdge;
            level.world.contact.approaching_only = true;
        })
        .done()
}

pub fn ringing() -> Level {
    let notes = "Ringing (000 §B, §C.2.b). A frame of springs without damping is given a tug. The step is just short enough to be stable, but a
        swing of the springs lasts less than three substeps: what is computed is hardly more than the sign of the motion,
        substep by substep. It neither grows nor dies away.

        Diagnose: ringing. Step by substeps and watch the corners jump in and out. What fixes it: twice the substeps, so that a swing
        lasts long enough to be a swing; or some damping.";
    let points = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let springs = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]];
    let mut frame = outline("frame", &points, springs, [230.4, 0.0]);
    frame.triangles = vec![[0, 1, 2], [0, 2, 3]];
    (frame.nodes[0].velocity, frame.nodes[2].velocity) = ([-0.2, -0.2], [0.2, 0.2]);
    Stage::new("Ringing", notes).view([0.0, 0.0], 4.0).body(frame, VIOLET).with(weightless).done()
}

pub fn jitter() -> Level {
    let notes = "Jitter at rest (000 §D.2). The friction of a contact takes a part of the motion along the edge away in every substep: here
        2.1 times that motion, which turns it round and leaves a little more of it. The block lies where it lies, and its
        feet shiver.

        Diagnose: jitter. The checks warn of a product of frictions above 1. What fixes it: a friction of a half.";
    let slab = Floor { material: ground().touching(1.0, 2.1), ..floor() };
    Stage::new("Jitter at rest", notes)
        .view([0.0, 1.0], 5.0)
        .body(slab.body().named("floor"), DECOR)
        .body(block(10.0, 0.5, 1.0, 1.0).named("block").translated([0.0, 1.0]).launched([0.1, 0.0]), CORAL)
        .done()
}
