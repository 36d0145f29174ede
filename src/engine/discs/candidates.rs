//! Which discs and obstacles a disc may meet in a substep, without looking at all pairs.
//!
//! Must never know: times of impact. Boxes are held larger than need be and lists are kept from substep to substep;
//! since every pair is tested again with its exact boxes, that changes no bit.

use super::flight::Flight;
use super::time_of_impact;
use crate::engine::Layout;
use crate::geometry::{Aabb, BoxTree};
use crate::level::Obstacle;

const NONE: u32 = u32::MAX;

/// Lists of items, one per disc, in one pool.
#[derive(Clone, Debug, Default)]
struct Lists {
    heads: Vec<u32>,
    /// Item, and the next link of the list.
    links: Vec<[u32; 2]>,
}

impl Lists {
    fn clear(&mut self, count: usize) {
        self.links.clear();
        self.heads.clear();
        self.heads.resize(count, NONE);
    }

    fn push(&mut self, list: usize, item: usize) {
        self.links.push([item as u32, self.heads[list]]);
        self.heads[list] = (self.links.len() - 1) as u32;
    }

    fn of(&self, list: usize) -> impl Iterator<Item = usize> {
        let mut link = self.heads[list];
        std::iter::from_fn(move || {
            let [item, next] = *self.links.get(link as usize)?;
            link = next;
            Some(item as usize)
        })
    }
}

/// See the module.
#[derive(Clone, Debug, Default)]
pub(super) struct Candidates {
    /// Contains the reach of each disc; every two of them that overlap are on each other's list.
    held: Vec<Aabb>,
    tree: BoxTree,
    discs: Lists,
    obstacles: Lists,
    /// Over the obstacles that have a box; made once.
    obstacle_tree: Option<BoxTree>,
    /// The other obstacles: lines, and circles as large as numbers get.
    boundless: Vec<usize>,
    /// Boxes held anew since all were.
    changes: usize,
    found: Vec<usize>,
    /// Marks what is on a list already: the number of the search that saw it there.
    seen: Vec<u64>,
    searches: u64,
}

impl Candidates {
    /// Makes the lists hold for these flights; a disc without one meets nothing.
    pub fn prepare(&mut self, layout: &Layout, flights: &[Option<Flight>]) {
        let is_held = |held: &Aabb, flight: &Option<Flight>| {
            flight.as_ref().is_none_or(|flight| held.contains_box(&flight.reach))
        };
        // A disc that was absent when the tree was built has no place in it: a run may go back to before it blew up.
        let is_new = |(held, flight): (&Aabb, &Option<Flight>)| held.is_empty() && flight.is_some();
        let escaped = self.held.iter().zip(flights).filter(|(held, flight)| !is_held(held, flight)).count();
        let is_stale = self.held.len() != flights.len() || (escaped + self.changes) * 8 > flights.len();
        if is_stale || self.held.iter().zip(flights).any(is_new) {
            self.find_all(layout, flights);
        } else if escaped > 0 {
            for disc in 0..flights.len() {
                self.hold(layout, disc, flights);
            }
        }
    }

    fn find_all(&mut self, layout: &Layout, flights: &[Option<Flight>]) {
        let h = layout.substep_time;
        self.changes = 0;
        self.held.clear();
        self.held.extend(flights.iter().map(|flight| flight.as_ref().map_or(Aabb::EMPTY, |flight| fatten(flight, h))));
        self.tree.rebuild(self.held.iter().copied());
        self.discs.clear(flights.len());
        self.obstacles.clear(flights.len());
        self.seen.resize(flights.len().max(layout.obstacles.len()), 0);
        for (first, bounds) in self.held.iter().enumerate() {
            if bounds.is_empty() {
                continue;
            }
            let first_moves = layout.discs.is_dynamic(first);
            self.tree.for_each(bounds, |second| {
                if second > first && (first_moves || layout.discs.is_dynamic(second)) {
                    self.discs.push(first, second);
                    self.discs.push(second, first);
                }
            });
        }
        for disc in (0..flights.len()).filter(|&disc| layout.discs.is_dynamic(disc) && flights[disc].is_some()) {
            self.find_obstacles(layout, disc);
        }
    }

    /// Makes the lists hold for a disc's new flight.
    pub fn hold(&mut self, layout: &Layout, disc: usize, flights: &[Option<Flight>]) {
        let Some(flight) = &flights[disc] else { return };
        if self.held[disc].contains_box(&flight.reach) {
            return;
        }
        self.changes += 1;
        if self.changes > 4 * flights.len() + 64 {
            // In a long substep the lists would end up naming everyone.
            self.find_all(layout, flights);
            return;
        }
        let bounds = fatten(flight, layout.substep_time);
        self.held[disc] = bounds;
        self.tree.replace(disc, bounds);
        self.searches += 1;
        for known in self.discs.of(disc) {
            self.seen[known] = self.searches;
        }
        self.seen[disc] = self.searches;
        self.found.clear();
        self.tree.for_each(&bounds, |other| self.found.push(other));
        let moves = layout.discs.is_dynamic(disc);
        for &other in &self.found {
            let is_known = self.seen[other] == self.searches;
            if !is_known && (moves || layout.discs.is_dynamic(other)) {
                self.discs.push(disc, other);
                self.discs.push(other, disc);
            }
        }
        if moves {
            self.find_obstacles(layout, disc);
        }
    }

    fn find_obstacles(&mut self, layout: &Layout, disc: usize) {
        if self.obstacle_tree.is_none() {
            let is_boundless = |&index: &usize| box_of(&layout.obstacles[index]).is_none();
            self.boundless = (0..layout.obstacles.len()).filter(is_boundless).collect();
        }
        let tree = self.obstacle_tree.get_or_insert_with(|| {
            let mut tree = BoxTree::default();
            tree.rebuild(layout.obstacles.iter().map(|obstacle| box_of(obstacle).unwrap_or(Aabb::EMPTY)));
            tree
        });
        self.searches += 1;
        for known in self.obstacles.of(disc) {
            self.seen[known] = self.searches;
        }
        tree.for_each(&self.held[disc], |obstacle| {
            if self.seen[obstacle] != self.searches {
                self.obstacles.push(disc, obstacle);
            }
        });
    }

    /// Discs that a disc may meet.
    pub fn discs(&self, disc: usize) -> impl Iterator<Item = usize> {
        self.discs.of(disc)
    }

    /// Obstacles that a `Dynamic` disc may meet.
    pub fn obstacles(&self, disc: usize) -> impl Iterator<Item = usize> {
        self.boundless.iter().copied().chain(self.obstacles.of(disc))
    }
}

/// Room for what a disc may yet do: a part of its radius, and two substeps of its motion but not more than a radius.
fn fatten(flight: &Flight, h: f64) -> Aabb {
    let travel = flight.velocity.length() * h * 2.0;
    let room = flight.radius * 0.1 + if travel < flight.radius { travel } else { flight.radius };
    let bounds = flight.reach.expanded(room);
    if bounds.is_finite() { bounds } else { flight.reach }
}

fn box_of(obstacle: &Obstacle) -> Option<Aabb> {
    time_of_impact::box_of(&obstacle.shape)
}
