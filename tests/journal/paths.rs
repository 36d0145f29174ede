//! Paths into the document: the values that they name, and the messages for invalid ones.

use crate::straight::everything;
use blobsmith::level::path::{differences, settable};
use blobsmith::level::{Decor, DocumentPath, Integrator, Level, Motion, Role};
use serde_json::json;

fn level() -> Level {
    everything(Integrator::SemiImplicitEuler)
}

fn get(path: &str) -> Vec<(String, serde_json::Value)> {
    let found = DocumentPath::parse(path).unwrap().get(&level()).unwrap();
    found.into_iter().map(|found| (found.place, found.value)).collect()
}

#[test]
fn get_returns_values_with_their_paths() {
    assert_eq!(get("world.gravity[1]"), [("world.gravity[1]".to_owned(), json!(-0.004))]);
    assert_eq!(get("world.contact.decor"), [("world.contact.decor".to_owned(), json!("Impulse"))]);
    assert_eq!(
        get("bodies[1].motion.Driven.points[2][1]"),
        [("bodies[1].motion.Driven.points[2][1]".to_owned(), json!(0.6))]
    );
    assert_eq!(get("obstacles[1].shape.Circle.radius"), [("obstacles[1].shape.Circle.radius".to_owned(), json!(0.7))]);
    let stiffness = get("bodies[*].springs[*].stiffness");
    assert_eq!((stiffness.len(), stiffness[4].0.as_str()), (5, "bodies[0].springs[4].stiffness"));
    // A barycentre has no mass, only one disc and one body follow a path.
    assert_eq!(get("bodies[0].nodes[*].role.Mass").len(), 4);
    assert_eq!(get("discs[*].motion.Driven.period"), [("discs[3].motion.Driven.period".to_owned(), json!(15.0))]);
    assert_eq!(get(" name "), [("name".to_owned(), json!(""))]);
}

#[test]
fn set_changes_the_named_values_only() {
    let mut changed = level();
    let mut set = |path: &str, value| DocumentPath::parse(path).unwrap().set(&mut changed, &value).unwrap();
    assert_eq!(set("bodies[0].springs[*].stiffness", json!(2.5)), 5);
    assert_eq!(set("bodies[*].nodes[*].role.Mass", json!(3)), 4 + 4 + 3);
    assert_eq!(set("world.substeps", json!(8.0)), 1);
    assert_eq!(set("world.contact.decor", json!({"Penalty": {"stiffness": 1.0, "viscosity": 0.5}})), 1);
    assert_eq!(set("world.contact.decor.Penalty.viscosity", json!(0.25)), 1);
    assert_eq!(set("bodies[1].motion", json!("Fixed")), 1);
    let mut expected = level();
    expected.bodies[0].springs.iter_mut().for_each(|spring| spring.stiffness = 2.5);
    for node in expected.bodies.iter_mut().flat_map(|body| &mut body.nodes) {
        if node.role != Role::Barycentre {
            node.role = Role::Mass(3.0);
        }
    }
    expected.world.substeps = 8;
    expected.world.contact.decor = Decor::Penalty { stiffness: 1.0, viscosity: 0.25 };
    expected.bodies[1].motion = Motion::Fixed;
    assert_eq!(changed, expected);
}

#[test]
fn path_errors_name_the_valid_beginning() {
    let cases = [
        ("", "", "empty"),
        ("world..gravity", "", "character 7 a name is missing"),
        ("world.gravity[x]", "", "a number from 0 or `*`"),
        ("world.gravity[1", "", "not closed"),
        ("world gravity", "", "character 6 expected `.` or `[`"),
        (".world", "", "missing before the point"),
        ("[0]", "", "begins with a name"),
        ("wrold.gravity", "wrold", "did you mean `world`"),
        ("world.gravity[2]", "world.gravity[2]", "items 0 to 1"),
        ("world.gravity.x", "world.gravity", "a list here, and has no `x`"),
        ("world.bounds.max", "world.bounds.max", ""),
        ("bodies.gas", "bodies", "bodies[0].gas or bodies[*].gas"),
        ("bodies[0].springs[9].damping", "bodies[0].springs[9]", "springs go from 0 to 4"),
        ("bodies[1].springs[*].damping", "bodies[1].springs", "there is no spring"),
        ("bodies[0].motion.Driven.period", "bodies[0].motion", "it is Dynamic here, and has no `Driven`"),
        ("obstacles[0].shape.Circle.radius", "obstacles[0].shape", "it is Line here, and has no `Circle`"),
        ("bodies[*].springs[*].stifness", "bodies[0].springs[0].stifness", "did you mean `stiffness`"),
        ("editor.view", "editor", "unknown field"),
    ];
    for (path, place, words) in cases {
        let found = DocumentPath::parse(path).and_then(|path| path.get(&level()));
        if words.is_empty() {
            assert!(found.is_ok(), "{path}: {found:?}");
            continue;
        }
        let error = found.expect_err(path);
        assert_eq!(error.place, place, "{path}: {error}");
        assert!(error.reason.contains(words), "{path}: {error}");
    }
    let mut without = level();
    without.world.bounds = None;
    let error = DocumentPath::parse("world.bounds.restitution").unwrap().set(&mut without, &json!(0.5)).unwrap_err();
    assert!(error.reason.contains("it is none here"), "{error}");
}

#[test]
fn refused_set_changes_nothing() {
    let mut changed = level();
    let path = DocumentPath::parse("bodies[*].springs[*].rest_length").unwrap();
    assert!(path.set(&mut changed, &json!(-1.0)).is_err());
    assert_eq!(changed, level());
}

#[test]
fn settable_paths_accept_their_present_value() {
    let level = level();
    let paths = settable(&level);
    assert!(paths.len() > 50);
    for text in paths {
        let path = DocumentPath::parse(&text).unwrap();
        assert_eq!(path.to_string(), text);
        let found = path.get(&level).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut same = level.clone();
        path.set(&mut same, &found[0].value).unwrap_or_else(|error| panic!("{text}: {error}"));
    }
}

#[test]
fn differences_transform_one_level_into_the_other() {
    let old = level();
    let mut new = old.clone();
    new.name = "other".to_owned();
    new.world.gravity[1] = 0.5;
    new.world.contact.barycentre_rule = true;
    new.bodies[0].springs.iter_mut().for_each(|spring| spring.stiffness = 3.0);
    new.bodies[0].springs[1].damping = 0.5;
    new.bodies[2].nodes[0].pinned = false;
    new.discs[0].radius = 0.25;
    let found = differences(&old, &new);
    let paths: Vec<&str> = found.iter().map(|(path, _)| path.as_str()).collect();
    let expected = [
        "world.contact.barycentre_rule",
        "world.gravity",
        "bodies[0].springs[*].stiffness",
        "bodies[0].springs[1].damping",
        // The others are free, so that all of them are now.
        "bodies[2].nodes[*].pinned",
        "discs[0].radius",
    ];
    let (mut sorted, mut wanted) = (paths.clone(), expected.to_vec());
    sorted.sort_unstable();
    wanted.sort_unstable();
    assert_eq!(sorted, wanted);
    let mut changed = old.clone();
    for (path, value) in found {
        DocumentPath::parse(&path).unwrap().set(&mut changed, &value).unwrap();
    }
    changed.name = "other".to_owned();
    assert_eq!(changed, new);
}
