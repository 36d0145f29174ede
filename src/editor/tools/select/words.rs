//! What the select tool says.
//!
//! Must never know: gestures.

use super::{Pointer, can_move};
use crate::editor::canvas::Stage;
use crate::level::Place;

/// A part in the words of labels and hints.
pub fn describe(place: Place) -> String {
    match place {
        Place::Level => "the level".to_owned(),
        Place::World => "the world".to_owned(),
        Place::Body(body) => format!("body {body}"),
        Place::Node(_, node) => format!("node {node}"),
        Place::Spring(_, i) => format!("spring {i}"),
        Place::Stick(_, i) => format!("stick {i}"),
        Place::HullEdge(_, i) => format!("hull edge {i}"),
        Place::Triangle(_, i) => format!("triangle {i}"),
        Place::Disc(i) => format!("disc {i}"),
        Place::Obstacle(i) => format!("obstacle {i}"),
    }
}

/// What mouse and modifiers would do now, while no button is down.
pub fn hint(stage: &Stage, pointer: &Pointer) -> String {
    let held = pointer.modifiers;
    let moves = can_move(stage);
    match pointer.over.map(describe) {
        Some(over) if held.shift => format!("{over}: click adds it or takes it away; drag draws a box that adds"),
        Some(over) if held.command => format!("{over}: click selects what lies under what is selected"),
        Some(over) if held.alt && moves => format!("{over}: drag moves a copy of it"),
        Some(over) if moves => {
            format!(
                "{over}: click selects, double click its body, drag moves, Alt+drag a copy, Shift adds, Ctrl goes deeper"
            )
        }
        Some(over) => format!("{over}: click selects, drag pulls; the level itself is moved at frame 0 (Home)"),
        None if held.alt => "Drag draws the other kind of area: lasso or box".to_owned(),
        None if held.shift => "Drag draws a box that adds to the selection".to_owned(),
        None if held.command => "Drag draws a box that takes away from the selection".to_owned(),
        None if !stage.selection.is_empty() && moves => {
            "Drag selects in a box; Alt+arrows nudge the selection, with Shift ten times as far".to_owned()
        }
        None => "Click selects; drag to the right selects what is inside, to the left what is touched, Alt: lasso"
            .to_owned(),
    }
}
