//! What a level claims of its own run: conditions with when they hold, so that a level is a test.

use super::watched::Each;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// When a condition holds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Holds {
    /// At no moment from frame 0 to the last.
    #[default]
    Never,
    /// At every one.
    Always,
    /// At one or more.
    Eventually,
    /// At the last frame.
    AtEnd,
}

impl Holds {
    /// Its words in sentences.
    pub fn words(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Always => "always",
            Self::Eventually => "eventually",
            Self::AtEnd => "at the end",
        }
    }
}

/// A claim. Programs that only simulate ignore it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Expectation {
    /// When the condition holds.
    pub holds: Holds,
    /// The condition, in the language of watch expressions.
    pub condition: String,
    /// How often it is looked at.
    pub each: Each,
    /// Frames for which it is claimed, >= 1.
    #[schemars(range(min = 1, max = super::bookmarks::LAST_FRAME))]
    pub frames: u64,
}

impl Default for Expectation {
    fn default() -> Self {
        Self { holds: Holds::default(), condition: String::new(), each: Each::default(), frames: 600 }
    }
}
