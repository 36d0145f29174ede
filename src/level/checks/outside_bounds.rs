//! Rule: dynamic parts start within the bounds.
//! Source: 004.

use super::support::{finding, is_dynamic, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Bounds, Disc, Level, Motion, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "outside-bounds",
    title: "Outside the bounds",
    explanation: "Bounds clamp every free node and disc, coordinate by coordinate: a part that starts outside is \
        moved to the border in the first substep, which flattens bodies.",
    find,
    fix: Some(fix),
};

/// Bounding box of the nodes that the bounds act on, and the nodes that lie outside.
fn outside(body: &Body, bounds: &Bounds) -> (Aabb, Vec<usize>) {
    let limits = limits(bounds);
    let free = |&i: &usize| is_dynamic(body) && !body.nodes[i].pinned;
    let at = |i: usize| DVec2::from_array(body.nodes[i].position);
    let all = Aabb::around((0..body.nodes.len()).filter(free).map(at));
    (all, (0..body.nodes.len()).filter(free).filter(|&i| !limits.contains(at(i))).collect())
}

fn limits(bounds: &Bounds) -> Aabb {
    Aabb { min: DVec2::from_array(bounds.min), max: DVec2::from_array(bounds.max) }
}

fn box_of(disc: &Disc) -> Aabb {
    let center = DVec2::from_array(disc.position);
    Aabb { min: center, max: center }.expanded(disc.radius)
}

/// Shortest displacement that moves the box inside, if it fits.
fn way_in(content: &Aabb, bounds: &Bounds) -> Option<DVec2> {
    let limits = limits(bounds);
    let axis = |low: f64, high: f64, min: f64, max: f64| {
        let way = if low < min {
            min - low
        } else if high > max {
            max - high
        } else {
            0.0
        };
        // Reject a displacement that leaves the box outside after rounding.
        (low + way >= min && high + way <= max).then_some(way)
    };
    let x = axis(content.min.x, content.max.x, limits.min.x, limits.max.x)?;
    let y = axis(content.min.y, content.max.y, limits.min.y, limits.max.y)?;
    Some(DVec2::new(x, y))
}

fn offer(found: Finding, way: Option<DVec2>) -> Finding {
    match way {
        Some(way) => found.with_fix(format!("Move it by {}", tell::point(way))),
        None => found,
    }
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let Some(bounds) = &level.world.bounds else { return };
    for (index, body) in level.bodies.iter().enumerate() {
        let (content, outside) = outside(body, bounds);
        if !outside.is_empty() {
            let verb = if outside.len() == 1 { "lies" } else { "lie" };
            let who = tell::body(level, index);
            let message = format!("In {who}, {} {verb} outside the bounds", tell::list("node", &outside));
            let places = outside.into_iter().map(|node| Place::Node(index, node)).collect();
            findings.push(offer(finding(RULE.id, Severity::Warning, places, message), way_in(&content, bounds)));
        }
    }
    for (index, disc) in level.discs.iter().enumerate() {
        if matches!(disc.motion, Motion::Dynamic) && !limits(bounds).contains_box(&box_of(disc)) {
            let message = format!("{} reaches outside the bounds", tell::sentence(tell::disc(level, index)));
            let found = finding(RULE.id, Severity::Warning, vec![Place::Disc(index)], message);
            findings.push(offer(found, way_in(&box_of(disc), bounds)));
        }
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let bounds = level.world.bounds.ok_or("the level has no bounds")?;
    let too_large = "it does not fit into the bounds";
    let moved = |position: [f64; 2], way: DVec2| (DVec2::from_array(position) + way).to_array();
    let way = match finding.places.first() {
        Some(&Place::Disc(index)) => {
            let disc = level.discs.get_mut(index).ok_or("the disc is no longer there")?;
            let way = way_in(&box_of(disc), &bounds).ok_or(too_large)?;
            disc.position = moved(disc.position, way);
            way
        }
        _ => {
            let body = super::support::body_of(level, finding)?;
            let way = way_in(&outside(body, &bounds).0, &bounds).ok_or(too_large)?;
            body.nodes.iter_mut().for_each(|node| node.position = moved(node.position, way));
            way
        }
    };
    Ok(format!("moved it by {}", tell::point(way)))
}
