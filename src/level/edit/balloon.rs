//! Balloon from an outline: triangles that fan from the barycentre to the hull (000 §E.1).

use super::fill::{closed_hull, points};
use crate::geometry::polygon;
use crate::level::checks::support::{measure, tell};
use crate::level::{Body, Node, Role};

/// Nodes of a hull that is one closed loop, in the order that has the outside on the right.
///
/// # Errors
/// If the hull is not one closed loop.
pub fn rim(body: &Body) -> Result<Vec<usize>, String> {
    let outline = closed_hull(body, &points(body)?)?;
    let Some(only) = outline.only_loop() else {
        return Err(format!("its hull has {} loops, a fan fills only one", outline.loops.len()));
    };
    Ok(only.nodes_outside_right())
}

/// Index of a body's barycentre node.
pub fn hub(body: &Body) -> Option<usize> {
    measure::barycentre(body)
}

/// True if a body's triangles are a fan: its barycentre is a corner of each.
pub fn is_fan(body: &Body) -> bool {
    let hub = hub(body);
    !body.triangles.is_empty() && hub.is_some_and(|hub| body.triangles.iter().all(|corners| corners.contains(&hub)))
}

/// Replaces all triangles by a fan from the barycentre to the hull. A missing barycentre is added at the mean of the
/// masses. Returns a description.
///
/// # Errors
/// If the hull is not one closed loop, or is not star-shaped around the barycentre: some edge has its outside towards it.
pub fn balloon(body: &mut Body) -> Result<String, String> {
    let at = points(body)?;
    let nodes = rim(body)?;
    let center = measure::mean(body).ok_or("it has no masses")?;
    let known = measure::barycentre(body);
    let hub = known.unwrap_or(body.nodes.len());
    let fan: Vec<[usize; 3]> = nodes.iter().zip(nodes.iter().cycle().skip(1)).map(|(&a, &b)| [hub, a, b]).collect();
    if let Some([_, a, b]) = fan.iter().find(|[_, a, b]| polygon::doubled_triangle_area(center, at[*a], at[*b]) <= 0.0)
    {
        return Err(format!(
            "its hull is not star-shaped around the barycentre {}: the hull edge {a}–{b} cannot be seen from there",
            tell::point(center)
        ));
    }
    match known {
        Some(known) => body.nodes[known].position = center.to_array(),
        None => body.nodes.push(Node { role: Role::Barycentre, ..Node::at(center.to_array()) }),
    }
    body.triangles = fan;
    let added = if known.is_none() { "barycentre added, " } else { "" };
    Ok(format!("{added}{} around it", tell::count(body.triangles.len(), "triangle")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::shapes::{Concave, Container};

    #[test]
    fn balloon_of_a_triangle_has_its_mean_and_three_triangles() {
        let nodes = [[0.0, 0.0], [3.0, 0.0], [0.0, 3.0]].map(Node::at).to_vec();
        // Drawn clockwise; the fan is counter-clockwise nevertheless.
        let mut body = Body { nodes, hull: vec![[0, 2], [2, 1], [1, 0]], ..Body::default() };
        assert_eq!(balloon(&mut body), Ok("barycentre added, 3 triangles around it".to_owned()));
        assert_eq!(body.nodes[3], Node { role: Role::Barycentre, ..Node::at([1.0, 1.0]) });
        let at = |node: usize| glam::DVec2::from_array(body.nodes[node].position);
        for &[a, b, c] in &body.triangles {
            assert_eq!(polygon::doubled_triangle_area(at(a), at(b), at(c)), 3.0);
        }
        body.nodes[3].position = [9.0, 9.0];
        assert_eq!(balloon(&mut body), Ok("3 triangles around it".to_owned()));
        assert_eq!((body.nodes.len(), body.nodes[3].position), (4, [1.0, 1.0]));
    }

    #[test]
    fn balloon_refuses_a_hull_that_is_not_star_shaped() {
        let mut u = Concave::default().body();
        let before = u.clone();
        assert!(balloon(&mut u).is_err_and(|reason| reason.contains("not star-shaped")));
        assert_eq!(u, before);
        let mut frame = Container::default().body();
        assert!(balloon(&mut frame).is_err_and(|reason| reason.contains("2 loops")));
        assert_eq!(balloon(&mut Body::default()), Err("it has no hull".to_owned()));
    }
}
