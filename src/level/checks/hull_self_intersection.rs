//! Rule: a hull neither crosses itself nor folds back on itself.
//! Sources: 000 §C.3, 000 §D.1.b.

use super::support::outline::{HullOutline, crossings, folds};
use super::support::{each_body, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::{Body, Level, Place};

/// Maximum number of crossings listed per body.
const LISTED: usize = 100;
/// Areas below this fraction of the squared size count as zero.
const NO_AREA: f64 = 1e-9;

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "hull-self-intersection",
    title: "Hull crosses itself",
    explanation: "Where the hull crosses itself, inside and outside are exchanged: the parity test puts part of the \
        body outside, and the area counts part of it as negative. Two edges that share a node and lie on each other \
        enclose nothing, and rounding decides which of them is outside. Move the nodes apart.",
    find,
    fix: None,
};

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let points = measure::points(body)?;
        let (pairs, folds) = (crossings(body, &points, LISTED), folds(body, &points));
        // If all edges lie on one line, another rule reports the hull.
        if let (true, Some(&(first, second)), false) = (pairs.is_empty(), folds.first(), is_flat(body, &points)) {
            let message = format!("In {}, hull edges {first} and {second} lie on each other", tell::body(level, index));
            let places = [first, second].map(|edge| Place::HullEdge(index, edge)).to_vec();
            return Some(finding(RULE.id, Severity::Error, places, message));
        }
        let Some(&(first, second)) = pairs.first() else { return tangled(level, index, body, &points, "") };
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
        let tangled = if pairs.len() < LISTED { None } else { tangled(level, index, body, &points, &message) };
        Some(tangled.unwrap_or_else(|| finding(RULE.id, Severity::Error, places, message)))
    });
}

/// True if the hull has nearly no area.
fn is_flat(body: &Body, points: &[DVec2]) -> bool {
    let ends = || body.hull.iter().map(|&[a, b]| (points[a], points[b]));
    let size = Aabb::around(ends().map(|(a, _)| a)).size().max_element();
    let Some((origin, _)) = ends().next() else { return true };
    polygon::doubled_area_of_edges(ends(), origin).abs() <= NO_AREA * size * size
}

/// Reports a hull whose loops overlap too much for the rules about loops and areas, which skip it.
fn tangled(level: &Level, index: usize, body: &Body, points: &[DVec2], before: &str) -> Option<Finding> {
    let count = HullOutline::of(body, points).tangled;
    if count == 0 {
        return None;
    }
    let text = format!(
        "the {count} loops of the hull overlap too much to identify holes; the rules about loops and areas are skipped"
    );
    let message = if before.is_empty() {
        format!("In {}, {text}", tell::body(level, index))
    } else {
        format!("{before}; {text}")
    };
    let edge = Place::HullEdge(index, 0);
    Some(finding(RULE.id, Severity::Error, vec![edge], message))
}
