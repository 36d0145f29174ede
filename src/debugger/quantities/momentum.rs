//! Two quantities: linear momentum of all free parts, and angular momentum about the origin.

use super::{Quantity, Series, Source};
use crate::engine::World;
use crate::geometry::{DVec2, cross};

pub(super) const LINEAR: Quantity = Quantity {
    id: "momentum",
    title: "Momentum",
    explanation: "Σ m·v of all free nodes and discs. Internal forces do not change it.",
    unit: "m·l/t",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        vec![
            Series::new("momentum.x", "x", Source::state(|world| linear(world).x)),
            Series::new("momentum.y", "y", Source::state(|world| linear(world).y)),
            Series::new("momentum.size", "magnitude", Source::state(|world| linear(world).length())),
        ]
    },
};

pub(super) const ANGULAR: Quantity = Quantity {
    id: "angular-momentum",
    title: "Angular momentum",
    explanation: "Σ m·cross(x, v) of all free nodes and discs about the origin, counter-clockwise positive.",
    unit: "m·l²/t",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series: |_| vec![Series::new("angular-momentum", "about the origin", Source::state(angular))],
};

/// Mass, position and velocity of every free node and disc that did not blow up: the parts that count in the energy.
fn masses(world: &World) -> impl Iterator<Item = (f64, DVec2, DVec2)> {
    let (layout, state) = (world.layout(), world.state());
    let bodies = layout.bodies.iter().enumerate().filter(|&(index, body)| body.is_dynamic && !state.blown_up[index]);
    let nodes = bodies.flat_map(|(_, body)| body.nodes.clone()).filter(|&node| layout.inverse_mass[node] != 0.0);
    let nodes = nodes.map(|node| (layout.mass[node], world.position(node), world.velocity(node)));
    let discs = &layout.discs;
    let is_free = move |&disc: &usize| discs.inverse_mass[disc] != 0.0 && !state.disc_blown_up[disc];
    let discs_moving = (0..discs.count()).filter(is_free);
    nodes.chain(discs_moving.map(|disc| (discs.mass[disc], world.disc_position(disc), world.disc_velocity(disc))))
}

fn linear(world: &World) -> DVec2 {
    masses(world).map(|(mass, _, velocity)| velocity * mass).sum()
}

fn angular(world: &World) -> f64 {
    masses(world).map(|(mass, at, velocity)| mass * cross(at, velocity)).sum()
}
