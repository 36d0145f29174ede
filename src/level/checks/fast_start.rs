//! Rule: nothing moves through a whole body within one substep.
//!
//! Must never know: other rules, the engine, the screen.

use super::stability::step;
use super::support::{body_index, finding, is_dynamic, measure, tell};
use super::{Finding, Rule, Severity};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: Rule = Rule {
    id: "fast-start",
    title: "Faster than the thinnest body",
    explanation: "Contacts are looked for after each substep, supposing that little has moved (000 §D.1.c). A node that moves farther in a \
        substep than another body is thick can pass through without being seen inside, and one that moves half as far \
        is pushed out at the back. More substeps help.",
    find,
    fix: Some(fix),
};

/// Substeps a fix may ask for.
const MOST_SUBSTEPS: f64 = 10_000.0;

/// The shorter side of the box round the hull.
fn thickness(body: &Body) -> Option<f64> {
    let points = measure::points(body)?;
    let bounds = Aabb::around(body.hull.iter().flatten().map(|&node| points[node]));
    (!bounds.is_empty()).then(|| bounds.size().min_element()).filter(|&side| side > 0.0)
}

/// The two thinnest bodies, thinnest first.
fn thinnest(level: &Level) -> Vec<(f64, usize)> {
    let mut all: Vec<(f64, usize)> =
        level.bodies.iter().enumerate().filter_map(|(index, body)| Some((thickness(body)?, index))).collect();
    all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    all.truncate(2);
    all
}

/// The fastest hull node of a body and its speed.
fn fastest(body: &Body) -> Option<(usize, f64)> {
    let speed = |node: usize| DVec2::from_array(body.nodes[node].velocity).length();
    let free = body.hull.iter().flatten().filter(|&&node| !body.nodes[node].pinned);
    free.map(|&node| (node, speed(node))).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0)))
}

/// Substeps after which no node moves as far as half the thinnest other body.
fn enough(level: &Level, speed: f64, thin: f64) -> Option<u32> {
    let needed = (speed * level.world.frame_time / (thin * 0.5)).floor() + 1.0;
    (needed <= MOST_SUBSTEPS).then_some(needed as u32)
}

/// The fastest node of a body with its speed, and the body that it may pass, if it may.
fn too_fast(level: &Level, index: usize, thinnest: &[(f64, usize)]) -> Option<(usize, f64, f64, usize)> {
    let body = &level.bodies[index];
    let (node, speed) = if is_dynamic(body) { fastest(body)? } else { return None };
    let &(thin, other) = thinnest.iter().find(|&&(_, other)| other != index)?;
    (speed * step(&level.world) > thin).then_some((node, speed, thin, other))
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let thinnest = thinnest(level);
    for index in 0..level.bodies.len() {
        let Some((node, speed, thin, other)) = too_fast(level, index, &thinnest) else { continue };
        let message = format!(
            "Node {node} of {} moves {} in a substep, {} is {} thick",
            tell::body(level, index),
            tell::num(speed * step(&level.world)),
            tell::body(level, other),
            tell::num(thin)
        );
        let found = finding(RULE.id, Severity::Warning, vec![Place::Node(index, node), Place::Body(other)], message);
        findings.push(match enough(level, speed, thin) {
            Some(enough) => found.with_fix(format!("Use {enough} substeps")),
            None => found,
        });
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let index = body_index(level, finding)?;
    let (_, speed, thin, _) = too_fast(level, index, &thinnest(level)).ok_or("it is not too fast")?;
    let enough = enough(level, speed, thin).ok_or("it would need too many substeps")?;
    level.world.substeps = enough;
    Ok(format!("set {enough} substeps"))
}
