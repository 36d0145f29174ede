//! Rule: decor has its outside on the right, and a container has walls.
//! Sources: 000 §D.1, 000 §D.1.b, 000 §D.1.c.

use super::convention;
use super::hull_orientation::{places, reverse, words, wrong_loops};
use super::support::outline::{HullLoop, HullOutline, contains};
use super::support::{body_index, each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Level, Motion, Node};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "inverted-container",
    title: "Inverted container",
    explanation: "A container is a body like any other: blobs stand outside of it. So it is a frame, whose outer loop \
        runs counter-clockwise and whose inner loop runs clockwise, or several walls. A clockwise loop alone does not \
        keep blobs in: they count as inside the body, and no edge has them on its left to push them out.",
    find,
    fix: Some(fix),
};

/// Thickness of a frame drawn round a loop, as a fraction of the loop's size.
const THICKNESS: f64 = 0.1;

fn find(level: &Level, findings: &mut Vec<Finding>) {
    if convention::explains_winding(level) {
        return;
    }
    each_body(level, findings, |index, body| {
        if is_dynamic(body) {
            return None;
        }
        let loops = wrong_loops(body)?;
        if loops.is_empty() {
            return None;
        }
        let message = format!("In {}, {}", tell::body(level, index), words(&loops));
        let wrong = finding(RULE.id, Severity::Error, places(index, &loops), message);
        Some(match hole_without_walls(level, index) {
            Some(_) => wrong.with_fix("Put walls round it, since there is something inside"),
            None => wrong.with_fix(format!("Reverse {}", tell::count(loops.len(), "loop"))),
        })
    });
}

/// Returns the only loop of the body if a moving part lies inside it: the loop was meant as the inner side of walls.
fn hole_without_walls(level: &Level, index: usize) -> Option<HullLoop> {
    let body = &level.bodies[index];
    let points = measure::points(body)?;
    let outline = HullOutline::of(body, &points);
    let found = outline.only_loop()?;
    let bounds = Aabb::around(found.nodes.iter().map(|&node| points[node]));
    let is_inside = |at: DVec2| bounds.contains(at) && contains(found, &points, at);
    let mut moving = level.bodies.iter().filter(|other| is_dynamic(other)).flat_map(|other| &other.nodes);
    let mut discs = level.discs.iter().filter(|disc| matches!(disc.motion, Motion::Dynamic));
    let is_used = moving.any(|node| is_inside(DVec2::from_array(node.position)))
        || discs.any(|disc| is_inside(DVec2::from_array(disc.position)));
    is_used.then(|| found.clone())
}

/// True if the body is decor that [`find`] reports.
pub(super) fn is_inverted(body: &Body) -> bool {
    !is_dynamic(body) && wrong_loops(body).is_some_and(|loops| !loops.is_empty())
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let index = body_index(level, finding)?;
    let loops = wrong_loops(&level.bodies[index]).ok_or("the hull crosses itself")?;
    let Some(found) = hole_without_walls(level, index) else {
        return Ok(reverse(&mut level.bodies[index], &loops));
    };
    let body = &mut level.bodies[index];
    let corners = found.nodes.iter().map(|&node| DVec2::from_array(body.nodes[node].position));
    let bounds = Aabb::around(corners);
    let Aabb { min, max } = bounds.expanded(bounds.size().max_element() * THICKNESS);
    let first = body.nodes.len();
    body.nodes.extend([[min.x, min.y], [max.x, min.y], [max.x, max.y], [min.x, max.y]].map(Node::at));
    body.hull.extend([0, 1, 2, 3].map(|i| [first + i, first + (i + 1) % 4]));
    Ok("put walls round the loop".to_string())
}
