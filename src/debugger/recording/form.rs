//! The data model of a recording file.

use super::RECORDING;
use crate::level::{Level, Point};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// A recording: the content of one file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Version of the file format.
    pub recording: Version,
    /// The initial level of the run.
    pub level: Level,
    /// Id of the present branch.
    #[serde(default = "first")]
    pub present: u64,
    /// The branches, at least one.
    #[serde(default)]
    pub branches: Vec<RecordedBranch>,
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
    /// Hashes, one for each frame from 0 on.
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

/// Version of the format: always the one that this program writes; others are rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Version;

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_u32(RECORDING)
    }
}

impl<'de> Deserialize<'de> for Version {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        match u64::deserialize(deserializer)? {
            version if version == u64::from(RECORDING) => Ok(Self),
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
