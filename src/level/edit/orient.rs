//! Orientation of hulls and triangles, and hulls made from triangles.

use super::places::{Made, all_there, body_at, counts_text};
use super::targets::put_body;
use crate::geometry::{Aabb, BoxTree, DVec2, polygon};
use crate::level::checks::support::cover::{Cover, Seams, border};
use crate::level::checks::support::outline::{HullOutline, crossings};
use crate::level::checks::support::{measure, tell};
use crate::level::{Level, Place};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

/// Reverses the named hull edges and triangles, and all of named bodies.
///
/// # Errors
/// If a place does not exist, or no named part has an orientation.
pub fn turn(level: &mut Level, places: &[Place]) -> Result<Made, String> {
    all_there(level, places)?;
    let mut found = BTreeSet::new();
    for &place in places {
        match place {
            Place::Body(index) => {
                let body = &level.bodies[index];
                found.extend((0..body.hull.len()).map(|edge| Place::HullEdge(index, edge)));
                found.extend((0..body.triangles.len()).map(|triangle| Place::Triangle(index, triangle)));
            }
            Place::HullEdge(..) | Place::Triangle(..) => drop(found.insert(place)),
            _ => {}
        }
    }
    if found.is_empty() {
        return Err("only hull edges and triangles have an orientation".to_owned());
    }
    for &place in &found {
        match place {
            Place::HullEdge(body, edge) => level.bodies[body].hull[edge].reverse(),
            Place::Triangle(body, triangle) => level.bodies[body].triangles[triangle].swap(1, 2),
            _ => {}
        }
    }
    let triangles = found.iter().filter(|place| matches!(place, Place::Triangle(..))).count();
    let counts = [(found.len() - triangles, "hull edge"), (triangles, "triangle")];
    Ok(Made::at(places.to_vec()).saying(format!("{} reversed", counts_text(&counts))))
}

/// Gives a body's hull loops the outside on their right (loops inside others are holes), and makes its triangles
/// counter-clockwise. Loops that are open or cross each other are unchanged and mentioned.
///
/// # Errors
/// If the body does not exist or has neither hull nor triangles, its coordinates are too large, or everything is right
/// already.
pub fn orient(level: &mut Level, index: usize) -> Result<Made, String> {
    let mut body = body_at(level, index)?.clone();
    if body.hull.is_empty() && body.triangles.is_empty() {
        return Err("it has neither hull nor triangles".to_owned());
    }
    let points = measure::points(&body).ok_or("the coordinates are too large to tell inside from outside")?;
    let outline = HullOutline::of(&body, &points);
    let is_tangled = !crossings(&body, &points, 1).is_empty();
    let wrong: Vec<usize> =
        if is_tangled { Vec::new() } else { outline.loops.iter().flat_map(|found| found.wrong_edges()).collect() };
    wrong.iter().for_each(|&edge| body.hull[edge].reverse());
    let cover = Cover::of(&body, &points, &outline);
    // Folded triangles compensate each other: reversing them would change the area. A tangled hull has no defined area.
    let clockwise = if cover.is_folded && !is_tangled { Vec::new() } else { cover.clockwise };
    clockwise.iter().for_each(|&triangle| body.triangles[triangle].swap(1, 2));
    let mut words = Vec::new();
    if wrong.len() + clockwise.len() > 0 {
        let counts = [(wrong.len(), "hull edge"), (clockwise.len(), "triangle")];
        words.push(format!("{} reversed", counts_text(&counts)));
    }
    if is_tangled {
        words.push("the hull crosses itself and is unchanged".to_owned());
    } else if !outline.ends.is_empty() {
        words.push(format!("the hull is open at {}", tell::list("node", &outline.ends)));
    }
    if wrong.len() + clockwise.len() == 0 {
        let reason = if words.is_empty() {
            "the orientation of hull and triangles is right already".to_owned()
        } else {
            words.join("; ")
        };
        return Err(reason);
    }
    put_body(level, index, body)?;
    let edges = wrong.into_iter().map(|edge| Place::HullEdge(index, edge));
    let places = edges.chain(clockwise.into_iter().map(|triangle| Place::Triangle(index, triangle))).collect();
    Ok(Made::at(places).saying(words.join("; ")))
}

/// Reverses every hull edge of a body, which exchanges inside and outside.
///
/// # Errors
/// If the body does not exist, or has no hull.
pub fn turn_hull(level: &mut Level, index: usize) -> Result<Made, String> {
    let edges: Vec<Place> = (0..body_at(level, index)?.hull.len()).map(|edge| Place::HullEdge(index, edge)).collect();
    if edges.is_empty() {
        return Err("it has no hull".to_owned());
    }
    turn(level, &edges)
}

/// Replaces the hull by the border of the body's triangles, including holes: every side that only one triangle has, with
/// the outside on the right, loop by loop. Clockwise triangles count as if reversed, repeated ones count once.
///
/// # Errors
/// If the body does not exist or has no triangles, some of them overlap along an edge, the barycentre lies on their border,
/// or the hull is that border already.
pub fn hull_from_triangles(level: &mut Level, index: usize) -> Result<Made, String> {
    let mut body = body_at(level, index)?.clone();
    let points = measure::points(&body).ok_or("the coordinates are too large to tell inside from outside")?;
    let cover = Cover::of(&body, &points, &HullOutline { loops: Vec::new(), ends: Vec::new(), tangled: 0 });
    if cover.distinct.len() == cover.flat.len() {
        let reason = if cover.flat.is_empty() { "it has no triangles" } else { "its triangles have no area" };
        return Err(reason.to_owned());
    }
    let overlapping = Seams::of(&body, &cover).overlapping;
    if !overlapping.is_empty() {
        let verb = if overlapping.len() == 1 { "lies" } else { "lie" };
        let those = tell::list("triangle", &overlapping);
        return Err(format!("{those} {verb} on the same side of an edge as another one"));
    }
    let edges: BTreeSet<[usize; 2]> = border(&body, &cover).into_iter().collect();
    let barycentre = measure::barycentre(&body);
    if let Some(node) = edges.iter().flatten().find(|node| Some(**node) == barycentre) {
        return Err(format!("the barycentre {node} is at the border of the triangles, which no hull edge may use"));
    }
    if edges.len() == body.hull.len() && body.hull.iter().all(|edge| edges.contains(edge)) {
        return Err("its hull is the border of the triangles already".to_owned());
    }
    let before = std::mem::replace(&mut body.hull, in_loops(edges)).len();
    let count = body.hull.len();
    put_body(level, index, body)?;
    let counted = tell::count(count, "hull edge");
    let said = if before == 0 { counted } else { format!("{counted} instead of {before}") };
    Ok(Made::at((0..count).map(|edge| Place::HullEdge(index, edge)).collect()).saying(said))
}

/// Edges in the order of their loops, each loop from its lowest node.
fn in_loops(edges: BTreeSet<[usize; 2]>) -> Vec<[usize; 2]> {
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

/// First points of two sides of a closed ring that cross in their interiors; None if no sides cross.
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
