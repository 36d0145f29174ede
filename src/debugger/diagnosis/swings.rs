//! Springs that reverse in every substep: number of reversals, rate of elongation, growth.

use super::examiner::DetectorContext;
use crate::engine::{Layout, Touched};
use std::collections::BTreeSet;

/// Consecutive reversals of one spring. The count restarts if the spring does not reverse or a contact touches one of
/// its ends.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Swing {
    /// Rate of elongation at the end of the last substep, length per time.
    rate: f64,
    /// Consecutive substeps in which the sign of the rate changed.
    pub turns: u32,
    /// Absolute rate at the first reversal, length per time.
    pub start: f64,
    /// Absolute rate at the last reversal, length per time.
    pub now: f64,
}

impl Swing {
    /// Takes in the rate of elongation after a substep. True if the spring has just reversed.
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

/// Swings of a few selected springs. Free of cost if none is selected.
#[derive(Debug, Default)]
pub(super) struct ChosenSwings {
    /// The springs, and whether each was reported. None until they are selected.
    chosen: Option<Vec<(usize, Swing, bool)>>,
    /// Nodes that a contact or an obstacle touched in this substep.
    touched: BTreeSet<usize>,
}

impl ChosenSwings {
    /// Selects the springs that satisfy a condition, unless already done.
    pub fn begin(&mut self, layout: &Layout, is_chosen: impl Fn(usize) -> bool) {
        self.touched.clear();
        if self.chosen.is_none() {
            let springs = (0..layout.springs.a.len()).filter(|&spring| is_chosen(spring));
            self.chosen = Some(springs.map(|spring| (spring, Swing::default(), false)).collect());
        }
    }

    /// To be called after a phase.
    pub fn see(&mut self, touched: Touched<'_>) {
        if let Touched::Few(nodes, _) = touched
            && self.chosen.as_ref().is_some_and(|chosen| !chosen.is_empty())
        {
            self.touched.extend(nodes);
        }
    }

    /// To be called after a substep. Calls `report` with each reversed spring that was not reported yet; `report`
    /// returns true if it reports the spring.
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

    /// Drops the history.
    pub fn forget(&mut self) {
        self.chosen = None;
    }
}

/// Swings of all springs.
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

    /// To be called after a substep. Calls `look` with each spring that has just reversed.
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

/// Rate of elongation of a spring, length per time. NaN if its ends coincide.
pub(super) fn rate(sight: &DetectorContext, spring: usize) -> f64 {
    let DetectorContext { layout, state, .. } = *sight;
    let [a, b] = [layout.springs.a[spring], layout.springs.b[spring]].map(|node| node as usize);
    let d = state.position(b) - state.position(a);
    (state.velocity(b) - state.velocity(a)).dot(d) / d.length()
}

/// The terms h²·k/m and 2h·c/m of [`reached`], dimensionless.
pub(super) fn parts_reached(layout: &Layout, spring: usize) -> [f64; 2] {
    let (springs, h) = (&layout.springs, layout.substep_time);
    let weight: f64 =
        [springs.a[spring], springs.b[spring]].iter().map(|&node| layout.inverse_mass[node as usize]).sum();
    [h * h * springs.stiffness[spring] * weight, 2.0 * h * springs.damping[spring] * weight]
}

/// h²·k/m + 2h·c/m of a spring, which must stay below 4. 1/m is the sum over both ends. Adjacent springs make it worse
/// and are not counted.
pub(super) fn reached(layout: &Layout, spring: usize) -> f64 {
    parts_reached(layout, spring).iter().sum()
}

/// Rest length of a spring; if that is 0, its present length.
pub(super) fn rest_length(sight: &DetectorContext, spring: usize) -> f64 {
    let DetectorContext { layout, state, .. } = *sight;
    let springs = &layout.springs;
    let [a, b] = [springs.a[spring], springs.b[spring]].map(|node| state.position(node as usize));
    if springs.rest_length[spring] > 0.0 { springs.rest_length[spring] } else { (b - a).length() }
}
