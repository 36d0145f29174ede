//! How long a comparison of two runs is meaningful: contacts are chaotic, so differences of rounding grow, and two correct
//! implementations diverge.

use super::{Noise, Reference};
use blobsmith_engine::geometry::DVec2;
use blobsmith_engine::level::Level;

/// The reference, and runs of it from places a rounding apart.
pub struct Judge {
    pub reference: Reference,
    shadows: Vec<Reference>,
    /// The level's extent.
    pub size: f64,
    /// The fastest node or disc so far; what gravity makes in a substep at least.
    pub speed: f64,
    /// The comparison ends at this relative distance of a shadow.
    pub chaos: f64,
    /// Rounding decides from here on.
    pub is_over: bool,
}

/// The usual one, see [`Judge::chaos`].
const CHAOS: f64 = 1e-11;

/// Relative to the level's size: what may decide whether and in which order discs meet.
const DOUBT: f64 = 4e-16;

impl Judge {
    /// `nudged` are the level with its places a rounding off.
    pub fn new(level: &Level, size: f64, nudged: &[Level]) -> Self {
        let mut reference = Reference::new(level);
        reference.margin = Some(f64::INFINITY);
        let fall = DVec2::from_array(level.world.gravity).length() * reference.h;
        let speed = fastest(&reference).max(fall);
        let mut shadows: Vec<Reference> = nudged.iter().map(Reference::new).collect();
        for (index, shadow) in shadows.iter_mut().enumerate() {
            shadow.doubts = Some((Noise(index as u64), size * DOUBT));
        }
        Self { reference, shadows, size, speed, chaos: CHAOS, is_over: false }
    }

    /// One substep of all.
    pub fn step_substep(&mut self) {
        self.reference.step_substep();
        self.shadows.iter_mut().for_each(Reference::step_substep);
        self.speed = self.speed.max(fastest(&self.reference));
        self.is_over = self.is_over || self.is_on_an_edge() || self.has_parted();
    }

    pub fn set_hand(&mut self, hand: Option<blobsmith_engine::engine::Hand>) {
        self.reference.hand = hand;
        self.shadows.iter_mut().for_each(|shadow| shadow.hand = hand);
    }

    /// Whether rounding decides the number of contacts, though not the resulting motion.
    pub fn is_count_vague(&self) -> bool {
        self.reference.is_count_vague || self.shadows.iter().any(|shadow| shadow.is_count_vague)
    }

    /// A node lay on another's edge but for rounding when it was judged: bodies that overlap on one floor do.
    fn is_on_an_edge(&self) -> bool {
        self.reference.margin.is_some_and(|margin| margin < CHAOS * self.size)
    }

    fn has_parted(&self) -> bool {
        let apart = |(x, y): (DVec2, DVec2), (v, w): (DVec2, DVec2)| {
            relative(x, y, self.size) > self.chaos || relative(v, w, self.speed) > self.chaos
        };
        self.shadows.iter().any(|shadow| {
            let counts = [self.reference.contacts, shadow.contacts];
            let discs = || self.reference.discs.iter().zip(&shadow.discs);
            (counts[0] != counts[1] && !self.is_count_vague())
                || discs().any(|(one, two)| apart((one.x, two.x), (one.v, two.v)))
                || nodes(&self.reference).any(|(body, node)| {
                    apart(
                        (self.reference.position(body, node), shadow.position(body, node)),
                        (self.reference.velocity(body, node), shadow.velocity(body, node)),
                    )
                })
        })
    }
}

/// Difference of two vectors relative to the largest of both and `scale`.
pub fn relative(a: DVec2, b: DVec2, scale: f64) -> f64 {
    let difference = (a - b).length();
    if difference == 0.0 { 0.0 } else { difference / scale.max(a.length()).max(b.length()) }
}

/// Body and index of every node.
pub fn nodes(reference: &Reference) -> impl Iterator<Item = (usize, usize)> {
    reference.bodies.iter().enumerate().flat_map(|(index, body)| (0..body.nodes.len()).map(move |node| (index, node)))
}

fn fastest(reference: &Reference) -> f64 {
    let nodes = nodes(reference).map(|(body, node)| reference.velocity(body, node).length());
    nodes.chain(reference.discs.iter().map(|disc| disc.v.length())).fold(0.0, f64::max)
}
