//! Runs of earlier document states. An edit of the level replaces the run; the old one is kept. When undo or the
//! history returns to its state, the level and the run at its moment are restored.

use super::document::Document;
use crate::debugger::{Moment, Run};

/// Maximum number of kept runs; the oldest is removed first.
pub const MOST: usize = 8;
/// Memory limit of each run's states in bytes; missing states are recomputed.
const BUDGET: usize = 16 << 20;

/// Kept runs of a document.
#[derive(Debug, Default)]
pub struct Earlier {
    /// Document state of the current run.
    present: Option<u64>,
    kept: Vec<KeptRun>,
    /// Whether the window has said that runs are kept.
    pub has_said: bool,
}

/// A kept run.
#[derive(Debug)]
struct KeptRun {
    state: u64,
    run: Run,
    /// Its moment, or the target of its seek.
    moment: Moment,
}

/// Result of [`Earlier::keep`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keeping {
    /// True if the run was kept: it has frames, and its state is in the history.
    pub is_kept: bool,
    /// True if the oldest kept run was removed for it.
    pub replaces_oldest: bool,
    /// Number of kept runs that were removed because their states are no longer in the history.
    pub cut_off: usize,
}

/// A kept run for lists.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// Its step in the edit history.
    pub step: usize,
    /// Its last frame.
    pub last_frame: u64,
    /// Label of the edit that followed, or that led there if none followed.
    pub edit: String,
    /// Whether the edit followed.
    pub is_before: bool,
}

impl Listed {
    /// Its name in lists: `before “Move node 3”`.
    pub fn name(&self) -> String {
        format!("{} \u{201c}{}\u{201d}", if self.is_before { "before" } else { "after" }, self.edit)
    }
}

impl Earlier {
    /// An empty collection for a newly opened document.
    pub fn open(document: &Document) -> Self {
        Self { present: Some(document.state()), ..Self::default() }
    }

    /// Marks the current run as that of the document's current state.
    pub fn mark(&mut self, document: &Document) {
        self.present = Some(document.state());
    }

    /// Takes the run of the document's current state and its moment, if there is one.
    pub fn take(&mut self, document: &Document) -> Option<(Run, Moment)> {
        let index = self.kept.iter().position(|kept| kept.state == document.state())?;
        let KeptRun { mut run, moment, .. } = self.kept.remove(index);
        run.relabel(&document.placed().level).then_some((run, moment))
    }

    /// Keeps a replaced run if its state is still in the history and it has frames.
    pub fn keep(&mut self, document: &Document, mut run: Run, moment: Moment) -> Keeping {
        let state = self.present.unwrap_or_default();
        self.mark(document);
        self.kept.retain(|kept| kept.state != state);
        let count = self.kept.len();
        self.kept.retain(|kept| document.step_of(kept.state).is_some());
        let cut_off = count - self.kept.len();
        let is_new = run.last_frame() == 0 && run.journal().entries().is_empty();
        if is_new || state == document.state() || document.step_of(state).is_none() {
            return Keeping { cut_off, ..Keeping::default() };
        }
        run.set_memory_budget(BUDGET);
        let replaces_oldest = self.kept.len() == MOST;
        if replaces_oldest {
            self.kept.remove(0);
        }
        self.kept.push(KeptRun { state, run, moment });
        Keeping { is_kept: true, replaces_oldest, cut_off }
    }

    /// The kept runs in history order.
    pub fn list(&self, document: &Document) -> Vec<Listed> {
        let listed = self.kept.iter().filter_map(|kept| {
            let step = document.step_of(kept.state)?;
            let (following, own) = (document.entries().nth(step + 1), document.entries().nth(step));
            let edit = following.or(own).unwrap_or_default().to_owned();
            Some(Listed { step, last_frame: kept.run.last_frame(), edit, is_before: following.is_some() })
        });
        let mut listed: Vec<Listed> = listed.collect();
        listed.sort_by_key(|listed| listed.step);
        listed
    }
}
