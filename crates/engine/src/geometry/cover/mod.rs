//! Coverage of a hull by triangles: exact areas and regions painted inside the hull and outside of it (spill).
//!
//! The even-odd rule decides what is inside the hull, as in the contact test (000 §D.1.b), so the hull may have holes
//! and cross itself. Area painted by several triangles counts once.

mod slabs;
mod sweep;

use super::polygon::doubled_triangle_area;
use super::{Aabb, DVec2, chain, polygon};
use crate::geometry::SortCopies;
use sweep::{CoverEdge, Sweep, edge};

/// Which triangles are painted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fill {
    /// Counter-clockwise triangles only, as with back-face culling (000 §E.1).
    Culled,
    /// All triangles of either orientation.
    All,
}

/// A trapezoid of a region: lower left, lower right, upper right, upper left; the lower and upper sides are horizontal.
pub type Quad = [DVec2; 4];

/// Areas in squared lengths, and the pieces of the two faulty regions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Cover {
    /// Area inside the hull.
    pub hull: f64,
    /// Area that the triangles paint.
    pub painted: f64,
    /// Area painted outside the hull; exactly 0 if it is within rounding.
    pub spill: f64,
    /// Area inside the hull that no triangle paints; exactly 0 if it is within rounding.
    pub unpainted: f64,
    /// The painted outside as disjoint pieces.
    pub spilled: Vec<Quad>,
    /// The unpainted inside as disjoint pieces.
    pub bare: Vec<Quad>,
}

/// Areas below this fraction of the box around all points are rounding.
const ROUNDING: f64 = 1e-12;

/// Measures how triangles cover the inside of a hull. Corners and ends are indices into `points`. `None` if an index is
/// out of range, a point is not finite, or the hull is too complex to measure.
pub fn cover(points: &[DVec2], hull: &[[u32; 2]], triangles: &[[u32; 3]], fill: Fill) -> Option<Cover> {
    regions(points, hull, triangles, fill, true)
}

/// Like [`cover`], without the pieces.
pub fn areas(points: &[DVec2], hull: &[[u32; 2]], triangles: &[[u32; 3]], fill: Fill) -> Option<Cover> {
    regions(points, hull, triangles, fill, false)
}

/// The inside of a hull by the even-odd rule, as disjoint pieces; `None` as for [`cover`].
pub fn inside(points: &[DVec2], hull: &[[u32; 2]]) -> Option<Vec<Quad>> {
    cover(points, hull, &[], Fill::All).map(|cover| cover.bare)
}

fn regions(
    points: &[DVec2],
    hull: &[[u32; 2]],
    triangles: &[[u32; 3]],
    fill: Fill,
    wants_pieces: bool,
) -> Option<Cover> {
    let numbers = || hull.iter().flatten().chain(triangles.iter().flatten()).map(|&number| number as usize);
    let mut around = Aabb::EMPTY;
    for number in numbers() {
        around.include(*points.get(number).filter(|point| point.is_finite())?);
    }
    if around.is_empty() {
        return Some(Cover::default());
    }
    // Coordinates relative to the centre keep all digits.
    let origin = around.min * 0.5 + around.max * 0.5;
    let at = |number: u32| points[number as usize] - origin;
    let painted = triangles.iter().filter_map(|&[a, b, c]| {
        let is_flipped = doubled_triangle_area(at(a), at(b), at(c)) <= 0.0;
        match fill {
            Fill::All if is_flipped => Some([a, c, b]),
            Fill::Culled if is_flipped => None,
            _ => Some([a, b, c]),
        }
    });
    let painted: Vec<[u32; 3]> = painted.collect();
    let net = joined(&chain::net(hull.iter().copied()), &chain::net(chain::borders(&painted)));
    let edges: Vec<CoverEdge> = net.iter().map(|&([a, b], hull, paint)| edge(at(a), at(b), hull, paint)).collect();
    let crossings = sweep::crossings(&edges)?;
    let is_same = net.iter().all(|&(_, hull, paint)| hull == paint && hull.abs() == 1);
    if is_same && crossings.is_empty() && is_simple(&net) {
        // The painted area ends exactly where the hull does.
        let ends = net.iter().map(|&([a, b], count, _)| if count > 0 { (at(a), at(b)) } else { (at(b), at(a)) });
        let hull = 0.5 * polygon::doubled_area_of_edges(ends, DVec2::ZERO);
        return Some(Cover { hull, painted: hull, ..Cover::default() });
    }
    let mut found = Sweep { edges: &edges, wants_pieces }.run(&crossings)?;
    let size = around.size();
    found.clean(ROUNDING * size.x * size.y);
    found.spilled.iter_mut().chain(&mut found.bare).flatten().for_each(|corner| *corner += origin);
    Some(found)
}

/// True if every point has one outgoing and one incoming edge: loops that share no point.
fn is_simple(net: &[([u32; 2], i32, i32)]) -> bool {
    let mut ends: Vec<u32> = net.iter().flat_map(|&(ends, ..)| ends).collect();
    ends.sort_copies();
    ends.chunk_by(|a, b| a == b).all(|same| same.len() == 2)
}

/// Merges two edge sums: each edge with its count in both.
fn joined(hull: &[chain::Net], paint: &[chain::Net]) -> Vec<([u32; 2], i32, i32)> {
    let mut all: Vec<([u32; 2], i32, i32)> = hull.iter().map(|&(ends, count)| (ends, count, 0)).collect();
    all.extend(paint.iter().map(|&(ends, count)| (ends, 0, count)));
    all.sort_copies_by_key(|&(ends, ..)| ends);
    all.dedup_by(|next, kept| {
        let is_same = next.0 == kept.0;
        if is_same {
            (kept.1, kept.2) = (kept.1 + next.1, kept.2 + next.2);
        }
        is_same
    });
    all
}

impl Cover {
    /// Sets areas within rounding to 0 and removes their pieces.
    fn clean(&mut self, least: f64) {
        for (area, pieces) in [(&mut self.spill, &mut self.spilled), (&mut self.unpainted, &mut self.bare)] {
            pieces.retain(|quad| quad_area(quad) > least);
            if *area <= least {
                *area = 0.0;
                pieces.clear();
            }
        }
    }
}

/// Area of a piece.
pub fn quad_area([a, b, c, d]: &Quad) -> f64 {
    0.5 * (doubled_triangle_area(*a, *b, *c) + doubled_triangle_area(*a, *c, *d))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(all: &[[f64; 2]]) -> Vec<DVec2> {
        all.iter().map(|&at| DVec2::from(at)).collect()
    }

    fn ring(count: u32) -> Vec<[u32; 2]> {
        (0..count).map(|node| [node, (node + 1) % count]).collect()
    }

    fn fan(count: u32) -> Vec<[u32; 3]> {
        (1..count - 1).map(|node| [0, node, node + 1]).collect()
    }

    fn close(found: f64, wanted: f64) {
        assert!((found - wanted).abs() < 1e-12, "found {found}, expected {wanted}");
    }

    fn check(cover: &Cover, [hull, painted, spill, unpainted]: [f64; 4]) {
        for (found, wanted) in
            [(cover.hull, hull), (cover.painted, painted), (cover.spill, spill), (cover.unpainted, unpainted)]
        {
            close(found, wanted);
        }
        close(cover.spilled.iter().map(quad_area).sum(), spill);
        close(cover.bare.iter().map(quad_area).sum(), unpainted);
    }

    #[test]
    fn cover_of_a_dented_square_agrees_with_areas_by_hand() {
        // The dent takes 6 of 16. Triangles paint 8 below the diagonal and 4 left of the dent, 0.8 of them twice; 1.2
        // of the area below the diagonal is in the dent. Triangle 0 2 3 is flipped and lies in painted area.
        let at = points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]]);
        for fill in [Fill::Culled, Fill::All] {
            for shift in [DVec2::ZERO, DVec2::new(1e6, -3e6)] {
                let at: Vec<DVec2> = at.iter().map(|&at| at + shift).collect();
                let found = cover(&at, &ring(5), &fan(5), fill).unwrap();
                if shift == DVec2::ZERO {
                    check(&found, [10.0, 11.2, 1.2, 0.0]);
                } else {
                    assert!((found.spill - 1.2).abs() < 1e-8 && found.unpainted == 0.0);
                }
            }
        }
    }

    #[test]
    fn cover_of_a_bow_tie_has_two_insides() {
        // Inside are two triangles of area 1. In the fan 0 1 2 is flipped: the painted area is x + y < 2 with the left
        // triangle in it. With `All` it also covers the right triangle, and 1 below both.
        let at = points(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
        check(&cover(&at, &ring(4), &fan(4), Fill::Culled).unwrap(), [2.0, 2.0, 1.0, 1.0]);
        check(&cover(&at, &ring(4), &fan(4), Fill::All).unwrap(), [2.0, 3.0, 1.0, 0.0]);
    }

    #[test]
    fn cover_counts_paint_over_a_hole_as_spill() {
        let mut corners = points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]]);
        corners.extend(points(&[[1.0, 1.0], [1.0, 3.0], [3.0, 3.0], [3.0, 1.0]]));
        let hull: Vec<[u32; 2]> = ring(4).into_iter().chain(ring(4).iter().map(|[a, b]| [a + 4, b + 4])).collect();
        let halves = [[0, 1, 2], [0, 2, 3]];
        check(&cover(&corners, &hull, &halves, Fill::Culled).unwrap(), [12.0, 16.0, 4.0, 0.0]);
        check(&cover(&corners, &hull, &halves[..1], Fill::Culled).unwrap(), [12.0, 8.0, 2.0, 6.0]);
        check(&cover(&corners, &hull, &[], Fill::Culled).unwrap(), [12.0, 0.0, 0.0, 12.0]);
    }

    #[test]
    fn cover_of_a_tiling_has_no_spill_and_no_gap() {
        let at = points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0], [1.0, 2.0]]);
        let found = cover(&at, &ring(4), &[[4, 0, 1], [4, 1, 2], [4, 2, 3], [4, 3, 0]], Fill::Culled).unwrap();
        assert_eq!(found, Cover { hull: 16.0, painted: 16.0, ..Cover::default() });
    }

    #[test]
    fn cover_returns_none_for_invalid_points() {
        assert_eq!(cover(&[], &[], &[], Fill::All), Some(Cover::default()));
        assert_eq!(cover(&points(&[[0.0, 0.0], [f64::NAN, 1.0], [1.0, 1.0]]), &ring(3), &fan(3), Fill::All), None);
        assert_eq!(cover(&points(&[[0.0, 0.0]]), &ring(3), &[], Fill::All), None, "index out of range");
    }
}
