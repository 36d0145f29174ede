//! Paths into the level document: `world.gravity[1]`, `bodies[0].springs[*].stiffness`. Their values can be read and set;
//! live parameters and sweeps use them.
//!
//! Names are those of the file; `*` stands for every item of a list.

mod add;
mod differ;
mod follow;
mod offer;
mod parts;
mod user_data;

pub use differ::differences;
pub use offer::settable;

use super::Level;
use super::format::{self, FormatError, unknown_field};
use parts::DocumentPart;
use serde_json::{Number, Value};
use std::fmt::{self, Display};

/// A syntactically valid path into the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DocumentPath {
    steps: Vec<PathStep>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum PathStep {
    /// `.name`, or a variant's name
    Key(String),
    /// `[7]`
    Index(usize),
    /// `[*]`
    Every,
}

/// A value in the document, with its own path.
#[derive(Clone, Debug, PartialEq)]
pub struct PathMatch {
    /// Its path, without `*`.
    pub place: String,
    /// The value as JSON.
    pub value: Value,
}

impl DocumentPath {
    /// Parses a path.
    ///
    /// # Errors
    /// States the character of the syntax error.
    pub fn parse(text: &str) -> Result<Self, FormatError> {
        let text = text.trim();
        let wrong = |at: usize, reason: &str| {
            let column = text[..at].chars().count() + 1;
            FormatError::at("", format_args!("`{text}` is not a path: at character {column} {reason}"))
        };
        if text.is_empty() {
            return Err(FormatError::at("", "the path is empty; try `world.gravity[1]`"));
        }
        let is_name = |c: char| c.is_alphanumeric() || c == '_';
        let (mut steps, mut at) = (Vec::new(), 0);
        while at < text.len() {
            let rest = &text[at..];
            if let Some(inside) = rest.strip_prefix('[') {
                let end = inside.find(']').ok_or_else(|| wrong(at, "a `[` is not closed"))?;
                steps.push(match inside[..end].trim() {
                    "*" => PathStep::Every,
                    number => PathStep::Index(
                        number.parse().map_err(|_| wrong(at + 1, "expected a number from 0 or `*` in the brackets"))?,
                    ),
                });
                at += end + 2;
                continue;
            }
            let name = match rest.strip_prefix('.') {
                Some(_) if at == 0 => return Err(wrong(at, "a name is missing before the point")),
                Some(name) => name,
                None if at == 0 => rest,
                None => return Err(wrong(at, "expected `.` or `[`")),
            };
            let start = text.len() - name.len();
            let length = name.find(|c: char| !is_name(c)).unwrap_or(name.len());
            if length == 0 {
                return Err(wrong(start, "a name is missing"));
            }
            steps.push(PathStep::Key(name[..length].to_owned()));
            at = start + length;
        }
        Ok(Self { steps })
    }

    /// Returns every value of the path, in document order. With `*`, items without the value are skipped (a barycentre has
    /// no mass).
    ///
    /// # Errors
    /// If the path leads nowhere: its existing part, and the alternatives there.
    pub fn get(&self, level: &Level) -> Result<Vec<PathMatch>, FormatError> {
        let mut found = Vec::new();
        self.each_part(level, |_, rest, place, value| {
            let mut value = value;
            walk(&mut value, rest, place, &mut |place, value| {
                found.push(PathMatch { place: place.to_owned(), value: value.clone() });
                Ok(())
            })
        })?;
        Ok(found)
    }

    /// Sets every value of the path to `new` and returns their number. The resulting level is valid (see
    /// [`format::validate`]).
    ///
    /// # Errors
    /// If the path leads nowhere, or the value is not allowed; the level is then unchanged.
    pub fn set(&self, level: &mut Level, new: &Value) -> Result<usize, FormatError> {
        self.change(level, |_| Ok(new.clone()))
    }

    /// Sets a new value for each old one.
    ///
    /// # Errors
    /// As for [`DocumentPath::set`], and if there is no new value: the reason.
    pub fn change(
        &self,
        level: &mut Level,
        mut new: impl FnMut(&Value) -> Result<Value, String>,
    ) -> Result<usize, FormatError> {
        let mut changed = level.clone();
        let mut count = 0;
        self.each_part(level, |part, rest, place, mut value| {
            walk(&mut value, rest, place, &mut |place, value| {
                *value = like(value, &new(value).map_err(|reason| FormatError::at(place, reason))?);
                count += 1;
                Ok(())
            })?;
            parts::store(&mut changed, part, rest, value).map_err(|error| within(error, &part.to_string()))
        })?;
        format::validate(&changed)?;
        *level = changed;
        Ok(count)
    }

    /// As [`DocumentPath::set`]; the path may also name what the level lacks: a property, the tag after the last one, or the
    /// image of a skin.
    ///
    /// # Errors
    /// As for [`DocumentPath::set`].
    pub fn set_or_add(&self, level: &mut Level, new: &Value) -> Result<usize, FormatError> {
        let mut changed = level.clone();
        let count = self.set_or_add_unchecked(&mut changed, new)?;
        format::validate(&changed)?;
        *level = changed;
        Ok(count)
    }

    /// As [`DocumentPath::set_or_add`] without validating the level.
    ///
    /// # Errors
    /// If the path leads nowhere, or the value is of another type; some parts may have changed.
    pub(super) fn set_or_add_unchecked(&self, level: &mut Level, new: &Value) -> Result<usize, FormatError> {
        let mut changed = Vec::new();
        let mut count = 0;
        self.each_part(level, |part, rest, place, mut value| {
            add::make_room(&mut value, rest, place)?;
            walk(&mut value, rest, place, &mut |_, value| {
                *value = like(value, new);
                count += 1;
                Ok(())
            })?;
            changed.push((part, value));
            Ok(())
        })?;
        let (_, rest) = parts::parts(level, &self.steps)?;
        for (part, value) in changed {
            parts::store(level, part, rest, value).map_err(|error| within(error, &part.to_string()))?;
        }
        Ok(count)
    }

    /// True if a place is on this path, below it, or above it; `[*]` stands for every item.
    #[cfg(feature = "overrides")]
    pub(super) fn is_related(&self, place: &str) -> bool {
        let is_same = |(own, other): (&PathStep, &PathStep)| {
            own == other || matches!((own, other), (PathStep::Every, PathStep::Index(_)))
        };
        Self::parse(place).is_ok_and(|other| self.steps.iter().zip(&other.steps).all(is_same))
    }

    /// Calls `visit` with every part on the path (the smallest with a type of its own), the remaining steps from there, its
    /// path and its value.
    fn each_part(
        &self,
        level: &Level,
        mut visit: impl FnMut(DocumentPart, &[PathStep], &str, Value) -> Result<(), FormatError>,
    ) -> Result<(), FormatError> {
        let (found, rest) = parts::parts(level, &self.steps)?;
        let has_stars = self.steps.contains(&PathStep::Every);
        let (mut first, mut has_matched) = (None, false);
        for part in found {
            let place = part.to_string();
            match visit(part, rest, &place, parts::value(level, part, rest)) {
                Ok(()) => has_matched = true,
                Err(error) if has_stars && error.reason.starts_with(ABSENT) => first = first.or(Some(error)),
                Err(error) => return Err(error),
            }
        }
        match first {
            Some(error) if !has_matched => Err(error),
            None if !has_matched => Err(FormatError::at(self.to_string(), "there is no such item: the list is empty")),
            _ => Ok(()),
        }
    }
}

/// Start of the reason if an item lacks a value that others have.
const ABSENT: &str = "it is ";

/// Refuses a place that the document does not have.
fn absent(place: impl Display, reason: impl Display) -> FormatError {
    FormatError::at(place, format_args!("{ABSENT}{reason}"))
}

/// Calls `found` with every value below `value` that the steps lead to.
fn walk(
    value: &mut Value,
    steps: &[PathStep],
    place: &str,
    found: &mut impl FnMut(&str, &mut Value) -> Result<(), FormatError>,
) -> Result<(), FormatError> {
    let Some((step, rest)) = steps.split_first() else { return found(place, value) };
    match (step, value) {
        (PathStep::Key(key), Value::Object(fields)) => {
            if let Some(inner) = fields.get_mut(key) {
                return walk(inner, rest, &join(place, key), found);
            }
            let names: Vec<&str> = fields.keys().map(String::as_str).collect();
            match names[..] {
                [variant] if variant.starts_with(char::is_uppercase) => {
                    Err(absent(place, format_args!("{variant} here, and has no `{key}`")))
                }
                _ => Err(unknown_field(join(place, key), key, &names)),
            }
        }
        (PathStep::Index(index), Value::Array(items)) => {
            let count = items.len();
            let at = format!("{place}[{index}]");
            match items.get_mut(*index) {
                Some(item) => walk(item, rest, &at, found),
                None if count == 0 => Err(absent(at, "not there: the list is empty")),
                None => Err(absent(at, format_args!("not there: the list has items 0 to {}", count - 1))),
            }
        }
        (PathStep::Every, Value::Array(items)) => {
            let (mut first, mut has_matched) = (None, false);
            for (index, item) in items.iter_mut().enumerate() {
                match walk(item, rest, &format!("{place}[{index}]"), found) {
                    Ok(()) => has_matched = true,
                    Err(error) if error.reason.starts_with(ABSENT) => first = first.or(Some(error)),
                    Err(error) => return Err(error),
                }
            }
            match first {
                Some(error) if !has_matched => Err(error),
                None if !has_matched => Err(absent(place, "an empty list here")),
                _ => Ok(()),
            }
        }
        (step, value) => {
            let wanted = match step {
                PathStep::Key(key) => format!("no `{key}`"),
                _ => "no items".to_owned(),
            };
            let what = match value {
                Value::Null => "none".to_owned(),
                Value::String(name) => name.clone(),
                Value::Array(_) => "a list".to_owned(),
                Value::Object(_) => "no list".to_owned(),
                other => other.to_string(),
            };
            Err(absent(place, format_args!("{what} here, and has {wanted}")))
        }
    }
}

/// Converts the new value to the kind of number of the old one: a count may be given as `16.0`.
fn like(old: &Value, new: &Value) -> Value {
    let whole =
        |number: &Number| number.as_f64().filter(|value| value.fract() == 0.0 && *value >= 0.0 && *value < 1e15);
    match (old, new) {
        (Value::Number(before), Value::Number(after)) if !before.is_f64() && after.is_f64() => {
            whole(after).map_or_else(|| new.clone(), |value| Value::from(value as u64))
        }
        _ => new.clone(),
    }
}

fn join(place: &str, key: &str) -> String {
    if place.is_empty() { key.to_owned() } else { format!("{place}.{key}") }
}

/// Prepends the outer part of a path.
fn within(mut error: FormatError, outer: &str) -> FormatError {
    error.place = match (outer.is_empty(), error.place.is_empty()) {
        (true, _) => error.place,
        (_, true) => outer.to_owned(),
        _ if error.place.starts_with('[') => format!("{outer}{}", error.place),
        _ => format!("{outer}.{}", error.place),
    };
    error
}

impl Display for DocumentPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, step) in self.steps.iter().enumerate() {
            match step {
                PathStep::Key(key) if index == 0 => write!(f, "{key}")?,
                PathStep::Key(key) => write!(f, ".{key}")?,
                PathStep::Index(index) => write!(f, "[{index}]")?,
                PathStep::Every => write!(f, "[*]")?,
            }
        }
        Ok(())
    }
}
