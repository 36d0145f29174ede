//! A node put on a spring, stick or hull edge: what runs along that line is split there, and is as stiff as before.

use super::add::settle;
use super::places::{Made, all_there, pair};
use super::targets::put_body;
use crate::geometry::DVec2;
use crate::level::{Body, Level, Node, Place, Point, Role, Spring, Stick};

/// Nearer to an end than this part of the length, there is nothing to split.
const NEAREST: f64 = 1e-6;

/// Splits at the point of the line that is nearest to `at`; see [`split`].
///
/// # Errors
/// As [`split`]; and when the point lies beyond an end.
pub fn split_at(level: &mut Level, place: Place, at: Point) -> Result<Made, String> {
    let (body, ends) = line(level, place)?;
    let [a, b] = ends.map(|node| DVec2::from_array(level.bodies[body].nodes[node].position));
    let along = b - a;
    split(level, place, (DVec2::from_array(at) - a).dot(along) / along.length_squared())
}

/// Puts a node on a spring, a stick or a hull edge, `t` (between 0 and 1) of the way from its first end to its second.
/// Everything that joins these two nodes is split there: springs into two with rest lengths `t·L` and `(1-t)·L`, as stiff
/// and damped one after the other as the one was (`k/t` and `k/(1-t)`); sticks by length; hull edges; and every triangle
/// on that side into two. The node's mass, velocity and place are between those of the ends.
///
/// # Errors
/// When the place is no such part, its ends coincide, or `t` is (nearly) at an end.
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
    // How far along from `first` the new node lies.
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
            // Both halves run the way the whole did; the first keeps its number.
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

/// Body and ends of a part that is a line.
fn line(level: &Level, place: Place) -> Result<(usize, [usize; 2]), String> {
    all_there(level, &[place])?;
    let ends = match place {
        Place::Spring(body, i) => (body, [level.bodies[body].springs[i].a, level.bodies[body].springs[i].b]),
        Place::Stick(body, i) => (body, [level.bodies[body].sticks[i].a, level.bodies[body].sticks[i].b]),
        Place::HullEdge(body, i) => (body, level.bodies[body].hull[i]),
        _ => return Err(format!("{place} is no spring, stick or hull edge")),
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
