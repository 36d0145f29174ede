//! Names of parts in lists: the name, else kind and index. Functions with [`PartNames`] are for lists of many parts;
//! [`body`] and [`part`] compare the names of all bodies.

use crate::debugger::diagnosis::part_title;
use crate::debugger::run::journal::PartNames;
use crate::engine::trace::DiscImpact;
use crate::level::{Level, ObstacleShape, Place};

fn or(name: Option<&str>, kind: &str, index: usize) -> String {
    match name {
        Some("") | None => format!("{kind} {index}"),
        Some(name) => name.to_owned(),
    }
}

pub fn body(level: &Level, body: usize) -> String {
    level.body_title(body)
}

/// Name of a part of a body.
pub fn part(level: &Level, owner: usize, index: usize) -> String {
    format!("{} · {index}", body(level, owner))
}

/// As [`part`], for lists.
pub fn listed_part(names: &PartNames, owner: usize, index: usize) -> String {
    format!("{} · {index}", names.body(owner))
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
pub fn met(names: &PartNames, kind: DiscImpact, other: usize) -> (String, Place) {
    let level = names.level();
    match kind {
        DiscImpact::Disc => (disc(level, other), Place::Disc(other)),
        DiscImpact::Line | DiscImpact::Segment | DiscImpact::Circle => (obstacle(level, other), Place::Obstacle(other)),
        DiscImpact::Hull => (names.body(other), Place::Body(other)),
    }
}

/// Name of a part.
pub fn place(names: &PartNames, place: Place) -> String {
    let level = names.level();
    match place {
        Place::Node(owner, node) => listed_part(names, owner, node),
        Place::Body(index) => names.body(index),
        Place::Obstacle(index) => obstacle(level, index),
        Place::Disc(index) => disc(level, index),
        _ => part_title(level, place),
    }
}
