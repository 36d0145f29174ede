//! Rest shape: lengths of springs and sticks.

use super::links;
use super::places::{Made, body_at, counts_text};
use super::targets::{Changed, Targets, put, put_body};
use crate::geometry::DVec2;
use crate::level::checks::support::tell;
use crate::level::{Body, Level, LinkKind, Place};
use std::collections::BTreeSet;

/// Sets the springs and sticks with a named node to their drawn lengths; returns how many of each changed. On failure the
/// body may be partly changed.
fn lengths_as_drawn(body: &mut Body, is_named: &[bool]) -> Result<[usize; 2], String> {
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

/// Marks these nodes of a body.
fn flags(body: &Body, nodes: impl Iterator<Item = usize>) -> Vec<bool> {
    let mut flags = vec![false; body.nodes.len()];
    nodes.for_each(|node| flags[node] = true);
    flags
}

fn words([springs, sticks]: [usize; 2]) -> String {
    format!("{} as long as drawn", counts_text(&[(springs, "spring"), (sticks, "stick")]))
}

/// The kinds of the named links with their drawn lengths, where these differ.
fn links_as_drawn(level: &Level, named: &BTreeSet<usize>) -> Result<Vec<(usize, LinkKind)>, String> {
    let mut changed = Vec::new();
    for &index in named {
        let link = &level.links[index];
        let length = links::drawn_length(level, link).ok_or("an end of the link is not there")?;
        let kind = links::lengthened(link.kind, length).map_err(|reason| format!("link {index}: {reason}"))?;
        if kind != link.kind {
            changed.push((index, kind));
        }
    }
    Ok(changed)
}

/// Sets named links, the springs and sticks of bodies, or those at the nodes of other named parts, to their drawn lengths.
///
/// # Errors
/// If a place does not exist, no spring or stick belongs to the named parts, all have that length already, or a stick would
/// have no length.
pub fn as_drawn(level: &mut Level, places: &[Place]) -> Result<Made, String> {
    let targets = Targets::of(level, places)?;
    let mut changed = Changed::default();
    let mut counts = [0; 2];
    let mut has_links = !targets.links.is_empty();
    let links = links_as_drawn(level, &targets.links)?;
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
    if counts == [0, 0] && links.is_empty() {
        let reason = if has_links {
            "its springs, sticks and links are as long as drawn already"
        } else {
            "it has neither springs nor sticks"
        };
        return Err(reason.to_owned());
    }
    put(level, changed)?;
    let [springs, sticks] = counts;
    let count = [(springs, "spring"), (sticks, "stick"), (links.len(), "link")];
    links.into_iter().for_each(|(index, kind)| level.links[index].kind = kind);
    Ok(Made::at(places.to_vec()).saying(format!("{} as long as drawn", counts_text(&count))))
}

/// Makes a pose the rest shape: the nodes of a body move to `positions` (one each, in order), and its springs and sticks
/// get their lengths there. The velocities of the level are kept.
///
/// # Errors
/// If the body does not exist, the pose has another number of nodes or is not finite, a stick would have no length, or
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
