//! Described numeric parameters of generators and meshes. A form, the command line and tests can list and set them
//! generically.

use std::collections::BTreeMap;
use std::fmt;

/// Values by parameter id; missing ones have their default. Switches are 0 or 1, choices the index of their row.
pub type Values = BTreeMap<String, f64>;

/// Range of a value.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Kind {
    /// Any number from the first to the second.
    Number(f64, f64),
    /// A whole number from the first to the second.
    Whole(f64, f64),
    /// Off (0) or on (1).
    Switch,
    /// The index of a row.
    Choice(&'static [Choice]),
}

/// A row of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Text form, in kebab-case.
    pub id: &'static str,
    /// Title shown in lists.
    pub title: &'static str,
    /// Effect.
    pub explanation: &'static str,
}

/// Description of a parameter.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Parameter {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Name shown in forms.
    pub name: &'static str,
    /// Effect, in one sentence.
    pub explanation: &'static str,
    /// Its unit in words; empty for counts, ratios and switches.
    pub unit: &'static str,
    /// Range of values.
    pub kind: Kind,
    /// Value if not set.
    pub default: f64,
    /// Applies only if this other parameter has one of these values.
    pub needs: Option<(&'static str, &'static [f64])>,
}

/// A parameter of a struct: the description and its accessor.
pub struct Field<T: 'static> {
    row: Parameter,
    at: Access<T>,
}

/// Where the value of a field is.
enum Access<T: 'static> {
    Number(fn(&mut T) -> &mut f64),
    Whole(fn(&mut T) -> &mut usize),
    Switch(fn(&mut T) -> &mut bool),
    /// Read and written by these functions.
    Computed(fn(&T) -> f64, fn(&mut T, f64)),
}

impl<T> Field<T> {
    const fn new([id, name, explanation, unit]: [&'static str; 4], kind: Kind, at: Access<T>) -> Self {
        let row = Parameter { id, name, explanation, unit, kind, default: 0.0, needs: None };
        Self { row, at }
    }

    /// A number; the words are id, name, explanation and unit.
    pub const fn number(words: [&'static str; 4], range: [f64; 2], at: fn(&mut T) -> &mut f64) -> Self {
        Self::new(words, Kind::Number(range[0], range[1]), Access::Number(at))
    }

    /// A number that is not stored as such; the words are id, name, explanation and unit.
    pub const fn computed(words: [&'static str; 4], range: [f64; 2], get: fn(&T) -> f64, set: fn(&mut T, f64)) -> Self {
        Self::new(words, Kind::Number(range[0], range[1]), Access::Computed(get, set))
    }

    /// A whole number; the words are id, name and explanation.
    pub const fn whole(words: [&'static str; 3], range: [f64; 2], at: fn(&mut T) -> &mut usize) -> Self {
        Self::new([words[0], words[1], words[2], ""], Kind::Whole(range[0], range[1]), Access::Whole(at))
    }

    /// Off or on; the words are id, name and explanation.
    pub const fn switch(words: [&'static str; 3], at: fn(&mut T) -> &mut bool) -> Self {
        Self::new([words[0], words[1], words[2], ""], Kind::Switch, Access::Switch(at))
    }

    /// One of several; the words are id, name and explanation.
    pub const fn choice(
        words: [&'static str; 3],
        rows: &'static [Choice],
        get: fn(&T) -> f64,
        set: fn(&mut T, f64),
    ) -> Self {
        Self::new([words[0], words[1], words[2], ""], Kind::Choice(rows), Access::Computed(get, set))
    }

    /// The same field, applicable only if another parameter has one of these values.
    pub const fn needing(mut self, id: &'static str, values: &'static [f64]) -> Self {
        self.row.needs = Some((id, values));
        self
    }

    /// Describes the field, with its present value in `whole` as the default.
    pub fn describe(&self, whole: &mut T) -> Parameter {
        Parameter { default: self.get(whole), ..self.row }
    }

    /// Its id.
    pub fn id(&self) -> &'static str {
        self.row.id
    }

    fn get(&self, whole: &mut T) -> f64 {
        match self.at {
            Access::Number(at) => *at(whole),
            Access::Whole(at) => *at(whole) as f64,
            Access::Switch(at) => f64::from(*at(whole)),
            Access::Computed(get, _) => get(whole),
        }
    }

    /// Sets the value unless it is equal, so that unchanged values keep their bits.
    pub fn set(&self, whole: &mut T, value: f64) {
        if self.get(whole) == value {
            return;
        }
        match self.at {
            Access::Number(at) => *at(whole) = value,
            Access::Whole(at) => *at(whole) = value as usize,
            Access::Switch(at) => *at(whole) = value != 0.0,
            Access::Computed(_, set) => set(whole, value),
        }
    }
}

/// Reason why values are refused.
#[derive(Clone, Debug, PartialEq)]
pub enum ParameterError {
    /// Unknown id; the known ones.
    Unknown(String, Vec<&'static str>),
    /// A value outside the range.
    Refused {
        /// The parameter's name.
        name: &'static str,
        /// The given value.
        given: String,
        /// The allowed values.
        wanted: String,
    },
    /// Number of nodes and its limit.
    TooManyNodes(usize, usize),
}

impl fmt::Display for ParameterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Unknown(id, known) => write!(f, "there is no parameter `{id}`; there are: {}", known.join(", ")),
            Self::Refused { name, given, wanted } => write!(f, "{name} cannot be {given}: it must be {wanted}"),
            Self::TooManyNodes(count, most) => {
                write!(f, "the body would have {count} nodes; the limit is {most}: use fewer or larger parts")
            }
        }
    }
}

impl std::error::Error for ParameterError {}

impl Parameter {
    /// True if the value is in this parameter's range.
    pub fn admits(&self, value: f64) -> bool {
        match self.kind {
            Kind::Number(min, max) => (min..=max).contains(&value),
            Kind::Whole(min, max) => (min..=max).contains(&value) && value.fract() == 0.0,
            Kind::Switch => value == 0.0 || value == 1.0,
            Kind::Choice(rows) => value.fract() == 0.0 && (0.0..rows.len() as f64).contains(&value),
        }
    }

    /// Describes the allowed values.
    pub fn wanted(&self) -> String {
        match self.kind {
            Kind::Number(min, max) => format!("a number from {min} to {max}"),
            Kind::Whole(min, max) => format!("a whole number from {min} to {max}"),
            Kind::Switch => "on or off".to_owned(),
            Kind::Choice(rows) => rows.iter().map(|row| row.id).collect::<Vec<_>>().join(", "),
        }
    }

    fn refused(&self, given: impl Into<String>) -> ParameterError {
        ParameterError::Refused { name: self.name, given: given.into(), wanted: self.wanted() }
    }

    /// Parses a value: `12`, `on`, `sticks`.
    ///
    /// # Errors
    /// If it is not a value of this parameter.
    pub fn read(&self, text: &str) -> Result<f64, ParameterError> {
        let text = text.trim();
        let value = match self.kind {
            Kind::Switch => match text {
                "on" | "yes" | "true" | "1" => Some(1.0),
                "off" | "no" | "false" | "0" => Some(0.0),
                _ => None,
            },
            Kind::Choice(rows) => rows.iter().position(|row| row.id == text).map(|index| index as f64),
            Kind::Number(..) | Kind::Whole(..) => text.parse().ok(),
        };
        value.filter(|&value| self.admits(value)).ok_or_else(|| self.refused(format!("`{text}`")))
    }

    /// Formats a value as [`Self::read`] parses it.
    pub fn write(&self, value: f64) -> String {
        match self.kind {
            Kind::Switch => if value == 0.0 { "off" } else { "on" }.to_owned(),
            Kind::Choice(rows) => rows.get(value as usize).map_or("", |row| row.id).to_owned(),
            Kind::Number(..) | Kind::Whole(..) => value.to_string(),
        }
    }

    /// Returns its value in `values`, else the default.
    pub fn value(&self, values: &Values) -> f64 {
        values.get(self.id).copied().unwrap_or(self.default)
    }

    /// True if it applies, given the values of all parameters.
    pub fn counts(&self, all: &[Self], values: &Values) -> bool {
        let Some((id, wanted)) = self.needs else { return true };
        all.iter().find(|other| other.id == id).is_none_or(|other| wanted.contains(&other.value(values)))
    }
}

/// Refuses values that are out of range or belong to no parameter.
///
/// # Errors
/// Names the first such value.
pub fn verify(parameters: &[Parameter], values: &Values) -> Result<(), ParameterError> {
    for (id, &value) in values {
        let Some(parameter) = parameters.iter().find(|parameter| parameter.id == id) else {
            let known = parameters.iter().map(|parameter| parameter.id).collect();
            return Err(ParameterError::Unknown(id.clone(), known));
        };
        if !parameter.admits(value) {
            return Err(parameter.refused(parameter.write(value)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: &[Choice] = &[
        Choice { id: "springs", title: "Springs", explanation: "" },
        Choice { id: "sticks", title: "Sticks", explanation: "" },
    ];

    fn of(kind: Kind) -> Parameter {
        Parameter { id: "x", name: "X", explanation: "", unit: "", kind, default: 0.0, needs: None }
    }

    #[test]
    fn parameter_read_inverts_write() {
        for (kind, text, value) in [
            (Kind::Number(0.0, 2.0), "1.5", 1.5),
            (Kind::Whole(1.0, 9.0), "9", 9.0),
            (Kind::Switch, "on", 1.0),
            (Kind::Choice(KINDS), "sticks", 1.0),
        ] {
            assert_eq!(of(kind).read(text), Ok(value));
            assert_eq!(of(kind).write(value), text);
        }
    }

    #[test]
    fn parameter_refusals_name_the_allowed_values() {
        for (kind, text, wanted) in [
            (Kind::Number(0.0, 2.0), "2.5", "X cannot be `2.5`: it must be a number from 0 to 2"),
            (Kind::Number(0.0, 2.0), "NaN", "X cannot be `NaN`: it must be a number from 0 to 2"),
            (Kind::Whole(1.0, 9.0), "1.5", "X cannot be `1.5`: it must be a whole number from 1 to 9"),
            (Kind::Switch, "maybe", "X cannot be `maybe`: it must be on or off"),
            (Kind::Choice(KINDS), "string", "X cannot be `string`: it must be springs, sticks"),
        ] {
            assert_eq!(of(kind).read(text).map_err(|error| error.to_string()), Err(wanted.to_owned()));
        }
        let values = Values::from([("y".to_owned(), 1.0)]);
        let error = verify(&[of(Kind::Switch)], &values).map_err(|error| error.to_string());
        assert_eq!(error, Err("there is no parameter `y`; there are: x".to_owned()));
    }

    #[test]
    fn dependent_parameter_counts_only_with_its_condition() {
        let kind = Parameter { id: "kind", ..of(Kind::Choice(KINDS)) };
        let length = Parameter { needs: Some(("kind", &[1.0])), ..of(Kind::Switch) };
        let all = [kind, length];
        assert!(!length.counts(&all, &Values::new()));
        assert!(length.counts(&all, &Values::from([("kind".to_owned(), 1.0)])));
    }
}
