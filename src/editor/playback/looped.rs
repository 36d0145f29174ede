//! The part of the run that is played again and again.

/// The part of the run that is played again and again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Loop {
    /// First frame; none: frame 0.
    pub start: Option<u64>,
    /// Last frame; none: the last visited.
    pub end: Option<u64>,
    /// Whether playing turns back at its end.
    pub is_on: bool,
}

impl Loop {
    /// Whether it is a part rather than the whole.
    pub fn is_set(&self) -> bool {
        self.start.is_some() || self.end.is_some()
    }

    /// First and last frame, in a run that was visited up to `last`.
    pub fn frames(&self, last: u64) -> (u64, u64) {
        let start = self.start.unwrap_or(0);
        (start, self.end.unwrap_or(last.max(start)))
    }

    /// With another first frame; an end that is not after it goes.
    pub fn from(self, start: u64) -> Self {
        Self { start: Some(start), end: self.end.filter(|&end| end > start), is_on: true }
    }

    /// With another last frame; a start that is not before it goes.
    pub fn to(self, end: u64) -> Self {
        Self { start: self.start.filter(|&start| start < end), end: Some(end), is_on: true }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_stays_one() {
        let range = Loop::default().from(10).to(20);
        assert_eq!(range.frames(100), (10, 20));
        assert_eq!(range.from(30), Loop { start: Some(30), end: None, is_on: true });
        assert_eq!(range.to(5), Loop { start: None, end: Some(5), is_on: true });
        assert_eq!(Loop::default().from(30).frames(12), (30, 30));
        assert_eq!(Loop::default().frames(12), (0, 12));
    }
}
