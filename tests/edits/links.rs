//! Links between bodies, discs and fixed points under every edit.

use blobsmith::level::edit::links::{add_link, drawn_length};
use blobsmith::level::edit::symmetry::{MirrorAxis, complete, follow, joined_both, remove_both};
use blobsmith::level::edit::{Transform, clipboard, duplicate, knife, remove, rest, tracked, transform};
use blobsmith::level::{
    Body, Disc, DocumentPath, EditorExtra, Level, Link, LinkEnd, LinkKind, Node, Place, Role, Spring, Twin, TwinSet,
    format,
};
use serde_json::json;

const STICK: LinkKind = LinkKind::Stick { length: 1.0 };
const SPRING: LinkKind = LinkKind::Spring { rest_length: 7.0, stiffness: 0.5, damping: 0.25 };

fn node(body: usize, node: usize) -> LinkEnd {
    LinkEnd::Node([body, node])
}

/// A unit square whose lower left corner is at (x, 0), with springs all around and across.
fn square(x: f64) -> Body {
    let spring = |a: usize, b: usize, rest_length: f64| Spring { a, b, rest_length, stiffness: 0.2, damping: 0.0 };
    Body {
        nodes: [[x, 0.0], [x + 1.0, 0.0], [x + 1.0, 1.0], [x, 1.0]].map(Node::at).to_vec(),
        springs: vec![
            spring(0, 1, 1.0),
            spring(1, 2, 1.0),
            spring(2, 3, 1.0),
            spring(3, 0, 1.0),
            spring(0, 2, 2f64.sqrt()),
            spring(1, 3, 2f64.sqrt()),
        ],
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        triangles: vec![[0, 1, 2], [0, 2, 3]],
        ..Body::default()
    }
}

/// Squares at x = 0 and x = 3, discs at (2, 5) and (-1, 5), and no link.
fn level() -> Level {
    let disc = |x: f64| Disc { position: [x, 5.0], radius: 0.5, ..Disc::default() };
    Level { bodies: vec![square(0.0), square(3.0)], discs: vec![disc(2.0), disc(-1.0)], ..Level::default() }
}

/// With a stick between the squares (length 2), a spring to disc 0, and a pin joint to a fixed point.
fn linked() -> Level {
    let mut level = level();
    add_link(&mut level, [node(0, 1), node(1, 0)], STICK, true).unwrap();
    add_link(&mut level, [node(1, 3), LinkEnd::Disc(0)], SPRING, false).unwrap();
    add_link(&mut level, [node(0, 3), LinkEnd::Point([0.0, 1.0])], LinkKind::Pin, true).unwrap();
    level
}

fn ends(level: &Level) -> Vec<[LinkEnd; 2]> {
    level.links.iter().map(|link| [link.a, link.b]).collect()
}

fn length(link: &Link) -> f64 {
    match link.kind {
        LinkKind::Spring { rest_length, .. } => rest_length,
        LinkKind::Stick { length } => length,
        LinkKind::Pin => panic!("a pin joint has no length"),
    }
}

#[test]
fn new_link_has_the_drawn_length() {
    let level = linked();
    assert_eq!(level.links[0].kind, LinkKind::Stick { length: 2.0 });
    // From (3, 1) to (2, 5): the root of 1 + 16.
    let expected = LinkKind::Spring { rest_length: 17f64.sqrt(), stiffness: 0.5, damping: 0.25 };
    assert_eq!((level.links[1].kind, level.links[1].collide), (expected, false));
    assert_eq!(level.links[2].kind, LinkKind::Pin);
    assert_eq!(format::validate(&level), Ok(()));
}

#[test]
fn new_link_is_refused_with_the_reason() {
    let mut level = linked();
    level.bodies[0].nodes.push(Node { role: Role::Barycentre, ..Node::at([0.5, 0.5]) });
    let before = level.clone();
    for (ends, kind, reason) in [
        ([node(0, 0), node(0, 0)], STICK, "two different ends"),
        ([LinkEnd::Point([0.0, 0.0]), LinkEnd::Point([1.0, 0.0])], STICK, "two fixed points"),
        ([node(0, 4), node(1, 0)], STICK, "barycentre"),
        ([node(0, 9), node(1, 0)], STICK, "not there"),
        ([node(0, 0), LinkEnd::Disc(2)], STICK, "not there"),
        ([node(0, 0), LinkEnd::Point([f64::NAN, 0.0])], STICK, "not finite"),
        ([node(0, 0), LinkEnd::Point([0.0, 0.0])], STICK, "a stick has a length"),
        ([node(1, 0), node(0, 1)], STICK, "link 0, a stick, joins them already"),
    ] {
        let refused = add_link(&mut level, ends, kind, true).unwrap_err();
        assert!(refused.contains(reason), "{refused}");
        assert_eq!(level, before);
    }
    // A link of another kind between the same ends is another link.
    add_link(&mut level, [node(1, 0), node(0, 1)], SPRING, true).unwrap();
}

#[test]
fn removed_body_takes_its_links_along() {
    let mut level = linked();
    let made = tracked(&mut level, |level| remove(level, &[Place::Body(0)])).unwrap();
    assert_eq!(made.said, "2 links deleted along with them");
    assert_eq!(ends(&level), [[node(0, 3), LinkEnd::Disc(0)]]);
    assert_eq!(made.remap.follow(Place::Link(1)), Some(Place::Link(0)));
    assert_eq!(made.remap.follow(Place::Link(0)), None);
    assert_eq!(format::validate(&level), Ok(()));
    // Without the tracking of an edit too, as shrinking removes parts.
    let mut alone = linked();
    remove(&mut alone, &[Place::Node(0, 0), Place::Disc(1)]).unwrap();
    assert_eq!(ends(&alone)[0], [node(0, 0), node(1, 0)]);
    assert_eq!(format::validate(&alone), Ok(()));
}

#[test]
fn removed_link_leaves_the_parts_that_it_joined() {
    let mut level = linked();
    let made = tracked(&mut level, |level| remove(level, &[Place::Link(1)])).unwrap();
    assert_eq!((made.said.as_str(), level.links.len(), level.bodies.len(), level.discs.len()), ("", 2, 2, 2));
    assert_eq!(made.remap.follow(Place::Link(2)), Some(Place::Link(1)));
}

#[test]
fn twin_parameter_follows_its_link() {
    let mut level = linked();
    let set = |path: &str| TwinSet { path: path.to_owned(), value: json!(0.125) };
    let twin =
        Twin { set: vec![set("links[1].kind.Spring.stiffness"), set("links[0].kind.Stick.length")], ..Twin::default() };
    level.editor = Some(EditorExtra { twin: Some(twin), ..EditorExtra::default() });
    tracked(&mut level, |level| remove(level, &[Place::Link(0)])).unwrap();
    let twin = level.editor.as_ref().and_then(|extra| extra.twin.as_ref()).unwrap();
    assert_eq!(twin.set, [set("links[0].kind.Spring.stiffness")]);
}

#[test]
fn copy_keeps_links_among_copied_parts_and_fixed_points() {
    let level = linked();
    let both = clipboard::fragment(&level, &[Place::Body(0), Place::Body(1)]).unwrap();
    assert_eq!(ends(&both), [[node(0, 1), node(1, 0)], [node(0, 3), LinkEnd::Point([0.0, 1.0])]]);
    let second = clipboard::fragment(&level, &[Place::Body(1), Place::Disc(0)]).unwrap();
    assert_eq!(ends(&second), [[node(0, 3), LinkEnd::Disc(0)]]);
    assert!(clipboard::fragment(&level, &[Place::Link(0)]).unwrap_err().contains("together with what it joins"));
    // Pasted, ends and fixed points move with the parts, and ids are new.
    let mut pasted = level.clone();
    let made = tracked(&mut pasted, |level| clipboard::paste(level, &both, [10.0, 2.0])).unwrap();
    assert_eq!(made.places, [Place::Body(2), Place::Body(3), Place::Link(3), Place::Link(4)]);
    assert_eq!(ends(&pasted)[3..], [[node(2, 1), node(3, 0)], [node(2, 3), LinkEnd::Point([10.0, 3.0])]]);
    assert_eq!(length(&pasted.links[3]), 2.0);
    let ids: std::collections::BTreeSet<&str> = pasted.links.iter().map(|link| link.id.as_str()).collect();
    assert_eq!(ids.len(), 5);
    assert_eq!(format::validate(&pasted), Ok(()));
    // As text and back.
    let text = clipboard::copy(&level, &[Place::Body(0), Place::Body(1)]).unwrap();
    assert_eq!(ends(&clipboard::parse(&text).unwrap()), ends(&both));
}

#[test]
fn duplicate_copies_links_between_the_parts() {
    let mut level = linked();
    tracked(&mut level, |level| duplicate(level, &[Place::Body(0), Place::Body(1), Place::Disc(0)], [0.0, 9.0]))
        .unwrap();
    let expected =
        [[node(2, 1), node(3, 0)], [node(3, 3), LinkEnd::Disc(2)], [node(2, 3), LinkEnd::Point([0.0, 10.0])]];
    assert_eq!(ends(&level)[3..], expected);
}

#[test]
fn scaling_scales_links_between_scaled_parts_only() {
    let mut level = linked();
    let twice = Transform::Scale { pivot: [0.0, 0.0], factors: [2.0, 2.0] };
    transform(&mut level, &[Place::Body(0), Place::Body(1)], twice).unwrap();
    assert_eq!(length(&level.links[0]), 4.0);
    assert_eq!(length(&level.links[1]), 17f64.sqrt(), "the disc did not move");
    assert_eq!(level.links[2].b, LinkEnd::Point([0.0, 1.0]), "the link was not named");
    transform(&mut level, &[Place::Link(2)], Transform::Move([3.0, -1.0])).unwrap();
    assert_eq!(level.links[2].b, LinkEnd::Point([3.0, 0.0]));
}

#[test]
fn as_drawn_sets_the_length_of_named_links() {
    let mut level = linked();
    transform(&mut level, &[Place::Body(1)], Transform::Move([0.5, 0.0])).unwrap();
    let made = rest::as_drawn(&mut level, &[Place::Link(0), Place::Link(1)]).unwrap();
    assert_eq!(made.said, "2 links as long as drawn");
    assert_eq!(length(&level.links[0]), 2.5);
    assert_eq!(Some(length(&level.links[1])), drawn_length(&level, &level.links[1]));
    assert!(rest::as_drawn(&mut level, &[Place::Link(0)]).is_err(), "it has that length already");
}

#[test]
fn knife_cuts_links_and_keeps_those_of_other_pieces() {
    let mut level = linked();
    // Between the squares, across the stick only.
    let made = tracked(&mut level, |level| knife::knife(level, &[], [2.0, -1.0], [2.0, 1.5])).unwrap();
    assert_eq!((made.bodies.len(), made.said.as_str()), (0, "1 link cut through"));
    assert_eq!(level.links.len(), 2);
    assert_eq!([level.bodies[0].nodes.len(), level.bodies[1].nodes.len()], [4, 4]);
    // Through the second square between its left and right half: the spring at its corner (3, 1) stays with the left one.
    let cut = tracked(&mut level, |level| knife::knife(level, &[1], [3.5, -1.0], [3.5, 2.0])).unwrap();
    assert_eq!(cut.bodies.len(), 2);
    let LinkEnd::Node([body, index]) = level.links[0].a else { panic!("a node") };
    assert_eq!(level.bodies[body].nodes[index].position, [3.0, 1.0]);
    assert_eq!(level.links[0].b, LinkEnd::Disc(0));
    assert_eq!(format::validate(&level), Ok(()));
}

#[test]
fn links_are_added_changed_and_removed_on_both_sides_of_the_mirror() {
    // Mirrored about x = 2: the squares are images of each other; a disc lies on the axis.
    let mut level = Level { discs: level().discs[..1].to_vec(), ..level() };
    let axis = MirrorAxis::of(&level, 2.0);
    let made = joined_both(&mut level, [node(0, 2), LinkEnd::Disc(0)], SPRING, true, axis).unwrap();
    assert_eq!(made.places, [Place::Link(0), Place::Link(1)]);
    assert_eq!(ends(&level)[1], [node(1, 3), LinkEnd::Disc(0)]);
    joined_both(&mut level, [node(0, 0), LinkEnd::Point([-1.0, 4.0])], STICK, true, axis).unwrap();
    assert_eq!(ends(&level)[3], [node(1, 1), LinkEnd::Point([5.0, 4.0])]);
    // A link from image to image is its own image.
    let made = joined_both(&mut level, [node(0, 1), node(1, 0)], STICK, true, axis).unwrap();
    assert_eq!(made.places, [Place::Link(4)]);
    let before = level.clone();
    DocumentPath::parse("links[0].kind.Spring.stiffness").unwrap().set(&mut level, &json!(2.0)).unwrap();
    follow(&before, &mut level, axis).unwrap();
    assert_eq!(level.links[0].kind, level.links[1].kind);
    remove_both(&mut level, &[Place::Link(2)], axis).unwrap();
    assert_eq!(level.links.len(), 3);
}

#[test]
fn pasted_links_get_images_beyond_the_axis() {
    let mut level = Level::default();
    let mut part = Level { bodies: vec![square(0.0), square(2.0)], ..Level::default() };
    add_link(&mut part, [node(0, 1), node(1, 0)], STICK, true).unwrap();
    let axis = MirrorAxis::of(&part, 10.0);
    let made = clipboard::paste(&mut level, &part, [0.0, 0.0]).unwrap();
    let images = complete(&mut level, &made.places, axis).unwrap();
    assert_eq!(images, [Place::Body(2), Place::Body(3), Place::Link(1)]);
    let [LinkEnd::Node([2, a]), LinkEnd::Node([3, b])] = ends(&level)[1] else { panic!("{:?}", ends(&level)) };
    let at = |body: usize, node: usize| level.bodies[body].nodes[node].position;
    // The images of (1, 0) and (2, 0) about x = 10.
    assert_eq!((at(2, a), at(3, b)), ([19.0, 0.0], [18.0, 0.0]));
}

#[test]
fn link_paths_read_and_set_numbers_of_their_kind() {
    let mut level = linked();
    let path = |text: &str| DocumentPath::parse(text).unwrap();
    assert_eq!(path("links[0].kind.Stick.length").get(&level).unwrap()[0].value, json!(2.0));
    assert_eq!(path("links[*].kind.Spring.damping").set(&mut level, &json!(0.5)), Ok(1), "the others have none");
    assert_eq!(path("links[0].collide").set(&mut level, &json!(false)), Ok(1));
    assert!(!level.links[0].collide);
    let error = path("links[0].kind.Stick.length").set(&mut level, &json!(0.0)).unwrap_err().to_string();
    assert!(error.contains("links[0].kind.Stick.length"), "{error}");
    assert!(path("links[3].collide").get(&level).unwrap_err().to_string().contains("links go from 0 to 2"));
    assert_eq!(path("bodies[0].collision.mask").get(&level).unwrap()[0].value, json!(u32::MAX));
    path("bodies[*].collision.category").set(&mut level, &json!(4)).unwrap();
    assert_eq!(level.bodies[1].collision.category, 4);
    path("discs[0].collision.sensor").set(&mut level, &json!(true)).unwrap();
    assert!(level.discs[0].collision.sensor);
}
