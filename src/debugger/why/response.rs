//! What a contact did, step by step: each formula of 000 §D.2, the same with the numbers filled in, and what comes out.
//!
//! Must never know: which edge was chosen and why, the screen.

use super::{in_brackets, number, vector};
use crate::engine::trace::Response;
use crate::geometry::cross;
use glam::DVec2;

/// What a step is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    /// Masses and speeds that all the rest starts from.
    Start,
    /// 000 §D.2.a
    Impulse,
    /// 000 §D.2.b
    Friction,
    /// 000 §D.2.c
    Move,
}

impl Group {
    /// For people.
    pub fn title(self) -> &'static str {
        match self {
            Self::Start => "to start from",
            Self::Impulse => "impulse (000 §D.2.a)",
            Self::Friction => "friction (000 §D.2.b)",
            Self::Move => "repositioning (000 §D.2.c)",
        }
    }
}

/// One formula.
#[derive(Clone, Debug, PartialEq)]
pub struct Step {
    /// What it is about.
    pub group: Group,
    /// What comes out: `ΔvM`.
    pub symbol: &'static str,
    /// How, in letters.
    pub formula: &'static str,
    /// How, in numbers.
    pub filled: String,
    /// What comes out, in numbers.
    pub value: String,
}

/// Every step of a response, in order.
pub fn steps(response: &Response) -> Vec<Step> {
    let Response { ab, am, restitution: e, friction: mu, relative_velocity: dv, .. } = *response;
    let (inverse_m, inverse_ab) = (response.inverse_mass_m, response.inverse_mass_ab);
    let length_squared = ab.length_squared();
    let weight = length_squared * inverse_m + length_squared * inverse_ab;
    let outward = DVec2::new(ab.y, -ab.x);
    let closing = cross(ab, dv);
    let sliding = ab.dot(dv);
    let depth = cross(ab, am);
    let mut out = Vec::new();
    let mut say = |group, symbol, formula, filled: String, value: String| {
        out.push(Step { group, symbol, formula, filled, value });
    };
    let edge_velocity = (response.velocity_a + response.velocity_b) * 0.5;
    say(
        Group::Start,
        "vAB",
        "(vA + vB)/2",
        format!("({} + {})/2", vector(response.velocity_a), vector(response.velocity_b)),
        vector(edge_velocity),
    );
    say(
        Group::Start,
        "Δv",
        "vM - vAB",
        format!("{} - {}", vector(response.velocity_m), vector(edge_velocity)),
        vector(dv),
    );
    let part = |inverse: f64| {
        if inverse == 0.0 { "0".to_owned() } else { format!("{}/{}", number(length_squared), number(1.0 / inverse)) }
    };
    say(Group::Start, "w", "AB²/mM + AB²/mAB", format!("{} + {}", part(inverse_m), part(inverse_ab)), number(weight));
    // What cannot move has an infinite mass.
    let over = |scale: f64, v: DVec2, inverse: f64| {
        let mass = if inverse == 0.0 { "∞".to_owned() } else { number(1.0 / inverse) };
        format!("{}·{}/{mass}", number(scale), vector(v))
    };
    let (mut j, mut f) = (0.0, 0.0);
    if response.approaching {
        j = (1.0 + e) * closing / weight;
        f = mu * sliding / weight;
        let filled = format!("(1 + {})·{}/{}", number(e), in_brackets(closing), number(weight));
        say(Group::Impulse, "j", "(1 + e)·cross(AB, Δv)/w", filled, number(j));
    } else {
        let filled = format!("cross(AB, Δv) = {} ≤ 0: M is leaving (approaching_only)", number(closing));
        say(Group::Impulse, "j", "0 where M is leaving", filled, "0".to_owned());
    }
    let perp = "j·(AB.y, -AB.x)/mM";
    say(Group::Impulse, "ΔvM", perp, over(j, outward, inverse_m), vector(response.impulse_m));
    let perp = "-j·(AB.y, -AB.x)/mAB";
    say(Group::Impulse, "ΔvA = ΔvB", perp, over(-j, outward, inverse_ab), vector(response.impulse_ab));
    if response.approaching {
        let filled = format!("{}·{}/{}", number(mu), in_brackets(sliding), number(weight));
        say(Group::Friction, "f", "μ·dot(AB, Δv)/w", filled, number(f));
    } else {
        say(Group::Friction, "f", "0 where M is leaving", "held back with the impulse".to_owned(), "0".to_owned());
    }
    say(Group::Friction, "ΔvM", "-f·AB/mM", over(-f, ab, inverse_m), vector(response.friction_m));
    say(Group::Friction, "ΔvA = ΔvB", "f·AB/mAB", over(f, ab, inverse_ab), vector(response.friction_ab));
    let r = depth / weight;
    say(Group::Move, "r", "cross(AB, AM)/w", format!("{}/{}", in_brackets(depth), number(weight)), number(r));
    say(Group::Move, "ΔM", "r·(AB.y, -AB.x)/mM", over(r, outward, inverse_m), vector(response.move_m));
    say(Group::Move, "ΔA = ΔB", "-r·(AB.y, -AB.x)/mAB", over(-r, outward, inverse_ab), vector(response.move_ab));
    out
}

/// Something that the contact changed.
#[derive(Clone, Debug, PartialEq)]
pub struct Outcome {
    /// What.
    pub name: &'static str,
    /// Before the contact.
    pub before: String,
    /// After it.
    pub after: String,
}

/// Before and after: velocities of all three nodes, how fast M comes in along the outward normal, slides along AB, and how
/// deep it is.
pub fn outcomes(response: &Response) -> Vec<Outcome> {
    let Response { ab, am, velocity_m, velocity_a, velocity_b, .. } = *response;
    let (m, a, b) = (
        velocity_m + (response.impulse_m + response.friction_m),
        velocity_a + (response.impulse_ab + response.friction_ab),
        velocity_b + (response.impulse_ab + response.friction_ab),
    );
    let length = ab.length();
    let after = m - (a + b) * 0.5;
    let closing = |dv: DVec2| number(cross(ab, dv) / length);
    let sliding = |dv: DVec2| number(ab.dot(dv) / length);
    // Both ends of the edge get the same move, so AB keeps its direction and length.
    let am_after = am + response.move_m - response.move_ab;
    let scale = length * length;
    let depth = |am: DVec2| {
        let depth = cross(ab, am);
        if depth.abs() <= 1e-14 * scale { "0".to_owned() } else { number(depth / length) }
    };
    let dv = response.relative_velocity;
    vec![
        Outcome { name: "vM", before: vector(velocity_m), after: vector(m) },
        Outcome { name: "vA", before: vector(velocity_a), after: vector(a) },
        Outcome { name: "vB", before: vector(velocity_b), after: vector(b) },
        Outcome { name: "speed inwards", before: closing(dv), after: closing(after) },
        Outcome { name: "speed along AB", before: sliding(dv), after: sliding(after) },
        Outcome { name: "depth of M", before: depth(am), after: depth(am_after) },
    ]
}
