//! Results calculated by hand: areas, counts, positions.

use super::*;
use crate::geometry::{DVec2, polygon};
use crate::level::edit::{extent_of_all, tracked};
use crate::level::shapes::Rectangle;
use crate::level::{
    Body, Disc, Instance, Link, LinkEnd, LinkKind, Marker, MarkerShape, Node, Obstacle, ObstacleShape, Role, format,
};

/// A soft block with nodes 0.5 apart, `width` x `height`, with its lower left corner at a point.
fn block(name: &str, [x, y]: [f64; 2], [width, height]: [f64; 2]) -> Body {
    let (columns, rows) = ((width / 0.5) as usize, (height / 0.5) as usize);
    let shape = Rectangle { columns, rows, cell: [0.5, 0.5], ..Rectangle::default() };
    shape.body().named(name).translated([x + 0.5 * width, y + 0.5 * height])
}

fn level(bodies: Vec<Body>) -> Level {
    Level { bodies, ..Level::default() }
}

fn apply(level: &mut Level, id: &str, places: &[Place], values: &[(&str, f64)]) -> Result<Made, String> {
    let bounds = extent_of_all(level, places).unwrap_or(Aabb::EMPTY);
    let values = values.iter().map(|(id, value)| ((*id).to_owned(), *value)).collect();
    let operation = operation(id).ok_or("unknown")?;
    let made = tracked(level, |level| operation.apply(level, places, bounds, &values))?;
    format::validate(level).map_err(|error| error.to_string())?;
    Ok(made)
}

fn hull_area(body: &Body) -> f64 {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    0.5 * polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), DVec2::ZERO)
}

fn triangle_area(body: &Body) -> f64 {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    body.triangles.iter().map(|&[a, b, c]| 0.5 * polygon::doubled_triangle_area(at(a), at(b), at(c))).sum()
}

fn near(found: f64, expected: f64) {
    assert!((found - expected).abs() < 1e-9, "{found} instead of {expected}");
}

const TWO: [Place; 2] = [Place::Body(0), Place::Body(1)];

#[cfg(feature = "svg")]
#[test]
fn union_has_the_common_outline_in_place_of_the_first() {
    // Two squares of area 4, of which a strip of 1 x 2 is common.
    let mut level = level(vec![block("left", [0.0, 0.0], [2.0, 2.0]), block("right", [1.0, 0.0], [2.0, 2.0])]);
    level.bodies[0].gas = 2.0;
    let made = apply(&mut level, "unite", &TWO, &[]).unwrap();
    assert_eq!((made.places, level.bodies.len()), (vec![Place::Body(0)], 1));
    let body = &level.bodies[0];
    near(hull_area(body), 6.0);
    near(triangle_area(body), 6.0);
    // The pressure of the first: 2 / 4.
    near(body.gas, 3.0);
    assert_eq!(body.name, "left");
    // A lattice of 7 x 5 nodes, since the nodes of both lie on it.
    assert_eq!((body.nodes.len(), body.hull.len()), (35, 20));
}

#[cfg(feature = "svg")]
#[test]
fn subtraction_inside_leaves_a_hole() {
    let mut level = level(vec![block("frame", [0.0, 0.0], [6.0, 6.0]), block("tool", [2.0, 2.0], [2.0, 2.0])]);
    level.bodies[0].nodes.iter_mut().for_each(|node| node.velocity = [1.0, 0.0]);
    // Node 0 is the corner at 0, 0; node 84 of 13 x 13 is the one at 3, 3, in the hole.
    level.bodies[0].nodes[0].label = "corner".to_owned();
    level.bodies[0].nodes[14].label = "inner".to_owned();
    assert_eq!(level.bodies[0].nodes[84].position, [3.0, 3.0]);
    level.bodies[0].nodes[84].label = "cut".to_owned();
    apply(&mut level, "subtract", &TWO, &[]).unwrap();
    assert_eq!(level.bodies.len(), 1);
    let body = &level.bodies[0];
    near(hull_area(body), 32.0);
    near(triangle_area(body), 32.0);
    // 24 x 0.5 outside, 16 x 0.5 around the hole; of the lattice of 13 x 13 the 3 x 3 nodes inside the hole are gone.
    assert_eq!((body.hull.len(), body.nodes.len()), (48 + 16, 169 - 9));
    // Both diagonals of a cell far from the hole stay: nodes 0, 1, 13 and 14 of the lattice.
    let node = |at: [f64; 2]| body.nodes.iter().position(|node| node.position == at).unwrap();
    let joins = |a: [f64; 2], b: [f64; 2]| {
        let (a, b) = (node(a), node(b));
        body.springs.iter().filter(|spring| [spring.a, spring.b] == [a, b] || [spring.b, spring.a] == [a, b]).count()
    };
    assert_eq!((joins([0.0, 0.0], [0.5, 0.5]), joins([0.5, 0.0], [0.0, 0.5])), (1, 1));
    let labelled = |label: &str| body.nodes.iter().find(|node| node.label == label).map(|node| node.position);
    assert_eq!((labelled("corner"), labelled("inner"), labelled("cut")), (Some([0.0; 2]), Some([0.5; 2]), None));
    assert!(body.nodes.iter().all(|node| node.velocity == [1.0, 0.0]));
}

#[cfg(feature = "svg")]
#[test]
fn subtraction_through_the_middle_gives_two_bodies_with_links_at_their_nodes() {
    let mut level = level(vec![block("bar", [0.0, 0.0], [6.0, 1.0]), block("saw", [2.0, -1.0], [1.0, 3.0])]);
    level.bodies[0].nodes[0].pinned = true;
    let (tags, properties) = (Vec::new(), Default::default());
    let link = Link {
        id: String::new(),
        a: LinkEnd::Node([0, 0]),
        b: LinkEnd::Point([0.0, 5.0]),
        kind: LinkKind::Pin,
        collide: true,
        tags,
        properties,
    };
    let at = |x: f64| level.bodies[0].nodes.iter().position(|node| node.position == [x, 0.5]).unwrap();
    let (right, cut) = (at(5.0), at(2.5));
    level.links = vec![
        link.clone(),
        Link { a: LinkEnd::Node([0, right]), ..link.clone() },
        Link { a: LinkEnd::Node([0, cut]), ..link },
    ];
    let made = apply(&mut level, "subtract", &TWO, &[]).unwrap();
    // 6 = 2 + 1 + 3: the larger part is the first one.
    assert_eq!(made.places, [Place::Body(0), Place::Body(1)]);
    assert!(made.said.starts_with("1 link removed"), "{}", made.said);
    near(hull_area(&level.bodies[0]), 3.0);
    near(hull_area(&level.bodies[1]), 2.0);
    assert_eq!(level.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["bar", "bar 2"]);
    let ends: Vec<[f64; 2]> = level
        .links
        .iter()
        .map(|link| match link.a {
            LinkEnd::Node([body, node]) => level.bodies[body].nodes[node].position,
            _ => [f64::NAN; 2],
        })
        .collect();
    assert_eq!(ends, [[0.0, 0.0], [5.0, 0.5]]);
    let pinned =
        |body: &Body| body.nodes.iter().filter(|node| node.pinned).map(|node| node.position).collect::<Vec<_>>();
    assert_eq!(level.bodies.iter().flat_map(pinned).collect::<Vec<_>>(), [[0.0, 0.0]]);
}

#[cfg(feature = "svg")]
#[test]
fn subtraction_can_be_swapped_and_keep_the_others() {
    let before = vec![block("a", [0.0, 0.0], [2.0, 2.0]), block("b", [1.0, 0.0], [4.0, 2.0])];
    let mut level = level(before);
    let made = apply(&mut level, "subtract", &TWO, &[("swap", 1.0), ("keep", 1.0)]).unwrap();
    assert_eq!(made.places, [Place::Body(1)]);
    near(hull_area(&level.bodies[0]), 4.0);
    near(hull_area(&level.bodies[1]), 6.0);
}

#[cfg(feature = "svg")]
#[test]
fn intersection_keeps_springs_of_kept_nodes() {
    let mut level = level(vec![block("a", [0.0, 0.0], [4.0, 4.0]), block("b", [1.0, 1.0], [4.0, 4.0])]);
    level.bodies[0].springs.iter_mut().for_each(|spring| spring.stiffness = 17.0);
    apply(&mut level, "intersect", &TWO, &[("spacing", 1.0)]).unwrap();
    let body = &level.bodies[0];
    near(hull_area(body), 9.0);
    // The hull has nodes at distances of 1. Of the lattice of 0.5 that both have, the nodes at 2, 2.5 and 3 are at least
    // 0.6 from it.
    assert_eq!((body.hull.len(), body.nodes.len()), (12, 12 + 9));
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    let old = body.springs.iter().filter(|spring| spring.stiffness == 17.0);
    assert!(old.clone().count() > 0);
    assert!(old.into_iter().all(|spring| at(spring.a).distance(at(spring.b)) < 1.5));
}

#[cfg(feature = "svg")]
#[test]
fn combinations_without_overlap_are_refused_with_a_reason() {
    let before = level(vec![block("a", [0.0, 0.0], [1.0, 1.0]), block("b", [5.0, 0.0], [1.0, 1.0])]);
    for (id, reason) in [("unite", "Merge"), ("subtract", "do not overlap"), ("intersect", "do not overlap")] {
        let mut level = before.clone();
        let refused = apply(&mut level, id, &TWO, &[]).unwrap_err();
        assert!(refused.contains(reason), "{id}: {refused}");
        let refused = apply(&mut level, id, &TWO[..1], &[]).unwrap_err();
        assert!(refused.contains("two bodies"), "{id}: {refused}");
    }
}

#[cfg(feature = "svg")]
#[test]
fn combined_decor_stays_fixed_without_springs() {
    let decor = Body { motion: crate::level::Motion::Fixed, ..block("a", [0.0, 0.0], [2.0, 2.0]) };
    let mut level = level(vec![decor, block("b", [1.0, 1.0], [2.0, 2.0])]);
    apply(&mut level, "unite", &TWO, &[]).unwrap();
    let body = &level.bodies[0];
    assert_eq!((body.motion.clone(), body.springs.len()), (crate::level::Motion::Fixed, 0));
    near(hull_area(body), 7.0);
    // An L of 8 corners: the union of two squares that share a quarter.
    assert_eq!(body.hull.len(), 8);
}

#[test]
fn linear_array_repeats_parts_and_their_links_at_equal_distances() {
    let mut level = level(vec![block("box", [0.0, 0.0], [1.0, 1.0])]);
    level.discs = vec![Disc { name: "ball".to_owned(), position: [2.0, 0.5], radius: 0.5, ..Disc::default() }];
    let (tags, properties) = (Vec::new(), Default::default());
    let (a, b) = (LinkEnd::Node([0, 0]), LinkEnd::Disc(0));
    level.links = vec![Link { id: String::new(), a, b, kind: LinkKind::Pin, collide: true, tags, properties }];
    let places = [Place::Body(0), Place::Disc(0)];
    apply(&mut level, "linear-array", &places, &[("count", 4.0), ("dx", 3.0), ("dy", -1.0)]).unwrap();
    assert_eq!((level.bodies.len(), level.discs.len(), level.links.len()), (4, 4, 4));
    let names: Vec<&str> = level.bodies.iter().map(|body| body.name.as_str()).collect();
    assert_eq!(names, ["box", "box 2", "box 3", "box 4"]);
    let corners: Vec<[f64; 2]> = level.bodies.iter().map(|body| body.nodes[0].position).collect();
    assert_eq!(corners, [[0.0, 0.0], [3.0, -1.0], [6.0, -2.0], [9.0, -3.0]]);
    assert_eq!(level.discs[3].position, [11.0, -2.5]);
    assert_eq!((level.links[3].a, level.links[3].b), (LinkEnd::Node([3, 0]), LinkEnd::Disc(3)));
}

#[test]
fn arrays_repeat_obstacles_markers_and_instances() {
    let marker = Marker {
        id: String::new(),
        name: "goal".to_owned(),
        shape: MarkerShape::Point([0.0, 2.0]),
        tags: Vec::new(),
        properties: Default::default(),
    };
    let mut level = Level {
        obstacles: vec![Obstacle { shape: ObstacleShape::Segment([0.0, 0.0], [1.0, 0.0]), ..Obstacle::default() }],
        markers: vec![marker],
        instances: vec![Instance::at("wheel.ron", [0.0, 0.0])],
        ..Level::default()
    };
    let places = [Place::Obstacle(0), Place::Marker(0), Place::Instance(0)];
    apply(&mut level, "linear-array", &places, &[("count", 3.0), ("dx", 0.0), ("dy", 5.0)]).unwrap();
    assert_eq!(level.obstacles[2].shape, ObstacleShape::Segment([0.0, 10.0], [1.0, 10.0]));
    assert_eq!(
        (level.markers[2].name.as_str(), level.markers[2].shape.clone()),
        ("goal 3", MarkerShape::Point([0.0, 12.0]))
    );
    assert_eq!(level.instances[2].position, [0.0, 10.0]);
    // Ids are unique: three kinds with three parts each.
    let ids: std::collections::BTreeSet<&str> = crate::level::ids::all(&level).collect();
    assert_eq!(ids.len(), 9);
}

#[test]
fn circular_array_turns_copies_around_the_centre() {
    let mut around = level(vec![block("box", [1.5, -0.5], [1.0, 1.0])]);
    let values = [("count", 4.0), ("x", 0.0), ("y", 0.0)];
    apply(&mut around, "circular-array", &[Place::Body(0)], &values).unwrap();
    // Node 0 is the corner nearest to the centre and lowest: it turns with its body.
    for (body, [x, y]) in around.bodies.iter().zip([[1.5, -0.5], [0.5, 1.5], [-1.5, 0.5], [-0.5, -1.5]]) {
        let [found_x, found_y] = body.nodes[0].position;
        near(found_x, x);
        near(found_y, y);
    }
    // Half a circle ends opposite to the first one; without a turn all stand upright.
    let mut arc = level(vec![block("box", [1.5, -0.5], [1.0, 1.0])]);
    let values = [("count", 3.0), ("angle", -180.0), ("x", 0.0), ("y", 0.0), ("turn", 0.0)];
    apply(&mut arc, "circular-array", &[Place::Body(0)], &values).unwrap();
    for (body, [x, y]) in arc.bodies.iter().zip([[1.5, -0.5], [-0.5, -2.5], [-2.5, -0.5]]) {
        let [found_x, found_y] = body.nodes[0].position;
        near(found_x, x);
        near(found_y, y);
    }
}

#[test]
fn scatter_keeps_the_distance_and_depends_only_on_the_seed() {
    let disc = Disc { position: [0.0, 0.0], radius: 0.5, ..Disc::default() };
    let before = Level { discs: vec![disc], ..Level::default() };
    let area = [("left", 2.0), ("bottom", 0.0), ("right", 12.0), ("top", 6.0), ("distance", 1.25), ("count", 20.0)];
    let scattered = |seed: f64| {
        let mut level = before.clone();
        let values: Vec<(&str, f64)> = area.iter().copied().chain([("seed", seed)]).collect();
        apply(&mut level, "scatter", &[Place::Disc(0)], &values).unwrap();
        level.discs.iter().map(|disc| DVec2::from_array(disc.position)).collect::<Vec<_>>()
    };
    let first = scattered(7.0);
    assert_eq!((first.len(), first[0]), (21, DVec2::ZERO));
    assert_eq!(first, scattered(7.0));
    assert_ne!(first, scattered(8.0));
    for (i, a) in first.iter().enumerate().skip(1) {
        assert!((2.0..=12.0).contains(&a.x) && (0.0..=6.0).contains(&a.y), "{a}");
        assert!(first[..i].iter().all(|b| a.distance(*b) >= 1.25), "{a}");
    }
}

#[test]
fn scatter_reports_how_many_have_room() {
    let disc = Disc { position: [-9.0, 0.0], radius: 0.5, ..Disc::default() };
    let mut level = Level { discs: vec![disc], ..Level::default() };
    // In a square of side 1 at most 4 points are 1 apart.
    let values = [("left", 0.0), ("bottom", 0.0), ("right", 1.0), ("top", 1.0), ("distance", 1.0), ("count", 50.0)];
    let made = apply(&mut level, "scatter", &[Place::Disc(0)], &values).unwrap();
    assert!((2..=5).contains(&level.discs.len()), "{}", level.discs.len());
    assert!(made.said.contains(&format!("{} of 50", level.discs.len() - 1)), "{}", made.said);
}

#[test]
fn scatter_turns_within_the_angle() {
    let mut level = level(vec![block("box", [0.0, 0.0], [1.0, 1.0])]);
    apply(&mut level, "scatter", &[Place::Body(0)], &[("turn", 30.0), ("count", 8.0)]).unwrap();
    let angles = level.bodies.iter().map(|body| {
        let at = |node: usize| DVec2::from_array(body.nodes[node].position);
        // Nodes 0 to 2 are the lower side.
        (at(2) - at(0)).to_angle().to_degrees()
    });
    let angles: Vec<f64> = angles.collect();
    assert!(angles.iter().all(|angle| angle.abs() <= 30.0 + 1e-9), "{angles:?}");
    assert!(angles.iter().skip(1).any(|angle| angle.abs() > 1.0), "{angles:?}");
}

#[test]
fn welding_across_bodies_joins_a_common_side() {
    let square = |x: f64| {
        let nodes = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]];
        let nodes = nodes.map(|[dx, y]| Node { role: Role::Mass(1.0), ..Node::at([x + dx, y]) }).to_vec();
        Body {
            nodes,
            hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
            triangles: vec![[0, 1, 2], [0, 2, 3]],
            ..Body::default()
        }
    };
    let before = level(vec![square(0.0), square(1.02)]);
    let mut joined = before.clone();
    apply(&mut joined, "weld-near", &TWO, &[("distance", 0.05)]).unwrap();
    // Two of eight nodes are gone, and the inner side of both hulls.
    let body = &joined.bodies[0];
    assert_eq!((joined.bodies.len(), body.nodes.len(), body.hull.len()), (1, 6, 6));
    near(hull_area(body), 2.02);
    let mut apart = before.clone();
    let refused = apply(&mut apart, "weld-near", &TWO, &[("distance", 0.05), ("across", 0.0)]).unwrap_err();
    assert!(refused.contains("no two"), "{refused}");
    assert_eq!(apart.bodies.len(), 2);
}

#[test]
fn operations_refuse_what_they_cannot_do() {
    let before = level(vec![block("a", [0.0, 0.0], [1.0, 1.0])]);
    for operation in ALL {
        let mut level = before.clone();
        assert!(apply(&mut level, operation.id, &[], &[]).is_err(), "{}", operation.id);
        assert!(apply(&mut level, operation.id, &[Place::Body(9)], &[]).is_err(), "{}", operation.id);
        assert!(apply(&mut level, operation.id, &[Place::Body(0)], &[("unknown", 1.0)]).is_err(), "{}", operation.id);
    }
    let mut level = before;
    let all = [("count", 1000.0), ("dx", 1e6), ("dy", 1e6)];
    assert!(apply(&mut level, "linear-array", &[Place::Body(0)], &all).is_ok());
}
