//! Runs of other states of the document: an edit of the level replaces the run, which is kept as it was. Going back to that
//! state of the history, by undo or otherwise, brings the level and the run at its frame back.

use super::document::Document;
use crate::debugger::Run;

/// Runs that are kept; the oldest go first.
pub const MOST: usize = 8;
/// Bytes that the states of each may take; what is missing is simulated again.
const BUDGET: usize = 16 << 20;

/// See the module.
#[derive(Debug, Default)]
pub struct Earlier {
    /// The state of the document that the present run is of.
    present: Option<u64>,
    kept: Vec<KeptRun>,
}

/// A run that is not the present one.
#[derive(Debug)]
struct KeptRun {
    state: u64,
    run: Run,
    /// The frame that it was at, or on its way to.
    frame: u64,
}

/// What became of a run that another one has replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Keeping {
    /// It went nowhere, or its state is no longer in the history.
    Dropped,
    /// It is kept.
    Kept,
    /// It is kept, and the oldest kept run was removed for it.
    KeptForOldest,
}

/// A kept run, as lists show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The step of the document's history that it is of.
    pub step: usize,
    /// Its last frame.
    pub last_frame: u64,
    /// The edit that followed.
    pub edit: String,
}

impl Earlier {
    /// Nothing is kept of a document that has just been opened.
    pub fn open(document: &Document) -> Self {
        Self { present: Some(document.state()), kept: Vec::new() }
    }

    /// The present run is of the document's present state.
    pub fn mark(&mut self, document: &Document) {
        self.present = Some(document.state());
    }

    /// Takes the run of the document's present state, with the frame that it was at; none if there is none.
    pub fn take(&mut self, document: &Document) -> Option<(Run, u64)> {
        let index = self.kept.iter().position(|kept| kept.state == document.state())?;
        let KeptRun { mut run, frame, .. } = self.kept.remove(index);
        run.relabel(document.level()).then_some((run, frame))
    }

    /// Keeps a run that another one has replaced, if its state is still a step of the history and it has gone anywhere.
    pub fn keep(&mut self, document: &Document, mut run: Run, frame: u64) -> Keeping {
        let state = self.present.unwrap_or_default();
        self.mark(document);
        self.kept.retain(|kept| kept.state != state && document.step_of(kept.state).is_some());
        let is_new = run.last_frame() == 0 && run.journal().entries().is_empty();
        if is_new || state == document.state() || document.step_of(state).is_none() {
            return Keeping::Dropped;
        }
        run.set_memory_budget(BUDGET);
        let is_full = self.kept.len() == MOST;
        if is_full {
            self.kept.remove(0);
        }
        self.kept.push(KeptRun { state, run, frame });
        if is_full { Keeping::KeptForOldest } else { Keeping::Kept }
    }

    /// The runs that are kept, in the order of the history.
    pub fn list(&self, document: &Document) -> Vec<Listed> {
        let listed = self.kept.iter().filter_map(|kept| {
            let step = document.step_of(kept.state)?;
            let edit = document.entries().nth(step + 1).unwrap_or_default().to_owned();
            Some(Listed { step, last_frame: kept.run.last_frame(), edit })
        });
        let mut listed: Vec<Listed> = listed.collect();
        listed.sort_by_key(|listed| listed.step);
        listed
    }
}
