//! Rule: a body with triangles has a hull.
//! Sources: 000 §C.3, 000 §D.

use super::support::cover::{Cover, border};
use super::support::outline::HullOutline;
use super::support::{body_of, each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "missing-hull",
    title: "Missing hull",
    explanation: "Gas pushes on hull edges and contacts are between hulls: a body with triangles and without a \
        hull looks solid but falls through everything, and its gas has no effect.",
    find,
    fix: Some(fix),
};

/// Border of the triangles, if it is closed and can serve as the hull.
fn border_of(body: &Body) -> Option<Vec<[usize; 2]>> {
    let points = measure::points(body)?;
    let cover = Cover::of(body, &points, &HullOutline::of(body, &points));
    let hull = border(body, &cover);
    let center = measure::barycentre(body);
    if hull.iter().flatten().any(|&node| Some(node) == center) {
        return None;
    }
    let candidate = Body { hull: hull.clone(), ..body.clone() };
    HullOutline::of(&candidate, &points).is_closed().then_some(hull)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        if !is_dynamic(body) || body.triangles.is_empty() || !body.hull.is_empty() {
            return None;
        }
        let who = tell::sentence(tell::body(level, index));
        let message = format!("{who} has {} and no hull", tell::count(body.triangles.len(), "triangle"));
        let found = finding(RULE.id, Severity::Warning, vec![Place::Body(index)], message);
        Some(match border_of(body) {
            Some(hull) => found.with_fix(format!("Make the border of the triangles the hull, {} edges", hull.len())),
            None => found,
        })
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    if !body.hull.is_empty() {
        return Err("the body has a hull".to_string());
    }
    body.hull = border_of(body).ok_or("the border of the triangles is not closed")?;
    Ok(format!("made a hull of {}", tell::count(body.hull.len(), "edge")))
}
