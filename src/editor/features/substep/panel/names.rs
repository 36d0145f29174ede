//! Names of parts in lists: the name, else kind and index.

use crate::debugger::diagnosis::who;
use crate::engine::trace::DiscImpact;
use crate::level::{Level, ObstacleShape, Place};

fn or(name: Option<&str>, kind: &str, index: usize) -> String {
    match name {
        Some("") | None => format!("{kind} {index}"),
        Some(name) => name.to_owned(),
    }
}

pub fn body(level: &Level, body: usize) -> String {
    or(level.bodies.get(body).map(|body| body.name.as_str()), "body", body)
}

/// Name of a part of a body.
pub fn part(level: &Level, owner: usize, index: usize) -> String {
    format!("{} · {index}", body(level, owner))
}

pub fn disc(level: &Level, disc: usize) -> String {
    or(level.discs.get(disc).map(|disc| disc.name.as_str()), "disc", disc)
}

pub fn obstacle(level: &Level, obstacle: usize) -> String {
    let found = level.obstacles.get(obstacle);
    let kind = match found.map(|obstacle| obstacle.shape) {
        Some(ObstacleShape::Segment(..)) => "segment",
        Some(ObstacleShape::Line(..)) => "line",
        Some(ObstacleShape::Circle { .. }) => "circle",
        None => "obstacle",
    };
    or(found.map(|obstacle| obstacle.name.as_str()), kind, obstacle)
}

/// Name and place of the partner of a disc impact.
pub fn met(level: &Level, kind: DiscImpact, other: usize) -> (String, Place) {
    match kind {
        DiscImpact::Disc => (disc(level, other), Place::Disc(other)),
        DiscImpact::Line | DiscImpact::Segment | DiscImpact::Circle => (obstacle(level, other), Place::Obstacle(other)),
        DiscImpact::Hull => (body(level, other), Place::Body(other)),
    }
}

/// Name of a part.
pub fn place(level: &Level, place: Place) -> String {
    match place {
        Place::Node(owner, node) => part(level, owner, node),
        Place::Body(index) => body(level, index),
        Place::Obstacle(index) => obstacle(level, index),
        Place::Disc(index) => disc(level, index),
        _ => who(level, place),
    }
}
