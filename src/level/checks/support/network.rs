//! How stiff the springs and the gas of a body are, node by node: bounds on the fastest motion they can cause.
//!
//! Must never know: any one rule, the engine, the screen.
//!
//! # The bound
//! Near a given shape the springs are linear: `M x'' = -K x - C x'`. Each spring s between i and j, with
//! stiffness k, damping c, direction n, drawn length d and rest length L, adds to `K` a block with the eigenvalues k (along n)
//! and `k(1 - L/d) <= k` (across), so that for every shape, all its rotations and all directions
//!
//! `x·Kx <= Σ_s k |x_i - x_j|² <= Σ_s k (|x_i| + |x_j|)²`.
//!
//! With inverse masses w and `(p + q)² <= (1 + t)p² + (1 + 1/t)q²` for any t > 0, the choice `t = w_j/w_i` gives
//! `x·Kx <= max_i β_i · x·Mx` with the row sum `β_i = Σ_{s at i} k (w_i + w_j)`, and `t = 1` gives Gershgorin's
//! row sum `γ_i = Σ_{s at i} 2 k w_i` (half as much for a spring whose other end is held). So `ω² <= min(max β, max γ)`.
//! The first is exact for two masses on one spring (k(1/m + 1/M)) and for one mass on a held spring (k/m); the second is far better
//! for a heavy node with many light neighbours. The same holds for `C` with c in the place of k.
//!
//! # The gas
//! Its energy is `-gas ln S`; with g the gradient of S (at a hull node, the perpendicular of the line between its neighbours), the
//! second derivative is `gas/S² g gᵀ - gas/S ∂²S`. The first part is at most `gas/S² Σ|g_i|² w_i`, the second
//! `2 gas/S max w`, since ∂²S has two rotations by 90° in each row.

use super::measure;
use crate::geometry::{DVec2, cross};
use crate::level::{Body, Decor};

/// Row sums of one node: ω² per stiffness, and the same for damping.
#[derive(Clone, Copy, Debug, Default)]
pub struct Row {
    /// Bound on `x·Kx / x·Mx`, 1/time².
    pub stiffness: f64,
    /// Bound on `x·Cx / x·Mx`, 1/time.
    pub damping: f64,
}

/// Everything that pulls at the nodes of a body.
#[derive(Clone, Debug)]
pub struct Network {
    /// β of each node: weights shared by inverse mass.
    pub shared: Vec<Row>,
    /// γ of each node: weights shared equally.
    pub equal: Vec<Row>,
    /// ω² of the gas, for the body as a whole.
    pub gas: f64,
    /// Inverse mass of each node; 0 for what is held and for the barycentre.
    pub inverse_mass: Vec<f64>,
}

impl Network {
    /// Of a dynamic body; `decor` as in the level's contacts.
    pub fn of(body: &Body, points: &[DVec2], decor: Decor) -> Self {
        let inverse_mass: Vec<f64> = body
            .nodes
            .iter()
            .map(|node| measure::mass(node.role).filter(|_| !node.pinned).map_or(0.0, |mass| 1.0 / mass))
            .collect();
        let mut network = Self {
            shared: vec![Row::default(); body.nodes.len()],
            equal: vec![Row::default(); body.nodes.len()],
            gas: gas(body, points, &inverse_mass),
            inverse_mass,
        };
        for spring in body.springs.iter().filter(|spring| spring.a != spring.b) {
            network.add(spring.a, spring.b, spring.stiffness, spring.damping);
            network.add(spring.b, spring.a, spring.stiffness, spring.damping);
        }
        if let Decor::Penalty { stiffness, viscosity } = decor {
            let mut hull: Vec<usize> = body.hull.iter().flatten().copied().collect();
            hull.sort_unstable();
            hull.dedup();
            // Decor is held: its side of the spring has inverse mass 0.
            hull.into_iter().for_each(|node| network.add_held(node, stiffness, viscosity));
        }
        network
    }

    fn add(&mut self, node: usize, other: usize, stiffness: f64, damping: f64) {
        let (own, its) = (self.inverse_mass[node], self.inverse_mass[other]);
        if own > 0.0 {
            let equal = if its > 0.0 { 2.0 * own } else { own };
            self.shared[node].add(own + its, stiffness, damping);
            self.equal[node].add(equal, stiffness, damping);
        }
    }

    fn add_held(&mut self, node: usize, stiffness: f64, damping: f64) {
        let own = self.inverse_mass[node];
        self.shared[node].add(own, stiffness, damping);
        self.equal[node].add(own, stiffness, damping);
    }
}

impl Row {
    fn add(&mut self, weight: f64, stiffness: f64, damping: f64) {
        // 0 · ∞ of a vanishing mass and no stiffness is nothing.
        if stiffness > 0.0 {
            self.stiffness += weight * stiffness;
        }
        if damping > 0.0 {
            self.damping += weight * damping;
        }
    }
}

/// Bound on ω² of the gas; 0 where it gives no force.
fn gas(body: &Body, points: &[DVec2], inverse_mass: &[f64]) -> f64 {
    let corners = body.triangles.iter().map(|triangle| triangle.map(|node| points[node]));
    let area: f64 = corners.map(|[a, b, c]| cross(b - a, c - a)).sum();
    if !(body.gas > 0.0 && area > 0.0) || body.hull.is_empty() {
        return 0.0;
    }
    let mut gradient = vec![DVec2::ZERO; points.len()];
    let mut heaviest_push: f64 = 0.0;
    for &[a, b] in &body.hull {
        let d = points[b] - points[a];
        for node in [a, b] {
            gradient[node] += DVec2::new(d.y, -d.x);
            heaviest_push = heaviest_push.max(inverse_mass[node]);
        }
    }
    let swell: f64 = gradient.iter().zip(inverse_mass).map(|(g, w)| g.length_squared() * w).sum();
    body.gas / area * (swell / area + 2.0 * heaviest_push)
}
