//! Rule: nodes that do not move have no velocity, except those of a conveyor.
//! Source: 000 §C.2.b, 000 §D.2.b.

use super::support::{body_of, each_body, finding, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::DVec2;
use crate::level::{Body, Level, Motion, Node, Place, Role};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "held-velocity",
    title: "Velocity of a part that does not move",
    explanation: "Pinned nodes and nodes of fixed bodies stay where they are, but keep the velocity of the file. Contacts, \
        friction and the damping of springs use it as if they moved, so they push what touches or is tied to them. A fixed \
        body is not reported if it is a conveyor: it has a hull and friction, and all its nodes have one velocity, along one \
        of its edges.",
    find,
    fix: Some(fix),
};

/// Nodes with mass that do not move and have a velocity, in ascending order. The engine sets that of barycentre nodes.
fn held(body: &Body) -> Vec<usize> {
    let is_fixed = matches!(body.motion, Motion::Fixed);
    let can_move = matches!(body.motion, Motion::Driven(_)) || (is_fixed && is_conveyor(body));
    let nodes = body.nodes.iter().enumerate().filter(|(_, node)| !can_move && has_mass(node));
    nodes.filter(|(_, node)| (is_fixed || node.pinned) && node.velocity != [0.0, 0.0]).map(|(index, _)| index).collect()
}

fn has_mass(node: &Node) -> bool {
    matches!(node.role, Role::Mass(_))
}

/// True if friction on its hull moves what lies on it along an edge.
fn is_conveyor(body: &Body) -> bool {
    let mut nodes = body.nodes.iter().filter(|node| has_mass(node));
    let Some(first) = nodes.next() else { return false };
    let velocity = DVec2::from(first.velocity);
    let at = |node: usize| DVec2::from(body.nodes[node].position);
    let mut edges = body.hull.iter().map(|&[a, b]| at(b) - at(a));
    let is_along = |edge: DVec2| velocity.perp_dot(edge).abs() <= ALONG * velocity.length() * edge.length();
    body.friction > 0.0 && edges.any(is_along) && nodes.all(|node| node.velocity == first.velocity)
}

/// Largest sine of the angle between the velocity of a conveyor and an edge.
const ALONG: f64 = 1e-3;

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let held = held(body);
        let first = *held.first()?;
        let (who, which) = (tell::body(level, index), tell::list("node", &held));
        let velocity = tell::point(DVec2::from(body.nodes[first].velocity));
        let verb = if held.len() == 1 { "has" } else { "have" };
        let message = format!("In {who}, {which} {verb} a velocity, such as {velocity}, but cannot move");
        let places = held.into_iter().map(|node| Place::Node(index, node)).collect();
        Some(finding(RULE.id, Severity::Hint, places, message).with_fix("Set the velocity to 0"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let held = held(body);
    if held.is_empty() {
        return Err("no node that cannot move has a velocity".to_owned());
    }
    held.iter().for_each(|&node| body.nodes[node].velocity = [0.0, 0.0]);
    Ok(format!("set the velocity of {} to 0", tell::count(held.len(), "node")))
}
