//! Every rule has levels that trigger it and nothing else, levels that are sound, and fixes that mend without harm.

#[path = "checks/build.rs"]
mod build;
#[path = "checks/fixtures.rs"]
mod fixtures;
#[path = "checks/rules.rs"]
mod rules;
