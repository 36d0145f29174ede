//! Rule: springs, sticks and hull edges have a length.
//! Sources: 000 §C.2, 000 §D.2, 004.

use super::support::{body_of, each_body, edit, finding, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::level::{Body, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "zero-length",
    title: "Zero length",
    explanation: "A spring pulls along the direction between its ends, a stick corrects along it and a contact \
        pushes across its edge: between two coincident nodes there is no direction. The spring exerts no force; \
        the edge stops nothing.",
    find,
    fix: Some(fix),
};

/// Indices of springs, sticks and hull edges without length.
struct Short {
    springs: Vec<usize>,
    sticks: Vec<usize>,
    hull: Vec<usize>,
}

fn short(body: &Body) -> Option<Short> {
    let points = measure::points(body)?;
    let tolerance = coincidence(&points);
    let is_short = |a: usize, b: usize| a == b || points[a].distance(points[b]) <= tolerance;
    let of = |count: usize, ends: &dyn Fn(usize) -> (usize, usize)| {
        (0..count).filter(|&i| is_short(ends(i).0, ends(i).1)).collect::<Vec<usize>>()
    };
    Some(Short {
        springs: of(body.springs.len(), &|i| (body.springs[i].a, body.springs[i].b)),
        sticks: of(body.sticks.len(), &|i| (body.sticks[i].a, body.sticks[i].b)),
        hull: of(body.hull.len(), &|i| (body.hull[i][0], body.hull[i][1])),
    })
}

/// Distance below which two nodes coincide. It is a thousandth of the general tolerance, since very close nodes may be
/// intended.
pub(super) fn coincidence(points: &[crate::geometry::DVec2]) -> f64 {
    measure::tolerance(points) * 1e-3
}

impl Short {
    fn places(&self, body: usize) -> Vec<Place> {
        let springs = self.springs.iter().map(|&i| Place::Spring(body, i));
        let sticks = self.sticks.iter().map(|&i| Place::Stick(body, i));
        springs.chain(sticks).chain(self.hull.iter().map(|&i| Place::HullEdge(body, i))).collect()
    }

    fn words(&self) -> String {
        let lists = [("spring", &self.springs), ("stick", &self.sticks), ("hull edge", &self.hull)];
        let words: Vec<String> =
            lists.iter().filter(|(_, list)| !list.is_empty()).map(|(noun, list)| tell::list(noun, list)).collect();
        words.join(", ")
    }

    /// True if the elements can be removed: springs, sticks, and edges from a node to itself. Removing any other edge would
    /// leave a gap.
    fn can_be_left_out(&self, body: &Body) -> bool {
        self.hull.iter().all(|&edge| body.hull[edge][0] == body.hull[edge][1])
    }
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let short = short(body)?;
        let places = short.places(index);
        if places.is_empty() {
            return None;
        }
        let verb = if places.len() == 1 { "has" } else { "have" };
        let message = format!("In {}, {} {verb} no length", tell::body(level, index), short.words());
        let severity = if short.hull.is_empty() { Severity::Warning } else { Severity::Error };
        let offer = if short.can_be_left_out(body) {
            format!("Remove {}", short.words())
        } else {
            "Merge the nodes in the same place".to_string()
        };
        Some(finding(RULE.id, severity, places, message).with_fix(offer))
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let short = short(body).ok_or("the coordinates are too large")?;
    if short.can_be_left_out(body) {
        edit::leave_out(&mut body.springs, &short.springs);
        edit::leave_out(&mut body.sticks, &short.sticks);
        edit::leave_out(&mut body.hull, &short.hull);
        return Ok(format!("removed {}", short.words()));
    }
    let pairs: Vec<(usize, usize)> = short.hull.iter().map(|&edge| (body.hull[edge][0], body.hull[edge][1])).collect();
    let before = body.nodes.len();
    edit::merge_nodes(body, &pairs);
    Ok(format!("merged {}", tell::count(before - body.nodes.len(), "node")))
}
