//! Remedies that set the gas of a body, or springs that hold its gas.
//!
//! Scaled by s, springs and gas are in balance where s²·Σkd² - s·ΣkdL = 2·gas, with the drawn length d and the rest length L
//! of each spring. A body that starts at its drawn size swings to twice the distance of that balance.

use super::{free_mass, remedy, stiffened};
use crate::debugger::diagnosis::{Edit, Remedy};
use crate::debugger::why::number;
use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::Level;

/// Σ k·d² and Σ k·d·L of the springs of a body, with the drawn length d and the rest length L.
pub fn stretch_sums(level: &Level, body: usize) -> (f64, f64) {
    let parts = &level.bodies[body];
    let at = |node: usize| DVec2::from(parts.nodes[node].position);
    let (mut squares, mut products) = (0.0, 0.0);
    for spring in &parts.springs {
        let drawn = (at(spring.b) - at(spring.a)).length();
        squares += spring.stiffness * drawn * drawn;
        products += spring.stiffness * drawn * spring.rest_length;
    }
    (squares, products)
}

/// The scale at which the gas of a body and its springs would be in balance, were all springs at rest as drawn. At least 1;
/// infinite without springs.
pub fn gas_scale(level: &Level, body: usize) -> f64 {
    let (squares, _) = stretch_sums(level, body);
    0.5 * (1.0 + (1.0 + 8.0 * level.bodies[body].gas.max(0.0) / squares).sqrt())
}

/// The scale at which springs without gas would be at rest.
pub fn rest_scale(level: &Level, body: usize) -> f64 {
    let (squares, products) = stretch_sums(level, body);
    products / squares
}

/// Gas that the springs balance at 1.05 times the drawn size; as the body starts at that size, it swings to 1.1.
pub fn balanced_gas(level: &Level, body: usize) -> Option<Remedy> {
    const SCALE: f64 = 1.05;
    let parts = level.bodies.get(body).filter(|parts| parts.gas > 0.0)?;
    let (squares, products) = stretch_sums(level, body);
    let balanced = 0.5 * (SCALE * SCALE * squares - SCALE * products);
    let gas = if balanced > 0.0 && balanced < parts.gas { balanced } else { 0.1 * parts.gas };
    Some(remedy(
        "balanced-gas",
        format!("Gas {} in {}", number(gas), level.body_title(body)),
        "Springs and gas are in balance at 1.05 times the drawn size.",
        "It bears less weight.",
        vec![Edit::set(format!("bodies[{body}].gas"), gas)],
    ))
}

/// The scale at which springs that are to hold gas are in balance with it. The body swings to 1.2 times its drawn size, which
/// is 1.44 times its area: less than the detector *swelling* reports.
const HELD: f64 = 1.1;

/// How many times as stiff the springs of a body must be to hold an amount of gas; at least 1.
fn holding_factor(level: &Level, body: usize, gas: f64) -> f64 {
    let (squares, products) = stretch_sums(level, body);
    let held = HELD * HELD * squares - HELD * products;
    if held > 0.0 { (2.0 * gas / held).max(1.0) } else { 1.0 }
}

/// Springs that hold the gas of a body; none if they do already, or if their rest lengths make it swell.
pub fn holding_springs(level: &Level, body: usize) -> Option<Remedy> {
    let gas = level.bodies.get(body)?.gas;
    let factor = holding_factor(level, body, gas);
    if gas <= 0.0 || factor <= 1.0 {
        return None;
    }
    Some(remedy(
        "holding-springs",
        format!("Springs of {} {} times as stiff", level.body_title(body), number(factor)),
        "Springs and gas are in balance at 1.1 times the drawn size.",
        "The body is less soft.",
        stiffened(level, body, factor).0,
    ))
}

/// Multiple of the weight that gas is to bear.
pub const SAFETY: f64 = 6.0;

/// Gas whose pressure on the width of the body bears its weight [`SAFETY`] times.
pub fn needed_gas(level: &Level, body: usize) -> f64 {
    let parts = &level.bodies[body];
    let at = |node: usize| DVec2::from(parts.nodes[node].position);
    let width = Aabb::around(parts.hull.iter().flatten().map(|&node| at(node))).size().x;
    let Some(&[first, _]) = parts.hull.first() else { return 0.0 };
    let area = polygon::doubled_area_of_edges(parts.hull.iter().map(|&[a, b]| (at(a), at(b))), at(first)).abs();
    let mass: f64 = (0..parts.nodes.len()).filter_map(|node| free_mass(level, body, node)).sum();
    let weight = mass * DVec2::from(level.world.gravity).length();
    if width > 0.0 { SAFETY * weight * area / width } else { 0.0 }
}

/// Gas that bears the body, and at least three times what there is; with springs that hold so much gas.
pub fn enough_gas(level: &Level, body: usize) -> Remedy {
    let gas = needed_gas(level, body).max(3.0 * level.bodies[body].gas);
    let factor = holding_factor(level, body, gas);
    let mut edits = vec![Edit::set(format!("bodies[{body}].gas"), gas)];
    let mut label = format!("Gas {} in {}", number(gas), level.body_title(body));
    let mut cost = "It swells a little.";
    if factor > 1.0 {
        edits.extend(stiffened(level, body, factor).0);
        label += &format!(", and springs {} times as stiff that hold it", number(factor));
        cost = "It swells a little, and is less soft.";
    }
    let why = "Its pressure on the width of the body bears six times its weight.";
    remedy("enough-gas", label, why, cost, edits)
}
