//! Links between bodies, discs and fixed points; a doll whose parts do not collide with each other.

use super::stage::{AMBER, BLUE, CORAL, DECOR, PINK, Stage, TEAL, VIOLET, ball, ground, hexagonal_disc};
use blobsmith::level::shapes::{BalloonShape, DiscShape, Floor, Material, Rectangle, Terrain, Wheel};
use blobsmith::level::{
    Body, CollisionFilter, ContactResponse, Disc, DiscMethod, EdgeChoice, Level, Link, LinkEnd, LinkKind, Motion, Node,
    ObstacleShape, Point, Properties, Repositioning, Role, Spring,
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

/// A stiff body: a spring between every two nodes, and a hull around `hull`.
fn frame(
    points: &[Point],
    hull: &[usize],
    triangles: &[[usize; 3]],
    mass: f64,
    [stiffness, damping]: [f64; 2],
) -> Body {
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

#[rustfmt::skip]
const CHASSIS: [Point; 9] = [
    [-1.7, 0.0], [-0.6, 0.0], [0.6, 0.0], [1.7, 0.0], [1.6, 0.55], [0.7, 0.6], [0.3, 1.2], [-1.0, 1.2], [-1.6, 0.6],
];

#[rustfmt::skip]
const HILLS: [Point; 16] = [
    [-13.0, 7.2], [-9.0, 5.0], [-6.0, 3.2], [-4.0, 2.1], [-2.5, 1.7], [-1.0, 1.9], [0.5, 2.3], [2.0, 2.2], [3.5, 1.4],
    [5.0, 0.5], [6.5, 0.2], [8.0, 0.6], [9.5, 1.5], [11.0, 2.9], [12.5, 4.8], [14.0, 7.2],
];

fn chassis() -> Body {
    let triangles = [[0, 1, 8], [1, 7, 8], [1, 2, 7], [2, 6, 7], [2, 5, 6], [2, 3, 5], [3, 4, 5]];
    frame(&CHASSIS, &[0, 1, 2, 3, 4, 5, 6, 7, 8], &triangles, 0.5, [4.0, 0.4])
}

/// A box with a drawbar, node 5 of which is at the rear of the chassis.
fn trailer() -> Body {
    let corners = [[-4.3, 0.1], [-2.3, 0.1], [-2.3, 0.8], [-4.3, 0.8], [-3.3, 0.1]];
    let mut body = frame(&corners, &[0, 4, 1, 2, 3], &[[0, 4, 3], [4, 2, 3], [4, 1, 2]], 0.25, [4.0, 0.4]);
    body.nodes.push(Node { role: Role::Mass(0.25), ..Node::at(CHASSIS[0]) });
    let beam = |a: usize, b: usize, length: f64| Spring { a, b, rest_length: length, stiffness: 4.0, damping: 0.4 };
    body.springs.extend([beam(1, 5, 0.608276), beam(2, 5, 1.0), beam(4, 5, 1.603122)]);
    body
}

pub fn car() -> Level {
    let tyre = Material::default().weighing(0.06).springy(5.0, 0.12).touching(0.2, 0.9);
    let wheel = Wheel { radius: 0.6, rim: 0.7, segments: 14, material: tyre, ..Wheel::default() };
    let hills = Terrain { surface: HILLS.to_vec(), base: -1.5, material: Material::decor().touching(0.4, 0.9) };
    let notes = "A car with a trailer rolls down a hill, over another and back. Each wheel is a soft body. A stick from its hub
        to the chassis guides it, and a spring link carries the load: the suspension. The trailer's wheel is a disc on a
        pin joint, and another pin joint is the coupling. All of these are links: they join nodes of different bodies,
        discs and fixed points, with the springs and sticks of bodies (sources “Blobs” §C.2, “Verlet, sticks and
        pieces”).

        The links do not collide: the wheels touch the ground only, since a category that excludes itself holds all parts
        of the car. Select a link, change its stiffness, and run again.";
    let place = |body: Body| {
        let mut body = body.rotated([0.0, 0.0], -0.54).translated([-8.4, 6.05]);
        body.collision = OWN;
        body
    };
    let [rear, front] = [[-1.15, -0.35], [1.15, -0.35]].map(|at| wheel.body().translated(at));
    let axle = turned([-3.3, -0.35]);
    Stage::new("Car with sprung wheels", notes)
        .view([0.5, 3.6], 14.0)
        .body(hills.body().named("hills"), DECOR)
        .body(place(chassis().named("chassis")), CORAL)
        .body(place(rear.named("rear wheel")), BLUE)
        .body(place(front.named("front wheel")), BLUE)
        .body(place(trailer().named("trailer")), AMBER)
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
    let notes =
        "A rope bridge between two towers carries a blob. Eleven planks are bodies of their own. Sticks join their
        upper corners, from plank to plank and to a fixed point on either tower (source “Verlet, sticks and pieces”:
        chains). Only a stick that is too
        short or too long acts, and it moves both of its ends by their inverse masses; a fixed point does not move.

        Neighbours do not collide, which each link says: their corners meet when the bridge sags. The blob falls on the
        bridge, which swings, and rolls to its middle.";
    let mut stage = Stage::new("Rope bridge", notes)
        .view([0.0, 0.2], 8.0)
        .body(tower.body().named("left tower").translated([-6.4, 0.0]), DECOR)
        .body(tower.body().named("right tower").translated([6.4, 0.0]), DECOR);
    // The bridge hangs in a parabola, 1 below the tops of the towers in its middle.
    let (pitch, half) = (0.88, 4.95);
    for index in 0..PLANKS {
        let x = (index as f64 - 5.0) * pitch;
        let (y, slope) = (x * x / (half * half) - 1.0, 2.0 * x / (half * half));
        let plank = plank.body().named(&format!("plank {index}"));
        stage = stage.body(plank.rotated([0.0, 0.0], slope.atan()).translated([x, y]), AMBER);
    }
    let blob = DiscShape {
        radius: 0.8,
        rings: 2,
        material: Material::default().weighing(0.08).springy(1.5, 0.15).filled(0.3).touching(0.2, 0.7),
        ..hexagonal_disc()
    };
    stage
        .body(blob.body().named("blob").translated([-2.2, 1.6]), CORAL)
        .with(|level| {
            // Upper corners of a plank: two columns and one row of cells have the nodes 0 to 2 below and 3 to 5 above.
            let corner = |plank: usize, right: bool| node(plank, if right { 5 } else { 3 });
            let first = corner(2, false);
            join(level, "left-anchor", LinkEnd::Point([-4.95, 0.0]), first, STICK);
            for plank in 2..PLANKS + 1 {
                let (a, b) = (corner(plank, true), corner(plank + 1, false));
                join(level, &format!("rope-{}", plank - 2), a, b, STICK);
            }
            let last = corner(PLANKS + 1, true);
            join(level, "right-anchor", last, LinkEnd::Point([4.95, 0.0]), STICK);
            level.world.substeps = 32;
            level.world.stick_iterations = 12;
            soft_contacts(level);
        })
        .done()
}

pub fn balloon_on_a_string() -> Level {
    let skin = Material::default().weighing(0.06).springy(3.0, 0.15).filled(0.3).touching(0.4, 0.3);
    let balloon = BalloonShape {
        sides: 18,
        radius: 1.1,
        start_rad: 0.5 * std::f64::consts::PI,
        material: skin,
        ..BalloonShape::default()
    };
    let notes = "A balloon hangs on a string and swings like a pendulum. The string is a chain of particles (source
        “Particles and obstacles”) joined by
        stick links, from a fixed point to the highest node of the balloon, which is a body with gas (source “Blobs”
        §C.3). A gust is
        its initial velocity.

        The gas pushes on the hull from inside only. There is no air around bodies, so nothing lifts a balloon: delete the
        last link, and it falls. Make gravity point up, and it rises.";
    let knots = 8;
    let (hook, knot) = ([0.0, 6.9], [0.0, 2.9]);
    let mut stage = Stage::new("Balloon on a string", notes)
        .view([0.0, 3.2], 8.4)
        .body(Floor { width: 9.0, thickness: 0.8, material: ground() }.body().named("ground"), DECOR);
    stage = stage.body(balloon.body().named("balloon").translated([0.0, knot[1] - 1.1]).launched([0.12, 0.0]), PINK);
    for index in 1..knots {
        let y = hook[1] + (knot[1] - hook[1]) * index as f64 / knots as f64;
        let bead = Disc { name: format!("bead {index}"), mass: 0.02, restitution: 0.0, ..ball([0.0, y], 0.0) };
        stage = stage.disc(bead, AMBER);
    }
    stage
        .with(|level| {
            join(level, "hook", LinkEnd::Point(hook), LinkEnd::Disc(0), STICK);
            for index in 0..knots - 2 {
                join(level, &format!("string-{index}"), LinkEnd::Disc(index), LinkEnd::Disc(index + 1), STICK);
            }
            join(level, "knot", LinkEnd::Disc(knots - 2), node(1, 0), STICK);
            level.world.gravity = [0.0, -0.012];
            level.world.stick_iterations = 10;
            level.world.velocity_retention = 0.9999;
        })
        .done()
}

/// A fixed stair: from each x on it has the height beside it, down to `base` and up to x = `end`.
fn stair(steps: &[(f64, f64)], end: f64, base: f64) -> Body {
    let mut body = Body { motion: Motion::Fixed, gas: 0.0, restitution: 0.4, friction: 0.6, ..Body::default() };
    let mut add = |at: Point| {
        body.nodes.push(Node::at(at));
        body.nodes.len() - 1
    };
    let bottom: Vec<usize> = steps.iter().map(|&(x, _)| x).chain([end]).map(|x| add([x, base])).collect();
    let mut top = Vec::new();
    for (index, &(x, height)) in steps.iter().enumerate() {
        let to = steps.get(index + 1).map_or(end, |step| step.0);
        top.extend([add([x, height]), add([to, height])]);
    }
    for (index, sides) in bottom.windows(2).enumerate() {
        let ([from, to], [left, right]) = ([sides[0], sides[1]], [top[2 * index], top[2 * index + 1]]);
        // The right side has the next step's corner in it.
        match top.get(2 * index + 2) {
            Some(&corner) => body.triangles.extend([[from, to, corner], [from, corner, right], [from, right, left]]),
            None => body.triangles.extend([[from, to, right], [from, right, left]]),
        }
    }
    let around: Vec<usize> = bottom.into_iter().chain(top.into_iter().rev()).collect();
    body.hull = (0..around.len()).map(|i| [around[i], around[(i + 1) % around.len()]]).collect();
    body
}

/// Torso, arms and legs of a doll: x of its middle, heights of its hip and neck.
fn limbs([x, hip, neck]: [f64; 3]) -> [(&'static str, Body, &'static str); 9] {
    [
        ("torso", rod([x, hip], [x, neck], 0.7, 3.0), CORAL),
        ("left upper arm", rod([x, neck], [x - 0.85, neck - 0.25], 0.28, 0.6), AMBER),
        ("left lower arm", rod([x - 0.85, neck - 0.25], [x - 1.65, neck - 0.1], 0.24, 0.5), AMBER),
        ("right upper arm", rod([x, neck], [x + 0.85, neck - 0.25], 0.28, 0.6), AMBER),
        ("right lower arm", rod([x + 0.85, neck - 0.25], [x + 1.65, neck - 0.1], 0.24, 0.5), AMBER),
        ("left thigh", rod([x, hip], [x - 0.35, hip - 1.0], 0.34, 1.0), BLUE),
        ("left shin", rod([x - 0.35, hip - 1.0], [x - 0.45, hip - 2.0], 0.28, 0.8), BLUE),
        ("right thigh", rod([x, hip], [x + 0.35, hip - 1.0], 0.34, 1.0), BLUE),
        ("right shin", rod([x + 0.35, hip - 1.0], [x + 0.45, hip - 2.0], 0.28, 0.8), BLUE),
    ]
}

pub fn ragdoll() -> Level {
    let notes = "A ragdoll falls down a stair. It has ten bodies, and pin joints join them: links of kind Pin, which move both
        of their ends to one point in each pass over the sticks (source “Verlet, sticks and pieces”). Neighbours
        overlap at the joints, so the parts of the
        doll must not collide with each other. All are in the category doll, and their masks exclude it. They still collide
        with the stair, which is in the category ground.

        Nothing limits the angle of a pin joint. Spring links across hips, shoulders and knees (source “Blobs” §C.2)
        pull it back to its
        pose, a little.";
    let stair = stair(&[(-7.0, 4.2), (-2.6, 2.8), (-0.4, 1.4), (1.8, 0.0)], 7.0, -1.2);
    let (x, hip, neck) = (-3.4, 6.3, 7.9);
    let skull = Material::default().weighing(0.09).springy(5.0, 0.4).touching(0.3, 0.4);
    let head = DiscShape { radius: 0.42, rings: 1, material: skull, ..hexagonal_disc() };
    let stair =
        Body { collision: CollisionFilter { category: 1, ..CollisionFilter::default() }, ..stair.named("stair") };
    let mut stage = Stage::new("Ragdoll", notes).view([0.6, 3.6], 10.6).body(stair, DECOR);
    for (name, part, color) in limbs([x, hip, neck]) {
        let part = Body { collision: OWN, friction: 0.5, ..part.named(name).launched([0.07, 0.0]) };
        stage = stage.body(part, color);
    }
    let head = Body {
        collision: OWN,
        ..head
            .body()
            .named("head")
            .rotated([0.0, 0.0], -0.5 * std::f64::consts::PI)
            .translated([x, neck + 0.42])
            .launched([0.09, 0.0])
    };
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
        distance from its centre (source “Verlet, sticks and pieces”). No force acts along the rail, so the centre of
        mass of both stays above one point
        while disc and bob swing against each other: with masses of 3 and 1, the disc moves a third as far as the bob.

        Behind it a second bob hangs from a fixed point by an equal stick: it is slower, since the moving disc shortens the
        effective pendulum by the factor 3/4 for small swings. Compare them in a plot of their x.";
    Stage::new("Pendulum on a disc", notes)
        .view([0.0, 1.2], 8.0)
        .obstacle("rail", ObstacleShape::Segment([-5.0, 2.5], [5.0, 2.5]), 1.0)
        .disc(Disc { name: "disc".into(), mass: 3.0, restitution: 0.0, ..ball([-1.5, 3.0], 0.5) }, TEAL)
        .disc(Disc { name: "bob".into(), restitution: 0.0, ..ball([-0.06, 0.36], 0.3) }, CORAL)
        .disc(Disc { name: "reference".into(), restitution: 0.0, ..ball([4.04, 0.36], 0.3) }, VIOLET)
        .with(|level| {
            join(level, "rod", LinkEnd::Disc(0), LinkEnd::Disc(1), STICK);
            join(level, "fixed-rod", LinkEnd::Point([2.6, 3.0]), LinkEnd::Disc(2), STICK);
            level.world.gravity = [0.0, -0.01];
            level.world.discs = DiscMethod::Discrete;
        })
        .done()
}
