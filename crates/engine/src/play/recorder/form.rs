//! The data model of a recording file.

use super::bits::PointBits;
use crate::level::{Level, Link, Point};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// Newest version of the written format. A recording that begins with a level file and never adds or removes parts has version 1.
pub const RECORDING: u32 = 2;

/// A recording: the content of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Version of the file format.
    pub recording: Version,
    /// The initial level of the run.
    pub level: Level,
    /// The state at frame 0, if it is not that of the level. Since version 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<Box<RecordedStart>>,
    /// What made the recording, and why. Since version 2.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<RecordingSource>,
    /// Id of the present branch.
    #[serde(default = "first")]
    pub present: u64,
    /// The branches, at least one.
    #[serde(default)]
    pub branches: Vec<RecordedBranch>,
}

/// What made a recording.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordingSource {
    /// Version of the engine.
    pub engine: String,
    /// Why it was made, in a few words.
    #[serde(default)]
    pub reason: String,
}

/// A state from which a run continues. Lists of points have one entry per node or disc of the level, in file order.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedStart {
    /// Frames that had run before.
    pub frame: u64,
    /// First frame with the level's `frame_time`, and the level time at its start.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub since: (u64, f64),
    /// Positions of the nodes.
    pub positions: PointBits,
    /// Velocities of the nodes.
    pub velocities: PointBits,
    /// Previous positions of the nodes; only with Verlet.
    #[serde(default, skip_serializing_if = "PointBits::is_empty")]
    pub previous: PointBits,
    /// Centres of the discs.
    #[serde(default, skip_serializing_if = "PointBits::is_empty")]
    pub disc_positions: PointBits,
    /// Velocities of the discs.
    #[serde(default, skip_serializing_if = "PointBits::is_empty")]
    pub disc_velocities: PointBits,
    /// Bodies whose area was not positive.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub collapsed: Vec<usize>,
    /// Bodies that have blown up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blown_up: Vec<usize>,
    /// Nodes, numbered over all bodies, inside a hull without an eligible edge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_edge: Vec<usize>,
    /// Discs that have blown up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disc_blown_up: Vec<usize>,
    /// Sleeping discs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disc_asleep: Vec<usize>,
    /// Discs that had reached their impact limit.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disc_impact_limit_reached: Vec<usize>,
    /// Discs inside a hull without an eligible edge.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub disc_without_edge: Vec<usize>,
    /// Links that are off.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub links_off: Vec<usize>,
    /// Hands that hold something.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub hands: Vec<RecordedHand>,
    /// Sensors, and what is inside them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensor_contacts: Vec<[String; 2]>,
}

fn is_zero(since: &(u64, f64)) -> bool {
    *since == (0, 0.0)
}

/// One branch: its inputs and its hashes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedBranch {
    /// Id, from 1.
    pub id: u64,
    /// Name for the UI.
    #[serde(default)]
    pub name: String,
    /// True if the user gave it that name.
    #[serde(default, rename = "named")]
    pub is_named: bool,
    /// The branch and moment that it branched off from. None for the first branch.
    #[serde(default)]
    pub from: Option<Origin>,
    /// Inputs by time.
    #[serde(default)]
    pub inputs: Vec<RecordedInput>,
    /// Hashes, one for each frame from 0 on. They count the frames before the start.
    #[serde(default)]
    pub hashes: Vec<FrameHash>,
}

/// Origin of a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Id of the branch that it branched off from; that one may be deleted.
    pub branch: u64,
    /// Completed frames.
    pub frame: u64,
    /// Completed substeps of the next frame.
    #[serde(default)]
    pub substep: u32,
}

/// An input. It acts before the substep that starts at its moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedInput {
    /// Completed frames.
    pub frame: u64,
    /// Completed substeps of the next frame.
    #[serde(default)]
    pub substep: u32,
    /// The input.
    pub input: What,
}

/// Kinds of inputs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum What {
    /// The hand starts to pull, or moves.
    Pull(RecordedHand),
    /// The hand releases its part.
    LetGo,
    /// A velocity changes at once.
    Nudge {
        /// A node, a body or a disc: `bodies[0].nodes[2]`.
        place: String,
        /// Change of velocity, length per time.
        change: Point,
    },
    /// A setting changes.
    Set {
        /// Path into the level.
        path: String,
        /// New value.
        value: Value,
    },
    /// Several hands pull, or none.
    Hold(Vec<RecordedHand>),
    /// A velocity is set.
    Velocity {
        /// A node, a body or a disc.
        place: String,
        /// New velocity, length per time.
        velocity: Point,
    },
    /// A part jumps; its velocity stays.
    Teleport {
        /// A node, a body or a disc.
        place: String,
        /// Offset.
        by: Point,
    },
    /// The parts of a level are added behind the others.
    Spawn(Box<Level>),
    /// A link is added behind the others.
    Connect(Link),
    /// A link is switched on or off.
    Switch {
        /// Index of the link.
        link: usize,
        /// True for on.
        on: bool,
    },
    /// A part is removed, with its links; later ones move up.
    Remove {
        /// A body, a disc, an obstacle or a link.
        place: String,
    },
}

impl What {
    /// True if parts come or go, or links are switched: a run cannot step over this.
    pub fn changes_parts(&self) -> bool {
        matches!(self, Self::Spawn(_) | Self::Connect(_) | Self::Switch { .. } | Self::Remove { .. })
    }

    /// True if version 1 has this input.
    fn is_of_version_1(&self) -> bool {
        matches!(self, Self::Pull(_) | Self::LetGo | Self::Nudge { .. } | Self::Set { .. })
    }
}

impl Recording {
    /// The lowest version that can hold the content.
    pub fn least_version(&self) -> Version {
        let mut inputs = self.branches.iter().flat_map(|branch| &branch.inputs);
        let is_plain = self.start.is_none() && self.source.is_none();
        if is_plain && inputs.all(|input| input.input.is_of_version_1()) { Version(1) } else { Version(RECORDING) }
    }
}

/// State of the hand.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedHand {
    /// A node or a disc.
    pub held: String,
    /// Target of the pull.
    pub target: Point,
    /// Force per distance.
    pub stiffness: f64,
    /// Force per velocity.
    pub damping: f64,
}

/// The first frame of a run that differs from its recording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Departure {
    /// The frame.
    pub frame: u64,
    /// The recorded hashes.
    pub recorded: FrameHash,
    /// The hashes of this run.
    pub now: FrameHash,
}

/// Hashes of a frame: of the whole state, and of the positions alone; 16 hexadecimal digits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameHash {
    /// Hash of the state, as in the output of `blobsmith run`.
    pub state: u64,
    /// Hash of the positions.
    pub pose: u64,
}

impl Serialize for FrameHash {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&format_args!("{:016x} {:016x}", self.state, self.pose))
    }
}

impl<'de> Deserialize<'de> for FrameHash {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let digits = |text: &str| match text.len() == 16 && text.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            true => u64::from_str_radix(text, 16).ok(),
            false => None,
        };
        let hashes = text.split_once(' ').and_then(|(state, pose)| Some((digits(state)?, digits(pose)?)));
        let (state, pose) = hashes
            .ok_or_else(|| D::Error::custom("expected two hashes of 16 hexadecimal digits separated by a space"))?;
        Ok(Self { state, pose })
    }
}

/// Version of the format: 1 or 2; others are rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version(pub u32);

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(self.0)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            version @ 1..=2 => Ok(Self(version as u32)),
            0 => Err(D::Error::custom("recording format 0 does not exist; formats start at 1")),
            newer => Err(D::Error::custom(format_args!(
                "the file has recording format {newer}, but this program reads formats up to {RECORDING}; a newer blobsmith is needed"
            ))),
        }
    }
}

fn first() -> u64 {
    1
}
