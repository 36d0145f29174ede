//! Rule: triangles run counter-clockwise.
//! Sources: 000 §C.3, 000 §E.1.

use super::convention;
use super::support::cover::Cover;
use super::support::outline::HullOutline;
use super::support::{body_of, each_body, edit, finding, has_gas, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "triangle-orientation",
    title: "Triangle orientation",
    explanation: "The gas needs the area of the body, summed over its triangles without absolute values: a clockwise \
        triangle counts as negative. Clockwise triangles make the gas too strong, and are drawn as flipped. \
        If the sum is right nevertheless, the triangles overlap: some extend outside the hull, and flipped ones \
        compensate for that. Then the gas is right and only the picture is wrong.",
    find,
    fix: Some(fix),
};

fn cover(body: &Body) -> Option<Cover> {
    let points = measure::points(body)?;
    Some(Cover::of(body, &points, &HullOutline::of(body, &points)))
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    if convention::explains_winding(level) {
        return;
    }
    each_body(level, findings, |index, body| {
        if body.triangles.is_empty() {
            return None;
        }
        let cover = cover(body)?;
        if cover.clockwise.is_empty() {
            return None;
        }
        let who = tell::body(level, index);
        let which = tell::list("triangle", &cover.clockwise);
        let places = cover.clockwise.iter().map(|&triangle| Place::Triangle(index, triangle)).collect();
        let verb = if cover.clockwise.len() == 1 { "is" } else { "are" };
        if cover.is_folded {
            let message = format!("In {who}, {which} {verb} flipped, compensating others that extend outside the hull");
            let folded = finding(RULE.id, Severity::Warning, places, message);
            return Some(match edit::refill_offer(body) {
                Some(offer) => folded.with_fix(offer),
                None => folded,
            });
        }
        let severity = if has_gas(body) { Severity::Error } else { Severity::Warning };
        let message = format!("In {who}, {which} of {} {verb} clockwise", body.triangles.len());
        Some(finding(RULE.id, severity, places, message).with_fix("Swap two corners of each"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let cover = cover(body).ok_or("the coordinates are too large")?;
    if cover.is_folded {
        let message = edit::refill(body)?;
        // A centre that cannot be part of a triangle is no longer needed.
        return Ok(match measure::barycentre(body) {
            Some(center) if !body.triangles.iter().flatten().any(|&node| node == center) => {
                edit::remove_nodes(body, &[center]);
                format!("{message}, without the barycentre node")
            }
            _ => message,
        });
    }
    for &triangle in &cover.clockwise {
        body.triangles[triangle].swap(1, 2);
    }
    Ok(format!("turned {}", tell::count(cover.clockwise.len(), "triangle")))
}
