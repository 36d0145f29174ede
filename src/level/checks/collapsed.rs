//! Rule: a body with gas has an area at the start.
//! Source: 000 §C.3.

use super::support::cover::Cover;
use super::support::outline::HullOutline;
use super::support::{each_body, finding, has_gas, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "collapsed",
    title: "Collapsed at the start",
    explanation: "Pressure is gas divided by area. All triangles of this body are flat, so its area is \
        zero: the gas exerts no force, and the body counts as collapsed from the start.",
    find,
    fix: None,
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        if !has_gas(body) || body.triangles.is_empty() || body.hull.is_empty() {
            return None;
        }
        let points = measure::points(body)?;
        let cover = Cover::of(body, &points, &HullOutline::of(body, &points));
        let is_flat =
            cover.flat.len() == cover.distinct.len() && cover.hull.is_some_and(|hull| hull.abs() <= cover.tolerance);
        let who = tell::sentence(tell::body(level, index));
        let message = format!("{who} has gas {}, but its triangles have no area", tell::num(body.gas));
        is_flat.then(|| finding(RULE.id, Severity::Error, vec![Place::Body(index)], message))
    });
}
