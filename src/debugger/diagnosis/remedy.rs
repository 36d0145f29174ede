//! What might mend an illness: an edit of the level, with its reason and what it costs. Nothing is changed in place.
//!
//! Must never know: what is ill, who applies it.

use crate::level::edit::{balloon, fill, split};
use crate::level::{Body, DocumentPath, Level, Place, format};
use serde_json::Value;
use std::fmt;

/// Something to try.
#[derive(Clone, Debug, PartialEq)]
pub struct Remedy {
    /// Stable id in kebab-case; that of what it does, not of whom it is for.
    pub id: &'static str,
    /// What it does, for a button.
    pub label: String,
    /// Why it should help.
    pub why: String,
    /// What one pays for it.
    pub cost: String,
    /// What is changed, in this order.
    pub edits: Vec<Edit>,
}

/// One change of a level.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// A value, by its path in the document.
    Set(String, Value),
    /// A fan from the barycentre in place of a body's triangles.
    Fan(usize),
    /// Triangles of a body made anew, of what its hull encloses.
    Triangulate(usize),
    /// A node in the middle of each hull edge of a body.
    SplitHull(usize),
}

impl Remedy {
    /// The level with the change.
    ///
    /// # Errors
    /// In words, where it cannot be done to this level.
    pub fn apply(&self, level: &Level) -> Result<Level, String> {
        let mut changed = level.clone();
        self.edits.iter().try_for_each(|edit| edit.apply(&mut changed))?;
        format::validate(&changed).map_err(|error| error.to_string())?;
        Ok(changed)
    }

    /// Whether it can be done, and changes anything.
    pub fn fits(&self, level: &Level) -> bool {
        self.apply(level).is_ok_and(|changed| changed != *level)
    }
}

impl Edit {
    /// Sets a value by a path.
    pub fn set(path: impl Into<String>, value: impl Into<Value>) -> Self {
        Self::Set(path.into(), value.into())
    }

    fn apply(&self, level: &mut Level) -> Result<(), String> {
        match self {
            Self::Set(path, value) => {
                let path = DocumentPath::parse(path).map_err(|error| error.to_string())?;
                path.set(level, value).map(|_| ()).map_err(|error| error.to_string())
            }
            Self::Fan(body) => balloon::balloon(body_of(level, *body)?).map(|_| ()),
            Self::Triangulate(body) => fill::fill(body_of(level, *body)?).map(|_| ()),
            Self::SplitHull(body) => {
                let count = body_of(level, *body)?.hull.len();
                // From behind: both halves take the place of the whole.
                (0..count).rev().try_for_each(|edge| split(level, Place::HullEdge(*body, edge), 0.5).map(|_| ()))
            }
        }
    }
}

fn body_of(level: &mut Level, body: usize) -> Result<&mut Body, String> {
    level.bodies.get_mut(body).ok_or_else(|| format!("there is no body {body}"))
}

impl fmt::Display for Edit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Set(path, Value::String(name)) => write!(f, "{path}={name}"),
            Self::Set(path, value) => write!(f, "{path}={value}"),
            Self::Fan(body) => write!(f, "a fan from the barycentre in bodies[{body}].triangles"),
            Self::Triangulate(body) => write!(f, "bodies[{body}].triangles anew from its hull"),
            Self::SplitHull(body) => write!(f, "every edge of bodies[{body}].hull split in two"),
        }
    }
}
