//! Cause: a node that starts so fast, relative to its body, that it goes through it.

use super::{Case, CauseRule, Suspect, consequences};
use crate::debugger::diagnosis::remedies::{free_mass, remedy};
use crate::debugger::diagnosis::{Edit, Problem, Remedy};
use crate::debugger::why::brief;
use crate::geometry::DVec2;
use crate::level::{Level, Motion, Place};
use serde_json::json;

pub(super) const THROWN: CauseRule = CauseRule {
    id: "thrown-node",
    title: "Node starts too fast for its body",
    evidence: "A node that starts with a speed of its own, on which it crosses an eighth of its body in a frame, and a symptom of a lost \
        shape when it has crossed between a quarter of the body and twice the body.",
    find: |case| (0..case.level.bodies.len()).filter_map(|body| find(case, body)).collect(),
};

/// Least part of the body that the node crosses in a frame.
const FAST: f64 = 0.125;
/// Parts of the body that the node has crossed at the first symptom.
const CROSSED: [f64; 2] = [0.25, 2.0];
/// Symptoms of a lost shape.
const SHAPELESS: &[Problem] = &[Problem::Collapse, Problem::Flip, Problem::SelfOverlap, Problem::UnderBraced];

fn find(case: &Case, body: usize) -> Option<Suspect> {
    let (level, name) = (case.level, case.level.quoted_body(body));
    let parts = level.bodies.get(body).filter(|parts| matches!(parts.motion, Motion::Dynamic))?;
    let own = own_velocities(level, body)?;
    let (node, velocity) = own.iter().copied().max_by(|a, b| a.1.length().total_cmp(&b.1.length()))?;
    let direction = velocity.try_normalize()?;
    let along = parts.nodes.iter().map(|node| DVec2::from(node.position).dot(direction));
    let (low, high) = along.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    let size = high - low;
    let part_per_frame = velocity.length() * level.world.frame_time / size;
    let (frame, substep) = super::shape::first_sign(case, body, SHAPELESS)?;
    let frames = frame as f64 + f64::from(substep + 1) / f64::from(level.world.substeps);
    let is_in_time = (CROSSED[0]..=CROSSED[1]).contains(&(part_per_frame * frames));
    if !(part_per_frame >= FAST && is_in_time) {
        return None;
    }
    let text = format!(
        "Node {node} of {name} starts with a speed of {} relative to its body, and would cross the {} of the body in {} frames",
        brief(velocity.length()),
        brief(size),
        brief(1.0 / part_per_frame)
    );
    let suspect = THROWN.evident(Place::Node(body, node), text, [body]).with_signs(SHAPELESS);
    let slower = with_the_body(level, body, &own, velocity.length());
    Some(Suspect { leads: consequences::DEFORMED, ..suspect }.with_remedies(slower))
}

/// Velocities of the free nodes without those of the body as a whole, which moves and turns. None if it has no free node.
fn own_velocities(level: &Level, body: usize) -> Option<Vec<(usize, DVec2)>> {
    let nodes = &level.bodies[body].nodes;
    let free: Vec<(usize, f64)> =
        (0..nodes.len()).filter_map(|node| Some((node, free_mass(level, body, node)?))).collect();
    let mass: f64 = free.iter().map(|(_, mass)| mass).sum();
    let mean =
        |of: &dyn Fn(usize) -> DVec2| free.iter().fold(DVec2::ZERO, |sum, &(node, mass)| sum + of(node) * mass) / mass;
    let (centre, drift) =
        (mean(&|node| DVec2::from(nodes[node].position)), mean(&|node| DVec2::from(nodes[node].velocity)));
    let arm = |node: usize| DVec2::from(nodes[node].position) - centre;
    let relative = |node: usize| DVec2::from(nodes[node].velocity) - drift;
    let spin: f64 = free.iter().map(|&(node, mass)| mass * arm(node).perp_dot(relative(node))).sum();
    let inertia: f64 = free.iter().map(|&(node, mass)| mass * arm(node).length_squared()).sum();
    let rate = if inertia > 0.0 { spin / inertia } else { 0.0 };
    let own = free.iter().map(|&(node, _)| (node, relative(node) - arm(node).perp() * rate));
    (!free.is_empty()).then(|| own.collect())
}

/// Lets the nodes with at least half of the greatest speed of their own start with the rest of the body.
fn with_the_body(level: &Level, body: usize, own: &[(usize, DVec2)], greatest: f64) -> Option<Remedy> {
    let is_fast = |velocity: DVec2| velocity.length() >= 0.5 * greatest;
    let slow: Vec<DVec2> = own
        .iter()
        .filter(|(_, velocity)| !is_fast(*velocity))
        .map(|&(node, _)| DVec2::from(level.bodies[body].nodes[node].velocity))
        .collect();
    if slow.is_empty() {
        return None;
    }
    let velocity = slow.iter().sum::<DVec2>() / slow.len() as f64;
    let fast = own.iter().filter(|(_, velocity)| is_fast(*velocity));
    let edits: Vec<Edit> = fast
        .map(|(node, _)| Edit::set(format!("bodies[{body}].nodes[{node}].velocity"), json!(velocity.to_array())))
        .collect();
    Some(remedy(
        "start-with-the-body",
        format!("Start the nodes of {} that stand out like the others", level.quoted_body(body)),
        "No node then moves against the rest of its body at the start.",
        "The body starts without that push.",
        edits,
    ))
}
