//! A table of parts and frames: the value of one expression for each part of a kind, at the start of each frame.
//!
//! A second run measures it in the background. The caller limits the time.

use super::run::{Branch, Moment, Run};
use super::watch::{Expression, PreviousValues, WatchError};
use super::{moment, table};
use crate::level::{Dimension, Each, Level, Place};
use std::fmt::Write;
use std::sync::Arc;

/// Most values kept, which bounds the memory to 128 MiB; later frames are not measured.
const KEPT: usize = 16 << 20;

/// Least and greatest value of a part, each with its frame; NaN is left out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PartExtremes {
    /// Least value, and the first frame that has it.
    pub least: (f64, u64),
    /// Greatest value, and the first frame that has it.
    pub greatest: (f64, u64),
}

/// The table of one run.
#[derive(Debug, Default)]
pub struct PartsTable {
    measured: Option<Measured>,
    /// Identity of the past that was measured.
    past: Option<(u64, u64, super::BranchId)>,
    /// Changes whenever the values are dropped.
    generation: u64,
}

/// An expression and its values.
#[derive(Debug)]
struct Measured {
    run: Run,
    level: Arc<Level>,
    expression: Expression,
    memory: PreviousValues,
    places: Vec<Place>,
    /// By frame, then by part.
    values: Vec<f64>,
    frames: u64,
    extremes: Vec<PartExtremes>,
}

impl PartsTable {
    /// Measures this expression from now on.
    ///
    /// # Errors
    /// The error in the expression.
    pub fn want(&mut self, text: &str, leader: &Run) -> Result<(), WatchError> {
        let branch: Branch = leader.branch();
        let past = Some((leader.history(), leader.journal().version(), branch.id));
        let is_known = self.measured.as_ref().is_some_and(|measured| {
            measured.expression.text() == text && Arc::ptr_eq(&measured.level, leader.start_level())
        });
        if is_known && self.past == past {
            return Ok(());
        }
        self.generation += 1;
        (self.measured, self.past) = (None, past);
        let expression = Expression::each(text, leader.start_level())?;
        let places = expression.parts(leader.world().layout());
        let none = PartExtremes { least: (f64::NAN, 0), greatest: (f64::NAN, 0) };
        self.measured = Some(Measured {
            run: leader.fork(),
            level: leader.start_level().clone(),
            memory: expression.memory(),
            extremes: vec![none; places.len()],
            places,
            expression,
            values: Vec::new(),
            frames: 0,
        });
        Ok(())
    }

    /// Measures up to the last visited frame of the run while `goes_on` returns true (called once per substep). True
    /// once all is measured.
    pub fn follow(&mut self, leader: &Run, mut goes_on: impl FnMut() -> bool) -> bool {
        let visited = leader.samples().len() as u64;
        let Some(measured) = &mut self.measured else { return true };
        while measured.frames < visited && !measured.is_full() {
            if !measured.go_on(&mut goes_on) {
                return false;
            }
        }
        true
    }

    /// The parts, in the order of the level.
    pub fn places(&self) -> &[Place] {
        self.measured.as_ref().map_or(&[], |measured| &measured.places)
    }

    /// Number of measured frames, from frame 0 on.
    pub fn frames(&self) -> u64 {
        self.measured.as_ref().map_or(0, |measured| measured.frames)
    }

    /// True if the limit of values is reached.
    pub fn is_full(&self) -> bool {
        self.measured.as_ref().is_some_and(Measured::is_full)
    }

    /// Value of a part at the start of a frame; `None` if it is not measured.
    pub fn value(&self, part: usize, frame: u64) -> Option<f64> {
        let measured = self.measured.as_ref().filter(|measured| frame < measured.frames)?;
        measured.values.get(frame as usize * measured.places.len() + part).copied()
    }

    /// Least and greatest value of a part.
    pub fn extremes(&self, part: usize) -> Option<PartExtremes> {
        self.measured.as_ref()?.extremes.get(part).copied()
    }

    /// Unit of the values; none for counts and conditions.
    pub fn unit(&self) -> Dimension {
        self.measured.as_ref().map(|measured| measured.expression.unit()).unwrap_or_default()
    }

    /// Changes whenever the values are dropped; else frames are only added.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// The rows of some parts as CSV: one line per part, one column per measured frame.
    pub fn csv(&self, parts: impl Iterator<Item = usize>, name: impl Fn(Place) -> String) -> String {
        let mut text = String::from("part");
        // Writing to a string cannot fail.
        (0..self.frames()).for_each(|frame| _ = write!(text, ",{}", moment::write((frame, 0))));
        for part in parts {
            text.push('\n');
            text.push_str(&table::quoted(&name(self.places()[part])));
            for value in (0..self.frames()).filter_map(|frame| self.value(part, frame)) {
                let _ = write!(text, ",{value:?}");
            }
        }
        text.push('\n');
        text
    }
}

impl Measured {
    fn is_full(&self) -> bool {
        self.places.is_empty() || self.values.len() + self.places.len() > KEPT
    }

    /// Goes to the next moment that is needed and measures it. False if there was no time.
    fn go_on(&mut self, goes_on: &mut impl FnMut() -> bool) -> bool {
        let target = self.next();
        if !goes_on() || !self.run.approach(target, &mut *goes_on) {
            return false;
        }
        let look = self.run.look_for(&self.expression, Each::Frame);
        if target.1 > 0 || target.0 < self.frames {
            self.expression.pass(&look, &mut self.memory);
            return true;
        }
        let start = self.values.len();
        self.expression.each_value(&look, &mut self.memory, &mut self.values);
        for (known, &value) in self.extremes.iter_mut().zip(&self.values[start..]) {
            known.take(value, self.frames);
        }
        self.frames += 1;
        true
    }

    /// The next frame; each substep on the way if the expression needs them.
    fn next(&self) -> Moment {
        let frame = (self.frames, 0);
        if self.frames == 0 || !self.expression.needs_substeps() {
            return frame;
        }
        self.run.moment_after(self.run.moment()).min(frame)
    }
}

impl PartExtremes {
    fn take(&mut self, value: f64, frame: u64) {
        // The first number replaces NaN.
        if value < self.least.0 || (self.least.0.is_nan() && !value.is_nan()) {
            self.least = (value, frame);
        }
        if value > self.greatest.0 || (self.greatest.0.is_nan() && !value.is_nan()) {
            self.greatest = (value, frame);
        }
    }
}
