//! Inserts a node on a spring, stick or hull edge; all elements along that line are split, and the stiffness is conserved.

use super::add::settle;
use super::places::{Made, all_there, pair};
use super::targets::put_body;
use crate::geometry::DVec2;
use crate::level::{Body, Level, Node, Place, Point, Role, Spring, Stick};

/// Splits nearer to an end than this fraction of the length are refused.
const NEAREST: f64 = 1e-6;

/// Splits at the point of the line nearest to `at`; see [`split`].
///
/// # Errors
/// As [`split`]; and if the point lies beyond an end.
pub fn split_at(level: &mut Level, place: Place, at: Point) -> Result<Made, String> {
    let (body, ends) = line(level, place)?;
    let [a, b] = ends.map(|node| DVec2::from_array(level.bodies[body].nodes[node].position));
    let along = b - a;
    split(level, place, (DVec2::from_array(at) - a).dot(along) / along.length_squared())
}

/// Inserts a node on a spring, a stick or a hull edge, at fraction `t` (between 0 and 1) from its first to its second end.
/// Every element that joins these two nodes is split. A spring becomes two in series with rest lengths `t·L` and `(1-t)·L`
/// and the same total stiffness and damping (`k/t` and `k/(1-t)`). Sticks are split by length, hull edges in two, and every
/// adjacent triangle into two. Mass, velocity and position of the node are interpolated.
///
/// # Errors
/// If the place is no such part, its ends coincide, or `t` is (nearly) at an end.
pub fn split(level: &mut Level, place: Place, t: f64) -> Result<Made, String> {
    let (index, [a, b]) = line(level, place)?;
    let mut body = level.bodies[index].clone();
    if body.nodes[a].position == body.nodes[b].position {
        return Err(format!("nodes {a} and {b} coincide: there is nothing between them"));
    }
    if !(NEAREST..=1.0 - NEAREST).contains(&t) {
        return Err("the place of the new node is not between the two ends".to_owned());
    }
    let new = body.nodes.len();
    body.nodes.push(between(&body.nodes[a], &body.nodes[b], t));
    // Fraction from `first` to the new node.
    let part = |first: usize| if first == a { t } else { 1.0 - t };
    let is_line = |ends: [usize; 2]| pair(ends) == pair([a, b]);
    split_links(&mut body, new, &is_line, &part);
    body.hull = std::mem::take(&mut body.hull)
        .into_iter()
        .flat_map(|[from, to]| if is_line([from, to]) { vec![[from, new], [new, to]] } else { vec![[from, to]] })
        .collect();
    for i in 0..body.triangles.len() {
        let corners = body.triangles[i];
        if let Some(side) = (0..3).find(|&side| is_line([corners[side], corners[(side + 1) % 3]])) {
            // Both halves have the orientation of the whole; the first keeps its index.
            body.triangles[i][(side + 1) % 3] = new;
            let mut second = corners;
            second[side] = new;
            body.triangles.push(second);
        }
    }
    settle(&mut body);
    put_body(level, index, body)?;
    Ok(Made::at(vec![Place::Node(index, new)]))
}

/// Body and ends of a linear part.
fn line(level: &Level, place: Place) -> Result<(usize, [usize; 2]), String> {
    all_there(level, &[place])?;
    let ends = match place {
        Place::Spring(body, i) => (body, [level.bodies[body].springs[i].a, level.bodies[body].springs[i].b]),
        Place::Stick(body, i) => (body, [level.bodies[body].sticks[i].a, level.bodies[body].sticks[i].b]),
        Place::HullEdge(body, i) => (body, level.bodies[body].hull[i]),
        _ => return Err(format!("{place} is not a spring, stick or hull edge")),
    };
    Ok(ends)
}

fn between(a: &Node, b: &Node, t: f64) -> Node {
    let mix = |a: f64, b: f64| a * (1.0 - t) + b * t;
    let mass = |node: &Node| if let Role::Mass(mass) = node.role { mass } else { 1.0 };
    Node {
        position: [mix(a.position[0], b.position[0]), mix(a.position[1], b.position[1])],
        velocity: [mix(a.velocity[0], b.velocity[0]), mix(a.velocity[1], b.velocity[1])],
        role: Role::Mass(mix(mass(a), mass(b))),
        pinned: a.pinned && b.pinned,
    }
}

fn split_links(body: &mut Body, new: usize, is_line: &impl Fn([usize; 2]) -> bool, part: &impl Fn(usize) -> f64) {
    for i in 0..body.springs.len() {
        let whole = body.springs[i];
        if is_line([whole.a, whole.b]) {
            let t = part(whole.a);
            let piece = |a, b, t: f64| Spring {
                a,
                b,
                rest_length: whole.rest_length * t,
                stiffness: whole.stiffness / t,
                damping: whole.damping / t,
            };
            body.springs[i] = piece(whole.a, new, t);
            body.springs.push(piece(new, whole.b, 1.0 - t));
        }
    }
    for i in 0..body.sticks.len() {
        let whole = body.sticks[i];
        if is_line([whole.a, whole.b]) {
            let t = part(whole.a);
            body.sticks[i] = Stick { b: new, length: whole.length * t, ..whole };
            body.sticks.push(Stick { a: new, length: whole.length * (1.0 - t), ..whole });
        }
    }
}
