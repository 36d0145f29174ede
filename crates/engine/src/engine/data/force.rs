//! The declaration of a force: its formula, and what ledger, trace, watches, plots, pictures and panels show of it.
//!
//! The declarations themselves are in `reference/forces/`, one a file.

use super::scratch::{NodeForces, Scratch};
use super::trace::vector;
use super::{Layout, State};
use glam::DVec2;
use serde::{Serialize, Serializer};
use std::fmt;

/// A force. Two are equal if their ids are.
pub struct Force {
    /// Stable id; also the phase's in JSON.
    pub id: &'static str,
    /// Title of its phase, for people.
    pub title: &'static str,
    /// What the phase does, in a sentence.
    pub explanation: &'static str,
    /// What it is called in a list of the forces on one node.
    pub noun: &'static str,
    /// What is shown of it separately, in order; at least one.
    pub parts: &'static [ForcePart],
    /// True if it acts in this level now.
    pub(in crate::engine) is_there: Condition,
    /// Whether a batched substep adds it too.
    pub(in crate::engine) batched: Batched,
    /// Adds the whole force to every node.
    pub(in crate::engine) add: AddForce,
    /// Lists what it does to one node (global numbering) of a body that moves, in the order of `add`.
    pub(in crate::engine) list: ListForces,
}

/// A part of a force that is shown separately: a row of the trace, an overlay, a probe, a colour, an entry of the ledger.
pub struct ForcePart {
    /// Its names.
    pub names: PartNames,
    /// Title of the overlay.
    pub title: &'static str,
    /// What the overlay shows, in a sentence.
    pub explanation: &'static str,
    /// Colour 0xRRGGBB on a dark ground and on a light one; the engine does not draw.
    pub tint: [u32; 2],
    /// How its work is accounted for.
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

/// Whether a batched substep adds a force too.
#[derive(Clone, Copy, Debug)]
pub(in crate::engine) enum Batched {
    /// Its formula is in the batched kernels.
    Always,
    /// It has no batched form: while this holds, substeps are computed by the reference.
    Unless(Condition),
}

/// How the work of a part of a force is accounted for in the energy ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Work {
    /// It has a potential, which is part of the total energy.
    Stored,
    /// An entry of this title; it can only take energy.
    Taken(&'static str),
    /// An entry of this title; it comes from outside and can give energy.
    Given(&'static str),
}

/// The names of a part of a force, from one word: `names!("gas")`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartNames {
    /// Stable id: row of the trace, entry of the ledger.
    pub id: &'static str,
    /// Id of the overlay: `force-gas`.
    pub overlay: &'static str,
    /// Id of the probe of a node: `force.gas`.
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

    /// This part alone, for every node.
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

/// Where a force comes from. Indices are those of the level file, within their body.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Source {
    /// A spring of the node's body, and the node at its other end.
    Spring {
        /// Index of the spring.
        spring: usize,
        /// Index of the node at its other end.
        other: usize,
    },
    /// The gas on a hull edge of the node's body.
    Gas {
        /// Index of the hull edge.
        edge: usize,
    },
    /// Decor that pushes by force.
    Decor {
        /// Index of the decor's body.
        body: usize,
        /// Index of its hull edge that pushes.
        edge: usize,
    },
    /// A force that comes from no part of the level: weight, the hand.
    #[serde(untagged)]
    Whole(&'static Force),
}

/// One force.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct SourceForce {
    /// Where it comes from.
    pub source: Source,
    /// What the step adds.
    #[serde(serialize_with = "vector")]
    pub force: DVec2,
    /// The part of it that goes by place: of a spring the elastic one, of decor that by depth; of others all.
    #[serde(serialize_with = "vector")]
    pub elastic: DVec2,
    /// The part of it that goes by velocity: damping, viscosity.
    #[serde(serialize_with = "vector")]
    pub damping: DVec2,
}

impl SourceForce {
    /// One that does not go by velocity.
    pub(in crate::engine) fn elastic(source: Source, force: DVec2) -> Self {
        Self { source, force, elastic: force, damping: DVec2::ZERO }
    }
}
