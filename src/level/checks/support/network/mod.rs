//! How stiff the springs and the gas of a body are, node by node: bounds on the fastest motion they can cause.
//!
//! # The bound from above
//! Near the drawn shape the springs are linear: `M x'' = -K x - C x'`. A spring s between i and j, with stiffness k, direction n, drawn
//! length d and rest length L, adds to `x·Kx` the energy `k (n·u)² + k(1 - L/d)(u² - (n·u)²)`, u = x_i - x_j: at most
//! `u·A_s u` with `A_s = k n nᵀ + k max(0, 1 - L/d)(1 - n nᵀ)`. Since A_s is positive,
//! `u·A_s u <= (1 + t) x_i·A_s x_i + (1 + 1/t) x_j·A_s x_j` for any t > 0. With inverse masses w:
//!
//! * `t = w_j/w_i` gives `x·Kx <= max_i λ(Σ_{s at i} (w_i + w_j) A_s) · x·Mx`, exact for two masses on one spring (k(1/m + 1/M))
//!   and for one mass on a held spring (k/m);
//! * `t = 1` gives `2 w_i` in the place of `w_i + w_j` (`w_i` where j is held), far better for a heavy node with many light neighbours.
//!
//! This is Gershgorin's row sum with the direction kept: λ is the larger eigenvalue of a symmetric 2x2 matrix, which does not
//! change when the body turns. Both bounds hold, so the lower of their maxima does. For `C` the matrix is `c n nᵀ`.
//!
//! # The gas
//! Its energy is `-gas ln S`; with g the gradient of S (at a hull node, the perpendicular of the line between its neighbours), the
//! second derivative is `gas/S² g gᵀ - gas/S ∂²S`. The first part is at most `gas/S² Σ|g_i|² w_i`, the second
//! `2 gas/S max w`, since ∂²S has two rotations by 90° in each row.
//!
//! # The bound from below
//! For every q, `q·Pq / q·q` is at most the largest eigenvalue of P. Power iteration finds a q that comes near it.

pub mod joined;

use super::measure;
use crate::geometry::{DVec2, cross};
use crate::level::{Body, Decor};

/// A symmetric 2x2 matrix.
#[derive(Clone, Copy, Debug, Default)]
struct Block {
    xx: f64,
    xy: f64,
    yy: f64,
}

impl Block {
    /// Adds `along n nᵀ + across (1 - n nᵀ)`.
    fn add(&mut self, n: DVec2, along: f64, across: f64) {
        self.xx += along * n.x * n.x + across * n.y * n.y;
        self.xy += (along - across) * n.x * n.y;
        self.yy += along * n.y * n.y + across * n.x * n.x;
    }

    /// The larger eigenvalue; infinite where an entry has overflowed.
    fn largest(self) -> f64 {
        let difference = self.xx - self.yy;
        let largest = 0.5 * (self.xx + self.yy + (difference * difference + 4.0 * self.xy * self.xy).sqrt());
        if largest.is_nan() { f64::INFINITY } else { largest }
    }
}

/// Bounds at one node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Row {
    /// Bound on `x·Kx / x·Mx` (ω²), 1/time².
    pub stiffness: f64,
    /// Bound on `x·Cx / x·Mx`, 1/time.
    pub damping: f64,
}

impl Row {
    fn of((stiffness, damping): (Block, Block)) -> Self {
        Self { stiffness: stiffness.largest(), damping: damping.largest() }
    }
}

/// A spring as drawn.
#[derive(Clone, Copy, Debug)]
struct SpringEnd {
    a: usize,
    b: usize,
    /// Unit vector from a to b; zero if they coincide, which allows any direction.
    n: DVec2,
    stiffness: f64,
    damping: f64,
    /// `1 - L/d`: the fraction of the stiffness that acts transversely.
    stretch: f64,
}

/// All forces on the nodes of a body.
#[derive(Clone, Debug)]
pub struct Network {
    links: Vec<SpringEnd>,
    /// Stiffness and viscosity of decor at each hull node.
    decor: Vec<(usize, f64, f64)>,
    gas: Option<Gas>,
    /// Inverse mass of each node; 0 for fixed nodes and the barycentre.
    inverse_mass: Vec<f64>,
}

#[derive(Clone, Debug)]
struct Gas {
    /// gas/S.
    pressure: f64,
    /// Twice the area.
    area: f64,
    /// Of `area`, by node.
    gradient: Vec<DVec2>,
    hull: Vec<[usize; 2]>,
}

impl Network {
    /// Network of a dynamic body; `decor` as in the level's contact rules.
    pub fn of(body: &Body, points: &[DVec2], decor: Decor) -> Self {
        let inverse = |mass: Option<f64>| mass.map_or(0.0, |mass| 1.0 / mass);
        let held = |pinned: bool, mass| if pinned { 0.0 } else { inverse(mass) };
        let mut hull: Vec<usize> = body.hull.iter().flatten().copied().collect();
        hull.sort_unstable();
        hull.dedup();
        let decor = match decor {
            Decor::Penalty { stiffness, viscosity } => hull.into_iter().map(|i| (i, stiffness, viscosity)).collect(),
            Decor::Impulse => Vec::new(),
        };
        Self {
            links: body
                .springs
                .iter()
                .filter(|spring| spring.a != spring.b)
                .map(|spring| link(spring, points))
                .collect(),
            decor,
            gas: gas(body, points),
            inverse_mass: body.nodes.iter().map(|node| held(node.pinned, measure::mass(node.role))).collect(),
        }
    }

    /// Upper bounds at each node: with weights by inverse mass, and with equal weights.
    pub fn rows(&self) -> [Vec<Row>; 2] {
        let by_mass = |own: f64, other: f64| own + other;
        let equal = |own: f64, other: f64| if other > 0.0 { 2.0 * own } else { own };
        [self.rows_weighted(by_mass), self.rows_weighted(equal)]
    }

    fn rows_weighted(&self, weight: impl Fn(f64, f64) -> f64) -> Vec<Row> {
        self.blocks(weight).into_iter().map(Row::of).collect()
    }

    /// Sums of stiffness and damping at each node.
    fn blocks(&self, weight: impl Fn(f64, f64) -> f64) -> Vec<(Block, Block)> {
        let mut blocks = vec![(Block::default(), Block::default()); self.inverse_mass.len()];
        for link in &self.links {
            for (node, other) in [(link.a, link.b), (link.b, link.a)] {
                let (own, other) = (self.inverse_mass[node], self.inverse_mass[other]);
                if own > 0.0 {
                    let w = weight(own, other);
                    add(&mut blocks[node].0, link.n, w, link.stiffness, link.stretch.max(0.0));
                    add(&mut blocks[node].1, link.n, w, link.damping, 0.0);
                }
            }
        }
        for &(node, stiffness, viscosity) in &self.decor {
            // Decor does not move: its side of the contact has inverse mass 0. Its direction is arbitrary.
            add(&mut blocks[node].0, DVec2::ZERO, self.inverse_mass[node], stiffness, 1.0);
            add(&mut blocks[node].1, DVec2::ZERO, self.inverse_mass[node], viscosity, 1.0);
        }
        blocks
    }

    /// Bound of ω² of the gas, for the body as a whole; 0 without force.
    pub fn gas_stiffness(&self) -> f64 {
        let Some(gas) = &self.gas else { return 0.0 };
        let swell: f64 = gas.gradient.iter().zip(&self.inverse_mass).map(|(g, w)| g.length_squared() * w).sum();
        let lightest = gas.hull.iter().flatten().map(|&node| self.inverse_mass[node]).fold(0.0, f64::max);
        let stiffness = gas.pressure * (swell / gas.area + 2.0 * lightest);
        if stiffness.is_nan() { f64::INFINITY } else { stiffness }
    }

    /// Lower bound of the largest eigenvalue of `h²K + 2hC` relative to M, for the shape as drawn, without decor.
    pub fn certain(&self, h: f64) -> f64 {
        largest_eigenvalue(&self.inverse_mass, |x| self.apply(x, h))
    }

    /// Computes `(h²K + 2hC) x` for the shape as drawn.
    fn apply(&self, x: &[DVec2], h: f64) -> Vec<DVec2> {
        let mut y = vec![DVec2::ZERO; x.len()];
        for link in &self.links {
            let pull = link.pull(x[link.b] - x[link.a], h);
            y[link.a] -= pull;
            y[link.b] += pull;
        }
        if let Some(gas) = &self.gas {
            let growth: f64 = gas.gradient.iter().zip(x).map(|(g, x)| g.dot(*x)).sum();
            let factor = h * h * gas.pressure;
            y.iter_mut().zip(&gas.gradient).for_each(|(y, g)| *y += *g * (factor * growth / gas.area));
            for &[a, b] in &gas.hull {
                let d = x[b] - x[a];
                let turned = DVec2::new(d.y, -d.x) * factor;
                y[a] -= turned;
                y[b] -= turned;
            }
        }
        y
    }
}

impl SpringEnd {
    /// `(h²K + 2hC) u` of the spring alone, for the difference u of the moves of its ends.
    fn pull(&self, u: DVec2, h: f64) -> DVec2 {
        let along = self.n * self.n.dot(u);
        let stiff = h * h * self.stiffness;
        along * (stiff + 2.0 * h * self.damping) + (u - along) * (stiff * self.stretch)
    }

    /// A spring between two nodes with these positions.
    fn new([a, b]: [usize; 2], along: DVec2, [rest_length, stiffness, damping]: [f64; 3]) -> Self {
        let drawn = along.length();
        let (n, stretch) = if drawn > 0.0 { (along / drawn, 1.0 - rest_length / drawn) } else { (DVec2::ZERO, 1.0) };
        Self { a, b, n, stiffness, damping, stretch }
    }
}

/// Iterations of the power iteration; accurate to a few percent.
const ITERATIONS: usize = 60;

/// Lower bound of the largest eigenvalue of a symmetric matrix relative to the masses, by power iteration.
fn largest_eigenvalue(inverse_mass: &[f64], apply: impl Fn(&[DVec2]) -> Vec<DVec2>) -> f64 {
    let roots: Vec<f64> = inverse_mass.iter().map(|w| w.sqrt()).collect();
    // Any start that is not orthogonal to the eigenvector works; a low-discrepancy sequence practically never is.
    let fraction = |i: usize| (i as f64 * 0.754_877_666_246_692_8).fract() - 0.5;
    let mut q: Vec<DVec2> =
        roots.iter().enumerate().map(|(i, _)| DVec2::new(fraction(2 * i + 1), fraction(2 * i + 2))).collect();
    let mut best: f64 = 0.0;
    for _ in 0..ITERATIONS {
        let length = q.iter().map(|v| v.length_squared()).sum::<f64>().sqrt();
        if !(length > 0.0 && length.is_finite()) {
            break;
        }
        q.iter_mut().for_each(|v| *v /= length);
        let scaled: Vec<DVec2> = q.iter().zip(&roots).map(|(v, root)| *v * *root).collect();
        let next: Vec<DVec2> = apply(&scaled).iter().zip(&roots).map(|(v, root)| *v * *root).collect();
        let quotient: f64 = q.iter().zip(&next).map(|(v, p)| v.dot(*p)).sum();
        best = best.max(quotient);
        q = next;
    }
    best
}

fn link(spring: &crate::level::Spring, points: &[DVec2]) -> SpringEnd {
    let along = points[spring.b] - points[spring.a];
    SpringEnd::new([spring.a, spring.b], along, [spring.rest_length, spring.stiffness, spring.damping])
}

/// Adds `weight · strength · (n nᵀ + across (1 - n nᵀ))`, or all directions if n is zero.
fn add(block: &mut Block, n: DVec2, weight: f64, strength: f64, across: f64) {
    // 0 · ∞ of a vanishing mass without stiffness is zero.
    if strength > 0.0 && weight > 0.0 {
        if n == DVec2::ZERO {
            block.add(DVec2::X, weight * strength, weight * strength);
        } else {
            block.add(n, weight * strength, weight * strength * across);
        }
    }
}

/// Gas terms, if the gas exerts a force.
fn gas(body: &Body, points: &[DVec2]) -> Option<Gas> {
    let corners = body.triangles.iter().map(|triangle| triangle.map(|node| points[node]));
    let area: f64 = corners.map(|[a, b, c]| cross(b - a, c - a)).sum();
    if !(body.gas > 0.0 && area > 0.0) || body.hull.is_empty() {
        return None;
    }
    let mut gradient = vec![DVec2::ZERO; points.len()];
    for &[a, b] in &body.hull {
        let d = points[b] - points[a];
        for node in [a, b] {
            gradient[node] += DVec2::new(d.y, -d.x);
        }
    }
    Some(Gas { pressure: body.gas / area, area, gradient, hull: body.hull.clone() })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Node, Role, Spring};

    fn chain(masses: &[f64], pinned: usize) -> Body {
        let place = |i: usize| [i as f64 * 2.0, 0.0];
        let node =
            |(i, &mass): (usize, &f64)| Node { role: Role::Mass(mass), pinned: i < pinned, ..Node::at(place(i)) };
        let spring = |i: usize| Spring { a: i, b: i + 1, rest_length: 2.0, stiffness: 3.0, damping: 0.5 };
        Body {
            nodes: masses.iter().enumerate().map(node).collect(),
            springs: (1..masses.len()).map(|i| spring(i - 1)).collect(),
            ..Body::default()
        }
    }

    fn bounds(body: &Body) -> (f64, f64, f64) {
        let points = measure::points(body).expect("finite");
        let network = Network::of(body, &points, Decor::Impulse);
        let most = |rows: &[Row], value: fn(&Row) -> f64| rows.iter().map(value).fold(0.0, f64::max);
        let [by_mass, equal] = network.rows();
        let stiffness = most(&by_mass, |row| row.stiffness).min(most(&equal, |row| row.stiffness));
        let damping = most(&by_mass, |row| row.damping).min(most(&equal, |row| row.damping));
        (stiffness, damping, network.certain(1.0))
    }

    /// A mass 4 on a held spring: ω² = k/m = 3/4, and c/m = 1/8; at h = 1, h²ω² + 2hγ = 1.
    #[test]
    fn bounds_of_one_mass_on_a_held_spring_are_exact() {
        let (stiffness, damping, certain) = bounds(&chain(&[1.0, 4.0], 1));
        assert!((stiffness - 0.75).abs() < 1e-12 && (damping - 0.125).abs() < 1e-12);
        assert!((certain - 1.0).abs() < 1e-12, "{certain}");
    }

    /// Masses 1 and 4 on one spring: ω² = k(1 + 1/4) = 3.75 and γ = 0.625.
    #[test]
    fn bounds_of_two_free_masses_are_exact() {
        let (stiffness, damping, certain) = bounds(&chain(&[1.0, 4.0], 0));
        assert!((stiffness - 3.75).abs() < 1e-12 && (damping - 0.625).abs() < 1e-12);
        assert!((certain - 5.0).abs() < 1e-9, "{certain}");
    }

    /// n equal masses in a row have ω² = 4k/m sin²((n-1)π/2n): for 3, 4·3·(3/4) = 9, within the row sum 4k/m = 12.
    #[test]
    fn bounds_of_a_chain_enclose_its_frequency() {
        let (stiffness, _, certain) = bounds(&chain(&[1.0, 1.0, 1.0], 0));
        assert!((stiffness - 12.0).abs() < 1e-12);
        // h²·9 + 2h·γ with γ = 3c = 1.5.
        assert!((certain - 12.0).abs() < 1e-9, "{certain}");
    }

    /// The gas alone on a square of side 2, masses 1, gas 2: S = 8 and g_i = (±2, ±2), so q ~ g gives
    /// gas/S²·Σ|g|² - gas/S·(g·∂²S g)/|g|² = 2/64·32 - 2/8·2 = 0.5.
    #[test]
    fn gas_stiffness_matches_its_second_derivative() {
        let mut body = chain(&[1.0; 4], 0);
        body.springs.clear();
        for (node, place) in body.nodes.iter_mut().zip([[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0]]) {
            node.position = place;
        }
        body.hull = vec![[0, 1], [1, 2], [2, 3], [3, 0]];
        body.triangles = vec![[0, 1, 2], [0, 2, 3]];
        let points = measure::points(&body).expect("finite");
        let network = Network::of(&body, &points, Decor::Impulse);
        let g: Vec<DVec2> = [[-2.0, -2.0], [2.0, -2.0], [2.0, 2.0], [-2.0, 2.0]].map(DVec2::from_array).to_vec();
        let pulled = network.apply(&g, 1.0);
        let quotient: f64 = g.iter().zip(&pulled).map(|(g, p)| g.dot(*p)).sum::<f64>() / 32.0;
        assert!((quotient - 0.5).abs() < 1e-12, "{quotient}");
        assert!((network.gas_stiffness() - 1.5).abs() < 1e-12);
    }
}
