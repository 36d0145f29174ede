//! Topic: reading the energy plot.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "energy-plot",
    title: "Reading the energy plot",
    sources: &["000 §C"],
    text: &[
        "The plot shows what a run holds at the start of every frame, by kind: motion, height, springs, gas, and the sum of \
            them. While nothing rubs and nothing is driven, the sum ought to be a level line.",
        "A line that sinks smoothly is damping at work. A line that sways about its value is semi-implicit Euler or Verlet, \
            and one that climbs smoothly is explicit Euler.",
        "A step upwards is a fault: a contact that put a node far away, a triangle that flipped, springs too stiff for \
            the substeps. Click it to be at that frame, then step backwards and see which contact or spring did it.",
        "The plots share one axis of frames. The wheel zooms at the pointer, the middle button moves, a double click shows \
            everything. However many frames there are, every column of pixels shows its least and its greatest number.",
    ],
    formulas: &["E = Σ ½ m v² - Σ m g·x + Σ ½ k (d - L)² - Σ gas ln(S/S0)"],
    overlays: &["strain", "flipped-triangles", "trails", "ghosts"],
    levels: &["25-orbit-explicit-euler", "26-orbit-semi-implicit-euler", "01-first-blob", "23-stiff-too-few-substeps"],
    settings: &["world.integrator", "world.substeps", "springs.damping"],
    slips: &["The sources reckon no energy. The program does, since nothing tells of an unsound step as early."],
};
