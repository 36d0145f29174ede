//! The gallery: each level as a function, in the order of its number.
//!
//! Must never know: files, how a level is simulated.

mod balloons;
mod concave;
mod crowds;
mod first;
mod jelly;
mod machines;
mod notch;
mod numbers;
mod soft;
mod squares;
mod stage;

use blobsmith::level::Level;

/// A level's file name without the extension, and how it is made.
pub type Entry = (&'static str, fn() -> Level);

/// Every level, by number.
pub const ALL: &[Entry] = &[
    ("01-first-blob", first::first_blob),
    ("02-squares-projection", squares::projection),
    ("03-squares-wedge45", squares::wedge45),
    ("04-squares-distance", squares::distance),
    ("05-squares-barycentre-rule", squares::barycentre_rule),
    ("06-squares-entry-edge", squares::entry_edge),
    ("07-squares-dead-level", squares::dead_level),
    ("08-concave-barycentre-rule", concave::with_rule),
    ("09-concave-calm", concave::without_rule),
    ("10-balloon-bare", balloons::bare),
    ("11-balloon-barycentre", balloons::with_barycentre),
    ("12-notch-projection", notch::projection),
    ("13-notch-distance", notch::distance),
    ("14-container", crowds::container),
    ("15-stack", crowds::stack),
    ("16-pile-of-100", crowds::pile),
    ("17-wheel-on-slope", machines::wheel),
    ("18-bridge", machines::bridge),
    ("19-gears", machines::gears),
    ("20-lift-and-shuttle", machines::lift),
    ("21-ball-in-ring", machines::ball_in_ring),
    ("22-trampoline", soft::trampoline),
    ("23-stiff-too-few-substeps", numbers::stiff_few),
    ("24-stiff-enough-substeps", numbers::stiff_enough),
    ("25-orbit-explicit-euler", numbers::explicit),
    ("26-orbit-semi-implicit-euler", numbers::semi_implicit),
    ("27-orbit-verlet", numbers::verlet),
    ("28-decor-by-force", soft::penalty),
    ("29-ropes-of-sticks", soft::ropes),
    ("30-pieces-of-sticks", soft::pieces),
    ("31-obstacles", soft::obstacles),
    ("47-mister-jelly", jelly::converted),
    ("48-verlet-beside-euler", numbers::side_by_side),
];
