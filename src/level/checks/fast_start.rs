//! Rule: no node moves through a whole body within one substep.
//! Source: 000 §D.1.c.

use super::stability::step;
use super::support::{body_index, finding, is_dynamic, measure, tell};
use super::{CheckRule, Finding, Severity};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Level, Motion, Path, Place};

/// The rule.
pub const RULE: CheckRule = CheckRule {
    id: "fast-start",
    title: "Faster than the thinnest body",
    explanation: "Contacts are computed after each substep, assuming small motions. A node that moves farther in a \
        substep than another body is thick can pass through undetected. One that moves half as far \
        is pushed out at the far side. The same holds for the speed that gravity gives a body in the first \
        frame. Use more substeps, or less gravity.",
    find,
    fix: Some(fix),
};

/// Maximum number of substeps that a fix may set.
const MOST_SUBSTEPS: f64 = 10_000.0;

/// Shorter side of the hull's bounding box.
fn thickness(body: &Body) -> Option<f64> {
    let points = measure::points(body)?;
    let bounds = Aabb::around(body.hull.iter().flatten().map(|&node| points[node]));
    (!bounds.is_empty()).then(|| bounds.size().min_element()).filter(|&side| side > 0.0)
}

/// Thicknesses and indices of the two thinnest bodies, and of the two thinnest dynamic bodies; thinnest first.
struct Thinnest {
    all: Vec<(f64, usize)>,
    dynamic: Vec<(f64, usize)>,
}

impl Thinnest {
    fn of(level: &Level) -> Self {
        let thick = |(index, body): (usize, &Body)| Some((thickness(body)?, index));
        let mut all: Vec<(f64, usize)> = level.bodies.iter().enumerate().filter_map(thick).collect();
        all.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        let dynamic = all.iter().copied().filter(|&(_, index)| is_dynamic(&level.bodies[index])).take(2).collect();
        all.truncate(2);
        Self { all, dynamic }
    }
}

/// Fastest hull node of a body and its speed at the start or along its path.
fn fastest(body: &Body) -> Option<(usize, f64)> {
    let speed = |node: usize| DVec2::from_array(body.nodes[node].velocity).length();
    let free = body.hull.iter().flatten().filter(|&&node| !body.nodes[node].pinned);
    match &body.motion {
        Motion::Dynamic => free.map(|&node| (node, speed(node))).max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(&a.0))),
        Motion::Fixed => None,
        Motion::Driven(path) => Some((body.hull.first()?[0], path_speed(path))),
    }
}

/// Maximum speed along a closed path, whose legs all take the same time.
fn path_speed(path: &Path) -> f64 {
    let count = path.points.len();
    let leg = |i: usize| DVec2::from_array(path.points[i]).distance(DVec2::from_array(path.points[(i + 1) % count]));
    (0..count).map(leg).fold(0.0, f64::max) * count as f64 / path.period
}

/// Substeps at which no node moves as far as half the thickness of the thinnest other body.
fn enough(level: &Level, speed: f64, thin: f64) -> Option<u32> {
    let needed = (speed * level.world.frame_time / (thin * 0.5)).floor() + 1.0;
    (needed <= MOST_SUBSTEPS).then_some(needed as u32)
}

/// A body that is too fast for another one.
struct TooFast {
    /// The node that moves, in its body; gravity may also accelerate the body.
    node: usize,
    by_gravity: bool,
    speed: f64,
    /// Thickness of the other body, and its index.
    thin: f64,
    other: usize,
}

/// Fastest node of a body, at the start or after a frame of gravity, and the body that it may pass through; None if it is slow
/// enough.
fn too_fast(level: &Level, index: usize, thinnest: &Thinnest) -> Option<TooFast> {
    let body = &level.bodies[index];
    let (node, own) = fastest(body)?;
    let gained = DVec2::from_array(level.world.gravity).length() * level.world.frame_time;
    let gained = if is_dynamic(body) { gained } else { 0.0 };
    let (by_gravity, speed) = (gained > own, own.max(gained));
    // A driven body only meets dynamic bodies.
    let partners = if is_dynamic(body) { &thinnest.all } else { &thinnest.dynamic };
    let &(thin, other) = partners.iter().find(|&&(_, other)| other != index)?;
    (speed * step(&level.world) > thin).then_some(TooFast { node, by_gravity, speed, thin, other })
}

fn find(level: &Level, findings: &mut Vec<Finding>) {
    let thinnest = Thinnest::of(level);
    for index in 0..level.bodies.len() {
        let Some(TooFast { node, by_gravity, speed, thin, other }) = too_fast(level, index, &thinnest) else {
            continue;
        };
        let (body, far) = (tell::body(level, index), tell::num(speed * step(&level.world)));
        let moves = match by_gravity {
            true => format!("After a frame of gravity, {body} moves {far} in a substep"),
            false => format!("Node {node} of {body} moves {far} in a substep"),
        };
        let message = format!("{moves}, {} is {} thick", tell::body(level, other), tell::num(thin));
        let found = finding(RULE.id, Severity::Warning, vec![Place::Node(index, node), Place::Body(other)], message);
        findings.push(match enough(level, speed, thin) {
            Some(enough) => found.with_fix(format!("Use {enough} substeps")),
            None => found,
        });
    }
}

fn fix(level: &mut Level, finding: &Finding) -> Result<String, String> {
    let index = body_index(level, finding)?;
    let TooFast { speed, thin, .. } = too_fast(level, index, &Thinnest::of(level)).ok_or("it is not too fast")?;
    let enough = enough(level, speed, thin).ok_or("it would need too many substeps")?;
    level.world.substeps = enough;
    Ok(format!("set {enough} substeps"))
}
