//! Rule: the areas of the triangles add up to the area of the hull.
//! Source: 000 §C.3.

use super::support::cover::{Cover, Seams};
use super::support::outline::HullOutline;
use super::support::{body_of, each_body, edit, finding, has_gas, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "triangle-area",
    title: "Area of the triangles",
    explanation: "The pressure of the gas is its amount divided by the area of the triangles, and it pushes on the \
        hull. If the triangles cover more or less than the hull encloses, because some are missing or overlap, the \
        pressure is wrong from the start, and the error grows as the body deforms.",
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
    let hull = cover.hull?;
    if cover.fits(body, &points) != Some(false) {
        return None;
    }
    let seams = Seams::of(body, &cover);
    let mut places = vec![Place::Body(index)];
    places.extend(seams.overlapping.iter().chain(&seams.loose).map(|&triangle| Place::Triangle(index, triangle)));
    places.extend(seams.bare.iter().map(|&edge| Place::HullEdge(index, edge)));
    let mut message = format!(
        "The triangles of {} cover an area of {}, its hull encloses {}",
        tell::body(level, index),
        tell::num(cover.sum / 2.0),
        tell::num(hull / 2.0)
    );
    for word in seams.words() {
        message = format!("{message}; {word}");
    }
    let severity = if has_gas(body) { Severity::Error } else { Severity::Warning };
    let wrong = finding(RULE.id, severity, places, message);
    Some(match edit::refill_offer(body) {
        Some(offer) => wrong.with_fix(offer),
        None => wrong,
    })
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    edit::refill(body_of(level, finding)?)
}
