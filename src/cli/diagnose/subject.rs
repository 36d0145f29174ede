//! The diagnosed run: a level, or a recording with its inputs, optionally with a change.

use super::{DiagnoseArgs, Remedy};
use crate::cli::outcome::{Failure, is_run, load_run};
use crate::cli::progress::Progress;
use crate::cli::replay::find_branch;
use crate::debugger::Run;
use crate::debugger::diagnosis::{Diagnosis, JUDGED_FRAMES, LikelyInput, diagnose_alone, diagnose_run, without};
use crate::level::Level;
use rayon::prelude::*;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

/// The diagnosed run.
pub(super) struct DiagnosedRun {
    run: Run,
    frames: Range<u64>,
}

impl DiagnosedRun {
    /// Opens a level, or by the ending of its name a recording or a bug bundle.
    ///
    /// # Errors
    /// The file cannot be read, or the options do not fit it.
    pub fn open(args: &DiagnoseArgs, path: &Path) -> Result<Self, Failure> {
        let (run, last) = if is_run(path) {
            let mut run = load_run(path)?;
            if let Some(which) = &args.branch {
                let branch = find_branch(which, &run, path)?;
                run.switch_branch(branch.id);
            }
            let mut level = Level::clone(run.start_level());
            if args.change.apply(&mut level)? {
                run = run.carried_to(Arc::new(level))?;
            }
            let last = run.last_frame();
            (run, last)
        } else if args.branch.is_some() {
            let file = path.display();
            return Err(Failure::Refused(format!(
                "{file}: --branch is for recordings (*.run.ron, *.run.json, *.blobbug)"
            )));
        } else {
            (Run::new(Arc::new(args.change.load(path)?))?, 0)
        };
        let count = args.frames.unwrap_or(JUDGED_FRAMES.max(last.saturating_sub(args.from)));
        Ok(Self { run, frames: args.from..args.from.saturating_add(count) })
    }

    /// The level at frame 0.
    pub fn level(&self) -> &Level {
        self.run.start_level()
    }

    /// The run, with its inputs.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// First judged frame.
    pub fn first_frame(&self) -> u64 {
        self.frames.start
    }

    /// The diagnosis, with a progress bar if it takes long.
    pub fn diagnose(&self) -> Diagnosis {
        let mut progress = Progress::new(self.frames.end - self.frames.start, false);
        diagnose_run(&self.run, self.frames.clone(), |_| {
            progress.step();
            true
        })
    }

    /// Diagnoses with each of these changes, in parallel; `None` for a change that cannot be applied.
    pub fn diagnose_with(&self, changes: &[&Remedy]) -> Vec<Option<Diagnosis>> {
        let of = |remedy: &&Remedy| {
            let changed = remedy.apply(self.level()).ok()?;
            let run = self.run.carried_to(Arc::new(changed)).ok()?;
            Some(diagnose_alone(&run, self.frames.clone()))
        };
        changes.par_iter().map(of).collect()
    }

    /// The diagnosis without an input; `None` if a later input depends on it.
    pub fn diagnose_without(&self, input: &LikelyInput) -> Option<Diagnosis> {
        let run = without(&self.run, input).ok()?;
        Some(diagnose_run(&run, self.frames.clone(), |_| true))
    }
}
