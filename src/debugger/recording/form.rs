//! The recording file as pure data: exactly its fields.

use super::RECORDING;
use crate::level::{Level, Point};
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize, Serializer};
use serde_json::Value;

/// A whole recording: what one file holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Recording {
    /// Version of the file format.
    pub recording: Version,
    /// The level that the run starts with.
    pub level: Level,
    /// Number of the branch that was the present one.
    #[serde(default = "first")]
    pub present: u64,
    /// What happened, at least once.
    #[serde(default)]
    pub branches: Vec<RecordedBranch>,
}

/// One branch: everything that came from outside, and what came of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedBranch {
    /// Its number, from 1.
    pub id: u64,
    /// Name for people.
    #[serde(default)]
    pub name: String,
    /// Whether somebody gave it that name.
    #[serde(default, rename = "named")]
    pub is_named: bool,
    /// The branch that it left, and when; none for the first.
    #[serde(default)]
    pub from: Option<Origin>,
    /// In order of time, from the beginning.
    #[serde(default)]
    pub inputs: Vec<RecordedInput>,
    /// One for each frame from 0 on.
    #[serde(default)]
    pub hashes: Vec<FrameHash>,
}

/// Where a branch began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Origin {
    /// Number of the branch that it left; that one may be gone.
    pub branch: u64,
    /// Frames done.
    pub frame: u64,
    /// Substeps of the next one done.
    #[serde(default)]
    pub substep: u32,
}

/// Something that came from outside, before the substep that starts at its moment.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedInput {
    /// Frames done.
    pub frame: u64,
    /// Substeps of the next one done.
    #[serde(default)]
    pub substep: u32,
    /// What came.
    pub input: What,
}

/// What came from outside.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum What {
    /// From here on the hand pulls.
    Pull(RecordedHand),
    /// The hand lets go.
    LetGo,
    /// A velocity changes at once.
    Nudge {
        /// A node, a body or a disc: `bodies[0].nodes[2]`.
        place: String,
        /// Change of velocity, length per time.
        change: Point,
    },
    /// A setting is otherwise from here on.
    Set {
        /// Path into the level.
        path: String,
        /// As JSON has it.
        value: Value,
    },
}

/// What the hand holds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedHand {
    /// A node or a disc.
    pub held: String,
    /// Where it is pulled to.
    pub target: Point,
    /// Force per distance.
    pub stiffness: f64,
    /// Force per velocity.
    pub damping: f64,
}

/// Hashes of a frame: of everything that decides the future, and of the positions alone. Sixteen hexadecimal digits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FrameHash {
    /// Of the state, as `blobsmith run` writes it.
    pub state: u64,
    /// Of the positions.
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
            .ok_or_else(|| D::Error::custom("expected two hashes of 16 hexadecimal digits with a space between"))?;
        Ok(Self { state, pose })
    }
}

/// The version of the format: always the one that this program writes, since another one is refused.
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
            0 => Err(D::Error::custom("there is no recording format 0; formats count from 1")),
            newer => Err(D::Error::custom(format_args!(
                "the file has recording format {newer}, but this program reads formats up to {RECORDING}; a newer blobsmith is needed"
            ))),
        }
    }
}

fn first() -> u64 {
    1
}
