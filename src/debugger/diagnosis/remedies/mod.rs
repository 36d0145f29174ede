//! What mends more than one illness, each change once, with its price.

mod gas;
mod part;

pub use gas::*;
pub use part::*;

use super::{Diagnosed, Edit, Remedy};
use crate::debugger::why::number;
use crate::geometry::{DVec2, cross};
use crate::level::checks;
use crate::level::{Body, Decor, Integrator, Level, Place, Role, Spring};
use serde_json::json;
use std::collections::BTreeSet;

pub(super) fn remedy(id: &'static str, label: impl Into<String>, why: &str, cost: &str, edits: Vec<Edit>) -> Remedy {
    Remedy { id, label: label.into(), why: why.to_owned(), cost: cost.to_owned(), edits }
}

/// The edge that was crossed.
pub fn entry_edge() -> Remedy {
    remedy(
        "entry-edge",
        "Push out by the edge that was crossed",
        "A node leaves by the edge by which it came in, however near another one is.",
        "A look at the motion of each node that is inside; where no edge was crossed, the nearest one is taken.",
        vec![Edit::set("world.contact.edge_choice", "EntryEdge")],
    )
}

/// The nearest edge.
pub fn distance() -> Remedy {
    remedy(
        "distance",
        "Push out by the nearest edge",
        "Every edge has a distance, also beyond its ends, so that there is always one to push out of.",
        "Near a corner the nearest edge may be the wrong one.",
        vec![Edit::set("world.contact.edge_choice", "Distance")],
    )
}

/// The barycentre rule.
pub fn barycentre_rule() -> Remedy {
    remedy(
        "barycentre-rule",
        "Switch the barycentre rule on",
        "An edge counts only if the middle of the other body is on its outside, which the wrong one's is not.",
        "For convex bodies only: a body that reaches around another is pulled through it.",
        vec![Edit::set("world.contact.barycentre_rule", true)],
    )
}

/// No barycentre rule.
pub fn without_barycentre_rule() -> Remedy {
    remedy(
        "without-barycentre-rule",
        "Switch the barycentre rule off",
        "The barycentre of a concave body may be behind the very edge that its node hit, and the rule then rules that out.",
        "Near corners the nearest edge may be the wrong one again, unless the entry edge is chosen.",
        vec![Edit::set("world.contact.barycentre_rule", false)],
    )
}

/// Only what approaches.
pub fn approaching_only() -> Remedy {
    remedy(
        "approaching-only",
        "Answer only what comes in",
        "Impulse and friction act on what moves inwards alone; what leaves keeps its speed.",
        "None; it is not what the source says to the letter.",
        vec![Edit::set("world.contact.approaching_only", true)],
    )
}

/// The response that shares an impulse by where it acts.
pub fn weighted_response() -> Remedy {
    remedy(
        "weighted-response",
        "Share impulses by where they act (Weighted)",
        "The ends of an edge get their part by where the node is between them, so that no lever arm is left out.",
        "Contacts differ from the source's.",
        vec![Edit::set("world.contact.response", "Weighted")],
    )
}

/// Half of the depth at once.
pub fn softer_repositioning() -> Remedy {
    remedy(
        "softer-repositioning",
        "Put nodes back by a fifth of their depth at once",
        "What hangs on the node follows while it is put back, so that springs are stretched and weight is lifted far less.",
        "Bodies stay a little inside each other while they are pressed together.",
        vec![Edit::set("world.contact.repositioning", json!({ "fraction": 0.2, "slop": 0.0 }))],
    )
}

/// A body's own hull counts.
pub fn self_contact() -> Remedy {
    remedy(
        "self-contact",
        "Let bodies meet their own hulls",
        "A node that crosses another edge of its own body from outside is pushed back.",
        "Some work for each body that moves.",
        vec![Edit::set("world.contact.self_contact", true)],
    )
}

/// More substeps.
pub fn substeps(level: &Level, times: f64, why: &str) -> Remedy {
    let many = (f64::from(level.world.substeps) * times).ceil().min(100_000.0) as u32;
    remedy(
        "substeps",
        format!("Use {many} substeps"),
        &capital(&format!("{why}.")),
        &format!("{} times the work in each frame.", number(f64::from(many) / f64::from(level.world.substeps))),
        vec![Edit::set("world.substeps", many)],
    )
}

/// As many substeps as the checks say that the stiffest spring needs; as many as there are where they say nothing.
pub fn enough_substeps(level: &Level) -> Remedy {
    let mut mended = level.clone();
    if let Some(rule) = checks::ALL.iter().find(|rule| rule.id == "stability") {
        let mut findings = Vec::new();
        (rule.find)(level, &mut findings);
        for finding in &findings {
            // Each of them asks for what its body needs.
            let mut copy = level.clone();
            if rule.fix.is_some_and(|fix| fix(&mut copy, finding).is_ok()) {
                mended.world.substeps = mended.world.substeps.max(copy.world.substeps);
            }
        }
    }
    let many = mended.world.substeps;
    remedy(
        "enough-substeps",
        format!("Use {many} substeps, as the stiffest spring needs"),
        "A swing stays bounded only while h·ω is below 2; with damping, h²·k/m + 2h·c/m below 4.",
        &format!("{} times the work in each frame.", number(f64::from(many) / f64::from(level.world.substeps))),
        vec![Edit::set("world.substeps", many)],
    )
}

/// A little drag.
pub fn damped(level: &Level) -> Remedy {
    remedy(
        "drag",
        "Take a hundredth of every speed away in each substep",
        "What is made too much of is taken away again.",
        "Everything moves as in syrup: what falls has a greatest speed.",
        vec![Edit::set("world.velocity_retention", 0.99 * level.world.velocity_retention)],
    )
}

/// The scheme of 000.
pub fn semi_implicit() -> Remedy {
    remedy(
        "semi-implicit",
        "Use semi-implicit Euler",
        "It takes the position from the new velocity, so that a swing keeps its size.",
        "None.",
        vec![Edit::set("world.integrator", json!(Integrator::SemiImplicitEuler))],
    )
}

/// Discs that find their impacts exactly.
pub fn swept_discs() -> Remedy {
    remedy(
        "swept-discs",
        "Find the impacts of discs exactly",
        "The way of a disc is looked at between two substeps too, so that no wall is missed however fast it is.",
        "Some work for each impact.",
        vec![Edit::set("world.discs", "Swept")],
    )
}

/// Triangles from the barycentre.
pub fn fan(body: usize) -> Remedy {
    remedy(
        "fan",
        format!("Fan the triangles of body {body} from its barycentre"),
        "No triangle of that fan lies along the outline, so that a dent has room.",
        "A barycentre node, which no force moves; only for hulls that are star-shaped around it.",
        vec![Edit::Fan(body)],
    )
}

/// Whether all masses of a body are on its hull.
pub fn is_all_hull(level: &Level, body: usize) -> bool {
    level.bodies.get(body).is_some_and(|parts| {
        let on_hull: BTreeSet<usize> = parts.hull.iter().flatten().copied().collect();
        let masses = parts.nodes.iter().enumerate().filter(|(_, node)| matches!(node.role, Role::Mass(_)));
        masses.map(|(index, _)| index).all(|node| on_hull.contains(&node))
    })
}

/// Triangles made anew.
pub fn triangulate(body: usize) -> Remedy {
    remedy(
        "triangulate",
        format!("Make the triangles of body {body} anew"),
        "Triangles that are as little slim as the nodes allow turn over later.",
        "None; the gas goes by the same area.",
        vec![Edit::Triangulate(body)],
    )
}

/// Springs a quarter as stiff.
pub fn softer(level: &Level, found: &Diagnosed) -> Remedy {
    let edits = springs_of(level, found, |at, spring| Edit::set(format!("{at}.stiffness"), 0.25 * spring.stiffness));
    remedy(
        "softer",
        "Springs a quarter as stiff",
        "h·ω is half of what it was.",
        "The body gives way four times as far under the same load.",
        edits,
    )
}

/// Springs damped as well as the step can bear: so that 2h·c/m is a quarter, where 4 is the limit for all springs of a node.
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
        "A swing loses a part of itself in each substep.",
        "The body answers more slowly, and the damping counts against the limit of the step too.",
        edits,
    )
}

/// A spring's path.
struct SpringAt {
    body: usize,
    spring: usize,
}

impl std::fmt::Display for SpringAt {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "bodies[{}].springs[{}]", self.body, self.spring)
    }
}

/// An edit for each spring of the bodies that are ill.
fn springs_of(level: &Level, found: &Diagnosed, edit: impl Fn(&SpringAt, &Spring) -> Edit) -> Vec<Edit> {
    let bodies = found.bodies().into_iter().filter_map(|body| Some((body, level.bodies.get(body)?)));
    let springs = bodies.flat_map(|(body, parts)| {
        parts.springs.iter().enumerate().map(move |(spring, parts)| (SpringAt { body, spring }, parts))
    });
    springs.map(|(at, spring)| edit(&at, spring)).collect()
}

/// Decor by force that is softer, or that is an impulse.
pub fn softer_decor(level: &Level) -> Vec<Remedy> {
    let Decor::Penalty { stiffness, viscosity } = level.world.contact.decor else { return Vec::new() };
    let softer = json!({ "Penalty": { "stiffness": 0.25 * stiffness, "viscosity": 0.5 * viscosity } });
    vec![
        remedy(
            "softer-decor",
            "Decor a quarter as stiff, and half as viscous",
            "What is pressed in is pushed out by less than it came in by.",
            "Bodies sink in four times as deep.",
            vec![Edit::set("world.contact.decor", softer)],
        ),
        remedy(
            "decor-by-impulse",
            "Decor by impulse",
            "A node is put back onto the edge, and not thrown out of it.",
            "The ground is hard.",
            vec![Edit::set("world.contact.decor", "Impulse")],
        ),
    ]
}

/// No friction above 1.
pub fn calm_friction(level: &Level, found: &Diagnosed) -> Remedy {
    let ill = |(body, _): &(usize, &Body)| found.bodies().contains(body);
    let edits = level.bodies.iter().enumerate().filter(ill).filter(|(_, parts)| parts.friction > 0.5);
    remedy(
        "less-friction",
        "A friction of a half",
        "The part of the motion along the edge that is taken in each substep is then at most a half, and turns nothing round.",
        "It slides more easily.",
        edits.map(|(body, _)| Edit::set(format!("bodies[{body}].friction"), 0.5)).collect(),
    )
}

/// No restitution.
pub fn calm_restitution(level: &Level, found: &Diagnosed) -> Remedy {
    let ill = |(body, _): &(usize, &Body)| found.bodies().contains(body);
    let edits = level.bodies.iter().enumerate().filter(ill).filter(|(_, parts)| parts.restitution > 0.0);
    remedy(
        "no-restitution",
        "A restitution of 0",
        "What comes in is stopped, and not thrown out again.",
        "It no longer bounces.",
        edits.map(|(body, _)| Edit::set(format!("bodies[{body}].restitution"), 0.0)).collect(),
    )
}

/// Hull edges of half of the length, in all bodies that are ill.
pub fn split_edges(found: &Diagnosed) -> Remedy {
    let bodies = found.bodies();
    remedy(
        "split-edges",
        "Split every hull edge in two, and brace the outline",
        "The lever arm that is left out is at most half of an edge, which is then half as long.",
        "Twice as many nodes on the hull, and springs across.",
        bodies.iter().flat_map(|&body| [Edit::SplitHull(body), Edit::Brace(body)]).collect(),
    )
}

/// The contact of 004, where all bodies that have a hull are convex.
pub fn diagonals(level: &Level) -> Option<Remedy> {
    level.bodies.iter().all(is_convex).then(|| {
        remedy(
            "diagonals",
            "Contact by diagonals, with Verlet",
            "What an edge gets is shared between its ends by where it was crossed, so that no lever arm is left out.",
            "For convex bodies only; restitution and friction of contacts do not count.",
            vec![
                Edit::set("world.contact.method", "Diagonals"),
                Edit::set("world.integrator", json!(Integrator::Verlet)),
            ],
        )
    })
}

/// Whether every edge of a hull has all other nodes of it on its left.
fn is_convex(body: &Body) -> bool {
    let at = |node: usize| DVec2::from(body.nodes[node].position);
    body.hull.iter().all(|&[a, b]| body.hull.iter().all(|&[c, _]| cross(at(b) - at(a), at(c) - at(a)) >= 0.0))
}

/// Springs across the outline, in all bodies that are ill.
pub fn braced(found: &Diagnosed) -> Remedy {
    brace_bodies(&found.bodies())
}

/// Springs across the outline of some bodies.
pub fn brace_bodies(bodies: &[usize]) -> Remedy {
    remedy(
        "braces",
        "Brace the outline with springs across it",
        "A spring from each node to the one after next resists bending, one to the opposite node resists being pressed flat.",
        "The body is stiffer; two springs more for each node.",
        bodies.iter().map(|&body| Edit::Brace(body)).collect(),
    )
}

/// A tenth of the gas, in all bodies that are ill.
pub fn less_gas(level: &Level, found: &Diagnosed) -> Remedy {
    let with_gas = found.bodies().into_iter().filter(|&body| level.bodies.get(body).is_some_and(|body| body.gas > 0.0));
    remedy(
        "less-gas",
        "A tenth of the gas",
        "Its pressure throws the nodes out a tenth as far.",
        "It bears a tenth of the weight, and swells less.",
        with_gas.map(|body| Edit::set(format!("bodies[{body}].gas"), level.bodies[body].gas / 10.0)).collect(),
    )
}

/// A body that starts inside another one, put outside of it by the edge that it was put back onto.
pub fn start_outside(level: &Level, found: &Diagnosed) -> Option<Remedy> {
    let (Place::Node(own, node), Some(Place::HullEdge(other, edge))) = (found.first.place, found.first.other) else {
        return None;
    };
    let at = |body: usize, node: usize| Some(DVec2::from(level.bodies.get(body)?.nodes.get(node)?.position));
    let [a, b] = *level.bodies.get(other)?.hull.get(edge)?;
    let (a, b, m) = (at(other, a)?, at(other, b)?, at(own, node)?);
    let depth = cross(b - a, m - a) / (b - a).length();
    let along = (b - a).dot(m - a) / (b - a).length_squared();
    // Not inside when the level begins: then where it starts is not the reason.
    if !(depth > 0.0 && (0.0..=1.0).contains(&along)) {
        return None;
    }
    let outward = DVec2::new(b.y - a.y, a.x - b.x) / (b - a).length();
    Some(remedy(
        "start-outside",
        format!("Let body {own} start outside of body {other}"),
        "What is not inside is not put back.",
        "None.",
        vec![Edit::Shift(own, (outward * depth).to_array())],
    ))
}

/// Three times the gas; springs four times as stiff.
pub fn stronger(level: &Level, body: usize) -> Vec<Remedy> {
    let Some(parts) = level.bodies.get(body) else { return Vec::new() };
    let name = level.body_title(body);
    let mut remedies = Vec::new();
    if parts.gas > 0.0 {
        remedies.push(remedy(
            "more-gas",
            format!("Three times the gas in {name}"),
            "Its pressure bears three times the weight.",
            "It swells, unless its springs are made stiffer as well.",
            vec![Edit::set(format!("bodies[{body}].gas"), 3.0 * parts.gas)],
        ));
    }
    let stiffer = |(index, spring): (usize, &crate::level::Spring)| {
        Edit::set(format!("bodies[{body}].springs[{index}].stiffness"), 4.0 * spring.stiffness)
    };
    if !parts.springs.is_empty() {
        remedies.push(remedy(
            "stiffer",
            format!("Springs of {name} four times as stiff"),
            "They hold the shape against what presses.",
            "The step must be half as long to be as stable.",
            parts.springs.iter().enumerate().map(stiffer).collect(),
        ));
    }
    remedies
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}
