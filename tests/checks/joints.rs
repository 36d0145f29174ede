//! Checks of links, filters and files: messages with the numbers, and what they leave alone.

use crate::build::*;
use crate::fixtures_joints::{link, spring_link};
use blobsmith::level::checks::{Severity, check, check_in, fix, fix_all, fix_all_from};
use blobsmith::level::*;

fn messages(level: &Level, rule: &str) -> Vec<String> {
    check(level).into_iter().filter(|finding| finding.rule == rule).map(|finding| finding.message).collect()
}

#[test]
fn link_messages_name_ends_and_lengths() {
    let mut level = level(vec![square(0.0, 5.0), square(20.0, 5.0)]);
    let mut rope = link(LinkEnd::Node([0, 2]), LinkEnd::Node([1, 3]), spring_link(5.0, 0.2, 0.0));
    rope.id = "rope".to_owned();
    level.links = vec![rope, link(LinkEnd::Node([0, 3]), LinkEnd::Point([0.0, 18.0]), LinkKind::Pin)];
    // From (10, 15) to (20, 15), and from (0, 15) to (0, 18).
    assert_eq!(
        messages(&level, "link-length"),
        [
            "Link 1 is a pin joint of node 3 of “square” (0) and (0, 18), which are 3 apart",
            "Link 0 “rope” is drawn 10 long, its rest length is 5",
        ]
    );
}

#[test]
fn nodes_with_a_link_are_no_orphans() {
    let mut level = level(vec![Body { nodes: nodes(&[[0.0, 5.0]]), ..Body::default() }]);
    let has_orphan = |level: &Level| check(level).iter().any(|finding| finding.rule == "orphan-node");
    assert!(has_orphan(&level));
    level.links.push(link(LinkEnd::Node([0, 0]), LinkEnd::Point([0.0, 10.0]), LinkKind::Stick { length: 5.0 }));
    assert!(!has_orphan(&level));
}

/// Two squares and a disc in the first, which overlap unless filters, sensors or links keep them apart.
#[test]
fn pairs_that_do_not_collide_may_overlap() {
    let overlapping = || {
        let mut level = level(vec![square(0.0, 5.0), square(5.0, 8.0)]);
        level.discs.push(Disc { position: [2.0, 7.0], radius: 1.0, motion: Motion::Dynamic, ..Disc::default() });
        level
    };
    let found = |level: &Level| {
        let of = |rule: &str| check(level).iter().filter(|finding| finding.rule == rule).count();
        [of("start-inside"), of("disc-overlap")]
    };
    assert_eq!(found(&overlapping()), [1, 1]);
    let mut filtered = overlapping();
    filtered.bodies[0].collision.mask = 2;
    assert_eq!(found(&filtered), [0, 0]);
    let mut sensor = overlapping();
    sensor.bodies[0].collision.sensor = true;
    assert_eq!(found(&sensor), [0, 0]);
    let mut linked = overlapping();
    let pin = |a, b| Link { collide: false, ..link(a, b, LinkKind::Pin) };
    linked.links =
        vec![pin(LinkEnd::Node([1, 0]), LinkEnd::Node([0, 2])), pin(LinkEnd::Disc(0), LinkEnd::Node([0, 0]))];
    assert_eq!(found(&linked), [0, 0]);
}

#[test]
fn unreadable_images_are_found_in_the_folder_of_the_level() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::create_dir(folder.path().join("art")).unwrap();
    let mut sound = Vec::new();
    let mut encoder = png::Encoder::new(&mut sound, 1, 1);
    encoder.set_color(png::ColorType::Rgba);
    encoder.write_header().unwrap().write_image_data(&[1, 2, 3, 255]).unwrap();
    std::fs::write(folder.path().join("art/there.png"), sound).unwrap();
    std::fs::write(folder.path().join("art/text.png"), "text").unwrap();
    let mut level = level(vec![square(0.0, 5.0), square(20.0, 5.0), square(40.0, 5.0)]);
    for (body, image) in level.bodies.iter_mut().zip(["art/there.png", "art/gone.png", "art/text.png"]) {
        let (image, tint) = (image.to_owned(), "#ffffffff".to_owned());
        body.skin = Some(Skin { image, uv: UvMap::Planar, tint, layer: 0 });
    }
    assert_eq!(messages(&level, "skin-image"), Vec::<String>::new(), "without a folder nothing is known");
    let found: Vec<_> = check_in(&level, folder.path()).into_iter().filter(|f| f.rule == "skin-image").collect();
    assert_eq!(found.len(), 2);
    assert!(found[0].message.starts_with("The image “art/gone.png” of “square” (1) cannot be read: "), "{found:?}");
    assert_eq!(found[1].message, "The image “art/text.png” of “square” (2) is not a PNG image");
    assert_eq!([&found[0].places, &found[1].places], [&[Place::Body(1)], &[Place::Body(2)]]);
}

#[test]
fn reference_images_that_cannot_be_read_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let mut level = level(vec![square(0.0, 5.0)]);
    let mut found = |image: &str| {
        let reference = ReferenceImage { image: image.to_owned(), ..ReferenceImage::default() };
        level.editor.get_or_insert_default().reference = Some(reference);
        let own = check_in(&level, folder.path()).into_iter().filter(|finding| finding.rule == "reference-image");
        own.map(|finding| (finding.places, finding.message)).collect::<Vec<_>>()
    };
    let absolute = "The path “/art/a.png” of the reference image is absolute".to_owned();
    assert_eq!(found("/art/a.png"), [(vec![Place::Level], absolute)]);
    let gone = found("gone.png");
    assert!(gone[0].1.starts_with("The reference image “gone.png” cannot be read: "), "{gone:?}");
    std::fs::write(folder.path().join("text.png"), "text").unwrap();
    let text = "The reference image “text.png” is not a PNG image".to_owned();
    assert_eq!(found("text.png"), [(vec![Place::Level], text)]);
}

#[test]
fn images_of_bodies_without_triangles_are_found() {
    let mut level = level(vec![square(0.0, 5.0)]);
    level.bodies[0].skin =
        Some(Skin { image: "a.png".to_owned(), uv: UvMap::Planar, tint: "#ffffffff".to_owned(), layer: 0 });
    level.bodies[0].triangles.clear();
    let expected = "The image “a.png” of “square” is not visible: the body has no triangles";
    assert_eq!(messages(&level, "skin-image"), [expected]);
}

#[test]
fn instances_that_cannot_be_replaced_are_errors_with_the_file_and_place() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    write("part.ron", "(format: 2, bodies: [(nodes: [(position: (0, 0))])])");
    write("bad.ron", "(format: 2,\n bodies: [(gas: -1)])");
    write("loop.ron", "(format: 2, instances: [(source: \"loop.ron\")])");
    let found = |source: &str, path: &str| {
        let mut level = level(vec![]);
        let text =
            format!("(format: 2, instances: [(source: \"part.ron\"), (source: \"{source}\", overrides: {{{path}}})])");
        level.instances = format::read(&text, format::TextFormat::Ron).unwrap().instances;
        let mut found = check_in(&level, folder.path());
        found.retain(|finding| finding.rule == "instance-source");
        found.pop().map(|finding| (finding.places, finding.message))
    };
    assert_eq!(found("part.ron", "\"bodies[0].gas\": 3"), None);
    for (source, path, words) in [
        ("none.ron", "", "none.ron: cannot be read"),
        ("bad.ron", "", "bad.ron:2:17: bodies[0].gas: -1 is negative"),
        ("loop.ron", "", "`loop.ron` contains itself"),
        ("part.ron", "\"bodies[1].gas\": 3", "instances[1].overrides.bodies[1].gas: bodies[1]: there is no body 1"),
    ] {
        let (places, message) = found(source, path).unwrap_or_else(|| panic!("{source} {path} is accepted"));
        assert_eq!(places, [Place::Instance(1)]);
        assert!(message.contains(words), "{message}");
    }
}

#[test]
fn all_instances_and_overrides_that_are_refused_are_found() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("part.ron"), "(format: 2, bodies: [(nodes: [(position: (0, 0))])])").unwrap();
    let text = "(format: 2, instances: [(source: \"none.ron\"), (source: \"part.ron\"), (source: \"part.ron\", overrides: \
        {\"bodies[4].gas\": 1, \"bodies[0].properties.hp\": 3, \"bodies[0].gas\": -1}), (source: \"none.ron\")])";
    let level = format::read(text, format::TextFormat::Ron).unwrap();
    let found = check_in(&level, folder.path()).into_iter().filter(|finding| finding.rule == "instance-source");
    let found: Vec<(Vec<Place>, String)> = found.map(|finding| (finding.places, finding.message)).collect();
    for ((places, message), (instance, words)) in found.iter().zip([
        (0, "instances[0].source: "),
        (2, "instances[2].overrides.bodies[4].gas: bodies[4]: there is no body 4"),
        (2, "instances[2].overrides.bodies[0].gas: bodies[0].gas: -1 is negative"),
        (3, "instances[3].source: "),
    ]) {
        assert_eq!(places, &[Place::Instance(instance)]);
        assert!(message.starts_with(words), "{message}");
    }
    assert_eq!(found.len(), 4);
}

/// Node 0 is an orphan before the four corners; the link to a corner and the texture coordinates follow its removal.
#[test]
fn fixes_keep_links_and_texture_coordinates_at_their_nodes() {
    let mut level = level(vec![square(0.0, 5.0)]);
    level.bodies[0].nodes.insert(0, Node::at([3.0, 8.0]));
    let body = &mut level.bodies[0];
    body.springs.iter_mut().for_each(|spring| (spring.a, spring.b) = (spring.a + 1, spring.b + 1));
    body.hull.iter_mut().flatten().for_each(|node| *node += 1);
    body.triangles.iter_mut().flatten().for_each(|node| *node += 1);
    let pairs: Vec<[f64; 2]> = (0..body.nodes.len()).map(|node| [node as f64 / 8.0, 0.0]).collect();
    let (image, tint) = ("art/blob.png".to_owned(), "#ffffffff".to_owned());
    body.skin = Some(Skin { image, uv: UvMap::PerNode(pairs), tint, layer: 0 });
    level.links = vec![link(LinkEnd::Node([0, 3]), LinkEnd::Point([10.0, 20.0]), LinkKind::Stick { length: 5.0 })];
    let finding = check(&level).into_iter().find(|finding| finding.rule == "orphan-node").expect("an orphan");
    assert_eq!(finding.places, [Place::Node(0, 0)]);
    fix(&mut level, &finding).expect("it has a fix");
    assert_eq!(level.links[0].a, LinkEnd::Node([0, 2]));
    let Some(Skin { uv: UvMap::PerNode(pairs), .. }) = &level.bodies[0].skin else { panic!("no coordinates") };
    assert_eq!(pairs[..], [1.0, 2.0, 3.0, 4.0, 5.0].map(|node| [node / 8.0, 0.0]));
    assert_eq!(format::validate(&level), Ok(()));
}

/// Discs in a row, two apart, with sticks of length 1 between neighbours.
fn long_chain(count: usize) -> Level {
    let disc = |index: usize| Disc { position: [2.0 * index as f64, 0.0], radius: 0.5, ..Disc::default() };
    let stick = |index: usize| link(LinkEnd::Disc(index), LinkEnd::Disc(index + 1), LinkKind::Stick { length: 1.0 });
    Level { discs: (0..=count).map(disc).collect(), links: (0..count).map(stick).collect(), ..Level::default() }
}

#[test]
fn fix_all_fixes_every_link_of_a_long_chain() {
    let mut level = long_chain(2_000);
    let done = fix_all(&mut level);
    assert_eq!(done.len(), 2_000);
    assert_eq!((done[7].place, done[7].change.as_str()), (Place::Link(7), "set the drawn length of 1 link"));
    assert!(level.links.iter().all(|link| link.kind == LinkKind::Stick { length: 2.0 }));
    // A stick from a disc to itself does nothing.
    for stick in level.links.iter_mut().step_by(2) {
        stick.b = stick.a;
    }
    assert_eq!(fix_all_from(&mut level, Severity::Hint).len(), 1_000);
    let firsts: Vec<LinkEnd> = level.links.iter().map(|link| link.a).collect();
    assert_eq!(firsts, (0..1_000).map(|index| LinkEnd::Disc(2 * index + 1)).collect::<Vec<_>>());
}

/// A rope of one body with its sticks as links: each becomes a stick of the body.
#[test]
fn fix_all_moves_every_link_into_its_body() {
    let mut level = long_chain(300);
    level.bodies = vec![Body {
        nodes: level.discs.iter().map(|disc| Node::at(disc.position)).collect(),
        springs: (0..300).map(|a| Spring { a, b: a + 1, rest_length: 2.0, stiffness: 0.1, damping: 0.0 }).collect(),
        ..Body::default()
    }];
    level.discs.clear();
    for (index, stick) in level.links.iter_mut().enumerate() {
        (stick.a, stick.b) = (LinkEnd::Node([0, index]), LinkEnd::Node([0, index + 1]));
        stick.kind = LinkKind::Stick { length: 2.0 };
    }
    fix_all_from(&mut level, Severity::Hint);
    assert!(level.links.is_empty());
    let mut ends: Vec<[usize; 2]> = level.bodies[0].sticks.iter().map(|stick| [stick.a, stick.b]).collect();
    ends.sort_unstable();
    assert_eq!(ends, (0..300).map(|index| [index, index + 1]).collect::<Vec<_>>());
}
