//! What the user watches in a level's runs: expressions with their values, and conditions to stop at.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// How often an expression is looked at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Each {
    /// At the start of every frame.
    #[default]
    Frame,
    /// After every substep.
    Substep,
}

impl Each {
    /// Its word on the command line and in sentences.
    pub fn word(self) -> &'static str {
        match self {
            Self::Frame => "frame",
            Self::Substep => "substep",
        }
    }
}

/// What happens when a condition has become true.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub enum Then {
    /// The run stops there.
    #[default]
    Stop,
    /// It goes on; the moment is marked.
    Mark,
}

/// A condition, looked at while the run goes on. Other programs ignore it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Breakpoint {
    /// The condition, in the language of watch expressions.
    pub condition: String,
    /// Whether it is looked at.
    pub enabled: bool,
    /// How often.
    pub each: Each,
    /// What then.
    pub then: Then,
    /// It stops when the condition has become true so many times, >= 1.
    #[schemars(range(min = 1))]
    pub hits: u32,
}

impl Default for Breakpoint {
    fn default() -> Self {
        Self { condition: String::new(), enabled: true, each: Each::default(), then: Then::default(), hits: 1 }
    }
}

impl Breakpoint {
    /// One that stops the first time.
    pub fn new(condition: impl Into<String>, each: Each) -> Self {
        Self { condition: condition.into(), each, ..Self::default() }
    }
}
