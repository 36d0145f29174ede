//! The erased types against the parsers alone.

use super::deserialize;
use crate::level::Level;
use serde::Deserialize;

fn gallery() -> impl Iterator<Item = String> {
    let folder = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels")).expect("the gallery");
    let files = folder.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_file());
    files.map(|path| std::fs::read_to_string(path).expect("a level"))
}

/// The level or the error of the `ron` crate alone, and by way of trait objects.
fn by_ron(text: &str) -> [Result<String, String>; 2] {
    let parser = || super::super::ron::parser(text).map_err(|refusal| refusal.reason);
    let shown = |read: ron::Result<Level>| read.map(|level| format!("{level:?}")).map_err(|error| error.to_string());
    let alone = parser().and_then(|mut parser| shown(Level::deserialize(&mut parser)));
    [alone, parser().and_then(|mut parser| shown(deserialize(&mut parser).map_err(|(_, error)| error)))]
}

fn by_json(text: &str) -> [Result<String, String>; 2] {
    let parser = || serde_json::Deserializer::from_str(text);
    let shown =
        |read: serde_json::Result<Level>| read.map(|level| format!("{level:?}")).map_err(|error| error.to_string());
    [shown(Level::deserialize(&mut parser())), shown(deserialize(&mut parser()).map_err(|(_, error)| error))]
}

#[test]
fn erased_types_read_the_gallery_as_the_parsers_alone() {
    let mut count = 0;
    for text in gallery() {
        let [alone, erased] = by_ron(&text);
        assert!(alone.is_ok());
        assert_eq!(erased, alone);
        let level: Level = ron::from_str(&text).expect("a level");
        let json = serde_json::to_string(&level).expect("a level as JSON");
        let [alone, erased] = by_json(&json);
        assert!(alone.is_ok());
        assert_eq!(erased, alone);
        count += 1;
    }
    assert!(count > 60, "{count} levels");
}

/// Texts with one byte removed or replaced, at places that a generator of Knuth chooses.
#[test]
fn erased_types_accept_and_refuse_damaged_texts_as_the_parsers_alone() {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64;
    let mut below = |limit: usize| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % limit
    };
    let (mut accepted, mut refused) = (0, 0);
    for text in gallery().filter(|text| text.len() < 40_000) {
        let level: Level = ron::from_str(&text).expect("a level");
        let json = serde_json::to_string(&level).expect("a level as JSON");
        for round in 0..8 {
            for (text, parse) in [(&text, by_ron as fn(&str) -> _), (&json, by_json)] {
                let at = below(text.len());
                let with = ["", "0", "-", "(", "\"", "x", ",", "]"][below(8)];
                let (Some(before), Some(after)) = (text.get(..at), text.get(at + 1..)) else { continue };
                let damaged = format!("{before}{with}{after}");
                let [alone, erased]: [Result<String, String>; 2] = parse(&damaged);
                assert_eq!(erased.is_ok(), alone.is_ok(), "round {round}: {alone:?} {erased:?}");
                match alone {
                    Ok(alone) => assert_eq!(erased, Ok(alone)),
                    Err(_) => refused += 1,
                }
                accepted += usize::from(erased.is_ok());
            }
        }
    }
    assert!(accepted > 50 && refused > 50, "{accepted} accepted, {refused} refused");
}
