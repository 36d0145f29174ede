//! The springs of bodies, then the spring links.

use crate::engine::data::force::{Batched, Force, ForcePart, Source, SourceForce, Work, names};
use crate::engine::data::links::LinkedEnd;
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{Layout, State};
use crate::engine::reference::links;
use crate::engine::reference::spring_force::on_first_end;

/// The declaration.
pub static FORCE: Force = Force {
    id: "springs",
    title: "springs",
    explanation: "Adds spring and damping forces.",
    noun: "springs",
    parts: &[
        ForcePart {
            names: names!("spring"),
            title: "Elastic force",
            explanation: "An arrow for the elastic force of all springs on a node.",
            tint: [0x6cd1fa, 0x3590cf],
            work: Work::Stored,
            add: add::<true, false>,
        },
        ForcePart {
            names: names!("damping"),
            title: "Damping force",
            explanation: "An arrow for the damping force of all springs on a node.",
            tint: [0xd599ba, 0xc55d99],
            work: Work::Taken("work of the springs' damping"),
            add: add::<false, true>,
        },
    ],
    is_there: |layout, _| !layout.springs.a.is_empty() || !layout.links.springs.is_empty(),
    batched: Batched::Always,
    add: |layout, state, scratch| add::<true, true>(layout, state, &mut scratch.forces),
    list,
};

/// Adds the elastic part, the damping part, or both, of every spring of the bodies that move, in file order, then of the spring links.
///
/// A spring whose ends are at the same point has no direction and gives no force.
pub(in crate::engine) fn add<const ELASTIC: bool, const DAMPING: bool>(
    layout: &Layout,
    state: &State,
    forces: &mut NodeForces,
) {
    let springs = &layout.springs;
    for (index, body) in layout.bodies.iter().enumerate() {
        if !body.is_dynamic || state.blown_up[index] {
            continue;
        }
        // Slices of one length let the compiler drop the bounds checks.
        let range = body.springs.clone();
        let (a, b) = (&springs.a[range.clone()], &springs.b[range.clone()]);
        let (first, rest_length) = (range.start, &springs.rest_length[range]);
        let of_all = (springs.stiffness.of_all(), springs.damping.of_all());
        for spring in 0..a.len() {
            let (a, b) = (a[spring] as usize, b[spring] as usize);
            let d = state.position(b) - state.position(a);
            let v = state.velocity(b) - state.velocity(a);
            let (stiffness, damping) = match of_all {
                (Some(stiffness), Some(damping)) => (stiffness, damping),
                _ => (springs.stiffness[first + spring], springs.damping[first + spring]),
            };
            let found = on_first_end::<ELASTIC, DAMPING>(d, v, rest_length[spring], stiffness, damping);
            let Some(force) = found else { continue };
            forces.add(a, force);
            forces.add(b, -force);
        }
    }
    links::add_to_nodes::<ELASTIC, DAMPING>(layout, state, forces);
}

/// Lists the forces of the springs of a node, then of its spring links, in file order.
fn list(layout: &Layout, state: &State, number: usize, rows: &mut Vec<SourceForce>) {
    let (parts, springs) = (&layout.bodies[layout.body_of(number).0], &layout.springs);
    for spring in parts.springs.clone() {
        let ends = [springs.a[spring] as usize, springs.b[spring] as usize];
        if !ends.contains(&number) {
            continue;
        }
        let [a, b] = ends;
        let (d, v) = (state.position(b) - state.position(a), state.velocity(b) - state.velocity(a));
        let (rest, stiffness, damping) =
            (springs.rest_length[spring], springs.stiffness[spring], springs.damping[spring]);
        let of_both = on_first_end::<true, true>(d, v, rest, stiffness, damping);
        let of_place = on_first_end::<true, false>(d, v, rest, stiffness, damping);
        let of_speed = on_first_end::<false, true>(d, v, rest, stiffness, damping);
        let (Some(force), Some(elastic), Some(drag)) = (of_both, of_place, of_speed) else { continue };
        for (end, other, sign) in [(a, b, 1.0), (b, a, -1.0)] {
            if end == number {
                let source = Source::Spring { spring: spring - parts.springs.start, other: other - parts.nodes.start };
                rows.push(SourceForce { source, force: force * sign, elastic: elastic * sign, damping: drag * sign });
            }
        }
    }
    links::list(layout, state, LinkedEnd::Node(number), rows);
}
