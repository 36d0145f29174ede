//! Springs that turn round in every substep: how many times one after the other, how far, and whether it grows.

use super::examiner::DetectorContext;
use crate::engine::{Layout, Touched};
use std::collections::BTreeSet;

/// The swings of one spring. They begin anew where the spring does not turn round, and where a contact touches one of
/// its ends: what a contact does is no swing.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Swing {
    /// How fast it grew longer at the end of the last substep, length per time.
    rate: f64,
    /// Substeps one after the other in which the sign of that changed.
    pub turns: u32,
    /// How fast it was when it began to turn, length per time.
    pub start: f64,
    /// How fast it was at the last turn.
    pub now: f64,
}

impl Swing {
    /// Takes in the rate of elongation after a substep; true if the spring has just turned round.
    fn advance(&mut self, rate: f64, is_disturbed: bool) -> bool {
        if is_disturbed || !rate.is_finite() || rate * self.rate >= 0.0 {
            *self = Self { rate: if rate.is_finite() { rate } else { 0.0 }, ..Self::default() };
            return false;
        }
        if self.turns == 0 {
            self.start = self.rate.abs();
        }
        (self.rate, self.now, self.turns) = (rate, rate.abs(), self.turns + 1);
        true
    }
}

/// A few chosen springs; no work at all where none is chosen.
#[derive(Debug, Default)]
pub(super) struct ChosenSwings {
    /// The springs, and whether each was reported; none until they are chosen.
    chosen: Option<Vec<(usize, Swing, bool)>>,
    /// Nodes that a contact or an obstacle touched in this substep.
    touched: BTreeSet<usize>,
}

impl ChosenSwings {
    /// Chooses the springs that satisfy a condition, unless that is done.
    pub fn begin(&mut self, layout: &Layout, is_chosen: impl Fn(usize) -> bool) {
        self.touched.clear();
        if self.chosen.is_none() {
            let springs = (0..layout.springs.a.len()).filter(|&spring| is_chosen(spring));
            self.chosen = Some(springs.map(|spring| (spring, Swing::default(), false)).collect());
        }
    }

    /// After a phase.
    pub fn see(&mut self, touched: Touched<'_>) {
        if let Touched::Few(nodes, _) = touched
            && self.chosen.as_ref().is_some_and(|chosen| !chosen.is_empty())
        {
            self.touched.extend(nodes);
        }
    }

    /// After a substep. Calls `report` with each spring that turned round and was not yet reported; it returns true
    /// to report it.
    pub fn end(&mut self, sight: &DetectorContext, mut report: impl FnMut(usize, &Swing) -> bool) {
        let springs = &sight.layout.springs;
        for (spring, swing, is_reported) in self.chosen.iter_mut().flatten() {
            let ends = [springs.a[*spring], springs.b[*spring]].map(|node| node as usize);
            let is_disturbed = ends.iter().any(|node| self.touched.contains(node));
            if swing.advance(rate(sight, *spring), is_disturbed) && !*is_reported {
                *is_reported = report(*spring, swing);
            }
        }
    }

    /// What comes next does not follow on what was seen.
    pub fn forget(&mut self) {
        self.chosen = None;
    }
}

/// All springs.
#[derive(Debug, Default)]
pub(super) struct Swings {
    swings: Vec<Swing>,
    /// Nodes that a contact or an obstacle touched in this substep.
    touched: Vec<bool>,
}

impl Swings {
    pub fn begin(&mut self, layout: &Layout) {
        self.touched.clear();
        self.touched.resize(layout.node_count, false);
        self.swings.resize(layout.springs.a.len(), Swing::default());
    }

    pub fn see(&mut self, touched: Touched<'_>) {
        if let Touched::Few(nodes, _) = touched {
            nodes.iter().for_each(|&node| self.touched[node] = true);
        }
    }

    /// After a substep; calls `look` with each spring that has just turned round.
    pub fn end(&mut self, sight: &DetectorContext, mut look: impl FnMut(usize, &Swing)) {
        let layout = sight.layout;
        let springs = &layout.springs;
        for (index, swing) in self.swings.iter_mut().enumerate() {
            let [a, b] = [springs.a[index], springs.b[index]].map(|node| node as usize);
            let rate = rate(sight, index);
            if swing.advance(rate, self.touched[a] || self.touched[b]) {
                look(index, swing);
            }
        }
    }

    pub fn forget(&mut self) {
        self.swings.clear();
    }
}

/// How fast a spring grows longer, length per time; not a number where its ends are at one point.
pub(super) fn rate(sight: &DetectorContext, spring: usize) -> f64 {
    let DetectorContext { layout, state, .. } = *sight;
    let [a, b] = [layout.springs.a[spring], layout.springs.b[spring]].map(|node| node as usize);
    let d = state.position(b) - state.position(a);
    (state.velocity(b) - state.velocity(a)).dot(d) / d.length()
}

/// The parts h²·k/m and 2h·c/m of what [`reached`] adds up.
pub(super) fn parts_reached(layout: &Layout, spring: usize) -> [f64; 2] {
    let (springs, h) = (&layout.springs, layout.substep_time);
    let weight: f64 =
        [springs.a[spring], springs.b[spring]].iter().map(|&node| layout.inverse_mass[node as usize]).sum();
    [h * h * springs.stiffness[spring] * weight, 2.0 * h * springs.damping[spring] * weight]
}

/// h²·k/m + 2h·c/m of a spring with the masses at its ends, which a step must keep below 4 (1/m is the sum over both ends; springs
/// next to it make it worse, which this does not count).
pub(super) fn reached(layout: &Layout, spring: usize) -> f64 {
    parts_reached(layout, spring).iter().sum()
}

/// How long a spring is without force; where that is nothing, as long as it is.
pub(super) fn rest_length(sight: &DetectorContext, spring: usize) -> f64 {
    let DetectorContext { layout, state, .. } = *sight;
    let springs = &layout.springs;
    let [a, b] = [springs.a[spring], springs.b[spring]].map(|node| state.position(node as usize));
    if springs.rest_length[spring] > 0.0 { springs.rest_length[spring] } else { (b - a).length() }
}
