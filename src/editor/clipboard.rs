//! What was copied in this window.

use crate::level::Point;
use std::path::PathBuf;

/// Clipboard state between UI frames.
#[derive(Debug, Default)]
pub struct Clipboard {
    /// Text copied last in this window, for web pages, which may not read the system clipboard; and the folder of its
    /// level, from which its paths lead.
    pub(super) copied: Option<(String, Option<PathBuf>)>,
    /// Time of the pending paste request, and whether it pastes in place.
    pub(super) pending: Option<(f64, bool)>,
    /// Where the last paste was wanted, and how many pastes before it were wanted there.
    pasted: Option<(Point, u32)>,
}

impl Clipboard {
    /// Where a paste that is wanted at a point goes: a step beside the last one if that was wanted there, too.
    pub(super) fn place(&mut self, at: Point, step: f64) -> Point {
        let count = self.pasted.filter(|last| last.0 == at).map_or(0, |last| last.1 + 1);
        self.pasted = Some((at, count));
        let shift = f64::from(count) * step;
        [at[0] + shift, at[1] - shift]
    }
}
