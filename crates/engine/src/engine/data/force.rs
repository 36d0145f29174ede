//! The declaration of a force: its formula, and its names, titles and colours for ledger, trace, watches, plots and overlays.
//!
//! `reference/forces/` contains the declarations, one per file.

use super::scratch::{NodeForces, Scratch};
use super::trace::vector;
use super::{Layout, State};
use glam::DVec2;
use serde::{Serialize, Serializer};
use std::fmt;

/// A force. Two are equal if their ids are.
pub struct Force {
    /// Stable id; also the id of its phase in JSON.
    pub id: &'static str,
    /// Title of its phase in the user interface.
    pub title: &'static str,
    /// Description of the phase, one sentence.
    pub explanation: &'static str,
    /// Name in a list of the forces on one node.
    pub noun: &'static str,
    /// Parts that are shown separately, in order; at least one.
    pub parts: &'static [ForcePart],
    /// True if it acts in this level now.
    pub(in crate::engine) is_there: Condition,
    /// Whether batched substeps compute it.
    pub(in crate::engine) batched: Batched,
    /// Adds the whole force to every node.
    pub(in crate::engine) add: AddForce,
    /// Lists its forces on one node (global numbering) of a dynamic body, in the order of `add`.
    pub(in crate::engine) list: ListForces,
}

/// A part of a force that is shown separately: a row of the trace, an overlay, a probe, a colour, an entry of the ledger.
pub struct ForcePart {
    /// Its names.
    pub names: PartNames,
    /// Title of the overlay.
    pub title: &'static str,
    /// Description of the overlay, one sentence.
    pub explanation: &'static str,
    /// Colours 0xRRGGBB on a dark and on a light background. The engine itself draws nothing.
    pub tint: [u32; 2],
    /// Account of its work in the energy ledger.
    pub work: Work,
    /// Adds this part alone.
    pub(in crate::engine) add: AddPart,
}

/// True if something holds for a level and a state.
pub(in crate::engine) type Condition = fn(&Layout, &State) -> bool;
/// Adds a force to all nodes.
pub(in crate::engine) type AddForce = fn(&Layout, &State, &mut Scratch);
/// Adds a part of a force to all nodes.
pub(in crate::engine) type AddPart = fn(&Layout, &State, &mut NodeForces);
/// Lists the forces of a kind on a node.
pub(in crate::engine) type ListForces = fn(&Layout, &State, usize, &mut Vec<SourceForce>);

/// Whether batched substeps compute a force.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Batched {
    /// Its formula is in the batched kernels.
    Always,
    /// No batched kernel: while the condition is true, the reference computes the substeps.
    Unless(Condition),
}

/// Account of the work of a part of a force in the energy ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// No entry: its potential is part of the total energy.
    Stored,
    /// An entry with this title; the work is never positive.
    Taken(&'static str),
    /// An entry with this title; the force is external and its work can be positive.
    Given(&'static str),
}

/// The names of a part of a force, derived from one word: `names!("gas")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartNames {
    /// Stable id: row of the trace, entry of the ledger.
    pub id: &'static str,
    /// Id of the overlay: `force-gas`.
    pub overlay: &'static str,
    /// Id of the node probe: `force.gas`.
    pub probe: &'static str,
}

macro_rules! names {
    ($id:literal) => {
        $crate::engine::data::force::PartNames {
            id: $id,
            overlay: concat!("force-", $id),
            probe: concat!("force.", $id),
        }
    };
}
pub(in crate::engine) use names;

impl ForcePart {
    /// Stable id.
    pub const fn id(&self) -> &'static str {
        self.names.id
    }

    /// Returns the force of this part on every node.
    pub(in crate::engine) fn alone(&self, layout: &Layout, state: &State) -> NodeForces {
        let mut forces = NodeForces::new(layout.node_count);
        (self.add)(layout, state, &mut forces);
        forces
    }
}

impl PartialEq for Force {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Eq for Force {}

impl std::hash::Hash for Force {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.id.hash(state);
    }
}

impl fmt::Debug for Force {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.id)
    }
}

impl Serialize for Force {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.id)
    }
}

impl PartialEq for ForcePart {
    fn eq(&self, other: &Self) -> bool {
        self.names.id == other.names.id
    }
}

impl Eq for ForcePart {}

impl fmt::Debug for ForcePart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.names.id)
    }
}

/// Source of a force. Indices are those of the level file, within their body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A spring of the node's body.
    Spring {
        /// Index of the spring.
        spring: usize,
        /// Index of the node at its other end.
        other: usize,
    },
    /// A spring link.
    Link {
        /// Index of the link in the level.
        link: usize,
    },
    /// The gas on a hull edge of the node's body.
    Gas {
        /// Index of the hull edge.
        edge: usize,
    },
    /// Decor with a penalty force.
    Decor {
        /// Index of the decor's body.
        body: usize,
        /// Index of its hull edge.
        edge: usize,
    },
    /// A force without a source in the level: weight, the hand.
    #[serde(untagged)]
    Whole(&'static Force),
}

/// One force.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SourceForce {
    /// Its source.
    pub source: Source,
    /// The force that the step adds.
    #[serde(serialize_with = "vector")]
    pub force: DVec2,
    /// The part that depends on positions: the elastic part of a spring, the depth term of decor, the whole of any other force.
    #[serde(serialize_with = "vector")]
    pub elastic: DVec2,
    /// The part that depends on velocities: damping, viscosity.
    #[serde(serialize_with = "vector")]
    pub damping: DVec2,
}

impl SourceForce {
    /// Creates a force that does not depend on velocities.
    pub(in crate::engine) fn elastic(source: Source, force: DVec2) -> Self {
        Self { source, force, elastic: force, damping: DVec2::ZERO }
    }
}
