//! Interprets clicks and drags of the select tool.
//!
//! Outside a body, a click selects the body, a second click the part under the pointer, and a drag moves whole bodies.
//! A double click, or a click with Ctrl, enters the body: then clicks select its parts and drags move them. A click
//! elsewhere leaves the body.

use super::Pointer;
use crate::editor::actions::Action;
use crate::editor::stage::Stage;
use crate::editor::stage::pick;
use crate::geometry::DVec2;
use crate::level::{Level, Place};
use egui::Modifiers;

/// Result of a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clicked {
    /// Selected place.
    pub place: Option<Place>,
    /// Entered body.
    pub entered: Option<usize>,
}

/// The body of a part; a disc or obstacle itself.
fn whole_body(place: Place) -> Place {
    place.body().map_or(place, Place::Body)
}

fn is_part(place: Place) -> bool {
    whole_body(place) != place
}

/// The part of the entered body at a point, in preference to other parts; else the topmost part.
fn under(stage: &Stage, at: DVec2) -> Option<Place> {
    let over = pick::pick(stage, at)?;
    let is_own = |place: &Place| place.body().is_some() && place.body() == stage.entered;
    if stage.entered.is_none() || is_own(&over) {
        return Some(over);
    }
    Some(pick::all(stage, at).into_iter().find(is_own).unwrap_or(over))
}

/// The part that a drag moves; `None`: it draws an area. `is_deep`: the part itself instead of its body.
pub fn grabbed(stage: &Stage, at: DVec2, is_deep: bool) -> Option<Place> {
    let over = under(stage, at)?;
    if is_deep {
        return Some(over);
    }
    if stage.entered.is_some() && over.body() == stage.entered {
        return is_part(over).then_some(over);
    }
    // Selected parts can be dragged even where other parts cover them.
    let is_selected =
        |place: &Place| stage.selection.contains(place) || place.body().is_some_and(|body| is_in_hand(stage, body));
    let selected = || pick::all(stage, at).into_iter().map(whole_body).find(is_selected);
    selected().or(Some(whole_body(over)))
}

/// True if a body or one of its parts is the whole selection.
fn is_in_hand(stage: &Stage, body: usize) -> bool {
    matches!(stage.selection[..], [place] if place.body() == Some(body))
}

/// Interprets a click.
pub fn clicked(stage: &Stage, at: DVec2, held: Modifiers, is_double: bool) -> Clicked {
    let Some(over) = under(stage, at) else {
        return Clicked { place: None, entered: None };
    };
    if held.command {
        let place = below(stage, at).unwrap_or(over);
        return Clicked { place: Some(place), entered: place.body().filter(|_| is_part(place)) };
    }
    if is_double {
        return Clicked { place: Some(over), entered: over.body() };
    }
    Clicked {
        place: Some(plain(stage, over, held.shift)),
        entered: stage.entered.filter(|_| over.body() == stage.entered),
    }
}

/// The place that a click without Ctrl selects.
fn plain(stage: &Stage, over: Place, adds: bool) -> Place {
    match over.body() {
        Some(body) if stage.entered == Some(body) => over,
        // The second click on a body selects the part.
        Some(body) if !adds && is_in_hand(stage, body) => over,
        _ => whole_body(over),
    }
}

/// The place that a click would select now.
pub fn meant(stage: &Stage, pointer: &Pointer) -> Option<Place> {
    let over = pointer.over?;
    if pointer.modifiers.command { Some(over) } else { Some(plain(stage, over, pointer.modifiers.shift)) }
}

/// The next part at a point below the selected one.
fn below(stage: &Stage, at: DVec2) -> Option<Place> {
    let all = pick::all(stage, at);
    let known = all.iter().position(|place| stage.selection.contains(place));
    let next = known.map_or(0, |known| (known + 1) % all.len());
    all.get(next).copied()
}

/// Enters the body of a dragged part, or leaves the entered body.
pub fn enter_for(stage: &Stage, place: Place, out: &mut Vec<Action>) {
    let entered = place.body().filter(|_| is_part(place));
    if entered != stage.entered {
        out.push(Action::Enter(entered));
    }
}

/// Parts that move with these places: links and triangles move their nodes.
pub fn ends(level: &Level, places: &[Place]) -> Vec<Place> {
    let nodes = |place: Place| -> Option<Vec<Place>> {
        let index = place.body()?;
        let body = level.bodies.get(index)?;
        let nodes = match place {
            Place::Spring(_, i) => body.springs.get(i).map(|spring| vec![spring.a, spring.b]),
            Place::Stick(_, i) => body.sticks.get(i).map(|stick| vec![stick.a, stick.b]),
            Place::HullEdge(_, i) => body.hull.get(i).map(|edge| edge.to_vec()),
            Place::Triangle(_, i) => body.triangles.get(i).map(|corners| corners.to_vec()),
            _ => None,
        }?;
        Some(nodes.into_iter().map(|node| Place::Node(index, node)).collect())
    };
    let all = places.iter().flat_map(|&place| nodes(place).unwrap_or_else(|| vec![place]));
    // Without duplicates, because neighbouring links share nodes.
    crate::editor::selection::Selection::from(all.collect::<Vec<_>>()).to_vec()
}
