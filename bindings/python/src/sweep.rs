//! Sweeps and diagnoses: the grid of a sweep, whose cells run without the interpreter's lock. `python/blobsmith/sweeping.py` makes
//! tables of them, here or on other machines.

use crate::error::{BlobsmithError, Refused, check_file};
use blobsmith::debugger::Run;
use blobsmith::debugger::diagnosis::{DiagnosisReport, DiagnosisRun};
use blobsmith::debugger::sweep::{self, Axis, CellKeys, CellOutcome, Measure, Sweep, default_measures, run_cells};
use blobsmith::level::{Each, Level, flatten, ids};
use blobsmith_engine::play::{PlayError, read_text};
use numpy::ndarray::Array2;
use numpy::{IntoPyArray, PyArray1, PyArray2};
use pyo3::prelude::*;
use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// Least time between two calls of `progress`, and longest time without a check for Ctrl+C.
const INTERVAL: Duration = Duration::from_millis(100);
/// Most threads of a call.
const MOST_THREADS: usize = 512;

/// A level from a file or a text, without instances.
fn read_level(path: Option<&Path>, text: Option<&str>) -> Result<Level, Refused> {
    let level = match (path, text) {
        (Some(path), _) => {
            check_file(path)?;
            flatten::load_flat(path)
        }
        (None, text) => read_text(text.unwrap_or_default()),
    };
    let mut level = level.map_err(PlayError::Level)?;
    ids::assign(&mut level);
    Ok(level)
}

fn refused(message: impl Into<String>) -> Refused {
    Refused::Python(BlobsmithError::new_err(message.into()))
}

/// Measures, failed rows, which rows are finished, and what stopped the others.
type Finished<'py> = (Bound<'py, PyArray2<f64>>, Vec<(usize, String)>, Bound<'py, PyArray1<bool>>, Option<PyErr>);

/// The grid of a sweep.
#[pyclass(module = "blobsmith._blobsmith", frozen)]
pub struct SweepGrid {
    sweep: Sweep,
    keys: CellKeys,
}

impl SweepGrid {
    fn new(sweep: Sweep) -> Self {
        Self { keys: sweep.keys(), sweep }
    }
}

/// An axis: the text of the command line, or a path and a JSON list of values.
#[derive(FromPyObject)]
enum AxisArg {
    Values(String, String),
    Text(String),
}

impl AxisArg {
    fn read(&self) -> Result<Axis, Refused> {
        let (text, axis) = match self {
            Self::Text(text) => (text, Axis::parse(text)),
            Self::Values(path, values) => {
                let values = serde_json::from_str(values).map_err(|error| error.to_string());
                (path, values.and_then(|values| Axis::of_values(path, values)))
            }
        };
        axis.map_err(|reason| refused(format!("{text}: {reason}")))
    }
}

#[pymethods]
impl SweepGrid {
    /// The grid of a level, which is a file or a text. Without measures, the findings of each detector are counted.
    #[staticmethod]
    #[pyo3(signature = (path, text, axes, measures, each, frames))]
    fn of_level(
        py: Python<'_>,
        path: Option<PathBuf>,
        text: Option<&str>,
        axes: Vec<AxisArg>,
        measures: Option<Vec<String>>,
        each: Option<&str>,
        frames: u64,
    ) -> Result<Self, Refused> {
        let each = match each {
            None => None,
            Some("frame") => Some(Each::Frame),
            Some("substep") => Some(Each::Substep),
            Some(_) => return Err(Refused::Value("`each` must be \"frame\", \"substep\" or None")),
        };
        let axes = axes.iter().map(AxisArg::read).collect::<Result<Vec<_>, _>>()?;
        py.detach(|| {
            let level = read_level(path.as_deref(), text)?;
            let measure =
                |text: String| Measure::parse(&text, &level, each).map_err(|error| refused(format!("{text}: {error}")));
            let measures = measures.unwrap_or_else(default_measures);
            let measures = measures.into_iter().map(measure).collect::<Result<Vec<_>, _>>()?;
            Ok(Self::new(Sweep::new(Arc::new(level), axes, measures, frames).map_err(refused)?))
        })
    }

    /// The grid with these settings, which this version has made.
    #[staticmethod]
    fn of_settings(py: Python<'_>, settings: &str) -> Result<Self, Refused> {
        let (sweep, version) = py.detach(|| sweep::read_settings(settings)).map_err(refused)?;
        let own = env!("CARGO_PKG_VERSION");
        if version != own {
            return Err(refused(format!("the sweep was made by version {version}; this is version {own}")));
        }
        Ok(py.detach(|| Self::new(sweep)))
    }

    /// The settings as JSON, with the level.
    #[getter]
    fn settings(&self, py: Python<'_>) -> String {
        py.detach(|| sweep::settings(&self.sweep))
    }

    /// Hash of the settings and the version: 16 hexadecimal digits.
    #[getter]
    fn identity(&self, py: Python<'_>) -> String {
        format!("{:016x}", py.detach(|| self.sweep.identity()))
    }

    /// Number of cells.
    fn __len__(&self) -> usize {
        self.sweep.cells()
    }

    /// Name of each axis, and its values as JSON. The last axis varies fastest.
    #[getter]
    fn axes(&self) -> Vec<(String, Vec<String>)> {
        let words = |axis: &Axis| axis.values().iter().map(ToString::to_string).collect();
        self.sweep.axes().iter().map(|axis| (axis.name(), words(axis))).collect()
    }

    /// Texts of the measures.
    #[getter]
    fn measures(&self) -> Vec<String> {
        self.sweep.measures().iter().map(|measure| measure.text().to_owned()).collect()
    }

    /// Number of frames.
    #[getter]
    fn frames(&self) -> u64 {
        self.sweep.frames()
    }

    /// Keys of cells, 32 hexadecimal digits each.
    fn keys(&self, py: Python<'_>, cells: Vec<usize>) -> Result<Vec<String>, Refused> {
        self.check(&cells)?;
        Ok(py.detach(|| cells.iter().map(|&cell| self.keys.key(&self.sweep, cell)).collect()))
    }

    /// Runs cells without the interpreter's lock. Returns their measures, one row each; the rows and reasons of cells that cannot
    /// run; which rows are finished; and the exception that stopped the others, or None.
    ///
    /// `progress` is called with the number of finished cells, at most ten times a second. Ctrl+C and its exceptions stop.
    #[pyo3(signature = (cells, threads = 1, progress = None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        cells: Vec<usize>,
        threads: usize,
        progress: Option<Py<PyAny>>,
    ) -> Result<Finished<'py>, Refused> {
        self.check(&cells)?;
        if !(1..=MOST_THREADS).contains(&threads) {
            return Err(Refused::Value("`threads` must be between 1 and 512"));
        }
        let (outcomes, stopped) = py.detach(|| self.run_all(&cells, threads, progress.as_ref()));
        let columns = self.sweep.measures().len();
        let mut values = Array2::from_elem((cells.len(), columns), f64::NAN);
        let mut failed = Vec::new();
        let is_done: Vec<bool> = outcomes.iter().map(Option::is_some).collect();
        for (row, outcome) in outcomes.into_iter().enumerate() {
            match outcome {
                Some(CellOutcome::Failed(reason)) => failed.push((row, reason)),
                Some(CellOutcome::Measured(numbers)) => {
                    // All NaNs get the same bits.
                    let numbers = numbers.into_iter().map(|value| if value.is_nan() { f64::NAN } else { value });
                    values.row_mut(row).iter_mut().zip(numbers).for_each(|(place, value)| *place = value);
                }
                None => {}
            }
        }
        Ok((values.into_pyarray(py), failed, is_done.into_pyarray(py), stopped))
    }

    fn __repr__(&self) -> String {
        format!("<blobsmith.SweepGrid: {} cells>", self.sweep.cells())
    }
}

impl SweepGrid {
    fn check(&self, cells: &[usize]) -> Result<(), Refused> {
        let mut seen = HashSet::with_capacity(cells.len());
        for &cell in cells {
            if cell >= self.sweep.cells() {
                return Err(refused(format!("there is no cell {cell}; the grid has {}", self.sweep.cells())));
            }
            if !seen.insert(cell) {
                return Err(refused(format!("cell {cell} occurs twice")));
            }
        }
        Ok(())
    }

    fn run_all(
        &self,
        cells: &[usize],
        threads: usize,
        progress: Option<&Py<PyAny>>,
    ) -> (Vec<Option<CellOutcome>>, Option<PyErr>) {
        let rows: HashMap<usize, usize> = cells.iter().enumerate().map(|(row, &cell)| (cell, row)).collect();
        let mut outcomes = vec![None; cells.len()];
        let (stop, mut done, mut called) = (AtomicBool::new(false), 0_usize, Instant::now());
        let goes_on = || !stop.load(Ordering::Relaxed);
        let event = |found: Option<(usize, CellOutcome)>| {
            if let Some((cell, outcome)) = found {
                outcomes[rows[&cell]] = Some(outcome);
                done += 1;
            }
            if called.elapsed() < INTERVAL && done < cells.len() {
                return Ok(());
            }
            called = Instant::now();
            let answer = Python::attach(|py| {
                py.check_signals()?;
                progress.map_or(Ok(()), |progress| progress.call1(py, (done,)).map(drop))
            });
            stop.store(answer.is_err(), Ordering::Relaxed);
            answer
        };
        let stopped = run_cells(&self.sweep, cells, threads, goes_on, goes_on, event).err();
        (outcomes, stopped)
    }
}

/// The report of `blobsmith diagnose --json` on a level, which is a file or a text, as JSON.
#[pyfunction]
#[pyo3(signature = (path, text, first, frames))]
pub fn diagnose_json(
    py: Python<'_>,
    path: Option<PathBuf>,
    text: Option<&str>,
    first: u64,
    frames: u64,
) -> Result<String, Refused> {
    py.detach(|| {
        let level = read_level(path.as_deref(), text)?;
        let run = Run::new(Arc::new(level)).map_err(PlayError::Level)?;
        let mut diagnosis = DiagnosisRun::of_run(&run, first..first.saturating_add(frames)).with_two_threads();
        loop {
            let started = Instant::now();
            if diagnosis.follow(|| started.elapsed() < INTERVAL) {
                break;
            }
            Python::attach(|py| py.check_signals())?;
        }
        let file = path.map(|path| path.display().to_string()).unwrap_or_default();
        let report = DiagnosisReport::untried(file, &run, first, diagnosis.diagnosis());
        Ok(report.json().to_string())
    })
}
