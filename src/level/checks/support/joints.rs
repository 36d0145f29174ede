//! Links of a level at rest: positions of their ends, and whether anything can move them.

use super::is_dynamic;
use super::measure::{self, LARGEST_COORDINATE};
use crate::geometry::DVec2;
use crate::level::checks::Finding;
use crate::level::{Level, Link, LinkEnd, Motion, Place};
use std::collections::BTreeSet;

/// Position of an end in the level file. None if it is too large to compute with.
pub fn position(level: &Level, end: LinkEnd) -> Option<DVec2> {
    let at = match end {
        LinkEnd::Node([body, node]) => level.bodies.get(body)?.nodes.get(node)?.position,
        LinkEnd::Disc(disc) => level.discs.get(disc)?.position,
        LinkEnd::Point(point) => point,
    };
    at.iter().all(|x| x.abs() <= LARGEST_COORDINATE).then(|| at.into())
}

/// Distance of the ends of a link in the level file.
pub fn drawn(level: &Level, link: &Link) -> Option<f64> {
    Some(position(level, link.a)?.distance(position(level, link.b)?))
}

/// 1/mass of an end; 0 if nothing moves it.
pub fn inverse_mass(level: &Level, end: LinkEnd) -> f64 {
    let mass = match end {
        LinkEnd::Node([body, node]) => level.bodies.get(body).filter(|body| is_dynamic(body)).and_then(|body| {
            let node = body.nodes.get(node).filter(|node| !node.pinned)?;
            measure::mass(node.role)
        }),
        LinkEnd::Disc(disc) => {
            let is_moved = |disc: &&crate::level::Disc| matches!(disc.motion, Motion::Dynamic);
            level.discs.get(disc).filter(is_moved).map(|disc| disc.mass)
        }
        LinkEnd::Point(_) => None,
    };
    mass.map_or(0.0, f64::recip)
}

/// Indices of the links of a finding that still exist.
pub fn of_finding(level: &Level, finding: &Finding) -> Vec<usize> {
    let links = finding.places.iter().filter_map(|place| match place {
        Place::Link(link) => Some(*link),
        _ => None,
    });
    links.filter(|&link| link < level.links.len()).collect()
}

/// Which bodies and discs collide, by their filters and by links that exclude contacts.
pub struct CollidingPairs<'a> {
    level: &'a Level,
    /// Pairs of bodies, the lower index first.
    bodies: BTreeSet<[usize; 2]>,
    /// Pairs of a disc and a body.
    discs: BTreeSet<[usize; 2]>,
}

impl<'a> CollidingPairs<'a> {
    /// The pairs of a level.
    pub fn of(level: &'a Level) -> Self {
        let (mut bodies, mut discs) = (BTreeSet::new(), BTreeSet::new());
        for link in level.links.iter().filter(|link| !link.collide) {
            match (link.a, link.b) {
                (LinkEnd::Node([a, _]), LinkEnd::Node([b, _])) => drop(bodies.insert([a.min(b), a.max(b)])),
                (LinkEnd::Node([body, _]), LinkEnd::Disc(disc)) | (LinkEnd::Disc(disc), LinkEnd::Node([body, _])) => {
                    discs.insert([disc, body]);
                }
                _ => {}
            }
        }
        Self { level, bodies, discs }
    }

    /// True if two bodies collide.
    pub fn bodies(&self, a: usize, b: usize) -> bool {
        let filters = [a, b].map(|body| &self.level.bodies[body].collision);
        filters[0].collides(filters[1]) && !self.bodies.contains(&[a.min(b), a.max(b)])
    }

    /// True if a disc and a body collide.
    pub fn disc_and_body(&self, disc: usize, body: usize) -> bool {
        self.level.discs[disc].collision.collides(&self.level.bodies[body].collision)
            && !self.discs.contains(&[disc, body])
    }
}
