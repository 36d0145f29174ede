//! Remedies shared by several detectors and causes.

mod apart;
mod part;
mod triangles;

pub use apart::separate;
pub use part::*;
pub use triangles::*;

use super::{Diagnosed, Edit, Remedy};
use crate::debugger::why::number;
use crate::geometry::{DVec2, cross, polygon};
use crate::level::checks;
use crate::level::{Body, Decor, Integrator, Level, Place, Role, Spring};
use serde_json::json;

pub(super) fn remedy(id: &'static str, label: impl Into<String>, why: &str, cost: &str, edits: Vec<Edit>) -> Remedy {
    Remedy { id, label: label.into(), why: why.to_owned(), cost: cost.to_owned(), edits }
}

/// Edge choice by the crossed edge.
pub fn entry_edge() -> Remedy {
    remedy(
        "entry-edge",
        "Edge choice: Entry edge",
        "A node leaves by the edge that it crossed, even if another edge is nearer.",
        "A swept test for each node inside a hull. If no edge was crossed, the nearest one is used.",
        vec![Edit::set("world.contact.edge_choice", "EntryEdge")],
    )
}

/// Edge choice by distance.
pub fn distance() -> Remedy {
    remedy(
        "distance",
        "Edge choice: Distance",
        "Every edge has a distance, even beyond its ends, so an eligible edge always exists.",
        "Near a corner the nearest edge may be the wrong one.",
        vec![Edit::set("world.contact.edge_choice", "Distance")],
    )
}

/// Switches the barycentre rule on.
pub fn barycentre_rule() -> Remedy {
    remedy(
        "barycentre-rule",
        "Switch the barycentre rule on",
        "An edge is eligible only if the barycentre of the other body is on its outside. That excludes the wrong edge.",
        "For convex bodies only: a body that reaches around another is pulled through it.",
        vec![Edit::set("world.contact.barycentre_rule", true)],
    )
}

/// Switches the barycentre rule off.
pub fn without_barycentre_rule() -> Remedy {
    remedy(
        "without-barycentre-rule",
        "Switch the barycentre rule off",
        "The barycentre of a concave body may be behind the edge that its node hit. The rule then excludes that edge.",
        "Near corners the nearest edge may be the wrong one again, unless the edge choice is Entry edge.",
        vec![Edit::set("world.contact.barycentre_rule", false)],
    )
}

/// Response to approaching contacts only.
pub fn approaching_only() -> Remedy {
    remedy(
        "approaching-only",
        "Respond only to approaching contacts",
        "Impulse and friction act only on nodes that move inwards. Leaving nodes keep their speed.",
        "None, but it deviates from the source.",
        vec![Edit::set("world.contact.approaching_only", true)],
    )
}

/// The `Weighted` response, which shares an impulse by the position on the edge.
pub fn weighted_response() -> Remedy {
    remedy(
        "weighted-response",
        "Share impulses by the position on the edge (Weighted)",
        "Each end of an edge gets its share by the position of the node between them, so the torque is right.",
        "Contacts deviate from the source.",
        vec![Edit::set("world.contact.response", "Weighted")],
    )
}

/// Repositioning of a fraction of the depth per substep.
pub fn softer_repositioning() -> Remedy {
    remedy(
        "softer-repositioning",
        "Reposition nodes by a fifth of their depth per substep",
        "Connected nodes follow meanwhile, so repositioning stretches springs and lifts weight much less.",
        "Bodies that are pressed together overlap slightly.",
        vec![Edit::set("world.contact.repositioning", json!({ "fraction": 0.2, "slop": 0.0 }))],
    )
}

/// Switches self-contact on.
pub fn self_contact() -> Remedy {
    remedy(
        "self-contact",
        "Switch self-contact on",
        "A node that enters its own hull through another edge is pushed back.",
        "Some computation time for each moving body.",
        vec![Edit::set("world.contact.self_contact", true)],
    )
}

/// Multiplies the substeps.
pub fn substeps(level: &Level, times: f64, why: &str) -> Remedy {
    let many = (f64::from(level.world.substeps) * times).ceil().min(100_000.0) as u32;
    remedy(
        "substeps",
        format!("Use {many} substeps"),
        &capital(&format!("{why}.")),
        &format!("{} times the computation time per frame.", number(f64::from(many) / f64::from(level.world.substeps))),
        vec![Edit::set("world.substeps", many)],
    )
}

/// The number of substeps that the checks require for all springs and links, at least that of the level. None if it is too large
/// for them.
pub fn required_substeps(level: &Level) -> Option<u32> {
    requirement(level).map(|(many, _)| many)
}

/// The number of [`required_substeps`], and the finding that requires the most.
fn requirement(level: &Level) -> Option<(u32, Option<checks::Finding>)> {
    let (mut many, mut most) = (level.world.substeps, None);
    for rule in checks::ALL.iter().filter(|rule| ["stability", "link-stability"].contains(&rule.id)) {
        let mut findings = Vec::new();
        (rule.find)(level, &mut findings);
        for finding in &findings {
            // Each finding requires the substeps of its body or link.
            let mut copy = level.clone();
            rule.fix?(&mut copy, finding).ok()?;
            if copy.world.substeps > many {
                (many, most) = (copy.world.substeps, Some(finding.clone()));
            }
        }
    }
    Some((many, most))
}

/// The number of substeps that the checks require. Unchanged if there is no finding, or if it is too large for them.
pub fn enough_substeps(level: &Level) -> Remedy {
    let (many, most) = requirement(level).unwrap_or((level.world.substeps, None));
    let part = most.and_then(|finding| part::needing(level, *finding.places.first()?));
    let required = part.map_or(String::new(), |part| format!(", as required by {part}"));
    remedy(
        "enough-substeps",
        format!("Use {many} substeps{required}"),
        "An oscillation stays bounded only for h·ω below 2; with damping, for h²·k/m + 2h·c/m below 4.",
        &format!("{} times the computation time per frame.", number(f64::from(many) / f64::from(level.world.substeps))),
        vec![Edit::set("world.substeps", many)],
    )
}

/// A small drag.
pub fn damped(level: &Level) -> Remedy {
    remedy(
        "drag",
        "Reduce every speed by one percent per substep",
        "Drag removes the energy that the fault adds.",
        "All motion is damped: falling bodies have a terminal speed.",
        vec![Edit::set("world.velocity_retention", 0.99 * level.world.velocity_retention)],
    )
}

/// The integrator of 000.
pub fn semi_implicit() -> Remedy {
    remedy(
        "semi-implicit",
        "Use semi-implicit Euler",
        "It computes the position from the new velocity, so an oscillation keeps its amplitude.",
        "None.",
        vec![Edit::set("world.integrator", json!(Integrator::SemiImplicitEuler))],
    )
}

/// Event-driven discs.
pub fn swept_discs() -> Remedy {
    remedy(
        "swept-discs",
        "Use swept discs",
        "The path of a disc between two substeps is tested too, so no disc misses a wall at any speed.",
        "Some computation time for each impact.",
        vec![Edit::set("world.discs", "Swept")],
    )
}

/// Reduces the stiffness of springs to a quarter.
pub fn softer(level: &Level, found: &Diagnosed) -> Remedy {
    let edits = springs_of(level, found, |at, spring| Edit::set(format!("{at}.stiffness"), 0.25 * spring.stiffness));
    remedy(
        "softer",
        "Reduce the stiffness of the springs to a quarter",
        "This halves h·ω.",
        "The body yields four times as far under the same load.",
        edits,
    )
}

/// Damps springs as well as the step allows: 2h·c/m becomes a quarter; the limit for all springs of a node together is
/// 4.
pub fn more_damping(level: &Level, found: &Diagnosed) -> Remedy {
    let h = level.world.frame_time / f64::from(level.world.substeps);
    let edits = springs_of(level, found, |at, spring| {
        let body = &level.bodies[at.body];
        let weight: f64 = [spring.a, spring.b]
            .into_iter()
            .filter_map(|node| match (body.nodes[node].role, body.nodes[node].pinned) {
                (Role::Mass(mass), false) => Some(1.0 / mass),
                _ => None,
            })
            .sum();
        let bearable = if weight > 0.0 { 0.125 / (h * weight) } else { 0.0 };
        Edit::set(format!("{at}.damping"), spring.damping.max(bearable))
    });
    remedy(
        "more-damping",
        "Damp the springs",
        "An oscillation loses a part of its energy in each substep.",
        "The body responds more slowly, and damping counts towards the limit of the step.",
        edits,
    )
}

/// Path of a spring in the document.
struct SpringAt {
    body: usize,
    spring: usize,
}

impl std::fmt::Display for SpringAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "bodies[{}].springs[{}]", self.body, self.spring)
    }
}

/// One edit for each spring of the affected bodies.
fn springs_of(level: &Level, found: &Diagnosed, edit: impl Fn(&SpringAt, &Spring) -> Edit) -> Vec<Edit> {
    let bodies = found.bodies().into_iter().filter_map(|body| Some((body, level.bodies.get(body)?)));
    let springs = bodies.flat_map(|(body, parts)| {
        parts.springs.iter().enumerate().map(move |(spring, parts)| (SpringAt { body, spring }, parts))
    });
    springs.map(|(at, spring)| edit(&at, spring)).collect()
}

/// Softer penalty decor, or decor by impulse.
pub fn softer_decor(level: &Level) -> Vec<Remedy> {
    let Decor::Penalty { stiffness, viscosity } = level.world.contact.decor else { return Vec::new() };
    let softer = json!({ "Penalty": { "stiffness": 0.25 * stiffness, "viscosity": 0.5 * viscosity } });
    vec![
        remedy(
            "softer-decor",
            "Reduce decor stiffness to a quarter and viscosity to a half",
            "The force pushes a node out by less than its depth.",
            "Bodies sink in four times as deep.",
            vec![Edit::set("world.contact.decor", softer)],
        ),
        remedy(
            "decor-by-impulse",
            "Use decor by impulse",
            "A node is put onto the edge instead of being accelerated out of it.",
            "The ground is hard.",
            vec![Edit::set("world.contact.decor", "Impulse")],
        ),
    ]
}

/// Limits friction to 0.5.
pub fn calm_friction(level: &Level, found: &Diagnosed) -> Remedy {
    let is_affected = |(body, _): &(usize, &Body)| found.bodies().contains(body);
    let edits = level.bodies.iter().enumerate().filter(is_affected).filter(|(_, parts)| parts.friction > 0.5);
    remedy(
        "less-friction",
        "Set friction to 0.5",
        "Each substep then removes at most half of the motion along the edge and never reverses it.",
        "The body slides more easily.",
        edits.map(|(body, _)| Edit::set(format!("bodies[{body}].friction"), 0.5)).collect(),
    )
}

/// Sets restitution to 0.
pub fn calm_restitution(level: &Level, found: &Diagnosed) -> Remedy {
    let is_affected = |(body, _): &(usize, &Body)| found.bodies().contains(body);
    let edits = level.bodies.iter().enumerate().filter(is_affected).filter(|(_, parts)| parts.restitution > 0.0);
    remedy(
        "no-restitution",
        "Set restitution to 0",
        "An entering node is stopped instead of being reflected.",
        "The body no longer bounces.",
        edits.map(|(body, _)| Edit::set(format!("bodies[{body}].restitution"), 0.0)).collect(),
    )
}

/// Splits the hull edges of all affected bodies.
pub fn split_edges(found: &Diagnosed) -> Remedy {
    let bodies = found.bodies();
    remedy(
        "split-edges",
        "Split every hull edge in two and brace the outline",
        "The error of the lever arm is at most half an edge, and edges are half as long.",
        "Twice as many hull nodes, and additional springs.",
        bodies.iter().flat_map(|&body| [Edit::SplitHull(body), Edit::Brace(body)]).collect(),
    )
}

/// The diagonal test of 004. None unless all bodies with a hull are convex.
pub fn diagonals(level: &Level) -> Option<Remedy> {
    level.bodies.iter().all(is_convex).then(|| {
        remedy(
            "diagonals",
            "Use contact by diagonals, with Verlet",
            "The correction of an edge is shared between its ends by the crossing point, so the torque is right.",
            "For convex bodies only. Restitution and friction of contacts have no effect.",
            vec![
                Edit::set("world.contact.method", "Diagonals"),
                Edit::set("world.integrator", json!(Integrator::Verlet)),
            ],
        )
    })
}

/// True if all hull nodes are on the left of every hull edge.
fn is_convex(body: &Body) -> bool {
    let at = |node: usize| DVec2::from(body.nodes[node].position);
    body.hull.iter().all(|&[a, b]| body.hull.iter().all(|&[c, _]| cross(at(b) - at(a), at(c) - at(a)) >= 0.0))
}

/// Adds springs across the outline of all affected bodies.
pub fn braced(found: &Diagnosed) -> Remedy {
    brace_bodies(&found.bodies())
}

/// Adds springs across the outline of the given bodies.
pub fn brace_bodies(bodies: &[usize]) -> Remedy {
    remedy(
        "braces",
        "Brace the outline with springs across it",
        "Springs to the node after next resist bending; springs to the opposite node resist flattening.",
        "The body is stiffer, with two more springs per node.",
        bodies.iter().map(|&body| Edit::Brace(body)).collect(),
    )
}

/// Reduces the gas of all affected bodies to a tenth.
pub fn less_gas(level: &Level, found: &Diagnosed) -> Remedy {
    let with_gas = found.bodies().into_iter().filter(|&body| level.bodies.get(body).is_some_and(|body| body.gas > 0.0));
    remedy(
        "less-gas",
        "Reduce the gas to a tenth",
        "The pressure on the nodes is a tenth.",
        "The body bears a tenth of the weight and swells less.",
        with_gas.map(|body| Edit::set(format!("bodies[{body}].gas"), level.bodies[body].gas / 10.0)).collect(),
    )
}

/// Moves a body that starts inside another one out of it, by the edge onto which it was repositioned.
pub fn start_outside(level: &Level, found: &Diagnosed) -> Option<Remedy> {
    let (Place::Node(own, node), Some(Place::HullEdge(other, edge))) = (found.first.place, found.first.other) else {
        return None;
    };
    let at = |body: usize, node: usize| Some(DVec2::from(level.bodies.get(body)?.nodes.get(node)?.position));
    let [a, b] = *level.bodies.get(other)?.hull.get(edge)?;
    let (a, b, m) = (at(other, a)?, at(other, b)?, at(own, node)?);
    let depth = cross(b - a, m - a) / (b - a).length();
    let along = (b - a).dot(m - a) / (b - a).length_squared();
    let hull = &level.bodies[other].hull;
    let edges: Option<Vec<_>> = hull.iter().map(|&[a, b]| Some((at(other, a)?, at(other, b)?))).collect();
    // If the node is not inside initially, the start position is not the cause.
    if !((0.0..=1.0).contains(&along) && depth > 0.0 && polygon::contains(edges?, m)) {
        return None;
    }
    let outward = DVec2::new(b.y - a.y, a.x - b.x) / (b - a).length();
    Some(remedy(
        "start-outside",
        format!("Start {} outside of {}", level.quoted_body(own), level.quoted_body(other)),
        "A node outside is not repositioned.",
        "None.",
        vec![Edit::Shift(own, (outward * depth).to_array())],
    ))
}

/// Three times the gas, or springs four times as stiff.
pub fn stronger(level: &Level, body: usize) -> Vec<Remedy> {
    let Some(parts) = level.bodies.get(body) else { return Vec::new() };
    let name = level.quoted_body(body);
    let mut remedies = Vec::new();
    if parts.gas > 0.0 {
        remedies.push(remedy(
            "more-gas",
            format!("Use three times the gas in {name}"),
            "Its pressure bears three times the weight.",
            "The body swells unless its springs become stiffer too.",
            vec![Edit::set(format!("bodies[{body}].gas"), 3.0 * parts.gas)],
        ));
    }
    let stiffer = |(index, spring): (usize, &crate::level::Spring)| {
        Edit::set(format!("bodies[{body}].springs[{index}].stiffness"), 4.0 * spring.stiffness)
    };
    if !parts.springs.is_empty() {
        remedies.push(remedy(
            "stiffer",
            format!("Make the springs of {name} four times as stiff"),
            "They keep the shape under the load.",
            "The step must be half as long for the same stability.",
            parts.springs.iter().enumerate().map(stiffer).collect(),
        ));
    }
    remedies
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
