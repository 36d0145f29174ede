//! Measures the energy change of each phase from the nodes and discs that it touched.

use super::adjacency::Adjacency;
use super::link_meter::{LinkMeter, stretch};
use super::{Entry, Ledger};
use crate::engine::data::force::Work;
use crate::engine::data::observer::{Observer, Phase, PhaseKind, Touched};
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{ForcePart, Layout, State};
use crate::engine::explain::energy;
use crate::engine::reference::forces::{self, PART_COUNT, gas, hand, springs};
use crate::engine::reference::links;
use crate::geometry::polygon;
use glam::DVec2;

/// A change of energy by kind.
#[derive(Clone, Copy, Debug, Default)]
struct PhaseChange {
    kinetic: f64,
    gravity: f64,
    spring: f64,
    gas: f64,
}

impl PhaseChange {
    fn total(&self) -> f64 {
        self.kinetic + self.gravity + self.spring + self.gas
    }

    fn exchanged(&self) -> f64 {
        self.kinetic.abs() + self.gravity.abs() + self.spring.abs() + self.gas.abs()
    }
}

/// An observer that records the ledger of its substeps.
#[derive(Clone, Debug, Default)]
pub struct Meter {
    adjacency: Adjacency,
    links: LinkMeter,
    positions: Vec<DVec2>,
    velocities: Vec<DVec2>,
    disc_positions: Vec<DVec2>,
    disc_velocities: Vec<DVec2>,
    /// Twice the area of each body's triangles.
    doubled_areas: Vec<f64>,
    blown_up: Vec<bool>,
    disc_blown_up: Vec<bool>,
    forces: ForceLists,
    /// Frame and substep at the end of the last observed substep, and the total energy there.
    last: Option<(u64, u32, f64)>,
    ledger: Ledger,
    is_empty: bool,
}

/// Forces whose work has its own entry, at the start of the substep.
#[derive(Clone, Debug, Default)]
struct ForceLists {
    works: Vec<(&'static ForcePart, NodeForces)>,
    /// The total force; only if the velocity retention is not 1.
    total: Option<NodeForces>,
    /// Forces of the hands on discs; empty if no hand holds one.
    hands: Vec<Option<DVec2>>,
    /// Forces of links on discs, and their damping; empty if no link ends at a disc.
    linked_discs: [Vec<DVec2>; 2],
}

impl Meter {
    /// Creates a meter with an empty ledger.
    pub fn new() -> Self {
        Self { is_empty: true, ..Self::default() }
    }

    /// Returns the ledger of the substeps since the last [`Meter::take`].
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Returns the ledger of the substeps since the last call, and clears it.
    pub fn take(&mut self) -> Ledger {
        self.is_empty = true;
        std::mem::take(&mut self.ledger)
    }

    fn add(&mut self, entry: Entry, amount: f64) {
        self.ledger.entries[entry.index()] += amount;
    }

    /// True if the energy of a body counts.
    fn counts(&self, layout: &Layout, body: usize) -> bool {
        layout.body_has_energy(body) && !self.blown_up[body]
    }

    /// True if the energy of a disc counts.
    fn counts_disc(&self, layout: &Layout, disc: usize) -> bool {
        layout.disc_has_energy(disc) && !self.disc_blown_up[disc]
    }

    /// Updates a node, its springs and its triangles, and adds the energy changes.
    fn move_node(&mut self, layout: &Layout, state: &State, node: usize, change: &mut PhaseChange) {
        let body = self.adjacency.body_of(node);
        let (old, new) = (self.positions[node], state.position(node));
        let (old_velocity, velocity) = (self.velocities[node], state.live_velocity(layout, node));
        (self.positions[node], self.velocities[node]) = (new, velocity);
        if !self.counts(layout, body) {
            return;
        }
        if layout.inverse_mass[node] != 0.0 {
            change.kinetic += kinetic(layout.mass[node], old_velocity, velocity);
            change.gravity += weigh(layout, layout.mass[node], old, new);
        }
        if old == new {
            return;
        }
        for &spring in self.adjacency.springs_of(node) {
            let spring = spring as usize;
            let (a, b) = (layout.springs.a[spring] as usize, layout.springs.b[spring] as usize);
            let other = self.positions[if a == node { b } else { a }];
            change.spring += stretch(material(layout, spring), old - other, new - other);
        }
        let before = self.doubled_areas[body];
        let at = |corner: u32, own: DVec2| if corner as usize == node { own } else { self.positions[corner as usize] };
        let area = |corners: [u32; 3], own: DVec2| {
            let [a, b, c] = corners.map(|corner| at(corner, own));
            polygon::doubled_triangle_area(a, b, c)
        };
        let grown: f64 = self
            .adjacency
            .triangles_of(node)
            .iter()
            .map(|&t| layout.triangles[t as usize])
            .fold(0.0, |sum, t| sum + (area(t, new) - area(t, old)));
        self.doubled_areas[body] = before + grown;
        change.gas += swell(layout, body, before, before + grown);
    }

    /// Updates all nodes, body by body, and returns the energy changes.
    fn move_all_nodes(&mut self, layout: &Layout, state: &State) -> PhaseChange {
        let mut change = PhaseChange::default();
        for (index, body) in layout.bodies.iter().enumerate() {
            // A body that has just blown up keeps its energy until `end` removes it.
            if !self.counts(layout, index) || state.blown_up[index] {
                continue;
            }
            for node in body.nodes.clone().filter(|&node| layout.inverse_mass[node] != 0.0) {
                let velocity = state.live_velocity(layout, node);
                change.kinetic += kinetic(layout.mass[node], self.velocities[node], velocity);
                change.gravity += weigh(layout, layout.mass[node], self.positions[node], state.position(node));
            }
            for spring in body.springs.clone() {
                let (a, b) = (layout.springs.a[spring] as usize, layout.springs.b[spring] as usize);
                let (old, new) = (self.positions[b] - self.positions[a], state.position(b) - state.position(a));
                change.spring += stretch(material(layout, spring), old, new);
            }
            let area = gas::doubled_area(layout, state, index);
            change.gas += swell(layout, index, self.doubled_areas[index], area);
            self.doubled_areas[index] = area;
            for node in body.nodes.clone() {
                self.positions[node] = state.position(node);
                self.velocities[node] = state.live_velocity(layout, node);
            }
        }
        change
    }

    fn move_disc(&mut self, layout: &Layout, state: &State, disc: usize, change: &mut PhaseChange) {
        let (position, velocity) = (state.disc_positions[disc], state.disc_velocities[disc]);
        if self.counts_disc(layout, disc) {
            let mass = layout.discs.mass[disc];
            change.kinetic += kinetic(mass, self.disc_velocities[disc], velocity);
            change.gravity += weigh(layout, mass, self.disc_positions[disc], position);
        }
        (self.disc_positions[disc], self.disc_velocities[disc]) = (position, velocity);
    }

    /// Updates all nodes, all discs or both, and their links.
    fn move_all(&mut self, layout: &Layout, state: &State, nodes: bool, discs: bool, change: &mut PhaseChange) {
        if nodes {
            *change = self.move_all_nodes(layout, state);
        }
        if discs {
            (0..layout.discs.count()).for_each(|disc| self.move_disc(layout, state, disc, change));
        }
        change.spring += self.links.update_all(layout, state, &self.disc_positions);
    }

    /// Updates some nodes and discs and their links.
    fn move_some(
        &mut self,
        layout: &Layout,
        state: &State,
        (nodes, discs): (&[usize], &[usize]),
        change: &mut PhaseChange,
    ) {
        nodes.iter().for_each(|&node| self.move_node(layout, state, node, change));
        discs.iter().for_each(|&disc| self.move_disc(layout, state, disc, change));
        let Self { links, adjacency, disc_positions, .. } = self;
        change.spring += links.update_some(layout, state, disc_positions, adjacency, (nodes, discs));
    }

    /// Adds the work of each force without a potential along the displacements of the nodes, and the loss by retention.
    fn record_works(&mut self, layout: &Layout, state: &State) {
        let (mut works, mut retained) = ([0.0; PART_COUNT], 0.0);
        for (index, body) in layout.bodies.iter().enumerate() {
            if !self.counts(layout, index) || state.blown_up[index] {
                continue;
            }
            for node in body.nodes.clone().filter(|&node| layout.inverse_mass[node] != 0.0) {
                let displacement = state.position(node) - self.positions[node];
                for (work, (_, forces)) in works.iter_mut().zip(&self.forces.works) {
                    *work += forces.at(node).dot(displacement);
                }
                if let Some(total) = &self.forces.total {
                    let kick = total.at(node) * (layout.inverse_mass[node] * layout.substep_time);
                    let free = self.velocities[node] + kick;
                    let velocity = state.live_velocity(layout, node);
                    retained += kinetic(layout.mass[node], free, velocity);
                }
            }
        }
        for (at, work) in works.into_iter().enumerate().take(self.forces.works.len()) {
            self.share([(Entry::Work(self.forces.works[at].0), work)]);
        }
        self.share([(Entry::Retention, retained)]);
    }

    /// Adds the work of the hand and of damped links on discs, and their loss by retention.
    fn record_disc_works(&mut self, layout: &Layout, state: &State) {
        let (h, retention) = (layout.substep_time, layout.settings.velocity_retention);
        let (mut work, mut damped, mut retained) = (0.0, 0.0, 0.0);
        let [linked, damping] = &self.forces.linked_discs;
        for disc in (0..layout.discs.count()).filter(|&disc| self.counts_disc(layout, disc)) {
            let velocity = state.disc_velocities[disc];
            let held = self.forces.hands.get(disc).copied().flatten();
            work += held.map_or(0.0, |force| force.dot(velocity) * h);
            damped += damping.get(disc).map_or(0.0, |force| force.dot(velocity) * h);
            let is_lying = velocity == DVec2::ZERO && self.disc_velocities[disc] == DVec2::ZERO;
            if retention != 1.0 && !is_lying {
                let force = held.unwrap_or_default() + linked.get(disc).copied().unwrap_or_default();
                let pull = force * layout.discs.inverse_mass[disc];
                let free = self.disc_velocities[disc] + (DVec2::from(layout.settings.gravity) + pull) * h;
                retained += kinetic(layout.discs.mass[disc], free, velocity);
            }
        }
        let damped = (Entry::Work(&springs::FORCE.parts[1]), damped);
        self.share([(Entry::Work(&hand::FORCE.parts[0]), work), damped, (Entry::Retention, retained)]);
    }

    /// Adds amounts to entries and subtracts them from the integration.
    fn share<const N: usize>(&mut self, shares: [(Entry, f64); N]) {
        for (entry, amount) in shares {
            self.add(entry, amount);
            self.add(Entry::Integration, -amount);
        }
    }

    /// Returns the energy of a body at its last observed positions and velocities.
    fn body_energy(&self, layout: &Layout, index: usize) -> f64 {
        let body = &layout.bodies[index];
        let free = body.nodes.clone().filter(|&node| layout.inverse_mass[node] != 0.0);
        let nodes: f64 = free
            .map(|node| self.point_energy(layout, layout.mass[node], self.positions[node], self.velocities[node]))
            .sum();
        let springs = body.springs.clone().map(|spring| {
            let (a, b) = (layout.springs.a[spring] as usize, layout.springs.b[spring] as usize);
            let excess = (self.positions[b] - self.positions[a]).length() - layout.springs.rest_length[spring];
            0.5 * layout.springs.stiffness[spring] * excess * excess
        });
        nodes + springs.sum::<f64>() + energy::gas_energy(layout, index, self.doubled_areas[index])
    }

    fn point_energy(&self, layout: &Layout, mass: f64, position: DVec2, velocity: DVec2) -> f64 {
        0.5 * mass * velocity.length_squared() + weigh(layout, mass, DVec2::ZERO, position)
    }
}

impl Observer for Meter {
    fn begin(&mut self, layout: &Layout, state: &State) {
        let total = energy::known_total(layout, state);
        let ended = self.last.filter(|&(frame, substep, _)| (frame, substep) == (state.frame, state.substep));
        let start = ended.map_or(total, |(_, _, total)| total);
        if self.is_empty {
            (self.ledger.before, self.ledger.after, self.is_empty) = (start, start, false);
        }
        let given = total - start;
        if given != 0.0 && given.is_finite() {
            self.add(Entry::Inputs, given);
            self.ledger.exchanged += given.abs();
        }
        self.adjacency.prepare(layout);
        self.links.begin(layout, state);
        self.positions.clone_from(&state.positions);
        self.velocities.clone_from(&state.velocities);
        self.disc_positions.clone_from(&state.disc_positions);
        self.disc_velocities.clone_from(&state.disc_velocities);
        self.blown_up.clone_from(&state.blown_up);
        self.disc_blown_up.clone_from(&state.disc_blown_up);
        self.doubled_areas.clear();
        self.doubled_areas.extend((0..layout.bodies.len()).map(|body| gas::doubled_area(layout, state, body)));
        self.forces = ForceLists::of(layout, state);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        let mut change = PhaseChange::default();
        match phase.kind {
            PhaseKind::Integration => self.record_works(layout, state),
            PhaseKind::DiscForces => self.record_disc_works(layout, state),
            // The meter uses Verlet's live velocities in all phases.
            PhaseKind::Velocities => return,
            _ => {}
        }
        match touched {
            // Driven bodies do not count, but links may end at them.
            _ if phase.kind == PhaseKind::Driven => {
                change.spring += self.links.update_all(layout, state, &self.disc_positions);
            }
            Touched::Nothing => return,
            Touched::AllNodes => self.move_all(layout, state, true, false, &mut change),
            Touched::AllDiscs => self.move_all(layout, state, false, true, &mut change),
            Touched::All => self.move_all(layout, state, true, true, &mut change),
            Touched::Few(nodes, disc) => self.move_some(layout, state, (nodes, disc.as_slice()), &mut change),
            Touched::Discs(discs) => self.move_some(layout, state, (&[], discs), &mut change),
        }
        self.add(Entry::of(phase.kind), change.total());
        self.ledger.exchanged += change.exchanged();
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        let mut lost = 0.0;
        for body in (0..layout.bodies.len()).filter(|&body| self.counts(layout, body) && state.blown_up[body]) {
            lost += self.body_energy(layout, body);
        }
        lost += self.links.lost(layout, state);
        let has_blown_up = |disc: &usize| state.disc_blown_up[*disc] && self.counts_disc(layout, *disc);
        for disc in (0..layout.discs.count()).filter(has_blown_up) {
            let (position, velocity) = (self.disc_positions[disc], self.disc_velocities[disc]);
            lost += self.point_energy(layout, layout.discs.mass[disc], position, velocity);
        }
        if lost != 0.0 {
            self.add(Entry::BlowUp, -lost);
            self.ledger.exchanged += lost.abs();
        }
        let total = energy::known_total(layout, state);
        self.ledger.after = total;
        // Frame and substep at the start of the next substep.
        let substep = state.substep + 1;
        let next = if substep == layout.settings.substeps { (state.frame + 1, 0) } else { (state.frame, substep) };
        self.last = Some((next.0, next.1, total));
    }

    fn wants_all(&self) -> bool {
        false
    }
}

impl ForceLists {
    fn of(layout: &Layout, state: &State) -> Self {
        let acting = forces::ALL.iter().filter(|force| (force.is_there)(layout, state));
        let parts = acting.flat_map(|force| force.parts).filter(|part| part.work != Work::Stored);
        let works = parts.map(|part| (part, part.alone(layout, state))).collect();
        let total = (layout.settings.velocity_retention != 1.0).then(|| forces::sum(layout, state));
        let mut linked_discs = [Vec::new(), Vec::new()];
        links::disc_forces(layout, state, &mut linked_discs[0]);
        links::disc_damping(layout, state, &mut linked_discs[1]);
        let discs = if state.hands.is_empty() { 0 } else { layout.discs.count() };
        let hands = (0..discs).map(|disc| hand::on_disc(state, disc)).collect();
        Self { works, total, hands, linked_discs }
    }
}

/// ½m(v1² - v0²), without the cancellation of two squares.
fn kinetic(mass: f64, before: DVec2, after: DVec2) -> f64 {
    0.5 * mass * (after - before).dot(after + before)
}

/// -m g·(x1 - x0)
fn weigh(layout: &Layout, mass: f64, before: DVec2, after: DVec2) -> f64 {
    -mass * DVec2::from(layout.settings.gravity).dot(after - before)
}

/// Stiffness and rest length of a spring.
fn material(layout: &Layout, spring: usize) -> [f64; 2] {
    [layout.springs.stiffness[spring], layout.springs.rest_length[spring]]
}

/// -gas·ln(S1/S0). If one of the areas is not positive, the difference of the potential energies.
fn swell(layout: &Layout, body: usize, before: f64, after: f64) -> f64 {
    let parts = &layout.bodies[body];
    if parts.gas == 0.0 || before == after {
        return 0.0;
    }
    let is_sound = |area: f64| area > 0.0 && area.is_finite();
    if is_sound(before) && is_sound(after) && parts.initial_doubled_area > 0.0 {
        return -parts.gas * libm::log1p((after - before) / before);
    }
    energy::gas_energy(layout, body, after) - energy::gas_energy(layout, body, before)
}
