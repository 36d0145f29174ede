//! Errors of the runtime API.

use crate::engine::Unmoved;
use crate::level::format::FormatError;
use std::fmt;

/// Why a call of [`PlayWorld`](super::PlayWorld) failed; nothing has changed then.
#[derive(Clone, Debug, PartialEq)]
pub enum PlayError {
    /// The level cannot be loaded.
    Level(FormatError),
    /// The handle's part was removed, or never existed. Contains the kind, `body`.
    Stale(&'static str),
    /// The body has no such node: index and number of nodes.
    NoNode(usize, usize),
    /// The node, body or disc cannot be moved.
    Unmoved(Unmoved),
    /// A number is not finite, or outside its range. Contains its name and what is expected.
    Number(&'static str, &'static str),
    /// A buffer has the wrong length: given and expected number of entries.
    Length(usize, usize),
    /// The call needs a mode that is off. Contains the call that turns it on.
    Off(&'static str),
    /// The live link cannot start. Contains the reason.
    Link(String),
    /// An id is not allowed: the id, and what it must be.
    Id(String, &'static str),
    /// The text is not a condition that a game can evaluate. Contains the text, carets below the place, and the reason, in lines.
    Condition(String),
    /// No overlay that a game can draw has this name: the name, and the names that are offered.
    Overlay(String, Vec<&'static str>),
}

impl PlayError {
    /// Path in the document, `bodies[1].springs[7].b`; empty if there is none.
    pub fn place(&self) -> &str {
        if let Self::Level(error) = self { &error.place } else { "" }
    }

    /// Line and column in the level's text, from 1, where known.
    pub fn position(&self) -> Option<(usize, usize)> {
        if let Self::Level(error) = self { error.position } else { None }
    }
}

impl fmt::Display for PlayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Level(error) => error.fmt(f),
            Self::Stale(kind) => write!(f, "stale handle: the {kind} was removed or never existed"),
            Self::NoNode(node, count) => write!(f, "there is no node {node}: the body has {count} nodes"),
            Self::Unmoved(reason) => write!(f, "cannot be moved: it {reason}"),
            Self::Number(name, expected) => write!(f, "`{name}` must be {expected}"),
            Self::Length(given, expected) => write!(f, "the buffer has {given} entries instead of {expected}"),
            Self::Off(call) => write!(f, "call {call} first"),
            Self::Link(reason) => write!(f, "the live link cannot start: {reason}"),
            Self::Condition(reason) => write!(f, "cannot record on this condition:\n{reason}"),
            Self::Overlay(name, offered) => {
                write!(f, "`{name}` is no overlay that a game can draw; choose from {}", offered.join(", "))
            }
            Self::Id(id, expected) => write!(f, "the id `{id}` must be {expected}"),
        }
    }
}

impl std::error::Error for PlayError {}

impl From<FormatError> for PlayError {
    fn from(error: FormatError) -> Self {
        Self::Level(error)
    }
}

impl From<Unmoved> for PlayError {
    fn from(reason: Unmoved) -> Self {
        Self::Unmoved(reason)
    }
}

/// Requires finite coordinates.
pub(super) fn finite(name: &'static str, point: [f64; 2]) -> Result<glam::DVec2, PlayError> {
    let is_finite = point.iter().all(|number| number.is_finite());
    if is_finite { Ok(point.into()) } else { Err(PlayError::Number(name, "two finite numbers")) }
}
