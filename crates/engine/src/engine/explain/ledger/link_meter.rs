//! Measures the elastic energy of spring links from the spans of their ends.

use super::adjacency::Adjacency;
use crate::engine::data::links::LinkedEnd;
use crate::engine::data::{Layout, State};
use crate::engine::reference::links;
use glam::DVec2;

/// Spans of the spring links whose energy counted at the start of the substep.
#[derive(Clone, Debug, Default)]
pub(in crate::engine) struct LinkMeter {
    /// Vector from the first end to the second; None if the energy does not count.
    spans: Vec<Option<DVec2>>,
}

impl LinkMeter {
    pub fn begin(&mut self, layout: &Layout, state: &State) {
        self.spans.clear();
        self.spans.extend(layout.links.springs.iter().map(|spring| {
            let [a, b] = spring.ends.map(|end| end.position(state));
            links::has_energy(layout, state, spring).then_some(b - a)
        }));
    }

    /// Updates all links. Returns the change of their energy. `disc_positions` are those last observed.
    pub fn update_all(&mut self, layout: &Layout, state: &State, disc_positions: &[DVec2]) -> f64 {
        (0..self.spans.len()).map(|link| self.update(layout, state, disc_positions, link)).sum()
    }

    /// Updates the links of some nodes and discs, as [`LinkMeter::update_all`].
    pub fn update_some(
        &mut self,
        layout: &Layout,
        state: &State,
        disc_positions: &[DVec2],
        adjacency: &Adjacency,
        (nodes, discs): (&[usize], &[usize]),
    ) -> f64 {
        if self.spans.is_empty() {
            return 0.0;
        }
        let of_nodes = nodes.iter().flat_map(|&node| adjacency.links_of_node(node));
        let of_discs = discs.iter().flat_map(|&disc| adjacency.links_of_disc(disc));
        of_nodes.chain(of_discs).map(|&link| self.update(layout, state, disc_positions, link as usize)).sum()
    }

    fn update(&mut self, layout: &Layout, state: &State, disc_positions: &[DVec2], link: usize) -> f64 {
        let spring = &layout.links.springs[link];
        // A part that has just blown up keeps its energy until the substep ends.
        let is_out = spring.ends.iter().any(|end| end.is_blown_up(layout, state));
        let Some(before) = self.spans[link].filter(|_| !is_out) else { return 0.0 };
        let [a, b] = spring.ends.map(|end| match end {
            // During the stage of the discs, the state has only those that a phase touched.
            LinkedEnd::Disc(disc) => disc_positions[disc],
            other => other.position(state),
        });
        self.spans[link] = Some(b - a);
        stretch([spring.stiffness, spring.rest_length], before, b - a)
    }

    /// Energy of the links whose ends have blown up since the start.
    pub fn lost(&self, layout: &Layout, state: &State) -> f64 {
        let out = layout.links.springs.iter().zip(&self.spans).filter_map(|(spring, span)| {
            let excess = span.filter(|_| !links::has_energy(layout, state, spring))?.length() - spring.rest_length;
            Some(0.5 * spring.stiffness * excess * excess)
        });
        out.sum()
    }
}

/// ½k((d1 - L)² - (d0 - L)²) of a spring between two offsets of its ends.
pub(super) fn stretch([stiffness, rest_length]: [f64; 2], before: DVec2, after: DVec2) -> f64 {
    let (old, new) = (before.length(), after.length());
    if old + new == 0.0 {
        return 0.0;
    }
    let longer = (after - before).dot(after + before) / (new + old);
    0.5 * stiffness * longer * (new + old - 2.0 * rest_length)
}
