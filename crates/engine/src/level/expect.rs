//! Expectations of a level about its own run: conditions with the moments at which they must hold.

use super::watched::Each;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Moments at which a condition must hold.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Holds {
    /// At no moment from frame 0 to the last.
    #[default]
    Never,
    /// At every moment.
    Always,
    /// At one moment or more.
    Eventually,
    /// At the last frame.
    AtEnd,
}

impl Holds {
    /// Its wording in sentences.
    pub fn words(self) -> &'static str {
        match self {
            Self::Never => "never",
            Self::Always => "always",
            Self::Eventually => "eventually",
            Self::AtEnd => "at the end",
        }
    }
}

/// An assertion about the run. Ignored by programs that only simulate.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Expectation {
    /// Moments at which the condition must hold.
    pub holds: Holds,
    /// The condition, in the language of watch expressions.
    pub condition: String,
    /// How often it is evaluated.
    pub each: Each,
    /// Frames to run, >= 1.
    #[schemars(range(min = 1, max = super::bookmarks::LAST_FRAME))]
    pub frames: u64,
}

impl Default for Expectation {
    fn default() -> Self {
        Self { holds: Holds::default(), condition: String::new(), each: Each::default(), frames: 600 }
    }
}
