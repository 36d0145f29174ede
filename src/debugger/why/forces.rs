//! The forces on a node as a list for people: what each comes from, in which order, how long its bar is.

use crate::engine::forces::sources::{ForceList, Source, SourceForce};
use crate::level::Place;
use std::cmp::Ordering;

/// How a list of forces is ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// The largest first.
    #[default]
    Size,
    /// As the step adds them: by kind, within a kind by the level file.
    File,
}

/// The rows in order; equals stay in the order of the step.
pub fn sorted(list: &ForceList, order: Order) -> Vec<&SourceForce> {
    let mut rows: Vec<&SourceForce> = list.rows.iter().collect();
    if order == Order::Size {
        let size = |row: &SourceForce| row.force.length();
        rows.sort_by(|a, b| size(b).partial_cmp(&size(a)).unwrap_or(Ordering::Equal));
    }
    rows
}

/// Length of the longest force of a list, total included: what a full bar means. 0 for none.
pub fn bars(list: &ForceList) -> f64 {
    let lengths = list.rows.iter().map(|row| row.force.length()).chain([list.total.length()]);
    lengths.filter(|length| length.is_finite()).fold(0.0, f64::max)
}

/// What a force comes from, in words; `body` names the bodies.
pub fn source_words(source: Source, body: impl Fn(usize) -> String) -> String {
    match source {
        Source::Gravity => "weight".to_owned(),
        Source::Spring { spring, other } => format!("spring {spring} to node {other}"),
        Source::Gas { edge } => format!("gas on edge {edge}"),
        Source::Decor { body: decor, edge } => format!("{}, edge {edge}", body(decor)),
        Source::Hand => "hand".to_owned(),
    }
}

/// The part of the level that a force on a node of `body` comes from.
pub fn source_place(body: usize, source: Source) -> Option<Place> {
    match source {
        Source::Spring { spring, .. } => Some(Place::Spring(body, spring)),
        Source::Gas { edge } => Some(Place::HullEdge(body, edge)),
        Source::Decor { body, edge } => Some(Place::HullEdge(body, edge)),
        Source::Gravity | Source::Hand => None,
    }
}
