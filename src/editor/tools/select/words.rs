//! Hints of the select tool.

use super::meaning::meant;
use super::{Pointer, can_move};
use crate::debugger::diagnosis::part_title;
use crate::editor::stage::Stage;
use crate::level::{Level, Place};

/// Text of a part for labels and hints.
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
        Place::Link(i) => format!("link {i}"),
        Place::Marker(i) => format!("marker {i}"),
        Place::Instance(i) => format!("instance {i}"),
    }
}

/// The same by its own name if it has one.
pub fn titled(level: &Level, place: Place) -> String {
    let is_named = place == place.owner() && !matches!(place, Place::Level | Place::World);
    if is_named { part_title(level, place) } else { describe(place) }
}

/// The title of the only part, or the number of parts: `jelly`, `5 nodes`.
pub fn counted(level: &Level, places: &[Place], many: &str) -> String {
    match places {
        [place] => titled(level, *place),
        _ => format!("{} {many}", places.len()),
    }
}

/// The refusal of an edit whose part was deleted meanwhile.
pub fn gone(place: Place) -> String {
    format!("{} no longer exists", describe(place))
}

/// Hint while no button is pressed.
pub fn hint(stage: &Stage, pointer: &Pointer) -> String {
    match meant(stage, pointer) {
        Some(place) => over_part(stage, pointer, place),
        None => on_empty(stage, pointer).to_owned(),
    }
}

/// Hint over a part; `place` is what a click selects.
fn over_part(stage: &Stage, pointer: &Pointer, place: Place) -> String {
    let (held, moves) = (pointer.modifiers, can_move(stage));
    let name = titled(stage.level, place);
    let is_body = matches!(place, Place::Body(_));
    let is_inside = stage.entered.is_some() && place.body() == stage.entered;
    if held.shift {
        return format!("{name}: click to add or remove it; drag a box to add");
    }
    if held.command {
        let drag = if moves { ", drag to move it alone" } else { "" };
        return format!("{name}: click to enter its body and select it, again for the part below{drag}");
    }
    if held.alt && moves {
        return format!("{name}: drag to move a copy");
    }
    if !moves {
        let click = if is_body { "again for a part, double click to enter, " } else { "" };
        return format!("{name}: click to select, {click}drag to pull; edit the level at frame 0 (Home)");
    }
    match place.body() {
        Some(_) if is_inside && is_body => {
            "Drag a box to select nodes; Esc or a click outside leaves the body".to_owned()
        }
        Some(_) if is_inside => format!("{name}: click to select, drag to move; Shift adds, Esc leaves the body"),
        Some(_) if is_body => format!(
            "{name}: click to select, drag to move; double click to enter, Ctrl acts on its parts, Alt+drag copies"
        ),
        Some(body) => format!(
            "{name}: click to inspect it, drag to move the whole {}; double click or Ctrl to move it alone",
            stage.level.body_title(body)
        ),
        None if matches!(place, Place::Link(_)) => {
            format!("{name}: click to select, drag to move its fixed end, Shift adds, Ctrl selects the part below")
        }
        None => {
            format!("{name}: click to select, drag to move, Alt+drag copies, Shift adds, Ctrl selects the part below")
        }
    }
}

fn on_empty(stage: &Stage, pointer: &Pointer) -> &'static str {
    let held = pointer.modifiers;
    if held.alt {
        "Drag to draw the other area shape, lasso or box"
    } else if held.shift {
        "Drag a box to add to the selection"
    } else if held.command {
        "Drag a box to remove from the selection"
    } else if stage.entered.is_some() {
        "Drag a box to select nodes; Esc or a click here leaves the body"
    } else if !stage.selection.is_empty() && can_move(stage) {
        "Drag a box to select; Alt+arrows nudge the selection, with Shift ten times as far"
    } else {
        "Click to select; drag right to select parts inside, left also those touched; Alt: lasso"
    }
}
