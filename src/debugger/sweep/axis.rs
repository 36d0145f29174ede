//! An axis of the grid: a path into the document, and the value of each cell.

use crate::debugger::watch::Formula;
use crate::level::{DocumentPath, EdgeChoice, Level, Twin, TwinSet};
use serde_json::Value;

/// Most values of an axis.
const MOST_VALUES: usize = 100_000;
/// Up to this number all values are tested against the level at once; beyond, only the first ones and the last.
const TRIED: usize = 64;
/// Name of the axis for edge choice and barycentre rule together.
const RULE: &str = "rule";

/// Contact rules, as values of the axis `rule`.
pub const RULES: [&str; 8] = [
    "Projection",
    "Projection+barycentre",
    "Wedge45",
    "Wedge45+barycentre",
    "Distance",
    "Distance+barycentre",
    "EntryEdge",
    "EntryEdge+barycentre",
];

/// An axis of a sweep.
#[derive(Clone, Debug)]
pub struct Axis {
    text: String,
    target: Target,
    values: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq)]
enum Target {
    /// Sets every value at the path.
    Set(DocumentPath),
    /// Adds to every number at the path.
    Add(DocumentPath),
    /// Multiplies every number at the path.
    Scale(DocumentPath),
    /// Sets edge choice and barycentre rule.
    Rule,
}

impl Target {
    /// Parses what precedes the `=`.
    fn parse(text: &str) -> Result<Self, String> {
        let path = |path: &str| DocumentPath::parse(path.trim_end()).map_err(|error| error.to_string());
        Ok(match (text, text.strip_suffix('+'), text.strip_suffix('*')) {
            (RULE, ..) => Self::Rule,
            (_, Some(text), _) => Self::Add(path(text)?),
            (_, _, Some(text)) => Self::Scale(path(text)?),
            _ => Self::Set(path(text)?),
        })
    }
}

impl Axis {
    /// Parses `PATH=VALUES`, `PATH+=VALUES` (added to the original), `PATH*=VALUES` (multiplied by it) or
    /// `rule=VALUES`. Values are `A..B:N`, N numbers from A to B (`A:B:N` is the same), `A..B:N:log` for equal ratios,
    /// or a comma-separated list. A and B may be formulas: `0..pi/2:9`.
    ///
    /// # Errors
    /// A message for the user.
    pub fn parse(text: &str) -> Result<Self, String> {
        let (name, values) = text
            .split_once('=')
            .ok_or("expected PATH=VALUES, for example world.substeps=1,2,4 or bodies[0].gas=0..4:9")?;
        let (name, values) = (name.trim(), values.trim());
        let target = Target::parse(name)?;
        let values = match target {
            Target::Rule if values == "all" => RULES.iter().map(|rule| Value::from(*rule)).collect(),
            _ => read_values(values)?,
        };
        Self::new(text.split_whitespace().collect(), target, values)
    }

    /// An axis of these values: `target` is what [`Axis::parse`] expects before the `=`: `PATH`, `PATH+`, `PATH*` or `rule`.
    ///
    /// # Errors
    /// A message for the user.
    pub fn of_values(target: &str, values: Vec<Value>) -> Result<Self, String> {
        let words: Vec<String> = values.iter().map(Value::to_string).collect();
        Self::new(format!("{}={}", target.trim(), words.join(",")), Target::parse(target.trim())?, values)
    }

    fn new(text: String, target: Target, values: Vec<Value>) -> Result<Self, String> {
        if values.is_empty() {
            return Err("there is no value".to_owned());
        }
        if values.len() > MOST_VALUES {
            return Err(format!("too many values: at most {MOST_VALUES} are allowed"));
        }
        if matches!(target, Target::Add(_) | Target::Scale(_))
            && let Some(value) = values.iter().find(|value| !value.is_number())
        {
            return Err(format!("{value} is not a number; only numbers can be added or multiplied"));
        }
        Ok(Self { text, target, values })
    }

    /// The source text, without spaces.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The path, with `+` or `×` if the value is added or multiplied.
    pub fn name(&self) -> String {
        match &self.target {
            Target::Set(path) => path.to_string(),
            Target::Add(path) => format!("{path} +"),
            Target::Scale(path) => format!("{path} ×"),
            Target::Rule => RULE.to_owned(),
        }
    }

    /// Number of values, at least 1.
    pub fn len(&self) -> usize {
        self.values.len()
    }

    /// Always false.
    pub fn is_empty(&self) -> bool {
        self.values.is_empty()
    }

    /// The values.
    pub fn values(&self) -> &[Value] {
        &self.values
    }

    /// True if all values are numbers.
    pub fn is_of_numbers(&self) -> bool {
        self.values.iter().all(Value::is_number)
    }

    /// A value for display and tables: words without quotes, numbers in the shortest form that parses to the same bits.
    pub fn word(&self, at: usize) -> String {
        match self.values.get(at) {
            Some(Value::String(word)) => word.clone(),
            Some(Value::Number(number)) => match number.as_f64() {
                Some(value) if number.is_f64() && value.abs() >= 1e15 => format!("{value:e}"),
                Some(value) if !number.is_f64() || value.fract() != 0.0 => number.to_string(),
                Some(value) => format!("{value}"),
                None => number.to_string(),
            },
            Some(value) => value.to_string(),
            None => String::new(),
        }
    }

    /// What precedes the `=` in [`Axis::parse`]: the path, with `+` or `*` if the value is added or multiplied, or `rule`.
    pub(super) fn target(&self) -> String {
        match &self.target {
            Target::Set(path) => path.to_string(),
            Target::Add(path) => format!("{path}+"),
            Target::Scale(path) => format!("{path}*"),
            Target::Rule => RULE.to_owned(),
        }
    }

    /// `world.substeps=4`, the syntax of `--set`.
    pub fn assignment(&self, at: usize) -> String {
        format!("{}={}", self.target(), self.word(at))
    }

    /// An axis as it was parsed from `text`, with the values that it had then.
    pub(super) fn stored(text: &str, target: &str, values: Vec<Value>) -> Result<Self, String> {
        Ok(Self { text: text.to_owned(), ..Self::of_values(target, values)? })
    }

    pub(super) fn sets_the_same(&self, other: &Self) -> bool {
        self.target == other.target
    }

    /// Checks that the level accepts the values.
    pub(super) fn try_on(&self, level: &Level) -> Result<(), String> {
        let count = self.len();
        for at in (0..count).filter(|&at| at < TRIED || at + 1 == count) {
            self.apply(&mut level.clone(), at)?;
        }
        Ok(())
    }

    /// Adds the value to a twin of `base`; `level` is the level with the value.
    pub(super) fn apply_to_twin(&self, at: usize, base: &Level, level: &Level, twin: &mut Twin) -> Result<(), String> {
        match &self.target {
            Target::Rule => {
                let contact = &level.world.contact;
                (twin.edge_choice, twin.barycentre_rule) = (Some(contact.edge_choice), Some(contact.barycentre_rule));
            }
            Target::Set(path) => twin.set.push(TwinSet { path: path.to_string(), value: self.values[at].clone() }),
            // One entry for all parts if they get the same value, else one per changed part.
            Target::Add(path) | Target::Scale(path) => {
                let [old, new] = [base, level].map(|level| path.get(level).map_err(|error| error.to_string()));
                let (old, new) = (old?, new?);
                if let Some(first) = new.first().filter(|first| new.iter().all(|part| part.value == first.value)) {
                    twin.set.push(TwinSet { path: path.to_string(), value: first.value.clone() });
                } else {
                    let others = new.into_iter().zip(&old).filter(|(new, old)| new.value != old.value);
                    twin.set.extend(others.map(|(part, _)| TwinSet { path: part.place, value: part.value }));
                }
            }
        }
        Ok(())
    }

    /// Sets a value in a level.
    pub(super) fn apply(&self, level: &mut Level, at: usize) -> Result<(), String> {
        let new = &self.values[at];
        let count = match &self.target {
            Target::Rule => return set_rule(level, new),
            Target::Set(path) => path.set(level, new),
            Target::Add(path) => path.change(level, |old| reckon(old, new, |old, new| old + new)),
            Target::Scale(path) => path.change(level, |old| reckon(old, new, |old, new| old * new)),
        };
        match count {
            Ok(0) => Err("no part of the level has this value".to_owned()),
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        }
    }
}

fn reckon(old: &Value, new: &Value, with: fn(f64, f64) -> f64) -> Result<Value, String> {
    let (Some(a), Some(b)) = (old.as_f64(), new.as_f64()) else {
        return Err(format!("{old} is not a number; only numbers can be added or multiplied"));
    };
    match serde_json::Number::from_f64(with(a, b)) {
        Some(number) => Ok(Value::Number(number)),
        None => Err("the result is too large for a number".to_owned()),
    }
}

fn set_rule(level: &mut Level, word: &Value) -> Result<(), String> {
    let unknown = || format!("{word} is not a rule; the rules are {}, or `all`", RULES.join(", "));
    let text = word.as_str().ok_or_else(unknown)?;
    let (choice, barycentre_rule) = match text.strip_suffix("+barycentre") {
        Some(choice) => (choice, true),
        None => (text, false),
    };
    let contact = &mut level.world.contact;
    contact.edge_choice = match choice {
        "Projection" => EdgeChoice::Projection,
        "Wedge45" => EdgeChoice::Wedge45,
        "Distance" => EdgeChoice::Distance,
        "EntryEdge" => EdgeChoice::EntryEdge,
        _ => return Err(unknown()),
    };
    contact.barycentre_rule = barycentre_rule;
    Ok(())
}

/// Parses a range or a list.
fn read_values(text: &str) -> Result<Vec<Value>, String> {
    if let Some(values) = range(text) {
        return values;
    }
    let parts = split(text);
    if parts.iter().any(String::is_empty) {
        return Err("a value is missing: expected A..B:N or a comma-separated list".to_owned());
    }
    // Names need no quotes.
    Ok(parts.iter().map(|part| serde_json::from_str(part).unwrap_or_else(|_| Value::String(part.clone()))).collect())
}

/// Parses `A..B:N` or `A:B:N`, optionally with `:log`. None if the text is not a range.
fn range(text: &str) -> Option<Result<Vec<Value>, String>> {
    let (text, is_log) = match text.strip_suffix(":log") {
        Some(text) => (text, true),
        None => (text, false),
    };
    let (ends, count) = text.rsplit_once(':')?;
    let (from, to) = ends.split_once("..").or_else(|| ends.split_once(':'))?;
    let (from, to) = (end(from.trim())?, end(to.trim())?);
    let Ok(count) = count.trim().parse::<usize>() else {
        return Some(Err(format!("`{count}` is not a number of values")));
    };
    Some(spread(from, to, count, is_log))
}

/// An end of a range: a number, or a formula of numbers.
fn end(text: &str) -> Option<f64> {
    text.parse().ok().or_else(|| Formula::parse(text).ok().map(|formula| formula.value(f64::NAN)))
}

fn spread(from: f64, to: f64, count: usize, is_log: bool) -> Result<Vec<Value>, String> {
    if !from.is_finite() || !to.is_finite() {
        return Err("both ends must be finite numbers".to_owned());
    }
    if !(1..=MOST_VALUES).contains(&count) {
        return Err(format!("{count} values are not possible; use 1 to {MOST_VALUES}"));
    }
    if is_log && !(from > 0.0 && to > 0.0) {
        return Err("equal ratios need both ends above 0".to_owned());
    }
    let last = count - 1;
    let value = |at: usize| match at {
        0 => from,
        _ if at == last => to,
        _ if is_log => from * libm::pow(to / from, at as f64 / last as f64),
        _ => plain((from * (last - at) as f64 + to * at as f64) / last as f64, from.abs().max(to.abs())),
    };
    let numbers: Option<Vec<Value>> =
        (0..count).map(|at| serde_json::Number::from_f64(value(at)).map(Value::Number)).collect();
    numbers.ok_or_else(|| "the ends are too far apart".to_owned())
}

/// Rounds a number of a range whose ends have this size, so that tenths print as tenths.
fn plain(value: f64, size: f64) -> f64 {
    if !(1e-200..1e200).contains(&size) {
        return value;
    }
    let decimals = 14.0 - libm::floor(libm::log10(size));
    if decimals < 0.0 {
        return value;
    }
    // Adding 0.0 removes the sign of a negative zero.
    format!("{value:.*}", decimals as usize).parse().unwrap_or(value) + 0.0
}

/// Splits at commas outside of brackets and quotes.
fn split(text: &str) -> Vec<String> {
    let (mut parts, mut open, mut depth, mut is_quoted) = (Vec::new(), String::new(), 0_i32, false);
    for c in text.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            '(' | '[' | '{' if !is_quoted => depth += 1,
            ')' | ']' | '}' if !is_quoted => depth -= 1,
            ',' if !is_quoted && depth <= 0 => {
                parts.push(std::mem::take(&mut open).trim().to_owned());
                continue;
            }
            _ => {}
        }
        open.push(c);
    }
    parts.push(open.trim().to_owned());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        let axis = Axis::parse(text).expect("an axis");
        (0..axis.len()).map(|at| axis.word(at)).collect()
    }

    #[test]
    fn axis_parses_ranges_and_lists() {
        assert_eq!(words("world.substeps=1..4:4"), ["1", "2", "3", "4"]);
        assert_eq!(words("a=0:1:11"), ["0", "0.1", "0.2", "0.3", "0.4", "0.5", "0.6", "0.7", "0.8", "0.9", "1"]);
        assert_eq!(words("a=1..100:3:log"), ["1", "10", "100"]);
        assert_eq!(words("a = -0.5 .. 0.5 : 3"), ["-0.5", "0", "0.5"]);
        assert_eq!(words("a=-0.1..0.1:11")[3..7], ["-0.04", "-0.02", "0", "0.02"]);
        assert_eq!(words("a=1e-9..3e-9:3"), ["1e-9", "2e-9", "3e-9"]);
        assert_eq!(words("a=0..4e30:3")[1], "2e30");
        assert_eq!(words("a=3..9:1"), ["3"]);
        assert_eq!(words("a=2^3..4*5:3"), ["8", "14", "20"]);
        assert_eq!(words("a=Projection, Distance"), ["Projection", "Distance"]);
        assert_eq!(words("a=[0,-1],[0,2]"), ["[0,-1]", "[0,2]"]);
        assert_eq!(words("a=true,2.50"), ["true", "2.5"]);
        assert_eq!(words("rule=all"), RULES);
    }

    #[test]
    fn axis_parse_reports_syntax_errors() {
        let reason = |text: &str| Axis::parse(text).expect_err("an error");
        assert!(reason("a").contains("PATH=VALUES"));
        assert!(reason("a=").contains("missing"));
        assert!(reason("a=1,,2").contains("missing"));
        assert!(reason("a=1..2:0").contains("0 values"));
        assert!(reason("a=0..2:3:log").contains("above 0"));
        assert!(reason("a=1..2:x").contains("not a number of values"));
        assert!(reason("a=1..inf:3").contains("finite"));
        assert!(reason("a=x..1:3").contains("finite"));
        assert!(reason("a+=x").contains("not a number"));
        assert!(reason("[=1").contains("path"));
    }

    #[test]
    fn axis_of_values_equals_the_parsed_one() {
        let of_values = |target: &str, values: &str| {
            let axis = Axis::of_values(target, serde_json::from_str(values).unwrap()).expect("an axis");
            (axis.text().to_owned(), axis.name(), axis.values().to_vec())
        };
        let parsed = |text: &str| {
            let axis = Axis::parse(text).expect("an axis");
            (axis.text().to_owned(), axis.name(), axis.values().to_vec())
        };
        assert_eq!(of_values("world.substeps", "[1,2]"), parsed("world.substeps=1,2"));
        assert_eq!(of_values("bodies[0].gas *", "[0.5]").1, parsed("bodies[0].gas*=0.5").1);
        assert_eq!(of_values("rule", "[\"Distance\"]").2, parsed("rule=Distance").2);
        assert!(Axis::of_values("a", Vec::new()).unwrap_err().contains("no value"));
        assert!(Axis::of_values("a+", vec![Value::from("x")]).unwrap_err().contains("not a number"));
    }
}
