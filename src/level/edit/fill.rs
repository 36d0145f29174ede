//! Triangles from the hull, and the hull from triangles.
//!
//! Must never know: the screen, history.

use crate::geometry::polygon;
use crate::level::Body;
use crate::level::checks::support::outline::Outline;
use crate::level::checks::support::{measure, tell};
use crate::level::mesh;
use std::collections::{BTreeMap, BTreeSet};

/// Positions of all nodes; an error in words where one is not finite.
pub(super) fn points(body: &Body) -> Result<Vec<glam::DVec2>, String> {
    measure::points(body).ok_or_else(|| "a node is not at a finite position".to_owned())
}

/// The hull as loops, if it is closed.
pub(super) fn closed_hull(body: &Body, points: &[glam::DVec2]) -> Result<Outline, String> {
    if body.hull.is_empty() {
        return Err("it has no hull".to_owned());
    }
    let outline = Outline::of(body, points);
    if !outline.is_closed() {
        return Err(format!("its hull is not closed: {}", tell::list("node", &outline.ends)));
    }
    Ok(outline)
}

/// Replaces all triangles by a constrained Delaunay triangulation of what the hull encloses; the nodes inside take part,
/// and no node comes or goes. Says what was done.
///
/// # Errors
/// When the hull is not closed, or crosses itself.
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
        return Err("its hull encloses nothing".to_owned());
    }
    let before = std::mem::replace(&mut body.triangles, triangles).len();
    let count = tell::count(body.triangles.len(), "triangle");
    Ok(if before == 0 { count } else { format!("{count} instead of {before}") })
}

/// Replaces the hull by the border of the triangles: every side that only one triangle has, with the outside on the
/// right; loops one after the other. Triangles that run clockwise count as if they were turned.
///
/// # Errors
/// When there are no triangles, or more than two share a side.
pub fn hull(body: &mut Body) -> Result<String, String> {
    let points = points(body)?;
    let mut border: BTreeMap<[usize; 2], usize> = BTreeMap::new();
    for &[a, b, c] in &body.triangles {
        let doubled = polygon::doubled_triangle_area(points[a], points[b], points[c]);
        let sides = if doubled < 0.0 { [[a, c], [c, b], [b, a]] } else { [[a, b], [b, c], [c, a]] };
        for side in sides.into_iter().filter(|_| doubled != 0.0) {
            *border.entry(side).or_default() += 1;
        }
    }
    if border.is_empty() {
        return Err("it has no triangles".to_owned());
    }
    if let Some(([a, b], _)) = border.iter().find(|(_, count)| **count > 1) {
        return Err(format!("two triangles lie on the same side of {a}–{b}"));
    }
    let open: BTreeSet<[usize; 2]> = border.keys().copied().filter(|&[a, b]| !border.contains_key(&[b, a])).collect();
    let barycentre = measure::barycentre(body);
    if let Some(node) = open.iter().flatten().find(|node| Some(**node) == barycentre) {
        return Err(format!("the barycentre {node} is at the border of the triangles, which no hull edge may use"));
    }
    let hull = in_loops(open);
    if hull == body.hull {
        return Err("its hull is the border of the triangles already".to_owned());
    }
    let before = std::mem::replace(&mut body.hull, hull).len();
    let count = tell::count(body.hull.len(), "hull edge");
    Ok(if before == 0 { count } else { format!("{count} instead of {before}") })
}

/// Edges in the order of their loops, each loop from its lowest node on.
pub(super) fn in_loops(edges: BTreeSet<[usize; 2]>) -> Vec<[usize; 2]> {
    let mut left = edges;
    let mut ordered = Vec::with_capacity(left.len());
    while let Some(&first) = left.first() {
        let mut edge = first;
        loop {
            left.remove(&edge);
            ordered.push(edge);
            match left.range([edge[1], 0]..=[edge[1], usize::MAX]).next() {
                Some(&next) => edge = next,
                None => break,
            }
        }
    }
    ordered
}

/// Turns every hull edge round: the outside becomes the inside.
///
/// # Errors
/// When there is no hull.
pub fn turn_hull(body: &mut Body) -> Result<String, String> {
    if body.hull.is_empty() {
        return Err("it has no hull".to_owned());
    }
    body.hull.iter_mut().for_each(|edge| edge.swap(0, 1));
    body.hull.reverse();
    Ok(format!("{} turned", tell::count(body.hull.len(), "hull edge")))
}

/// Turns clockwise triangles counter-clockwise.
///
/// # Errors
/// When there are none, or all are right already.
pub fn orient(body: &mut Body) -> Result<String, String> {
    let points = points(body)?;
    if body.triangles.is_empty() {
        return Err("it has no triangles".to_owned());
    }
    let mut turned = 0;
    for triangle in &mut body.triangles {
        let [a, b, c] = triangle.map(|node| points[node]);
        if polygon::doubled_triangle_area(a, b, c) < 0.0 {
            triangle.swap(1, 2);
            turned += 1;
        }
    }
    if turned == 0 {
        return Err("all its triangles are counter-clockwise already".to_owned());
    }
    Ok(format!("{} turned counter-clockwise", tell::count(turned, "triangle")))
}

#[cfg(test)]
mod tests {
    use super::*;
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
    fn a_square_with_a_middle_gets_four_triangles_and_its_hull_back() {
        let mut body = square();
        assert_eq!(fill(&mut body), Ok("4 triangles".to_owned()));
        assert_eq!(body.triangles, [[0, 1, 4], [0, 4, 3], [1, 2, 4], [2, 3, 4]]);
        let hull_before = std::mem::take(&mut body.hull);
        // One triangle the wrong way round does not count.
        body.triangles[1].swap(1, 2);
        assert_eq!(hull(&mut body), Ok("4 hull edges".to_owned()));
        assert_eq!(body.hull, hull_before);
        assert_eq!(orient(&mut body), Ok("1 triangle turned counter-clockwise".to_owned()));
        assert!(orient(&mut body).is_err());
    }

    #[test]
    fn holes_stay_empty_and_are_found_again() {
        for shape in [Container::default().body(), Ring::default().body(), Rectangle::default().body()] {
            let mut body = shape.clone();
            let area = |body: &Body| -> f64 {
                let at = |node: usize| glam::DVec2::from_array(body.nodes[node].position);
                body.triangles.iter().map(|&[a, b, c]| polygon::doubled_triangle_area(at(a), at(b), at(c))).sum()
            };
            body.triangles.clear();
            assert!(fill(&mut body).is_ok());
            assert!((area(&body) - area(&shape)).abs() < 1e-9 * area(&shape));
            let edges: BTreeSet<[usize; 2]> = shape.hull.iter().copied().collect();
            body.hull.clear();
            assert!(hull(&mut body).is_ok());
            assert_eq!(body.hull.iter().copied().collect::<BTreeSet<_>>(), edges);
            for (edge, next) in body.hull.iter().zip(body.hull.iter().skip(1)) {
                let ends_loop = edge[1] != next[0];
                assert!(!ends_loop || body.hull.iter().any(|start| start[0] == edge[1]));
            }
        }
    }

    #[test]
    fn what_cannot_be_filled_says_why_and_stays() {
        let mut open = square();
        open.hull.pop();
        let before = open.clone();
        assert!(fill(&mut open).is_err_and(|reason| reason.contains("not closed")));
        assert_eq!(open, before);
        let mut bare = Body { hull: Vec::new(), ..square() };
        assert_eq!(fill(&mut bare), Err("it has no hull".to_owned()));
        assert_eq!(hull(&mut bare), Err("it has no triangles".to_owned()));
        let mut crossed = square();
        crossed.hull = vec![[0, 2], [2, 1], [1, 3], [3, 0]];
        assert!(fill(&mut crossed).is_err_and(|reason| reason.contains("cross")));
    }

    #[test]
    fn a_turned_hull_turned_again_is_as_it_was() {
        let mut body = square();
        assert!(turn_hull(&mut body).is_ok());
        assert_eq!(body.hull, [[0, 3], [3, 2], [2, 1], [1, 0]]);
        assert!(turn_hull(&mut body).is_ok());
        assert_eq!(body, square());
    }
}
