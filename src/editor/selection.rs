//! The selected parts, in order of selection.

use crate::level::{Level, Place};
use std::collections::{BTreeMap, HashSet};
use std::ops::Deref;

/// A list of places without duplicates; membership tests take constant time.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    places: Vec<Place>,
    /// The same places as a set; never iterated, because its order is unspecified.
    known: HashSet<Place>,
}

/// Selections of the states of a document, as they were when each state was left.
#[derive(Clone, Debug, Default)]
pub struct LeftSelections(BTreeMap<u64, Selection>);

/// Number of selections from which those of states that no longer exist are dropped.
const MANY: usize = 200;

impl LeftSelections {
    /// Keeps the selection of a state that is left; `exists` tests other states.
    pub fn leave(&mut self, state: u64, selection: Selection, exists: impl Fn(u64) -> bool) {
        if self.0.len() >= MANY {
            self.0.retain(|&state, _| exists(state));
        }
        self.0.insert(state, selection);
    }

    /// The selection with which a state was left.
    pub fn of(&self, state: u64) -> Option<&Selection> {
        self.0.get(&state)
    }
}

impl From<Vec<Place>> for Selection {
    fn from(places: Vec<Place>) -> Self {
        let mut known = HashSet::with_capacity(places.len());
        let places = places.into_iter().filter(|&place| known.insert(place)).collect();
        Self { places, known }
    }
}

impl Deref for Selection {
    type Target = [Place];

    fn deref(&self) -> &[Place] {
        &self.places
    }
}

impl<const N: usize> PartialEq<[Place; N]> for Selection {
    fn eq(&self, other: &[Place; N]) -> bool {
        self.places == other
    }
}

impl PartialEq<Vec<Place>> for Selection {
    fn eq(&self, other: &Vec<Place>) -> bool {
        self.places == *other
    }
}

impl Selection {
    /// True if a place is selected.
    pub fn contains(&self, place: &Place) -> bool {
        self.known.contains(place)
    }

    /// Adds places that are not yet selected.
    pub fn extend(&mut self, places: impl IntoIterator<Item = Place>) {
        for place in places {
            if self.known.insert(place) {
                self.places.push(place);
            }
        }
    }

    /// Keeps the places for which `keeps` returns true.
    pub fn retain(&mut self, keeps: impl Fn(Place) -> bool) {
        let known = &mut self.known;
        self.places.retain(|&place| {
            let is_kept = keeps(place);
            if !is_kept {
                known.remove(&place);
            }
            is_kept
        });
    }

    /// Deselects everything.
    pub fn clear(&mut self) {
        (self.places, self.known) = Default::default();
    }

    /// Toggles each of these places.
    pub fn toggled(&self, places: &[Place]) -> Self {
        let mut new = self.clone();
        let (out, into): (Vec<_>, Vec<_>) = places.iter().partition(|place| self.contains(place));
        let out: HashSet<Place> = out.into_iter().collect();
        new.retain(|place| !out.contains(&place));
        new.extend(into);
        new
    }

    /// All bodies, discs, obstacles, markers and instances.
    pub fn everything(level: &Level) -> Self {
        let bodies = (0..level.bodies.len()).map(Place::Body);
        let discs = (0..level.discs.len()).map(Place::Disc);
        let obstacles = (0..level.obstacles.len()).map(Place::Obstacle);
        let markers = (0..level.markers.len()).map(Place::Marker);
        let instances = (0..level.instances.len()).map(Place::Instance);
        bodies.chain(discs).chain(obstacles).chain(markers).chain(instances).collect::<Vec<_>>().into()
    }

    /// Inverts the selection: among the nodes of the same bodies if only nodes are selected, else among all bodies,
    /// discs, obstacles and markers.
    pub fn inverted(&self, level: &Level) -> Self {
        let is_of_nodes = !self.is_empty() && self.iter().all(|place| matches!(place, Place::Node(..)));
        if !is_of_nodes {
            let mut rest = Self::everything(level);
            rest.retain(|place| !self.contains(&place));
            return rest;
        }
        let mut bodies: Vec<usize> = self.iter().filter_map(|place| place.body()).collect();
        bodies.sort_unstable();
        bodies.dedup();
        let nodes = |body: usize| {
            let count = level.bodies.get(body).map_or(0, |body| body.nodes.len());
            (0..count).map(move |node| Place::Node(body, node))
        };
        bodies.into_iter().flat_map(nodes).filter(|place| !self.contains(place)).collect::<Vec<_>>().into()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Node};

    fn level() -> Level {
        let body = Body { nodes: vec![Node::at([0.0, 0.0]); 3], ..Body::default() };
        Level { bodies: vec![body.clone(), body], ..Level::default() }
    }

    #[test]
    fn selection_has_no_duplicates_and_toggling_removes() {
        let selection = Selection::from(vec![Place::Node(0, 1), Place::Body(1), Place::Node(0, 1)]);
        assert_eq!(selection, [Place::Node(0, 1), Place::Body(1)]);
        let toggled = selection.toggled(&[Place::Node(0, 1), Place::Node(0, 2)]);
        assert_eq!(toggled, [Place::Body(1), Place::Node(0, 2)]);
        assert!(!toggled.contains(&Place::Node(0, 1)) && toggled.contains(&Place::Node(0, 2)));
    }

    #[test]
    fn inverted_selects_the_others_of_the_same_kind() {
        let nodes = Selection::from(vec![Place::Node(1, 1)]);
        assert_eq!(nodes.inverted(&level()), [Place::Node(1, 0), Place::Node(1, 2)]);
        assert_eq!(Selection::from(vec![Place::Body(0)]).inverted(&level()), [Place::Body(1)]);
        assert_eq!(Selection::default().inverted(&level()), [Place::Body(0), Place::Body(1)]);
    }
}
