//! Pairs of remedies, tried once every single remedy has been tried and none is enough.

use super::{Attempt, Clinic};
use crate::debugger::diagnosis::{Illness, Remedy, judge, together};
use crate::debugger::run::Run;

/// Remedies that are tried one by one first.
pub(super) struct PairSearch {
    /// What they are for.
    illnesses: Vec<Illness>,
    remedies: Vec<Remedy>,
}

impl Clinic {
    /// Tries all of these side by side that have not been tried, and pairs of them if none is enough.
    ///
    /// # Errors
    /// No change can be made: the reason for the last one.
    pub(super) fn try_all(&mut self, run: &Run, illnesses: Vec<Illness>, remedies: Vec<Remedy>) -> Result<(), String> {
        let (mut possible, mut refused) = (Vec::new(), None);
        for remedy in remedies {
            let attempt = Attempt::Remedy(remedy.clone());
            let started = if self.trial(&attempt).is_some() { Ok(()) } else { self.start(attempt, run) };
            match started {
                Ok(()) => possible.push(remedy),
                Err(reason) => refused = Some(reason),
            }
        }
        if possible.is_empty() {
            return refused.map_or(Ok(()), Err);
        }
        self.searches.push(PairSearch { illnesses, remedies: possible });
        Ok(())
    }

    /// The pairs to try after these remedies; none while one of them is not tried, or if one is enough.
    pub fn pairs(&self, illnesses: &[Illness], remedies: &[Remedy]) -> Vec<Remedy> {
        self.judged_pairs(illnesses, remedies).unwrap_or_default()
    }

    /// None while a trial has no outcome.
    fn judged_pairs(&self, illnesses: &[Illness], remedies: &[Remedy]) -> Option<Vec<Remedy>> {
        let judged = remedies.iter().map(|remedy| {
            let after = self.trial(&Attempt::Remedy(remedy.clone()))?.outcome.as_ref()?;
            Some((remedy.clone(), judge(illnesses, &self.found, after)))
        });
        Some(together(&judged.collect::<Option<Vec<_>>>()?))
    }

    /// Starts the pairs of the searches whose single remedies have all been tried.
    pub(super) fn start_pairs(&mut self, run: &Run) {
        for search in std::mem::take(&mut self.searches) {
            let Some(pairs) = self.judged_pairs(&search.illnesses, &search.remedies) else {
                self.searches.push(search);
                continue;
            };
            for pair in pairs.into_iter().map(Attempt::Remedy) {
                if self.trial(&pair).is_none() {
                    // A pair that does not fit is left out, as by the command.
                    let _ = self.start(pair, run);
                }
            }
        }
    }
}
