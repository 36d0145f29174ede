//! Rule: a body whose nodes are all on the hull has a barycentre to be triangulated from.
//! Source: 000 §E.1.

use super::support::outline::{HullLoop, HullOutline};
use super::support::{body_of, each_body, edit, finding, has_gas, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::DVec2;
use crate::level::{Body, Level, Node, Place, Role};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "balloon",
    title: "Balloon without barycentre",
    explanation: "When all nodes are on the hull, the triangles span from hull to hull: when one place is pushed in, \
        some flip and others reach outside, so the body is drawn wrongly although its area stays right. Triangles \
        from a barycentre node (without springs, at a computed position) flip far less often. This works while the \
        barycentre sees the whole hull from inside.",
    find,
    fix: Some(fix),
};

/// Data of a body whose nodes are all on the hull.
struct HullOnlyBody {
    found: HullLoop,
    points: Vec<DVec2>,
    center: DVec2,
    is_braced: bool,
}

fn balloon(body: &Body) -> Option<HullOnlyBody> {
    if !has_gas(body) || body.triangles.is_empty() || measure::barycentre(body).is_some() {
        return None;
    }
    let points = measure::points(body)?;
    let outline = HullOutline::of(body, &points);
    let found = outline.only_loop()?.clone();
    // Three nodes form one triangle, which cannot fold; flattened bodies are handled by another rule.
    if found.nodes.len() < 4 || found.doubled_area.abs() <= measure::tolerance(&points) * measure::size(&points) {
        return None;
    }
    let mut position = vec![None; body.nodes.len()];
    found.nodes.iter().enumerate().for_each(|(i, &node)| position[node] = Some(i));
    let springs = body.springs.iter().map(|spring| (spring.a, spring.b));
    let links: Vec<(usize, usize)> = springs.chain(body.sticks.iter().map(|stick| (stick.a, stick.b))).collect();
    let has_inner = links.iter().any(|&(a, b)| position[a].is_none() || position[b].is_none())
        || body.triangles.iter().flatten().any(|&node| position[node].is_none());
    if has_inner {
        return None;
    }
    let count = found.nodes.len();
    let is_across = |&(a, b): &(usize, usize)| match (position[a], position[b]) {
        (Some(i), Some(j)) => !matches!((i + count - j) % count, 0 | 1) && (j + count - i) % count != 1,
        _ => false,
    };
    let is_braced = links.iter().any(is_across);
    Some(HullOnlyBody { found, center: measure::mean(body)?, points, is_braced })
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    each_body(level, findings, |index, body| {
        let balloon = balloon(body)?;
        let can_fan = edit::is_star_shaped(&balloon.found, &balloon.points, balloon.center);
        if balloon.is_braced && !can_fan {
            return None;
        }
        let who = tell::body(level, index);
        let mut message =
            format!("All {} nodes of {who} are on its hull, and it has no barycentre", balloon.found.nodes.len());
        if !can_fan {
            message += "; not all of its hull is visible from the mean of its masses, so a barycentre would not help";
        }
        let severity = if balloon.is_braced { Severity::Hint } else { Severity::Warning };
        let found = finding(RULE.id, severity, vec![Place::Body(index)], message);
        Some(if can_fan { found.with_fix("Triangles from the barycentre") } else { found })
    });
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let body = body_of(level, finding)?;
    let balloon = balloon(body).ok_or("the body is no longer all hull")?;
    if !edit::is_star_shaped(&balloon.found, &balloon.points, balloon.center) {
        return Err("not all of the hull is visible from the mean of the masses".to_string());
    }
    let center = body.nodes.len();
    body.nodes.push(Node { role: Role::Barycentre, ..Node::at(balloon.center.to_array()) });
    body.triangles = edit::fan(body, &balloon.found, center);
    Ok(format!("added the barycentre, and {} from it", tell::count(body.triangles.len(), "triangle")))
}
