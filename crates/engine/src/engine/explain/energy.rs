//! Energy by kind: kinetic, gravity, springs, gas.

use crate::engine::data::{Layout, State, World};
use crate::engine::reference::forces::gas;
use crate::engine::reference::links;
use glam::DVec2;
use serde::Serialize;

/// Energy by kind of the free nodes and discs, without sensors; mass·length²/time². Spring links count if one of their ends
/// does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Energy {
    /// Σ ½ m v²
    pub kinetic: f64,
    /// -Σ m g·x
    pub gravity: f64,
    /// Σ ½ k (d - L)²
    pub spring: f64,
    /// Σ -gas·ln(S/S0) over the bodies; 0 for a body whose area is not positive now or was not at the start.
    pub gas: f64,
    /// Sum of the four.
    pub total: f64,
}

impl Energy {
    /// Energy of parts that are not finite.
    pub const UNKNOWN: Self =
        Self { kinetic: f64::NAN, gravity: f64::NAN, spring: f64::NAN, gas: f64::NAN, total: f64::NAN };

    /// Returns names and values of the kinds, with the total last.
    pub fn kinds(&self) -> [(&'static str, f64); 5] {
        [
            ("kinetic", self.kinetic),
            ("gravity", self.gravity),
            ("spring", self.spring),
            ("gas", self.gas),
            ("total", self.total),
        ]
    }
}

/// Computes the energy of a state.
pub(in crate::engine) fn measure(layout: &Layout, state: &State) -> Energy {
    let gravity = DVec2::from(layout.settings.gravity);
    let mut energy = Energy::default();
    for index in 0..layout.bodies.len() {
        add_body(layout, state, index, &mut energy);
    }
    energy.spring += links::spring_energy(layout, state);
    let discs = &layout.discs;
    for disc in (0..discs.count()).filter(|&disc| layout.disc_has_energy(disc) && !state.disc_blown_up[disc]) {
        energy.kinetic += 0.5 * discs.mass[disc] * state.disc_velocities[disc].length_squared();
        energy.gravity -= discs.mass[disc] * gravity.dot(state.disc_positions[disc]);
    }
    energy.total = energy.kinetic + energy.gravity + energy.spring + energy.gas;
    energy
}

/// Computes the total energy of a state; NaN once a body or disc has blown up.
pub(in crate::engine) fn known_total(layout: &Layout, state: &State) -> f64 {
    if state.has_blown_up() { f64::NAN } else { measure(layout, state).total }
}

/// Computes the energy of one body; 0 if it blew up.
pub fn of_body(layout: &Layout, state: &State, index: usize) -> Energy {
    let mut energy = Energy::default();
    add_body(layout, state, index, &mut energy);
    energy.total = energy.kinetic + energy.gravity + energy.spring + energy.gas;
    energy
}

fn add_body(layout: &Layout, state: &State, index: usize, energy: &mut Energy) {
    let gravity = DVec2::from(layout.settings.gravity);
    let body = &layout.bodies[index];
    if !layout.body_has_energy(index) || state.blown_up[index] {
        return;
    }
    for node in body.nodes.clone().filter(|&node| layout.inverse_mass[node] != 0.0) {
        let mass = layout.mass[node];
        energy.kinetic += 0.5 * mass * state.velocity(node).length_squared();
        energy.gravity -= mass * gravity.dot(state.position(node));
    }
    energy.spring += springs(layout, state, body.springs.clone());
    if body.gas != 0.0 {
        energy.gas += gas_energy(layout, index, gas::doubled_area(layout, state, index));
    }
}

fn springs(layout: &Layout, state: &State, range: std::ops::Range<usize>) -> f64 {
    let springs = &layout.springs;
    range
        .map(|spring| {
            let (a, b) = (springs.a[spring] as usize, springs.b[spring] as usize);
            let elongation = (state.position(b) - state.position(a)).length() - springs.rest_length[spring];
            0.5 * springs.stiffness[spring] * elongation * elongation
        })
        .sum()
}

/// Returns the potential energy of the gas (P·V = K) relative to the initial area.
pub(in crate::engine) fn gas_energy(layout: &Layout, index: usize, doubled_area: f64) -> f64 {
    let body = &layout.bodies[index];
    if body.gas == 0.0 || body.triangles.is_empty() {
        return 0.0;
    }
    let ratio = doubled_area / body.initial_doubled_area;
    let is_sound = body.initial_doubled_area > 0.0 && ratio > 0.0 && ratio.is_finite();
    // `libm`: the logarithm of the standard library differs in the last bit between platforms.
    if is_sound { -body.gas * libm::log(ratio) } else { 0.0 }
}

impl World {
    /// Returns the energy by kind now; NaN in every kind once a body or disc has blown up.
    pub fn energy(&self) -> Energy {
        if self.has_blown_up() { Energy::UNKNOWN } else { measure(&self.layout, &self.state) }
    }

    /// Returns the energy of a body by kind now; NaN in every kind if it blew up, 0 for fixed and driven bodies and sensors.
    pub fn body_energy(&self, body: usize) -> Energy {
        if self.state.blown_up[body] { Energy::UNKNOWN } else { of_body(&self.layout, &self.state, body) }
    }

    /// Returns true if a body or disc has a coordinate that is no longer finite.
    pub fn has_blown_up(&self) -> bool {
        self.state.has_blown_up()
    }
}

impl State {
    /// Returns true if a body or disc has a coordinate that is no longer finite.
    pub fn has_blown_up(&self) -> bool {
        self.blown_up.contains(&true) || self.disc_blown_up.contains(&true)
    }
}
