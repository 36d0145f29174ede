//! Levels that are built from parts: instances of the levels in `levels/parts/`.

use super::sensors::area;
use super::stage::{AMBER, BLUE, CORAL, DECOR, GREEN, Stage, TEAL, fixed, ground, hexagonal_disc};
use blobsmith::geometry::DVec2;
use blobsmith::level::shapes::{DiscShape, Floor, Material};
use blobsmith::level::{
    Body, ContactResponse, EdgeChoice, Instance, Level, Motion, Node, Point, Properties, PropertyValue,
};

const RAMP: &str = "parts/ramp.ron";
const PAIR: &str = "parts/ramps.ron";
const BALL: &str = "parts/ball.ron";

/// A sloping plank that ends in a peg; its origin is the upper end.
pub fn ramp() -> Level {
    let notes =
        "A part: a sloping plank that hangs on a peg. The origin is the upper end of the plank, so that an instance is
        placed, rotated and mirrored about it.";
    // Perpendicular to the slope of 1 in 5, 0.25 thick.
    let down = DVec2::new(-1.0, -5.0).normalize() * 0.25;
    let [start, end] = [DVec2::ZERO, DVec2::new(5.0, -1.0)];
    let corners = [start + down, end + down, end, start];
    let plank = Body {
        name: "plank".to_owned(),
        motion: Motion::Fixed,
        restitution: 0.3,
        friction: 0.4,
        gas: 0.0,
        nodes: corners.map(|at| Node::at(at.to_array())).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    };
    Stage::new("Ramp", notes)
        .view([2.5, -0.6], 4.0)
        .body(plank, TEAL)
        .disc(fixed("peg", [0.0, 0.0], 0.3, 0.3), AMBER)
        .done()
}

/// Two ramps, one above the other: a part that is made of parts.
pub fn ramps() -> Level {
    let notes = "A part made of parts: one ramp to the right, and its mirror image below it, to the left.";
    Stage::new("Two ramps", notes)
        .view([3.2, -1.4], 6.0)
        .with(|level| {
            let lower = Instance { mirror: true, ..instance("lower", "ramp.ron", [6.4, -2.2]) };
            level.instances = vec![instance("upper", "ramp.ron", [0.0, 0.0]), lower];
        })
        .done()
}

/// A soft ball at the origin.
pub fn ball() -> Level {
    let material = Material::default().weighing(0.1).springy(1.2, 0.1).touching(0.4, 0.5);
    let ball = DiscShape { radius: 0.45, rings: 2, material: material.filled(0.5), ..hexagonal_disc() };
    let notes = "A part: a soft ball. Its instances may differ from it by overrides.";
    Stage::new("Ball", notes).view([0.0, 0.0], 2.0).body(ball.body().named("ball"), CORAL).done()
}

/// Overrides that tell one ball from the others.
fn overrides<const N: usize>(name: &str, color: &str, others: [(&str, PropertyValue); N]) -> Properties {
    let text = |text: &str| PropertyValue::Text(text.to_owned());
    let named = [("bodies[0].name", text(name)), ("editor.body_colors[0]", text(color))];
    named.into_iter().chain(others).map(|(path, value)| (path.to_owned(), value)).collect()
}

pub fn marble_run() -> Level {
    let notes = "A marble run that is built from three parts of other files: a ramp, a pair of ramps and a soft ball
        (source “Blobs” §A).
        The pair is itself made of two ramps, one of them mirrored. The walls are ramps too, turned until they stand. Only
        the floor and the stop belong to this level.

        Each ball is the same part with other overrides: the blue one has twice the gas, the green one slides without
        friction, and all have a property that a game can read. Select a part and read its overrides in the inspector.
        Edit source opens the file of a part; when it is saved, all its instances change.";
    let upright = 90.0 + 0.2_f64.atan().to_degrees();
    let wall = |id: &str, position: Point, mirror: bool| Instance {
        angle_deg: upright,
        mirror,
        ..instance(id, RAMP, position)
    };
    let points = |points: i64| ("bodies[0].properties.points", PropertyValue::Integer(points));
    let ball =
        |id: &str, position: Point, overrides: Properties| Instance { overrides, ..instance(id, BALL, position) };
    Stage::new("Marble run from parts", notes)
        .view([-2.0, 5.0], 13.6)
        .body(
            Floor { width: 14.0, thickness: 0.4, material: ground() }.body().named("floor").translated([-2.5, -0.8]),
            DECOR,
        )
        .body(area("stop", [-9.0, -0.8], [-8.6, 0.6]), DECOR)
        .with(|level| {
            level.world.gravity = [0.0, -0.02];
            let contact = &mut level.world.contact;
            (contact.edge_choice, contact.response) = (EdgeChoice::EntryEdge, ContactResponse::Weighted);
            contact.approaching_only = true;
            level.instances = vec![
                instance("upper-pair", PAIR, [-4.0, 8.0]),
                instance("lower-pair", PAIR, [-4.0, 3.6]),
                wall("left-wall", [-5.0, 2.8], false),
                wall("right-wall", [3.2, 0.9], true),
                wall("top-wall", [3.2, 6.2], true),
                ball("red-ball", [-0.6, 8.0], overrides("red ball", CORAL, [points(1)])),
                ball("blue-ball", [-2.0, 8.3], {
                    overrides("blue ball", BLUE, [points(2), ("bodies[0].gas", PropertyValue::Number(1.0))])
                }),
                ball("green-ball", [-3.3, 8.6], {
                    overrides("green ball", GREEN, [points(3), ("bodies[0].friction", PropertyValue::Number(0.0))])
                }),
            ];
        })
        .done()
}

fn instance(id: &str, source: &str, position: Point) -> Instance {
    Instance { id: id.to_owned(), ..Instance::at(source, position) }
}
