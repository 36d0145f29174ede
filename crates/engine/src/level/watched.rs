//! Watch expressions and breakpoints of a level.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How often an expression is evaluated.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Each {
    /// At the start of every frame.
    #[default]
    Frame,
    /// After every substep.
    Substep,
}

impl Each {
    /// Its name on the command line and in sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frame => "frame",
            Self::Substep => "substep",
        }
    }
}

/// Action when a condition becomes true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Then {
    /// Stops the run.
    #[default]
    Stop,
    /// Marks the moment; the run continues.
    Mark,
}

/// A condition that is evaluated during the run. Ignored by programs other than the editor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Breakpoint {
    /// The condition, in the language of watch expressions.
    pub condition: String,
    /// True if it is evaluated.
    pub enabled: bool,
    /// How often it is evaluated.
    pub each: Each,
    /// Action when it becomes true.
    pub then: Then,
    /// Triggers when the condition has become true this many times, >= 1.
    #[schemars(range(min = 1))]
    pub hits: u32,
}

impl Default for Breakpoint {
    fn default() -> Self {
        Self { condition: String::new(), enabled: true, each: Each::default(), then: Then::default(), hits: 1 }
    }
}

impl Breakpoint {
    /// A breakpoint that stops at the first hit.
    pub fn new(condition: impl Into<String>, each: Each) -> Self {
        Self { condition: condition.into(), each, ..Self::default() }
    }
}
