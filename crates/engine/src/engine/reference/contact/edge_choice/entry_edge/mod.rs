//! The edge by which M came in, swept through the substep relative to the moving edge (ours; answers 000 §D.1.c, which
//! calls it better but tedious).
//!
//! In this order, of the edges that M is left of now:
//!
//! 1. *Crossed*: M passed from an edge's outside to its inside between the edge's ends; the last one, if several.
//! 2. *Corner*: where that was at an end, but for rounding, the edge that meets it there has come into question too. The
//!    one that faces M's own corner counts; if both do, the one that M came through faster.
//! 3. *Pressed* and *touching*: a contact leaves M on its edge, but for rounding, so a node that starts there and is pressed
//!    in has come in there; and so has one that lies there now. One that slides along it past a corner has come in
//!    nowhere else.
//! 4. *Beside*: unless that edge turns its inside to M's own corner. What is on an edge from within, or came through it
//!    from behind, is there because its side has gone in over the corner of the hull, as where two boxes stand on one floor:
//!    then the edge beside it is meant, by which that side came.
//! 5. *Inside*: M was inside before, and no way in is known. The nearest edge, unless that one turns its inside to M's own
//!    corner: then the nearest by which it can have come in. In a notch, of two equally near, the one M is deeper behind.

mod corner;
mod passage;

use super::{EdgeView, distance};
use crate::engine::data::Layout;
use crate::engine::data::state::NodePositions;
use crate::engine::data::trace::{EntryCase, Nearest};
use crate::engine::reference::contact::{PointQuery, narrow_phase};
use corner::Corner;
use passage::{Passage, PassageKind};

/// The edge, index over all hull edges, and how it was found; none where no way in is known.
pub(in crate::engine) fn select_edge(
    layout: &Layout,
    state: &impl NodePositions,
    query: &PointQuery,
) -> Option<(usize, EntryCase)> {
    let hull = layout.bodies[query.other].hull_edges.clone();
    select_edge_among(layout, state, query, hull.clone()).or_else(|| {
        let nearest = narrow_phase::nearest(layout, state, query, hull, distance::score)?;
        Some((instead_of(layout, state, query, nearest)?, EntryCase::Inside))
    })
}

/// The way in, where M can only have come in through these edges, or lie on them, or at an end of one; in file order.
pub(in crate::engine) fn select_edge_among(
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
            // Of several that M lies on, the first that faces it.
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
        // It slides past a corner on the outside.
        (Some((_, passage)), Some((edge, true))) if passage.is_at_a() || passage.is_at_b() => {
            Some((edge, EntryCase::Touching))
        }
        (Some((edge, passage)), _) => Some(search.crossed(edge, &passage)),
        (None, Some((edge, true))) => Some((edge, EntryCase::Touching)),
        (None, Some((edge, false))) => Some(search.beside(edge).unwrap_or((edge, EntryCase::Touching))),
        (None, None) => None,
    }
}

/// No way in is known, but another edge than the nearest is meant, where
///
/// * the nearest turns its inside to M's own corner, as the far side of a thin wall does once M is past its middle: the
///   nearest of those by which M's own corner can have come in, if it is not much farther;
/// * it ends in a notch beyond which M is: both edges there are equally near, and the one that M is deeper behind leads out.
pub(in crate::engine) fn instead_of(
    layout: &Layout,
    state: &impl NodePositions,
    query: &PointQuery,
    nearest: usize,
) -> Option<usize> {
    query.old?;
    let corner = Corner::of(layout, state, query);
    let view = eligible(layout, state, query, nearest)?;
    if !corner.is_faced_by(&view) {
        let faced = Search { layout, state, query, corner }.reached(|_| true)?;
        let [near, far] = [view, eligible(layout, state, query, faced)?].map(|view| distance::score(&view).ok());
        return (far? <= MOST_FAR * near?).then_some(faced);
    }
    let ends = layout.hull_edges[nearest];
    let meets = |&other: &usize| match (distance::nearest(&view), layout.hull_edges[other]) {
        (Nearest::A, [_, b]) => b == ends[0],
        (Nearest::B, [a, _]) => a == ends[1],
        _ => false,
    };
    let other = layout.bodies[query.other].hull_edges.clone().find(meets)?;
    let beyond = eligible(layout, state, query, other)?;
    let is_deeper = beyond.cross * view.length_squared.sqrt() > view.cross * beyond.length_squared.sqrt();
    (is_deeper && corner.is_faced_by(&beyond)).then_some(other)
}

/// When within the substep, 0..=1, M crossed the edge from its outside to its inside, between its ends.
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

/// The edge as M sees it; none where M is on its outside, or the barycentre rule strikes it out.
fn eligible(layout: &Layout, state: &impl NodePositions, query: &PointQuery, edge: usize) -> Option<EdgeView> {
    let view = EdgeView::new(layout, state, edge, query.point);
    let is_barred = || query.barycentre.is_some_and(|barycentre| !view.has_outside(barycentre));
    (view.cross >= 0.0 && view.length_squared > 0.0 && !is_barred()).then_some(view)
}

/// What is meant instead of the nearest edge is not farther than so many times as that.
const MOST_FAR: f64 = 2.0;

struct Search<'a, P> {
    layout: &'a Layout,
    state: &'a P,
    query: &'a PointQuery<'a>,
    corner: Corner,
}

impl<P: NodePositions> Search<'_, P> {
    /// What a passage through an edge comes to.
    fn crossed(&self, edge: usize, passage: &Passage) -> (usize, EntryCase) {
        let Self { layout, state, query, corner } = self;
        let case = if passage.has_rested { EntryCase::Pressed } else { EntryCase::Crossed };
        let Some(view) = eligible(layout, *state, query, edge) else { return (edge, case) };
        let is_facing = || corner.is_faced_by(&view);
        if !is_facing()
            && let Some(found) = self.beside(edge)
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

    /// An edge does not face M: of the two that it meets, the nearest by which M's own corner can have come in.
    fn beside(&self, edge: usize) -> Option<(usize, EntryCase)> {
        let [first, last] = self.layout.hull_edges[edge];
        let chosen = self.reached(|[a, b]| a == last || b == first)?;
        Some((chosen, EntryCase::Beside))
    }

    /// Of some edges, the nearest by which M's own corner can have come in.
    fn reached(&self, is_meant: impl Fn([u32; 2]) -> bool) -> Option<usize> {
        let Self { layout, state, query, corner } = self;
        let (mut least, mut chosen) = (f64::INFINITY, None);
        for edge in layout.bodies[query.other].hull_edges.clone() {
            if !is_meant(layout.hull_edges[edge]) {
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
