//! Energy by node: its kinetic energy, and half of the energy of each of its springs.

use crate::engine::data::World;
use crate::engine::data::links::LinkedEnd;
use crate::engine::reference::links;
use glam::DVec2;

/// Energy of one node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeEnergy {
    /// ½ m v²; 0 for a node that is not free.
    pub kinetic: f64,
    /// Half of ½ k (d - L)² of each spring and spring link of the node.
    pub elastic: f64,
}

impl World {
    /// Returns one entry per node, global numbering. The sums are the kinetic energy of all nodes and the energy of all springs, as
    /// in [`World::energy`], except for the halves of spring links at discs and fixed points.
    pub fn node_energies(&self) -> Vec<NodeEnergy> {
        let Self { layout, state, .. } = self;
        let mut energies = vec![NodeEnergy::default(); layout.node_count];
        for (index, body) in layout.bodies.iter().enumerate() {
            if !layout.body_has_energy(index) || state.blown_up[index] {
                continue;
            }
            for node in body.nodes.clone().filter(|&node| layout.inverse_mass[node] != 0.0) {
                energies[node].kinetic = 0.5 * layout.mass[node] * state.velocity(node).length_squared();
            }
            for spring in body.springs.clone() {
                let springs = &layout.springs;
                let (a, b) = (springs.a[spring] as usize, springs.b[spring] as usize);
                let elongation = (state.position(b) - state.position(a)).length() - springs.rest_length[spring];
                let half = 0.25 * springs.stiffness[spring] * elongation * elongation;
                energies[a].elastic += half;
                energies[b].elastic += half;
            }
        }
        for spring in layout.links.springs.iter().filter(|spring| links::has_energy(layout, state, spring)) {
            let half = 0.5 * links::elastic_energy(state, spring);
            for end in spring.ends {
                if let LinkedEnd::Node(node) = end {
                    energies[node].elastic += half;
                }
            }
        }
        energies
    }

    /// Returns the acceleration of every node at the start of the next substep, global numbering; 0 for nodes that are not free.
    pub fn accelerations(&self) -> Vec<DVec2> {
        let total = self.forces().total;
        total.into_iter().zip(&self.layout.inverse_mass).map(|(force, &inverse)| force * inverse).collect()
    }
}
