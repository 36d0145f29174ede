//! Energy by node: its kinetic energy, and half of the energy of each of its springs.

use crate::engine::data::World;
use glam::DVec2;

/// Energy of one node.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NodeEnergy {
    /// ½ m v²; 0 for what cannot move freely.
    pub kinetic: f64,
    /// Half of ½ k (d - L)² of each spring that ends here.
    pub elastic: f64,
}

impl World {
    /// One entry per node, global numbering; the sums are the kinetic energy of all nodes and the energy of all springs, as
    /// [`World::energy`] counts them.
    pub fn node_energies(&self) -> Vec<NodeEnergy> {
        let Self { layout, state, .. } = self;
        let mut energies = vec![NodeEnergy::default(); layout.node_count];
        for (index, body) in layout.bodies.iter().enumerate() {
            if !body.is_dynamic || state.blown_up[index] {
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
        energies
    }

    /// Net force over mass of every node, global numbering, that the next substep would start from; 0 for what cannot move.
    pub fn accelerations(&self) -> Vec<DVec2> {
        let total = self.forces().total;
        total.into_iter().zip(&self.layout.inverse_mass).map(|(force, &inverse)| force * inverse).collect()
    }
}
