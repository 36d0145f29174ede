//! Topic: decor reaction and viscosity.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "decor-reaction",
    title: "Decor reaction and viscosity",
    sources: &["001 §A", "001 §C.4"],
    text: &[
        "The older program treats the ground as a force, not as an impulse. The headings are there in its \
            description, but both sections are empty; what follows is ours.",
        "A hull node inside decor gets a force along the outward normal of the chosen edge, as large as it is \
            deep. Viscosity adds a force against its velocity relative to the edge. Bodies sink in by their weight \
            over the stiffness, and land softly.",
        "Between free bodies contacts stay impulses, and so they do for discs.",
    ],
    formulas: &["F = stiffness · depth · n - viscosity (v - v_edge)"],
    overlays: &["force-decor", "contacts"],
    levels: &["28-decor-by-force", "47-mister-jelly"],
    settings: &["world.contact.decor"],
    slips: &["001 §C.4 has headings without text."],
};
