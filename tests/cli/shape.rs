//! `shape`.

use super::support::{blobsmith, file};
use blobsmith::level::shapes;

#[test]
fn shape_lists_shapes_and_their_parameters() {
    let (_folder, path) = file("unused.ron", "");
    let all = blobsmith("shape", &path);
    assert_eq!(all.code, Some(0));
    for shape in shapes::ALL {
        assert!(all.text().lines().any(|line| line.starts_with(shape.id)), "{}", shape.id);
    }
    let gear = blobsmith("shape gear", &path);
    for parameter in shapes::shape("gear").expect("a gear").parameters() {
        assert!(gear.text().lines().any(|line| line.trim_start().starts_with(parameter.id)), "{}", parameter.id);
    }
    assert!(gear.text().contains("a whole number from 4 to 120 [default: 12]"), "{}", gear.text());
}

#[test]
fn shape_adds_a_body_to_a_level() {
    let (folder, _) = file("unused.ron", "");
    let level = folder.path().join("made.ron");
    let first = blobsmith("shape crate --set width=4 --set edges=2 --at 10,-3 --name big --into {}", &level);
    assert_eq!((first.code, first.err.as_str()), (Some(0), ""));
    let second = blobsmith("shape rope --set kind=sticks --into {}", &level);
    assert_eq!(second.code, Some(0), "{}", second.err);
    let made = blobsmith::level::format::load_level(&level).expect("a level");
    assert_eq!(made.bodies.iter().map(|body| body.name.as_str()).collect::<Vec<_>>(), ["big", "rope"]);
    // Two edges a side, a barycentre; from 8 to 12 and from -4 to -2.
    assert_eq!((made.bodies[0].nodes.len(), made.bodies[0].nodes[0].position), (9, [8.0, -4.0]));
    assert_eq!((made.bodies[1].springs.len(), made.bodies[1].sticks.len()), (0, 12));
}

#[test]
fn shape_refuses_invalid_values_with_a_reason() {
    let (folder, _) = file("unused.ron", "");
    let level = folder.path().join("made.ron");
    for (words, reason) in [
        ("shape gear --set teeth=2 --into {}", "Teeth cannot be `2`: it must be a whole number from 4 to 120"),
        ("shape gear --set tooth=2 --into {}", "there is no parameter `tooth`; there are: teeth, module"),
        ("shape gear --set teeth --into {}", "`teeth`: expected --set NAME=VALUE"),
        ("shape gear --at here --into {}", "`here` is not a position; expected two numbers: --at X,Y"),
    ] {
        let said = blobsmith(words, &level);
        assert_eq!(said.code, Some(2), "{words}");
        assert!(said.err.contains(reason), "{}", said.err);
    }
    assert!(!level.exists());
    assert_eq!(blobsmith("shape blob", &level).code, Some(2));
}
