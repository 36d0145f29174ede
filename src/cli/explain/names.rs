//! Names of a level's parts in reports: the place in the file, and the display name.

use crate::cli::tables::vector;
use crate::engine::trace::DiscImpact;
use crate::level::{Level, LinkEnd, ObstacleShape, Place};

/// Names of a level's parts.
#[derive(Clone, Copy)]
pub(in crate::cli) struct Names<'a>(pub &'a Level);

impl Names<'_> {
    /// `bodies[0] "left square"`
    pub fn body(self, body: usize) -> String {
        with_name(Place::Body(body), self.0.bodies.get(body).map(|body| body.name.as_str()))
    }

    /// `node 3 of bodies[0] "left square"`
    pub fn node(self, body: usize, node: usize) -> String {
        format!("node {node} of {}", self.body(body))
    }

    /// `discs[0] "cue"`
    pub fn disc(self, disc: usize) -> String {
        with_name(Place::Disc(disc), self.0.discs.get(disc).map(|disc| disc.name.as_str()))
    }

    /// `segment obstacles[0] "floor"`
    pub fn obstacle(self, obstacle: usize) -> String {
        let Some(found) = self.0.obstacles.get(obstacle) else { return Place::Obstacle(obstacle).to_string() };
        let shape = match found.shape {
            ObstacleShape::Segment(..) => "segment",
            ObstacleShape::Line(..) => "line",
            ObstacleShape::Circle { .. } => "circle",
        };
        format!("{shape} {}", with_name(Place::Obstacle(obstacle), Some(&found.name)))
    }

    /// `links[0] "rope"`, with the id in the place of a name.
    pub fn link(self, link: usize) -> String {
        with_name(Place::Link(link), self.0.links.get(link).map(|link| link.id.as_str()))
    }

    /// `node 3 of bodies[0] "left square"`, `discs[0]`, or the coordinates of a fixed point.
    pub fn link_end(self, end: LinkEnd) -> String {
        match end {
            LinkEnd::Node([body, node]) => self.node(body, node),
            LinkEnd::Disc(disc) => self.disc(disc),
            LinkEnd::Point(point) => vector(point.into()),
        }
    }

    /// The target of a disc impact.
    pub fn met(self, kind: DiscImpact, other: usize) -> String {
        match kind {
            DiscImpact::Disc => self.disc(other),
            DiscImpact::Line | DiscImpact::Segment | DiscImpact::Circle => self.obstacle(other),
            DiscImpact::Hull => format!("hull of {}", self.body(other)),
        }
    }

    /// A node or a disc.
    pub fn place(self, place: Place) -> String {
        match place {
            Place::Node(body, node) => self.node(body, node),
            Place::Disc(disc) => self.disc(disc),
            Place::Body(body) => self.body(body),
            Place::Obstacle(obstacle) => self.obstacle(obstacle),
            _ => place.to_string(),
        }
    }
}

fn with_name(place: Place, name: Option<&str>) -> String {
    match name {
        Some("") | None => place.to_string(),
        Some(name) => format!("{place} \"{name}\""),
    }
}
