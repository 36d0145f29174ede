//! Levels with one problem each, whose notes name the symptom and the remedy.

use super::stage::{AMBER, CORAL, DECOR, Stage, TEAL, VIOLET, ground};
use blobsmith::level::shapes::{CrateBox, Floor, Material};
use blobsmith::level::{Body, EdgeChoice, Level, Node, Point, Spring};
use std::f64::consts::TAU;

/// A body from an outline and springs of drawn length, without gas, triangles or colour.
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
    let notes = "Tunnelling (source “Blobs” §D.1). Contacts are detected from the positions at the end of a substep.
        The block moves
        0.125 in each, and the wall is 0.05 thick: its front corners are before the wall in one substep and behind it in
        the next, and no test finds them inside.

        Diagnosis: tunnelling. Remedy: more substeps, here 80, so that each covers half of the wall; or a thicker wall.";
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
    let notes =
        "Self-overlap (source “Blobs” §D.1). A loop of springs along its outline and none across is hit from above
        and below.
        Nodes are tested against other bodies, not against their own: the two sides pass through each other, and the
        outline crosses itself. By the even-odd rule, the part between two crossings is outside.

        Diagnosis: self-overlap. Remedy: springs across, from each node to the second next and to the opposite one.
        Stiffer springs along the outline do not help, because they do not resist bending.";
    let mut body = outline("loop", &circle(14, 1.4), ring_of(14), [8.0, 0.3]);
    for (node, speed) in [(3, -0.8), (4, -0.8), (10, 0.8), (11, 0.8)] {
        body.nodes[node].velocity = [0.0, speed];
    }
    Stage::new("Folded loop", notes).view([0.0, 0.0], 5.0).body(body, VIOLET).with(weightless).done()
}

pub fn flattened_tent() -> Level {
    let notes = "Collapse (source “Blobs” §C.3). The top of a tent is struck down through its base. Its pressure is
        the gas divided
        by the area, and should grow without bounds as the area vanishes; but within one substep the area changes from
        positive to negative. There the gas is switched off, because with a negative area it would suck, and springs alone
        must restore the top.

        Diagnosis: collapse, and the flipped triangle: an area is the sum of triangles. Remedy: springs four times as
        stiff.";
    let points = [[0.0, 0.0], [4.0, 0.0], [4.0, 0.3], [2.0, 1.2], [0.0, 0.3]];
    let springs = [[0, 1], [1, 2], [2, 3], [3, 4], [4, 0], [0, 2], [1, 4], [2, 4]];
    let mut tent = outline("tent", &points, springs, [4.0, 0.2]);
    tent.gas = 0.005;
    tent.triangles = vec![[0, 1, 2], [0, 2, 4], [2, 3, 4]];
    tent.nodes[3].velocity = [0.0, -0.9];
    Stage::new("Flattened tent", notes).view([2.0, 0.3], 4.0).body(tent, AMBER).with(weightless).done()
}

pub fn too_much_gas() -> Level {
    let notes = "Blow-up (source “Blobs” §C.3). The gas of this balloon is a thousand times too large. In the first
        substep the
        pressure gives every node a speed at which the next one moves it farther than the balloon's size. The balloon
        flies apart, its springs pull it together again, and so on.

        Diagnosis: blow-up, with the first node and the largest force on it. The checks report it before the run: gas and
        springs balance at thirty times the size. Remedy: a tenth of the gas.";
    let mut balloon = outline("balloon", &circle(12, 1.0), ring_of(12), [3.0, 0.1]);
    balloon.gas = 5000.0;
    balloon.triangles = (1..11).map(|node| [0, node, node + 1]).collect();
    Stage::new("Too much gas", notes).view([0.0, 0.0], 8.0).body(balloon, CORAL).with(weightless).done()
}

pub fn drawn_into_the_ground() -> Level {
    let notes = "Energy from repositioning (source “Blobs” §D.2). The block starts 0.4 inside the floor. In the first
        substep its
        lower nodes are moved back onto the edge at once, which compresses their springs by as much: spurious energy. The
        block jumps.

        Diagnosis: energy from repositioning; see the ledger in the plots. Remedy: start where the block touches the
        floor.";
    Stage::new("Drawn into the ground", notes)
        .view([0.0, 1.6], 6.0)
        .body(floor().body().named("floor"), DECOR)
        .body(block(10.0, 0.5, 0.5, 0.3).named("block").translated([0.0, 0.6]), TEAL)
        .done()
}

pub fn self_rolling() -> Level {
    let notes = "Self-rolling (source “Blobs” §D.2). Two squares collide side to side. Their forces act along one line and should
        hardly rotate them. But under the response Source the impulse gives both ends of an edge the same change of
        velocity, as if the node had hit its midpoint. The node itself is at a corner of its own body, so the two impulses
        form a couple with the same sense on both: the squares rotate as they part. The momentum stays the same; a contact
        adds a quarter to a third of impulse times edge length to the angular momentum.

        Diagnosis: self-rolling. Cause: contact response. Plot the angular momentum: it is nearly 0 before the collision,
        and the impulses add 2.5. The response Weighted shares an impulse by the position on the edge and adds none.
        Shorter edges have a shorter lever arm.";
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
    let notes = "Ringing (source “Blobs” §B, §C.2.b). A frame of springs without damping is plucked. The step is just
        short enough to
        be stable, but an oscillation of the springs lasts less than three substeps: the result is hardly more than an
        alternating sign, substep by substep. It neither grows nor decays.

        Diagnosis: ringing. Step by substeps and watch the corners jump in and out. Remedy: twice the substeps, so that an
        oscillation is resolved; or some damping.";
    let points = [[-1.0, -1.0], [1.0, -1.0], [1.0, 1.0], [-1.0, 1.0]];
    let springs = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2], [1, 3]];
    let mut frame = outline("frame", &points, springs, [230.4, 0.0]);
    frame.triangles = vec![[0, 1, 2], [0, 2, 3]];
    (frame.nodes[0].velocity, frame.nodes[2].velocity) = ([-0.2, -0.2], [0.2, 0.2]);
    Stage::new("Ringing", notes).view([0.0, 0.0], 4.0).body(frame, VIOLET).with(weightless).done()
}

pub fn jitter() -> Level {
    let notes = "Jitter at rest (source “Blobs” §D.2). The friction of a contact removes a fraction of the motion
        along the edge in
        every substep: here 2.1 times that motion, which reverses and slightly increases it. The block stays in place, and
        its feet shiver.

        Diagnosis: jitter. The checks warn of a friction product above 1. Remedy: a friction of 0.5.";
    let slab = Floor { material: ground().touching(1.0, 2.1), ..floor() };
    Stage::new("Jitter at rest", notes)
        .view([0.0, 1.0], 5.0)
        .body(slab.body().named("floor"), DECOR)
        .body(block(10.0, 0.5, 1.0, 1.0).named("block").translated([0.0, 1.0]).launched([0.1, 0.0]), CORAL)
        .done()
}
