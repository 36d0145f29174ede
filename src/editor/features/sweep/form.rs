//! The sweep form: axes of the grid, measure and number of frames, with suggestions for a level.

use crate::debugger::sweep::{Axis, Measure, REDUCERS, RULES, Reducer, Sweep};
use crate::debugger::watch::WatchError;
use crate::level::fields::{self, Range};
use crate::level::{Body, DocumentPath, Level, Motion};
use serde_json::Value;
use std::sync::Arc;

/// Maximum number of values per axis; more cells could not be distinguished.
pub const MOST_VALUES: u32 = 200;
/// Default number of frames for small and large levels.
const FRAMES: [u64; 2] = [240, 60];
/// Node count above which a level is large.
const LARGE: usize = 1000;

/// Contents of the form.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SweepForm {
    /// The horizontal and the vertical axis.
    pub sides: [Side; 2],
    /// Whether the vertical axis is used.
    pub is_square: bool,
    /// Watch expression of the measure.
    pub measure: String,
    /// How its values are reduced to one number; `None`: the default for the expression.
    pub reducer: Option<Reducer>,
    /// Number of frames per cell.
    pub frames: u64,
}

/// How the values of an axis are given.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AxisKind {
    /// Arithmetic sequence.
    #[default]
    Linear,
    /// Geometric sequence.
    Logarithmic,
    /// A list of values.
    List,
}

/// One axis of the grid.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Side {
    /// Setting path, or `rule`; a suffix `+` or `*` adds or multiplies.
    pub path: String,
    /// How its values are given.
    pub kind: AxisKind,
    /// First value of a sequence.
    pub from: f64,
    /// Last value of a sequence.
    pub to: f64,
    /// Number of values of a sequence.
    pub count: u32,
    /// List of values as text.
    pub words: String,
}

impl Side {
    fn list(path: &str, words: impl Into<String>) -> Self {
        Self { path: path.to_owned(), kind: AxisKind::List, words: words.into(), ..Self::range("", 0.0, 1.0, 5) }
    }

    fn range(path: &str, from: f64, to: f64, count: u32) -> Self {
        Self { path: path.to_owned(), kind: AxisKind::Linear, from, to, count, words: String::new() }
    }

    /// An axis with values around the level's own value.
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

    /// The side whose [`Side::text`] this is.
    fn of_text(text: &str) -> Self {
        let (path, values) = text.split_once('=').unwrap_or((text, ""));
        let range = || {
            let (values, kind) = match values.strip_suffix(":log") {
                Some(values) => (values, AxisKind::Logarithmic),
                None => (values, AxisKind::Linear),
            };
            let (ends, count) = values.rsplit_once(':')?;
            let (from, to) = ends.split_once("..")?;
            let side = Self::range(path, from.parse().ok()?, to.parse().ok()?, count.parse().ok()?);
            Some(Self { kind, ..side }).filter(|side| side.text() == text)
        };
        range().unwrap_or_else(|| Self::list(path, values))
    }

    /// The axis in the syntax of `--vary`.
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
            return Err("Enter the path of a setting, such as world.substeps".to_owned());
        }
        let path = self.path.trim();
        let axis = Axis::parse(&self.text()).map_err(|reason| format!("{path}: {reason}"))?;
        match axis.len() {
            count if count > MOST_VALUES as usize => {
                Err(format!("{path}: {count} values; the maximum is {MOST_VALUES} per axis"))
            }
            _ => Ok(axis),
        }
    }
}

/// The usual numbers of substeps and the level's own.
fn doubled(now: &Value) -> String {
    let own = now.as_u64().unwrap_or(1).max(1);
    let mut counts: Vec<u64> = [1, 2, 4, 8, 16, 32].into_iter().chain([own]).collect();
    counts.sort_unstable();
    counts.dedup();
    counts.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

impl SweepForm {
    /// A suggestion for a level: substeps against a property of its first body; measures the deepest penetration, or the
    /// energy of a single body.
    pub fn suggest(level: &Level) -> Self {
        let upwards = upwards(level);
        let is_crowded = level.bodies.iter().filter(|body| !body.hull.is_empty()).count() > 1;
        let (measure, reducer) = if is_crowded { ("deepest", Reducer::Max) } else { ("energy.total", Reducer::Last) };
        let nodes: usize = level.bodies.iter().map(|body| body.nodes.len()).sum();
        Self {
            sides: [Side::around("world.substeps", level), upwards.clone().unwrap_or_default()],
            is_square: upwards.is_some(),
            measure: measure.to_owned(),
            reducer: Some(reducer),
            frames: FRAMES[usize::from(nodes + level.discs.len() > LARGE)],
        }
    }

    /// The form of a sweep with at most two axes; of several measures it has the first.
    pub fn of(sweep: &Sweep) -> Self {
        let mut sides = sweep.axes().iter().map(|axis| Side::of_text(axis.text()));
        let (across, up) = (sides.next().unwrap_or_default(), sides.next());
        let (is_square, frames) = (up.is_some(), sweep.frames());
        let mut form = Self { sides: [across, up.unwrap_or_default()], is_square, frames, ..Self::default() };
        sweep.measures().iter().take(1).for_each(|measure| form.measure_by(measure));
        form
    }

    /// Measures by this.
    pub(super) fn measure_by(&mut self, measure: &Measure) {
        let source = measure.text().split_once(": ").map_or(measure.text(), |(_, source)| source);
        (self.measure, self.reducer) = (source.to_owned(), Some(measure.reducer()));
    }

    /// The measure in the syntax of the command line.
    pub fn measure_text(&self) -> String {
        let word = REDUCERS.iter().find(|row| Some(row.0) == self.reducer);
        word.map_or_else(|| self.measure.clone(), |row| format!("{}: {}", row.1, self.measure))
    }

    /// The error in the measure, by its place in the field. None if it is empty.
    pub fn measure_error(&self, level: &Level) -> Option<WatchError> {
        let text = self.measure_text();
        let before = text.len() - self.measure.len();
        let mut error = Measure::parse(&text, level, None).err().filter(|_| !self.measure.trim().is_empty())?;
        error.at = error.at.start.saturating_sub(before)..error.at.end.saturating_sub(before);
        Some(error)
    }

    fn axes(&self) -> Result<Vec<Axis>, String> {
        let count = if self.is_square { 2 } else { 1 };
        self.sides[..count].iter().map(Side::axis).collect()
    }

    fn measured(&self, level: &Level) -> Result<Measure, String> {
        if self.measure.trim().is_empty() {
            return Err("Enter a measure, such as energy.total".to_owned());
        }
        let measure = Measure::parse(&self.measure_text(), level, None);
        measure.map_err(|error| format!("Measure: {error}"))
    }

    /// The first error of the form, without evaluating each value.
    pub fn first_error(&self, level: &Level) -> Option<String> {
        let error = self.axes().map(drop).and_then(|()| self.measured(level).map(drop));
        error.err()
    }

    /// The sweep of a level.
    ///
    /// # Errors
    /// The reason, as one sentence.
    pub fn sweep(&self, level: &Arc<Level>) -> Result<Sweep, String> {
        Sweep::new(level.clone(), self.axes()?, vec![self.measured(level)?], self.frames)
    }
}

/// A vertical axis that suits the level: gas, stiffness or restitution.
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
    fn suggest_gives_a_valid_sweep_for_every_gallery_level() {
        for row in gallery::ALL.iter() {
            let level = Arc::new(format::read(row.text, format::TextFormat::Ron).unwrap());
            let form = SweepForm::suggest(&level);
            assert_eq!(form.first_error(&level), None, "{}", row.id);
            let sweep = form.sweep(&level).unwrap_or_else(|reason| panic!("{}: {reason}", row.id));
            assert!((6..=100).contains(&sweep.cells()), "{}: {}", row.id, sweep.cells());
        }
    }

    #[test]
    fn side_text_is_the_syntax_of_the_command_line() {
        let side = Side::range("bodies[0].gas", 0.5, 2.0, 4);
        assert_eq!(side.text(), "bodies[0].gas=0.5..2:4");
        assert_eq!(Side { kind: AxisKind::Logarithmic, ..side }.text(), "bodies[0].gas=0.5..2:4:log");
        assert_eq!(Side::list("world.substeps", doubled(&Value::from(12))).text(), "world.substeps=1,2,4,8,12,16,32");
        for text in ["a=0.5..2:4", "a*=1..100:3:log", "a=0..pi/2:9", "rule=all", "a=1,2", "a=0..1.50:3"] {
            assert_eq!(Side::of_text(text).text(), text);
        }
        assert_eq!(Side::of_text("a=0.5..2:4").kind, AxisKind::Linear);
        assert_eq!(Side::of_text("a*=1..100:3:log").kind, AxisKind::Logarithmic);
        let form = SweepForm { measure: "deepest".to_owned(), reducer: Some(Reducer::Max), ..SweepForm::default() };
        assert_eq!(form.measure_text(), "max: deepest");
        assert!(form.first_error(&Level::default()).unwrap().contains("path"));
    }

    #[test]
    fn measure_error_is_at_its_place_in_the_field() {
        let of = |measure: &str, reducer| SweepForm { measure: measure.to_owned(), reducer, ..SweepForm::default() };
        let error = |form: SweepForm| form.measure_error(&Level::default()).map(|error| error.at);
        assert_eq!(error(of("2 * deepst", Some(Reducer::Max))), Some(4..10));
        assert_eq!(error(of("2 * deepst", None)), Some(4..10));
        assert_eq!([error(of("deepest", Some(Reducer::Max))), error(of(" ", None))], [None, None]);
    }
}
