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

use super::{DiscScratch, Mover, Role, time_of_impact};
use crate::engine::{Layout, State, World, forces};
use crate::geometry::{Aabb, cross, polygon};
use glam::DVec2;

/// Discs that make a heap.
pub(super) const HEAP: usize = 128;
/// Substeps of gravity that make a slow speed.
const SLOW: f64 = 4.0;
/// Substeps of gravity that make the speed of a swift disc.
const SWIFT: f64 = 32.0;
/// The sine of an angle that counts as none.
const ALIGNED: f64 = 1.0 / (1u64 << 30) as f64;
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
    is_marked: Vec<bool>,
    list: Vec<u32>,
}

impl Rest {
    pub fn resize(&mut self, count: usize) {
        self.has_moved.resize(count, true);
        self.carriers.resize(count, [GROUND; 2]);
        self.stands.resize(count, false);
        self.is_marked.resize(count, false);
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
        list.clear();
        list.push(disc as u32);
        while let Some(disc) = list.pop() {
            let disc = disc as usize;
            let role = self.scratch.movers[disc].role;
            if !self.scratch.rest.stands[disc] || role == Role::Immovable {
                continue;
            }
            let sides = self.sides(disc);
            if role == Role::AtRest {
                if let Some(carriers) = sides.carriers() {
                    self.scratch.rest.carriers[disc] = carriers;
                    continue;
                }
                self.scratch.launch(self.layout, self.state, disc);
                self.scratch.tallies[disc].is_in_heap = true;
            }
            if sides.has_below {
                continue;
            }
            self.scratch.rest.stands[disc] = false;
            let area = self.area(disc, self.touching);
            let DiscScratch { near, rest, .. } = &*self.scratch;
            near.discs.for_each(disc, &area, |other| {
                if rest.stands[other] {
                    list.push(other as u32);
                }
            });
        }
        self.scratch.rest.list = list;
    }

    /// Lays to rest what stands and cannot move.
    fn lay_down(&mut self) {
        let held = forces::hand::on_disc(self.state).map(|(held, _)| held);
        for disc in 0..self.layout.discs.count() {
            if !self.scratch.rest.stands[disc] || !self.is_in_heap(disc, self.slow) || held == Some(disc) {
                continue;
            }
            if let Some(carriers) = self.sides(disc).carriers() {
                self.scratch.lay(self.layout, self.state, disc);
                self.scratch.rest.carriers[disc] = carriers;
                self.scratch.rest.has_moved[disc] = true;
            }
        }
    }

    fn area(&self, disc: usize, room: f64) -> Aabb {
        let flight = &self.scratch.movers[disc].flight;
        Aabb::around([flight.position]).expanded(flight.radius + room)
    }

    /// Marks the discs that are in heaps.
    fn find_heaps(&mut self) {
        let candidates = (0..self.layout.discs.count()).filter(|&disc| self.is_candidate(disc)).count();
        let is_any_at_rest = self.scratch.movers.iter().any(|mover| mover.role == Role::AtRest);
        if candidates == 0 || (candidates < HEAP && !is_any_at_rest) {
            return;
        }
        self.scratch.rest.is_marked.fill(false);
        for disc in 0..self.layout.discs.count() {
            if !self.scratch.rest.is_marked[disc] && self.is_candidate(disc) {
                self.gather(disc);
            }
        }
    }

    fn is_candidate(&self, disc: usize) -> bool {
        self.scratch.movers[disc].role == Role::Free && self.layout.discs.restitution[disc] < 1.0
    }

    /// Marks all that are connected to a disc, and makes them a heap if they are one.
    fn gather(&mut self, first: usize) {
        let mut list = std::mem::take(&mut self.scratch.rest.list);
        list.clear();
        list.push(first as u32);
        self.scratch.rest.is_marked[first] = true;
        let (mut looked_at, mut is_heap) = (0, false);
        while let Some(&disc) = list.get(looked_at) {
            looked_at += 1;
            let area = self.area(disc as usize, self.near);
            let DiscScratch { near, rest, movers, .. } = &mut *self.scratch;
            let own = movers[disc as usize].flight;
            near.discs.for_each(disc as usize, &area, |other| {
                let Mover { role, flight, .. } = &movers[other];
                let can_join =
                    (*role == Role::Free && self.layout.discs.restitution[other] < 1.0 && !rest.is_marked[other])
                        || *role == Role::AtRest;
                let reach = own.radius + flight.radius + self.near;
                if can_join
                    && (flight.position - own.position).length_squared() <= reach * reach
                    && (flight.velocity - own.velocity).length_squared() <= self.swift * self.swift
                {
                    if *role == Role::AtRest {
                        is_heap = true;
                    } else {
                        rest.is_marked[other] = true;
                        list.push(other as u32);
                    }
                }
            });
        }
        if is_heap || list.len() >= HEAP {
            for &disc in &list {
                self.scratch.tallies[disc as usize].is_in_heap = true;
            }
        }
        self.scratch.rest.list = list;
    }

    /// What stands or is immovable on both sides of a disc.
    fn sides(&self, disc: usize) -> Sides {
        let mut sides = Sides { up: self.up, has_below: false, left: None, right: None };
        let (area, position) = (self.area(disc, self.touching), self.scratch.movers[disc].flight.position);
        let (discs, DiscScratch { near, movers, rest, .. }) = (&self.layout.discs, &*self.scratch);
        let (radius, restitution) = (discs.radius[disc], discs.restitution[disc]);
        near.discs.for_each(disc, &area, |other| {
            let d = position - movers[other].flight.position;
            let (squared, reach) = (d.length_squared(), radius + discs.radius[other] + self.touching);
            if squared <= reach * reach && restitution * discs.restitution[other] < 1.0 && rest.stands[other] {
                sides.add(d / squared.sqrt(), other as u32);
            }
        });
        near.obstacles_touching(&area, |obstacle| {
            let obstacle = &self.layout.obstacles[obstacle];
            let touch = time_of_impact::touch(&obstacle.shape, position, radius);
            if touch.gap <= self.touching && restitution * obstacle.restitution < 1.0 {
                sides.add(touch.normal, GROUND);
            }
        });
        self.add_bounds(&mut sides, position, radius, restitution);
        if !self.layout.bodies.is_empty() {
            self.add_hulls(&mut sides, &area, position, radius, restitution);
        }
        sides
    }

    fn add_bounds(&self, sides: &mut Sides, position: DVec2, radius: f64, restitution: f64) {
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
            sides.add(normal, GROUND);
        }
    }

    /// Edges of fixed bodies, on their outside.
    fn add_hulls(&self, sides: &mut Sides, area: &Aabb, position: DVec2, radius: f64, restitution: f64) {
        let World { layout, state, scratch, .. } = self.world;
        scratch.broad.near(area, |body| {
            let other = &layout.bodies[body];
            if other.is_dynamic || other.path.is_some() || restitution * other.restitution >= 1.0 {
                return;
            }
            self.scratch.edges.near(layout, body, area, |edge| {
                let [a, b] = layout.hull_edges[edge].map(|node| state.position(node as usize));
                let d = position - polygon::closest_on_segment(position, a, b);
                let distance = d.length();
                if distance > 0.0 && distance <= radius + self.touching && cross(b - a, position - a) < 0.0 {
                    sides.add(d / distance, GROUND);
                }
            });
        });
    }
}

/// The best that was found on each side of a disc: the normal nearest to upwards, and whose it is.
struct Sides {
    up: DVec2,
    /// Whether there is anything below.
    has_below: bool,
    left: Option<(DVec2, u32)>,
    right: Option<(DVec2, u32)>,
}

impl Sides {
    fn add(&mut self, normal: DVec2, who: u32) {
        let (height, lean) = (normal.dot(self.up), cross(self.up, normal));
        let better = |side: &Option<(DVec2, u32)>| side.is_none_or(|(other, _)| height > other.dot(self.up));
        if height.is_nan() {
            return;
        }
        self.has_below |= height > 0.0;
        let is_under = lean.abs() <= ALIGNED && height > 0.0;
        if (lean > 0.0 || is_under) && better(&self.left) {
            self.left = Some((normal, who));
        }
        if (lean < 0.0 || is_under) && better(&self.right) {
            self.right = Some((normal, who));
        }
    }

    /// Those on both sides, if gravity lies between them.
    fn carriers(&self) -> Option<[u32; 2]> {
        let ((left, first), (right, second)) = (self.left?, self.right?);
        let is_under = |normal: DVec2| cross(self.up, normal).abs() <= ALIGNED && normal.dot(self.up) > 0.0;
        (is_under(left) || is_under(right) || cross(right, left) > ALIGNED).then_some([first, second])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn carried(normals: &[[f64; 2]]) -> bool {
        let mut sides = Sides { up: DVec2::Y, has_below: false, left: None, right: None };
        for &normal in normals {
            sides.add(DVec2::from(normal).normalize(), GROUND);
        }
        sides.carriers().is_some()
    }

    #[test]
    fn gravity_must_lie_between_two_normals() {
        assert!(carried(&[[0.0, 1.0]]), "on a floor");
        assert!(carried(&[[0.5, 1.0], [-1.0, 0.5]]), "between two others");
        assert!(!carried(&[[0.5, 1.0], [1.0, 0.5]]), "on a slope of two");
        assert!(!carried(&[[1.0, 0.0], [-1.0, 0.0]]), "between two walls");
        assert!(!carried(&[[0.0, -1.0], [0.5, -1.0], [-0.5, -1.0]]), "under others");
        assert!(carried(&[[1.0, 2.0], [-1.0, 0.0]]), "on a slope against a wall");
        // Pushed down the slope by one above, more flatly than the slope is: it cannot move.
        assert!(carried(&[[1.0, 2.0], [-2.0, -1.0]]));
        assert!(!carried(&[[1.0, 1.0], [-1.0, -2.0]]));
    }
}
