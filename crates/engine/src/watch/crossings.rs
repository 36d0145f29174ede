//! Entries into markers and exits, sampled at the end of every substep. The engine counts those of sensors itself.

use crate::probes::{Occupant, ProbeSample, Zone, is_inside};

/// A marker and a part whose entries and exits an expression reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CrossingPair {
    pub zone: Zone,
    pub occupant: Occupant,
}

impl CrossingPair {
    /// Its index in a list, to which it is added if it is new.
    pub fn index_in(self, pairs: &mut Vec<Self>) -> usize {
        pairs.iter().position(|known| *known == self).unwrap_or_else(|| {
            pairs.push(self);
            pairs.len() - 1
        })
    }
}

/// What one pair did since the last evaluation.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crossings {
    /// True if it was inside at the last substep. None before the first.
    is_inside: Option<bool>,
    /// The same at the last evaluation.
    was_inside: Option<bool>,
    has_entered: bool,
    has_left: bool,
}

impl Crossings {
    /// Samples the present substep.
    pub fn sample(&mut self, pair: CrossingPair, look: &ProbeSample) {
        let is_inside = is_inside(look, pair.zone, pair.occupant);
        self.has_entered |= is_inside && self.is_inside == Some(false);
        self.has_left |= !is_inside && self.is_inside == Some(true);
        self.is_inside = Some(is_inside);
    }

    /// True if there was an entry, or an exit, since the last evaluation.
    pub fn has(&self, entered: bool) -> bool {
        if entered { self.has_entered } else { self.has_left }
    }

    /// Starts the next interval: the present substep was evaluated.
    pub fn restart(&mut self) {
        *self = Self { is_inside: self.is_inside, was_inside: self.is_inside, ..Self::default() };
    }

    /// Returns to the last evaluation, so that the substeps since then can be sampled again.
    pub fn rewind(&mut self) {
        *self = Self { is_inside: self.was_inside, was_inside: self.was_inside, ..Self::default() };
    }
}
