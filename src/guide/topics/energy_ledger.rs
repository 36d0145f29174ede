//! Topic: the ledger of energy.
//!
//! Must never know: other topics.

use super::super::Topic;

/// See the module.
pub(super) const TOPIC: Topic = Topic {
    id: "energy-ledger",
    title: "The ledger of energy",
    sources: &["000 §D.2", "000 §C.2.b"],
    text: &[
        "The ledger tells who changed the total in each frame: damping, the error of the integration, sticks, obstacles, and \
            of a contact its impulse, its friction and its repositioning each by itself. Added up, it tells who did it \
            since frame 0.",
        "Damping, friction and restitution below 1 take. The hand, driven bodies and decor that pushes may give. \
            Repositioning gives or takes as it stretches springs and squeezes gas, and often it is what makes a pile simmer.",
        "The entries are measured phase by phase, the change of the total by itself. What is left between the two is the \
            residual. Added up, it stays below a billionth of the energy exchanged, or the books have a gap. In single frames where \
            next to nothing moves, both are rounding.",
    ],
    formulas: &["E(after) - E(before) = Σ entries + residual,  |residual| < 1e-9 exchanged"],
    overlays: &["contact-heat", "impulses", "stick-error"],
    levels: &["04-squares-distance", "16-pile-of-100", "46-sticking-contact", "29-ropes-of-sticks"],
    settings: &["bodies.restitution", "bodies.friction", "springs.damping", "world.velocity_retention"],
    slips: &[
        "The sources move nodes out of a hull without asking what that costs. The ledger shows it as repositioning.",
    ],
};
