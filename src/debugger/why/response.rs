//! Explains a contact response step by step: each formula of 000 §D.2, with symbols and with numbers, and its result.

use super::{in_brackets, number, vector};
use crate::engine::trace::{After, Response};
use crate::geometry::cross;
use glam::DVec2;

/// Section of the explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StepGroup {
    /// Masses and velocities that the formulas start with.
    Start,
    /// 000 §D.2.a
    Impulse,
    /// 000 §D.2.b
    Friction,
    /// 000 §D.2.c
    Move,
}

impl StepGroup {
    /// Title for the UI.
    pub fn title(self) -> &'static str {
        match self {
            Self::Start => "initial values",
            Self::Impulse => "impulse",
            Self::Friction => "friction",
            Self::Move => "repositioning",
        }
    }
}

/// One formula with its numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseStep {
    /// Its section.
    pub group: StepGroup,
    /// The computed quantity: `ΔvM`.
    pub symbol: &'static str,
    /// The formula with symbols.
    pub formula: &'static str,
    /// The formula with numbers.
    pub filled: String,
    /// The result.
    pub value: String,
}

/// Unit of an impulse.
pub const MOMENTUM: &str = "m·l/t";

/// Every step of a response, in order.
pub fn steps(response: &Response) -> Vec<ResponseStep> {
    let Response { ab, am, restitution: e, friction: mu, relative_velocity: dv, .. } = *response;
    let (inverse_m, inverse_ab) = (response.inverse_mass_m, response.inverse_mass_ab);
    let length_squared = ab.length_squared();
    let weight = length_squared * inverse_m + length_squared * inverse_ab;
    let outward = DVec2::new(ab.y, -ab.x);
    let closing = cross(ab, dv);
    let sliding = ab.dot(dv);
    let depth = cross(ab, am);
    let mut out = start(response, weight);
    let mut say = |group, symbol, formula, filled: String, value: String| {
        out.push(ResponseStep { group, symbol, formula, filled, value });
    };
    let (mut j, mut f) = (0.0, 0.0);
    if response.approaching {
        j = (1.0 + e) * closing / weight;
        f = mu * sliding / weight;
        let filled = format!("(1 + {})·{}/{}", number(e), in_brackets(closing), number(weight));
        say(StepGroup::Impulse, "j", "(1 + e)·cross(AB, Δv)/w", filled, number(j));
    } else {
        let filled = format!("cross(AB, Δv) = {} ≤ 0: M is leaving (approaching_only)", number(closing));
        say(StepGroup::Impulse, "j", "0 where M is leaving", filled, "0".to_owned());
    }
    let length = ab.length();
    let (filled, value) = momentum(j, length);
    say(StepGroup::Impulse, "impulse", "j·|AB|", filled, value);
    let perp = "j·(AB.y, -AB.x)/mM";
    say(StepGroup::Impulse, "ΔvM", perp, over(j, outward, inverse_m), vector(response.impulse_m));
    let names = ["ΔvA", "ΔvB", "ΔvA = ΔvB"];
    let formulas = ["-j·a·(AB.y, -AB.x)/mA", "-j·b·(AB.y, -AB.x)/mB", "-j·(AB.y, -AB.x)/mAB"];
    of_ends(response, names, formulas, (-j, outward, response.impulse_ab), |row| {
        say(StepGroup::Impulse, row.0, row.1, row.2, row.3)
    });
    if response.approaching {
        let filled = format!("{}·{}/{}", number(mu), in_brackets(sliding), number(weight));
        say(StepGroup::Friction, "f", "μ·dot(AB, Δv)/w", filled, number(f));
    } else {
        say(StepGroup::Friction, "f", "0 where M is leaving", "suppressed with the impulse".to_owned(), "0".to_owned());
    }
    let (filled, value) = momentum(f, length);
    say(StepGroup::Friction, "friction", "f·|AB|", filled, value);
    say(StepGroup::Friction, "ΔvM", "-f·AB/mM", over(-f, ab, inverse_m), vector(response.friction_m));
    let formulas = ["f·a·AB/mA", "f·b·AB/mB", "f·AB/mAB"];
    of_ends(response, names, formulas, (f, ab, response.friction_ab), |row| {
        say(StepGroup::Friction, row.0, row.1, row.2, row.3)
    });
    let r = depth / weight * response.removed;
    if response.removed == 1.0 {
        say(StepGroup::Move, "r", "cross(AB, AM)/w", format!("{}/{}", in_brackets(depth), number(weight)), number(r));
    } else {
        let filled = format!("{}·{}/{}", number(response.removed), in_brackets(depth), number(weight));
        say(StepGroup::Move, "r", "fraction·max(0, d - slop)/d·cross(AB, AM)/w", filled, number(r));
    }
    say(StepGroup::Move, "ΔM", "r·(AB.y, -AB.x)/mM", over(r, outward, inverse_m), vector(response.move_m));
    let formulas = ["-r·a·(AB.y, -AB.x)/mA", "-r·b·(AB.y, -AB.x)/mB", "-r·(AB.y, -AB.x)/mAB"];
    of_ends(response, ["ΔA", "ΔB", "ΔA = ΔB"], formulas, (-r, outward, response.move_ab), |row| {
        say(StepGroup::Move, row.0, row.1, row.2, row.3);
    });
    out
}

/// Momentum of a factor and a length of the edge: the product and its value.
fn momentum(per_length: f64, length: f64) -> (String, String) {
    (format!("{}·{}", number(per_length), number(length)), format!("{} {MOMENTUM}", number(per_length * length)))
}

/// True if both ends of the edge get the same change, as in the source; only then do they have a common mass.
fn is_even(response: &Response) -> bool {
    response.shares == [0.5, 0.5] && response.mobilities == [response.inverse_mass_ab; 2]
}

/// Velocities and weights that the formulas start with.
fn start(response: &Response, weight: f64) -> Vec<ResponseStep> {
    let length_squared = response.ab.length_squared();
    let (va, vb) = (response.velocity_a, response.velocity_b);
    let [a, b] = response.shares;
    let edge_velocity = if is_even(response) { (va + vb) * 0.5 } else { va * a + vb * b };
    let mut out = Vec::new();
    let mut say = |symbol, formula, filled: String, value: String| {
        out.push(ResponseStep { group: StepGroup::Start, symbol, formula, filled, value });
    };
    let part = |inverse: f64| {
        if inverse == 0.0 { "0".to_owned() } else { format!("{}/{}", number(length_squared), number(1.0 / inverse)) }
    };
    let parts = format!("{} + {}", part(response.inverse_mass_m), part(response.inverse_mass_ab));
    if is_even(response) {
        say("vAB", "(vA + vB)/2", format!("({} + {})/2", vector(va), vector(vb)), vector(edge_velocity));
    } else {
        let along = format!("{}/{}", in_brackets(response.ab.dot(response.am)), number(length_squared));
        say("b", "clamp(dot(AB, AM)/AB², 0, 1); a = 1 - b", along, number(b));
        let filled = format!("{}·{} + {}·{}", number(a), vector(va), number(b), vector(vb));
        say("vAB", "a·vA + b·vB", filled, vector(edge_velocity));
    }
    let filled = format!("{} - {}", vector(response.velocity_m), vector(edge_velocity));
    say("Δv", "vM - vAB", filled, vector(response.relative_velocity));
    let formula = if is_even(response) { "AB²/mM + AB²/mAB" } else { "AB²/mM + AB²/mAB, 1/mAB = a²/mA + b²/mB" };
    say("w", formula, parts, number(weight));
    out
}

/// A vector scaled by an inverse mass, in numbers; a fixed part has infinite mass.
fn over(scale: f64, v: DVec2, inverse: f64) -> String {
    let mass = if inverse == 0.0 { "∞".to_owned() } else { number(1.0 / inverse) };
    format!("{}·{}/{mass}", number(scale), vector(v))
}

/// Changes of A and B: one row if the formula is the same, else one each.
fn of_ends(
    response: &Response,
    [name_a, name_b, name_both]: [&'static str; 3],
    [formula_a, formula_b, formula_both]: [&'static str; 3],
    (scale, along, got): (f64, DVec2, [DVec2; 2]),
    mut say: impl FnMut((&'static str, &'static str, String, String)),
) {
    if is_even(response) {
        say((name_both, formula_both, over(scale, along, response.inverse_mass_ab), vector(got[0])));
    } else {
        for (end, (name, formula)) in [(name_a, formula_a), (name_b, formula_b)].into_iter().enumerate() {
            say((name, formula, over(scale, along, response.mobilities[end]), vector(got[end])));
        }
    }
}

/// A quantity changed by the contact.
#[derive(Clone, Debug, PartialEq)]
pub struct ResponseOutcome {
    /// Its name.
    pub name: &'static str,
    /// Before the contact.
    pub before: String,
    /// After it.
    pub after: String,
}

/// Values before and after: velocities of the three nodes, closing speed, sliding speed, and depth of M.
pub fn outcomes(response: &Response, after: &After) -> Vec<ResponseOutcome> {
    let Response { ab, am, velocity_m, velocity_a, velocity_b, .. } = *response;
    let (m, a, b) = (after.velocity_m, after.velocity_a, after.velocity_b);
    let length = ab.length();
    let [share_a, share_b] = response.shares;
    let dv_after = m - (a * share_a + b * share_b);
    let closing = |dv: DVec2| number(cross(ab, dv) / length);
    let sliding = |dv: DVec2| number(ab.dot(dv) / length);
    let [move_a, move_b] = response.move_ab;
    let (am_after, ab_after) = (am + response.move_m - move_a, ab + (move_b - move_a));
    let scale = length * length;
    let depth = |ab: DVec2, am: DVec2| {
        let depth = cross(ab, am);
        if depth.abs() <= 1e-14 * scale { "0".to_owned() } else { number(depth / length) }
    };
    let dv = response.relative_velocity;
    vec![
        ResponseOutcome { name: "vM", before: vector(velocity_m), after: vector(m) },
        ResponseOutcome { name: "vA", before: vector(velocity_a), after: vector(a) },
        ResponseOutcome { name: "vB", before: vector(velocity_b), after: vector(b) },
        ResponseOutcome { name: "speed inwards", before: closing(dv), after: closing(dv_after) },
        ResponseOutcome { name: "speed along AB", before: sliding(dv), after: sliding(dv_after) },
        ResponseOutcome { name: "depth of M", before: depth(ab, am), after: depth(ab_after, am_after) },
    ]
}
