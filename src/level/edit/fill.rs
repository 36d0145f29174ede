//! Fills a hull with triangles.

use crate::level::Body;
use crate::level::checks::support::outline::HullOutline;
use crate::level::checks::support::{measure, tell};
use crate::level::mesh;
use std::collections::BTreeSet;

/// Positions of all nodes; an error if one is not finite.
pub(super) fn points(body: &Body) -> Result<Vec<glam::DVec2>, String> {
    measure::points(body).ok_or_else(|| "a node is not at a finite position".to_owned())
}

/// The hull as loops, if it is closed.
pub(super) fn closed_hull(body: &Body, points: &[glam::DVec2]) -> Result<HullOutline, String> {
    if body.hull.is_empty() {
        return Err("it has no hull".to_owned());
    }
    let outline = HullOutline::of(body, points);
    if !outline.is_closed() {
        return Err(format!("its hull is not closed: {}", tell::list("node", &outline.ends)));
    }
    Ok(outline)
}

/// Replaces all triangles by a constrained Delaunay triangulation of the hull's inside, including the inner nodes. No node
/// is added or removed. Returns a description.
///
/// # Errors
/// If the hull is not closed, or crosses itself.
pub fn fill(body: &mut Body) -> Result<String, String> {
    let points = points(body)?;
    let outline = closed_hull(body, &points)?;
    let loops: Vec<Vec<_>> =
        outline.loops.iter().map(|found| found.nodes.iter().map(|&node| points[node]).collect()).collect();
    if let Some(at) = mesh::crossing(&loops).map_err(|error| error.to_string())? {
        return Err(format!("its hull crosses or touches itself near {}", tell::point(at)));
    }
    let on_hull: BTreeSet<usize> = body.hull.iter().flatten().copied().collect();
    let inner: Vec<usize> = (0..points.len()).filter(|node| !on_hull.contains(node)).collect();
    let triangles = mesh::fill(&points, &body.hull, &inner)?;
    if triangles.is_empty() {
        return Err("its hull encloses no area".to_owned());
    }
    let before = std::mem::replace(&mut body.triangles, triangles).len();
    let count = tell::count(body.triangles.len(), "triangle");
    Ok(if before == 0 { count } else { format!("{count} instead of {before}") })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::polygon;
    use crate::level::Node;
    use crate::level::shapes::{Container, Rectangle, Ring};

    /// A square with its middle: (0,0), (2,0), (2,2), (0,2), (1,1).
    fn square() -> Body {
        let at = [[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0]];
        Body {
            nodes: at.into_iter().map(Node::at).collect(),
            hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
            ..Body::default()
        }
    }

    #[test]
    fn fill_gives_a_square_with_a_middle_four_triangles() {
        let mut body = square();
        assert_eq!(fill(&mut body), Ok("4 triangles".to_owned()));
        assert_eq!(body.triangles, [[0, 1, 4], [0, 4, 3], [1, 2, 4], [2, 3, 4]]);
    }

    #[test]
    fn fill_leaves_holes_empty() {
        for shape in [Container::default().body(), Ring::default().body(), Rectangle::default().body()] {
            let mut body = shape.clone();
            let area = |body: &Body| -> f64 {
                let at = |node: usize| glam::DVec2::from_array(body.nodes[node].position);
                body.triangles.iter().map(|&[a, b, c]| polygon::doubled_triangle_area(at(a), at(b), at(c))).sum()
            };
            body.triangles.clear();
            assert!(fill(&mut body).is_ok());
            assert!((area(&body) - area(&shape)).abs() < 1e-9 * area(&shape));
        }
    }

    #[test]
    fn fill_failure_gives_a_reason_and_changes_nothing() {
        let mut open = square();
        open.hull.pop();
        let before = open.clone();
        assert!(fill(&mut open).is_err_and(|reason| reason.contains("not closed")));
        assert_eq!(open, before);
        let mut bare = Body { hull: Vec::new(), ..square() };
        assert_eq!(fill(&mut bare), Err("it has no hull".to_owned()));
        let mut crossed = square();
        crossed.hull = vec![[0, 2], [2, 1], [1, 3], [3, 0]];
        assert!(fill(&mut crossed).is_err_and(|reason| reason.contains("cross")));
    }
}
