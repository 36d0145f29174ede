//! Rule: sticks are drawn at their length.
//! Source: 004.

use super::support::{body_of, each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "stick-length",
    title: "Stick length",
    explanation: "A stick corrects the distance of its ends at once. If drawn longer or shorter, it jumps in \
        the first substep, and the jump becomes velocity.",
    find,
    fix: Some(fix),
};

/// Tolerated difference of drawn length and length, as a fraction of the longer one.
const TOLERANCE: f64 = 0.01;

/// Sticks outside the tolerance, with their drawn lengths.
fn off(body: &Body) -> Option<Vec<(usize, f64)>> {
    let points = measure::points(body)?;
    let smallest = measure::tolerance(&points);
    let drawn = |i: usize| points[body.sticks[i].a].distance(points[body.sticks[i].b]);
    let is_off = |&(i, drawn): &(usize, f64)| {
        let length = body.sticks[i].length;
        drawn > smallest && (drawn - length).abs() > TOLERANCE * drawn.max(length)
    };
    Some((0..body.sticks.len()).map(|i| (i, drawn(i))).filter(is_off).collect())
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        if !is_dynamic(body) {
            return None;
        }
        let off = off(body)?;
        let &(first, drawn) = off.first()?;
        let more = match off.len() - 1 {
            0 => String::new(),
            n => format!(", and {} more are off", tell::count(n, "stick")),
        };
        let message = format!(
            "In {}, stick {first} is drawn {} long, its length is {}{more}",
            tell::body(level, index),
            tell::num(drawn),
            tell::num(body.sticks[first].length)
        );
        let places = off.iter().map(|&(stick, _)| Place::Stick(index, stick)).collect();
        Some(finding(RULE.id, Severity::Warning, places, message).with_fix("Lengths as drawn"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let off = off(body).ok_or("the coordinates are too large")?;
    for &(stick, drawn) in &off {
        body.sticks[stick].length = drawn;
    }
    Ok(format!("set the drawn length of {}", tell::count(off.len(), "stick")))
}
