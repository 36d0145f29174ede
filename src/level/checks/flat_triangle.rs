//! Rule: every triangle has an area.
//! Source: 000 §C.3.

use super::support::cover::{Cover, Seams, has_node_twice};
use super::support::outline::HullOutline;
use super::support::{body_of, each_body, edit, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "flat-triangle",
    title: "Flat triangle",
    explanation: "A triangle whose corners lie on one line, or that names a node twice, contributes nothing to the \
        area used by the gas and flips at the slightest movement. It is usually a drawing error.",
    find,
    fix: Some(fix),
};

/// Flat triangles, and whether they can be removed without a gap: one with three nodes in a line may connect others.
fn flat(body: &Body) -> Option<(Vec<usize>, bool)> {
    let points = measure::points(body)?;
    let cover = Cover::of(body, &points, &HullOutline::of(body, &points));
    let twice = |i: &usize| has_node_twice(body.triangles[*i]);
    if cover.flat.len() == cover.distinct.len() {
        // If every triangle is flat, another rule reports the body.
        return Some((cover.flat.into_iter().filter(twice).collect(), true));
    }
    let can_go = cover.flat.iter().all(twice) || Seams::of(body, &cover).are_tight();
    Some((cover.flat, can_go))
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let (flat, can_go) = flat(body)?;
        if flat.is_empty() {
            return None;
        }
        let places = flat.iter().map(|&triangle| Place::Triangle(index, triangle)).collect();
        let verb = if flat.len() == 1 { "has" } else { "have" };
        let message = format!("In {}, {} {verb} no area", tell::body(level, index), tell::list("triangle", &flat));
        let flat_ones = finding(RULE.id, Severity::Warning, places, message);
        if can_go {
            return Some(flat_ones.with_fix(format!("Remove {}", tell::list("triangle", &flat))));
        }
        Some(match edit::refill_offer(body) {
            Some(offer) => flat_ones.with_fix(offer),
            None => flat_ones,
        })
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let (flat, can_go) = flat(body).ok_or("the coordinates are too large")?;
    if can_go {
        let count = edit::leave_out(&mut body.triangles, &flat);
        return Ok(format!("removed {}", tell::count(count, "triangle")));
    }
    edit::refill(body)
}
