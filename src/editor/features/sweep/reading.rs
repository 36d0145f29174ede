//! Opens the results of a sweep from a file, which is read in a thread.

use super::{Sheet, SweepForm, Sweeps};
use crate::debugger::sweep::stored::{self, StoredSweep};
use crate::level::Level;
use egui::Context;
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, TryRecvError, channel};

/// Most axes that a map shows.
const MOST_AXES: usize = 2;

/// A file that is read.
pub(super) struct Reading {
    name: String,
    answer: Receiver<Result<StoredSweep, String>>,
}

impl Sweeps {
    /// Reads a file; [`Sweeps::follow`] shows its results.
    pub fn read(&mut self, ctx: &Context, path: &Path) {
        let (sender, answer) = channel();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (path, ctx) = (path.to_owned(), ctx.clone());
        std::thread::spawn(move || {
            // The send fails if another file was chosen meanwhile.
            if sender.send(stored::read(&path)).is_ok() {
                ctx.request_repaint();
            }
        });
        self.reading = Some(Reading { name, answer });
    }

    /// True while a file is read.
    pub fn is_reading(&self) -> bool {
        self.reading.is_some()
    }

    /// Shows the results once they are read.
    pub(super) fn follow_reading(&mut self, level: &Arc<Level>) -> Result<(), String> {
        let Some(reading) = &self.reading else { return Ok(()) };
        let found = match reading.answer.try_recv() {
            Ok(found) => found,
            Err(TryRecvError::Empty) => return Ok(()),
            Err(TryRecvError::Disconnected) => Err("it cannot be read".to_owned()),
        };
        let shown = found.and_then(|stored| self.show_stored(stored, level));
        let shown = shown.map_err(|reason| format!("{} was not opened: {reason}", reading_name(&self.reading)));
        self.reading = None;
        shown
    }

    fn show_stored(&mut self, stored: StoredSweep, level: &Arc<Level>) -> Result<(), String> {
        let StoredSweep { sweep, outcomes, version } = stored;
        let axes = sweep.axes().len();
        if axes > MOST_AXES {
            return Err(format!("it has {axes} axes; the panel shows at most {MOST_AXES}"));
        }
        // Results of another version are shown, but not continued.
        let identity = if version == env!("CARGO_PKG_VERSION") { sweep.identity() } else { 0 };
        let mut sheet = Sheet::new(Arc::new(sweep), identity);
        (sheet.done, sheet.outcomes) = (outcomes.iter().flatten().count(), outcomes);
        (self.form, self.is_own) = (SweepForm::of(&sheet.sweep), true);
        (self.refusal, self.sheet) = (self.form.first_error(level), Some(sheet));
        (self.work, self.search, self.chosen, self.seen) = (None, None, None, None);
        Ok(())
    }
}

fn reading_name(reading: &Option<Reading>) -> &str {
    reading.as_ref().map_or("the file", |reading| reading.name.as_str())
}
