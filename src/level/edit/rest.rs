//! The shape at rest: what springs and sticks take for their length.

use super::places::{Made, body_at, counts_text};
use super::targets::{Changed, Targets, put, put_body};
use crate::geometry::DVec2;
use crate::level::checks::support::tell;
use crate::level::{Body, Level, Place};

/// Makes those springs and sticks as long as drawn that have a named node; how many of each were not. The body may be
/// half changed where this fails.
pub(super) fn lengths_as_drawn(body: &mut Body, is_named: &[bool]) -> Result<[usize; 2], String> {
    let at = |node: usize| DVec2::from_array(body.nodes[node].position);
    let (mut springs, mut sticks) = (0, 0);
    for spring in body.springs.iter_mut().filter(|spring| is_named[spring.a] || is_named[spring.b]) {
        let length = at(spring.a).distance(at(spring.b));
        springs += usize::from(spring.rest_length != length);
        spring.rest_length = length;
    }
    for (index, stick) in body.sticks.iter_mut().enumerate() {
        if is_named[stick.a] || is_named[stick.b] {
            let length = at(stick.a).distance(at(stick.b));
            if length == 0.0 {
                let ends = tell::list("node", &[stick.a, stick.b]);
                return Err(format!("stick {index} would have no length: {ends} are in one place"));
            }
            sticks += usize::from(stick.length != length);
            stick.length = length;
        }
    }
    Ok([springs, sticks])
}

/// Which of a body's nodes these are.
pub(super) fn flags(body: &Body, nodes: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut flags = vec![false; body.nodes.len()];
    nodes.for_each(|node| flags[node] = true);
    flags
}

fn words([springs, sticks]: [usize; 2]) -> String {
    format!("{} as long as drawn", counts_text(&[(springs, "spring"), (sticks, "stick")]))
}

/// Makes the springs and sticks of bodies, or those at the nodes of other named parts, as long as they are drawn.
///
/// # Errors
/// When a place is not there, no spring or stick is at the named parts, all are that long already, or a stick would have
/// no length.
pub fn as_drawn(level: &mut Level, places: &[Place]) -> Result<Made, String> {
    let targets = Targets::of(level, places)?;
    let mut changed = Changed::default();
    let mut counts = [0; 2];
    let mut has_links = false;
    let nodes = targets.nodes.iter().map(|(&body, nodes)| (body, Some(nodes)));
    for (index, nodes) in targets.bodies.iter().map(|&body| (body, None)).chain(nodes) {
        let mut body = level.bodies[index].clone();
        let is_named = match nodes {
            Some(nodes) => flags(&body, nodes.iter().copied()),
            None => vec![true; body.nodes.len()],
        };
        let is_at = |a: usize, b: usize| is_named[a] || is_named[b];
        has_links |= body.springs.iter().any(|spring| is_at(spring.a, spring.b));
        has_links |= body.sticks.iter().any(|stick| is_at(stick.a, stick.b));
        let [springs, sticks] = lengths_as_drawn(&mut body, &is_named)?;
        counts = [counts[0] + springs, counts[1] + sticks];
        changed.bodies.push((index, body));
    }
    if counts == [0, 0] {
        let reason = if has_links {
            "its springs and sticks are as long as drawn already"
        } else {
            "it has neither springs nor sticks"
        };
        return Err(reason.to_owned());
    }
    put(level, changed)?;
    Ok(Made::at(places.to_vec()).saying(words(counts)))
}

/// Makes a pose the shape at rest: the nodes of a body go to `positions` (one each, in their order), its springs and
/// sticks become as long as they are there. Velocities stay as they are in the level.
///
/// # Errors
/// When the body is not there, the pose has another number of nodes or is not finite, a stick would have no length, or
/// nothing would change.
pub fn pose(level: &mut Level, index: usize, positions: &[DVec2]) -> Result<Made, String> {
    let mut body = body_at(level, index)?.clone();
    if positions.len() != body.nodes.len() {
        return Err("the run has other nodes than the level".to_owned());
    }
    if positions.iter().any(|position| !position.is_finite()) {
        return Err("in the run, a node is not at a finite position".to_owned());
    }
    let mut moved = 0;
    for (node, position) in body.nodes.iter_mut().zip(positions) {
        moved += usize::from(node.position != position.to_array());
        node.position = position.to_array();
    }
    let all = vec![true; body.nodes.len()];
    let counts = lengths_as_drawn(&mut body, &all)?;
    if moved == 0 && counts == [0, 0] {
        return Err("it is in its rest shape already".to_owned());
    }
    put_body(level, index, body)?;
    let links = if counts == [0, 0] { "no spring changed".to_owned() } else { words(counts) };
    Ok(Made::at(vec![Place::Body(index)]).saying(format!("{} placed, {links}", tell::count(moved, "node"))))
}
