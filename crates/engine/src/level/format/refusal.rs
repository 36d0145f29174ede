//! Parser errors in the same words for RON and JSON, with the nearest allowed name.

use super::locate::{Position, Target, locate};
use super::{FormatError, TextFormat};

/// A parser error.
#[derive(Debug)]
pub(super) struct Refusal {
    /// Path in the document.
    pub place: String,
    /// Place in the text.
    pub spot: Spot,
    /// The reason, in one sentence.
    pub reason: String,
}

/// Place in the text.
#[derive(Clone, Copy, Debug)]
pub(super) enum Spot {
    /// The parser stopped here.
    At(Position),
    /// Determined from the path.
    Of(Target),
}

impl Refusal {
    /// The value at `place` is wrong.
    pub fn of_value(place: String, reason: String) -> Self {
        Self { place, spot: Spot::Of(Target::Value), reason }
    }

    /// The text is malformed at `position`.
    pub fn at(place: String, position: Position, reason: String) -> Self {
        Self { place, spot: Spot::At(position), reason }
    }

    /// An unknown key.
    pub fn unknown_field(place: String, found: &str, allowed: &[&str]) -> Self {
        let reason = unknown("field", found, allowed);
        Self { place, spot: Spot::Of(Target::Key), reason }
    }

    /// An unknown name of an enumeration.
    pub fn unknown_variant(place: String, found: &str, allowed: &[&str]) -> Self {
        Self::of_value(place, unknown("value", found, allowed))
    }

    /// Adds line and column of the text.
    pub fn into_error(self, text: &str, format: TextFormat) -> FormatError {
        let position = match self.spot {
            Spot::At(position) => position,
            Spot::Of(target) => locate(text, &self.place, target),
        };
        let mut reason = self.reason;
        let begins = text.trim_start().chars().next();
        match (format, begins) {
            (TextFormat::Ron, Some('{')) => reason.push_str(" (this looks like JSON: name the file .json)"),
            (TextFormat::Json, Some('(' | '#')) => reason.push_str(" (this looks like RON: name the file .ron)"),
            _ => {}
        }
        FormatError { file: None, place: self.place, position: Some(position), reason }
    }
}

/// Shortens quoted text, whose length is unbounded.
fn clip(found: &str) -> String {
    const MOST: usize = 48;
    match found.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &found[..end]),
        None => found.into(),
    }
}

fn unknown(what: &str, found: &str, allowed: &[&str]) -> String {
    let (list, found) = (allowed.join(", "), clip(found));
    let found = found.as_str();
    match nearest(found, allowed) {
        Some(name) => format!("unknown {what} `{found}`; did you mean `{name}`? (allowed: {list})"),
        None => format!("unknown {what} `{found}` (allowed: {list})"),
    }
}

/// Nearest allowed name for a typo or another spelling; None if no name is near.
fn nearest<'a>(found: &str, allowed: &[&'a str]) -> Option<&'a str> {
    let plain = |name: &str| name.to_ascii_lowercase().replace(['_', '-', ' '], "");
    let found = plain(&found.chars().take(64).collect::<String>());
    let distance = |name: &&&str| edit_distance(&found, &plain(name));
    let best = allowed.iter().min_by_key(distance)?;
    (distance(&best) * 3 <= found.chars().count().max(3)).then_some(*best)
}

/// Damerau–Levenshtein distance (restricted): insertions, deletions, replacements and swaps of neighbours.
fn edit_distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replaced = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replaced.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// "expected X, found Y" without Rust terms.
pub(super) fn mismatch(expected: &str, found: &str) -> String {
    let found = match found {
        "sequence" => "a list",
        "map" => "an object",
        "null" => "null",
        "unit variant" => "only a name",
        "1 elements" => "1 element",
        other => &clip(other),
    };
    format!("expected {}, found {found}", expectation(expected))
}

/// Type name without Rust terms.
pub(super) fn expectation(expected: &str) -> String {
    match expected {
        "f64" => "a number".into(),
        "u32" => format!("a whole number, 0 to {}", u32::MAX),
        "u64" | "usize" => "a whole number, 0 or more".into(),
        "i32" => format!("a whole number, {} to {}", i32::MIN, i32::MAX),
        "bool" | "a boolean" => "true or false".into(),
        "an array of length 2" => "a list of 2 numbers".into(),
        "an array of length 3" => "a list of 3 numbers".into(),
        "a sequence" => "a list".into(),
        "unit" => "only the name, without a value".into(),
        "newtype variant" | "tuple variant" | "struct variant" => "a name with a value".into(),
        other => match other.split_once(' ') {
            Some(("struct", name)) => {
                format!("the fields of {}", name.split_whitespace().next().unwrap_or(name))
            }
            Some(("enum", name)) => format!("one of the values of {name}"),
            // `tuple variant MarkerShape::Rect with 2 elements`
            Some(("tuple", name)) if name.starts_with("variant ") => {
                let count = name.rsplit(' ').nth(1).unwrap_or_default();
                format!("a list of {count} points")
            }
            _ => other.into(),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::{edit_distance, nearest};

    #[test]
    fn edit_distance_counts_typing_errors() {
        assert_eq!(edit_distance("kitten", "sitting"), 3);
        assert_eq!(edit_distance("", "abc"), 3);
        assert_eq!(edit_distance("same", "same"), 0);
        assert_eq!(edit_distance("wrold", "world"), 1);
    }

    #[test]
    fn nearest_accepts_typos_and_spellings_but_does_not_guess() {
        let allowed = ["stiffness", "rest_length", "damping"];
        assert_eq!(nearest("stifness", &allowed), Some("stiffness"));
        assert_eq!(nearest("restLength", &allowed), Some("rest_length"));
        assert_eq!(nearest("colour", &allowed), None);
        assert_eq!(nearest("", &[]), None);
    }
}
