//! Inner nodes on a regular lattice, at a distance from the loops.

use super::{Lattice, MeshError};
use crate::geometry::{Aabb, BoxTree, DVec2, polygon};
use std::ops::ControlFlow;

/// Lattice points inside the loops (by parity) and at least `margin` away from them, row by row from below. The centre of
/// the bounding box is a lattice point.
pub(super) fn inner_nodes(
    loops: &[Vec<DVec2>],
    lattice: Lattice,
    spacing: f64,
    margin: f64,
    most: usize,
) -> Result<Vec<DVec2>, MeshError> {
    let too_many = MeshError::TooManyNodes { most };
    let edges: Vec<[DVec2; 2]> = loops
        .iter()
        .flat_map(|points| (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]]))
        .collect();
    let bounds = Aabb::around(edges.iter().flatten().copied());
    let middle = bounds.center();
    let row_height = match lattice {
        Lattice::Hexagonal => spacing * 0.75f64.sqrt(),
        Lattice::Square => spacing,
        Lattice::None => return Ok(Vec::new()),
    };
    let half = 0.5 * bounds.size().y / row_height;
    let is_bearable = half < most as f64;
    if !is_bearable {
        return Err(too_many);
    }
    let half = half as i64;
    let rows = crossings(&edges, |row| middle.y + row as f64 * row_height, half, most)?;
    let tree = BoxTree::new(edges.iter().map(|&ends| Aabb::around(ends)).collect());
    let mut nodes = Vec::new();
    for (row, crossings) in (-half..=half).zip(rows) {
        let is_shifted = lattice == Lattice::Hexagonal && row.rem_euclid(2) == 1;
        let origin = middle.x + if is_shifted { 0.5 * spacing } else { 0.0 };
        for span in crossings.chunks_exact(2) {
            let mut column = ((span[0] + margin - origin) / spacing).ceil();
            let last = ((span[1] - margin - origin) / spacing).floor();
            while column <= last {
                let node = DVec2::new(origin + column * spacing, middle.y + row as f64 * row_height);
                if is_clear(node, margin, &edges, &tree) {
                    nodes.push(node);
                    if nodes.len() > most {
                        return Err(too_many);
                    }
                }
                column += 1.0;
            }
        }
    }
    Ok(nodes)
}

/// The points that are inside the loops (by parity) and at least `margin` away from them, in their order.
pub(super) fn clear_nodes(loops: &[Vec<DVec2>], points: &[DVec2], margin: f64) -> Vec<DVec2> {
    let ends = |points: &Vec<DVec2>| -> Vec<[DVec2; 2]> {
        (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]]).collect()
    };
    let edges: Vec<[DVec2; 2]> = loops.iter().flat_map(ends).collect();
    let tree = BoxTree::new(edges.iter().map(|&ends| Aabb::around(ends)).collect());
    let is_inside = |point: DVec2| polygon::contains(edges.iter().map(|&[a, b]| (a, b)), point);
    points.iter().copied().filter(|&point| is_clear(point, margin, &edges, &tree) && is_inside(point)).collect()
}

/// Crossings of each row with the edges, ascending; half-open in y, so that their number is even.
fn crossings(
    edges: &[[DVec2; 2]],
    height: impl Fn(i64) -> f64,
    half: i64,
    most: usize,
) -> Result<Vec<Vec<f64>>, MeshError> {
    let mut rows = vec![Vec::new(); (2 * half + 1) as usize];
    let pitch = height(1) - height(0);
    // Nodes of a fine hull lie near few rows; only edges much longer than the spacing cross many.
    let mut budget = most.saturating_mul(16);
    for &[a, b] in edges {
        let (low, high) = if a.y < b.y { (a, b) } else { (b, a) };
        // One row more on either side, so that rounding omits none.
        let first = ((low.y - height(0)) / pitch).floor().max(-half as f64) as i64;
        let last = ((high.y - height(0)) / pitch).ceil().min(half as f64) as i64;
        for row in first..=last {
            let y = height(row);
            if low.y <= y && y < high.y {
                budget = budget.checked_sub(1).ok_or(MeshError::TooManyNodes { most })?;
                rows[(row + half) as usize].push(low.x + (high.x - low.x) * ((y - low.y) / (high.y - low.y)));
            }
        }
    }
    for row in &mut rows {
        row.sort_by(f64::total_cmp);
    }
    Ok(rows)
}

fn is_clear(node: DVec2, margin: f64, edges: &[[DVec2; 2]], tree: &BoxTree) -> bool {
    let around = Aabb { min: node, max: node }.expanded(margin);
    let near = |i: usize| {
        let [a, b] = edges[i];
        let is_near = polygon::distance_to_segment(node, a, b) < margin;
        if is_near { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    tree.visit(&around, near).is_continue()
}
