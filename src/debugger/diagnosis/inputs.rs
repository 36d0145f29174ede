//! Finds the journal input that most likely caused a problem: one that acted before the first finding.
//!
//! Inputs of the affected body or of the whole world take precedence over inputs of other bodies; among equals the latest
//! wins. This is circumstantial evidence. The diagnosis of the run without that input ([`without`]) confirms or refutes
//! it.

use super::Diagnosed;
use crate::debugger::moment;
use crate::debugger::run::{Input, JournalEntry, Moment, Run, journal};
use crate::level::format::FormatError;
use crate::level::{Level, Place};

/// A journal input that may have caused a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct LikelyInput {
    /// Its indices in the journal. For a drag of the hand, all entries from the grip on.
    pub numbers: Vec<usize>,
    /// Moment of its first effect.
    pub moment: Moment,
    /// Its text: `bodies[1].gas = 3000`.
    pub what: String,
}

impl LikelyInput {
    /// The sentence for the UI: `after the input at frame 36: bodies[1].gas = 3000`.
    pub fn describe(&self) -> String {
        format!("after the input at frame {}: {}", moment::write(self.moment), self.what)
    }
}

/// The input that most likely caused a problem of this run. None if no input acted before the first finding.
pub fn likely_input(run: &Run, diagnosed: &Diagnosed) -> Option<LikelyInput> {
    let first = &diagnosed.first;
    let entries = run.journal().entries();
    let earlier = &entries[..run.journal().up_to((first.frame, first.substep))];
    let acts = |entry: &&JournalEntry| !matches!(entry.input, Input::Hand(None));
    let parts = [Some(first.place), first.other];
    let concerns =
        |entry: &&JournalEntry| acts(entry) && parts.into_iter().flatten().any(|place| acts_on(&entry.input, place));
    let found = earlier.iter().rposition(|entry| concerns(&entry));
    let last = found.or_else(|| earlier.iter().rposition(|entry| acts(&entry)))?;
    let numbers = gesture(earlier, last);
    let start = &entries[*numbers.first()?];
    Some(LikelyInput { moment: start.moment, what: describe(&entries[last].input, run.start_level()), numbers })
}

/// The run without an input, at frame 0, as a branch of its own.
///
/// # Errors
/// If a later setting depends on the input: the path and the reason.
pub fn without(run: &Run, input: &LikelyInput) -> Result<Run, FormatError> {
    let mut other = run.fork();
    other.remove(&input.numbers)?;
    other.seek(0);
    Ok(other)
}

fn describe(input: &Input, level: &Level) -> String {
    match input {
        // Whole numbers without a fraction.
        Input::Set(set) => match set.value.as_f64() {
            Some(number) => format!("{} = {number}", set.path),
            None => input.describe(level),
        },
        _ => input.describe(level),
    }
}

/// The entries of the same drag of the hand, from the grip up to an entry. For other inputs, that entry alone.
fn gesture(entries: &[JournalEntry], last: usize) -> Vec<usize> {
    let held = |entry: &JournalEntry| if let Input::Hand(Some(hand)) = entry.input { Some(hand.held) } else { None };
    let Some(part) = held(&entries[last]) else { return vec![last] };
    let mut numbers: Vec<usize> = Vec::new();
    for index in (0..=last).rev() {
        match &entries[index].input {
            Input::Hand(_) if held(&entries[index]) == Some(part) => numbers.push(index),
            Input::Hand(_) => break,
            _ => {}
        }
    }
    numbers.reverse();
    numbers
}

/// True if an input acts on a part's body or disc, or on the whole world.
fn acts_on(input: &Input, place: Place) -> bool {
    let is_same = |other: Place| match (place, other) {
        (Place::Disc(own), Place::Disc(other)) => own == other,
        _ => place.body().is_some() && place.body() == other.body(),
    };
    match input {
        Input::Hand(hand) => hand.is_some_and(|hand| is_same(journal::place_of(hand.held))),
        Input::Nudge(nudge) => is_same(nudge.place),
        Input::Game(what) => journal::place_of_game(what).is_some_and(is_same),
        Input::Set(set) => {
            let path = set.path.to_string();
            let of = |list: &str, index: usize| {
                [format!("{list}[{index}]"), format!("{list}[*]")].iter().any(|part| path.starts_with(part.as_str()))
            };
            let is_own = match place {
                Place::Disc(disc) => of("discs", disc),
                Place::Obstacle(obstacle) => of("obstacles", obstacle),
                _ => place.body().is_some_and(|body| of("bodies", body)),
            };
            is_own || path.starts_with("world.")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::debugger::diagnosis::{Problem, diagnose_run};
    use crate::level::{format, gallery};
    use serde_json::json;
    use std::sync::Arc;

    fn run_at(frame: u64) -> Run {
        let text = gallery::level("01-first-blob").map(|row| row.text).unwrap_or_default();
        let mut run = Run::new(Arc::new(format::read(text, format::TextFormat::Ron).unwrap())).unwrap();
        (0..frame).for_each(|_| run.step_frame());
        run
    }

    #[test]
    fn likely_input_is_the_latest_of_the_ill_body() {
        let mut run = run_at(10);
        run.nudge(Place::Body(1), [0.001, 0.0]).unwrap();
        (10..36).for_each(|_| run.step_frame());
        run.set("bodies[1].gas", &json!(3000.0)).unwrap();
        run.step_frame();
        run.set("bodies[0].friction", &json!(0.25)).unwrap();
        let found = diagnose_run(&run, 0..60, |_| true);
        let problem = found.of(Problem::BlowUp).unwrap();
        let input = likely_input(&run, problem).unwrap();
        assert_eq!(input.describe(), "after the input at frame 36: bodies[1].gas = 3000");
        let healthy = without(&run, &input).unwrap();
        assert_eq!(healthy.journal().entries().len(), 2);
        assert!(diagnose_run(&healthy, 0..60, |_| true).of(Problem::BlowUp).is_none());
        assert_eq!(run.journal().entries().len(), 3, "the original run is unchanged");
    }

    #[test]
    fn likely_input_is_none_before_the_first_input() {
        let mut run = run_at(0);
        run.set("bodies[1].gas", &json!(3000.0)).unwrap();
        let found = diagnose_run(&run, 0..40, |_| true);
        let problem = found.of(Problem::BlowUp).unwrap().clone();
        assert_eq!(likely_input(&run, &problem).unwrap().moment, (0, 0));
        let mut later = run_at(30);
        later.set("bodies[1].gas", &json!(3000.0)).unwrap();
        assert!(problem.first.frame < 30, "{:?}", problem.first);
        assert_eq!(likely_input(&later, &problem), None);
    }
}
