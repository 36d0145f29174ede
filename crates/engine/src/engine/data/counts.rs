//! Counters of a run.

/// Counters that every substep increments.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Contacts resolved, including impacts of discs.
    pub contacts: u64,
    /// Impacts of discs.
    pub disc_impacts: u64,
    /// Hits of nodes on obstacles and bounds.
    pub obstacle_hits: u64,
}

impl std::ops::Add for Counts {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self {
            contacts: self.contacts + other.contacts,
            disc_impacts: self.disc_impacts + other.disc_impacts,
            obstacle_hits: self.obstacle_hits + other.obstacle_hits,
        }
    }
}

impl std::ops::Sub for Counts {
    type Output = Self;

    fn sub(self, earlier: Self) -> Self {
        Self {
            contacts: self.contacts - earlier.contacts,
            disc_impacts: self.disc_impacts - earlier.disc_impacts,
            obstacle_hits: self.obstacle_hits - earlier.obstacle_hits,
        }
    }
}
