//! How much work the discs of a level may make in one substep.

/// Work in a substep after which all discs stay where they are, for each disc and on top of that: see `docs/limits.md`.
pub(super) struct Budget {
    /// Impacts.
    impacts: u64,
    /// Impacts that cost no speed: unlike others they have no end of their own in a heap without room.
    elastic: u64,
    /// NeighbourLists that are looked at after impacts, in fours.
    looks: u64,
}

impl Budget {
    /// For so many discs.
    pub fn of(discs: usize) -> Self {
        let discs = discs as u64;
        Self { impacts: 64 * discs + (1 << 14), elastic: 16 * discs + (1 << 14), looks: 256 * discs + (1 << 15) }
    }

    /// Takes one impact from the budget; false if something is used up.
    #[inline(always)]
    pub fn begin_impact(&mut self) -> bool {
        if (self.impacts == 0) | (self.elastic == 0) | (self.looks == 0) {
            return false;
        }
        self.impacts -= 1;
        true
    }

    /// Counts what an impact leaves of the speed.
    #[inline(always)]
    pub fn count(&mut self, restitution: f64) {
        self.elastic = self.elastic.saturating_sub(u64::from(restitution >= 1.0));
    }

    /// Counts neighbours that were looked at.
    #[inline(always)]
    pub fn look(&mut self, fours: usize) {
        self.looks = self.looks.saturating_sub(fours as u64);
    }
}
