//! Links between bodies, discs and fixed points; collision filters; sensors and markers.

use super::stage::{AMBER, BLUE, CORAL, DECOR, GREEN, PINK, Stage, TEAL, VIOLET, ball, ground};
use blobsmith::level::shapes::{BalloonShape, DiscShape, Floor, Material, Rectangle, Terrain, Wheel};
use blobsmith::level::{
    Body, CollisionFilter, ContactResponse, Disc, EdgeChoice, Level, Link, LinkEnd, LinkKind, Marker, MarkerShape,
    Motion, Node, ObstacleShape, Point, Properties, Repositioning, Role, Spring,
};

/// Category of the parts of a car or doll that must not collide with each other.
const OWN: CollisionFilter = CollisionFilter { category: 2, mask: !2, sensor: false };

fn node(body: usize, node: usize) -> LinkEnd {
    LinkEnd::Node([body, node])
}

/// Adds a link whose length is the distance of its ends, rounded like the positions.
fn join(level: &mut Level, id: &str, a: LinkEnd, b: LinkEnd, kind: LinkKind) {
    let at = |end: LinkEnd| match end {
        LinkEnd::Node([body, node]) => level.bodies[body].nodes[node].position,
        LinkEnd::Disc(disc) => level.discs[disc].position,
        LinkEnd::Point(point) => point,
    };
    let (from, to) = (at(a), at(b));
    let length = ((from[0] - to[0]).hypot(from[1] - to[1]) * 1e6).round() / 1e6;
    let kind = match kind {
        LinkKind::Spring { stiffness, damping, .. } => LinkKind::Spring { rest_length: length, stiffness, damping },
        LinkKind::Stick { .. } => LinkKind::Stick { length },
        LinkKind::Pin => LinkKind::Pin,
    };
    let (tags, properties) = (Vec::new(), Properties::default());
    level.links.push(Link { id: id.to_owned(), a, b, kind, collide: false, tags, properties });
}

const STICK: LinkKind = LinkKind::Stick { length: 1.0 };

fn spring(stiffness: f64, damping: f64) -> LinkKind {
    LinkKind::Spring { rest_length: 1.0, stiffness, damping }
}

/// Contacts that keep angular momentum and do not push resting bodies out by more than they are in.
fn soft_contacts(level: &mut Level) {
    level.world.contact.edge_choice = EdgeChoice::EntryEdge;
    level.world.contact.response = ContactResponse::Weighted;
    level.world.contact.approaching_only = true;
    level.world.contact.repositioning = Repositioning { fraction: 0.5, slop: 0.005 };
}

/// A body of triangles that share no more than their sides: a spring along each side, hull around.
fn frame(points: &[Point], hull: &[usize], triangles: &[[usize; 3]], mass: f64, [stiffness, damping]: [f64; 2]) -> Body {
    let mut springs: Vec<Spring> = Vec::new();
    for a in 0..points.len() {
        for b in a + 1..points.len() {
            let length = (points[a][0] - points[b][0]).hypot(points[a][1] - points[b][1]);
            springs.push(Spring { a, b, rest_length: length, stiffness, damping });
        }
    }
    Body {
        nodes: points.iter().map(|&point| Node { role: Role::Mass(mass), ..Node::at(point) }).collect(),
        springs,
        hull: (0..hull.len()).map(|i| [hull[i], hull[(i + 1) % hull.len()]]).collect(),
        triangles: triangles.to_vec(),
        gas: 0.0,
        restitution: 0.2,
        friction: 0.6,
        ..Body::default()
    }
}

/// A rod from `from` to `to` with a tip at both ends: nodes 0 and 3 are the tips, on the axis.
fn rod(from: Point, to: Point, width: f64, mass: f64) -> Body {
    let (dx, dy) = (to[0] - from[0], to[1] - from[1]);
    let length = dx.hypot(dy);
    let (ux, uy) = (dx / length, dy / length);
    let at = |along: f64, side: f64| {
        [from[0] + dx * along - uy * side * width * 0.5, from[1] + dy * along + ux * side * width * 0.5]
    };
    let points = [at(0.0, 0.0), at(0.18, -1.0), at(0.82, -1.0), at(1.0, 0.0), at(0.82, 1.0), at(0.18, 1.0)];
    let triangles = [[0, 1, 5], [1, 2, 5], [2, 4, 5], [2, 3, 4]];
    frame(&points, &[0, 1, 2, 3, 4, 5], &triangles, mass / 6.0, [6.0, 0.3])
}

pub fn car() -> Level {
    let chassis = frame(
        &[[-1.7, 0.0], [-0.6, 0.0], [0.6, 0.0], [1.7, 0.0], [1.6, 0.55], [0.7, 0.6], [0.3, 1.2], [-1.0, 1.2], [-1.6, 0.6]],
        &[0, 1, 2, 3, 4, 5, 6, 7, 8],
        &[[0, 1, 8], [1, 7, 8], [1, 2, 7], [2, 6, 7], [2, 5, 6], [2, 3, 5], [3, 4, 5]],
        0.5,
        [4.0, 0.4],
    );
    let tyre = Material::default().weighing(0.06).springy(6.0, 0.3).touching(0.2, 0.9);
    let wheel = Wheel { radius: 0.6, rim: 0.7, segments: 14, material: tyre, ..Wheel::default() };
    let hills = Terrain {
        surface: [
            [-13.0, 7.2], [-9.0, 5.0], [-6.0, 3.2], [-4.0, 2.1], [-2.5, 1.7], [-1.0, 1.9], [0.5, 2.3], [2.0, 2.2], [3.5, 1.4],
            [5.0, 0.5], [6.5, 0.2], [8.0, 0.5], [9.5, 0.9], [11.0, 0.7], [13.0, 0.3], [16.0, 0.6], [18.0, 2.0], [19.5, 4.4],
        ]
        .to_vec(),
        base: -1.5,
        material: Material::decor().touching(0.4, 0.9),
    };
    let notes = "A car rolls down a hill and over two others, with a trailer. Each wheel is a soft body. A stick from its hub
        to the chassis guides it, and a spring link carries the load: the suspension. The trailer's wheel is a disc on a
        hinge, and another hinge is the coupling. All of these are links: they join nodes of different bodies, discs and
        fixed points, with the spring force of 000 §C.2 and the sticks of 004.

        The links do not collide: the wheels touch the ground only, since a category that excludes itself holds all parts
        of the car. Select a link, change its stiffness, and run again.";
    let mut trailer = frame(
        &[[-4.3, 0.1], [-2.3, 0.1], [-2.3, 0.8], [-4.3, 0.8], [-3.3, 0.1]],
        &[0, 4, 1, 2, 3],
        &[[0, 4, 3], [4, 2, 3], [4, 1, 2]],
        0.25,
        [4.0, 0.4],
    );
    trailer.nodes.push(Node { role: Role::Mass(0.25), ..Node::at([-1.7, 0.0]) });
    let beam = |a: usize, b: usize, length: f64| Spring { a, b, rest_length: length, stiffness: 4.0, damping: 0.4 };
    trailer.springs.extend([beam(1, 5, 0.608276), beam(2, 5, 1.0), beam(4, 5, 1.603122)]);
    let place = |body: Body| {
        let mut body = body.rotated([0.0, 0.0], -0.54).translated([-8.4, 6.05]);
        body.collision = OWN;
        body
    };
    let wheels = [[-1.15, -0.35], [1.15, -0.35]].map(|at| wheel.body().translated(at));
    let [rear, front] = wheels;
    let axle = turned([-3.3, -0.35]);
    Stage::new("Car with sprung wheels", notes)
        .view([2.5, 3.2], 12.0)
        .body(hills.body().named("hills"), DECOR)
        .body(place(chassis.named("chassis")), CORAL)
        .body(place(rear.named("rear wheel")), BLUE)
        .body(place(front.named("front wheel")), BLUE)
        .body(place(trailer.named("trailer")), AMBER)
        .disc(
            Disc { name: "trailer wheel".into(), mass: 0.6, restitution: 0.3, collision: OWN, ..ball(axle, 0.5) },
            TEAL,
        )
        .with(|level| {
            join(level, "rear-arm", node(1, 1), node(2, 0), STICK);
            join(level, "rear-spring", node(1, 8), node(2, 0), spring(1.2, 0.25));
            join(level, "front-arm", node(1, 2), node(3, 0), STICK);
            join(level, "front-spring", node(1, 4), node(3, 0), spring(1.2, 0.25));
            join(level, "coupling", node(1, 0), node(4, 5), LinkKind::Pin);
            join(level, "trailer-axle", node(4, 4), LinkEnd::Disc(0), spring(3.0, 0.6));
            join(level, "trailer-guide-rear", node(4, 0), LinkEnd::Disc(0), STICK);
            join(level, "trailer-guide-front", node(4, 1), LinkEnd::Disc(0), STICK);
            level.world.substeps = 32;
            soft_contacts(level);
        })
        .done()
}

/// Where a point of the car's drawing is on the slope.
fn turned([x, y]: Point) -> Point {
    let (sin, cos) = (-0.514136, 0.857709);
    [x * cos - y * sin - 8.4, x * sin + y * cos + 6.05]
}

pub fn rope_bridge() -> Level {
    const PLANKS: usize = 11;
    let wood = Material::default().weighing(0.12).springy(6.0, 0.4).touching(0.2, 0.6);
    let plank = Rectangle { columns: 2, rows: 1, cell: [0.43, 0.2], material: wood, ..Rectangle::default() };
    let tower = Floor { width: 3.0, thickness: 5.0, material: ground() };
    let notes = "A rope bridge between two towers carries a blob. Eleven planks are bodies of their own. Sticks join their
        upper corners, from plank to plank and to a fixed point on either tower (004: chains). Only a stick that is too
        short or too long acts, and it moves both of its ends by their inverse masses; a fixed point does not move.

        Neighbours do not collide, which each link says: their corners meet when the bridge sags. The blob falls on the
        bridge, which swings, and rolls to its middle.";
    let mut stage = Stage::new("Rope bridge", notes)
        .view([0.0, 0.6], 9.0)
        .body(tower.body().named("left tower").translated([-6.4, 0.0]), DECOR)
        .body(tower.body().named("right tower").translated([6.4, 0.0]), DECOR);
    let pitch = 0.88;
    for index in 0..PLANKS {
        let x = (index as f64 - 5.0) * pitch;
        stage = stage.body(plank.body().named(&format!("plank {index}")).translated([x, -0.1]), AMBER);
    }
    let blob = DiscShape {
        radius: 0.8,
        rings: 2,
        material: Material::default().weighing(0.08).springy(1.5, 0.15).filled(0.3).touching(0.2, 0.7),
        ..DiscShape::default()
    };
    stage
        .body(blob.body().named("blob").translated([-2.2, 1.6]), CORAL)
        .with(|level| {
            let corner = |level: &Level, body: usize, right: bool| {
                let nodes = &level.bodies[body].nodes;
                let side = |node: &Node| if right { node.position[0] } else { -node.position[0] };
                let best = (0..nodes.len()).max_by(|&a, &b| {
                    let key = |i: usize| side(&nodes[i]) * 100.0 + nodes[i].position[1];
                    key(a).total_cmp(&key(b))
                });
                node(body, best.unwrap_or(0))
            };
            let first = corner(level, 2, false);
            join(level, "left-anchor", LinkEnd::Point([-4.95, 0.0]), first, STICK);
            for plank in 2..PLANKS + 1 {
                let (a, b) = (corner(level, plank, true), corner(level, plank + 1, false));
                join(level, &format!("rope-{}", plank - 2), a, b, STICK);
            }
            let last = corner(level, PLANKS + 1, true);
            join(level, "right-anchor", last, LinkEnd::Point([4.95, 0.0]), STICK);
            level.world.substeps = 32;
            level.world.stick_iterations = 12;
            soft_contacts(level);
        })
        .done()
}

pub fn balloon_on_a_string() -> Level {
    let skin = Material::default().weighing(0.06).springy(1.6, 0.12).filled(1.2).touching(0.4, 0.3);
    let balloon =
        BalloonShape { sides: 18, radius: 1.1, start_rad: -0.5 * std::f64::consts::PI, material: skin, ..BalloonShape::default() };
    let notes = "A balloon on a string. The engine has no air, so lift is gravity that points up: everything in this level
        that is not fixed rises. The string is a chain of particles (003) joined by stick links, from a fixed point to the
        lowest node of the balloon, which is a body with gas (000 §C.3). A gust is its initial velocity.

        The balloon swings like a pendulum upside down. Delete the last link, and it flies away.";
    let knots = 8;
    let (foot, knot) = ([0.0, 0.0], [0.0, 4.0]);
    let mut stage = Stage::new("Balloon on a string", notes).view([0.0, 3.2], 8.4).body(
        Floor { width: 9.0, thickness: 0.8, material: ground() }.body().named("ground"),
        DECOR,
    );
    stage = stage.body(
        balloon.body().named("balloon").translated([0.0, knot[1] + 1.1]).launched([0.12, 0.0]),
        PINK,
    );
    for index in 1..knots {
        let y = foot[1] + knot[1] * index as f64 / knots as f64;
        let bead = Disc { name: format!("bead {index}"), mass: 0.02, restitution: 0.0, ..ball([0.0, y], 0.0) };
        stage = stage.disc(bead, DECOR);
    }
    stage
        .with(|level| {
            join(level, "foot", LinkEnd::Point(foot), LinkEnd::Disc(0), STICK);
            for index in 0..knots - 2 {
                join(level, &format!("string-{index}"), LinkEnd::Disc(index), LinkEnd::Disc(index + 1), STICK);
            }
            join(level, "knot", LinkEnd::Disc(knots - 2), node(1, 0), STICK);
            level.world.gravity = [0.0, 0.012];
            level.world.stick_iterations = 10;
            level.world.velocity_retention = 0.9999;
        })
        .done()
}

pub fn ragdoll() -> Level {
    let notes = "A ragdoll falls down a stair. It has ten bodies, and hinges join them: links of kind Pin, which move both
        of their ends to one point in each pass over the sticks (004). Neighbours overlap at the joints, so the parts of the
        doll must not collide with each other. All are in the category doll, and their masks exclude it. They still collide
        with the stair, which is in the category ground.

        Nothing limits the angle of a hinge. Spring links across hips, shoulders and knees (000 §C.2) pull it back to its
        pose, a little.";
    let stair = Terrain {
        surface: [
            [-7.0, 4.2], [-2.6, 4.2], [-2.6, 2.8], [-0.4, 2.8], [-0.4, 1.4], [1.8, 1.4], [1.8, 0.0], [9.0, 0.0],
        ]
        .to_vec(),
        base: -1.2,
        material: ground(),
    };
    let (x, hip, neck) = (-3.4, 6.3, 7.9);
    let parts = [
        ("torso", rod([x, hip], [x, neck], 0.7, 3.0), CORAL),
        ("left upper arm", rod([x, neck], [x - 0.85, neck - 0.25], 0.28, 0.6), AMBER),
        ("left lower arm", rod([x - 0.85, neck - 0.25], [x - 1.65, neck - 0.1], 0.24, 0.5), AMBER),
        ("right upper arm", rod([x, neck], [x + 0.85, neck - 0.25], 0.28, 0.6), AMBER),
        ("right lower arm", rod([x + 0.85, neck - 0.25], [x + 1.65, neck - 0.1], 0.24, 0.5), AMBER),
        ("left thigh", rod([x, hip], [x - 0.35, hip - 1.0], 0.34, 1.0), BLUE),
        ("left shin", rod([x - 0.35, hip - 1.0], [x - 0.45, hip - 2.0], 0.28, 0.8), BLUE),
        ("right thigh", rod([x, hip], [x + 0.35, hip - 1.0], 0.34, 1.0), BLUE),
        ("right shin", rod([x + 0.35, hip - 1.0], [x + 0.45, hip - 2.0], 0.28, 0.8), BLUE),
    ];
    let skull = Material::default().weighing(0.09).springy(5.0, 0.4).touching(0.3, 0.4);
    let head = DiscShape { radius: 0.42, rings: 1, material: skull, ..DiscShape::default() };
    let stair = Body { collision: CollisionFilter { category: 1, ..CollisionFilter::default() }, ..stair.body().named("stair") };
    let mut stage = Stage::new("Ragdoll", notes).view([0.6, 3.6], 10.6).body(stair, DECOR);
    for (name, part, color) in parts {
        let part = Body { collision: OWN, friction: 0.5, ..part.named(name).launched([0.07, 0.0]) };
        stage = stage.body(part, color);
    }
    let head = Body { collision: OWN, ..head.body().named("head").translated([x, neck + 0.42]).launched([0.09, 0.0]) };
    stage
        .body(head, PINK)
        .with(|level| {
            let chin = {
                let nodes = &level.bodies[10].nodes;
                (0..nodes.len()).min_by(|&a, &b| nodes[a].position[1].total_cmp(&nodes[b].position[1])).unwrap_or(0)
            };
            join(level, "neck", node(1, 3), node(10, chin), LinkKind::Pin);
            for (side, arm) in [("left", 2), ("right", 4)] {
                join(level, &format!("{side}-shoulder"), node(1, 3), node(arm, 0), LinkKind::Pin);
                join(level, &format!("{side}-elbow"), node(arm, 3), node(arm + 1, 0), LinkKind::Pin);
                join(level, &format!("{side}-arm-spring"), node(1, 0), node(arm, 3), spring(0.05, 0.03));
            }
            for (side, leg) in [("left", 6), ("right", 8)] {
                join(level, &format!("{side}-hip"), node(1, 0), node(leg, 0), LinkKind::Pin);
                join(level, &format!("{side}-knee"), node(leg, 3), node(leg + 1, 0), LinkKind::Pin);
                join(level, &format!("{side}-hip-spring"), node(1, 3), node(leg, 3), spring(0.2, 0.08));
                join(level, &format!("{side}-knee-spring"), node(leg, 0), node(leg + 1, 3), spring(0.15, 0.06));
            }
            // The head stays above the torso.
            join(level, "neck-spring", node(1, 0), node(10, 0), spring(0.3, 0.1));
            level.world.substeps = 32;
            level.world.stick_iterations = 8;
            soft_contacts(level);
        })
        .categories(&["ground", "doll"])
        .done()
}

pub fn pendulum() -> Level {
    let notes = "A pendulum on a disc. The disc slides on a rail without friction, and a stick link holds the bob at a fixed
        distance from its centre (004). No force acts along the rail, so the centre of mass of both stays above one point
        while disc and bob swing against each other: with masses of 3 and 1, the disc moves a third as far as the bob.

        Behind it a second bob hangs from a fixed point by an equal stick: it is slower, since the moving disc shortens the
        effective pendulum by the factor 3/4 for small swings. Compare them in a plot of their x.";
    Stage::new("Pendulum on a disc", notes)
        .view([0.0, 1.2], 8.0)
        .obstacle("rail", ObstacleShape::Segment([-5.0, 2.5], [5.0, 2.5]), 1.0)
        .disc(Disc { name: "disc".into(), mass: 3.0, restitution: 0.0, ..ball([-1.5, 3.0], 0.5) }, TEAL)
        .disc(
            Disc {
                name: "bob".into(),
                restitution: 0.0,
                collision: CollisionFilter { category: 2, mask: 0, sensor: false },
                ..ball([-0.06, 0.36], 0.3)
            },
            CORAL,
        )
        .disc(
            Disc {
                name: "reference".into(),
                restitution: 0.0,
                collision: CollisionFilter { category: 2, mask: 0, sensor: false },
                ..ball([3.44, 0.36], 0.3)
            },
            VIOLET,
        )
        .with(|level| {
            join(level, "rod", LinkEnd::Disc(0), LinkEnd::Disc(1), STICK);
            join(level, "fixed-rod", LinkEnd::Point([2.0, 3.0]), LinkEnd::Disc(2), STICK);
            level.world.gravity = [0.0, -0.01];
        })
        .done()
}

pub fn goal() -> Level {
    let notes = "A goal that notices the ball. The area behind the line is a sensor: a fixed body that pushes nothing and
        reports what enters and leaves it, at the end of each substep. The first ball stays in it. The second one is faster,
        hits the back wall and comes out again, so it enters and leaves. The keeper is a blob, and it is in no category that
        the sensor collides with: walking through the goal would not count.

        Two markers carry what a game needs beside the physics: the spawn point of the balls, and the zone of the goal with
        the points that it is worth. The engine ignores markers. Watch entered(\"goal\") to stop at the first event. The
        balls are discs (002).";
    let area = |name: &str, min: Point, max: Point| Body {
        name: name.to_owned(),
        motion: Motion::Fixed,
        nodes: [min, [max[0], min[1]], max, [min[0], max[1]]].map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        gas: 0.0,
        ..Body::default()
    };
    let (ball_filter, keeper_filter) = (
        CollisionFilter { category: 2, ..CollisionFilter::default() },
        CollisionFilter { category: 4, ..CollisionFilter::default() },
    );
    let sensor = CollisionFilter { category: 8, mask: 2, sensor: true };
    let goal = Body { collision: sensor, ..area("goal", [4.0, 0.0], [6.6, 3.0]) };
    let keeper = DiscShape {
        radius: 0.6,
        rings: 2,
        material: Material::default().weighing(0.1).springy(1.5, 0.15).touching(0.3, 0.6),
        ..DiscShape::default()
    };
    let keeper = Body { collision: keeper_filter, ..keeper.body().named("keeper").translated([2.2, 0.62]) };
    let marker = |name: &str, shape: MarkerShape, tags: &[&str], properties: Properties| Marker {
        id: name.to_owned(),
        name: name.to_owned(),
        shape,
        tags: tags.iter().map(|&tag| tag.to_owned()).collect(),
        properties,
    };
    Stage::new("Goal", notes)
        .view([0.0, 2.4], 8.0)
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
                collision: ball_filter,
                ..ball([-5.0, 0.5], 0.3)
            },
            CORAL,
        )
        .disc(
            Disc {
                name: "second ball".into(),
                velocity: [0.3, 0.13],
                restitution: 0.9,
                collision: ball_filter,
                ..ball([-6.6, 0.5], 0.3)
            },
            AMBER,
        )
        .with(|level| {
            let mut worth = Properties::default();
            worth.insert("points".to_owned(), blobsmith::level::PropertyValue::Integer(1));
            level.markers = vec![
                marker("spawn", MarkerShape::Point([-5.0, 0.5]), &["spawn"], Properties::default()),
                marker("goal-zone", MarkerShape::Rect([4.0, 0.0], [6.6, 3.0]), &["goal"], worth),
            ];
            level.world.gravity = [0.0, -0.008];
        })
        .categories(&["ground", "ball", "keeper", "goal"])
        .done()
}
