//! How many impacts a disc may meet in one substep, and what happens when they are too many.
//!
//! Must never know: when and where they happen.
//!
//! Discs that lose speed in every impact may meet infinitely often in no time: a disc that sleeps on another one that
//! sleeps on the floor does. The sums of such series are what they would come to:
//!
//! * From the [`IMPACT_LIMIT`]th impact at one moment on (later where discs are few: [`impact_limit`]), closing speeds below 2^-40 of the greatest one of that moment are
//!   passed over: they change no velocity by more.
//! * At [`STOP_FACTOR`] times as many the disc is stopped until the substep ends: it is immovable from then on. One that stands on
//!   something that does not move, itself or by way of others that it met in this substep, stays where it is; one that is
//!   pushed by a driven disc goes with that; any other keeps its velocity. What it does not give way to, goes into the
//!   support or gets lost: momentum is not kept exactly where a disc was stopped. Stopped discs that meet go with what
//!   pushes one of them, else stay if one stays, else go on together; after [`MAX_MERGES`] of that they stay.
//! * In heaps (see `rest`) impact_limit is shorter: impacts count [`ISLAND_WEIGHT`]fold, slow ones [`SLOW_ISLAND_WEIGHT`]fold, and 2^-13
//!   is small. There only discs that stand and are not swift stay where they are when they are stopped: others would never
//!   come down.
//! * Elastic impacts at one moment are finitely many and do not count, up to [`MAX_IMPACTS`] in a substep.
//! * A substep has a budget of impacts and of neighbours looked at for all discs together (`budget`, `docs/limits.md`).

use super::time_of_impact::ROUNDING;
use glam::DVec2;

/// Impacts at one moment after which small ones are passed over.
const IMPACT_LIMIT: u32 = 64;
/// Where discs are few, so many by the square of their number: what three or four of them do is exact to rounding.
const IMPACT_LIMIT_OF_FEW: u32 = 1 << 16;
/// How many times the impact_limit, after which a disc is stopped.
const STOP_FACTOR: u32 = 2;
/// How many impacts one counts for in a heap, and a slow one there.
const ISLAND_WEIGHT: u32 = 4;
const SLOW_ISLAND_WEIGHT: u32 = 16;
const WEIGHTS: [[u32; 2]; 2] = [[1, 1], [ISLAND_WEIGHT, SLOW_ISLAND_WEIGHT]];
/// Impacts of one disc in a substep, at whatever moments.
const MAX_IMPACTS: u16 = 1 << 14;
/// Stopped discs that a stopped one may meet.
pub(super) const MAX_MERGES: u8 = 8;
/// How long a moment lasts, as a part of the substep.
const INSTANT: f64 = 1.0 / (1u64 << 20) as f64;
/// What is small against the greatest closing speed of a moment: nothing where one is patient, then so much, and in a heap.
const NEGLIGIBLE: [[f64; 2]; 2] = [[0.0; 2], [1.0 / (1u64 << 40) as f64, 1.0 / (1u64 << 13) as f64]];
/// Impacts in a substep after which a disc in a hollow slides where it is all but along the surface.
const FREE_BOUNCES: u16 = 16;

/// What is counted of a disc within a substep, in one line of the cache.
#[derive(Clone, Copy, Debug, Default)]
#[repr(align(64))]
pub(super) struct ImpactCounter {
    /// Whether it is in a heap.
    pub is_in_island: bool,
    /// What carries it.
    pub support: Support,
    /// Stopped discs that it met since it was stopped itself.
    pub merges: u8,
    /// Whether it met too many impacts.
    pub impact_limit_reached: bool,
    /// Impacts at one moment that are all resolved.
    impact_limit: u32,
    impacts: u16,
    /// Impacts since `moment` that cost it speed.
    at_once: u32,
    instant: f64,
    /// Greatest closing speed of those.
    greatest: f64,
    /// Greatest speed in this substep.
    fastest: f64,
}

/// What carries a disc, itself or by way of others that it met in the substep.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Support {
    /// Whether that is something that does not move.
    pub is_firm: bool,
    /// Whether a driven disc pushes it, and the velocity of that.
    is_pushed: bool,
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

/// Impacts at one moment that are all resolved among so many discs.
pub(super) fn impact_limit(count: usize) -> u32 {
    let few = count.min(256) as u32;
    IMPACT_LIMIT.max(IMPACT_LIMIT_OF_FEW / (few * few).max(1))
}

impl ImpactCounter {
    /// At the start of a substep.
    pub fn new(velocity: DVec2, impact_limit: u32) -> Self {
        Self { impact_limit, fastest: velocity.length(), ..Self::default() }
    }

    /// Whether it has not bounced often.
    pub fn may_bounce_freely(&self) -> bool {
        self.impacts < FREE_BOUNCES
    }

    /// Takes note of a new velocity.
    pub fn record_speed(&mut self, velocity: DVec2) {
        self.fastest = self.fastest.max(velocity.length());
    }

    /// Closing speeds up to this are passed over.
    #[inline(always)]
    pub fn negligible(&self) -> f64 {
        let rounding = self.fastest * ROUNDING;
        let is_impatient = usize::from(self.at_once >= self.impact_limit);
        let small = self.greatest * NEGLIGIBLE[is_impatient][usize::from(self.is_in_island)];
        if small > rounding { small } else { rounding }
    }

    /// Counts an impact, `length` being that of the substep; whether it was one too many.
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
        // Looked up rather than branched on: neither can be foretold.
        self.at_once += WEIGHTS[usize::from(self.is_in_island)][usize::from(impact.is_slow)];
        self.greatest = if impact.closing > self.greatest { impact.closing } else { self.greatest };
        self.impact_limit_reached |= self.at_once >= self.impact_limit;
        self.at_once >= STOP_FACTOR * self.impact_limit
    }
}

impl Support {
    /// That of something that gives way to nothing, by its velocity.
    pub fn of(velocity: DVec2) -> Self {
        let is_firm = velocity == DVec2::ZERO;
        Self { is_firm, is_pushed: !is_firm, push: velocity }
    }

    /// Velocity of the driven disc that pushes it.
    pub fn push(&self) -> Option<DVec2> {
        self.is_pushed.then_some(self.push)
    }

    /// That is changed.
    pub fn set_push(&mut self, push: Option<DVec2>) {
        (self.is_pushed, self.push) = (push.is_some(), push.unwrap_or_default());
    }

    /// Both take over what carries the other.
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

    /// Takes over what carries something that it met.
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
    fn sharing_is_leaning_on_each_other() {
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
