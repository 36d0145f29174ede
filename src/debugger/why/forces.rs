//! The forces on a node as a list for display: source, order, length of the bar.

use crate::engine::forces::sources::{ForceList, Source, SourceForce};
use crate::level::Place;
use std::cmp::Ordering;

/// Order of a list of forces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The largest first.
    #[default]
    Size,
    /// In the order in which the step adds them: by kind, then by the level file.
    File,
}

/// The rows in order; equal forces keep the order of the step.
pub fn sorted(list: &ForceList, order: Order) -> Vec<&SourceForce> {
    let mut rows: Vec<&SourceForce> = list.rows.iter().collect();
    if order == Order::Size {
        let size = |row: &SourceForce| row.force.length();
        rows.sort_by(|a, b| size(b).partial_cmp(&size(a)).unwrap_or(Ordering::Equal));
    }
    rows
}

/// Magnitude of the largest force of a list, total included: the length of a full bar. 0 for an empty list.
pub fn bars(list: &ForceList) -> f64 {
    let lengths = list.rows.iter().map(|row| row.force.length()).chain([list.total.length()]);
    lengths.filter(|length| length.is_finite()).fold(0.0, f64::max)
}

/// Description of the source of a force; `body` returns the title of a body.
pub fn source_words(source: Source, body: impl Fn(usize) -> String) -> String {
    match source {
        Source::Spring { spring, other } => format!("spring {spring} to node {other}"),
        Source::Link { link } => format!("link {link}"),
        Source::Gas { edge } => format!("gas on edge {edge}"),
        Source::Decor { body: decor, edge } => format!("{}, edge {edge}", body(decor)),
        Source::Whole(force) => force.noun.to_owned(),
    }
}

/// The part of the level that exerts a force on a node of `body`. None if it is not a part.
pub fn source_place(body: usize, source: Source) -> Option<Place> {
    match source {
        Source::Spring { spring, .. } => Some(Place::Spring(body, spring)),
        Source::Link { link } => Some(Place::Link(link)),
        Source::Gas { edge } => Some(Place::HullEdge(body, edge)),
        Source::Decor { body, edge } => Some(Place::HullEdge(body, edge)),
        Source::Whole(_) => None,
    }
}
