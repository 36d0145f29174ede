//! Measures the energy change of each phase from the nodes and discs that it touched.

use super::links::Links;
use super::{Entry, Ledger};
use crate::engine::data::force::Work;
use crate::engine::data::observer::{Observer, Phase, PhaseKind, Touched};
use crate::engine::data::scratch::NodeForces;
use crate::engine::data::{ForcePart, Layout, State};
use crate::engine::explain::energy;
use crate::engine::reference::forces::{self, PART_COUNT, gas, hand};
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
    links: Links,
    positions: Vec<DVec2>,
    velocities: Vec<DVec2>,
    disc_positions: Vec<DVec2>,
    disc_velocities: Vec<DVec2>,
    /// Elastic energy of the spring links.
    link_energy: f64,
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
    on_disc: Option<(usize, DVec2)>,
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
        layout.bodies[body].is_dynamic && !self.blown_up[body]
    }

    /// Updates a node, its springs and its triangles, and adds the energy changes.
    fn move_node(&mut self, layout: &Layout, state: &State, node: usize, change: &mut PhaseChange) {
        let body = self.links.body_of(node);
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
        for &spring in self.links.springs_of(node) {
            let spring = spring as usize;
            let (a, b) = (layout.springs.a[spring] as usize, layout.springs.b[spring] as usize);
            let other = self.positions[if a == node { b } else { a }];
            change.spring += stretch(layout, spring, old - other, new - other);
        }
        let before = self.doubled_areas[body];
        let at = |corner: u32, own: DVec2| if corner as usize == node { own } else { self.positions[corner as usize] };
        let area = |corners: [u32; 3], own: DVec2| {
            let [a, b, c] = corners.map(|corner| at(corner, own));
            polygon::doubled_triangle_area(a, b, c)
        };
        let grown: f64 = self
            .links
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
                change.spring += stretch(layout, spring, old, new);
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
        if layout.discs.is_dynamic(disc) && !self.disc_blown_up[disc] {
            let mass = layout.discs.mass[disc];
            change.kinetic += kinetic(mass, self.disc_velocities[disc], velocity);
            change.gravity += weigh(layout, mass, self.disc_positions[disc], position);
        }
        (self.disc_positions[disc], self.disc_velocities[disc]) = (position, velocity);
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

    /// Adds the work of the hand on discs, and their loss by retention.
    fn record_disc_works(&mut self, layout: &Layout, state: &State) {
        let (h, retention) = (layout.substep_time, layout.settings.velocity_retention);
        let (mut work, mut retained) = (0.0, 0.0);
        for disc in (0..layout.discs.count()).filter(|&disc| layout.discs.is_dynamic(disc) && !self.disc_blown_up[disc])
        {
            let velocity = state.disc_velocities[disc];
            let held = self.forces.on_disc.filter(|&(held, _)| held == disc);
            work += held.map_or(0.0, |(_, force)| force.dot(velocity) * h);
            let is_lying = velocity == DVec2::ZERO && self.disc_velocities[disc] == DVec2::ZERO;
            if retention != 1.0 && !is_lying {
                let pull = held.map_or(DVec2::ZERO, |(_, force)| force * layout.discs.inverse_mass[disc]);
                let free = self.disc_velocities[disc] + (DVec2::from(layout.settings.gravity) + pull) * h;
                retained += kinetic(layout.discs.mass[disc], free, velocity);
            }
        }
        self.share([(Entry::Work(&hand::FORCE.parts[0]), work), (Entry::Retention, retained)]);
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
        let total = energy::measure(layout, state).total;
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
        self.links.prepare(layout);
        self.link_energy = links::spring_energy(layout, state);
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
            // Driven bodies do not count, and the meter uses Verlet's live velocities in all phases.
            PhaseKind::Driven | PhaseKind::Velocities => return,
            _ => {}
        }
        match touched {
            Touched::Nothing => return,
            Touched::AllNodes => change = self.move_all_nodes(layout, state),
            Touched::AllDiscs => {
                (0..layout.discs.count()).for_each(|disc| self.move_disc(layout, state, disc, &mut change));
            }
            Touched::Few(nodes, disc) => {
                nodes.iter().for_each(|&node| self.move_node(layout, state, node, &mut change));
                disc.into_iter().for_each(|disc| self.move_disc(layout, state, disc, &mut change));
            }
            Touched::Discs(discs) => discs.iter().for_each(|&disc| self.move_disc(layout, state, disc, &mut change)),
            Touched::All => {
                change = self.move_all_nodes(layout, state);
                (0..layout.discs.count()).for_each(|disc| self.move_disc(layout, state, disc, &mut change));
            }
        }
        let link_energy = links::spring_energy(layout, state);
        change.spring += link_energy - std::mem::replace(&mut self.link_energy, link_energy);
        self.add(Entry::of(phase.kind), change.total());
        self.ledger.exchanged += change.exchanged();
    }

    fn end(&mut self, layout: &Layout, state: &State) {
        let mut lost = 0.0;
        for body in (0..layout.bodies.len()).filter(|&body| self.counts(layout, body) && state.blown_up[body]) {
            lost += self.body_energy(layout, body);
        }
        let has_blown_up = |disc: &usize| state.disc_blown_up[*disc] && !self.disc_blown_up[*disc];
        for disc in (0..layout.discs.count()).filter(has_blown_up) {
            let (position, velocity) = (self.disc_positions[disc], self.disc_velocities[disc]);
            lost += self.point_energy(layout, layout.discs.mass[disc], position, velocity);
        }
        if lost != 0.0 {
            self.add(Entry::BlowUp, -lost);
            self.ledger.exchanged += lost.abs();
        }
        let total = energy::measure(layout, state).total;
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
        Self { works, total, on_disc: hand::on_disc(state) }
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

/// ½k((d1 - L)² - (d0 - L)²) of a spring between two offsets of its ends.
fn stretch(layout: &Layout, spring: usize, before: DVec2, after: DVec2) -> f64 {
    let (old, new) = (before.length(), after.length());
    if old + new == 0.0 {
        return 0.0;
    }
    let longer = (after - before).dot(after + before) / (new + old);
    0.5 * layout.springs.stiffness[spring] * longer * (new + old - 2.0 * layout.springs.rest_length[spring])
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
