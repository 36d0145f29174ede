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

/// The level with one body and without parts whose fields have the names that the test counts. `None` if it lacks springs or
/// discs, or a text has several lines.
fn plain(level: Level) -> Option<Level> {
    let mut body = level.bodies.first().filter(|body| !body.springs.is_empty())?.clone();
    (body.name, body.motion) = ("quiet".into(), Motion::Dynamic);
    let (mut discs, mut obstacles) = (level.discs, level.obstacles);
    for disc in &mut discs {
        (disc.name, disc.motion) = (String::new(), Motion::Fixed);
    }
    obstacles.iter_mut().for_each(|obstacle| obstacle.name.clear());
    let plain = Level { world: level.world, bodies: vec![body], discs, obstacles, ..Level::default() };
    let is_plain = !format::write(&plain, TextFormat::Json).contains("\\n");
    (is_plain && !plain.discs.is_empty()).then_some(plain)
}

#[test]
fn written_levels_have_one_item_per_line() {
    let mut random = Random::new(7);
    // Texts may have lines of their own, so that of a level without such texts is counted.
    let level = (0..10_000).find_map(|_| plain(random.level())).expect("a level without texts of several lines");
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
