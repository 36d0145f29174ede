//! The gallery: every file equals the output of its program, passes the checks, runs 600 frames, and behaves as its notes say.
//!
//! Numbers come from the sources, from geometry, or from the claim itself with a margin; where a claim compares two levels,
//! both are run.

mod balloons;
mod choices;
mod crowds;
mod diagnosis;
mod exchange;
mod files;
mod held_out;
mod left_over;
mod links;
mod machines;
mod problems;
// The gallery's functions, so that files can be compared with their output.
#[path = "../../examples/gallery/make/mod.rs"]
mod make;
mod notch_and_staple;
mod numbers;
mod particles;
mod parts;
mod rain;
mod remedies;
mod scaling;
#[path = "../scenes/mod.rs"]
mod scenes;
mod shapes;
mod shots;
mod squares;
mod support;
mod verlet;
mod worked_example;
