//! The phases of a substep: an observer has no effect, every change is reported, and the ledger closes.

mod after;
mod ledger;
mod reported;
mod walk;

#[path = "../scenes/mod.rs"]
mod scenes;

use blobsmith::engine::World;
use blobsmith::level::{Level, format, gallery};

/// Every level that comes with the program, by id.
pub fn gallery_levels() -> impl Iterator<Item = (&'static str, Level)> {
    gallery::ALL.iter().map(|entry| (entry.id, format::read(entry.text, format::TextFormat::Ron).unwrap()))
}

/// A level of the gallery.
pub fn gallery_level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, format::TextFormat::Ron).unwrap()
}

pub fn world(level: &Level) -> World {
    World::new(level).unwrap()
}
