//! Limits the impacts of one disc in a substep, to end *inelastic collapse*: infinitely many impacts in finite time
//! (McNamara & Young, *Phys. Fluids A* 4, 496, 1992).
//!
//! * From the impact limit at one instant on ([`IMPACT_LIMIT`], more among few discs), closing speeds below
//!   [`NEGLIGIBLE`] times the greatest of that instant are ignored.
//! * At [`STOP_FACTOR`] times the limit the disc is stopped: it acts as infinite mass until the substep ends. A disc
//!   supported by something immovable stays in place. A disc pushed by a driven disc moves with it. Any other disc
//!   keeps its velocity.
//! * If two stopped discs collide and a driven disc pushes one of them, both move with it. Otherwise, if one stays in
//!   place, both stay. Otherwise both continue at their common velocity. After [`MAX_MERGES`] such contacts a disc stays.
//! * In islands (see `sleeping`) an impact counts as [`ISLAND_WEIGHT`], a slow one as [`SLOW_ISLAND_WEIGHT`]. There a
//!   stopped disc stays in place only if it is supported and not swift; otherwise unsupported discs would never fall.
//! * Elastic impacts do not count, up to [`MAX_IMPACTS`] in a substep: their number at one instant is finite.
//!
//! Momentum is not conserved at a stopped disc.

use super::time_of_impact::ROUNDING;
use glam::DVec2;

/// Impacts at one instant after which small closing speeds are ignored. A disc has at most 6 equal neighbours, so this
/// is about ten impacts with each. Empirical.
const IMPACT_LIMIT: u32 = 64;
/// Limit times n² among n discs: 2^16 / n² is above 64 for n < 32. Few-body sequences are then exact up to rounding.
const IMPACT_LIMIT_OF_FEW: u32 = 1 << 16;
/// Multiple of the impact limit at which a disc is stopped: as many impacts again, with small speeds ignored.
const STOP_FACTOR: u32 = 2;
/// Weight of an impact in an island: 16 impacts reach the limit, and 4 slow ones do. Empirical: with these weights heaps need few
/// impacts. The weights affect the results of heaps.
const ISLAND_WEIGHT: u32 = 4;
const SLOW_ISLAND_WEIGHT: u32 = 16;
const WEIGHTS: [[u32; 2]; 2] = [[1, 1], [ISLAND_WEIGHT, SLOW_ISLAND_WEIGHT]];
/// Impacts of one disc in a substep at any times; bounds the time spent on elastic discs.
const MAX_IMPACTS: u16 = 1 << 14;
/// Number of stopped discs that a stopped disc may merge with before it stays in place: more than its 6 equal neighbours.
pub(super) const MAX_MERGES: u8 = 8;
/// Duration of an instant, as a fraction of the substep: about a millionth.
const INSTANT: f64 = 1.0 / (1u64 << 20) as f64;
/// Negligible closing speed relative to the greatest of the instant: 0 below the impact limit; above it 2^-40 (a
/// relative change below 1e-12), or 2^-13 (about 1e-4) in islands.
const NEGLIGIBLE: [[f64; 2]; 2] = [[0.0; 2], [1.0 / (1u64 << 40) as f64, 1.0 / (1u64 << 13) as f64]];
/// Impacts in a substep after which a disc inside a circle slides along chords. At restitution 1/2 the normal speed has
/// then fallen by 2^-16.
const FREE_BOUNCES: u16 = 16;

/// Impact counters of a disc in a substep, in one cache line.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct ImpactCounter {
    /// True in an island.
    pub is_in_island: bool,
    /// Its support.
    pub support: Support,
    /// Contacts with stopped discs since it was stopped.
    pub merges: u8,
    /// True from its impact limit on.
    pub impact_limit_reached: bool,
    /// Impacts at one instant that are resolved exactly.
    impact_limit: u32,
    impacts: u16,
    /// Weighted inelastic impacts since `instant`.
    at_once: u32,
    instant: f64,
    /// Greatest closing speed of those.
    greatest: f64,
    /// Greatest speed in this substep.
    fastest: f64,
}

/// Support of a disc, directly or through discs that it collided with in this substep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Support {
    /// True if the support is immovable.
    pub is_firm: bool,
    /// True if a driven disc pushes it.
    is_pushed: bool,
    /// Velocity of that driven disc.
    push: DVec2,
}

/// One impact of a disc.
#[derive(Clone, Copy, Debug)]
pub(super) struct Impact {
    pub time: f64,
    pub closing: f64,
    pub restitution: f64,
    pub is_slow: bool,
}

/// Returns the impact limit among `count` discs.
pub(super) fn impact_limit(count: usize) -> u32 {
    let few = count.min(256) as u32;
    IMPACT_LIMIT.max(IMPACT_LIMIT_OF_FEW / (few * few).max(1))
}

impl ImpactCounter {
    /// Counters at the start of a substep.
    pub fn new(velocity: DVec2, impact_limit: u32) -> Self {
        Self { impact_limit, fastest: velocity.length(), ..Self::default() }
    }

    /// True below [`FREE_BOUNCES`] impacts.
    pub fn may_bounce_freely(&self) -> bool {
        self.impacts < FREE_BOUNCES
    }

    /// Records a new velocity.
    pub fn record_speed(&mut self, velocity: DVec2) {
        self.fastest = self.fastest.max(velocity.length());
    }

    /// Closing speeds up to this are ignored.
    #[inline(always)]
    pub fn negligible(&self) -> f64 {
        let rounding = self.fastest * ROUNDING;
        let is_limited = usize::from(self.at_once >= self.impact_limit);
        let small = self.greatest * NEGLIGIBLE[is_limited][usize::from(self.is_in_island)];
        if small > rounding { small } else { rounding }
    }

    /// Counts an impact in a substep of duration `length`; true if the disc must be stopped.
    #[inline(always)]
    pub fn count(&mut self, impact: &Impact, length: f64) -> bool {
        self.impacts = self.impacts.saturating_add(1);
        if self.impacts >= MAX_IMPACTS {
            self.impact_limit_reached = true;
            return true;
        }
        if impact.restitution >= 1.0 {
            return false;
        }
        if (self.at_once == 0) | (impact.time - self.instant > length * INSTANT) {
            (self.instant, self.at_once, self.greatest) = (impact.time, 0, 0.0);
        }
        // A table instead of branches, which would be mispredicted.
        self.at_once += WEIGHTS[usize::from(self.is_in_island)][usize::from(impact.is_slow)];
        self.greatest = if impact.closing > self.greatest { impact.closing } else { self.greatest };
        self.impact_limit_reached |= self.at_once >= self.impact_limit;
        self.at_once >= STOP_FACTOR * self.impact_limit
    }
}

impl Support {
    /// Support by a body of infinite mass with this velocity.
    pub fn of(velocity: DVec2) -> Self {
        let is_firm = velocity == DVec2::ZERO;
        Self { is_firm, is_pushed: !is_firm, push: velocity }
    }

    /// Velocity of the driven disc that pushes it.
    pub fn push(&self) -> Option<DVec2> {
        self.is_pushed.then_some(self.push)
    }

    /// Sets or removes the push.
    pub fn set_push(&mut self, push: Option<DVec2>) {
        (self.is_pushed, self.push) = (push.is_some(), push.unwrap_or_default());
    }

    /// Each inherits the support of the other.
    #[inline(always)]
    pub fn share(&mut self, other: &mut Self) {
        let is_firm = self.is_firm | other.is_firm;
        (self.is_firm, other.is_firm) = (is_firm, is_firm);
        if self.is_pushed != other.is_pushed {
            let push = if self.is_pushed { self.push } else { other.push };
            self.set_push(Some(push));
            other.set_push(Some(push));
        }
    }

    /// Inherits the support of something that it collided with.
    pub fn inherit(&mut self, other: Self) {
        self.is_firm |= other.is_firm;
        if !self.is_pushed {
            (self.is_pushed, self.push) = (other.is_pushed, other.push);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn support_share_is_symmetric() {
        let support = |is_firm, push: Option<DVec2>| {
            let mut support = Support { is_firm, ..Support::default() };
            support.set_push(push);
            support
        };
        let pushes = [None, Some(DVec2::X), Some(DVec2::NEG_Y)];
        let all = pushes.map(|push| [support(false, push), support(true, push)]).concat();
        for (first, second) in all.iter().flat_map(|first| all.iter().map(move |second| (*first, *second))) {
            let (mut a, mut b) = (first, second);
            a.share(&mut b);
            let (mut c, mut d) = (first, second);
            c.inherit(second);
            d.inherit(first);
            assert_eq!([a.is_firm, b.is_firm], [c.is_firm, d.is_firm]);
            assert_eq!([a.push(), b.push()], [c.push(), d.push()]);
        }
    }
}
