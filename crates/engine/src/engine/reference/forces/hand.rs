//! The hand's spring: `stiffness*(target - x) - damping*v` (004; the formula is ours).

use crate::engine::data::force::{Batched, Force, ForcePart, Source, SourceForce, Work, names};
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{Hand, Held, Layout, State};
use glam::DVec2;

/// The declaration.
pub static FORCE: Force = Force {
    id: "hand",
    title: "hand",
    explanation: "Adds the force of the hand.",
    noun: "hand",
    parts: &[ForcePart {
        names: names!("hand"),
        title: "Hand",
        explanation: "An arrow for the pull of the hand.",
        tint: [0xf26042, 0x74000a],
        work: Work::Given("work of the hand"),
        add,
    }],
    is_there: |_, state| !state.hands.is_empty(),
    // The stage "discs" applies the force on a held disc; reference and batched substeps share it.
    batched: Batched::Unless(|_, state| state.hands.iter().any(|hand| matches!(hand.held, Held::Node(..)))),
    add: |layout, state, scratch| add(layout, state, &mut scratch.forces),
    list: |layout, state, node, rows| {
        let (body, index) = layout.body_of(node);
        for hand in state.hands.iter().filter(|hand| hand.held == Held::Node(body, index)) {
            let force = pull(hand, state.position(node), state.velocity(node));
            rows.push(SourceForce::elastic(Source::Whole(&FORCE), force));
        }
    },
};

/// Adds the force of each hand to its node.
pub(in crate::engine) fn add(layout: &Layout, state: &State, forces: &mut NodeForces) {
    for hand in &state.hands {
        let Held::Node(body, node) = hand.held else { continue };
        if !state.blown_up[body] {
            let node = layout.bodies[body].nodes.start + node;
            forces.add(node, pull(hand, state.position(node), state.velocity(node)));
        }
    }
}

/// Force of the hands on a disc; None if no hand holds it.
pub(in crate::engine) fn on_disc(state: &State, disc: usize) -> Option<DVec2> {
    let held = state.hands.iter().filter(|hand| hand.held == Held::Disc(disc));
    held.map(|hand| pull(hand, state.disc_positions[disc], state.disc_velocities[disc]))
        .reduce(|sum, force| sum + force)
}

/// `stiffness*(target - x) - damping*v`.
fn pull(hand: &Hand, position: DVec2, velocity: DVec2) -> DVec2 {
    (DVec2::from(hand.target) - position) * hand.stiffness - velocity * hand.damping
}
