extern crate blobsmith_engine as blobsmith;
#[path = "../../../tests/scenes/mod.rs"]
mod scenes;
#[path = "../../../tests/physics/instructions.rs"]
mod instructions;
#[path = "../../../tests/physics/linked.rs"]
mod linked_tests;
#[path = "../../../tests/phases/ledger.rs"]
mod ledger;
#[path = "../../../tests/phases/reported.rs"]
mod reported;
#[path = "../../../tests/phases/after.rs"]
mod after;
use blobsmith::engine::World;
use blobsmith::level::Level;
pub fn gallery_levels() -> impl Iterator<Item = (&'static str, Level)> { std::iter::empty() }
pub fn gallery_level(_: &str) -> Level { Level::default() }
pub fn world(level: &Level) -> World { World::new(level).unwrap() }
