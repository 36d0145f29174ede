//! Triangles for display, recomputed from the present hull.

use super::fill;
use crate::geometry::cover::{self, Fill};
use crate::geometry::{DVec2, polygon};

/// Triangles that cover exactly the inside of a hull.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Retriangulation {
    /// The given points, then additional corners.
    pub points: Vec<DVec2>,
    /// Corners as numbers of `points`, counter-clockwise.
    pub triangles: Vec<[u32; 3]>,
    /// Number of additional corners: 0 unless the hull crosses or touches itself.
    pub added: usize,
}

/// Relative area tolerance for complete coverage.
const NEAR: f64 = 1e-9;

/// Triangulates the inside of a hull by parity: a constrained Delaunay triangulation of its nodes. If the hull crosses or
/// touches itself, it is cut into horizontal pieces with corners at the crossings. Edges are indices of `points`.
///
/// # Errors
/// If the hull encloses no area, is open, has a non-finite node, or is too tangled.
pub fn retriangulate(points: &[DVec2], hull: &[[u32; 2]]) -> Result<Retriangulation, String> {
    if !is_closed(hull) {
        return Err("its hull is not closed".to_owned());
    }
    let bare = cover::cover(points, hull, &[], Fill::All).ok_or("its hull is too tangled, or not finite")?;
    if bare.hull <= 0.0 {
        return Err("its hull encloses no area".to_owned());
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
            return Ok(Retriangulation { points: points.to_vec(), triangles, added: 0 });
        }
    }
    Ok(of_pieces(points, &bare.bare))
}

/// True if as many edges enter each node as leave it, or their number is even in any direction.
fn is_closed(hull: &[[u32; 2]]) -> bool {
    let mut ends: Vec<u32> = hull.iter().flatten().copied().collect();
    ends.sort_unstable();
    ends.chunk_by(|a, b| a == b).all(|same| same.len() % 2 == 0)
}

fn of_pieces(points: &[DVec2], pieces: &[cover::Quad]) -> Retriangulation {
    let mut made = Retriangulation { points: points.to_vec(), ..Retriangulation::default() };
    for quad in pieces {
        let first = made.points.len() as u32;
        made.points.extend(quad);
        let halves = [[0, 1, 2], [0, 2, 3]].map(|corners: [u32; 3]| corners.map(|corner| first + corner));
        // If a piece is a triangle, one of its halves is empty.
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

    fn area(made: &Retriangulation) -> f64 {
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
    fn retriangulate_adds_no_corner_to_a_dent_and_one_to_a_bow_tie() {
        let dented = [[0.0, 0.0], [4.0, 0.0], [4.0, 4.0], [2.0, 1.0], [0.0, 4.0]].map(DVec2::from);
        let made = retriangulate(&dented, &ring(5)).unwrap();
        assert_eq!((made.triangles.len(), made.added, area(&made)), (3, 0, 10.0));
        let tie = [[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]].map(DVec2::from);
        let made = retriangulate(&tie, &ring(4)).unwrap();
        assert!(made.added > 0 && (area(&made) - 2.0).abs() < 1e-12, "{made:?}");
    }

    #[test]
    fn retriangulate_refuses_hulls_without_area() {
        let flat = [[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]].map(DVec2::from);
        assert_eq!(retriangulate(&flat, &ring(3)), Err("its hull encloses no area".to_owned()));
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].map(DVec2::from);
        assert_eq!(retriangulate(&square, &ring(4)[..3]), Err("its hull is not closed".to_owned()));
        assert!(retriangulate(&[DVec2::NAN; 3], &ring(3)).is_err());
    }
}
