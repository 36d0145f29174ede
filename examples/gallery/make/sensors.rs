//! A sensor, collision categories and markers.

use super::stage::{AMBER, CORAL, DECOR, GREEN, Stage, VIOLET, ball, ground, hexagonal_disc};
use blobsmith::level::shapes::{DiscShape, Floor, Material};
use blobsmith::level::{
    Body, CollisionFilter, Disc, Level, Marker, MarkerShape, Motion, Node, Point, Properties, PropertyValue,
};

/// A fixed rectangle.
pub fn area(name: &str, min: Point, max: Point) -> Body {
    Body {
        name: name.to_owned(),
        motion: Motion::Fixed,
        nodes: [min, [max[0], min[1]], max, [min[0], max[1]]].map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        gas: 0.0,
        ..Body::default()
    }
}

fn marker(name: &str, shape: MarkerShape, tag: &str, properties: Properties) -> Marker {
    Marker { id: name.to_owned(), name: name.to_owned(), shape, tags: vec![tag.to_owned()], properties }
}

pub fn goal() -> Level {
    let notes = "A goal that notices the ball. The area behind the line is a sensor: a fixed body that pushes nothing and
        reports what enters and leaves it, at the end of each substep. The first ball stays in it. The second one pushes the
        keeper into the goal, follows and comes out again, so it enters and leaves. The keeper is a blob in a category that
        the sensor ignores, so it does not count.

        Two markers carry what a game needs beside the physics: the spawn point of the balls, and the zone of the goal with
        the points that it is worth. The engine ignores markers. A breakpoint at
        entered(\"goal\", disc(\"first ball\")) stops there. The balls are discs (source “Kick those balls” §1).";
    let within = |category: u32| CollisionFilter { category, ..CollisionFilter::default() };
    let sensor = CollisionFilter { category: 8, mask: 2, sensor: true };
    let goal = Body { collision: sensor, ..area("goal", [4.0, 0.0], [6.6, 3.0]) };
    let keeper = DiscShape {
        radius: 0.6,
        rings: 2,
        material: Material::default().weighing(0.1).springy(1.5, 0.15).touching(0.3, 0.6),
        ..hexagonal_disc()
    };
    let keeper = Body { collision: within(4), ..keeper.body().named("keeper").translated([2.2, 0.62]) };
    Stage::new("Goal", notes)
        .view([0.0, 2.2], 8.6)
        .body(Floor { width: 15.0, thickness: 0.8, material: ground() }.body().named("pitch"), DECOR)
        .body(area("back wall", [6.6, 0.0], [7.0, 3.2]), DECOR)
        .body(area("crossbar", [4.0, 3.0], [6.6, 3.2]), DECOR)
        .body(goal, GREEN)
        .body(keeper, VIOLET)
        .disc(
            Disc {
                name: "first ball".into(),
                velocity: [0.16, 0.16],
                restitution: 0.5,
                friction: 0.3,
                collision: within(2),
                ..ball([-5.0, 0.5], 0.3)
            },
            CORAL,
        )
        .disc(
            Disc {
                name: "second ball".into(),
                velocity: [0.3, 0.13],
                restitution: 0.9,
                collision: within(2),
                ..ball([-6.6, 0.5], 0.3)
            },
            AMBER,
        )
        .with(|level| {
            let mut worth = Properties::default();
            worth.insert("points".to_owned(), PropertyValue::Integer(1));
            level.markers = vec![
                marker("spawn", MarkerShape::Point([-5.0, 0.5]), "spawn", Properties::default()),
                marker("goal-zone", MarkerShape::Rect([4.0, 0.0], [6.6, 3.0]), "goal", worth),
            ];
            level.world.gravity = [0.0, -0.008];
        })
        .categories(&["ground", "ball", "keeper", "goal"])
        .done()
}
