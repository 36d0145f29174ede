//! The loop range of playback.

use serde::{Deserialize, Serialize};

/// A range of frames that playback repeats.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Loop {
    /// First frame; `None`: frame 0.
    pub start: Option<u64>,
    /// Last frame; `None`: the last visited frame.
    pub end: Option<u64>,
    /// Whether playback repeats the range.
    pub is_on: bool,
}

impl Loop {
    /// True if the range is limited.
    pub fn is_set(&self) -> bool {
        self.start.is_some() || self.end.is_some()
    }

    /// First and last frame, in a run visited up to `last`.
    pub fn frames(&self, last: u64) -> (u64, u64) {
        let start = self.start.unwrap_or(0);
        (start, self.end.unwrap_or(last.max(start)))
    }

    /// Without an end that is not after the start.
    pub fn checked(self) -> Self {
        Self { end: self.end.filter(|&end| end > self.start.unwrap_or(0)), ..self }
    }

    /// Sets the first frame; removes an end that is not after it.
    pub fn from(self, start: u64) -> Self {
        Self { start: Some(start), end: self.end, is_on: true }.checked()
    }

    /// Sets the last frame; removes a start that is not before it.
    pub fn to(self, end: u64) -> Self {
        Self { start: self.start.filter(|&start| start < end), end: Some(end), is_on: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn loop_range_never_ends_before_its_start() {
        let range = Loop::default().from(10).to(20);
        assert_eq!(range.frames(100), (10, 20));
        assert_eq!(range.from(30), Loop { start: Some(30), end: None, is_on: true });
        assert_eq!(range.to(5), Loop { start: None, end: Some(5), is_on: true });
        assert_eq!(Loop::default().from(30).frames(12), (30, 30));
        assert_eq!(Loop::default().frames(12), (0, 12));
    }
}
