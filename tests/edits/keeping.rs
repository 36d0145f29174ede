//! What copies, mirror images, halves and merged bodies have of the links, labels, textures and ids of the originals: the
//! table of docs/level-format.md, with expected values by hand.

use super::support::{align, distribute, square};
use blobsmith::level::edit::orient::{hull_from_triangles, orient, turn, turn_hull};
use blobsmith::level::edit::symmetry::{MirrorAxis, complete, duplicate_both, move_both, remove_both};
use blobsmith::level::edit::*;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::*;
use std::collections::BTreeMap;

/// Three squares at x = 0, 10 and 20, two discs, two obstacles; a spring from square 0 to square 1, a pin joint from square 1 to
/// disc 1, a stick from square 2 to a fixed point; a marker and an instance.
fn level() -> Level {
    let at = |x: f64, id: &str| {
        let mut body = Body { id: id.into(), name: id.into(), ..square() }.translated([x, 0.0]);
        body.nodes[2].label = "hand".into();
        body.nodes[2].properties.insert("side", PropertyValue::Text("right".into()));
        body.tags = vec![format!("tag of {id}")];
        body
    };
    let link = |id: &str, a: LinkEnd, b: LinkEnd, kind: LinkKind| Link {
        id: id.into(),
        a,
        b,
        kind,
        collide: true,
        tags: vec![format!("tag of {id}")],
        properties: Properties::default(),
    };
    let spring = LinkKind::Spring { rest_length: 8.0, stiffness: 0.1, damping: 0.01 };
    let disc = |id: &str, x: f64| Disc { id: id.into(), name: id.into(), position: [x, 8.0], ..Disc::default() };
    let segment = |id: &str, y: f64| {
        let shape = ObstacleShape::Segment([-5.0, y], [30.0, y]);
        Obstacle { id: id.into(), shape, ..Obstacle::default() }
    };
    let marker = Marker {
        id: "goal".into(),
        name: "goal".into(),
        shape: MarkerShape::Rect([0.0, 0.0], [1.0, 2.0]),
        tags: Vec::new(),
        properties: Properties::default(),
    };
    let instance = r#"{"format": 2, "instances": [{"id": "gear", "source": "gear.ron", "position": [3, 4]}]}"#;
    Level {
        bodies: vec![at(0.0, "a"), at(10.0, "b"), at(20.0, "c")],
        discs: vec![disc("d", 0.0), disc("e", 10.0)],
        obstacles: vec![segment("f", -4.0), segment("g", -6.0)],
        links: vec![
            link("ab", LinkEnd::Node([0, 1]), LinkEnd::Node([1, 0]), spring),
            link("be", LinkEnd::Node([1, 2]), LinkEnd::Disc(1), LinkKind::Pin),
            link("cp", LinkEnd::Node([2, 3]), LinkEnd::Point([20.0, 9.0]), LinkKind::Stick { length: 7.0 }),
        ],
        markers: vec![marker],
        ..format::read(instance, TextFormat::Json).expect("an instance")
    }
}

fn edited(change: impl FnOnce(&mut Level) -> Result<Made, String>) -> Level {
    let mut level = level();
    tracked(&mut level, change).unwrap_or_else(|reason| panic!("{reason}"));
    format::validate(&level).unwrap_or_else(|error| panic!("{error}"));
    level
}

fn ends(level: &Level, id: &str) -> Option<[LinkEnd; 2]> {
    level.links.iter().find(|link| link.id == id).map(|link| [link.a, link.b])
}

/// Texts of the parts with an id, without links, whose indices change.
fn parts(level: &Level) -> BTreeMap<String, String> {
    let bodies = level.bodies.iter().map(|body| (body.id.clone(), format!("{body:?}")));
    let discs = level.discs.iter().map(|disc| (disc.id.clone(), format!("{disc:?}")));
    let obstacles = level.obstacles.iter().map(|one| (one.id.clone(), format!("{one:?}")));
    let markers = level.markers.iter().map(|marker| (marker.id.clone(), format!("{marker:?}")));
    let instances = level.instances.iter().map(|one| (one.id.clone(), format!("{one:?}")));
    bodies.chain(discs).chain(obstacles).chain(markers).chain(instances).collect()
}

type Change = (&'static str, fn(&mut Level) -> Result<Made, String>);

/// Every function of `level::edit`, applied to square b, disc d or obstacle f only.
const CHANGES: &[Change] = &[
    ("add::node", |level| add::node(level, Some(1), [11.0, 1.0])),
    ("add::node, new body", |level| add::node(level, None, [50.0, 1.0])),
    ("add::spring", |level| {
        level.bodies[1].springs.clear();
        add::spring(level, 1, [0, 2], None)
    }),
    ("add::stick", |level| add::stick(level, 1, [0, 2], true)),
    ("add::hull_edge", |level| {
        level.bodies[1].hull.pop();
        add::hull_edge(level, 1, [3, 0])
    }),
    ("add::hull_loop", |level| add::hull_loop(level, 1, &[0, 1, 2])),
    ("add::triangle", |level| add::triangle(level, 1, [0, 1, 3])),
    ("add::barycentre", |level| add::barycentre(level, 1)),
    ("add::body", |level| add::body(level, square().translated([40.0, 0.0]), "")),
    ("add::disc", |level| add::disc(level, Disc::default())),
    ("add::obstacle", |level| add::obstacle(level, ObstacleShape::Segment([0.0, -9.0], [1.0, -9.0]))),
    ("add::neighbours", |level| {
        level.bodies[1].springs.clear();
        add::neighbours(level, 1, &[0, 1, 2], 2.5, None)
    }),
    ("align", |level| align(level, &[Place::Body(1), Place::Disc(0)], Align::Top, Anchor::All)),
    ("distribute", |level| {
        let places = [Place::Body(1), Place::Disc(0), Place::Obstacle(0)];
        distribute(level, &places, Axis::Y)
    }),
    ("balloon", |level| balloon::balloon(&mut level.bodies[1]).map(|_| Made::default())),
    ("fill", |level| fill::fill(&mut level.bodies[1]).map(|_| Made::default())),
    ("masses::uniform", |level| {
        level.bodies[1].nodes[0].role = Role::Mass(9.0);
        masses::uniform(&mut level.bodies[1]).map(|_| Made::default())
    }),
    ("duplicate", |level| duplicate(level, &[Place::Body(1), Place::Disc(0)], [0.0, 20.0])),
    ("duplicate of nodes", |level| duplicate(level, &[Place::Node(1, 0), Place::Node(1, 1)], [0.0, 5.0])),
    ("paste", |level| {
        let part = clipboard::fragment(level, &[Place::Body(1), Place::Obstacle(0)])?;
        clipboard::paste_at(level, &part, [60.0, 0.0])
    }),
    ("paste_into", |level| {
        let part = clipboard::fragment(level, &[Place::Body(1)])?;
        clipboard::paste_into(level, &part, 1, [3.0, 0.0])
    }),
    ("knife", |level| knife::knife(level, &[1], [11.0, -9.0], [11.0, 9.0]).map(|_| Made::default())),
    ("hull_from_triangles", |level| {
        level.bodies[1].hull.clear();
        hull_from_triangles(level, 1)
    }),
    ("orient", |level| {
        level.bodies[1].hull.iter_mut().for_each(|edge| edge.reverse());
        orient(level, 1)
    }),
    ("turn", |level| turn(level, &[Place::HullEdge(1, 0)])),
    ("turn_hull", |level| turn_hull(level, 1)),
    ("remove body", |level| remove(level, &[Place::Body(1)])),
    ("remove node, disc, obstacle", |level| remove(level, &[Place::Node(1, 0), Place::Disc(0), Place::Obstacle(0)])),
    ("as_drawn", |level| {
        level.bodies[1].springs[0].rest_length = 1.0;
        rest::as_drawn(level, &[Place::Body(1)])
    }),
    ("remesh", |level| {
        let body = &level.bodies[1];
        level.bodies[1] = remesh::remesh(body, &remesh::recipe(body))?.0;
        Ok(Made::default())
    }),
    ("separate", |level| {
        let extra = square().translated([10.0, 5.0]);
        let part = Level { bodies: vec![extra], ..Level::default() };
        clipboard::paste_into(level, &part, 1, [0.0, 0.0])?;
        separate(level, 1)
    }),
    ("split", |level| split(level, Place::HullEdge(1, 0), 0.5)),
    ("transform", |level| {
        let how = Transform::Rotate { pivot: [11.0, 1.0], angle_rad: 0.5 };
        transform(level, &[Place::Body(1), Place::Disc(0), Place::Obstacle(0)], how)
    }),
    ("shift", |level| shift(level, &[(Place::Node(1, 0), [0.1, 0.0]), (Place::Disc(0), [1.0, 0.0])])),
    ("weld", |level| weld(level, &[Place::Node(1, 0), Place::Node(1, 1)])),
    ("weld_near", |level| weld_near(level, &[Place::Body(1)], 2.1)),
    ("complete", |level| complete(level, &[Place::Body(1)], MirrorAxis { x: 40.0, tolerance: 1e-6 }).map(Made::at)),
    ("duplicate_both", |level| {
        duplicate_both(level, &[Place::Body(1)], [0.0, 5.0], MirrorAxis { x: 40.0, tolerance: 1e-6 })
    }),
    ("move_both", |level| move_both(level, &[Place::Body(1)], [0.5, 0.0], MirrorAxis { x: 40.0, tolerance: 1e-6 })),
    ("remove_both", |level| remove_both(level, &[Place::Body(1)], MirrorAxis { x: 40.0, tolerance: 1e-6 })),
];

#[test]
fn every_edit_keeps_the_ids_and_data_of_other_parts() {
    let before = level();
    let old = parts(&before);
    for (name, change) in CHANGES {
        let mut after = before.clone();
        tracked(&mut after, change).unwrap_or_else(|reason| panic!("{name}: {reason}"));
        format::validate(&after).unwrap_or_else(|error| panic!("{name}: {error}"));
        let new = parts(&after);
        for untouched in ["a", "c", "e", "g", "goal", "gear"] {
            assert_eq!(new.get(untouched), old.get(untouched), "{name}: {untouched}");
        }
        let mut ids: Vec<&str> = ids::all(&after).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]) && !ids[0].is_empty(), "{name}: {ids:?}");
        if !name.starts_with("remove") {
            assert!(new.contains_key("b") && new.contains_key("d") && new.contains_key("f"), "{name}: {ids:?}");
        }
        // The link between square c and the point has nothing to do with any of these.
        assert_eq!(
            after.links.iter().find(|link| link.id == "cp").map(|link| link.b),
            Some(LinkEnd::Point([20.0, 9.0]))
        );
    }
}

#[test]
fn merge_keeps_the_first_body_with_the_data_of_all_nodes() {
    let level = edited(|level| merge(level, &[1, 2]));
    assert_eq!(level.bodies.iter().map(|body| body.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
    assert_eq!(level.bodies[1].tags, ["tag of b"]);
    let labels: Vec<(usize, &str)> =
        level.bodies[1].nodes.iter().enumerate().map(|(i, node)| (i, node.label.as_str())).collect();
    assert_eq!(labels[2], (2, "hand"));
    assert_eq!(labels[6], (6, "hand 2"));
    assert_eq!(level.bodies[1].nodes[6].properties.len(), 1);
    assert_eq!(ends(&level, "cp"), Some([LinkEnd::Node([1, 7]), LinkEnd::Point([20.0, 9.0])]));
}

#[test]
fn duplicates_get_links_of_their_own_with_shifted_points() {
    let all = [Place::Body(1), Place::Body(2), Place::Disc(1)];
    let level = edited(|level| duplicate(level, &all, [0.0, 20.0]));
    let new: Vec<&Link> = level.links.iter().skip(3).collect();
    let found: Vec<[LinkEnd; 2]> = new.iter().map(|link| [link.a, link.b]).collect();
    // Square a was not copied, so its link was not.
    let expected = [[LinkEnd::Node([3, 2]), LinkEnd::Disc(2)], [LinkEnd::Node([4, 3]), LinkEnd::Point([20.0, 29.0])]];
    assert_eq!(found, expected);
    assert_eq!((new[0].tags.as_slice(), new[0].id.as_str()), (&["tag of be".to_owned()][..], "link-0"));
    let copy = &level.bodies[3];
    assert_eq!((copy.tags.as_slice(), copy.nodes[2].label.as_str()), (&["tag of b".to_owned()][..], "hand"));
    assert_eq!(copy.id, "body-6", "an id of the same colour");
}

#[test]
fn parts_that_are_cut_and_pasted_keep_their_ids() {
    let mut level = level();
    let text = clipboard::copy(&level, &[Place::Body(1), Place::Disc(1)]).expect("copied");
    tracked(&mut level, |level| remove(level, &[Place::Body(1), Place::Disc(1)])).expect("removed");
    assert_eq!(level.links.len(), 1, "links of deleted parts are deleted");
    let part = clipboard::parse(&text).expect("a level");
    tracked(&mut level, |level| clipboard::paste(level, &part, [0.0, 0.0])).expect("pasted");
    assert_eq!((level.bodies[2].id.as_str(), level.discs[1].id.as_str()), ("b", "e"));
    assert_eq!(ends(&level, "be"), Some([LinkEnd::Node([2, 2]), LinkEnd::Disc(1)]));
    tracked(&mut level, |level| clipboard::paste(level, &part, [0.0, 30.0])).expect("pasted again");
    assert_eq!((level.bodies[3].id.as_str(), level.links[2].id.as_str()), ("body-6", "link-0"));
}

#[test]
fn markers_and_instances_of_a_text_are_pasted_and_moved() {
    let mut target = Level::default();
    let text = format::write(&level(), TextFormat::Ron);
    let part = clipboard::parse(&text).expect("a level");
    tracked(&mut target, |level| clipboard::paste(level, &part, [1.0, 2.0])).expect("pasted");
    assert_eq!(target.markers[0].shape, MarkerShape::Rect([1.0, 2.0], [2.0, 4.0]));
    assert_eq!(target.instances[0].position, [4.0, 6.0]);
    assert_eq!(target.links[2].b, LinkEnd::Point([21.0, 11.0]));
}

fn textured(uv: UvMap) -> Level {
    let mut level = level();
    level.bodies[1].skin = Some(Skin { image: "b.png".into(), uv, tint: "#ffffffff".into(), layer: 2 });
    level
}

fn pairs(body: &Body) -> Vec<Point> {
    match body.skin.as_ref().map(|skin| &skin.uv) {
        Some(UvMap::PerNode(pairs)) => pairs.clone(),
        other => panic!("{other:?}"),
    }
}

/// The planar map of a square of side 2 at (10, 0): u = (x - 10)/2, v = (2 - y)/2.
fn assert_planar(body: &Body) {
    for (node, [u, v]) in body.nodes.iter().zip(pairs(body)) {
        let [x, y] = node.position;
        assert!((u - (x - 10.0) / 2.0).abs() < 1e-12 && (v - (2.0 - y) / 2.0).abs() < 1e-12, "{x}, {y}: {u}, {v}");
    }
    assert_eq!(pairs(body).len(), body.nodes.len());
}

#[test]
fn image_of_a_cut_body_stays_where_it_was() {
    for is_planar in [true, false] {
        let mut level = textured(UvMap::Planar);
        if !is_planar {
            level.bodies[1].fix_texture();
        }
        tracked(&mut level, |level| knife::knife(level, &[1], [10.7, -9.0], [10.7, 9.0])).expect("cut");
        format::validate(&level).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!((level.bodies.len(), level.bodies[1].id.as_str(), level.bodies[3].id.as_str()), (4, "b", "body-0"));
        [1, 3].into_iter().for_each(|index| assert_planar(&level.bodies[index]));
        assert_eq!(level.bodies[3].skin.as_ref().map(|skin| skin.layer), Some(2));
        assert_eq!(level.bodies[3].tags, ["tag of b"]);
        // The links of both halves end where they did.
        let at = |end: LinkEnd| match end {
            LinkEnd::Node([body, node]) => level.bodies[body].nodes[node].position,
            other => panic!("{other:?}"),
        };
        assert_eq!(ends(&level, "ab").map(|ends| at(ends[1])), Some([10.0, 0.0]));
        assert_eq!(ends(&level, "be").map(|ends| at(ends[0])), Some([12.0, 2.0]));
    }
}

#[test]
fn image_turns_with_a_rotated_or_mirrored_body() {
    let mut level = textured(UvMap::Planar);
    let how = Transform::Rotate { pivot: [11.0, 1.0], angle_rad: std::f64::consts::FRAC_PI_2 };
    tracked(&mut level, |level| transform(level, &[Place::Body(1)], how)).expect("turned");
    assert_eq!(pairs(&level.bodies[1]), [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]);
    let mut level = textured(UvMap::Planar);
    tracked(&mut level, |level| transform(level, &[Place::Body(1)], Transform::MirrorX(11.0))).expect("mirrored");
    assert_eq!(pairs(&level.bodies[1]), [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]);
    let mut level = textured(UvMap::Planar);
    tracked(&mut level, |level| transform(level, &[Place::Body(1)], Transform::Move([3.0, 4.0]))).expect("moved");
    assert_eq!(level.bodies[1].skin.as_ref().map(|skin| &skin.uv), Some(&UvMap::Planar), "a moved body keeps its map");
}

#[test]
fn image_of_a_merged_body_stays_on_its_part() {
    let mut level = textured(UvMap::Planar);
    tracked(&mut level, |level| merge(level, &[1, 2])).expect("merged");
    let pairs = pairs(&level.bodies[1]);
    assert_eq!(pairs[..4], [[0.0, 1.0], [1.0, 1.0], [1.0, 0.0], [0.0, 0.0]]);
    // The square at x = 20 continues the map: u = (20 - 10)/2.
    assert!((pairs[4][0] - 5.0).abs() < 1e-9 && (pairs[4][1] - 1.0).abs() < 1e-9, "{pairs:?}");
    tracked(&mut level, |level| separate(level, 1)).expect("separated");
    assert_planar(&level.bodies[1]);
}

#[test]
fn image_of_a_split_edge_and_of_a_removed_node_follow() {
    let mut level = textured(UvMap::Planar);
    level.bodies[1].fix_texture();
    tracked(&mut level, |level| split(level, Place::HullEdge(1, 0), 0.25)).expect("split");
    assert_planar(&level.bodies[1]);
    tracked(&mut level, |level| remove(level, &[Place::Node(1, 0)])).expect("removed");
    assert_planar(&level.bodies[1]);
    tracked(&mut level, |level| weld(level, &[Place::Node(1, 0), Place::Node(1, 3)])).expect("welded");
    assert_eq!(pairs(&level.bodies[1]).len(), level.bodies[1].nodes.len());
}
