//! Rule: springs are drawn at approximately their rest length.
//! Source: 000 §C.2.a.

use super::support::{body_of, each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "rest-length",
    title: "Rest length",
    explanation: "A spring that is drawn longer or shorter than its rest length pulls or pushes from the first step \
        on. This may be intended, to contain gas or to pre-stress a shape. More often, nodes were moved and the \
        springs were not updated.",
    find,
    fix: Some(fix),
};

/// Tolerated difference of drawn length and rest length, as a fraction of the longer one.
const TOLERANCE: f64 = 0.05;

/// Springs outside the tolerance, with their drawn lengths; springs of zero length are left to another rule.
fn off(body: &Body) -> Option<Vec<(usize, f64)>> {
    let points = measure::points(body)?;
    let smallest = measure::tolerance(&points);
    let drawn = |i: usize| points[body.springs[i].a].distance(points[body.springs[i].b]);
    let is_off = |&(i, drawn): &(usize, f64)| {
        let rest = body.springs[i].rest_length;
        drawn > smallest && (drawn - rest).abs() > TOLERANCE * drawn.max(rest)
    };
    Some((0..body.springs.len()).map(|i| (i, drawn(i))).filter(is_off).collect())
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        if !is_dynamic(body) {
            return None;
        }
        let off = off(body)?;
        let share = |&(i, drawn): &(usize, f64)| {
            let rest = body.springs[i].rest_length;
            (drawn - rest).abs() / drawn.max(rest)
        };
        let &(worst, drawn) = off.iter().max_by(|a, b| share(a).total_cmp(&share(b)))?;
        let who = tell::body(level, index);
        let rest = tell::num(body.springs[worst].rest_length);
        let drawn = tell::num(drawn);
        let message = match off.len() {
            1 => format!("In {who}, spring {worst} is drawn {drawn} long, its rest length is {rest}"),
            n => format!(
                "In {who}, {n} of {} springs are drawn off their rest length, most of all spring {worst}: {drawn} long, {rest} at rest",
                body.springs.len()
            ),
        };
        let mut springs: Vec<usize> = off.iter().map(|&(i, _)| i).filter(|&i| i != worst).collect();
        springs.insert(0, worst);
        let places = springs.into_iter().map(|spring| Place::Spring(index, spring)).collect();
        Some(finding(RULE.id, Severity::Hint, places, message).with_fix("Lengths as drawn"))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let off = off(body).ok_or("the coordinates are too large")?;
    for &(spring, drawn) in &off {
        body.springs[spring].rest_length = drawn;
    }
    Ok(format!("set the drawn length of {} as rest length", tell::count(off.len(), "spring")))
}
