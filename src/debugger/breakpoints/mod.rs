//! Breakpoints: conditions that stop or mark a run when they become true; and watches: expressions that are only
//! displayed.
//!
//! A condition fires when it is true and was false at the previous evaluation, once per frame or per substep. Without
//! breakpoints there are no evaluations and no cost.

mod presets;
mod row;

pub use presets::{ALL as PRESETS, Preset, PresetSubject};
pub(super) use row::Visit;
pub use row::{Value, WatchRow};

use super::run::{BranchId, Moment, Run};
use crate::level::{Breakpoint, Each, Level, Place, Then};
use std::sync::Arc;

/// A breakpoint with its state.
#[derive(Clone, Debug)]
pub struct Stop {
    /// Its definition in the level.
    pub breakpoint: Breakpoint,
    /// Its condition.
    pub row: WatchRow,
    /// Number of times it fired since the level was opened.
    pub hits: u64,
}

/// A moment at which a condition became true.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// The moment.
    pub moment: Moment,
    /// The condition.
    pub title: String,
    /// Action of the breakpoint.
    pub kind: Then,
    /// Index of the breakpoint.
    pub breakpoint: usize,
    /// The part that decided the condition. None if it is about the whole level.
    pub place: Option<Place>,
}

/// Most marks kept; later ones are only counted.
const MARKS_KEPT: usize = 10_000;

/// All breakpoints and watches of a level, evaluated during the run.
#[derive(Clone, Debug, Default)]
pub struct Watcher {
    stops: Vec<Stop>,
    watches: Vec<WatchRow>,
    marks: Vec<Mark>,
    /// The branch that the marks belong to. None before the first evaluation.
    branch: Option<BranchId>,
    fired: Option<Mark>,
    /// State hashes of frames 0, 1, 2 …, for comparison. None without a recording.
    pub recorded: Option<Arc<[u64]>>,
    /// True if values are displayed; functions of history are then updated during the run.
    pub is_shown: bool,
}

impl Watcher {
    /// Loads breakpoints and watches of a level. Unchanged ones keep their hits and their memory.
    pub fn take(&mut self, level: &Level, is_same_run: bool) {
        let extra = level.editor.as_ref();
        let breakpoints = extra.map_or(&[][..], |extra| &extra.breakpoints);
        let watches = extra.map_or(&[][..], |extra| &extra.watches);
        let mut old = std::mem::take(&mut self.stops);
        for breakpoint in breakpoints {
            let is_known = |stop: &Stop| {
                // A name that was unknown may be known now.
                is_same_run
                    && stop.row.expression().is_ok()
                    && stop.breakpoint.condition == breakpoint.condition
                    && stop.breakpoint.each == breakpoint.each
            };
            let stop = match old.iter().position(is_known) {
                Some(index) => Stop { breakpoint: breakpoint.clone(), ..old.remove(index) },
                None => Stop {
                    row: WatchRow::condition(&breakpoint.condition, breakpoint.each, level),
                    breakpoint: breakpoint.clone(),
                    hits: 0,
                },
            };
            self.stops.push(stop);
        }
        let mut old = std::mem::take(&mut self.watches);
        for text in watches {
            let known = old.iter().position(|row| is_same_run && row.expression().is_ok() && row.text() == text);
            self.watches.push(match known {
                Some(index) => old.remove(index),
                None => WatchRow::number(text, Each::Frame, level),
            });
        }
        if !is_same_run {
            self.marks.clear();
        }
        let conditions: Vec<&str> = self.stops.iter().map(|stop| stop.breakpoint.condition.as_str()).collect();
        self.marks.retain_mut(|mark| match conditions.iter().position(|condition| *condition == mark.title) {
            Some(index) => {
                mark.breakpoint = index;
                true
            }
            None => false,
        });
    }

    /// The breakpoints, in the order of the level.
    pub fn stops(&self) -> &[Stop] {
        &self.stops
    }

    /// The watched expressions, in the order of the level.
    pub fn watches(&self) -> &[WatchRow] {
        &self.watches
    }

    /// Moments at which a condition became true during the run, by time.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }

    /// Takes the mark that stopped the run at the last [`Watcher::after`]. None if there was none.
    pub fn take_fired(&mut self) -> Option<Mark> {
        self.fired.take()
    }

    /// A watcher with this breakpoint only, enabled, with action stop. None if its condition is invalid.
    pub fn alone(&self, index: usize) -> Option<Self> {
        let stop = self.stops.get(index).filter(|stop| stop.row.expression().is_ok())?;
        let breakpoint = Breakpoint::new(stop.breakpoint.condition.clone(), stop.breakpoint.each);
        let stops = vec![Stop { breakpoint, row: stop.row.clone(), hits: 0 }];
        Some(Self { stops, branch: self.branch, recorded: self.recorded.clone(), ..Self::default() })
    }

    /// Inserts a mark that was found elsewhere.
    pub fn add_mark(&mut self, mark: Mark) {
        add(&mut self.marks, mark);
    }

    /// Clears hits and marks.
    pub fn reset(&mut self) {
        self.stops.iter_mut().for_each(|stop| stop.hits = 0);
        self.marks.clear();
    }

    /// True if nothing needs evaluation during the run.
    pub fn is_idle(&self) -> bool {
        let brings_along = self.is_shown && self.watches.iter().any(looks_back);
        !(brings_along || self.stops.iter().any(Stop::is_on))
    }

    /// True if a breakpoint or a displayed value needs every substep.
    pub fn wants_substeps(&self) -> bool {
        let stops = self.stops.iter().filter(|stop| stop.is_on()).map(|stop| &stop.row);
        let shown = self.watches.iter().filter(|_| self.is_shown);
        stops.chain(shown).any(WatchRow::needs_substeps)
    }

    /// Evaluates the conditions at the present moment, so that later changes are detected. To be called before the run
    /// continues.
    pub fn ready(&mut self, run: &mut Run) {
        self.follow_branch(run);
        for stop in self.stops.iter_mut().filter(|stop| stop.is_on()) {
            stop.row.bring_to(run, self.recorded.as_deref());
        }
    }

    /// Evaluates the conditions after a step. True if the run must stop.
    pub fn after(&mut self, run: &mut Run) -> bool {
        if self.is_shown {
            for row in self.watches.iter_mut().filter(|row| looks_back(row)) {
                row.follow(run, self.recorded.as_deref());
            }
        }
        let mut stops_run = false;
        for (index, stop) in self.stops.iter_mut().enumerate().filter(|(_, stop)| stop.is_on()) {
            let was_true = stop.row.is_true();
            let is_due = stop.row.follow(run, self.recorded.as_deref());
            if !is_due || was_true || !stop.row.is_true() {
                continue;
            }
            stop.hits += 1;
            let stops_here = stop.breakpoint.then == Then::Stop && stop.hits >= u64::from(stop.breakpoint.hits);
            let mark = Mark {
                moment: run.moment(),
                title: stop.breakpoint.condition.clone(),
                kind: if stops_here { Then::Stop } else { Then::Mark },
                breakpoint: index,
                place: stop.row.place(run, self.recorded.as_deref()),
            };
            if stops_here {
                self.fired = Some(mark.clone());
            }
            stops_run |= stops_here;
            add(&mut self.marks, mark);
        }
        stops_run
    }

    /// Updates the displayed values.
    pub fn show(&mut self, run: &mut Run) {
        self.follow_branch(run);
        let stops = self.stops.iter_mut().filter(|stop| !stop.breakpoint.condition.is_empty());
        for row in stops.map(|stop| &mut stop.row).chain(&mut self.watches) {
            row.bring_to(run, self.recorded.as_deref());
        }
    }

    /// Drops marks and hits of another branch. True if the branch has changed.
    pub fn follow_branch(&mut self, run: &Run) -> bool {
        let branch = run.branch();
        let has_changed = self.branch.replace(branch.id).is_some_and(|known| known != branch.id);
        if has_changed {
            // What came before the fork is the same.
            let fork = branch.from.map_or((0, 0), |(_, moment)| moment);
            for mark in self.marks.extract_if(.., |mark| mark.moment > fork) {
                if let Some(stop) = self.stops.get_mut(mark.breakpoint) {
                    stop.hits = stop.hits.saturating_sub(1);
                }
            }
        }
        has_changed
    }
}

impl Stop {
    /// True if it is enabled and valid.
    pub fn is_on(&self) -> bool {
        self.breakpoint.enabled && self.row.expression().is_ok()
    }
}

fn looks_back(row: &WatchRow) -> bool {
    row.expression().is_ok_and(|expression| expression.looks_back() > 0)
}

/// Inserts a mark by time, without duplicates.
fn add(marks: &mut Vec<Mark>, mark: Mark) {
    let at = marks.partition_point(|known| known.moment < mark.moment);
    let is_known = |known: &&Mark| known.moment == mark.moment && known.title == mark.title;
    if marks[at..].iter().take_while(|known| known.moment == mark.moment).find(is_known).is_none()
        && marks.len() < MARKS_KEPT
    {
        marks.insert(at, mark);
    }
}
