//! Rule: every node is part of an element.
//! Sources: 000 §E, 003.

use super::support::{body_index, body_of, each_body, edit, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, LinkEnd, Place};
use std::collections::BTreeMap;

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "orphan-node",
    title: "Orphan node",
    explanation: "A node in no spring, stick, link, hull edge or triangle falls by itself and touches nothing; its \
        mass still counts in the barycentre of the body. For separate particles, use discs of radius 0.",
    find,
    fix: Some(fix),
};

/// Mass nodes without any element, in ascending order; `linked` are nodes with a link.
fn orphans(body: &Body, linked: &[usize]) -> Vec<usize> {
    let mut is_used = vec![false; body.nodes.len()];
    linked.iter().for_each(|&node| is_used[node] = true);
    let springs = body.springs.iter().flat_map(|spring| [spring.a, spring.b]);
    let sticks = body.sticks.iter().flat_map(|stick| [stick.a, stick.b]);
    let linked = springs.chain(sticks).chain(body.hull.iter().flatten().copied());
    linked.chain(body.triangles.iter().flatten().copied()).for_each(|node| is_used[node] = true);
    let center = measure::barycentre(body);
    (0..body.nodes.len()).filter(|&node| !is_used[node] && Some(node) != center).collect()
}

/// Nodes with a link, by body.
fn linked(level: &Level) -> BTreeMap<usize, Vec<usize>> {
    let mut linked: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for end in level.links.iter().flat_map(|link| [link.a, link.b]) {
        if let LinkEnd::Node([body, node]) = end {
            linked.entry(body).or_default().push(node);
        }
    }
    linked
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let linked = linked(level);
    each_body(level, findings, |index, body| {
        let orphans = orphans(body, linked.get(&index).map_or(&[], Vec::as_slice));
        if orphans.is_empty() {
            return None;
        }
        let which = tell::list("node", &orphans);
        let verb = if orphans.len() == 1 { "is" } else { "are" };
        let who = tell::body(level, index);
        let message = format!("In {who}, {which} {verb} in no spring, stick, link, hull edge or triangle");
        let severity = if is_dynamic(body) { Severity::Warning } else { Severity::Hint };
        let places = orphans.iter().map(|&node| Place::Node(index, node)).collect();
        Some(finding(RULE.id, severity, places, message).with_fix(format!("Remove {which}")))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let linked = linked(level).remove(&body_index(level, finding)?).unwrap_or_default();
    let body = body_of(level, finding)?;
    let orphans = orphans(body, &linked);
    edit::remove_nodes(body, &orphans);
    Ok(format!("removed {}", tell::count(orphans.len(), "node")))
}
