//! Rule: no corner of a hull is sharper than 90°.
//! Source: 000 §E.2.

use super::support::outline::{HullLoop, HullOutline, crossings};
use super::support::{each_body, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::{DVec2, cross};
use crate::level::{Body, EdgeChoice, Level, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "hull-angle",
    title: "Acute angle",
    explanation: "Near a corner under 90° the nearest edge is often not the one that a node crossed, so the contact \
        pushes it out on the wrong side and the bodies interpenetrate. Blunt the corner, or choose the edge by entry \
        (Entry edge), or enable the barycentre rule if the bodies are not strongly concave.",
    find,
    fix: Some(fix),
};

/// Cosine above which a corner counts as acute: 90° plus a tolerance for the rounding of rotated or decimal coordinates.
const ACUTE: f64 = measure::RELATIVE_TOLERANCE;

/// Nodes at acute corners with their angles in degrees, in walking order.
fn acute(found: &HullLoop, points: &[DVec2]) -> Vec<(usize, f64)> {
    let nodes = found.nodes_outside_right();
    let count = nodes.len();
    let corner = |i: usize| {
        let [before, here, after] = [i + count - 1, i, i + 1].map(|i| points[nodes[i % count]]);
        let (back, on) = (before - here, after - here);
        let (dot, turn) = (on.dot(back), cross(on, back));
        // `turn > 0`: the interior angle, from `on` counter-clockwise to `back`, is below 180°.
        let is_acute = turn > 0.0 && dot > ACUTE * (on.length() * back.length());
        is_acute.then(|| (nodes[i], libm::atan2(turn, dot).to_degrees()))
    };
    (0..count).filter_map(corner).collect()
}

fn all_acute(body: &Body) -> Option<Vec<(usize, f64)>> {
    let points = measure::points(body)?;
    let smallest = measure::tolerance(&points) * measure::size(&points);
    let outline = HullOutline::of(body, &points);
    let loops = outline.loops.iter().filter(|found| found.doubled_area.abs() > smallest);
    let corners: Vec<(usize, f64)> = loops.flat_map(|found| acute(found, &points)).collect();
    // A hull that crosses itself has no interior angles.
    if !corners.is_empty() && !crossings(body, &points, 1).is_empty() { None } else { Some(corners) }
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let contact = &level.world.contact;
    if contact.barycentre_rule || contact.edge_choice == EdgeChoice::EntryEdge {
        return;
    }
    each_body(level, findings, |index, body| {
        let corners = all_acute(body)?;
        let &(sharpest, angle) = corners.iter().min_by(|a, b| a.1.total_cmp(&b.1))?;
        let who = tell::body(level, index);
        let message = match corners.len() {
            1 => format!("The hull of {who} has an angle of {}° at node {sharpest}", tell::num(angle)),
            n => {
                let angle = tell::num(angle);
                format!("The hull of {who} has {n} angles under 90°, the sharpest {angle}° at node {sharpest}")
            }
        };
        let mut nodes: Vec<usize> = corners.iter().map(|&(node, _)| node).filter(|&node| node != sharpest).collect();
        nodes.insert(0, sharpest);
        // Fixed parts, such as the ends of a floor or bridge, are rarely where bodies meet.
        let can_move = |&(node, _): &(usize, f64)| is_dynamic(body) && !body.nodes[node].pinned;
        let severity = if corners.iter().any(can_move) { Severity::Warning } else { Severity::Hint };
        let places = nodes.into_iter().map(|node| Place::Node(index, node)).collect();
        Some(finding(RULE.id, severity, places, message).with_fix("Edge choice: Entry edge"))
    });
}

/// Changes the rule instead of the shape, which the author may want as it is.
fn fix(level: &mut Level, _finding: &Finding) -> Result<String, String> {
    let choice = &mut level.world.contact.edge_choice;
    if *choice == EdgeChoice::EntryEdge {
        return Err("the edge choice is already Entry edge".to_string());
    }
    *choice = EdgeChoice::EntryEdge;
    Ok("changed the edge choice to Entry edge".to_string())
}
