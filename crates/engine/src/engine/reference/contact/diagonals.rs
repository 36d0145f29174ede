//! Contacts of convex bodies by diagonals (004): tests the segment from the barycentre to a hull node against the edges of the other
//! body.

use crate::engine::data::contact_record::ContactLog;
use crate::engine::data::observer::{PhaseKind, Touched, Watch};
use crate::engine::data::trace::DiagonalTrace;
use crate::engine::data::{Layout, World};
use crate::level::Place;
use glam::DVec2;

/// Tests the diagonals of `body` against the edges of `other`, in file order; resolves each crossing at once.
///
/// The source moves the three nodes only: the node by half the depth and the edge by the other half. The ends of the edge share it by
/// the position of the crossing. Here immovable nodes stay, and the other side moves by the whole depth.
pub(in crate::engine) fn resolve(world: &mut World, body: usize, other: usize, watch: &mut Watch) {
    let World { layout, state, scratch, .. } = world;
    let center = scratch.barycentres[body];
    for &node in &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()] {
        let node = node as usize;
        for edge in layout.bodies[other].hull_edges.clone() {
            let [a, b] = layout.hull_edges[edge].map(|end| end as usize);
            let (point, a_position, b_position) = (state.position(node), state.position(a), state.position(b));
            let Some((t1, t2)) = crossing(center, point, a_position, b_position) else { continue };
            let ab = b_position - a_position;
            let depth = DVec2::new(ab.y, -ab.x) * (1.0 - t1);
            let node_moves = layout.inverse_mass[node] != 0.0;
            let edge_moves = layout.inverse_mass[a] != 0.0 && layout.inverse_mass[b] != 0.0;
            let share = if node_moves && edge_moves { 0.5 } else { 1.0 };
            let (mut move_node, mut move_a, mut move_b) = (DVec2::ZERO, DVec2::ZERO, DVec2::ZERO);
            if node_moves {
                move_node = depth * share;
                state.move_by(node, move_node);
            }
            if edge_moves {
                move_a = depth * (-share * (1.0 - t2));
                move_b = depth * (-share * t2);
                state.move_by(a, move_a);
                state.move_by(b, move_b);
            }
            state.contacts += u64::from(node_moves || edge_moves);
            let row = DiagonalTrace {
                body,
                node: node - layout.bodies[body].nodes.start,
                other,
                edge: edge - layout.bodies[other].hull_edges.start,
                center,
                point,
                a_position,
                b_position,
                t1,
                t2,
                depth,
                move_node,
                move_a,
                move_b,
            };
            if watch.contacts.is_recording() && (node_moves || edge_moves) {
                record(layout, &row, [node, a, b], &mut watch.contacts);
            }
            if let Some(trace) = watch.trace.as_deref_mut() {
                trace.diagonals.push(row);
            }
            watch.next_row(PhaseKind::Diagonal);
            watch.see(PhaseKind::Diagonal, Touched::Few(&[node, a, b], None), layout, state);
        }
    }
}

/// Records the contact of node M with the edge AB. With the Euler schemes a move does not change the velocity.
fn record(layout: &Layout, row: &DiagonalTrace, [m, a, b]: [usize; 3], log: &mut ContactLog) {
    let moved = if row.move_node == DVec2::ZERO {
        -(row.move_a * layout.mass[a] + row.move_b * layout.mass[b])
    } else {
        row.move_node * layout.mass[m]
    };
    let momentum = if layout.is_verlet() { moved / layout.substep_time } else { DVec2::ZERO };
    let ab = row.b_position - row.a_position;
    let places = [Place::Node(row.body, row.node), Place::HullEdge(row.other, row.edge)];
    log.add_change(places, [row.point, -ab.perp() / ab.length()], momentum);
}

/// Returns the crossing of the segments p1–p2 and q1–q2 as fractions of their lengths (004); none if they do not cross.
fn crossing(p1: DVec2, p2: DVec2, q1: DVec2, q2: DVec2) -> Option<(f64, f64)> {
    let h = (q2.x - q1.x) * (p1.y - p2.y) - (p1.x - p2.x) * (q2.y - q1.y);
    let t1 = ((q1.y - q2.y) * (p1.x - q1.x) + (q2.x - q1.x) * (p1.y - q1.y)) / h;
    let t2 = ((p1.y - p2.y) * (p1.x - q1.x) + (p2.x - p1.x) * (p1.y - q1.y)) / h;
    ((0.0..1.0).contains(&t1) && (0.0..1.0).contains(&t2)).then_some((t1, t2))
}
