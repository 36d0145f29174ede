//! Which way round hulls and triangles run.
//!
//! Must never know: the screen, history.

use crate::geometry::{Aabb, BoxTree, DVec2, polygon};
use std::ops::ControlFlow;

/// Two sides of a closed ring of points that cross or lie on each other's ends, if any do; numbers of their first points.
pub(super) fn crossing(ring: &[DVec2]) -> Option<(usize, usize)> {
    let side = |i: usize| (ring[i], ring[(i + 1) % ring.len()]);
    let boxes = (0..ring.len()).map(|i| Aabb::around([side(i).0, side(i).1])).collect();
    let mut found = None;
    let _ = BoxTree::new(boxes).visit_pairs(|i, j| {
        let ((a, b), (c, d)) = (side(i), side(j));
        if polygon::segments_cross(a, b, c, d) {
            found = Some((i.min(j), i.max(j)));
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    });
    found
}
