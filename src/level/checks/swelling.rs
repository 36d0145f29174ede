//! Rule: the gas does not inflate the body to a multiple of its size.
//! Sources: 000 §C.2, 000 §C.3.

use super::support::cover::Cover;
use super::support::outline::HullOutline;
use super::support::{each_body, finding, has_gas, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::DVec2;
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "swelling",
    title: "Too much gas",
    explanation: "Scaled by s, the springs of a body store the energy Σ ½k(s·d - L)² and its gas -gas·ln(s²). Both \
        are in balance where s²·Σkd² - s·ΣkdL = 2·gas. If s is far above 1, the body jumps to a multiple of its drawn \
        size when the level runs. Use less gas, stiffer springs or a larger drawing.",
    find,
    fix: None,
};

/// Scales that give a hint and a warning.
const HINT: f64 = 1.5;
const WARNING: f64 = 3.0;

/// Scale at which springs and gas balance; None if other forces hold the body too.
fn balance(body: &Body, points: &[DVec2]) -> Option<f64> {
    if !body.sticks.is_empty() || body.nodes.iter().any(|node| node.pinned) || body.springs.is_empty() {
        return None;
    }
    let (mut squares, mut products) = (0.0, 0.0);
    for spring in &body.springs {
        let drawn = points[spring.a].distance(points[spring.b]);
        squares += spring.stiffness * drawn * drawn;
        products += spring.stiffness * drawn * spring.rest_length;
    }
    let scale = (products + (products * products + 8.0 * squares * body.gas).sqrt()) / (2.0 * squares);
    (squares > 0.0 && scale.is_finite()).then_some(scale)
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        if !has_gas(body) || body.triangles.is_empty() || body.hull.is_empty() {
            return None;
        }
        let points = measure::points(body)?;
        let scale = balance(body, &points).filter(|&scale| scale > HINT)?;
        let cover = Cover::of(body, &points, &HullOutline::of(body, &points));
        if cover.sum <= cover.tolerance {
            return None;
        }
        let severity = if scale > WARNING { Severity::Warning } else { Severity::Hint };
        let who = tell::body(level, index);
        let message = format!(
            "The gas {} of {who} is in balance with its springs at {} times the drawn size",
            tell::num(body.gas),
            tell::num(scale)
        );
        Some(finding(RULE.id, severity, vec![Place::Body(index)], message))
    });
}
