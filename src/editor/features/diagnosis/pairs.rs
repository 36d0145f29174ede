//! Searches pairs of remedies after all single remedies were tried and none is sufficient.

use super::{Attempt, DiagnosisUi};
use crate::debugger::diagnosis::{Problem, Remedy, judge, together};
use crate::debugger::run::Run;

/// Single remedies that are tried first.
pub(super) struct PairSearch {
    /// Problems to fix.
    problems: Vec<Problem>,
    remedies: Vec<Remedy>,
}

impl DiagnosisUi {
    /// Tries all untried remedies in parallel, and pairs of them if none is sufficient.
    ///
    /// # Errors
    /// No change is possible: the reason for the last one.
    pub(super) fn try_all(&mut self, run: &Run, problems: Vec<Problem>, remedies: Vec<Remedy>) -> Result<(), String> {
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
        self.searches.push(PairSearch { problems, remedies: possible });
        Ok(())
    }

    /// Pairs to try after these remedies; empty while a remedy is untried, or if one is sufficient.
    pub fn pairs(&self, problems: &[Problem], remedies: &[Remedy]) -> Vec<Remedy> {
        self.judged_pairs(problems, remedies).unwrap_or_default()
    }

    /// `None` while a trial is running.
    fn judged_pairs(&self, problems: &[Problem], remedies: &[Remedy]) -> Option<Vec<Remedy>> {
        let judged = remedies.iter().map(|remedy| {
            let after = self.trial(&Attempt::Remedy(remedy.clone()))?.outcome.as_ref()?;
            Some((remedy.clone(), judge(problems, &self.found, after)))
        });
        Some(together(&judged.collect::<Option<Vec<_>>>()?))
    }

    /// Starts the pairs of searches whose single remedies are all tried.
    pub(super) fn start_pairs(&mut self, run: &Run) {
        for search in std::mem::take(&mut self.searches) {
            let Some(pairs) = self.judged_pairs(&search.problems, &search.remedies) else {
                self.searches.push(search);
                continue;
            };
            for pair in pairs.into_iter().map(Attempt::Remedy) {
                if self.trial(&pair).is_none() {
                    // A pair that cannot be combined is skipped, as on the command line.
                    let _ = self.start(pair, run);
                }
            }
        }
    }
}
