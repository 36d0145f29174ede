//! The state of a run: all data that later substeps depend on.
//!
//! A snapshot is a clone of it. Its hash covers every bit that the next substep reads.

use super::sensor::SensorCount;
use super::{Hand, Held, Layout};
use crate::geometry::hashing::BitHasher;
use crate::level::{Disc, Level, Motion, Place};
use glam::DVec2;

/// Positions, velocities and time. Lists have one entry per node (global numbering), per body or per disc.
#[derive(Debug, PartialEq)]
pub struct State {
    /// Number of completed frames.
    pub frame: u64,
    /// Number of completed substeps of the current frame, below the level's substeps.
    pub substep: u32,
    /// Contacts resolved since the start of the level, including impacts of discs.
    pub contacts: u64,
    /// Impacts of discs since the start of the level.
    pub disc_impacts: u64,
    /// Hits of nodes on obstacles and bounds since the start of the level.
    pub obstacle_hits: u64,
    /// The springs between the mouse, or a game's pointers, and nodes or discs.
    pub hands: Vec<Hand>,
    /// Positions.
    pub positions: Vec<DVec2>,
    /// Velocities; with Verlet those at the end of the last substep.
    pub velocities: Vec<DVec2>,
    /// Verlet's previous positions; empty with the Euler schemes.
    pub previous: Vec<DVec2>,
    /// True for bodies whose signed triangle area was not positive in the last substep.
    pub collapsed: Vec<bool>,
    /// True for bodies with a non-finite node: they are frozen and have no contacts.
    pub blown_up: Vec<bool>,
    /// True for nodes that were inside a hull without an eligible edge in the last substep.
    pub without_edge: Vec<bool>,
    /// Centres of the discs.
    pub disc_positions: Vec<DVec2>,
    /// Velocities of the discs.
    pub disc_velocities: Vec<DVec2>,
    /// True for discs with a non-finite velocity or next position: they stay in place and have no contacts.
    pub disc_blown_up: Vec<bool>,
    /// True for sleeping discs; their velocity is 0.
    pub disc_asleep: Vec<bool>,
    /// True for discs that reached their impact limit in the last substep.
    pub disc_impact_limit_reached: Vec<bool>,
    /// Discs whose centre was inside a hull without an eligible edge in the last substep.
    pub disc_without_edge: Vec<bool>,
    /// Pairs of a sensor and a body or disc that was inside it at the end of the last substep, ascending. They change no motion and
    /// are not part of the hash.
    pub sensor_contacts: Vec<[Place; 2]>,
    /// Entries and exits of each pair since the start of the level, ascending by pair. They change no motion and are not part of the
    /// hash.
    pub sensor_counts: Vec<SensorCount>,
}

/// Access to node positions: a state, or the part of a state that a thread works on.
pub(in crate::engine) trait NodePositions {
    /// Position of a node.
    fn position(&self, node: usize) -> DVec2;
}

impl NodePositions for State {
    #[inline(always)]
    fn position(&self, node: usize) -> DVec2 {
        self.positions[node]
    }
}

impl State {
    /// Creates the state of frame 0; `layout` is the compiled `level`.
    pub(in crate::engine) fn new(level: &Level, layout: &Layout) -> Self {
        let mut state = Self {
            frame: 0,
            substep: 0,
            contacts: 0,
            disc_impacts: 0,
            obstacle_hits: 0,
            hands: Vec::new(),
            // Exact capacity: the lists have no spare memory.
            positions: Vec::with_capacity(layout.node_count),
            velocities: Vec::with_capacity(layout.node_count),
            previous: Vec::with_capacity(if layout.is_verlet() { layout.node_count } else { 0 }),
            collapsed: Vec::new(),
            blown_up: Vec::new(),
            without_edge: Vec::new(),
            disc_positions: Vec::new(),
            disc_velocities: Vec::new(),
            disc_blown_up: Vec::new(),
            disc_asleep: Vec::new(),
            disc_impact_limit_reached: Vec::new(),
            disc_without_edge: Vec::new(),
            sensor_contacts: Vec::new(),
            sensor_counts: Vec::new(),
        };
        state.extend(level, layout);
        state
    }

    /// Adds the parts of a level, which the layout has just gained, as in its file.
    pub(in crate::engine) fn extend(&mut self, level: &Level, layout: &Layout) {
        let nodes = || level.bodies.iter().flat_map(|body| &body.nodes);
        let first = self.positions.len();
        self.positions.extend(nodes().map(|node| DVec2::from(node.position)));
        self.velocities.extend(nodes().map(|node| DVec2::from(node.velocity)));
        if layout.is_verlet() {
            let motions = self.positions[first..].iter().zip(&self.velocities[first..]);
            self.previous.extend(motions.map(|(&position, &velocity)| position - velocity * layout.substep_time));
        }
        self.without_edge.resize(layout.node_count, false);
        for flags in [&mut self.collapsed, &mut self.blown_up] {
            flags.resize(layout.bodies.len(), false);
        }
        self.disc_positions.extend(level.discs.iter().map(|disc| DVec2::from(disc.position)));
        self.disc_velocities.extend(level.discs.iter().map(initial_velocity));
        for flags in self.disc_flags() {
            flags.resize(layout.discs.count(), false);
        }
    }

    /// Lists with a flag per disc.
    pub(in crate::engine) fn disc_flags(&mut self) -> [&mut Vec<bool>; 4] {
        let Self { disc_blown_up, disc_asleep, disc_impact_limit_reached, disc_without_edge, .. } = self;
        [disc_blown_up, disc_asleep, disc_impact_limit_reached, disc_without_edge]
    }

    /// Returns Verlet's previous positions for the current velocities, `x - v*h`.
    pub(in crate::engine) fn previous_positions(&self, h: f64) -> Vec<DVec2> {
        let motions = self.positions.iter().zip(&self.velocities);
        motions.map(|(&position, &velocity)| position - velocity * h).collect()
    }

    /// Position of a node.
    #[inline(always)]
    pub fn position(&self, node: usize) -> DVec2 {
        self.positions[node]
    }

    /// The first hand, if any.
    pub fn hand(&self) -> Option<Hand> {
        self.hands.first().copied()
    }

    /// How often a body or disc entered a sensor and left it since the start of the level.
    pub fn sensor_count(&self, pair: [Place; 2]) -> SensorCount {
        let known = self.sensor_counts.binary_search_by_key(&pair, |count| count.pair);
        known.map_or(SensorCount { pair, entered: 0, left: 0 }, |index| self.sensor_counts[index])
    }

    /// Counts an entry or exit.
    pub(in crate::engine) fn count_sensor(&mut self, pair: [Place; 2], entered: bool) {
        let index = match self.sensor_counts.binary_search_by_key(&pair, |count| count.pair) {
            Ok(index) => index,
            Err(index) => {
                self.sensor_counts.insert(index, SensorCount { pair, entered: 0, left: 0 });
                index
            }
        };
        let count = &mut self.sensor_counts[index];
        *(if entered { &mut count.entered } else { &mut count.left }) += 1;
    }

    /// Verlet's previous position of a node. Panics with the Euler schemes.
    #[inline(always)]
    pub(in crate::engine) fn previous(&self, node: usize) -> DVec2 {
        self.previous[node]
    }

    /// The stored velocity of a node (see the fields).
    #[inline(always)]
    pub fn velocity(&self, node: usize) -> DVec2 {
        self.velocities[node]
    }

    #[inline(always)]
    pub(in crate::engine) fn set_position(&mut self, node: usize, position: DVec2) {
        self.positions[node] = position;
    }

    #[inline(always)]
    pub(in crate::engine) fn set_velocity(&mut self, node: usize, velocity: DVec2) {
        self.velocities[node] = velocity;
    }

    #[inline(always)]
    pub(in crate::engine) fn set_previous(&mut self, node: usize, position: DVec2) {
        self.previous[node] = position;
    }

    /// Velocity within a substep; with Verlet it is computed from the positions.
    #[inline(always)]
    pub fn live_velocity(&self, layout: &Layout, node: usize) -> DVec2 {
        if layout.is_verlet() {
            (self.position(node) - self.previous(node)) / layout.substep_time
        } else {
            self.velocity(node)
        }
    }

    /// Changes a velocity within a substep; with Verlet `previous -= Δv*h`.
    #[inline(always)]
    pub(in crate::engine) fn add_velocity(&mut self, layout: &Layout, node: usize, change: DVec2) {
        if layout.is_verlet() {
            self.set_previous(node, self.previous(node) - change * layout.substep_time);
        } else {
            self.set_velocity(node, self.velocity(node) + change);
        }
    }

    /// Moves a node and keeps its velocity; with Verlet its previous position moves too.
    #[inline(always)]
    pub(in crate::engine) fn reposition(&mut self, node: usize, by: DVec2) {
        self.set_position(node, self.position(node) + by);
        if let Some(previous) = self.previous.get_mut(node) {
            *previous += by;
        }
    }

    /// Sets position and velocity of a node; with Verlet `previous = x - v*h`.
    #[inline(always)]
    pub(in crate::engine) fn place(&mut self, layout: &Layout, node: usize, position: DVec2, velocity: DVec2) {
        self.set_position(node, position);
        if layout.is_verlet() {
            self.set_previous(node, position - velocity * layout.substep_time);
        } else {
            self.set_velocity(node, velocity);
        }
    }

    /// Moves a node; with Verlet this also changes its velocity, as in the source (004).
    #[inline(always)]
    pub(in crate::engine) fn move_by(&mut self, node: usize, by: DVec2) {
        self.set_position(node, self.position(node) + by);
    }

    /// Hash of the bits of all positions.
    pub fn pose_hash(&self) -> u64 {
        let mut hasher = BitHasher::new();
        for at in [&self.positions, &self.disc_positions].into_iter().flatten() {
            hasher.numbers(&[at.x, at.y]);
        }
        hasher.finish()
    }

    /// Hash of the bits that later substeps depend on, of a world without earlier frames; see [`World::hash`](super::World::hash).
    pub fn hash(&self) -> u64 {
        self.hashes(0).0
    }

    /// [`State::hash`] after `first_frame` earlier frames, and [`State::pose_hash`], in one pass. Each hash is a chain of dependent
    /// multiplications, so two interleaved chains cost little more than one.
    pub(in crate::engine) fn hashes(&self, first_frame: u64) -> (u64, u64) {
        let (mut hasher, mut pose) = (BitHasher::new(), BitHasher::new());
        hasher.word(self.frame + first_frame);
        hasher.word(u64::from(self.substep));
        let motions = if self.previous.is_empty() { &self.velocities } else { &self.previous };
        for at in &self.positions {
            hasher.numbers(&[at.x, at.y]);
            pose.numbers(&[at.x, at.y]);
        }
        for motion in motions {
            hasher.numbers(&[motion.x, motion.y]);
        }
        for at in &self.disc_positions {
            hasher.numbers(&[at.x, at.y]);
            pose.numbers(&[at.x, at.y]);
        }
        for velocity in &self.disc_velocities {
            hasher.numbers(&[velocity.x, velocity.y]);
        }
        for flags in [&self.disc_blown_up, &self.disc_asleep] {
            hasher.word(flags.len() as u64);
            for (disc, _) in flags.iter().enumerate().filter(|(_, is_set)| **is_set) {
                hasher.word(disc as u64);
            }
        }
        for &Hand { held, target, stiffness, damping } in &self.hands {
            let words = match held {
                Held::Node(body, node) => [1, body as u64, node as u64],
                Held::Disc(disc) => [2, disc as u64, 0],
            };
            words.into_iter().for_each(|word| hasher.word(word));
            hasher.numbers(&[target[0], target[1], stiffness, damping]);
        }
        (hasher.finish(), pose.finish())
    }
}

impl Clone for State {
    fn clone(&self) -> Self {
        Self {
            positions: self.positions.clone(),
            velocities: self.velocities.clone(),
            previous: self.previous.clone(),
            collapsed: self.collapsed.clone(),
            blown_up: self.blown_up.clone(),
            without_edge: self.without_edge.clone(),
            disc_positions: self.disc_positions.clone(),
            disc_velocities: self.disc_velocities.clone(),
            disc_blown_up: self.disc_blown_up.clone(),
            disc_asleep: self.disc_asleep.clone(),
            disc_impact_limit_reached: self.disc_impact_limit_reached.clone(),
            disc_without_edge: self.disc_without_edge.clone(),
            hands: self.hands.clone(),
            sensor_contacts: self.sensor_contacts.clone(),
            sensor_counts: self.sensor_counts.clone(),
            ..*self
        }
    }

    /// Reuses the allocated lists, so a snapshot per frame allocates nothing. A derived implementation would allocate new lists.
    fn clone_from(&mut self, from: &Self) {
        // Names all fields, so the compiler reports a new one.
        let Self {
            frame,
            substep,
            contacts,
            disc_impacts,
            obstacle_hits,
            hands,
            positions,
            velocities,
            previous,
            collapsed,
            blown_up,
            without_edge,
            disc_positions,
            disc_velocities,
            disc_blown_up,
            disc_asleep,
            disc_impact_limit_reached,
            disc_without_edge,
            sensor_contacts,
            sensor_counts,
        } = self;
        (*frame, *substep) = (from.frame, from.substep);
        hands.clone_from(&from.hands);
        (*contacts, *disc_impacts, *obstacle_hits) = (from.contacts, from.disc_impacts, from.obstacle_hits);
        positions.clone_from(&from.positions);
        velocities.clone_from(&from.velocities);
        previous.clone_from(&from.previous);
        collapsed.clone_from(&from.collapsed);
        blown_up.clone_from(&from.blown_up);
        without_edge.clone_from(&from.without_edge);
        disc_positions.clone_from(&from.disc_positions);
        disc_velocities.clone_from(&from.disc_velocities);
        disc_blown_up.clone_from(&from.disc_blown_up);
        disc_asleep.clone_from(&from.disc_asleep);
        disc_impact_limit_reached.clone_from(&from.disc_impact_limit_reached);
        disc_without_edge.clone_from(&from.disc_without_edge);
        sensor_contacts.clone_from(&from.sensor_contacts);
        sensor_counts.clone_from(&from.sensor_counts);
    }
}

/// Returns the velocity in the file; 0 for a fixed disc.
fn initial_velocity(disc: &Disc) -> DVec2 {
    if disc.motion == Motion::Fixed { DVec2::ZERO } else { DVec2::from(disc.velocity) }
}
