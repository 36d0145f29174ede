//! Kinds of parts that a reduction counts and removes.

use crate::level::{Level, Place};
use serde::{Deserialize, Serialize};
use std::ops::Range;

/// Number of parts in a level.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Size {
    /// Bodies.
    pub bodies: usize,
    /// Their nodes.
    pub nodes: usize,
    /// Springs.
    pub springs: usize,
    /// Sticks.
    pub sticks: usize,
    /// Hull edges.
    pub hull_edges: usize,
    /// Triangles.
    pub triangles: usize,
    /// Discs.
    pub discs: usize,
    /// Obstacles.
    pub obstacles: usize,
    /// Links.
    pub links: usize,
    /// Markers.
    pub markers: usize,
}

impl Size {
    /// Counts the parts of a level.
    pub fn of(level: &Level) -> Self {
        let sum = |count: fn(&crate::level::Body) -> usize| level.bodies.iter().map(count).sum();
        Self {
            bodies: level.bodies.len(),
            nodes: sum(|body| body.nodes.len()),
            springs: sum(|body| body.springs.len()),
            sticks: sum(|body| body.sticks.len()),
            hull_edges: sum(|body| body.hull.len()),
            triangles: sum(|body| body.triangles.len()),
            discs: level.discs.len(),
            obstacles: level.obstacles.len(),
            links: level.links.len(),
            markers: level.markers.len(),
        }
    }

    /// The numbers with their names.
    pub fn rows(&self) -> [(&'static str, usize); 10] {
        [
            ("bodies", self.bodies),
            ("nodes", self.nodes),
            ("springs", self.springs),
            ("sticks", self.sticks),
            ("hull edges", self.hull_edges),
            ("triangles", self.triangles),
            ("discs", self.discs),
            ("obstacles", self.obstacles),
            ("links", self.links),
            ("markers", self.markers),
        ]
    }
}

/// A kind of parts: its name, and its places in a level.
pub(super) type PartKind = (&'static str, fn(&Level) -> Vec<Place>);

/// Kinds of parts in the order of removal: those with the most dependent parts first.
pub(super) const KINDS: [PartKind; 8] = [
    ("bodies", |level| (0..level.bodies.len()).map(Place::Body).collect()),
    ("discs", |level| (0..level.discs.len()).map(Place::Disc).collect()),
    ("obstacles", |level| (0..level.obstacles.len()).map(Place::Obstacle).collect()),
    ("nodes", |level| items(level, |body| body.nodes.len(), Place::Node)),
    ("triangles", |level| items(level, |body| body.triangles.len(), Place::Triangle)),
    ("hull edges", |level| items(level, |body| body.hull.len(), Place::HullEdge)),
    ("springs", |level| items(level, |body| body.springs.len(), Place::Spring)),
    ("sticks", |level| items(level, |body| body.sticks.len(), Place::Stick)),
];

/// A list of parts that can be removed alone. Conditions name them by name, if at all.
#[derive(Clone, Copy)]
pub(super) struct PlainList {
    pub name: &'static str,
    pub count: fn(&Level) -> usize,
    /// Removes the items of a range, which may end beyond the list.
    pub remove: fn(&mut Level, Range<usize>),
}

/// Lists in the order of removal, after [`KINDS`].
pub(super) const LISTS: [PlainList; 2] = [
    PlainList {
        name: "links",
        count: |level| level.links.len(),
        remove: |level, range| cut_out(&mut level.links, range),
    },
    PlainList {
        name: "markers",
        count: |level| level.markers.len(),
        remove: |level, range| cut_out(&mut level.markers, range),
    },
];

fn cut_out<T>(items: &mut Vec<T>, range: Range<usize>) {
    let end = range.end.min(items.len());
    items.drain(range.start.min(end)..end);
}

fn items(level: &Level, count: fn(&crate::level::Body) -> usize, place: fn(usize, usize) -> Place) -> Vec<Place> {
    let bodies = level.bodies.iter().enumerate();
    bodies.flat_map(|(index, body)| (0..count(body)).map(move |item| place(index, item))).collect()
}
