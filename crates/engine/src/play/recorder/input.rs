//! Inputs as data of a file.

use super::form::{RecordedHand, What};
use crate::engine::{Hand, Held, Layout, LinkStatus};
use crate::level::{Level, Link, LinkEnd, Place};
use crate::play::input::WorldInput;

impl WorldInput {
    /// The change as data of a file, where removed parts have no number. None if it changes nothing there.
    pub fn recorded(&self, layout: &Layout) -> Option<What> {
        let text = |place: &Place| dense(layout, *place).to_string();
        Some(match self {
            Self::Nudge(place, change) => What::Nudge { place: text(place), change: (*change).into() },
            Self::Velocity(place, velocity) => What::Velocity { place: text(place), velocity: (*velocity).into() },
            Self::Teleport(place, by) => What::Teleport { place: text(place), by: (*by).into() },
            Self::Pin(body, node, is_pinned) => {
                What::Set { path: format!("{}.pinned", text(&Place::Node(*body, *node))), value: (*is_pinned).into() }
            }
            Self::Hold(hands) => What::Hold(hands.iter().map(|hand| recorded_hand(layout, hand)).collect()),
            Self::Spawn(level) => What::Spawn(Box::new(Level::clone(level))),
            Self::Connect(link) => {
                What::Connect(Link { a: dense_end(layout, link.a), b: dense_end(layout, link.b), ..link.clone() })
            }
            Self::Switch(link, on) => What::Switch { link: dense_link(layout, *link), on: *on },
            Self::Remove(place) => What::Remove { place: text(place) },
            Self::Compact => return None,
        })
    }
}

/// Index of a body among those that were not removed.
fn dense_body(layout: &Layout, body: usize) -> usize {
    body - layout.removed_before(body)
}

fn dense_link(layout: &Layout, link: usize) -> usize {
    (0..link).filter(|&other| layout.links.status(other) != Some(LinkStatus::Removed)).count()
}

fn dense(layout: &Layout, place: Place) -> Place {
    match place {
        Place::Body(body) => Place::Body(dense_body(layout, body)),
        Place::Node(body, node) => Place::Node(dense_body(layout, body), node),
        Place::Link(link) => Place::Link(dense_link(layout, link)),
        other => other,
    }
}

fn dense_end(layout: &Layout, end: LinkEnd) -> LinkEnd {
    match end {
        LinkEnd::Node([body, node]) => LinkEnd::Node([dense_body(layout, body), node]),
        other => other,
    }
}

fn recorded_hand(layout: &Layout, hand: &Hand) -> RecordedHand {
    let mut hand = *hand;
    if let Held::Node(body, _) = &mut hand.held {
        *body = dense_body(layout, *body);
    }
    RecordedHand::of(&hand)
}
