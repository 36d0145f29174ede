//! Edits with parameters, which a dialog previews: arrays, scattering, combined bodies, welding. One per file and row of [`ALL`].

mod arrays;
#[cfg(feature = "svg")]
mod combine;
mod copies;
mod scatter;
#[cfg(test)]
mod tests;
mod weld;

use super::places::Made;
use crate::geometry::Aabb;
use crate::level::parameter::{Kind, Parameter, Values};
use crate::level::{Level, Place};

/// An edit with parameters.
pub struct Operation {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title of the dialog.
    pub title: &'static str,
    /// Label of the confirming button and of the history entry.
    pub verb: &'static str,
    /// What it does, and what becomes of the parts.
    pub explanation: &'static str,
    /// The parameters for a selection with this bounding box.
    pub parameters: fn(&Level, &[Place], Aabb) -> Vec<Parameter>,
    /// Handles on the canvas.
    pub handles: &'static [Handle],
    /// Changes the level; returns the parts that it has made or changed.
    apply: fn(&mut Level, &[Place], &Settings) -> Result<Made, String>,
}

/// Two parameters that a handle on the canvas sets.
pub struct Handle {
    /// Accessible name.
    pub name: &'static str,
    /// Ids of the parameters for x and y.
    pub ids: [&'static str; 2],
    /// True if they are an offset from the centre of the selection, false if they are a position.
    pub is_offset: bool,
}

/// All operations, in menu order.
pub static ALL: &[&Operation] = &[
    &arrays::LINEAR,
    &arrays::CIRCULAR,
    &scatter::SCATTER,
    #[cfg(feature = "svg")]
    &combine::UNITE,
    #[cfg(feature = "svg")]
    &combine::SUBTRACT,
    #[cfg(feature = "svg")]
    &combine::INTERSECT,
    &weld::WELD_NEAR,
];

/// Operation of an id.
pub fn operation(id: &str) -> Option<&'static Operation> {
    ALL.iter().copied().find(|operation| operation.id == id)
}

/// Values of the parameters and the bounding box of the selection.
struct Settings {
    bounds: Aabb,
    values: Values,
}

impl Settings {
    /// Value of a parameter.
    fn number(&self, id: &str) -> f64 {
        self.values.get(id).copied().unwrap_or_default()
    }

    /// True if a switch is on.
    fn is_on(&self, id: &str) -> bool {
        self.number(id) != 0.0
    }

    /// A count.
    fn count(&self, id: &str) -> usize {
        self.number(id) as usize
    }
}

impl Operation {
    /// Applies the operation to parts with this bounding box; missing values have their defaults.
    ///
    /// # Errors
    /// If a value is out of range, or the reason why the edit is not possible. The level is then unchanged.
    pub fn apply(&self, level: &mut Level, places: &[Place], bounds: Aabb, values: &Values) -> Result<Made, String> {
        let parameters = (self.parameters)(level, places, bounds);
        crate::level::parameter::verify(&parameters, values).map_err(|error| error.to_string())?;
        let all = parameters.iter().map(|parameter| (parameter.id.to_owned(), parameter.value(values)));
        let settings = Settings { bounds, values: all.collect() };
        let mut trial = level.clone();
        let made = (self.apply)(&mut trial, places, &settings)?;
        crate::level::format::validate(&trial).map_err(|error| error.to_string())?;
        *level = trial;
        Ok(made)
    }
}

/// Largest coordinate or length that a parameter accepts.
const FARTHEST: f64 = 1e6;

/// A parameter of these words: id, name, explanation and unit.
fn parameter([id, name, explanation, unit]: [&'static str; 4], kind: Kind, default: f64) -> Parameter {
    let default = match kind {
        Kind::Number(min, max) | Kind::Whole(min, max) => default.clamp(min, max),
        Kind::Switch | Kind::Choice(_) => default,
    };
    Parameter { id, name, explanation, unit, kind, default, needs: None }
}

/// A coordinate.
fn coordinate(words: [&'static str; 3], default: f64) -> Parameter {
    parameter([words[0], words[1], words[2], "length"], Kind::Number(-FARTHEST, FARTHEST), tidy(default))
}

/// A number above 0 with two significant digits, so that defaults are easy to read; 0 and numbers that are not finite as 0.
fn tidy(value: f64) -> f64 {
    if value == 0.0 || !value.is_finite() {
        return 0.0;
    }
    let text = format!("{value:.1e}");
    text.parse().unwrap_or(value)
}
