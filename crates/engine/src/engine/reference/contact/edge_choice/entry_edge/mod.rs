//! Rule `EntryEdge`: the edge that M crossed in this substep, relative to the moving edge (ours; 000 §D.1.c calls this idea better
//! but tedious).
//!
//! Algorithm: continuous collision detection of M against each edge, and fallbacks. An edge *faces* M if it turns its outside to the
//! inside of M's own corner (see `corner`). The rule selects among the edges that M is left of now. Cases 1 to 3 are tested in this
//! order, case 4 replaces their result, and case 5 applies if there is none:
//!
//! 1. *Crossed*: M crossed the edge from its outside to its inside, between its ends. The last crossing counts.
//! 2. *Corner*: the crossing was at an end, within rounding. Then the adjacent edge at that end is a candidate too. The edge that
//!    faces M counts; if both do, the edge behind which the depth of M grew more.
//! 3. *Pressed* and *touching*: M was on the edge at the start of the substep and crossed it, or is on the edge now. A contact
//!    leaves M on its edge, within rounding, so the same edge counts again. This includes a node that slides along the edge past
//!    a corner.
//! 4. *Beside*: the edge of cases 1 to 3 does not face M. Then a side of M's hull has crossed the corner of the other hull, as for
//!    two boxes on one floor. The adjacent edge that this side crossed counts.
//! 5. *Inside*: M was inside before, and no crossing is known. The nearest edge counts if it faces M; otherwise the nearest edge
//!    that M's corner can have crossed. Between two equally near edges at a notch, the edge behind which M is deeper counts.

mod corner;
mod passage;

use super::{EdgeView, distance};
use crate::engine::data::Layout;
use crate::engine::data::state::NodePositions;
use crate::engine::data::trace::{EntryCase, Nearest};
use crate::engine::reference::contact::PointQuery;
use corner::Corner;
use passage::{Passage, PassageKind};

/// Selects the edge, index over all hull edges, and returns the case that applied; none if no crossing is known.
pub(in crate::engine) fn select_edge(
    layout: &Layout,
    state: &impl NodePositions,
    query: &PointQuery,
) -> Option<(usize, EntryCase)> {
    let hull = layout.bodies[query.other].hull_edges.clone();
    entry_edge_among(layout, state, query, hull.clone()).or_else(|| {
        let nearest = super::nearest_edge(layout, state, query, hull, distance::score)?;
        Some((replacement_of_nearest(layout, state, query, nearest)?, EntryCase::Inside))
    })
}

/// Selects the edge among `edges`, in file order: all edges that M may have crossed or may be on, ends included.
pub(in crate::engine) fn entry_edge_among(
    layout: &Layout,
    state: &impl NodePositions,
    query: &PointQuery,
    edges: impl Iterator<Item = usize>,
) -> Option<(usize, EntryCase)> {
    query.old?;
    let corner = Corner::of(layout, state, query);
    let mut crossed: Option<(usize, Passage)> = None;
    let mut touched: Option<(usize, bool)> = None;
    for edge in edges {
        let Some(view) = eligible(layout, state, query, edge) else { continue };
        match passage::of(layout, query, edge, &view) {
            Some(PassageKind::In(passage)) if crossed.is_none_or(|(_, last)| passage.time > last.time) => {
                crossed = Some((edge, passage));
            }
            // Of several edges that M is on, the first that faces it.
            Some(PassageKind::Along) if touched.is_none_or(|(_, is_facing)| !is_facing) => {
                let is_facing = corner.is_faced_by(&view);
                if touched.is_none() || is_facing {
                    touched = Some((edge, is_facing));
                }
            }
            _ => {}
        }
    }
    let search = Search { layout, state, query, corner };
    match (crossed, touched) {
        // M slides past a corner on the outside.
        (Some((_, passage)), Some((edge, true))) if passage.is_at_a() || passage.is_at_b() => {
            Some((edge, EntryCase::Touching))
        }
        (Some((edge, passage)), _) => Some(search.crossed(edge, &passage)),
        (None, Some((edge, true))) => Some((edge, EntryCase::Touching)),
        (None, Some((edge, false))) => Some(search.adjacent_edge(edge).unwrap_or((edge, EntryCase::Touching))),
        (None, None) => None,
    }
}

/// Returns the edge that replaces the nearest one if no crossing is known; none if the nearest edge counts. Two cases:
///
/// * The nearest edge does not face M, as for the far side of a thin wall once M is past its middle. The nearest edge that M's
///   corner can have crossed replaces it, unless it is much farther (`MOST_FAR`).
/// * The nearest edge ends in a notch and M is beyond that end, so both edges there are equally near. The edge behind which M is
///   deeper leads out.
pub(in crate::engine) fn replacement_of_nearest(
    layout: &Layout,
    state: &impl NodePositions,
    query: &PointQuery,
    nearest: usize,
) -> Option<usize> {
    query.old?;
    let corner = Corner::of(layout, state, query);
    let view = eligible(layout, state, query, nearest)?;
    if !corner.is_faced_by(&view) {
        let faced = Search { layout, state, query, corner }.nearest_reachable(|_| true)?;
        let [near, far] = [view, eligible(layout, state, query, faced)?].map(|view| distance::score(&view).ok());
        return (far? <= MOST_FAR * near?).then_some(faced);
    }
    let ends = layout.hull_edges[nearest];
    let meets = |&other: &usize| match (distance::nearest_part(&view), layout.hull_edges[other]) {
        (Nearest::A, [_, b]) => b == ends[0],
        (Nearest::B, [a, _]) => a == ends[1],
        _ => false,
    };
    let other = layout.bodies[query.other].hull_edges.clone().find(meets)?;
    let beyond = eligible(layout, state, query, other)?;
    let is_deeper = beyond.cross * view.length_squared.sqrt() > view.cross * beyond.length_squared.sqrt();
    (is_deeper && corner.is_faced_by(&beyond)).then_some(other)
}

/// Returns the time in the substep, 0..=1, at which M crossed the edge from its outside to its inside, between its ends.
pub(in crate::engine) fn entry_time(
    layout: &Layout,
    state: &impl NodePositions,
    query: &PointQuery,
    edge: usize,
) -> Option<f64> {
    let view = eligible(layout, state, query, edge)?;
    match passage::of(layout, query, edge, &view)? {
        PassageKind::In(passage) => Some(passage.time),
        PassageKind::Along => None,
    }
}

/// Returns the edge as seen from M; none if M is on its outside or the barycentre rule excludes it.
fn eligible(layout: &Layout, state: &impl NodePositions, query: &PointQuery, edge: usize) -> Option<EdgeView> {
    let view = EdgeView::new(layout, state, edge, query.point);
    let is_barred = || query.barycentre.is_some_and(|barycentre| !view.has_outside(barycentre));
    (view.cross >= 0.0 && view.length_squared > 0.0 && !is_barred()).then_some(view)
}

/// Greatest distance of the edge that replaces the nearest one, relative to the distance of the nearest one.
const MOST_FAR: f64 = 2.0;

struct Search<'a, P> {
    layout: &'a Layout,
    state: &'a P,
    query: &'a PointQuery<'a>,
    corner: Corner,
}

impl<P: NodePositions> Search<'_, P> {
    /// Selects the edge after M crossed `edge`: cases 1 to 4 of the module header.
    fn crossed(&self, edge: usize, passage: &Passage) -> (usize, EntryCase) {
        let Self { layout, state, query, corner } = self;
        let case = if passage.has_rested { EntryCase::Pressed } else { EntryCase::Crossed };
        let Some(view) = eligible(layout, *state, query, edge) else { return (edge, case) };
        let is_facing = || corner.is_faced_by(&view);
        if !is_facing()
            && let Some(found) = self.adjacent_edge(edge)
        {
            return found;
        }
        let ends = layout.hull_edges[edge];
        let meets = |other: &usize| match layout.hull_edges[*other] {
            [_, b] if passage.is_at_a() => b == ends[0],
            [a, _] if passage.is_at_b() => a == ends[1],
            _ => false,
        };
        let Some(other) = layout.bodies[query.other].hull_edges.clone().find(meets) else { return (edge, case) };
        let Some(view) = eligible(layout, *state, query, other) else { return (edge, EntryCase::Corner) };
        let is_other_better = match (is_facing(), corner.is_faced_by(&view)) {
            (true, false) => false,
            (false, true) => true,
            _ => passage::speed(layout, query, other, &view) > passage.speed,
        };
        (if is_other_better { other } else { edge }, EntryCase::Corner)
    }

    /// For an edge that does not face M: returns the nearest of its two adjacent edges that M's corner can have crossed.
    fn adjacent_edge(&self, edge: usize) -> Option<(usize, EntryCase)> {
        let [first, last] = self.layout.hull_edges[edge];
        let chosen = self.nearest_reachable(|[a, b]| a == last || b == first)?;
        Some((chosen, EntryCase::Beside))
    }

    /// Returns the nearest edge with `is_candidate` that M's corner can have crossed.
    fn nearest_reachable(&self, is_candidate: impl Fn([u32; 2]) -> bool) -> Option<usize> {
        let Self { layout, state, query, corner } = self;
        let (mut least, mut chosen) = (f64::INFINITY, None);
        for edge in layout.bodies[query.other].hull_edges.clone() {
            if !is_candidate(layout.hull_edges[edge]) {
                continue;
            }
            let Some(view) = eligible(layout, *state, query, edge) else { continue };
            if corner.is_faced_by(&view)
                && corner.reaches_through(&view)
                && let Ok(distance) = distance::score(&view)
                && distance < least
            {
                (least, chosen) = (distance, Some(edge));
            }
        }
        chosen
    }
}

#[cfg(test)]
mod tests;
