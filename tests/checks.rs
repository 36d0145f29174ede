//! Every rule has levels that trigger only it and sound levels that do not; its fix removes the finding and adds no other.

#[path = "checks/build.rs"]
mod build;
#[path = "checks/fixtures.rs"]
mod fixtures;
#[path = "checks/fixtures_fills.rs"]
mod fixtures_fills;
#[path = "checks/fixtures_hulls.rs"]
mod fixtures_hulls;
#[path = "checks/fixtures_joints.rs"]
mod fixtures_joints;
#[path = "checks/fixtures_links.rs"]
mod fixtures_links;
#[path = "checks/fixtures_world.rs"]
mod fixtures_world;
#[path = "checks/garbage.rs"]
mod garbage;
#[path = "checks/joints.rs"]
mod joints;
#[path = "checks/numbers.rs"]
mod numbers;
#[path = "checks/rules.rs"]
mod rules;
#[path = "checks/stability.rs"]
mod stability;
