//! The levels of the gallery, one function each, by number.

mod balloons;
pub mod claims;
mod concave;
mod crowds;
mod exchange;
mod first;
mod jelly;
mod links;
mod machines;
mod notch;
mod numbers;
mod particles;
mod parts;
mod problems;
mod sensors;
mod shots;
pub mod skins;
mod soft;
mod squares;
mod stage;
mod verlet;

use blobsmith::level::Level;

/// File name without extension, and the function that makes the level.
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
    ("32-newtons-cradle", exchange::cradle),
    ("33-billiard-break", exchange::billiard),
    ("34-bumper-table", exchange::bumpers),
    ("35-bat-and-bricks", exchange::bat_and_bricks),
    ("36-fast-shots-swept", shots::swept),
    ("37-fast-shots-discrete", shots::discrete),
    ("38-zeno-heap", shots::zeno_heap),
    ("39-two-thousand-discs", shots::gas),
    ("40-particles", particles::rain),
    ("41-several-collisions", shots::wedges),
    ("42-driven-obstacles", particles::driven_obstacles),
    ("43-balls-on-blobs", particles::balls_on_blobs),
    ("44-friction-factor", verlet::friction),
    ("45-hidden-supports", verlet::supports),
    ("46-sticking-contact", particles::sticking),
    ("47-mister-jelly", jelly::converted),
    ("48-verlet-beside-euler", numbers::side_by_side),
    ("49-thin-wall", problems::thin_wall),
    ("50-folded-loop", problems::folded_loop),
    ("51-flattened-tent", problems::flattened_tent),
    ("52-too-much-gas", problems::too_much_gas),
    ("53-drawn-into-the-ground", problems::drawn_into_the_ground),
    ("54-self-rolling", problems::self_rolling),
    ("55-ringing", problems::ringing),
    ("56-jitter-at-rest", problems::jitter),
    ("57-balloon-on-a-spike", balloons::on_a_spike),
    ("58-coarse-triangles", balloons::coarse),
    ("59-balloon-on-a-post", balloons::on_a_post),
    ("60-car", links::car),
    ("61-rope-bridge", links::rope_bridge),
    ("62-balloon-on-a-string", links::balloon_on_a_string),
    ("63-ragdoll", links::ragdoll),
    ("64-pendulum-on-a-disc", links::pendulum),
    ("65-goal", sensors::goal),
    ("66-marble-run-from-parts", parts::marble_run),
    ("67-sprites", skins::sprites),
];

/// Every source of instances in these levels.
pub const PARTS: &[Entry] = &[("parts/ball", parts::ball), ("parts/ramp", parts::ramp), ("parts/ramps", parts::ramps)];
