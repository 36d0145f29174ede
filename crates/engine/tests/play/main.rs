//! The runtime API for games, against hand calculations, closed forms and the engine itself.

mod acting;
mod condition;
mod contacts;
mod drawing;
mod events;
mod link;
mod loading;
mod queries;
mod random;
mod recorder;
mod snapshots;
mod spawning;
mod time;
mod updating;

use blobsmith_engine::play::PlayWorld;
use serde_json::{Value, json};
use std::path::PathBuf;

/// A world from JSON.
fn world(level: Value) -> PlayWorld {
    PlayWorld::from_text(&level.to_string()).unwrap_or_else(|error| panic!("{error}"))
}

/// A level without gravity, with four substeps of 1/4.
fn weightless(mut level: Value) -> PlayWorld {
    level["format"] = 2.into();
    level["world"]["gravity"] = json!([0, 0]);
    level["world"]["substeps"] = 4.into();
    world(level)
}

/// A body with these corners, counter-clockwise, of mass 1 each, and nothing that holds them together.
fn polygon(id: &str, corners: &[[f64; 2]]) -> Value {
    let count = corners.len();
    let nodes: Vec<Value> = corners.iter().map(|at| json!({"position": at})).collect();
    let hull: Vec<Value> = (0..count).map(|node| json!([node, (node + 1) % count])).collect();
    json!({"id": id, "nodes": nodes, "hull": hull})
}

/// A square with this lower left corner and side.
fn square(id: &str, [x, y]: [f64; 2], side: f64) -> Value {
    let mut body = polygon(id, &[[x, y], [x + side, y], [x + side, y + side], [x, y + side]]);
    body["triangles"] = json!([[0, 1, 2], [0, 2, 3]]);
    body["gas"] = 0.into();
    body
}

/// The levels of the gallery.
fn gallery() -> Vec<PathBuf> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../levels");
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut levels: Vec<PathBuf> = entries.filter(|path| path.extension().is_some_and(|own| own == "ron")).collect();
    levels.sort();
    assert!(levels.len() > 50, "the gallery was not found");
    levels
}
