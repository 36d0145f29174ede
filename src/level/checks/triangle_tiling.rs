//! Rule: triangles meet edge to edge, without overlaps and gaps.
//! Source: 000 §C.3.

use super::support::cover::{Cover, Seams};
use super::support::outline::HullOutline;
use super::support::{body_of, each_body, edit, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "triangle-tiling",
    title: "Overlapping or missing triangles",
    explanation: "Every inner edge must belong to two triangles, one on each side, and the remaining edges must be \
        the hull. Here the areas add up to the right number, but overlaps compensate gaps: the gas starts right, \
        becomes wrong when the body deforms, and the picture has holes.",
    find,
    fix: Some(fix),
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| look(level, index, body));
}

fn look(level: &Level, index: usize, body: &Body) -> Option<Finding> {
    if body.triangles.is_empty() || body.hull.is_empty() {
        return None;
    }
    let points = measure::points(body)?;
    let cover = Cover::of(body, &points, &HullOutline::of(body, &points));
    let is_all_flat = cover.flat.len() == cover.distinct.len();
    if is_all_flat || cover.fits(body, &points) != Some(true) {
        return None;
    }
    let seams = Seams::of(body, &cover);
    if seams.are_tight() {
        return None;
    }
    let triangles = seams.overlapping.iter().chain(&seams.loose).map(|&triangle| Place::Triangle(index, triangle));
    let edges = seams.bare.iter().map(|&edge| Place::HullEdge(index, edge));
    let message = format!("In {}, {}", tell::body(level, index), seams.words().join("; "));
    let untight = finding(RULE.id, Severity::Warning, triangles.chain(edges).collect(), message);
    Some(match edit::refill_offer(body) {
        Some(offer) => untight.with_fix(offer),
        None => untight,
    })
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    edit::refill(body_of(level, finding)?)
}
