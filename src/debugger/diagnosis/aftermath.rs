//! Whether what was found between two bodies did harm: whether they lie in one another afterwards.
//!
//! Must never know: what was found.

use super::support::hull;
use crate::engine::World;
use crate::geometry::{Aabb, DVec2, polygon};
use std::collections::BTreeMap;

/// Two bodies that lie in one another by this part of the smaller one have slid into each other: what is pressed together
/// at rest, or dented by a blow, does not come near to that.
pub(super) const DEEP: f64 = 0.1;

/// Points that are looked at along each side of the box in which both are.
const POINTS: usize = 24;

/// The pairs of bodies that something happened to.
#[derive(Clone, Debug, Default)]
pub(super) struct Aftermath {
    /// Whether each pair was seen to lie in one another since.
    pairs: BTreeMap<[usize; 2], bool>,
}

impl Aftermath {
    /// Something happened between two bodies.
    pub fn expect(&mut self, bodies: [usize; 2]) {
        self.pairs.entry(bodies).or_insert(false);
    }

    /// Looks at all pairs of which nothing is known yet.
    pub fn look(&mut self, world: &World) {
        for (&[first, second], is_deep) in self.pairs.iter_mut().filter(|(_, is_deep)| !**is_deep) {
            *is_deep = overlap(world, first, second) >= DEEP;
        }
    }

    /// Whether they were seen to lie in one another.
    pub fn is_deep(&self, bodies: [usize; 2]) -> bool {
        self.pairs.get(&bodies).copied().unwrap_or_default()
    }
}

/// Which part of the smaller of two bodies lies in the other one, by looking at a grid of points.
fn overlap(world: &World, first: usize, second: usize) -> f64 {
    let (layout, state) = (world.layout(), world.state());
    let [a, b] = [first, second].map(|body| world.hull_box(body));
    let common = Aabb { min: a.min.max(b.min), max: a.max.min(b.max) };
    if common.is_empty() || !common.is_finite() {
        return 0.0;
    }
    let areas = [first, second].map(|body| {
        let origin = world.hull_box(body).center();
        0.5 * polygon::doubled_area_of_edges(hull(layout, state, body), origin).abs()
    });
    let size = common.size();
    let at = |index: usize, extent: f64| (index as f64 + 0.5) / POINTS as f64 * extent;
    let inside = (0..POINTS * POINTS).filter(|index| {
        let point = common.min + DVec2::new(at(index % POINTS, size.x), at(index / POINTS, size.y));
        [first, second].into_iter().all(|body| polygon::contains(hull(layout, state, body), point))
    });
    let area = inside.count() as f64 / (POINTS * POINTS) as f64 * size.x * size.y;
    let smaller = areas[0].min(areas[1]);
    if smaller > 0.0 { area / smaller } else { 0.0 }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Level, Node};

    fn square(x: f64, side: f64) -> Body {
        let at = [[x, 0.0], [x + side, 0.0], [x + side, side], [x, side]];
        Body {
            nodes: at.into_iter().map(Node::at).collect(),
            hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
            ..Body::default()
        }
    }

    #[test]
    fn squares_overlap_by_what_they_have_in_common() {
        // A strip of 0.5 by 1 of the smaller one's 1 by 1; none of one that is 3 away.
        let bodies = vec![square(0.0, 2.0), square(1.5, 1.0), square(5.0, 1.0)];
        let world = World::new(&Level { bodies, ..Level::default() }).unwrap();
        assert_eq!(overlap(&world, 0, 1), 0.5);
        assert_eq!(overlap(&world, 1, 0), 0.5);
        assert_eq!(overlap(&world, 0, 2), 0.0);
        let mut aftermath = Aftermath::default();
        aftermath.expect([0, 1]);
        aftermath.expect([0, 2]);
        aftermath.look(&world);
        assert!(aftermath.is_deep([0, 1]) && !aftermath.is_deep([0, 2]) && !aftermath.is_deep([1, 2]));
    }
}
