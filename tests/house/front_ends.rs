//! The feature table of the front ends, `docs/front-ends.md`, against their sources.

use super::{files_with, root};
use std::fs;
use std::path::Path;

fn texts(folder: &Path, extensions: &[&str]) -> String {
    files_with(folder, extensions).iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// True if the text contains the name as a whole word.
fn has_word(text: &str, name: &str) -> bool {
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '_';
    text.match_indices(name).any(|(at, _)| {
        !text[..at].chars().next_back().is_some_and(is_part)
            && !text[at + name.len()..].chars().next().is_some_and(is_part)
    })
}

/// `set_velocity` of `setVelocity`.
fn snake_case(name: &str) -> String {
    let letters = name.chars().flat_map(|letter| {
        let before = letter.is_uppercase().then_some('_');
        before.into_iter().chain(letter.to_lowercase())
    });
    letters.collect()
}

#[test]
fn front_end_table_names_what_the_sources_have() {
    let rust = texts(&root().join("crates/engine/src/play"), &["rs"]);
    let c = texts(&root().join("bindings/c/include"), &["h"]);
    let python = texts(&root().join("bindings/python/python"), &["pyi"]);
    let js = texts(&root().join("bindings/js/src"), &["rs"]);
    let godot = texts(&root().join("bindings/godot/src"), &["rs"]);
    let bevy = texts(&root().join("bindings/bevy/src"), &["rs"]);
    assert!(bevy.contains("impl Deref for BlobWorld {\n    type Target = PlayWorld;"), "Bevy has no column of its own");
    let table = fs::read_to_string(root().join("docs/front-ends.md")).unwrap();
    let rows: Vec<&str> = table.lines().filter(|line| line.starts_with('|') && line.contains('`')).skip(1).collect();
    assert!(rows.len() > 50, "the table was not found");
    for row in rows {
        let cells: Vec<&str> = row.split('|').map(|cell| cell.trim().trim_matches('`')).collect();
        let [_, _, in_rust, in_c, in_python, in_js, in_godot, _] = cells[..] else {
            panic!("a row with other columns: {row}")
        };
        assert!(rust.contains(&format!("pub fn {in_rust}(")) || rust.contains(&format!("pub fn {in_rust}<")), "{row}");
        assert!(in_c == "–" || c.contains(&format!("blobsmith_world_{in_c}(")), "C: {row}");
        assert!(in_python == "–" || has_word(&python, in_python), "Python: {row}");
        assert!(in_js == "–" || has_word(&js, in_js) || has_word(&js, &snake_case(in_js)), "JavaScript: {row}");
        let in_godot_source =
            godot.contains(&format!("fn {in_godot}(")) || godot.contains(&format!("    {in_godot}: "));
        assert!(in_godot == "–" || in_godot_source, "Godot: {row}");
    }
}
