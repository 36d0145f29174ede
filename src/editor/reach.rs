//! Commands of the Select menu that extend or change the selection along the structure of bodies.

use super::actions::Command;
use super::selection::Selection;
use crate::level::{Body, Level, Place};
use std::collections::{BTreeMap, BTreeSet};

/// True if the command can change the selection.
pub fn is_possible(selection: &Selection, command: Command) -> bool {
    let of_bodies = || selection.iter().any(|place| place.body().is_some());
    match command {
        Command::SelectNodes | Command::SelectHull | Command::SelectConnected => of_bodies(),
        Command::GrowSelection | Command::ShrinkSelection => of_bodies(),
        Command::SelectSameKind => !selection.is_empty(),
        _ => true,
    }
}

/// The body to which all selected parts belong; `None` if anything else is selected.
pub fn body_of_parts(selection: &[Place]) -> Option<usize> {
    let body = selection.first()?.body()?;
    let is_part = |place: &Place| place.body() == Some(body) && !matches!(place, Place::Body(_));
    selection.iter().all(is_part).then_some(body)
}

/// The selection after a command.
pub fn changed(selection: &Selection, level: &Level, command: Command) -> Selection {
    let places = match command {
        Command::SelectNodes => nodes_of(selection, level, |body| (0..body.nodes.len()).collect()),
        Command::SelectHull => nodes_of(selection, level, |body| body.hull.iter().flatten().copied().collect()),
        Command::SelectConnected => connected(selection, level),
        Command::GrowSelection => grown(selection, level),
        Command::ShrinkSelection => shrunk(selection, level),
        Command::SelectSameKind => same_kind(selection, level),
        Command::NextPart => stepped(selection, level, true),
        Command::PreviousPart => stepped(selection, level, false),
        _ => selection.to_vec(),
    };
    places.into()
}

/// Nodes of the bodies with selected parts.
fn nodes_of(selection: &[Place], level: &Level, which: impl Fn(&Body) -> BTreeSet<usize>) -> Vec<Place> {
    let bodies: BTreeSet<usize> = selection.iter().filter_map(|place| place.body()).collect();
    let nodes = |body: usize| {
        let found = level.bodies.get(body).map(&which).unwrap_or_default();
        found.into_iter().map(move |node| Place::Node(body, node))
    };
    bodies.into_iter().flat_map(nodes).collect()
}

/// Selected nodes by body, including the nodes of selected links, triangles and all_nodes bodies.
fn chosen(selection: &[Place], level: &Level) -> BTreeMap<usize, BTreeSet<usize>> {
    let mut chosen: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &place in selection {
        let Some((index, body)) = place.body().and_then(|index| Some((index, level.bodies.get(index)?))) else {
            continue;
        };
        let nodes: Vec<usize> = match place {
            Place::Node(_, node) => vec![node],
            Place::Spring(_, i) => body.springs.get(i).map_or(Vec::new(), |spring| vec![spring.a, spring.b]),
            Place::Stick(_, i) => body.sticks.get(i).map_or(Vec::new(), |stick| vec![stick.a, stick.b]),
            Place::HullEdge(_, i) => body.hull.get(i).map_or(Vec::new(), |edge| edge.to_vec()),
            Place::Triangle(_, i) => body.triangles.get(i).map_or(Vec::new(), |corners| corners.to_vec()),
            _ => (0..body.nodes.len()).collect(),
        };
        chosen.entry(index).or_default().extend(nodes);
    }
    chosen
}

/// Adjacency lists of a body's nodes by springs, sticks, hull edges and triangles.
fn neighbours(body: &Body) -> Vec<Vec<usize>> {
    let mut near = vec![Vec::new(); body.nodes.len()];
    let mut join = |a: usize, b: usize| {
        if a.max(b) < near.len() {
            near[a].push(b);
            near[b].push(a);
        }
    };
    body.springs.iter().for_each(|spring| join(spring.a, spring.b));
    body.sticks.iter().for_each(|stick| join(stick.a, stick.b));
    body.hull.iter().for_each(|&[a, b]| join(a, b));
    for &[a, b, c] in &body.triangles {
        join(a, b);
        join(b, c);
        join(c, a);
    }
    near
}

fn as_places(chosen: BTreeMap<usize, BTreeSet<usize>>, others: &[Place]) -> Vec<Place> {
    let nodes = chosen.into_iter().flat_map(|(body, nodes)| nodes.into_iter().map(move |node| Place::Node(body, node)));
    nodes.chain(others.iter().copied().filter(|place| place.body().is_none())).collect()
}

fn connected(selection: &[Place], level: &Level) -> Vec<Place> {
    let mut chosen = chosen(selection, level);
    for (&index, nodes) in &mut chosen {
        let near = neighbours(&level.bodies[index]);
        let mut open: Vec<usize> = nodes.iter().copied().collect();
        while let Some(node) = open.pop() {
            for &next in near.get(node).into_iter().flatten() {
                if nodes.insert(next) {
                    open.push(next);
                }
            }
        }
    }
    as_places(chosen, selection)
}

fn grown(selection: &[Place], level: &Level) -> Vec<Place> {
    let mut chosen = chosen(selection, level);
    for (&index, nodes) in &mut chosen {
        let near = neighbours(&level.bodies[index]);
        let more: Vec<usize> = nodes.iter().filter_map(|&node| near.get(node)).flatten().copied().collect();
        nodes.extend(more);
    }
    as_places(chosen, selection)
}

/// Removes selected nodes that have an unselected neighbour.
fn shrunk(selection: &[Place], level: &Level) -> Vec<Place> {
    let mut chosen = chosen(selection, level);
    for (&index, nodes) in &mut chosen {
        let near = neighbours(&level.bodies[index]);
        let is_inner =
            |node: &usize| near.get(*node).is_some_and(|near| near.iter().all(|other| nodes.contains(other)));
        *nodes = nodes.iter().copied().filter(is_inner).collect();
    }
    as_places(chosen, selection)
}

/// All parts of the list that contains `place`.
fn siblings(level: &Level, place: Place) -> Vec<Place> {
    let body = place.body().and_then(|index| level.bodies.get(index));
    let all = |count: usize, make: fn(usize, usize) -> Place| {
        let body = place.body().unwrap_or_default();
        (0..count).map(|i| make(body, i)).collect::<Vec<_>>()
    };
    match (place, body) {
        (Place::Body(_), _) => (0..level.bodies.len()).map(Place::Body).collect(),
        (Place::Disc(_), _) => (0..level.discs.len()).map(Place::Disc).collect(),
        (Place::Obstacle(_), _) => (0..level.obstacles.len()).map(Place::Obstacle).collect(),
        (Place::Link(_), _) => (0..level.links.len()).map(Place::Link).collect(),
        (Place::Marker(_), _) => (0..level.markers.len()).map(Place::Marker).collect(),
        (Place::Node(..), Some(body)) => all(body.nodes.len(), Place::Node),
        (Place::Spring(..), Some(body)) => all(body.springs.len(), Place::Spring),
        (Place::Stick(..), Some(body)) => all(body.sticks.len(), Place::Stick),
        (Place::HullEdge(..), Some(body)) => all(body.hull.len(), Place::HullEdge),
        (Place::Triangle(..), Some(body)) => all(body.triangles.len(), Place::Triangle),
        _ => Vec::new(),
    }
}

/// Selects all parts of the same kinds in the same bodies.
fn same_kind(selection: &[Place], level: &Level) -> Vec<Place> {
    let mut seen = std::collections::HashSet::new();
    let of_list = |place: Place| match place {
        Place::Body(_) => (std::mem::discriminant(&place), None),
        _ => (std::mem::discriminant(&place), place.body()),
    };
    let firsts: Vec<Place> = selection.iter().copied().filter(|&place| seen.insert(of_list(place))).collect();
    firsts.into_iter().flat_map(|place| siblings(level, place)).collect()
}

/// The next or previous part of the same list, cyclic; the first body if nothing is selected.
fn stepped(selection: &[Place], level: &Level, forward: bool) -> Vec<Place> {
    let first = [Place::Body(0), Place::Disc(0), Place::Obstacle(0), Place::Link(0), Place::Marker(0)];
    let Some(&last) = selection.last() else {
        return first.into_iter().find(|&place| level.has(place)).into_iter().collect();
    };
    let all = siblings(level, last);
    let Some(at) = all.iter().position(|&place| place == last) else { return selection.to_vec() };
    let next = if forward { at + 1 } else { at + all.len() - 1 };
    vec![all[next % all.len()]]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Node, Spring};

    /// A chain of nodes 0–1–2–3 and an isolated node.
    fn row() -> Level {
        let spring = |a: usize| Spring { a, b: a + 1, rest_length: 1.0, stiffness: 1.0, damping: 0.0 };
        let body = Body {
            nodes: (0..5).map(|x| Node::at([f64::from(x), 0.0])).collect(),
            springs: (0..3).map(spring).collect(),
            hull: vec![[0, 2], [2, 1], [1, 0]],
            ..Body::default()
        };
        Level { bodies: vec![body, Body::default()], ..Level::default() }
    }

    fn nodes(list: &[usize]) -> Vec<Place> {
        list.iter().map(|&node| Place::Node(0, node)).collect()
    }

    fn after(selection: Vec<Place>, command: Command) -> Vec<Place> {
        changed(&selection.into(), &row(), command).to_vec()
    }

    #[test]
    fn select_commands_extend_a_part_to_related_parts() {
        assert_eq!(after(vec![Place::Body(0)], Command::SelectNodes), nodes(&[0, 1, 2, 3, 4]));
        assert_eq!(after(vec![Place::Spring(0, 0)], Command::SelectHull), nodes(&[0, 1, 2]));
        assert_eq!(after(nodes(&[3]), Command::SelectConnected), nodes(&[0, 1, 2, 3]));
        assert_eq!(after(nodes(&[4]), Command::SelectConnected), nodes(&[4]));
        assert_eq!(after(nodes(&[3]), Command::GrowSelection), nodes(&[2, 3]));
        assert_eq!(after(vec![Place::Spring(0, 2)], Command::GrowSelection), nodes(&[0, 1, 2, 3]));
        assert_eq!(after(nodes(&[0, 1, 2]), Command::ShrinkSelection), nodes(&[0, 1]));
        let springs: Vec<Place> = (0..3).map(|i| Place::Spring(0, i)).collect();
        assert_eq!(after(vec![Place::Spring(0, 1), Place::Spring(0, 2)], Command::SelectSameKind), springs);
    }

    #[test]
    fn next_and_previous_part_wrap_around() {
        assert_eq!(after(nodes(&[4]), Command::NextPart), nodes(&[0]));
        assert_eq!(after(nodes(&[0]), Command::PreviousPart), nodes(&[4]));
        assert_eq!(after(vec![], Command::NextPart), [Place::Body(0)]);
        assert_eq!(after(vec![Place::Body(0)], Command::NextPart), [Place::Body(1)]);
    }
}
