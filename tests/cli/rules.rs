//! `rules`: every rule on every contact, maps of a hull, pictures of them, and what is refused.

use super::support::{TOUCHING, blobsmith, file};
use blobsmith::debugger::comparison::{Comparison, Keeps};
use blobsmith::engine::{Trace, World};
use blobsmith::level::{format, gallery};
use serde_json::Value;
use std::fs;

const SQUARES: &str = "04-squares-distance";

fn squares() -> (tempfile::TempDir, std::path::PathBuf) {
    file("squares.ron", gallery::level(SQUARES).expect("it is there").text)
}

#[test]
fn rules_counts_equal_those_of_the_library() {
    let (_folder, path) = squares();
    let said = blobsmith("rules {} --frames 5 --json", &path).fine();
    let document: Value = serde_json::from_str(said.text()).expect("JSON");
    let level = format::read(gallery::level(SQUARES).unwrap().text, format::TextFormat::Ron).unwrap();
    let mut world = World::new(&level).unwrap();
    let (mut trace, mut comparison) = (Trace::comparing(), Comparison::new(Keeps::Disputed));
    for _ in 0..5 * level.world.substeps {
        world.step_substep_traced(&mut trace);
        comparison.add(&trace);
    }
    assert!(comparison.contacts > 20);
    assert_eq!(document["contacts"], comparison.contacts);
    assert_eq!(document["rule"], "Distance");
    for (index, tally) in comparison.tallies.iter().enumerate() {
        assert_eq!(document["tallies"][index]["differs"], tally.differs, "{}", document["rules"][index]);
    }
    assert_eq!(document["rows"].as_array().map(Vec::len), Some(comparison.rows.len()));
    let text = blobsmith("rules {} --frames 5 --list 3", &path).fine();
    let listed = text.text().lines().filter(|line| line.contains(" *")).count();
    assert_eq!(listed, 3, "{}", text.text());
}

#[test]
fn rules_reports_and_draws_maps() {
    let (folder, path) = squares();
    for ending in ["png", "svg"] {
        let out = folder.path().join(format!("maps.{ending}"));
        let line = format!("rules {{}} --frames 1 --hull waiting --from 180deg --size 800x400 --out {}", out.display());
        let said = blobsmith(&line, &path).fine();
        assert!(said.text().contains("bodies[1] \"waiting\""), "{}", said.text());
        let contents = fs::read(out).expect("a picture");
        match ending {
            "png" => {
                let info = png::Decoder::new(std::io::Cursor::new(contents)).read_info().expect("a PNG");
                // Four tiles and three gaps of two pixels, in whole pixels.
                assert_eq!((info.info().width, info.info().height), (798, 400));
            }
            _ => {
                let text = String::from_utf8(contents).expect("text");
                assert_eq!(text.matches("<svg ").count(), 9, "eight maps in one sheet");
                assert!(text.contains("Entry edge + G"));
            }
        }
    }
    let said = blobsmith("rules {} --frames 0 --hull 1 --from 0 --json", &path).fine();
    let document: Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!(document["map"]["far_side"].as_array().map(Vec::len), Some(8));
}

#[test]
fn rules_refuses_invalid_arguments() {
    let (_folder, path) = file("a.ron", TOUCHING);
    blobsmith("rules {} --frames 1 --hull missing", &path).refused(&["--hull missing", "no body has this name"]);
    blobsmith("rules {} --frames 1 --hull 9", &path).refused(&["--hull 9", "counted from 0"]);
    blobsmith("rules {} --frames 1 --hull 0 --from 0", &path).refused(&["--from 0", "the mapped body itself"]);
    blobsmith("rules {} --frames 1 --from nandeg", &path).refused(&["--from nandeg"]);
    blobsmith("rules {} --frames 1 --out a.gif", &path).refused(&["a.gif", ".png or .svg"]);
    let (_folder, path) = file("b.ron", "(format: 1, bodies: [])");
    blobsmith("rules {} --frames 0 --out a.png", &path).refused(&["no body of the level has a hull"]);
}
