//! Loading, handles and lookup.

use super::{gallery, square, weightless, world};
use blobsmith_engine::level::{Level, PropertyValue, format};
use blobsmith_engine::play::{BodyHandle, PartHandle, PlayError, PlayWorld};
use serde_json::json;
use std::path::Path;

#[test]
fn from_text_recognises_ron_and_json_of_both_formats() {
    for text in [
        r#"{"format": 1, "bodies": [{"nodes": [{"position": [0, 1]}]}]}"#,
        r#"{"format": 2, "bodies": [{"nodes": [{"position": [0, 1]}]}]}"#,
        "(format: 1, bodies: [(nodes: [(position: (0.0, 1.0))])])",
        "\u{feff} // A comment\n(format: 2, bodies: [(nodes: [(position: (0.0, 1.0))])])",
    ] {
        let world = PlayWorld::from_text(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let body = world.body("body-0").expect("an id by kind and index");
        assert_eq!(world.points(body).unwrap(), [[0.0, 1.0]]);
    }
}

#[test]
fn from_text_reports_place_line_and_column() {
    let error = PlayWorld::from_text("{\"format\": 2,\n \"bodies\": [{\"gas\": -1}]}").unwrap_err();
    assert_eq!((error.place(), error.position()), ("bodies[0].gas", Some((2, 21))));
    assert!(error.to_string().starts_with("2:21: bodies[0].gas: "), "{error}");
    assert!(PlayWorld::from_text("").is_err() && PlayWorld::from_text("{").is_err());
}

#[test]
fn from_text_refuses_instances_and_from_file_places_them() {
    let instance = json!({"id": "left", "source": "part.json", "position": [10, 0], "tags": ["pair"]});
    let level = json!({"format": 2, "instances": [instance]});
    let error = PlayWorld::from_text(&level.to_string()).unwrap_err();
    assert_eq!(error.place(), "instances[0].source");
    assert!(error.to_string().contains("part.json") && error.position().is_some(), "{error}");

    let folder = tempfile::tempdir().unwrap();
    let body = json!({"id": "box", "nodes": [{"position": [1, 2]}]});
    let part = json!({"format": 2, "bodies": [body], "discs": [{"position": [0, 0], "radius": 1}]});
    std::fs::write(folder.path().join("part.json"), part.to_string()).unwrap();
    std::fs::write(folder.path().join("level.json"), level.to_string()).unwrap();
    let world = PlayWorld::from_file(folder.path().join("level.json")).unwrap();
    let body = world.body("left/box").unwrap();
    assert_eq!(world.points(body).unwrap(), [[11.0, 2.0]]);
    let instance = world.instance("left").unwrap();
    assert_eq!(world.instances_with_tag("pair"), [instance]);
    assert_eq!(world.instance_info(instance).unwrap().part.name, "part.json");
    let disc = world.disc("left/disc-0").unwrap();
    assert_eq!(world.parts_of_instance(instance).unwrap(), [PartHandle::Body(body), PartHandle::Disc(disc)]);

    let missing = PlayWorld::from_file(folder.path().join("none.json")).unwrap_err();
    assert!(missing.to_string().contains("none.json"), "{missing}");
}

#[test]
fn from_level_refuses_instances_and_invalid_levels() {
    assert!(PlayWorld::from_level(Level::default()).is_ok());
    let instances = vec![blobsmith_engine::level::Instance::at("a.ron", [0.0, 0.0])];
    assert!(PlayWorld::from_level(Level { instances, ..Level::default() }).is_err());
    let mut level = Level::default();
    level.world.substeps = 0;
    assert_eq!(PlayWorld::from_level(level).unwrap_err().place(), "world.substeps");
}

#[test]
fn parts_are_found_by_id_name_and_tag_in_file_order() {
    let level = json!({"format": 2, "name": "Lookup", "tags": ["demo"], "properties": {"stars": 2},
        "world": {"pixels_per_unit": 8},
        "bodies": [{"id": "a", "name": "blob", "tags": ["x"]}, {"id": "b", "name": "blob", "tags": ["x", "y"]}],
        "discs": [{"id": "d", "name": "ball", "position": [0, 0], "radius": 1, "tags": ["x"]}],
        "obstacles": [{"id": "o", "name": "ground", "shape": {"Line": [[0, -9], [1, 0]]}, "tags": ["x"]}],
        "links": [{"id": "l", "a": {"disc": 0}, "b": {"point": [0, 3]}, "kind": {"Stick": {"length": 3}}, "tags": ["x"]}],
        "markers": [{"id": "goal", "name": "Goal", "shape": {"Rect": [[0, 0], [1, 2]]}, "properties": {"next": "b"}}]});
    let world = world(level);
    let (a, b) = (world.body("a").unwrap(), world.body("b").unwrap());
    assert_eq!((world.bodies_with_tag("x"), world.bodies_with_tag("y")), (vec![a, b], vec![b]));
    assert_eq!((world.body_named("blob"), world.body("blob"), world.body("")), (Some(a), None, None));
    assert_eq!(world.bodies().collect::<Vec<_>>(), [a, b]);
    let (disc, obstacle, link) = (world.disc("d").unwrap(), world.obstacle("o").unwrap(), world.link("l").unwrap());
    assert_eq!((world.discs_with_tag("x"), world.disc_named("ball")), (vec![disc], Some(disc)));
    assert_eq!((world.obstacles_with_tag("x"), world.obstacle_named("ground")), (vec![obstacle], Some(obstacle)));
    assert_eq!((world.links_with_tag("x"), world.links().count()), (vec![link], 1));
    assert_eq!(world.link_points(link).unwrap().map(|at| at.y), [0.0, 3.0]);
    assert_eq!((world.id(link).unwrap(), world.tags(b).unwrap()), ("l", &["x".to_owned(), "y".to_owned()][..]));
    assert_eq!(world.level_info().properties.get("stars"), Some(&PropertyValue::Integer(2)));
    assert_eq!((world.level_info().name.as_str(), world.pixels_per_unit()), ("Lookup", 8.0));
    let goal = world.marker("goal").unwrap();
    assert!(goal.shape.contains([0.5, 1.5]) && !goal.shape.contains([1.5, 0.5]));
    assert_eq!(goal.properties.get("next"), Some(&PropertyValue::Text("b".into())));
    let counts = world.part_counts();
    assert_eq!((counts.bodies, counts.discs, counts.obstacles, counts.links, counts.markers), (2, 1, 1, 1, 1));
}

#[test]
fn labels_name_nodes_of_one_body() {
    let nodes = json!([{"position": [0, 0]}, {"position": [1, 0], "label": "hand", "tags": ["grip"]}]);
    let world =
        weightless(json!({"bodies": [{"id": "a", "nodes": nodes}, {"id": "b", "nodes": [{"position": [5, 5]}]}]}));
    let (a, b) = (world.body("a").unwrap(), world.body("b").unwrap());
    assert_eq!(world.node_with_label(a, "hand"), Ok(Some(1)));
    assert_eq!((world.node_with_label(b, "hand"), world.node_with_label(a, "")), (Ok(None), Ok(None)));
    assert_eq!(world.body_info(a).unwrap().nodes[0].tags, ["grip"]);
}

#[test]
fn handles_of_no_part_are_stale() {
    let world = weightless(json!({"bodies": [square("a", [0.0, 0.0], 1.0)]}));
    for bits in [0, 1, u64::MAX, world.body("a").unwrap().to_bits() + 1] {
        let handle = BodyHandle::from_bits(bits);
        assert_eq!(world.points(handle).unwrap_err(), PlayError::Stale("body"));
        assert_eq!(world.properties(handle).unwrap_err(), PlayError::Stale("body"));
    }
}

#[test]
fn reading_agrees_with_hand_calculation() {
    let mut body = square("a", [1.0, 2.0], 2.0);
    body["nodes"][0]["role"] = json!({"Mass": 5});
    body["nodes"][0]["velocity"] = json!([1, 0]);
    let world = weightless(json!({"bodies": [square("first", [-9.0, 0.0], 1.0), body]}));
    let a = world.body("a").unwrap();
    assert_eq!(world.points(a).unwrap(), [[1.0, 2.0], [3.0, 2.0], [3.0, 4.0], [1.0, 4.0]]);
    assert_eq!(world.node_range(a), Ok(4..8));
    assert_eq!(&world.all_points()[4..], world.points(a).unwrap());
    // Mass 8: x = (5 + 3 + 3 + 1)/8, y = (10 + 2 + 4 + 4)/8; velocity 5/8.
    assert_eq!(world.mass(a), Ok(8.0));
    assert_eq!(world.barycentre(a).unwrap().to_array(), [1.5, 2.5]);
    assert_eq!(world.velocity(a).unwrap().to_array(), [0.625, 0.0]);
    assert_eq!((world.area(a), world.energy(a).unwrap().kinetic), (Ok(4.0), 2.5));
    let aabb = world.aabb(a).unwrap();
    assert_eq!((aabb.min.to_array(), aabb.max.to_array()), ([1.0, 2.0], [3.0, 4.0]));
    assert_eq!(world.node_position(a, 4).unwrap_err(), PlayError::NoNode(4, 4));
}

#[test]
fn gallery_levels_load_with_a_handle_for_every_id() {
    for path in gallery() {
        let world = PlayWorld::from_file(&path).unwrap_or_else(|error| panic!("{error}"));
        let level = blobsmith_engine::level::flatten::load_flat(&path).unwrap();
        for body in world.bodies() {
            assert_eq!(world.body(world.id(body).unwrap()), Some(body), "{}", path.display());
        }
        assert_eq!(world.bodies().count(), level.bodies.len());
        assert_eq!(world.discs().count(), level.discs.len());
        // Text without a folder: the same level, as exported.
        let text = format::write(&level, format::TextFormat::Json);
        let again = PlayWorld::from_text(&text).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.hash(), world.hash(), "{}", path.display());
    }
}

#[test]
fn sources_of_instances_come_from_the_function_of_the_game() {
    let text = r#"{"format": 2, "instances": [{"id": "left", "source": "parts/one.json", "position": [3, 4]}]}"#;
    let level = format::read(text, format::TextFormat::Json).unwrap();
    let mut asked = Vec::new();
    let mut load = |path: &Path| {
        asked.push(path.to_owned());
        format::read(
            r#"{"format": 2, "discs": [{"id": "ball", "position": [0, 0], "radius": 1}]}"#,
            format::TextFormat::Json,
        )
    };
    let world = PlayWorld::from_level_at(level.clone(), Path::new("packed/level.json"), &mut load).unwrap();
    assert_eq!(asked, [Path::new("packed/parts/one.json")]);
    let left = world.instance("left").unwrap();
    let ball = world.disc("left/ball").unwrap();
    assert_eq!(world.parts_of_instance(left).unwrap(), [ball.into()]);
    assert_eq!(world.disc_position(ball).unwrap().to_array(), [3.0, 4.0]);
    let missing = |path: &Path| {
        let file = Some(path.display().to_string());
        Err(format::FormatError { file, place: String::new(), position: None, reason: "no such file".into() })
    };
    let error = PlayWorld::from_level_at(level, Path::new("packed/level.json"), &mut { missing }).unwrap_err();
    assert_eq!(error.place(), "instances[0].source");
    assert!(error.to_string().contains("packed/parts/one.json: no such file"), "{error}");
}

/// The page for users shows only code that the documentation test of the module runs.
#[test]
fn example_of_use_in_a_game_is_that_of_the_module() {
    let file = |path: &str| std::fs::read_to_string(format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))).unwrap();
    let (page, module) = (file("../../docs/use-in-a-game.md"), file("src/play/mod.rs"));
    let example = page.split("```rust\n").nth(1).and_then(|rest| rest.split("```").next()).expect("an example");
    let tested: Vec<&str> = module.lines().filter_map(|line| line.strip_prefix("//!")).map(str::trim).collect();
    assert!(example.lines().count() > 8);
    for line in example.lines() {
        assert!(tested.contains(&line.trim()), "{line}");
    }
}
