//! Sensor events of a `run`: kept until the next record, or only counted.

use super::outcome::eprint_line;
use crate::engine::SensorEvent;

/// Most events between two records; further ones are counted.
const MOST: usize = 1_000_000;

/// What entered and left sensors during a run.
#[derive(Default)]
pub(super) struct SensorLog {
    /// True if records contain the events.
    is_recorded: bool,
    since_record: Vec<SensorEvent>,
    first: Option<SensorEvent>,
    count: usize,
    dropped: usize,
}

impl SensorLog {
    /// An empty log; `is_recorded` is true if records contain the events.
    pub fn new(is_recorded: bool) -> Self {
        Self { is_recorded, ..Self::default() }
    }

    /// Adds the events of a frame.
    pub fn add(&mut self, events: Vec<SensorEvent>) {
        self.first = self.first.or(events.first().copied());
        self.count += events.len();
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

    /// Reports on stderr what the records lack.
    pub fn print(&self) {
        if self.dropped > 0 {
            eprint_line(&format!("note: the records lack {} events of sensors; use a smaller --every", self.dropped));
        }
        if let Some(first) = self.first.filter(|_| !self.is_recorded) {
            let more =
                if self.count > 1 { format!(" (first of {} events of sensors)", self.count) } else { String::new() };
            eprint_line(&format!("note: frame {}, substep {}: {}{more}", first.frame, first.substep, first.describe()));
        }
    }
}
