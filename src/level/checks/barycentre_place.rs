//! Rule: the barycentre is drawn at the mean of the masses.
//! Source: 000 §E.1.

use super::support::{body_of, each_body, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::DVec2;
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "barycentre-place",
    title: "Misplaced barycentre",
    explanation: "The position of a barycentre node is computed: the mass-weighted mean of the body's masses. \
        If drawn elsewhere, it jumps there in the first step, so the picture at rest differs from the run.",
    find,
    fix: Some(fix),
};

/// Index of the barycentre, its drawn position and its computed position, if the two differ.
fn misplaced(body: &Body) -> Option<(usize, DVec2, DVec2)> {
    let index = measure::barycentre(body)?;
    let points = measure::points(body)?;
    let (drawn, mean) = (DVec2::from_array(body.nodes[index].position), measure::mean(body)?);
    // The size of the drawing is measured with the barycentre at its computed position.
    let rounding = mean.abs().max_element() * 1e-12;
    (drawn.distance(mean) > measure::tolerance(&points) + rounding).then_some((index, drawn, mean))
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let (node, drawn, mean) = misplaced(body)?;
        let message = format!(
            "The barycentre of {} is drawn at {}, {} from the mean of its masses at {}",
            tell::body(level, index),
            tell::point(drawn),
            tell::num(drawn.distance(mean)),
            tell::point(mean)
        );
        let found = finding(RULE.id, Severity::Warning, vec![Place::Node(index, node)], message);
        Some(found.with_fix(format!("Move it to {}", tell::point(mean))))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let (node, _, mean) = misplaced(body).ok_or("the barycentre is at its computed position")?;
    body.nodes[node].position = mean.to_array();
    Ok(format!("moved the barycentre to {}", tell::point(mean)))
}
