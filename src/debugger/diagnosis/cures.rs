//! What mends more than one illness, each change once, with its price.
//!
//! Must never know: what any of the illnesses is.

use super::{Edit, Remedy};
use crate::debugger::why::number;
use crate::level::checks;
use crate::level::{Integrator, Level};
use serde_json::json;

fn remedy(id: &'static str, label: impl Into<String>, why: &str, cost: &str, edits: Vec<Edit>) -> Remedy {
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

/// Twice the gas; twice the stiffness.
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
