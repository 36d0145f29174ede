//! Heaps, and which discs lie still in them.
//!
//! Must never know: times of impact. A heap of slow discs that lose speed in every impact would meet without end in every
//! substep, and come to nothing by it. So, at the start of a substep:
//!
//! * Discs are *in a heap* if there are at least [`HEAP`] of them, each near the next (a gap of no more than a slow disc
//!   crosses in a substep) and not swift relative to it, or if one of them is near a disc at rest. *Slow* is what
//!   [`SLOW`] substeps of gravity make, *swift* what is faster than [`SWIFT`] make. Fewer discs, elastic ones, and discs without gravity are never in a heap.
//! * Things *touch* if the gap between them is no more than gravity moves a disc in one substep.
//! * A disc in a heap *stands* if it is not swift and it touches, below it (that is, with a normal that has a part against gravity),
//!   something immovable or a disc that stands: an obstacle, a fixed disc or hull, the bounds, a driven disc that does not
//!   move. The lowest of some discs never stands on the others, so none hangs in the air.
//! * A slow disc that stands is *at rest* if gravity cannot move it while those that it touches stay: if the direction against
//!   gravity lies between the normals of two of them, or is the normal of one. It is then left out of the substep: no
//!   gravity, no impacts, the same bits. The others move, if only until they find a place.
//!
//! Within a substep discs at rest are immovable for impacts no faster than slow. A faster one wakes the disc it hits; so
//! does a driven disc, and a disc that it pushes, at any speed. Momentum of slow impacts goes into the ground. The price is
//! that a heap stands where discs without friction would slowly spread.

use super::flight::{Flight, GRAIN};
use super::sides::Sides;
use super::{DiscScratch, Role, time_of_impact};
use crate::engine::data::{Layout, State, World};
use crate::engine::reference::contact::broad_phase;
use crate::engine::reference::forces;
use crate::geometry::{Aabb, cross, polygon};
use glam::DVec2;

#[cfg(test)]
mod tests;

/// Discs that make a heap.
pub(super) const HEAP: usize = 128;
/// Substeps of gravity that make a slow speed.
const SLOW: f64 = 4.0;
/// Substeps of gravity that make the speed of a swift disc.
const SWIFT: f64 = 32.0;
/// Who carries a disc, if it is no disc.
const GROUND: u32 = u32::MAX;

/// What is kept from substep to substep, and what is worked with.
#[derive(Clone, Debug, Default)]
pub(super) struct Rest {
    /// Discs that are not as the substep before left them.
    pub has_moved: Vec<bool>,
    /// What carries the discs at rest.
    carriers: Vec<[u32; 2]>,
    /// Discs that stand.
    stands: Vec<bool>,
    /// What is known of each disc while heaps are looked for.
    kin: Vec<Kin>,
    /// How many may be in a heap.
    candidates: usize,
    list: Vec<u32>,
    /// Neighbours that nobody keeps.
    loose: Vec<u32>,
}

/// See [`Rest::kin`].
#[derive(Clone, Copy, Debug, Default, PartialEq)]
enum Kin {
    /// It is in no heap.
    #[default]
    None,
    /// It may be in one.
    Open,
    /// It is connected with the disc that is being looked at.
    Listed,
    /// It is in a heap, or at rest.
    Heap,
}

impl Rest {
    pub fn resize(&mut self, count: usize) {
        self.has_moved.resize(count, true);
        self.carriers.resize(count, [GROUND; 2]);
        self.stands.resize(count, false);
    }

    /// How many discs asked for their neighbours in the substep before.
    pub fn candidates(&self) -> usize {
        self.candidates
    }

    /// Whether a disc stood at the start of the substep.
    pub fn stands(&self, disc: usize) -> bool {
        self.stands[disc]
    }
}

/// Speeds up to this are slow.
pub(super) fn slow(layout: &Layout) -> f64 {
    SLOW * DVec2::from(layout.settings.gravity).length() * layout.substep_time
}

/// Gaps up to this are near.
pub(super) fn near(layout: &Layout) -> f64 {
    slow(layout) * layout.substep_time
}

/// Speeds above this are swift.
pub(super) fn swift(layout: &Layout) -> f64 {
    slow(layout) / SLOW * SWIFT
}

/// Finds out which discs are in heaps and at rest.
pub(super) fn settle(world: &World, scratch: &mut DiscScratch) {
    let World { layout, state, .. } = world;
    let gravity = DVec2::from(layout.settings.gravity);
    let slow = slow(layout);
    // Gravity too weak for numbers, or none.
    let is_fit = slow > 0.0 && slow.is_finite() && gravity.length_squared() > 0.0;
    let up = if is_fit { -gravity / gravity.length() } else { DVec2::Y };
    let reach = slow / SLOW * layout.substep_time;
    let mut settling =
        Settling { world, layout, state, scratch, up, slow, swift: swift(layout), touching: reach, near: reach * SLOW };
    settling.scratch.rest.candidates = 0;
    if !is_fit {
        settling.wake_all();
        return;
    }
    settling.find_heaps();
    settling.find_standing();
    settling.lay_down();
}

struct Settling<'a, 'b> {
    world: &'a World,
    layout: &'a Layout,
    state: &'a State,
    scratch: &'b mut DiscScratch,
    /// Against gravity.
    up: DVec2,
    slow: f64,
    swift: f64,
    /// Gaps up to this are touches.
    touching: f64,
    /// Gaps up to this are near.
    near: f64,
}

impl Settling<'_, '_> {
    fn wake_all(&mut self) {
        for disc in 0..self.layout.discs.count() {
            if self.scratch.movers[disc].role == Role::AtRest {
                self.scratch.launch(self.layout, self.state, disc);
            }
        }
    }

    /// Finds the discs that stand, and wakes those at rest that nothing holds any more.
    fn find_standing(&mut self) {
        let count = self.layout.discs.count();
        for disc in 0..count {
            let is_standing = match self.scratch.movers[disc].role {
                Role::AtRest => true,
                Role::Free => self.is_in_heap(disc, self.swift),
                Role::Immovable => self.scratch.movers[disc].flight.velocity == DVec2::ZERO,
                _ => false,
            };
            self.scratch.rest.stands[disc] = is_standing;
        }
        for disc in 0..count {
            let rest = &self.scratch.rest;
            // What held it is where it was and stands: of the discs that only stand that is to be looked at anew.
            let holds = |&carrier: &u32| {
                let mover = |carrier: u32| self.scratch.movers[carrier as usize].role;
                let has_stayed = |carrier: u32| !rest.has_moved[carrier as usize] && rest.stands[carrier as usize];
                carrier == GROUND || (has_stayed(carrier) && mover(carrier) != Role::Free)
            };
            let is_sure = self.scratch.movers[disc].role == Role::AtRest
                && !rest.has_moved[disc]
                && rest.carriers[disc].iter().all(holds);
            if !is_sure {
                self.examine(disc);
            }
        }
    }

    /// Whether a disc is in a heap and no faster than that.
    fn is_in_heap(&self, disc: usize, fastest: f64) -> bool {
        self.scratch.movers[disc].role == Role::Free
            && self.scratch.tallies[disc].is_in_heap
            && self.state.disc_velocities[disc].length() <= fastest
    }

    /// Looks at a disc that is taken to stand, and then at those that may stand on it, if it does not.
    fn examine(&mut self, disc: usize) {
        let mut list = std::mem::take(&mut self.scratch.rest.list);
        let mut loose = std::mem::take(&mut self.scratch.rest.loose);
        list.clear();
        list.push(disc as u32);
        while let Some(disc) = list.pop() {
            let disc = disc as usize;
            let role = self.scratch.movers[disc].role;
            if !self.scratch.rest.stands[disc] || role == Role::Immovable {
                continue;
            }
            if role == Role::AtRest {
                if let Some(carriers) = self.sides(disc, &mut loose).carriers() {
                    self.scratch.rest.carriers[disc] = carriers;
                    continue;
                }
                self.scratch.launch(self.layout, self.state, disc);
                self.scratch.tallies[disc].is_in_heap = true;
            }
            let mut has_below = false;
            self.look_for_holds(disc, &mut loose, |normal, _| {
                has_below = normal.dot(self.up) > 0.0;
                has_below
            });
            if has_below {
                continue;
            }
            self.scratch.rest.stands[disc] = false;
            let stands = &self.scratch.rest.stands;
            list.extend(self.about(disc, self.touching, &mut loose).iter().filter(|&&other| stands[other as usize]));
        }
        self.scratch.rest.list = list;
        self.scratch.rest.loose = loose;
    }

    /// Lays to rest what stands and cannot move.
    fn lay_down(&mut self) {
        let held = forces::hand::on_disc(self.state).map(|(held, _)| held);
        let mut loose = std::mem::take(&mut self.scratch.rest.loose);
        for disc in 0..self.layout.discs.count() {
            if !self.scratch.rest.stands[disc] || !self.is_in_heap(disc, self.slow) || held == Some(disc) {
                continue;
            }
            if let Some(carriers) = self.sides(disc, &mut loose).carriers() {
                self.scratch.lay(self.layout, self.state, disc);
                self.scratch.rest.carriers[disc] = carriers;
                self.scratch.rest.has_moved[disc] = true;
            }
        }
        self.scratch.rest.loose = loose;
    }

    fn area(&self, disc: usize, room: f64) -> Aabb {
        let flight = &self.scratch.movers[disc].flight;
        Aabb::around([flight.position]).expanded(flight.radius + room)
    }

    /// All others within `room` of a disc and more: who is near is told by distances alone, so that it is mutual, and the same
    /// however neighbours are found.
    #[inline(always)]
    fn about<'a>(&'a self, disc: usize, room: f64, loose: &'a mut Vec<u32>) -> &'a [u32] {
        let room = self.roomy(disc, room);
        self.scratch.near.discs.about(disc, room, || self.area(disc, room), loose)
    }

    /// Somewhat more, whatever rounding makes of boxes where a disc is.
    #[inline(always)]
    fn roomy(&self, disc: usize, room: f64) -> f64 {
        let Flight { position, radius, .. } = self.scratch.movers[disc].flight;
        room + 2.0 * GRAIN * (position.abs().max_element() + radius)
    }

    /// Marks the discs that are in heaps.
    fn find_heaps(&mut self) {
        let mut kin = std::mem::take(&mut self.scratch.rest.kin);
        kin.clear();
        let is_lossy = self.layout.discs.restitution.iter().map(|&restitution| restitution < 1.0);
        kin.extend(self.scratch.movers.iter().zip(is_lossy).map(|(mover, is_lossy)| match mover.role {
            Role::Free if is_lossy => Kin::Open,
            Role::AtRest => Kin::Heap,
            _ => Kin::None,
        }));
        let candidates = kin.iter().filter(|&&kin| kin == Kin::Open).count();
        self.scratch.rest.candidates = candidates;
        let is_any_at_rest = kin.contains(&Kin::Heap);
        if candidates >= HEAP || (candidates > 0 && is_any_at_rest) {
            for disc in 0..kin.len() {
                if kin[disc] == Kin::Open {
                    self.gather(disc, &mut kin);
                }
            }
        }
        self.scratch.rest.kin = kin;
    }

    /// Looks at what a disc is connected with, until it is enough to tell whether that is a heap.
    fn gather(&mut self, first: usize, kin: &mut [Kin]) {
        let mut list = std::mem::take(&mut self.scratch.rest.list);
        let mut loose = std::mem::take(&mut self.scratch.rest.loose);
        list.clear();
        list.push(first as u32);
        kin[first] = Kin::Listed;
        let (mut looked_at, mut is_heap) = (0, false);
        while let Some(&disc) = list.get(looked_at)
            && !is_heap
        {
            looked_at += 1;
            let own = &self.scratch.movers[disc as usize].flight;
            for &other in self.about(disc as usize, self.near, &mut loose) {
                let theirs = kin[other as usize];
                if theirs == Kin::None || theirs == Kin::Listed {
                    continue;
                }
                let flight = &self.scratch.movers[other as usize].flight;
                let reach = own.radius + flight.radius + self.near;
                if ((flight.position - own.position).length_squared() <= reach * reach)
                    & ((flight.velocity - own.velocity).length_squared() <= self.swift * self.swift)
                {
                    if theirs == Kin::Heap {
                        is_heap = true;
                        break;
                    }
                    kin[other as usize] = Kin::Listed;
                    list.push(other);
                }
            }
            is_heap |= list.len() >= HEAP;
        }
        // Of a heap not all need be listed: the others are connected with these.
        for &disc in &list {
            kin[disc as usize] = if is_heap { Kin::Heap } else { Kin::None };
            self.scratch.tallies[disc as usize].is_in_heap |= is_heap;
        }
        self.scratch.rest.list = list;
        self.scratch.rest.loose = loose;
    }

    /// What stands or is immovable on both sides of a disc.
    fn sides(&self, disc: usize, loose: &mut Vec<u32>) -> Sides {
        let mut sides = Sides::new(self.up);
        self.look_for_holds(disc, loose, |normal, who| {
            sides.add(normal, who);
            false
        });
        sides
    }

    /// Calls `found` with the normal of whatever touches a disc and stands or is immovable, and with whose it is, until it says that this
    /// is enough.
    #[inline(always)]
    fn look_for_holds(&self, disc: usize, loose: &mut Vec<u32>, mut found: impl FnMut(DVec2, u32) -> bool) {
        let (discs, DiscScratch { near, movers, rest, .. }) = (&self.layout.discs, &*self.scratch);
        let (position, radius, restitution) =
            (movers[disc].flight.position, discs.radius[disc], discs.restitution[disc]);
        for &other in self.about(disc, self.touching, loose) {
            let other = other as usize;
            let d = position - movers[other].flight.position;
            let (squared, reach) = (d.length_squared(), radius + discs.radius[other] + self.touching);
            if (squared <= reach * reach) & rest.stands[other]
                && restitution * discs.restitution[other] < 1.0
                && found(d / squared.sqrt(), other as u32)
            {
                return;
            }
        }
        let area = self.area(disc, self.touching);
        let mut is_enough = false;
        if !near.discs.is_clear_within(disc, self.roomy(disc, self.touching)) {
            near.obstacles_touching(&area, |obstacle| {
                let obstacle = &self.layout.obstacles[obstacle];
                let touch = time_of_impact::touch(&obstacle.shape, position, radius);
                if touch.gap <= self.touching && restitution * obstacle.restitution < 1.0 {
                    is_enough = is_enough || found(touch.normal, GROUND);
                }
            });
        }
        self.bounds_touching(position, radius, restitution, |normal| {
            is_enough = is_enough || found(normal, GROUND);
        });
        if !self.layout.bodies.is_empty() {
            self.hulls_touching(&area, position, radius, restitution, |normal| {
                is_enough = is_enough || found(normal, GROUND);
            });
        }
    }

    fn bounds_touching(&self, position: DVec2, radius: f64, restitution: f64, mut found: impl FnMut(DVec2)) {
        let Some(bounds) = &self.layout.settings.bounds else { return };
        if restitution * bounds.restitution >= 1.0 {
            return;
        }
        let gaps = [
            (position.x - bounds.min[0], DVec2::X),
            (bounds.max[0] - position.x, DVec2::NEG_X),
            (position.y - bounds.min[1], DVec2::Y),
            (bounds.max[1] - position.y, DVec2::NEG_Y),
        ];
        for (_, normal) in gaps.into_iter().filter(|(gap, _)| gap - radius <= self.touching) {
            found(normal);
        }
    }

    /// Edges of fixed bodies, on their outside.
    fn hulls_touching(
        &self,
        area: &Aabb,
        position: DVec2,
        radius: f64,
        restitution: f64,
        mut found: impl FnMut(DVec2),
    ) {
        let World { layout, state, .. } = self.world;
        broad_phase::near(self.world, area, |body| {
            let other = &layout.bodies[body];
            if other.is_dynamic || other.path.is_some() || restitution * other.restitution >= 1.0 {
                return;
            }
            self.scratch.edges.near(layout, body, area, |edge| {
                let [a, b] = layout.hull_edges[edge].map(|node| state.position(node as usize));
                let d = position - polygon::closest_on_segment(position, a, b);
                let distance = d.length();
                if distance > 0.0 && distance <= radius + self.touching && cross(b - a, position - a) < 0.0 {
                    found(d / distance);
                }
            });
        });
    }
}
