//! What a click and a drag mean: a body as a whole from outside, its parts from inside or with Ctrl.
//!
//! Outside, a click selects the body under the pointer, and another one on it the part there, to be inspected; a drag
//! moves whole bodies only. A double click, or Ctrl and a click, goes inside the body: from then on clicks pick its
//! parts and drags move them. A click on anything else leaves it.

use super::Pointer;
use crate::editor::actions::Action;
use crate::editor::canvas::{Stage, pick};
use crate::geometry::DVec2;
use crate::level::{Level, Place};
use egui::Modifiers;

/// What a click selects, and the body that one is inside of afterwards.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clicked {
    /// What is selected.
    pub place: Option<Place>,
    /// Inside of which body.
    pub entered: Option<usize>,
}

/// A part by its whole body; a disc or an obstacle by itself.
fn whole(place: Place) -> Place {
    place.body().map_or(place, Place::Body)
}

fn is_part(place: Place) -> bool {
    whole(place) != place
}

/// The part of the entered body under a point, which lies in front of what is not of that body; else what is there.
fn under(stage: &Stage, at: DVec2) -> Option<Place> {
    let over = pick::pick(stage, at)?;
    let is_own = |place: &Place| place.body().is_some() && place.body() == stage.entered;
    if stage.entered.is_none() || is_own(&over) {
        return Some(over);
    }
    Some(pick::all(stage, at).into_iter().find(is_own).unwrap_or(over))
}

/// What a drag from a point moves; none: it draws an area. `is_deep`: the part itself, wherever one is.
pub fn grabbed(stage: &Stage, at: DVec2, is_deep: bool) -> Option<Place> {
    let over = under(stage, at)?;
    if is_deep {
        return Some(over);
    }
    if stage.entered.is_some() && over.body() == stage.entered {
        return is_part(over).then_some(over);
    }
    // What is selected is moved wherever it is seized, also where something else lies over it.
    let is_selected =
        |place: &Place| stage.selection.contains(place) || place.body().is_some_and(|body| is_in_hand(stage, body));
    let selected = || pick::all(stage, at).into_iter().map(whole).find(is_selected);
    selected().or(Some(whole(over)))
}

/// Whether a body, or a part of it to be inspected, is all that is selected.
fn is_in_hand(stage: &Stage, body: usize) -> bool {
    matches!(stage.selection[..], [place] if place.body() == Some(body))
}

/// What a click at a point means.
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

/// What a click without Ctrl selects of what is under the pointer.
fn plain(stage: &Stage, over: Place, adds: bool) -> Place {
    match over.body() {
        Some(body) if stage.entered == Some(body) => over,
        // The second click on a body: what is there, to be inspected.
        Some(body) if !adds && is_in_hand(stage, body) => over,
        _ => whole(over),
    }
}

/// What a click would select where the pointer is.
pub fn meant(stage: &Stage, pointer: &Pointer) -> Option<Place> {
    let over = pointer.over?;
    if pointer.modifiers.command { Some(over) } else { Some(plain(stage, over, pointer.modifiers.shift)) }
}

/// The next part under a point after the one that is selected.
fn below(stage: &Stage, at: DVec2) -> Option<Place> {
    let all = pick::all(stage, at);
    let known = all.iter().position(|place| stage.selection.contains(place));
    let next = known.map_or(0, |known| (known + 1) % all.len());
    all.get(next).copied()
}

/// Goes inside the body of a part that is dragged, or leaves the body where something else is.
pub fn enter_for(stage: &Stage, place: Place, out: &mut Vec<Action>) {
    let entered = place.body().filter(|_| is_part(place));
    if entered != stage.entered {
        out.push(Action::Enter(entered));
    }
}

/// What moves with places: of links and triangles their nodes.
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
    // In the order of the selection, each once: neighbouring links share a node.
    crate::editor::selection::Selection::from(all.collect::<Vec<_>>()).to_vec()
}
