//! Compares edge-choice rules: for every contact of some frames the edge under each rule, with and without the
//! barycentre rule, and the number of disagreements with the chosen edge (000 §D.1.c, §E.2).
//!
//! The effect of a rule on the run is not part of this; a twin shows that.

use super::run::{Moment, Run};
use crate::engine::Trace;
use crate::engine::contact::Setting;
use crate::engine::trace::ContactTrace;
use serde::Serialize;

/// Number of compared rules.
pub const RULES: usize = Setting::ALL.len();

/// A contact with the choice of every rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ContactRow {
    /// Frame that was being stepped.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// Body of the node M.
    pub body: usize,
    /// M's index in it.
    pub node: usize,
    /// Body whose hull M was inside.
    pub other: usize,
    /// The hull edge that was chosen. None if none was eligible.
    pub chosen: Option<usize>,
    /// The hull edge that each rule would have chosen, in the order of [`Setting::ALL`].
    pub rules: [Option<usize>; RULES],
}

impl ContactRow {
    fn new(frame: u64, substep: u32, contact: &ContactTrace) -> Option<Self> {
        let ContactTrace { body, node, other, chosen, rules, .. } = *contact;
        Some(Self { frame, substep, body, node, other, chosen, rules: rules? })
    }

    /// True if a rule chooses another edge, or exactly one of both chooses none.
    pub fn differs(&self, rule: usize) -> bool {
        self.rules[rule] != self.chosen
    }

    /// True if at least one rule disagrees.
    pub fn is_disputed(&self) -> bool {
        (0..RULES).any(|rule| self.differs(rule))
    }
}

/// Number of disagreements of one rule.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct RuleDisagreement {
    /// Contacts for which it chooses another edge, or none.
    pub differs: u64,
    /// Contacts for which no edge is eligible under it.
    pub without_edge: u64,
    /// Frame and substep of the first contact on which it disagrees.
    pub first: Option<Moment>,
}

/// Result over some substeps.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Comparison {
    /// Nodes found inside another hull, counted once per substep.
    pub contacts: u64,
    /// By rule, in the order of [`Setting::ALL`].
    pub tallies: [RuleDisagreement; RULES],
    /// The kept contacts, in the order of resolution.
    pub rows: Vec<ContactRow>,
    /// Number of rows that were not kept.
    pub dropped: u64,
    #[serde(skip)]
    keeps: Keeps,
}

/// Selects the contacts that are kept as rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeps {
    /// Every one.
    All,
    /// Those on which at least one rule disagrees.
    Disputed,
}

/// Most rows.
pub const MOST_ROWS: usize = 20_000;

impl Comparison {
    /// An empty comparison.
    pub fn new(keeps: Keeps) -> Self {
        Self { contacts: 0, tallies: Default::default(), rows: Vec::new(), dropped: 0, keeps }
    }

    /// Adds the contacts of a substep whose trace compares the rules ([`Trace::comparing`]).
    pub fn add(&mut self, trace: &Trace) {
        for row in trace.contacts.iter().filter_map(|contact| ContactRow::new(trace.frame, trace.substep, contact)) {
            self.contacts += 1;
            for (rule, tally) in self.tallies.iter_mut().enumerate() {
                tally.without_edge += u64::from(row.rules[rule].is_none());
                if row.differs(rule) {
                    tally.differs += 1;
                    tally.first = tally.first.or(Some((row.frame, row.substep)));
                }
            }
            if self.keeps == Keeps::Disputed && !row.is_disputed() {
                continue;
            }
            if self.rows.len() < MOST_ROWS {
                self.rows.push(row);
            } else {
                self.dropped += 1;
            }
        }
    }

    /// Number of kept contacts on which at least one rule disagrees.
    pub fn disputed(&self) -> usize {
        self.rows.iter().filter(|row| row.is_disputed()).count()
    }
}

/// A comparison over the frame that is being stepped, or that has just ended: all its substeps up to the present. A
/// second run does the work; the run itself does not move.
#[derive(Debug)]
pub struct PresentComparison {
    fork: Run,
    /// Whether the fork has reached the start of the frame.
    has_begun: bool,
    start: Moment,
    end: Moment,
    comparison: Comparison,
    trace: Trace,
}

impl PresentComparison {
    /// None at the beginning of the run.
    pub fn new(run: &Run) -> Option<Self> {
        let end @ (frame, substep) = run.moment();
        let start = (if substep > 0 { frame } else { frame.checked_sub(1)? }, 0);
        let comparison = Comparison::new(Keeps::All);
        Some(Self { fork: run.fork(), has_begun: false, start, end, comparison, trace: Trace::comparing() })
    }

    /// Continues while `goes_on` returns true (called once per substep). True if the comparison is complete.
    pub fn go_on(&mut self, mut goes_on: impl FnMut() -> bool) -> bool {
        self.has_begun = self.has_begun || self.fork.approach(self.start, &mut goes_on);
        while self.has_begun && self.fork.moment() < self.end {
            if !goes_on() {
                return false;
            }
            let trace = &mut self.trace;
            self.fork.step_with(|world| world.step_substep_traced(trace));
            self.comparison.add(trace);
        }
        self.has_begun
    }

    /// The result so far.
    pub fn into_comparison(self) -> Comparison {
        self.comparison
    }
}
