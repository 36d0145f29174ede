//! Whether what was found did harm: whether two bodies lie in one another afterwards, a triangle is still turned over.

use super::support::{hull, hull_area, shared_part};
use crate::engine::World;
use crate::geometry::{DVec2, polygon};
use std::collections::BTreeMap;

/// Two bodies that lie in one another by this part of the smaller one have slid into each other: what is pressed together
/// at rest, or dented by a blow, does not come near to that.
const DEEP: f64 = 0.1;

/// What something happened to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum HarmSubject {
    /// Two bodies, by number, ascending.
    Bodies([usize; 2]),
    /// A disc and a body.
    Disc(usize, usize),
    /// A body and a triangle of it.
    Triangle(usize, usize),
}

/// What something happened to, and whether it did harm.
#[derive(Clone, Debug, Default)]
pub(super) struct Aftermath {
    /// Whether harm was seen since.
    subjects: BTreeMap<HarmSubject, bool>,
}

impl Aftermath {
    /// Something happened to it.
    pub fn expect(&mut self, subject: HarmSubject) {
        self.subjects.entry(subject).or_insert(false);
    }

    /// Judges all subjects that are not known to be harmed.
    pub fn look(&mut self, world: &World) {
        for (&subject, is_harmed) in self.subjects.iter_mut().filter(|(_, is_harmed)| !**is_harmed) {
            *is_harmed = match subject {
                HarmSubject::Bodies(pair) => shared_part(world.layout(), world.state(), pair, DEEP) >= DEEP,
                HarmSubject::Disc(disc, body) => sink(world, disc, body) >= DEEP,
                HarmSubject::Triangle(body, triangle) => is_turned_over(world, body, triangle),
            };
        }
    }

    /// Whether harm was seen.
    pub fn is_harmed(&self, subject: HarmSubject) -> bool {
        self.subjects.get(&subject).copied().unwrap_or_default()
    }
}

fn is_turned_over(world: &World, body: usize, triangle: usize) -> bool {
    let layout = world.layout();
    let [a, b, c] =
        layout.triangles[layout.bodies[body].triangles.start + triangle].map(|node| world.position(node as usize));
    polygon::doubled_triangle_area(a, b, c) <= 0.0
}

/// How far the deepest point of a disc whose centre is inside a body lies below its hull, as a part of the side of a
/// square of its area: a particle has no area of its own that could lie in something. 0 for a centre outside.
fn sink(world: &World, disc: usize, body: usize) -> f64 {
    let (layout, state) = (world.layout(), world.state());
    let center = world.disc_position(disc);
    if !world.hull_box(body).contains(center) || !polygon::contains(hull(layout, state, body), center) {
        return 0.0;
    }
    let to_edge = |(a, b): (DVec2, DVec2)| polygon::distance_to_segment(center, a, b);
    let depth = hull(layout, state, body).map(to_edge).fold(f64::INFINITY, f64::min);
    let side = hull_area(layout, state, body).sqrt();
    if side > 0.0 { (depth + layout.discs.radius[disc]) / side } else { 0.0 }
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
    fn squares_share_what_they_have_in_common() {
        // A strip of 0.5 by 1 of the smaller one's 1 by 1; none of one that is 3 away.
        let bodies = vec![square(0.0, 2.0), square(1.5, 1.0), square(5.0, 1.0)];
        let world = World::new(&Level { bodies, ..Level::default() }).unwrap();
        let share = |pair, least| shared_part(world.layout(), world.state(), pair, least);
        assert_eq!([share([0, 1], DEEP), share([1, 0], DEEP), share([0, 2], DEEP)], [0.5, 0.5, 0.0]);
        // Their boxes share half of the smaller one.
        assert_eq!([share([0, 1], 0.5), share([0, 1], 0.51)], [0.5, 0.0]);
        let mut aftermath = Aftermath::default();
        let [touching, apart, unknown] = [[0, 1], [0, 2], [1, 2]].map(HarmSubject::Bodies);
        aftermath.expect(touching);
        aftermath.expect(apart);
        aftermath.look(&world);
        assert!(aftermath.is_harmed(touching) && !aftermath.is_harmed(apart) && !aftermath.is_harmed(unknown));
    }

    #[test]
    fn discs_sink_by_their_deepest_point() {
        // In a square of side 2: a particle 0.5 below an edge, a quarter of the side; a disc of 0.4 whose centre is 0.1 below;
        // one whose centre is outside, though it reaches in.
        let disc = |x: f64, radius: f64| crate::level::Disc {
            position: [x, 1.0],
            radius,
            ..serde_json::from_value(serde_json::json!({"position": [0.0, 0.0], "radius": 0.0})).unwrap()
        };
        let discs = vec![disc(0.5, 0.0), disc(0.1, 0.4), disc(-0.1, 0.4)];
        let world = World::new(&Level { bodies: vec![square(0.0, 2.0)], discs, ..Level::default() }).unwrap();
        assert_eq!(sink(&world, 0, 0), 0.25);
        assert_eq!(sink(&world, 1, 0), 0.25);
        assert_eq!(sink(&world, 2, 0), 0.0);
    }
}
