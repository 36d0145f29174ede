//! Gas of a body that its springs hold at the drawn size and that bears its weight (000 §C.2, §C.3).

use crate::geometry::{Aabb, DVec2, polygon};
use crate::level::{Body, Point, Role};

/// Multiple of the weight that the gas is to bear, dimensionless.
pub const SAFETY: f64 = 6.0;
/// Scale at which springs and gas of a drawn body are in balance. The body starts at scale 1, so it swings up to 1.1.
pub const SCALE: f64 = 1.05;

/// Σ k·d² and Σ k·d·L of the springs, with the drawn length d and the rest length L.
pub fn stretch_sums(body: &Body) -> (f64, f64) {
    let at = |node: usize| DVec2::from(body.nodes[node].position);
    let (mut squares, mut products) = (0.0, 0.0);
    for spring in &body.springs {
        let drawn = (at(spring.b) - at(spring.a)).length();
        squares += spring.stiffness * drawn * drawn;
        products += spring.stiffness * drawn * spring.rest_length;
    }
    (squares, products)
}

/// Gas that the springs balance at [`SCALE`] times the drawn size; 0 or less if they are shorter at rest.
pub fn balanced(body: &Body) -> f64 {
    let (squares, products) = stretch_sums(body);
    0.5 * (SCALE * SCALE * squares - SCALE * products)
}

/// Gas whose pressure on the width of the body bears its weight [`SAFETY`] times.
pub fn bearing(body: &Body, gravity: Point) -> f64 {
    let at = |node: usize| DVec2::from(body.nodes[node].position);
    let width = Aabb::around(body.hull.iter().flatten().map(|&node| at(node))).size().x;
    let Some(&[first, _]) = body.hull.first() else { return 0.0 };
    let area = polygon::doubled_area_of_edges(body.hull.iter().map(|&[a, b]| (at(a), at(b))), at(first)).abs();
    let masses = body.nodes.iter().filter(|node| !node.pinned).map(|node| match node.role {
        Role::Mass(mass) => mass,
        Role::Barycentre => 0.0,
    });
    let weight = masses.sum::<f64>() * DVec2::from(gravity).length();
    if width > 0.0 { SAFETY * weight * area / width } else { 0.0 }
}

/// Sets the gas of a body whose hull has just been drawn: it bears the weight, as far as the springs hold it. A body
/// without springs keeps its gas.
pub(super) fn suit(body: &mut Body, gravity: Point) {
    let gas = bearing(body, gravity).max(body.gas).min(balanced(body));
    if gas.is_finite() && gas > 0.0 {
        body.gas = gas;
    }
}
