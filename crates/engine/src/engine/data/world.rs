//! A world: a compiled level that runs.
//!
//! The calls that step it are in `step.rs`; those that explain it are in `explain/`.

use super::scratch::Scratch;
use super::{Counts, Event, EventKind, Hand, Held, InstructionSet, Layout, State, Threads};
use crate::level::format::{self, FormatError};
use crate::level::{Level, Place};
use glam::DVec2;
use std::sync::Arc;

/// A level that runs.
#[derive(Clone, Debug)]
pub struct World {
    pub(in crate::engine) layout: Arc<Layout>,
    pub(in crate::engine) state: State,
    pub(in crate::engine) scratch: Scratch,
    pub(in crate::engine) events: Vec<Event>,
    pub(in crate::engine) instructions: InstructionSet,
    pub(in crate::engine) threads: Threads,
}

/// Events kept until they are taken; later ones are dropped, which bounds the memory of an unattended run.
const EVENTS_KEPT: usize = 100_000;

impl World {
    /// Compiles a level. Fails where [`crate::level::format::validate`] does.
    pub fn new(level: &Level) -> Result<Self, FormatError> {
        format::validate(level)?;
        Ok(Self::made(level, Layout::new(level)))
    }

    /// Compiles a valid level that was edited from `old`, and reuses parts of the layout of `old`. The caller has validated
    /// `level` ([`crate::level::format::validate`]); an invalid level can panic later.
    pub fn of_sound_like(level: &Level, old: &Level, layout: &Layout) -> Self {
        Self::made(level, Layout::like(level, Some((old, layout))))
    }

    fn made(level: &Level, layout: Layout) -> Self {
        let state = State::new(level, &layout);
        Self::of_layout(Arc::new(layout), state)
    }

    /// A world with the given layout, in the given state. `state` must belong to the same layout; otherwise stepping panics.
    pub fn of_layout(layout: Arc<Layout>, state: State) -> Self {
        let scratch = Scratch::new(&layout, &state);
        let instructions = InstructionSet::best();
        Self { layout, state, scratch, events: Vec::new(), instructions, threads: Threads::default() }
    }

    /// Who is where in the flat arrays.
    pub fn layout(&self) -> &Layout {
        &self.layout
    }

    /// The snapshot of now.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Goes on from a snapshot of the same level.
    ///
    /// # Panics
    /// When the snapshot has other numbers of nodes, bodies or discs: it is of another level.
    pub fn restore(&mut self, state: &State) {
        assert_eq!(state.positions.len(), self.state.positions.len(), "snapshot of another level");
        assert_eq!(state.collapsed.len(), self.state.collapsed.len(), "snapshot of another level");
        assert_eq!(state.disc_positions.len(), self.state.disc_positions.len(), "snapshot of another level");
        self.state.clone_from(state);
        self.events.clear();
    }

    /// The instructions that it steps with: by default the best of this machine.
    pub fn instruction_set(&self) -> InstructionSet {
        self.instructions
    }

    /// Steps with these instructions from now on; the bits are the same with all. False, and nothing is changed, where this machine
    /// has not got them.
    pub fn set_instruction_set(&mut self, set: InstructionSet) -> bool {
        let is_available = InstructionSet::available().any(|available| available == set);
        if is_available {
            self.instructions = set;
        }
        is_available
    }

    /// The threads that it steps with: by default one.
    pub fn threads(&self) -> &Threads {
        &self.threads
    }

    /// Shares the work of a substep among these threads from now on, where it is enough for more than one; the bits are the same
    /// with any number.
    pub fn set_threads(&mut self, threads: Threads) {
        self.threads = threads;
    }

    /// Holds a node or disc by the hand from the next substep on, or lets go. What does not exist is not held.
    pub fn set_hand(&mut self, hand: Option<Hand>) {
        self.state.hand = hand.filter(|hand| match hand.held {
            Held::Node(body, node) => self.layout.bodies.get(body).is_some_and(|body| node < body.nodes.len()),
            Held::Disc(disc) => disc < self.layout.discs.count(),
        });
    }

    /// Level time: frames and substeps done.
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

    /// Velocity of a disc: 0 for a fixed one, along its path for a driven one.
    pub fn disc_velocity(&self, disc: usize) -> DVec2 {
        self.state.disc_velocities[disc]
    }

    /// Hash of the state's bits.
    pub fn hash(&self) -> u64 {
        self.state.hash()
    }

    /// Contacts resolved since the level began, impacts of discs among them.
    pub fn contact_count(&self) -> u64 {
        self.state.contacts
    }

    /// What was counted since the level began.
    pub fn counts(&self) -> Counts {
        let State { contacts, disc_impacts, obstacle_hits, .. } = self.state;
        Counts { contacts, disc_impacts, obstacle_hits }
    }

    /// What happened since this was last called (or since [`World::restore`]).
    pub fn take_events(&mut self) -> Vec<Event> {
        std::mem::take(&mut self.events)
    }

    pub(in crate::engine) fn report(&mut self, kind: EventKind, place: Place) {
        if self.events.len() < EVENTS_KEPT {
            let State { frame, substep, .. } = self.state;
            self.events.push(Event { frame, substep, kind, place });
        }
    }
}
