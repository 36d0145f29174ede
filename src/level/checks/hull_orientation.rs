//! Rule: the hull of a moving body has the outside on its right.
//! Sources: 000 §C.3, 000 §D.1.c.

use super::convention;
use super::support::outline::{HullLoop, HullOutline, crossings};
use super::support::{body_of, each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "hull-orientation",
    title: "Hull orientation",
    explanation: "Every hull edge must have the outside on its right: an outer loop runs counter-clockwise, a hole \
        clockwise. Otherwise the gas pulls the hull inwards, and contacts push nodes further in or find no edge.",
    find,
    fix: Some(fix),
};

/// Loops whose edges agree with each other but have the wrong orientation.
pub(super) fn wrong_loops(body: &Body) -> Option<Vec<HullLoop>> {
    let points = measure::points(body)?;
    let outline = HullOutline::of(body, &points);
    let smallest = measure::tolerance(&points) * measure::size(&points);
    let is_wrong = |l: &HullLoop| l.against.is_empty() && l.doubled_area.abs() > smallest && !l.walk_is_right();
    let wrong: Vec<HullLoop> = outline.loops.into_iter().filter(is_wrong).collect();
    // A hull that crosses itself has no unique inside.
    if !wrong.is_empty() && !crossings(body, &points, 1).is_empty() { None } else { Some(wrong) }
}

/// Reverses all edges of the loops and describes the change.
pub(super) fn reverse(body: &mut Body, loops: &[HullLoop]) -> String {
    let edges: Vec<usize> = loops.iter().flat_map(|found| found.edges.iter().copied()).collect();
    for &edge in &edges {
        body.hull[edge].reverse();
    }
    format!("reversed {} with {}", tell::count(loops.len(), "loop"), tell::count(edges.len(), "hull edge"))
}

/// Places of one finding: all edges of the loops, in ascending order.
pub(super) fn places(index: usize, loops: &[HullLoop]) -> Vec<Place> {
    let mut edges: Vec<usize> = loops.iter().flat_map(|found| found.edges.iter().copied()).collect();
    edges.sort_unstable();
    edges.into_iter().map(|edge| Place::HullEdge(index, edge)).collect()
}

/// Describes the wrong loops.
pub(super) fn words(loops: &[HullLoop]) -> String {
    let part = |found: &HullLoop| {
        let (kind, way) = if found.is_hole { ("hole", "counter-clockwise") } else { ("outer loop", "clockwise") };
        let area = tell::num(found.doubled_area.abs() / 2.0);
        format!("the {kind} at hull edge {} (area {area}) runs {way}", found.edges[0])
    };
    let mut words: Vec<String> = loops.iter().take(3).map(part).collect();
    if loops.len() > 3 {
        words.push(format!("{} more loops run the wrong way", loops.len() - 3));
    }
    words.join(", ")
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    if convention::explains_winding(level) {
        return;
    }
    each_body(level, findings, |index, body| {
        if !is_dynamic(body) {
            return None;
        }
        let loops = wrong_loops(body)?;
        if loops.is_empty() {
            return None;
        }
        let message = format!("In {}, {}", tell::body(level, index), words(&loops));
        let wrong = finding(RULE.id, Severity::Error, places(index, &loops), message);
        Some(wrong.with_fix(format!("Reverse {}", tell::count(loops.len(), "loop"))))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let loops = wrong_loops(body).ok_or("the hull crosses itself")?;
    Ok(reverse(body, &loops))
}
