//! Where a run comes from: the level's own start, or a recorded state of a game.

use super::Run;
use crate::debugger::recording::Departure;
use crate::play::recorder::{RecordedStart, RecordingSource};
use std::sync::Arc;

/// Frames of a recording before its run begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlierFrames {
    /// Number of frames.
    pub frames: u64,
    /// The first of them that differs from the recorded hashes.
    pub departure: Option<Departure>,
}

impl Run {
    /// The state at frame 0. None if it is that of the level.
    pub fn start(&self) -> Option<&RecordedStart> {
        self.start.as_deref()
    }

    /// True if both begin with the same recorded state, or both with that of their level.
    pub(in crate::debugger) fn has_start_of(&self, other: &Self) -> bool {
        match (&self.start, &other.start) {
            (Some(own), Some(others)) => Arc::ptr_eq(own, others),
            (None, None) => true,
            _ => false,
        }
    }

    /// The same, shared.
    pub(crate) fn shared_start(&self) -> Option<Arc<RecordedStart>> {
        self.start.clone()
    }

    /// Frames that a game had run before frame 0.
    pub fn game_frame(&self) -> u64 {
        self.start.as_ref().map_or(0, |start| start.frame)
    }

    /// The recorded frames before frame 0, if parts came and went there.
    pub fn earlier_frames(&self) -> Option<EarlierFrames> {
        self.earlier
    }

    /// What made the recording that this run comes from, if that is known.
    pub fn source(&self) -> Option<&RecordingSource> {
        self.source.as_deref()
    }
}
