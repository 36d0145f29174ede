//! Rule: a hull does not cross itself.
//!
//! Must never know: other rules, the engine, the screen.

use super::support::outline::crossings;
use super::support::{each_body, finding, measure, tell};
use super::{Finding, Rule, Severity};
use crate::level::{Level, Place};

/// Crossings listed per body; a tangle is one finding, not thousands.
const LISTED: usize = 100;

/// The rule.
pub const RULE: Rule = Rule {
    id: "hull-self-intersection",
    title: "Hull crosses itself",
    explanation: "Where the hull crosses itself, inside and outside change places: the parity test (000 §D.1.b) calls part of \
        the body outside, and the area (000 §C.3) counts part of it as negative. Move the nodes apart.",
    find,
    fix: None,
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let points = measure::points(body)?;
        let pairs = crossings(body, &points, LISTED);
        let &(first, second) = pairs.first()?;
        let more = match pairs.len() {
            1 => String::new(),
            n if n < LISTED => format!(", and {} more", tell::count(n - 1, "pair")),
            _ => ", and many more pairs".to_string(),
        };
        let who = tell::body(level, index);
        let message = format!("In {who}, hull edges {first} and {second} cross{more}");
        let mut edges: Vec<usize> = pairs.iter().flat_map(|&(i, j)| [i, j]).collect();
        edges.sort_unstable();
        edges.dedup();
        let places = edges.into_iter().map(|edge| Place::HullEdge(index, edge)).collect();
        Some(finding(RULE.id, Severity::Error, places, message))
    });
}
