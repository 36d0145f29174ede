//! Sensor events of a `run`: kept until the next record, written to a table of their own, or only counted.

use super::outcome::{Failure, eprint_line};
use crate::debugger::moment;
use crate::engine::SensorEvent;
use crate::level::format::Replacement;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

/// Most events between two records; further ones are counted.
const MOST: usize = 1_000_000;

/// What entered and left sensors during a run.
#[derive(Default)]
pub(super) struct SensorLog {
    /// True if records contain the events.
    is_recorded: bool,
    table: Option<SensorTable>,
    since_record: Vec<SensorEvent>,
    first: Option<SensorEvent>,
    count: usize,
    dropped: usize,
}

impl SensorLog {
    /// An empty log; `is_recorded` is true if records contain the events, and `table` is the file for all of them.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn new(is_recorded: bool, table: Option<&Path>) -> Result<Self, Failure> {
        Ok(Self { is_recorded, table: table.map(SensorTable::begin).transpose()?, ..Self::default() })
    }

    /// Adds the events of a frame.
    pub fn add(&mut self, events: Vec<SensorEvent>) {
        self.first = self.first.or(events.first().copied());
        self.count += events.len();
        if let Some(table) = &mut self.table {
            table.add(&events);
        }
        if self.is_recorded {
            let kept = events.len().min(MOST - self.since_record.len());
            self.dropped += events.len() - kept;
            self.since_record.extend(&events[..kept]);
        }
    }

    /// Takes the events since the last record.
    pub fn take(&mut self) -> Vec<SensorEvent> {
        std::mem::take(&mut self.since_record)
    }

    /// Completes the table, and reports on stderr what the outputs lack.
    ///
    /// # Errors
    /// If the table could not be written.
    pub fn end(self, substeps: u32) -> Result<(), Failure> {
        if self.dropped > 0 {
            eprint_line(&format!("note: the records lack {} events of sensors; use a smaller --every", self.dropped));
        }
        if let Some(table) = self.table {
            return table.end();
        }
        if let Some(first) = self.first.filter(|_| !self.is_recorded) {
            let more =
                if self.count > 1 { format!(" (first of {} events of sensors)", self.count) } else { String::new() };
            let at = moment::write(moment::after((first.frame, first.substep), substeps));
            eprint_line(&format!("note: frame {at}: {}{more}", first.describe()));
        }
        Ok(())
    }
}

/// The file with one line of CSV per event. It appears when it is complete.
struct SensorTable {
    path: PathBuf,
    out: BufWriter<Replacement>,
    /// The first error; later events are not written.
    result: io::Result<()>,
}

impl SensorTable {
    fn begin(path: &Path) -> Result<Self, Failure> {
        let replacement = Replacement::begin(path).map_err(|reason| failure(path, &io::Error::other(reason)))?;
        let mut out = BufWriter::new(replacement);
        let result = writeln!(out, "frame,substep,sensor,other,event");
        Ok(Self { path: path.to_owned(), out, result })
    }

    fn add(&mut self, events: &[SensorEvent]) {
        for event in events {
            if self.result.is_err() {
                return;
            }
            let SensorEvent { frame, substep, sensor, other, .. } = event;
            self.result = writeln!(self.out, "{frame},{substep},{sensor},{other},{}", event.verb());
        }
    }

    fn end(self) -> Result<(), Failure> {
        let Self { path, mut out, result } = self;
        result.and_then(|()| out.flush()).map_err(|error| failure(&path, &error))?;
        out.into_parts().0.finish().map_err(|reason| failure(&path, &io::Error::other(reason)))
    }
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    Failure::writing(&path.display().to_string(), error)
}
