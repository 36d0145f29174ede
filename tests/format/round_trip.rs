//! A level that is written and read again is the same, bit for bit, in either form and across both.

use super::random::Random;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::*;

fn there_and_back(level: &Level, form: TextFormat) -> Level {
    let text = format::write(level, form);
    match format::read(&text, form) {
        Ok(back) => back,
        Err(error) => panic!("{error}\n{text}"),
    }
}

/// `{:?}` writes every finite number in a form that no other number has, -0.0 included, which `==` would take for 0.0.
fn assert_same_bits(a: &Level, b: &Level) {
    assert_eq!(format!("{a:?}"), format!("{b:?}"));
}

#[test]
fn round_trip_of_random_levels_keeps_every_bit() {
    let mut random = Random::new(2);
    for _ in 0..400 {
        let level = random.level();
        let ron = there_and_back(&level, TextFormat::Ron);
        assert_same_bits(&ron, &level);
        let json = there_and_back(&ron, TextFormat::Json);
        assert_same_bits(&json, &level);
        // Writing is a function of the value: saving twice gives the same text, so version control shows no change.
        for form in [TextFormat::Ron, TextFormat::Json] {
            assert_eq!(format::write(&json, form), format::write(&level, form));
        }
    }
}

#[test]
fn written_levels_have_one_item_per_line() {
    let mut random = Random::new(7);
    let mut level = random.level();
    while level.bodies.is_empty() || level.bodies[0].springs.is_empty() || level.discs.is_empty() {
        level = random.level();
    }
    let mut quiet = Body { name: "quiet".into(), ..level.bodies[0].clone() };
    quiet.motion = Motion::Dynamic;
    let links = Vec::new();
    level = Level { bodies: vec![quiet], links, name: String::new(), notes: String::new(), ..level };
    for disc in &mut level.discs {
        (disc.name, disc.motion) = (String::new(), Motion::Fixed);
    }
    level.obstacles.iter_mut().for_each(|obstacle| obstacle.name.clear());
    // Texts may have lines of their own.
    if let Some(extra) = &mut level.editor {
        (extra.watches, extra.breakpoints, extra.bookmarks) = Default::default();
        // Folders have a field `hidden` too, materials a field `damping`.
        (extra.folders, extra.materials, extra.hidden, extra.templates) = Default::default();
    }
    let body = &level.bodies[0];
    for form in [TextFormat::Ron, TextFormat::Json] {
        let text = format::write(&level, form);
        let lines = |sign: &str| text.lines().filter(|line| line.contains(sign)).count();
        assert_eq!(lines("pinned"), body.nodes.len());
        assert_eq!(lines("damping"), body.springs.len());
        assert_eq!(lines("hidden"), body.sticks.len());
        assert_eq!(lines("radius") - lines("Circle"), level.discs.len());
        assert!(text.ends_with('\n') && !text.contains("\n\n") && !text.lines().any(|line| line.ends_with(' ')));
    }
}

#[test]
fn written_json_equals_that_of_serde() {
    let level = Random::new(11).level();
    let text = format::write(&level, TextFormat::Json);
    let seen: serde_json::Value = serde_json::from_str(&text).expect("plain JSON");
    assert_eq!(seen, serde_json::to_value(&level).expect("a level is JSON"));
}
