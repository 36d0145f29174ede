//! What is asked for: what varies along the two sides of the grid, what is measured, for how many frames; and what would
//! be worth asking of a level.

use crate::debugger::sweep::{Axis, Measure, REDUCERS, RULES, Reducer, Sweep};
use crate::level::fields::{self, Range};
use crate::level::{Body, DocumentPath, Level, Motion};
use serde_json::Value;
use std::sync::Arc;

/// Most values of a side: more cells could not be distinguished.
pub const MOST_VALUES: u32 = 200;
/// Frames unless said otherwise, for small levels and for large ones.
const FRAMES: [u64; 2] = [240, 60];
/// Levels of more nodes are large.
const LARGE: usize = 1000;

/// See the module.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepForm {
    /// What varies to the right, and upwards.
    pub sides: [Side; 2],
    /// Whether anything varies upwards.
    pub is_square: bool,
    /// The watch expression that is measured.
    pub measure: String,
    /// What becomes of its values; none where it is as is usual for the expression.
    pub reducer: Option<Reducer>,
    /// Frames that each cell is run.
    pub frames: u64,
}

/// How the values of a side are said.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisKind {
    /// At equal distances.
    #[default]
    Linear,
    /// In equal ratios.
    Logarithmic,
    /// One by one.
    List,
}

/// What varies along a side of the grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// Path, or `rule`; with `+` or `*` at its end where it is added or multiplied.
    pub path: String,
    /// How its values are said.
    pub kind: AxisKind,
    /// The first of a range.
    pub from: f64,
    /// The last of a range.
    pub to: f64,
    /// How many a range has.
    pub count: u32,
    /// The list.
    pub words: String,
}

impl Side {
    fn list(path: &str, words: impl Into<String>) -> Self {
        Self { path: path.to_owned(), kind: AxisKind::List, words: words.into(), ..Self::range("", 0.0, 1.0, 5) }
    }

    fn range(path: &str, from: f64, to: f64, count: u32) -> Self {
        Self { path: path.to_owned(), kind: AxisKind::Linear, from, to, count, words: String::new() }
    }

    /// Values around the one that the level has.
    pub fn around(path: &str, level: &Level) -> Self {
        if path == "rule" {
            return Self::list(path, RULES.join(","));
        }
        let range = fields::at(path).map(|facts| facts.range);
        let found = DocumentPath::parse(path).and_then(|path| path.get(level)).unwrap_or_default();
        let now = found.into_iter().next().map(|found| found.value).unwrap_or_default();
        let words = |words: &str| Self::list(path, words);
        match &now {
            _ if matches!(range, Some(Range::Count { .. })) => Self::list(path, doubled(&now)),
            _ if path.ends_with(".edge_choice") => words("Projection,Wedge45,Distance,EntryEdge"),
            _ if path.ends_with(".integrator") => words("ExplicitEuler,SemiImplicitEuler,Verlet"),
            Value::Bool(_) => words("false,true"),
            Value::Number(number) => match number.as_f64() {
                Some(0.0) | None => Self::range(path, 0.0, 1.0, 6),
                Some(_) if range == Some(Range::Portion) || path.ends_with("restitution") => {
                    Self::range(path, 0.0, 1.0, 6)
                }
                Some(value) => Self::range(path, 0.0, 2.0 * value, 9),
            },
            other => Self::list(path, other.to_string()),
        }
    }

    /// As `--vary` takes it.
    pub fn text(&self) -> String {
        let Self { path, from, to, count, .. } = self;
        match self.kind {
            AxisKind::Linear => format!("{path}={from}..{to}:{count}"),
            AxisKind::Logarithmic => format!("{path}={from}..{to}:{count}:log"),
            AxisKind::List => format!("{path}={}", self.words),
        }
    }

    fn axis(&self) -> Result<Axis, String> {
        if self.path.trim().is_empty() {
            return Err("Say by its path what varies, such as world.substeps".to_owned());
        }
        let path = self.path.trim();
        let axis = Axis::parse(&self.text()).map_err(|reason| format!("{path}: {reason}"))?;
        match axis.len() {
            count if count > MOST_VALUES as usize => {
                Err(format!("{path}: {count} values; the window shows {MOST_VALUES} a side"))
            }
            _ => Ok(axis),
        }
    }
}

/// The usual counts, and the level's own among them.
fn doubled(now: &Value) -> String {
    let own = now.as_u64().unwrap_or(1).max(1);
    let mut counts: Vec<u64> = [1, 2, 4, 8, 16, 32].into_iter().chain([own]).collect();
    counts.sort_unstable();
    counts.dedup();
    counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

impl SweepForm {
    /// What is worth asking of a level: substeps against what its first body is made of, and how many contacts there
    /// are, or the energy where there is but one body.
    pub fn suggest(level: &Level) -> Self {
        let upwards = upwards(level);
        let is_crowded = level.bodies.iter().filter(|body| !body.hull.is_empty()).count() > 1;
        let (measure, reducer) = if is_crowded { ("contacts", Reducer::Sum) } else { ("energy.total", Reducer::Last) };
        let nodes: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
        Self {
            sides: [Side::around("world.substeps", level), upwards.clone().unwrap_or_default()],
            is_square: upwards.is_some(),
            measure: measure.to_owned(),
            reducer: Some(reducer),
            frames: FRAMES[usize::from(nodes + level.discs.len() > LARGE)],
        }
    }

    /// The measure as the command line takes it.
    pub fn measure_text(&self) -> String {
        let word = REDUCERS.iter().find(|row| Some(row.0) == self.reducer);
        word.map_or_else(|| self.measure.clone(), |row| format!("{}: {}", row.1, self.measure))
    }

    fn axes(&self) -> Result<Vec<Axis>, String> {
        let count = if self.is_square { 2 } else { 1 };
        self.sides[..count].iter().map(Side::axis).collect()
    }

    fn measured(&self, level: &Level) -> Result<Measure, String> {
        if self.measure.trim().is_empty() {
            return Err("Say what is measured, such as energy.total".to_owned());
        }
        let measure = Measure::parse(&self.measure_text(), level, None);
        measure.map_err(|complaint| format!("Measure: {complaint}"))
    }

    /// What is wrong with what is written, without a look at every value.
    pub fn slip(&self, level: &Level) -> Option<String> {
        let slip = self.axes().map(drop).and_then(|()| self.measured(level).map(drop));
        slip.err()
    }

    /// The sweep of a level.
    ///
    /// # Errors
    /// Why there is none, in a sentence.
    pub fn sweep(&self, level: &Arc<Level>) -> Result<Sweep, String> {
        Sweep::new(level.clone(), self.axes()?, vec![self.measured(level)?], self.frames)
    }
}

/// What else may vary than the substeps: gas, stiffness, or how things bounce.
fn upwards(level: &Level) -> Option<Side> {
    let first = level.bodies.iter().position(|body| body.motion == Motion::Dynamic);
    let of_body = |index: usize, body: &Body| match () {
        () if body.gas > 0.0 => Side::around(&format!("bodies[{index}].gas"), level),
        () if !body.springs.is_empty() => {
            let path = format!("bodies[{index}].springs[*].stiffness*");
            Side { kind: AxisKind::Logarithmic, ..Side::range(&path, 0.25, 4.0, 7) }
        }
        () => Side::around(&format!("bodies[{index}].restitution"), level),
    };
    match first {
        Some(index) => Some(of_body(index, &level.bodies[index])),
        None if !level.discs.is_empty() => Some(Side::around("discs[*].restitution", level)),
        None => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{format, gallery};

    #[test]
    fn every_level_has_something_worth_asking() {
        for row in gallery::ALL.iter() {
            let level = Arc::new(format::read(row.text, format::TextFormat::Ron).unwrap());
            let form = SweepForm::suggest(&level);
            assert_eq!(form.slip(&level), None, "{}", row.id);
            let sweep = form.sweep(&level).unwrap_or_else(|reason| panic!("{}: {reason}", row.id));
            assert!((6..=100).contains(&sweep.cells()), "{}: {}", row.id, sweep.cells());
        }
    }

    #[test]
    fn sides_are_said_as_the_command_line_takes_them() {
        let side = Side::range("bodies[0].gas", 0.5, 2.0, 4);
        assert_eq!(side.text(), "bodies[0].gas=0.5..2:4");
        assert_eq!(Side { kind: AxisKind::Logarithmic, ..side }.text(), "bodies[0].gas=0.5..2:4:log");
        assert_eq!(Side::list("world.substeps", doubled(&Value::from(12))).text(), "world.substeps=1,2,4,8,12,16,32");
        let form = SweepForm { measure: "deepest".to_owned(), reducer: Some(Reducer::Max), ..SweepForm::default() };
        assert_eq!(form.measure_text(), "max: deepest");
        assert!(form.slip(&Level::default()).unwrap().contains("path"));
    }
}
