//! Parts added to a running world and removed from it.
//!
//! Cost: proportional to the part, amortised. Discs and obstacles are kept in lists without gaps, so removing one moves the later ones.
//! Bodies and links keep their indices until [`World::compact`] closes the gaps, which [`World::wants_compaction`] suggests when they
//! outweigh a quarter of the rest.
//!
//! Invariant: the state has the bits of a world of the remaining parts alone, in the same order (`crates/engine/tests/spawn.rs`).

use super::links::LinkStatus;
use super::scratch::Scratch;
use super::{Held, Layout, SensorEvent, State, World};
use crate::geometry::SortCopies;
use crate::level::format::{self, FormatError};
use crate::level::{Level, Link, LinkEnd, Place};
use glam::DVec2;
use std::ops::Range;
use std::sync::Arc;

/// Indices of the parts that [`World::spawn`] has added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spawned {
    /// Bodies.
    pub bodies: Range<usize>,
    /// Discs.
    pub discs: Range<usize>,
    /// Obstacles.
    pub obstacles: Range<usize>,
    /// Links.
    pub links: Range<usize>,
}

/// New indices after [`World::compact`], by old index; None for a removed part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renumbering {
    /// Bodies.
    pub bodies: Vec<Option<usize>>,
    /// Links.
    pub links: Vec<Option<usize>>,
}

/// Removed nodes are tolerated up to this number, and up to a quarter of the others.
const FEW_NODES: usize = 256;

impl World {
    /// Adds the bodies, discs, obstacles and links of a level at their positions. Its `world` settings are ignored; its links join its
    /// own parts. Its instances are ignored: flatten it first. Driven parts follow the level time of this world.
    ///
    /// # Errors
    /// If the part is not a valid level. Then nothing changes.
    pub fn spawn(&mut self, part: &Level) -> Result<Spawned, FormatError> {
        format::validate(part)?;
        Ok(self.spawn_valid(part))
    }

    fn spawn_valid(&mut self, part: &Level) -> Spawned {
        let Self { layout, state, scratch, .. } = self;
        let counts =
            |layout: &Layout| [layout.bodies.len(), layout.discs.count(), layout.obstacles.len(), layout.links.count()];
        let before = counts(layout);
        let layout = Arc::make_mut(layout);
        layout.extend(part);
        state.extend(part, layout);
        scratch.extend(layout, state);
        scratch.are_discs_stale |= !(part.discs.is_empty() && part.obstacles.is_empty());
        let after = counts(layout);
        let added = |kind: usize| before[kind]..after[kind];
        Spawned { bodies: added(0), discs: added(1), obstacles: added(2), links: added(3) }
    }

    /// Adds a link between parts of this world and returns its index.
    ///
    /// Cost: the sweep of the bodies that were compiled together with its ends is compiled again.
    ///
    /// # Errors
    /// If a number is out of its range or an end does not exist. Then nothing changes.
    pub fn add_link(&mut self, link: &Link) -> Result<usize, FormatError> {
        let at_points = Link { a: LinkEnd::Point([0.0; 2]), b: LinkEnd::Point([1.0; 2]), ..link.clone() };
        format::validate(&Level { links: vec![at_points], ..Level::default() })?;
        for (name, end) in [("a", link.a), ("b", link.b)] {
            if let Some(reason) = self.why_no_end(end) {
                return Err(FormatError::at(format_args!("links[0].{name}"), reason));
            }
        }
        Arc::make_mut(&mut self.layout).add_link(link);
        Ok(self.layout.links.count() - 1)
    }

    /// The reason why no link can end there.
    fn why_no_end(&self, end: LinkEnd) -> Option<&'static str> {
        match end {
            LinkEnd::Node([body, node]) => match self.layout.bodies.get(body) {
                None => Some("there is no such body"),
                Some(_) if self.layout.is_removed(body) => Some("the body was removed"),
                Some(parts) if node >= parts.nodes.len() => Some("there is no such node"),
                Some(parts) if parts.barycentre == Some(parts.nodes.start + node) => {
                    Some("the node is the barycentre, which no link may use")
                }
                Some(_) => None,
            },
            LinkEnd::Disc(disc) => (disc >= self.layout.discs.count()).then_some("there is no such disc"),
            LinkEnd::Point(point) => (!DVec2::from(point).is_finite()).then_some("the point is not finite"),
        }
    }

    /// Switches a link on or off. A link that is off exerts no force, and its ends collide. Returns false if there is no such link.
    pub fn switch_link(&mut self, link: usize, is_on: bool) -> bool {
        let status = if is_on { LinkStatus::Active } else { LinkStatus::Inactive };
        Arc::make_mut(&mut self.layout).set_link(link, status)
    }

    /// Removes a link. Returns false if there is no such link.
    pub fn remove_link(&mut self, link: usize) -> bool {
        Arc::make_mut(&mut self.layout).set_link(link, LinkStatus::Removed)
    }

    /// Removes a body and its links; a hand lets it go. What it has left or what has left it are sensor events of this moment.
    /// Its index stays unused until [`World::compact`]. Returns false if there is no such body.
    pub fn remove_body(&mut self, body: usize) -> bool {
        if body >= self.layout.bodies.len() || self.layout.is_removed(body) {
            return false;
        }
        self.leave_sensors(Place::Body(body));
        let Self { layout, state, scratch, .. } = self;
        let layout = Arc::make_mut(layout);
        let nodes = layout.bodies[body].nodes.clone();
        layout.remove_body(body);
        state.without_edge[nodes].fill(false);
        (state.blown_up[body], state.collapsed[body]) = (false, false);
        state.hands.retain(|hand| !matches!(hand.held, Held::Node(held, _) if held == body));
        scratch.forget_removed(layout, state);
        true
    }

    /// Removes a disc and its links; later discs move up by one index. Returns false if there is no such disc.
    pub fn remove_disc(&mut self, disc: usize) -> bool {
        if disc >= self.layout.discs.count() {
            return false;
        }
        self.leave_sensors(Place::Disc(disc));
        let Self { layout, state, scratch, .. } = self;
        Arc::make_mut(layout).remove_disc(disc);
        state.disc_positions.remove(disc);
        state.disc_velocities.remove(disc);
        for flags in state.disc_flags() {
            flags.remove(disc);
        }
        state.hands.retain(|hand| hand.held != Held::Disc(disc));
        for hand in &mut state.hands {
            if let Held::Disc(held) = &mut hand.held {
                *held -= usize::from(*held > disc);
            }
        }
        state.renumber_sensors(|place| match place {
            Place::Disc(other) if other > disc => Place::Disc(other - 1),
            _ => place,
        });
        scratch.are_discs_stale = true;
        true
    }

    /// Removes an obstacle; later obstacles move up by one index. Returns false if there is no such obstacle.
    pub fn remove_obstacle(&mut self, obstacle: usize) -> bool {
        if obstacle >= self.layout.obstacles.len() {
            return false;
        }
        self.leave_sensors(Place::Obstacle(obstacle));
        Arc::make_mut(&mut self.layout).remove_obstacle(obstacle);
        self.state.renumber_sensors(|place| match place {
            Place::Obstacle(other) if other > obstacle => Place::Obstacle(other - 1),
            _ => place,
        });
        self.scratch.are_discs_stale = true;
        true
    }

    /// Ends the sensor contacts of a part that is removed, with events.
    fn leave_sensors(&mut self, part: Place) {
        let State { frame, substep, .. } = self.state;
        for [sensor, other] in self.state.sensor_contacts.clone() {
            if sensor == part || other == part {
                self.report_sensor(SensorEvent { frame, substep, sensor, other, entered: false });
            }
        }
        self.state.sensor_contacts.retain(|pair| !pair.contains(&part));
        self.state.sensor_counts.retain(|count| !count.pair.contains(&part));
    }

    /// True if gaps of removed bodies outweigh a quarter of the rest.
    pub fn wants_compaction(&self) -> bool {
        let removed = self.layout.removed_nodes();
        removed > FEW_NODES && removed > (self.layout.node_count - removed) / 4
    }

    /// Closes the gaps of removed bodies and links. Cost: proportional to the world.
    pub fn compact(&mut self) -> Renumbering {
        let layout = &self.layout;
        let bodies: Vec<usize> = (0..layout.bodies.len()).filter(|&body| !layout.is_removed(body)).collect();
        let mut links: Vec<usize> =
            layout.links.all().filter(|(_, one, _)| one.status != LinkStatus::Removed).map(|(link, ..)| link).collect();
        links.sort_copies();
        let renumbering = Renumbering {
            bodies: new_indices(&bodies, layout.bodies.len()),
            links: new_indices(&links, layout.links.count()),
        };
        let compacted = layout.compacted(&bodies, &links);
        self.state.compact(layout, &bodies, &renumbering.bodies);
        self.layout = Arc::new(compacted);
        self.scratch = Scratch::new(&self.layout, &self.state);
        renumbering
    }

    /// Hash of the state's bits: that of a world of the present parts alone.
    pub fn hash(&self) -> u64 {
        self.layout.hash_of(&self.state)
    }

    /// [`World::hash`], and the hash of the bits of all positions.
    pub fn hashes(&self) -> (u64, u64) {
        self.layout.hashes_of(&self.state)
    }
}

impl Layout {
    /// Hash of a state of this layout: that of a world of the present parts alone.
    pub fn hash_of(&self, state: &State) -> u64 {
        self.hashes_of(state).0
    }

    /// [`Layout::hash_of`], and the hash of the bits of all positions.
    pub fn hashes_of(&self, state: &State) -> (u64, u64) {
        if self.removed.is_empty() {
            return state.hashes(self.first_frame);
        }
        self.present_state(state).hashes(self.first_frame)
    }

    /// A state without the entries of removed bodies: that of a world of the present parts alone.
    pub fn present_state(&self, state: &State) -> State {
        let mut present = state.clone();
        let bodies: Vec<usize> = (0..self.bodies.len()).filter(|&body| !self.is_removed(body)).collect();
        present.compact(self, &bodies, &new_indices(&bodies, self.bodies.len()));
        present
    }
}

/// New index by old index, if these old ones remain.
fn new_indices(remaining: &[usize], count: usize) -> Vec<Option<usize>> {
    let mut indices = vec![None; count];
    for (new, &old) in remaining.iter().enumerate() {
        indices[old] = Some(new);
    }
    indices
}

impl State {
    /// Keeps the entries of these bodies.
    fn compact(&mut self, layout: &Layout, bodies: &[usize], new: &[Option<usize>]) {
        let nodes = || bodies.iter().flat_map(|&body| layout.bodies[body].nodes.clone());
        for list in [&mut self.positions, &mut self.velocities, &mut self.previous] {
            if !list.is_empty() {
                *list = nodes().map(|node| list[node]).collect();
            }
        }
        self.without_edge = nodes().map(|node| self.without_edge[node]).collect();
        for flags in [&mut self.collapsed, &mut self.blown_up] {
            *flags = bodies.iter().map(|&body| flags[body]).collect();
        }
        for hand in &mut self.hands {
            if let Held::Node(body, _) = &mut hand.held {
                *body = new[*body].expect("hands let removed bodies go");
            }
        }
        self.renumber_sensors(|place| match place {
            Place::Body(body) => Place::Body(new[body].expect("removed bodies have no sensor contacts")),
            _ => place,
        });
    }

    /// Applies a renumbering that keeps the order.
    fn renumber_sensors(&mut self, new: impl Fn(Place) -> Place) {
        let counts = self.sensor_counts.iter_mut().map(|count| &mut count.pair);
        for place in self.sensor_contacts.iter_mut().chain(counts).flatten() {
            *place = new(*place);
        }
    }
}
