//! The edge that M crossed inwards in this substep, swept relative to the moving edge (ours; answers 000 §D.1.c,
//! which calls it better but tedious).
//!
//! Must never know: the response.

use super::EdgeView;
use crate::engine::contact::Query;
use crate::engine::{Layout, State};
use crate::geometry::cross;

/// What rounding may add to a time. A contact leaves M on its edge, but for rounding: when it is pushed in again, it
/// has entered at time 0 and not before the substep.
const SLACK: f64 = 1e-9;

/// The edge crossed last on the way in; none when M was inside already, or came in through a corner's gap.
pub(in crate::engine) fn choose(layout: &Layout, state: &State, query: &Query) -> Option<usize> {
    let (mut latest, mut chosen) = (f64::NEG_INFINITY, None);
    for edge in layout.bodies[query.other].hull_edges.clone() {
        let Some(time) = entry_time(layout, state, query, edge) else { continue };
        let view = EdgeView::new(layout, state, edge, query.point);
        let is_barred = query.barycentre.is_some_and(|barycentre| !view.has_outside(barycentre));
        if time > latest && view.cross >= 0.0 && !is_barred {
            (latest, chosen) = (time, Some(edge));
        }
    }
    chosen
}

/// When within the substep, 0..=1, M crossed the edge from its outside to its inside, between its ends.
///
/// M, A and B are taken to move evenly from where they were at the start of the substep to where they are.
pub(in crate::engine) fn entry_time(layout: &Layout, state: &State, query: &Query, edge: usize) -> Option<f64> {
    let old = query.old?;
    let [a, b] = layout.hull_edges[edge].map(|node| node as usize);
    let old = |node: usize| old[node];
    // AB and AM at the start, and how they change.
    let (ab, am) = (old(b) - old(a), query.old_point - old(a));
    let ab_change = state.position(b) - state.position(a) - ab;
    let am_change = query.point - state.position(a) - am;
    let start = cross(ab, am);
    // cross(AB, AM)(t) = start + linear*t + quadratic*t²; the way in is the root at which it rises.
    let linear = cross(ab, am_change) + cross(ab_change, am);
    let quadratic = cross(ab_change, am_change);
    let time = rising_root(start, linear, quadratic).filter(|time| (-SLACK..=1.0 + SLACK).contains(time))?;
    let time = time.clamp(0.0, 1.0);
    let (ab, am) = (ab + ab_change * time, am + am_change * time);
    let dot = ab.dot(am);
    (0.0 <= dot && dot <= ab.length_squared()).then_some(time)
}

/// Where `constant + linear*t + quadratic*t²` passes zero upwards. Its slope there is the root of the discriminant,
/// which tells the two zeros apart; of the two forms the one is taken in which nothing cancels.
fn rising_root(constant: f64, linear: f64, quadratic: f64) -> Option<f64> {
    let discriminant = linear * linear - 4.0 * quadratic * constant;
    if discriminant <= 0.0 || !discriminant.is_finite() {
        return None;
    }
    let slope = discriminant.sqrt();
    Some(if linear > 0.0 { -2.0 * constant / (linear + slope) } else { (slope - linear) / (2.0 * quadratic) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, EdgeChoice, Level, Node};

    #[test]
    fn rising_roots_by_hand() {
        // (t - 1)(t - 3) = 3 - 4t + t²: falls at 1, rises at 3. Its negative rises at 1.
        assert_eq!(rising_root(3.0, -4.0, 1.0), Some(3.0));
        assert_eq!(rising_root(-3.0, 4.0, -1.0), Some(1.0));
        // -1 + 2t and 1 - 2t; 1 + t² has none, (t - 1)² only touches.
        assert_eq!(rising_root(-1.0, 2.0, 0.0), Some(0.5));
        assert_eq!(rising_root(1.0, -2.0, 0.0).filter(|time| time.is_finite()), None);
        assert_eq!(rising_root(1.0, 0.0, 1.0), None);
        assert_eq!(rising_root(1.0, -2.0, 1.0), None);
    }

    /// One body: hull edge 0→1, and node 2 as M; moved from `before` to `after`.
    fn time(before: [[f64; 2]; 3], after: [[f64; 2]; 3]) -> Option<f64> {
        let nodes = before.map(Node::at).to_vec();
        let body = Body { nodes, hull: vec![[0, 1]], ..Body::default() };
        let level = Level { bodies: vec![body], ..Level::default() };
        let layout = Layout::new(&level);
        let old = State::new(&level, &layout);
        let mut state = old.clone();
        for (node, position) in after.into_iter().enumerate() {
            state.set_position(node, position.into());
        }
        let (point, old_point) = (state.position(2), old.position(2));
        let old = Some(old.positions.as_slice());
        entry_time(
            &layout,
            &state,
            &Query { point, old_point, other: 0, barycentre: None, choice: EdgeChoice::EntryEdge, old },
            0,
        )
    }

    #[test]
    fn times_by_hand() {
        let edge = [[0.0, 0.0], [2.0, 0.0]];
        // From 1 below to 3 above a resting edge: after a quarter.
        assert_eq!(time([edge[0], edge[1], [1.0, -1.0]], [edge[0], edge[1], [1.0, 3.0]]), Some(0.25));
        // Outwards, along, and past the end are no entries.
        assert_eq!(time([edge[0], edge[1], [1.0, 3.0]], [edge[0], edge[1], [1.0, -1.0]]), None);
        assert_eq!(time([edge[0], edge[1], [0.0, -1.0]], [edge[0], edge[1], [1.0, -1.0]]), None);
        assert_eq!(time([edge[0], edge[1], [3.0, -1.0]], [edge[0], edge[1], [3.0, 1.0]]), None);
        // M rests, the edge comes down by 4 over it: crosses after a quarter too.
        assert_eq!(time([[0.0, 1.0], [2.0, 1.0], [1.0, 0.0]], [[0.0, -3.0], [2.0, -3.0], [1.0, 0.0]]), Some(0.25));
        // The edge turns about A while M rests at (1, 0): B goes from (2, 2) to (2, -1), so AB passes M when
        // B.y = 2 - 3t = 0, t = 2/3. M is then right of AB before (AB rises above it) and left of it after.
        let turned = time([[0.0, 0.0], [2.0, 2.0], [1.0, 0.0]], [[0.0, 0.0], [2.0, -1.0], [1.0, 0.0]]);
        assert!((turned.unwrap() - 2.0 / 3.0).abs() < 1e-15);
    }
}
