//! Decides whether a finding did harm: whether two bodies overlap afterwards, or a triangle is still flipped.

use super::support::{hull, hull_area, shared_part};
use super::{Detector, Finding, Harm};
use crate::engine::World;
use crate::geometry::{DVec2, polygon};
use crate::level::Place;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// Overlap as a part of the smaller body from which on two bodies count as inside each other. Resting pressure and
/// dents from impacts stay below.
const DEEP: f64 = 0.1;

/// The subject of a finding whose harm is judged later.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) enum HarmSubject {
    /// Two bodies by index, ascending.
    Bodies([usize; 2]),
    /// A disc and a body.
    Disc(usize, usize),
    /// A body and one of its triangles.
    Triangle(usize, usize),
}

impl HarmSubject {
    /// The subject of a finding; `None` if all findings of its detector count as harm.
    pub fn of(finding: &Finding) -> Option<Self> {
        let bodies = [Some(finding.place), finding.other].map(|place| place.and_then(Place::body));
        match (Detector::of(finding.problem).harm, finding.place, bodies) {
            (Harm::Overlap, Place::Disc(disc), [_, Some(body)]) => Some(Self::Disc(disc, body)),
            (Harm::Overlap, _, [Some(first), Some(second)]) => {
                Some(Self::Bodies([first.min(second), first.max(second)]))
            }
            (Harm::EndOfFrame, Place::Triangle(body, triangle), _) => Some(Self::Triangle(body, triangle)),
            _ => None,
        }
    }
}

/// Subjects of findings, with whether they were harmed.
#[derive(Clone, Debug, Default)]
pub(super) struct Aftermath {
    /// True if harm was detected since the finding.
    subjects: BTreeMap<HarmSubject, bool>,
}

impl Aftermath {
    /// Registers the subject of a finding.
    pub fn expect(&mut self, subject: HarmSubject) {
        self.subjects.entry(subject).or_insert(false);
    }

    /// Judges all subjects not yet known to be harmed.
    pub fn look(&mut self, world: &World) {
        for (&subject, is_harmed) in self.subjects.iter_mut().filter(|(_, is_harmed)| !**is_harmed) {
            *is_harmed = match subject {
                HarmSubject::Bodies(pair) => shared_part(world.layout(), world.state(), pair, DEEP) >= DEEP,
                HarmSubject::Disc(disc, body) => sink(world, disc, body) >= DEEP,
                HarmSubject::Triangle(body, triangle) => is_flipped(world, body, triangle),
            };
        }
    }

    /// Subjects without harm so far.
    pub fn unharmed(&self) -> BTreeSet<HarmSubject> {
        self.subjects.iter().filter(|(_, is_harmed)| !**is_harmed).map(|(&subject, _)| subject).collect()
    }

    /// True if harm was detected.
    pub fn is_harmed(&self, subject: HarmSubject) -> bool {
        self.subjects.get(&subject).copied().unwrap_or_default()
    }
}

fn is_flipped(world: &World, body: usize, triangle: usize) -> bool {
    let layout = world.layout();
    let [a, b, c] =
        layout.triangles[layout.bodies[body].triangles.start + triangle].map(|node| world.position(node as usize));
    polygon::doubled_triangle_area(a, b, c) <= 0.0
}

/// Depth of a disc's deepest point below a hull, divided by the side of a square with the area of the body. A particle
/// has no area, so its overlap cannot be measured as one. 0 if the centre is outside.
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
    fn shared_part_of_squares_is_their_overlap() {
        // A strip of 0.5 by 1 of the smaller one's 1 by 1; no overlap with the one 3 away.
        let bodies = vec![square(0.0, 2.0), square(1.5, 1.0), square(5.0, 1.0)];
        let world = World::new(&Level { bodies, ..Level::default() }).unwrap();
        let share = |pair, least| shared_part(world.layout(), world.state(), pair, least);
        assert_eq!([share([0, 1], DEEP), share([1, 0], DEEP), share([0, 2], DEEP)], [0.5, 0.5, 0.0]);
        // The bounding boxes share half of the smaller one.
        assert_eq!([share([0, 1], 0.5), share([0, 1], 0.51)], [0.5, 0.0]);
        let mut aftermath = Aftermath::default();
        let [touching, apart, unknown] = [[0, 1], [0, 2], [1, 2]].map(HarmSubject::Bodies);
        aftermath.expect(touching);
        aftermath.expect(apart);
        aftermath.look(&world);
        assert!(aftermath.is_harmed(touching) && !aftermath.is_harmed(apart) && !aftermath.is_harmed(unknown));
    }

    #[test]
    fn sink_of_discs_is_their_deepest_point() {
        // In a square of side 2: a particle 0.5 below an edge, a quarter of the side; a disc of radius 0.4 whose centre
        // is 0.1 below; a disc whose centre is outside.
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
