//! Expressions about each part of a set, for tables: `node.speed` without a reduction.

use super::op::{Here, Op, PreviousValues, WatchContext};
use super::{Expression, WatchError};
use crate::engine::Layout;
use crate::level::{Level, Place};
use crate::probes::{ProbeSample, Scope};
use std::ops::Range;

impl Expression {
    /// Parses an expression about each part of a set: `node.speed * node.mass`, `body.area < 2`, `disc.x`.
    ///
    /// # Errors
    /// The first error, with its position in the text.
    pub fn each(text: &str, level: &Level) -> Result<Self, WatchError> {
        // A reduction checks what is within it; its own value is not used.
        let reduced = |function: &str| {
            let start = function.len() + 1;
            let moved = |at: usize| at.saturating_sub(start).min(text.len());
            Self::new(&format!("{function}({text})"), level)
                .map_err(|error| WatchError { at: moved(error.at.start)..moved(error.at.end), ..error })
        };
        let number = reduced("max");
        let expression = match number {
            Err(_) => reduced("count").or(number)?,
            Ok(_) => number?,
        };
        if expression.set().is_none() {
            let hint = "for example node.speed, body.area or disc.x";
            return Err(WatchError::hinted(0..text.len(), "expected an expression about each part of a kind", hint));
        }
        Ok(Self { text: text.to_owned(), ..expression })
    }

    /// Scope, range and operand of the outermost reduction.
    fn set(&self) -> Option<(Scope, &Range<usize>, &Op)> {
        let reduced = if let Op::Reading(_, of) = &self.op { of } else { &self.op };
        match reduced {
            Op::Aggregate(_, scope, range, of) => Some((*scope, range, of)),
            _ => None,
        }
    }

    /// The parts of an expression made by [`Expression::each`].
    pub fn parts(&self, layout: &Layout) -> Vec<Place> {
        let Some((scope, range, _)) = self.set() else { return Vec::new() };
        range.clone().map(|index| scope.place(layout, index)).collect()
    }

    /// Evaluates it for each of its parts; appends the values. To be called once per moment, in order.
    pub fn each_value(&self, look: &ProbeSample, memory: &mut PreviousValues, out: &mut Vec<f64>) {
        self.pass(look, memory);
        let context = WatchContext { look, starts: &self.starts };
        if let Some((_, range, of)) = self.set() {
            let all = range.clone().enumerate();
            out.extend(all.map(|(offset, element)| of.value(&context, Here { element, offset }, memory)));
        }
        memory.has_seen();
    }
}
