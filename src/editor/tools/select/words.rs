//! What the select tool says.

use super::meaning::meant;
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
    match meant(stage, pointer) {
        Some(place) => over(stage, pointer, place),
        None => nothing(stage, pointer).to_owned(),
    }
}

/// Over a part or a body: `place` is what a click selects.
fn over(stage: &Stage, pointer: &Pointer, place: Place) -> String {
    let (held, moves) = (pointer.modifiers, can_move(stage));
    let name = describe(place);
    let is_body = matches!(place, Place::Body(_));
    let is_inside = stage.entered.is_some() && place.body() == stage.entered;
    if held.shift {
        return format!("{name}: click adds it or takes it away; drag draws a box that adds");
    }
    if held.command {
        let drag = if moves { ", drag moves it alone" } else { "" };
        return format!("{name}: click goes inside its body and selects it, again what lies below{drag}");
    }
    if held.alt && moves {
        return format!("{name}: drag moves a copy of it");
    }
    if !moves {
        let click = if is_body { "again inspects a part, double click enters, " } else { "" };
        return format!("{name}: click selects, {click}drag pulls; the level itself is moved at frame 0 (Home)");
    }
    match place.body() {
        Some(_) if is_inside && is_body => {
            "Drag selects nodes in a box; Esc or a click outside leaves the body".to_owned()
        }
        Some(_) if is_inside => format!("{name}: click selects, drag moves it; Shift adds, Esc leaves the body"),
        Some(_) if is_body => format!(
            "{name}: click selects, drag moves it; double click enters it, Ctrl acts on its parts, Alt+drag copies"
        ),
        Some(body) => format!(
            "{name}: click inspects it, drag moves the whole body {body}; double click or Ctrl to move it alone"
        ),
        None => format!("{name}: click selects, drag moves, Alt+drag a copy, Shift adds, Ctrl goes deeper"),
    }
}

fn nothing(stage: &Stage, pointer: &Pointer) -> &'static str {
    let held = pointer.modifiers;
    if held.alt {
        "Drag draws the other kind of area: lasso or box"
    } else if held.shift {
        "Drag draws a box that adds to the selection"
    } else if held.command {
        "Drag draws a box that takes away from the selection"
    } else if stage.entered.is_some() {
        "Drag selects nodes in a box; Esc or a click here leaves the body"
    } else if !stage.selection.is_empty() && can_move(stage) {
        "Drag selects in a box; Alt+arrows nudge the selection, with Shift ten times as far"
    } else {
        "Click selects; drag to the right selects what is inside, to the left what is touched, Alt: lasso"
    }
}
