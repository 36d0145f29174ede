//! Traces the outer boundary of nodes along their springs; falls back to the convex hull.

use crate::geometry::{DVec2, cross};
use crate::level::{Body, Level, Place, Role};
use std::collections::BTreeSet;

/// Body of the selected nodes and the counter-clockwise loop around them. A selected body counts with all its masses.
pub fn around(level: &Level, selection: &[Place]) -> Result<(usize, Vec<usize>), String> {
    let mut chosen: Option<(usize, BTreeSet<usize>)> = None;
    for &place in selection {
        let (index, nodes): (usize, Vec<usize>) = match place {
            Place::Node(body, node) => (body, vec![node]),
            Place::Body(body) => (body, (0..level.bodies.get(body).map_or(0, |b| b.nodes.len())).collect()),
            _ => continue,
        };
        let (body, set) = chosen.get_or_insert_with(|| (index, BTreeSet::new()));
        if *body != index {
            return Err("A hull needs nodes of one body. Select nodes of one body".to_owned());
        }
        set.extend(nodes);
    }
    let few = "Select at least three nodes of a body, or a body";
    let (index, mut nodes) = chosen.ok_or(few)?;
    let body = level.bodies.get(index).ok_or(few)?;
    nodes.retain(|&node| body.nodes.get(node).is_some_and(|node| matches!(node.role, Role::Mass(_))));
    if nodes.len() < 3 {
        return Err(few.to_owned());
    }
    let ring = along_springs(body, &nodes).or_else(|| convex(body, &nodes));
    Ok((index, ring.ok_or("The nodes lie in one line")?))
}

fn at(body: &Body, node: usize) -> DVec2 {
    body.nodes[node].position.into()
}

/// Boundary walk on the graph of springs and hull edges; `None` if it passes a node twice (bridge, loose end) or cannot
/// be completed.
fn along_springs(body: &Body, nodes: &BTreeSet<usize>) -> Option<Vec<usize>> {
    let mut near = vec![Vec::new(); body.nodes.len()];
    let springs = body.springs.iter().map(|spring| [spring.a, spring.b]);
    for [a, b] in springs.chain(body.hull.iter().copied()) {
        if a != b && nodes.contains(&a) && nodes.contains(&b) {
            near[a].push(b);
            near[b].push(a);
        }
    }
    // The lowest node is on the boundary, with the outside below it.
    let low = |a: &&usize, b: &&usize| {
        let (a, b) = (at(body, **a), at(body, **b));
        a.y.total_cmp(&b.y).then(a.x.total_cmp(&b.x))
    };
    let start = *nodes.iter().min_by(low)?;
    let mut ring = vec![start];
    let mut seen = BTreeSet::from([start]);
    let (mut here, mut back) = (start, DVec2::NEG_Y);
    loop {
        // Counter-clockwise: take the first neighbour to the left of the incoming edge.
        let turn = |&&next: &&usize| left_turn(back, at(body, next) - at(body, here));
        let came_from = ring.len().checked_sub(2).map(|i| ring[i]);
        let next =
            near[here].iter().filter(|&&next| Some(next) != came_from).min_by(|a, b| turn(a).total_cmp(&turn(b)));
        let next = *next?;
        if next == start {
            return (ring.len() >= 3).then_some(ring);
        }
        if !seen.insert(next) {
            return None;
        }
        ring.push(next);
        back = at(body, here) - at(body, next);
        here = next;
    }
}

/// Counter-clockwise angle between two directions, in (0, 2π].
fn left_turn(from: DVec2, to: DVec2) -> f64 {
    let angle = libm::atan2(cross(from, to), from.dot(to));
    if angle > 0.0 { angle } else { angle + std::f64::consts::TAU }
}

/// Convex hull, counter-clockwise; `None` for collinear nodes.
fn convex(body: &Body, nodes: &BTreeSet<usize>) -> Option<Vec<usize>> {
    let mut sorted: Vec<usize> = nodes.iter().copied().collect();
    sorted.sort_by(|&a, &b| {
        let (a, b) = (at(body, a), at(body, b));
        a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
    });
    let half = |order: &mut dyn Iterator<Item = usize>| {
        let mut chain: Vec<usize> = Vec::new();
        for node in order {
            while let [.., a, b] = chain[..] {
                if cross(at(body, b) - at(body, a), at(body, node) - at(body, b)) > 0.0 {
                    break;
                }
                chain.pop();
            }
            chain.push(node);
        }
        chain.pop();
        chain
    };
    let mut ring = half(&mut sorted.iter().copied());
    ring.extend(half(&mut sorted.iter().rev().copied()));
    (ring.len() >= 3).then_some(ring)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Node, Spring};

    /// An L-shape with 6 corners, counter-clockwise from the origin, and a node inside.
    fn level(springs: &[(usize, usize)]) -> Level {
        let corners = [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [1.0, 1.0], [1.0, 2.0], [0.0, 2.0], [0.5, 0.5]];
        let spring = |&(a, b): &(usize, usize)| Spring { a, b, rest_length: 1.0, stiffness: 1.0, damping: 0.0 };
        let nodes = corners.into_iter().map(Node::at).collect();
        Level {
            bodies: vec![Body { nodes, springs: springs.iter().map(spring).collect(), ..Body::default() }],
            ..Level::default()
        }
    }

    const RIM: [(usize, usize); 6] = [(1, 0), (1, 2), (2, 3), (4, 3), (4, 5), (5, 0)];

    #[test]
    fn around_keeps_concave_corners_along_springs() {
        let inner = [(6, 0), (6, 1), (6, 3), (6, 5), (3, 0), (3, 1)];
        let level = level(&[&RIM[..], &inner[..]].concat());
        assert_eq!(around(&level, &[Place::Body(0)]), Ok((0, vec![0, 1, 2, 3, 4, 5])));
    }

    #[test]
    fn around_is_convex_without_a_closed_ring_of_springs() {
        assert_eq!(around(&level(&[]), &[Place::Body(0)]), Ok((0, vec![0, 1, 2, 4, 5])));
        assert_eq!(around(&level(&RIM[1..]), &[Place::Body(0)]).unwrap().1.len(), 5, "the rim is open");
        let some = [0, 1, 6].map(|node| Place::Node(0, node));
        assert_eq!(around(&level(&[]), &some), Ok((0, vec![0, 1, 6])));
        assert!(around(&level(&[]), &some[..2]).is_err());
        let line = [Place::Node(0, 0), Place::Node(0, 6), Place::Node(0, 3)];
        assert!(around(&level(&[]), &line).is_err(), "they lie in one line");
    }
}
