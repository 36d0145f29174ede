//! Work budget of all discs together in one substep: it bounds the time of a substep in every level.

/// Remaining work, after which all discs stop until the substep ends. Per disc and constant: see `docs/limits.md`.
pub(super) struct Budget {
    /// Impacts.
    impacts: u64,
    /// Elastic impacts: the impact limiter does not bound their number in a packed island.
    elastic: u64,
    /// Neighbours tested after impacts, in blocks of four.
    looks: u64,
}

impl Budget {
    /// Budget for `discs` discs. Falling heaps need below 40 impacts per disc and an elastic gas below 1; the constants
    /// serve small levels.
    pub fn of(discs: usize) -> Self {
        let discs = discs as u64;
        Self { impacts: 64 * discs + (1 << 14), elastic: 16 * discs + (1 << 14), looks: 256 * discs + (1 << 15) }
    }

    /// Takes one impact from the budget; false if it is exhausted.
    #[inline(always)]
    pub fn begin_impact(&mut self) -> bool {
        if (self.impacts == 0) | (self.elastic == 0) | (self.looks == 0) {
            return false;
        }
        self.impacts -= 1;
        true
    }

    /// Counts an elastic impact.
    #[inline(always)]
    pub fn count(&mut self, restitution: f64) {
        self.elastic = self.elastic.saturating_sub(u64::from(restitution >= 1.0));
    }

    /// Counts tested neighbours.
    #[inline(always)]
    pub fn look(&mut self, fours: usize) {
        self.looks = self.looks.saturating_sub(fours as u64);
    }
}
