//! The phases of one substep as a list, and the state around any of them.
//!
//! The step stores no phases: these functions compute the substep with an observer.

use crate::engine::data::observer::{Observer, Phase, PhaseKind, Touched};
use crate::engine::data::{Layout, State, World};
use crate::engine::reference::forces;
use serde::Serialize;

/// Number of the kinds of phases.
const KINDS: usize = forces::ALL.len() + PhaseKind::AFTER_FORCES.len();

impl PhaseKind {
    /// All kinds in the order of a substep, forces first.
    pub const ALL: [Self; KINDS] = {
        let mut kinds = [Self::Integration; KINDS];
        let mut at = 0;
        while at < KINDS {
            kinds[at] = match at.checked_sub(forces::ALL.len()) {
                None => Self::Force(forces::ALL[at]),
                Some(later) => Self::AFTER_FORCES[later],
            };
            at += 1;
        }
        kinds
    };
}

/// Nodes, or discs, that a phase may have changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Who {
    /// None.
    None,
    /// Any.
    All,
    /// These: nodes in the global numbering, or discs.
    Some(Vec<u32>),
}

impl Who {
    fn of(list: impl Iterator<Item = usize>) -> Self {
        let list: Vec<u32> = list.map(|index| index as u32).collect();
        if list.is_empty() { Self::None } else { Self::Some(list) }
    }

    /// Iterates over their numbers; `count` is the number of all nodes or discs.
    pub fn numbers(&self, count: usize) -> impl Iterator<Item = usize> + '_ {
        let (all, some): (usize, &[u32]) = match self {
            Self::None => (0, &[]),
            Self::All => (count, &[]),
            Self::Some(list) => (0, list),
        };
        (0..all).chain(some.iter().map(|&index| index as usize))
    }
}

/// A phase, and the nodes and discs that it may have changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Seen {
    /// The phase.
    pub phase: Phase,
    /// Nodes.
    pub nodes: Who,
    /// Discs.
    pub discs: Who,
}

impl Seen {
    fn new(phase: Phase, touched: Touched<'_>) -> Self {
        let (nodes, discs) = match touched {
            Touched::Nothing => (Who::None, Who::None),
            Touched::AllNodes => (Who::All, Who::None),
            Touched::AllDiscs => (Who::None, Who::All),
            Touched::All => (Who::All, Who::All),
            Touched::Few(nodes, disc) => (Who::of(nodes.iter().copied()), Who::of(disc.into_iter())),
            Touched::Discs(discs) => (Who::None, Who::of(discs.iter().copied())),
        };
        Self { phase, nodes, discs }
    }
}

/// The states around one phase.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// The phase.
    pub seen: Seen,
    /// State before it.
    pub before: State,
    /// State after it. Velocities are those within the substep; with Verlet they are computed from the positions.
    pub after: State,
}

/// Records every phase.
struct Recorder(Vec<Seen>);

impl Observer for Recorder {
    fn begin(&mut self, _: &Layout, _: &State) {}

    fn see(&mut self, phase: Phase, touched: Touched<'_>, _: &Layout, _: &State) {
        self.0.push(Seen::new(phase, touched));
    }

    fn wants_all(&self) -> bool {
        false
    }
}

/// Records the states around one phase.
struct Finder {
    wanted: usize,
    count: usize,
    before: Option<State>,
    found: Option<(Seen, State)>,
}

impl Finder {
    /// Returns a copy of the state; with Verlet its velocities are computed from the positions.
    fn with_live_velocities(layout: &Layout, state: &State) -> State {
        let mut state = state.clone();
        if layout.is_verlet() {
            state.velocities = (0..layout.node_count).map(|node| state.live_velocity(layout, node)).collect();
        }
        state
    }
}

impl Observer for Finder {
    fn begin(&mut self, layout: &Layout, state: &State) {
        if self.wanted == 0 {
            self.before = Some(Self::with_live_velocities(layout, state));
        }
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        if self.count + 1 == self.wanted {
            self.before = Some(Self::with_live_velocities(layout, state));
        }
        if self.count == self.wanted {
            self.found = Some((Seen::new(phase, touched), Self::with_live_velocities(layout, state)));
        }
        self.count += 1;
    }
}

impl World {
    /// Computes the next substep and returns its phases in order.
    pub fn step_substep_listed(&mut self) -> Vec<Seen> {
        let mut recorder = Recorder(Vec::new());
        self.step_substep_observed(None, &mut recorder);
        recorder.0
    }

    /// Computes the next substep and returns the states around one of its phases; none if it has fewer phases.
    pub fn step_substep_around(&mut self, phase: usize) -> Option<Change> {
        let mut finder = Finder { wanted: phase, count: 0, before: None, found: None };
        self.step_substep_observed(None, &mut finder);
        let ((seen, after), before) = (finder.found?, finder.before?);
        Some(Change { seen, before, after })
    }
}
