//! Rule: a barycentre node is a corner of triangles.
//! Sources: 000 §E.1, 000 §E.2.

use super::support::{body_of, each_body, edit, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "barycentre-idle",
    title: "Idle barycentre",
    explanation: "A barycentre node exists as a corner of triangles. Without triangles it has no effect: \
        the barycentre rule of contacts computes the mean of the masses by itself.",
    find,
    fix: Some(fix),
};

fn idle(body: &Body) -> Option<usize> {
    measure::mean(body)?;
    let center = measure::barycentre(body)?;
    // A body without any triangles needs triangles, not a smaller node list.
    let lacks_triangles = body.triangles.is_empty() && !body.hull.is_empty();
    let is_used = body.triangles.iter().flatten().any(|&node| node == center);
    (!is_used && !lacks_triangles).then_some(center)
}

/// Returns the body's triangles as a fan from the barycentre, if one is possible.
fn with_new_triangles(body: &Body, center: usize) -> Option<Vec<[usize; 3]>> {
    let triangles = edit::triangles_in_hull(body).ok()?;
    triangles.iter().flatten().any(|&node| node == center).then_some(triangles)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let center = idle(body)?;
        let message = format!("The barycentre of {}, node {center}, is in no triangle", tell::body(level, index));
        let found = finding(RULE.id, Severity::Hint, vec![Place::Node(index, center)], message);
        Some(match with_new_triangles(body, center) {
            Some(triangles) => {
                found.with_fix(format!("Fill the hull with {} that use it", tell::count(triangles.len(), "triangle")))
            }
            None => found.with_fix(format!("Remove node {center}")),
        })
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let center = idle(body).ok_or("the barycentre is in use")?;
    if let Some(triangles) = with_new_triangles(body, center) {
        body.triangles = triangles;
        return Ok(format!("filled the hull with {}", tell::count(body.triangles.len(), "triangle")));
    }
    edit::remove_nodes(body, &[center]);
    Ok("removed the barycentre".to_string())
}
