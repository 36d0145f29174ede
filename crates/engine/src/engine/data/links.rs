//! Links and collision filters of a level, compiled: ends by global node number, and pairs that do not collide.

use super::{Layout, State};
use crate::geometry::SortCopies;
use crate::level::{CollisionFilter, Level, Link, LinkEnd, LinkKind};
use glam::DVec2;

/// An end of a link.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum LinkedEnd {
    /// A node, global numbering.
    Node(usize),
    /// A disc.
    Disc(usize),
    /// A fixed point.
    Point(DVec2),
}

/// Whether a link acts. It changes only while the level runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkStatus {
    /// It acts.
    Active,
    /// It was switched off.
    Inactive,
    /// It was removed.
    Removed,
}

/// Switches of a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LinkSwitches {
    /// False if the link excludes contacts between its ends while it acts.
    pub collide: bool,
    /// Whether it acts.
    pub status: LinkStatus,
}

impl LinkSwitches {
    /// True if the link acts.
    pub fn are_on(self) -> bool {
        self.status == LinkStatus::Active
    }
}

/// A spring between two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SpringLink {
    /// Index in the level.
    pub link: usize,
    /// Its ends.
    pub ends: [LinkedEnd; 2],
    /// Length without force.
    pub rest_length: f64,
    /// Force per length.
    pub stiffness: f64,
    /// Force per velocity of elongation.
    pub damping: f64,
    /// Whether its ends collide, and whether it acts.
    pub switches: LinkSwitches,
}

/// A stick or a pin joint between two ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ConstraintLink {
    /// Index in the level.
    pub link: usize,
    /// Its ends.
    pub ends: [LinkedEnd; 2],
    /// Length of a stick; None for a pin joint.
    pub length: Option<f64>,
    /// Whether its ends collide, and whether it acts.
    pub switches: LinkSwitches,
}

/// All links, by kind, in file order.
#[derive(Clone, Debug, Default)]
pub struct Links {
    /// Springs.
    pub springs: Vec<SpringLink>,
    /// Sticks and pin joints.
    pub constraints: Vec<ConstraintLink>,
    /// True for discs with a link; empty if no link ends at a disc.
    pub(super) linked_discs: Vec<bool>,
    /// True for bodies with a spring link; empty without spring links to nodes.
    sprung_bodies: Vec<bool>,
    /// Bodies with a stick or pin joint, ascending.
    constrained_bodies: Vec<usize>,
}

impl Links {
    /// `first_node` returns the first node of a body.
    pub(super) fn new(level: &Level, first_node: impl Fn(usize) -> usize) -> Self {
        let mut links = Self::default();
        level.links.iter().for_each(|link| links.add(link, &first_node));
        links
    }

    /// Adds a link behind the others; see [`Links::new`].
    pub(super) fn add(&mut self, parts: &Link, first_node: impl Fn(usize) -> usize) {
        let link = self.count();
        let switches = LinkSwitches { collide: parts.collide, status: LinkStatus::Active };
        let ends = [parts.a, parts.b].map(|end| match end {
            LinkEnd::Node([body, node]) => LinkedEnd::Node(first_node(body) + node),
            LinkEnd::Disc(disc) => LinkedEnd::Disc(disc),
            LinkEnd::Point(point) => LinkedEnd::Point(point.into()),
        });
        for end in [parts.a, parts.b] {
            match end {
                LinkEnd::Disc(disc) => self.note_disc(disc),
                LinkEnd::Node([body, _]) => self.note_body(body, matches!(parts.kind, LinkKind::Spring { .. })),
                LinkEnd::Point(_) => {}
            }
        }
        match parts.kind {
            LinkKind::Spring { rest_length, stiffness, damping } => {
                self.springs.push(SpringLink { link, ends, rest_length, stiffness, damping, switches });
            }
            LinkKind::Stick { length } => {
                self.constraints.push(ConstraintLink { link, ends, length: Some(length), switches });
            }
            LinkKind::Pin => self.constraints.push(ConstraintLink { link, ends, length: None, switches }),
        }
    }

    pub(super) fn note_disc(&mut self, disc: usize) {
        self.linked_discs.resize(self.linked_discs.len().max(disc + 1), false);
        self.linked_discs[disc] = true;
    }

    pub(super) fn note_body(&mut self, body: usize, is_spring: bool) {
        if is_spring {
            self.sprung_bodies.resize(self.sprung_bodies.len().max(body + 1), false);
            self.sprung_bodies[body] = true;
        } else if let Err(place) = self.constrained_bodies.binary_search(&body) {
            self.constrained_bodies.insert(place, body);
        }
    }

    /// Whether the link with this index acts.
    pub fn status(&self, link: usize) -> Option<LinkStatus> {
        let of_spring = self.spring(link).map(|spring| spring.switches.status);
        of_spring.or_else(|| Some(self.constraint(link)?.switches.status))
    }

    /// Switches links as in earlier links of the same number.
    pub(super) fn copy_status(&mut self, earlier: &Self) {
        for (link, switches, _) in earlier.all().filter(|(_, switches, _)| switches.status != LinkStatus::Active) {
            if let Some(own) = self.switches_mut(link) {
                own.status = switches.status;
            }
        }
    }

    /// Switches of the link with this index.
    pub(super) fn switches_mut(&mut self, link: usize) -> Option<&mut LinkSwitches> {
        if let Ok(at) = self.springs.binary_search_by_key(&link, |spring| spring.link) {
            return Some(&mut self.springs[at].switches);
        }
        let at = self.constraints.binary_search_by_key(&link, |constraint| constraint.link).ok()?;
        Some(&mut self.constraints[at].switches)
    }

    /// Switches and ends of all links, springs first.
    pub(super) fn all(&self) -> impl Iterator<Item = (usize, LinkSwitches, [LinkedEnd; 2])> {
        let springs = self.springs.iter().map(|spring| (spring.link, spring.switches, spring.ends));
        springs.chain(self.constraints.iter().map(|one| (one.link, one.switches, one.ends)))
    }

    /// True without links.
    pub fn is_empty(&self) -> bool {
        self.springs.is_empty() && self.constraints.is_empty()
    }

    /// Number of links of the level.
    pub fn count(&self) -> usize {
        self.springs.len() + self.constraints.len()
    }

    /// The spring with this index in the level; None for a stick, a pin joint or no link.
    pub fn spring(&self, link: usize) -> Option<&SpringLink> {
        let at = self.springs.binary_search_by_key(&link, |spring| spring.link).ok()?;
        self.springs.get(at)
    }

    /// The stick or pin joint with this index in the level; None for a spring or no link.
    pub fn constraint(&self, link: usize) -> Option<&ConstraintLink> {
        let at = self.constraints.binary_search_by_key(&link, |constraint| constraint.link).ok()?;
        self.constraints.get(at)
    }

    /// Ends of the link with this index in the level.
    pub fn ends(&self, link: usize) -> Option<[LinkedEnd; 2]> {
        self.spring(link).map(|spring| spring.ends).or_else(|| Some(self.constraint(link)?.ends))
    }

    /// True if a link ends at the disc.
    pub fn is_linked(&self, disc: usize) -> bool {
        self.linked_discs.get(disc).is_some_and(|&is_linked| is_linked)
    }

    /// True if a link ends at any disc.
    pub fn touch_discs(&self) -> bool {
        !self.linked_discs.is_empty()
    }

    /// True if a spring link ends at a node of the body.
    pub fn is_sprung(&self, body: usize) -> bool {
        self.sprung_bodies.get(body).is_some_and(|&is_sprung| is_sprung)
    }

    /// Bodies with a stick or pin joint, ascending.
    pub fn constrained_bodies(&self) -> &[usize] {
        &self.constrained_bodies
    }
}

impl LinkedEnd {
    /// Its position.
    pub fn position(self, state: &State) -> DVec2 {
        match self {
            Self::Node(node) => state.position(node),
            Self::Disc(disc) => state.disc_positions[disc],
            Self::Point(point) => point,
        }
    }

    /// Its velocity as stored in the state; 0 for a fixed point.
    pub fn velocity(self, state: &State) -> DVec2 {
        match self {
            Self::Node(node) => state.velocity(node),
            Self::Disc(disc) => state.disc_velocities[disc],
            Self::Point(_) => DVec2::ZERO,
        }
    }

    /// 1/mass; 0 if it cannot move.
    pub fn inverse_mass(self, layout: &Layout) -> f64 {
        match self {
            Self::Node(node) => layout.inverse_mass[node],
            Self::Disc(disc) => layout.discs.inverse_mass[disc],
            Self::Point(_) => 0.0,
        }
    }

    /// True if its energy counts: it can move and is not a sensor.
    pub fn has_energy(self, layout: &Layout) -> bool {
        match self {
            Self::Node(node) => layout.inverse_mass[node] != 0.0 && layout.body_has_energy(layout.body_of(node).0),
            Self::Disc(disc) => layout.disc_has_energy(disc),
            Self::Point(_) => false,
        }
    }

    /// True if its body or disc is blown up; the link is then skipped.
    pub fn is_blown_up(self, layout: &Layout, state: &State) -> bool {
        match self {
            Self::Node(node) => state.blown_up[layout.body_of(node).0],
            Self::Disc(disc) => state.disc_blown_up[disc],
            Self::Point(_) => false,
        }
    }
}

/// Which pairs collide.
#[derive(Clone, Debug, Default)]
pub struct Filters {
    /// Per body; empty if every body, disc and obstacle has the default.
    bodies: Vec<CollisionFilter>,
    discs: Vec<CollisionFilter>,
    obstacles: Vec<CollisionFilter>,
    /// Pairs of bodies whose link excludes contacts, ascending, each lower index first.
    separate_bodies: Vec<[usize; 2]>,
    /// Pairs of a disc and a body whose link excludes contacts, ascending.
    separate_discs: Vec<[usize; 2]>,
    has_filters: bool,
}

impl Filters {
    pub(super) fn new(level: &Level) -> Self {
        let mut filters = Self {
            bodies: level.bodies.iter().map(|body| body.collision).collect(),
            discs: level.discs.iter().map(|disc| disc.collision).collect(),
            obstacles: level.obstacles.iter().map(|obstacle| obstacle.collision).collect(),
            ..Self::default()
        };
        let all = || filters.bodies.iter().chain(&filters.discs).chain(&filters.obstacles);
        let has_filters = all().any(|filter| *filter != CollisionFilter::default());
        filters.has_filters = has_filters;
        filters
    }

    /// Adds the filters of more parts.
    pub(super) fn extend(&mut self, level: &Level) {
        let more = Self::new(level);
        self.bodies.extend(more.bodies);
        self.discs.extend(more.discs);
        self.obstacles.extend(more.obstacles);
        self.has_filters |= more.has_filters;
    }

    /// Removes the filter of a disc; later discs move up.
    pub(super) fn remove_disc(&mut self, disc: usize) {
        self.discs.remove(disc);
    }

    /// Removes the filter of an obstacle; later obstacles move up.
    pub(super) fn remove_obstacle(&mut self, obstacle: usize) {
        self.obstacles.remove(obstacle);
    }

    /// Gives a removed body the default filter, so that it is no sensor.
    pub(super) fn reset_body(&mut self, body: usize) {
        self.bodies[body] = CollisionFilter::default();
    }

    /// Keeps the filters of these bodies.
    pub(super) fn of_bodies(&self, bodies: &[usize]) -> Self {
        Self { bodies: bodies.iter().map(|&body| self.bodies[body]).collect(), ..self.clone() }
    }

    /// Sets the pairs that acting links exclude from contacts.
    pub(super) fn set_separate(&mut self, links: &Links, body_of: impl Fn(usize) -> usize) {
        self.separate_bodies.clear();
        self.separate_discs.clear();
        for (_, switches, ends) in links.all() {
            if switches.collide || !switches.are_on() {
                continue;
            }
            match ends {
                [LinkedEnd::Node(a), LinkedEnd::Node(b)] => {
                    let [a, b] = [a, b].map(&body_of);
                    self.separate_bodies.push([a.min(b), a.max(b)]);
                }
                [LinkedEnd::Node(node), LinkedEnd::Disc(disc)] | [LinkedEnd::Disc(disc), LinkedEnd::Node(node)] => {
                    self.separate_discs.push([disc, body_of(node)]);
                }
                _ => {}
            }
        }
        self.separate_bodies.sort_copies();
        self.separate_discs.sort_copies();
    }

    /// True if every pair collides.
    #[inline(always)]
    pub fn are_default(&self) -> bool {
        !self.has_filters && self.separate_bodies.is_empty() && self.separate_discs.is_empty()
    }

    /// True if two bodies collide.
    #[inline]
    pub fn bodies_collide(&self, first: usize, second: usize) -> bool {
        self.are_default()
            || (self.bodies[first].collides(&self.bodies[second])
                && self.separate_bodies.binary_search(&[first.min(second), first.max(second)]).is_err())
    }

    /// True if two discs collide.
    #[inline]
    pub fn discs_collide(&self, first: usize, second: usize) -> bool {
        self.are_default() || self.discs[first].collides(&self.discs[second])
    }

    /// True if a disc and a body collide.
    #[inline]
    pub fn disc_meets_body(&self, disc: usize, body: usize) -> bool {
        self.are_default()
            || (self.discs[disc].collides(&self.bodies[body])
                && self.separate_discs.binary_search(&[disc, body]).is_err())
    }

    /// True if nodes of a body collide with an obstacle.
    #[inline]
    pub fn body_meets_obstacle(&self, body: usize, obstacle: usize) -> bool {
        self.are_default() || self.bodies[body].collides(&self.obstacles[obstacle])
    }

    /// True if a disc collides with an obstacle.
    #[inline]
    pub fn disc_meets_obstacle(&self, disc: usize, obstacle: usize) -> bool {
        self.are_default() || self.discs[disc].collides(&self.obstacles[obstacle])
    }

    /// Filter of a body.
    pub fn of_body(&self, body: usize) -> &CollisionFilter {
        &self.bodies[body]
    }

    /// Filter of a disc.
    pub fn of_disc(&self, disc: usize) -> &CollisionFilter {
        &self.discs[disc]
    }

    /// Filter of an obstacle.
    pub fn of_obstacle(&self, obstacle: usize) -> &CollisionFilter {
        &self.obstacles[obstacle]
    }

    /// True if the level has a sensor.
    pub fn have_sensors(&self) -> bool {
        let mut all = self.bodies.iter().chain(&self.discs).chain(&self.obstacles);
        self.has_filters && all.any(|filter| filter.sensor)
    }
}
