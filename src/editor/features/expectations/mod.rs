//! Tests the expectations of the current level in the background, with the edits that change them and the conditions that
//! the panel offers.

pub(crate) mod panel;
mod work;

use crate::debugger::breakpoints::{PRESETS, PresetSubject};
use crate::debugger::diagnosis::Diagnosed;
use crate::debugger::expect::ExpectationVerdict;
use crate::debugger::shrink::Failure;
use crate::editor::actions::Action;
use crate::editor::background::JobHandle;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::diagnosis::DiagnosisUi;
use crate::editor::features::diagnosis::runs_alike;
use crate::level::{Each, Expectation, Holds, Level, Place};
use egui::Context;
use std::sync::Arc;
pub use work::{ExpectationJob, ExpectationNews, ExpectationRequest};

/// Condition that only makes sense with a recording.
const OF_RECORDINGS: &str = "differs";

/// Results of the expectations, and the test of the open ones.
#[derive(Default)]
pub struct Expectations {
    known: Vec<(Expectation, ExpectationVerdict)>,
    test: Option<ExpectationTest>,
    subject: Option<Arc<Level>>,
}

/// A running test.
struct ExpectationTest {
    job: JobHandle<ExpectationJob>,
    wanted: Vec<Expectation>,
    /// Frames tested and frames to test.
    frames: (u64, u64),
}

/// The expectations of a level, in file order.
pub fn of(level: &Level) -> &[Expectation] {
    level.editor.as_ref().map_or(&[], |extra| &extra.expect)
}

impl Expectations {
    /// Processes verdicts; returns true if work remains. Retests changed expectations, or all after a change of the
    /// simulated level.
    pub fn follow(&mut self, ctx: &Context, level: &Arc<Level>) -> bool {
        if !self.subject.as_ref().is_some_and(|known| Arc::ptr_eq(known, level)) {
            self.take(ctx, level);
        }
        let Some(test) = &mut self.test else { return false };
        let mut is_over = false;
        for news in test.job.reports() {
            (test.frames, is_over) = (news.frames, news.is_done);
            for (expectation, verdict) in news.verdicts {
                if !self.known.iter().any(|(known, _)| *known == expectation) {
                    self.known.push((expectation, verdict));
                }
            }
        }
        test.job.show_progress(test.frames.0 as f32 / test.frames.1.max(1) as f32);
        if is_over || test.job.has_failed() {
            self.test = None;
        }
        self.test.is_some()
    }

    fn take(&mut self, ctx: &Context, level: &Arc<Level>) {
        if !self.subject.as_ref().is_some_and(|known| runs_alike(known, level)) {
            self.known.clear();
            self.test = None;
        }
        let wanted = of(level);
        self.known.retain(|(known, _)| wanted.contains(known));
        let open: Vec<Expectation> = wanted.iter().filter(|one| self.verdict(one).is_none()).cloned().collect();
        let is_asked = |one: &Expectation| self.test.as_ref().is_some_and(|test| test.wanted.contains(one));
        if open.is_empty() || !open.iter().all(is_asked) {
            self.test = (!open.is_empty()).then(|| {
                let frames = (0, open.iter().map(|one| one.frames).max().unwrap_or(0));
                let request = ExpectationRequest { level: level.clone(), wanted: open.clone() };
                ExpectationTest { job: JobHandle::start(ctx, request), wanted: open, frames }
            });
        }
        self.subject = Some(level.clone());
    }

    /// The result of an expectation, if known.
    pub fn verdict(&self, expectation: &Expectation) -> Option<&ExpectationVerdict> {
        self.known.iter().find(|(known, _)| known == expectation).map(|(_, verdict)| verdict)
    }

    /// Frames tested and frames to test, while the test runs.
    pub fn progress(&self) -> Option<(u64, u64)> {
        self.test.as_ref().map(|test| test.frames)
    }

    /// Number of expectations met, not met, and in total, without those that have no condition yet.
    pub fn count(&self, level: &Level) -> [usize; 3] {
        let written = || of(level).iter().filter(|one| !one.condition.trim().is_empty());
        let verdicts: Vec<&ExpectationVerdict> = written().filter_map(|one| self.verdict(one)).collect();
        let met = verdicts.iter().filter(|verdict| ***verdict == ExpectationVerdict::Met).count();
        [met, verdicts.len() - met, written().count()]
    }
}

/// Wraps a change of the expectations as an edit.
pub fn edit(label: impl Into<String>, change: impl FnOnce(&mut Vec<Expectation>) + 'static) -> Edit {
    Edit::new(label, move |level: &mut Level| {
        change(&mut level.editor.get_or_insert_default().expect);
        Ok(())
    })
}

/// Appends an expectation unless the level already has it.
pub fn add(expectation: Expectation) -> Edit {
    edit("Add expectation", move |all| {
        if expectation.condition.is_empty() || !all.contains(&expectation) {
            all.push(expectation);
        }
    })
}

/// An expectation that a condition never holds.
pub fn never(condition: impl Into<String>, each: Each, frames: u64) -> Expectation {
    Expectation { holds: Holds::Never, condition: condition.into(), each, frames: frames.max(1) }
}

/// Actions that add the expectation “this failure never occurs” and report it.
pub fn claim(failure: Failure) -> [Action; 2] {
    let Failure { condition, each, frames } = failure;
    let text = format!("Expected from now on: never {condition}");
    [Action::Edit(add(never(condition, each, frames))), Action::Tell(text)]
}

/// The failure that shrinking can start from: the contradiction of an unmet expectation, or what a met one shows.
///
/// # Errors
/// Why the expectation offers no failure.
pub fn failure(
    expectation: &Expectation,
    verdict: Option<&ExpectationVerdict>,
) -> Result<(Failure, Holds), &'static str> {
    let of = |condition: String, holds| {
        let Expectation { each, frames, .. } = *expectation;
        Ok((Failure { condition, each, frames }, holds))
    };
    let condition = expectation.condition.trim();
    match (expectation.holds, verdict) {
        (_, None) => Err("The expectation has not been tested yet"),
        (_, Some(ExpectationVerdict::Unreadable(_))) => Err("The condition is not a valid expression"),
        (Holds::Eventually, Some(ExpectationVerdict::Met)) => of(condition.to_owned(), Holds::Eventually),
        (Holds::Eventually, Some(ExpectationVerdict::Unmet { .. })) => {
            Err("The condition never became true, so there is nothing to shrink")
        }
        (_, Some(ExpectationVerdict::Met)) => Err("The expectation is met, so there is no failure to shrink"),
        (Holds::Never, Some(ExpectationVerdict::Unmet { .. })) => of(condition.to_owned(), Holds::Never),
        (Holds::Always, Some(ExpectationVerdict::Unmet { .. })) => of(format!("not ({condition})"), Holds::Never),
        (Holds::AtEnd, Some(ExpectationVerdict::Unmet { at, .. })) => {
            of(format!("frame == {} and not ({condition})", at.0), Holds::Never)
        }
    }
}

/// Headings of the offers.
const UNMET: &str = "Expectations not met";
const FOUND: &str = "Found in the run";
const READY: &str = "Ready conditions";

/// A condition offered in a list.
pub struct Offer {
    /// Heading of its origin.
    pub section: &'static str,
    /// Display name.
    pub title: String,
    /// One-line explanation.
    pub explanation: String,
    /// The condition.
    pub failure: Failure,
    /// What the expectation would claim.
    pub holds: Holds,
}

/// All conditions on offer: expectations that can be shrunk (if requested), findings of the diagnosis, breakpoints, and
/// ready-made conditions for the selection.
pub fn offers(
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    expectations: &Expectations,
    with_expectations: bool,
) -> Vec<Offer> {
    let mut all = failures(view, diagnosis, expectations, with_expectations);
    all.extend(ready(view.document.level(), view.selection, default_frames(view), &|id| id != OF_RECORDINGS));
    all
}

fn failures(
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    expectations: &Expectations,
    with_expectations: bool,
) -> Vec<Offer> {
    let level = view.document.level();
    let frames = default_frames(view);
    let mut all = Vec::new();
    for one in of(level).iter().filter(|_| with_expectations) {
        if let Ok((failure, holds)) = failure(one, expectations.verdict(one)) {
            let title = format!("{} {}", one.holds.words(), one.condition.trim());
            let section = if holds == Holds::Never { UNMET } else { "What the level shows" };
            let explanation = format!("within {} frames", one.frames);
            all.push(Offer { section, title, explanation, failure, holds });
        }
    }
    all.sort_by_key(|offer| offer.holds != Holds::Never);
    // Only a diagnosis of the current level counts.
    let problems = if diagnosis.is_of(level) { &diagnosis.found.problems[..] } else { &[] };
    for diagnosed in problems {
        let detector = diagnosed.detector();
        let title = format!("{} × {}", detector.title, diagnosed.count);
        let (explanation, failure) = (detector.explanation.to_owned(), of_problem(diagnosed, diagnosis));
        all.push(Offer { section: FOUND, title, explanation, failure, holds: Holds::Never });
    }
    let stops = level.editor.as_ref().map_or(&[][..], |extra| &extra.breakpoints);
    for stop in stops.iter().filter(|stop| !stop.condition.trim().is_empty()) {
        let failure = Failure { condition: stop.condition.trim().to_owned(), each: stop.each, frames };
        let title = failure.condition.clone();
        all.push(Offer { section: "Breakpoints", title, explanation: String::new(), failure, holds: Holds::Never });
    }
    all
}

/// Ready-made conditions about the selected parts.
pub fn ready(level: &Level, selection: &[Place], frames: u64, is_wanted: &dyn Fn(&str) -> bool) -> Vec<Offer> {
    let subject = PresetSubject { level, selection };
    let presets = PRESETS.iter().filter(|preset| is_wanted(preset.id));
    let offer = |preset: &crate::debugger::breakpoints::Preset| {
        let found = preset.breakpoint(&subject)?;
        Some(Offer {
            section: READY,
            title: preset.title.to_owned(),
            explanation: preset.explanation.to_owned(),
            failure: Failure { condition: found.condition, each: found.each, frames },
            holds: Holds::Never,
        })
    };
    presets.filter_map(offer).collect()
}

/// Default length of an expectation in frames: the visited frames, or the usual minimum.
pub fn default_frames(view: &ViewContext) -> u64 {
    view.run.last_frame().max(Expectation::default().frames)
}

/// The failure “this problem is found”, within the frames of the diagnosis.
pub fn of_problem(diagnosed: &Diagnosed, diagnosis: &DiagnosisUi) -> Failure {
    let condition = format!("problem(\"{}\") > 0", diagnosed.detector().id);
    Failure { condition, each: Each::Substep, frames: diagnosis.found.frames.max(1) }
}

/// Name and description of each kind of claim.
pub const HOLDS: [(Holds, &str, &str); 4] = [
    (Holds::Never, "never", "At no moment from frame 0 to the last"),
    (Holds::Always, "always", "At every moment from frame 0 to the last"),
    (Holds::Eventually, "eventually", "At one moment or more"),
    (Holds::AtEnd, "at the end", "At the last frame"),
];

/// Default start of shrinking: the first unmet expectation, else the gravest problem, else what the level shows or a breakpoint.
pub fn first_failure(
    view: &ViewContext,
    diagnosis: &DiagnosisUi,
    expectations: &Expectations,
) -> Option<(Failure, Holds)> {
    let rank = |offer: &Offer| match offer.section {
        UNMET => 0,
        FOUND => 1,
        _ => 2,
    };
    let offers = failures(view, diagnosis, expectations, true).into_iter();
    offers.min_by_key(rank).map(|offer| (offer.failure, offer.holds))
}
