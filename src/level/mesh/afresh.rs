//! Triangles for display, made afresh of a hull as it lies now.

use super::fill;
use crate::geometry::cover::{self, Fill};
use crate::geometry::{DVec2, polygon};

/// Triangles that cover exactly what is inside a hull.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Afresh {
    /// Those that were given, then corners of its own.
    pub points: Vec<DVec2>,
    /// Corners as numbers of `points`, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// How many corners are its own: 0 unless the hull crosses or touches itself.
    pub added: usize,
}

/// Relative to the area of the hull: triangles that are as near to it cover it.
const NEAR: f64 = 1e-9;

/// Triangles of what is inside a hull, by parity: a constrained Delaunay triangulation between its nodes; where the hull
/// crosses or touches itself, pieces between level lines, with corners where edges cross. Edges are numbers of `points`.
///
/// # Errors
/// When the hull encloses nothing, is not closed, a node of it is not at a finite place, or it is hopelessly tangled.
pub fn afresh(points: &[DVec2], hull: &[[u32; 2]]) -> Result<Afresh, String> {
    if !is_closed(hull) {
        return Err("its hull is not closed".to_owned());
    }
    let bare = cover::cover(points, hull, &[], Fill::All).ok_or("its hull is too tangled, or not at finite places")?;
    if bare.hull <= 0.0 {
        return Err("its hull encloses nothing".to_owned());
    }
    let edges: Vec<[usize; 2]> = hull.iter().map(|ends| ends.map(|node| node as usize)).collect();
    if let Ok(found) = fill(points, &edges, &[]) {
        let triangles: Vec<[u32; 3]> = found.into_iter().map(|corners| corners.map(|node| node as u32)).collect();
        let doubled = |&corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|node| points[node as usize]);
            polygon::doubled_triangle_area(a, b, c)
        };
        let area = 0.5 * triangles.iter().map(doubled).sum::<f64>();
        if (area - bare.hull).abs() <= NEAR * bare.hull {
            return Ok(Afresh { points: points.to_vec(), triangles, added: 0 });
        }
    }
    Ok(of_pieces(points, &bare.bare))
}

/// Whether as many edges come to each node as leave it, or an even number whichever way they lead.
fn is_closed(hull: &[[u32; 2]]) -> bool {
    let mut ends: Vec<u32> = hull.iter().flatten().copied().collect();
    ends.sort_unstable();
    ends.chunk_by(|a, b| a == b).all(|same| same.len() % 2 == 0)
}

fn of_pieces(points: &[DVec2], pieces: &[cover::Quad]) -> Afresh {
    let mut made = Afresh { points: points.to_vec(), ..Afresh::default() };
    for quad in pieces {
        let first = made.points.len() as u32;
        made.points.extend(quad);
        let halves = [[0, 1, 2], [0, 2, 3]].map(|corners: [u32; 3]| corners.map(|corner| first + corner));
        // A piece may be a triangle: then one of its halves is nothing.
        made.triangles.extend(halves.into_iter().filter(|&corners| {
            let [a, b, c] = corners.map(|node| made.points[node as usize]);
            polygon::doubled_triangle_area(a, b, c) > 0.0
        }));
    }
    made.added = made.points.len() - points.len();
    made
}

#[cfg(test)]
mod tests {
    use super::*;

    fn area(made: &Afresh) -> f64 {
        let doubled = |&corners: &[u32; 3]| {
            let [a, b, c] = corners.map(|node| made.points[node as usize]);
            polygon::doubled_triangle_area(a, b, c)
        };
        assert!(made.triangles.iter().all(|corners| doubled(corners) > 0.0));
        0.5 * made.triangles.iter().map(doubled).sum::<f64>()
    }

    fn ring(count: u32) -> Vec<[u32; 2]> {
        (0..count).map(|node| [node, (node + 1) % count]).collect()
    }

    #[test]
    fn a_dent_needs_nothing_but_its_nodes_and_a_bow_tie_its_middle() {
        let dented = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]].map(DVec2::from);
        let made = afresh(&dented, &ring(5)).unwrap();
        assert_eq!((made.triangles.len(), made.added, area(&made)), (3, 0, 10.0));
        let tie = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]].map(DVec2::from);
        let made = afresh(&tie, &ring(4)).unwrap();
        assert!(made.added > 0 && (area(&made) - 2.0).abs() < 1e-12, "{made:?}");
    }

    #[test]
    fn what_encloses_nothing_is_refused() {
        let flat = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]].map(DVec2::from);
        assert_eq!(afresh(&flat, &ring(3)), Err("its hull encloses nothing".to_owned()));
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(DVec2::from);
        assert_eq!(afresh(&square, &ring(4)[..3]), Err("its hull is not closed".to_owned()));
        assert!(afresh(&[DVec2::NAN; 3], &ring(3)).is_err());
    }
}
