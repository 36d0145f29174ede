//! A world: a compiled level and its state.
//!
//! `step.rs` contains the calls that step it, `explain/` those that explain it.

use super::contact_record::{ContactLog, EVENTS_KEPT};
use super::scratch::Scratch;
use super::{Counts, Event, EventKind, Hand, Held, InstructionSet, Layout, SensorEvent, State, Threads};
use crate::level::format::{self, FormatError};
use crate::level::{Level, Place};
use glam::DVec2;
use std::sync::Arc;

/// A compiled level, its state, and the settings for stepping it.
#[derive(Clone, Debug)]
pub struct World {
    pub(in crate::engine) layout: Arc<Layout>,
    pub(in crate::engine) state: State,
    pub(in crate::engine) scratch: Scratch,
    pub(in crate::engine) events: Vec<Event>,
    pub(in crate::engine) sensor_events: Vec<SensorEvent>,
    pub(in crate::engine) contact_log: ContactLog,
    pub(in crate::engine) instructions: InstructionSet,
    pub(in crate::engine) threads: Threads,
}

impl World {
    /// Compiles a level.
    ///
    /// # Errors
    /// If [`crate::level::format::validate`] fails.
    pub fn new(level: &Level) -> Result<Self, FormatError> {
        format::validate(level)?;
        Ok(Self::made(level, Layout::new(level)))
    }

    /// Compiles a valid level that was edited from `old`, and reuses parts of the layout of `old`.
    ///
    /// The caller has validated `level` ([`crate::level::format::validate`]); with an invalid level, later calls can panic.
    pub fn of_sound_like(level: &Level, old: &Level, layout: &Layout) -> Self {
        Self::made(level, Layout::like(level, Some((old, layout))))
    }

    fn made(level: &Level, layout: Layout) -> Self {
        let state = State::new(level, &layout);
        Self::of_layout(Arc::new(layout), state)
    }

    /// Creates a world with a layout and a state. The state must belong to the layout; otherwise stepping panics.
    pub fn of_layout(layout: Arc<Layout>, state: State) -> Self {
        let scratch = Scratch::new(&layout, &state);
        let instructions = InstructionSet::best();
        let threads = Threads::default();
        let contact_log = ContactLog::default();
        Self {
            layout,
            state,
            scratch,
            events: Vec::new(),
            sensor_events: Vec::new(),
            contact_log,
            instructions,
            threads,
        }
    }

    /// The compiled level.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The current state; a clone of it is a snapshot.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Restores a snapshot of the same level.
    ///
    /// # Panics
    /// If the numbers of nodes, bodies or discs differ: the snapshot belongs to another level.
    pub fn restore(&mut self, state: &State) {
        assert_eq!(state.positions.len(), self.state.positions.len(), "snapshot of another level");
        assert_eq!(state.collapsed.len(), self.state.collapsed.len(), "snapshot of another level");
        assert_eq!(state.disc_positions.len(), self.state.disc_positions.len(), "snapshot of another level");
        let has_jumped = self.have_immovable_parts_jumped(state);
        self.state.clone_from(state);
        if has_jumped {
            self.scratch = Scratch::new(&self.layout, &self.state);
        }
        self.events.clear();
        self.sensor_events.clear();
        self.contact_log.clear();
    }

    /// Instruction set of the steps; by default the widest of this machine.
    pub fn instruction_set(&self) -> InstructionSet {
        self.instructions
    }

    /// Sets the instruction set of later steps; results are bit-identical with all sets.
    ///
    /// Returns false and changes nothing if the machine does not support the set.
    pub fn set_instruction_set(&mut self, set: InstructionSet) -> bool {
        let is_available = InstructionSet::available().any(|available| available == set);
        if is_available {
            self.instructions = set;
        }
        is_available
    }

    /// Threads of the steps; by default one.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// Sets the threads that share the work of later substeps. Small levels still use one. Results are bit-identical for any number.
    pub fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    /// Attaches the hand to a node or disc from the next substep on, or detaches it. A node or disc that does not exist detaches it.
    pub fn set_hand(&mut self, hand: Option<Hand>) {
        self.set_hands(hand);
    }

    /// Attaches several hands from the next substep on, and detaches all others. Those of nodes or discs that do not exist are left out.
    pub fn set_hands(&mut self, hands: impl IntoIterator<Item = Hand>) {
        self.state.hands.clear();
        self.state.hands.extend(hands.into_iter().filter(|hand| match hand.held {
            Held::Node(body, node) => self.layout.bodies.get(body).is_some_and(|body| node < body.nodes.len()),
            Held::Disc(disc) => disc < self.layout.discs.count(),
        }));
    }

    /// Level time at the start of the next substep.
    pub fn time(&self) -> f64 {
        self.layout.time_of_frame(self.state.frame) + f64::from(self.state.substep) * self.layout.substep_time
    }

    /// Position of a node, global numbering.
    pub fn position(&self, node: usize) -> DVec2 {
        self.state.position(node)
    }

    /// Velocity of a node, global numbering.
    pub fn velocity(&self, node: usize) -> DVec2 {
        self.state.velocity(node)
    }

    /// Centre of a disc.
    pub fn disc_position(&self, disc: usize) -> DVec2 {
        self.state.disc_positions[disc]
    }

    /// Velocity of a disc: 0 for a fixed disc, the velocity along its path for a driven one.
    pub fn disc_velocity(&self, disc: usize) -> DVec2 {
        self.state.disc_velocities[disc]
    }

    /// Contacts resolved since the start of the level, including impacts of discs.
    pub fn contact_count(&self) -> u64 {
        self.state.contacts
    }

    /// Counters since the start of the level.
    pub fn counts(&self) -> Counts {
        let State { contacts, disc_impacts, obstacle_hits, .. } = self.state;
        Counts { contacts, disc_impacts, obstacle_hits }
    }

    /// Returns and removes the events since the last call or the last [`World::restore`].
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(in crate::engine) fn report(&mut self, kind: EventKind, place: Place) {
        if self.events.len() < EVENTS_KEPT {
            let State { frame, substep, .. } = self.state;
            self.events.push(Event { frame, substep, kind, place });
        }
    }

    pub(in crate::engine) fn report_sensor(&mut self, event: SensorEvent) {
        if self.sensor_events.len() < EVENTS_KEPT {
            self.sensor_events.push(event);
        }
    }

    /// Takes the sensor events since the last call, in order of time.
    pub fn take_sensor_events(&mut self) -> Vec<SensorEvent> {
        std::mem::take(&mut self.sensor_events)
    }
}
