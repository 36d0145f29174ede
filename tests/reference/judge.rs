//! How long a run says something: contacts are chaotic, what is rounded differently grows, and two right
//! implementations part.
//!
//! Must never know: what is compared.

use super::Reference;
use blobsmith::geometry::DVec2;
use blobsmith::level::Level;

/// The reference, and runs of it from places a rounding apart.
pub struct Judge {
    pub reference: Reference,
    shadows: Vec<Reference>,
    /// The level's extent.
    pub size: f64,
    /// The fastest node so far.
    pub speed: f64,
    /// Rounding decides from here on.
    pub is_over: bool,
}

/// Once a shadow is relatively so far away, the level has nothing more to say.
const CHAOS: f64 = 1e-11;

impl Judge {
    /// `nudged` are the level with its places a rounding off.
    pub fn new(level: &Level, size: f64, nudged: &[Level]) -> Self {
        let mut reference = Reference::new(level);
        reference.margin = Some(f64::INFINITY);
        let speed = fastest(&reference);
        Self { reference, shadows: nudged.iter().map(Reference::new).collect(), size, speed, is_over: false }
    }

    /// One substep of all.
    pub fn step_substep(&mut self) {
        self.reference.step_substep();
        self.shadows.iter_mut().for_each(Reference::step_substep);
        self.speed = self.speed.max(fastest(&self.reference));
        self.is_over = self.is_over || self.is_on_an_edge() || self.has_parted();
    }

    pub fn set_hand(&mut self, hand: Option<blobsmith::engine::Hand>) {
        self.reference.hand = hand;
        self.shadows.iter_mut().for_each(|shadow| shadow.hand = hand);
    }

    /// A node lay on another's edge but for rounding when it was judged: bodies that overlap on one floor do.
    fn is_on_an_edge(&self) -> bool {
        self.reference.margin.is_some_and(|margin| margin < CHAOS * self.size)
    }

    fn has_parted(&self) -> bool {
        self.shadows.iter().any(|shadow| {
            shadow.contacts != self.reference.contacts
                || nodes(&self.reference).any(|(body, node)| {
                    let (x, y) = (self.reference.position(body, node), shadow.position(body, node));
                    let (v, w) = (self.reference.velocity(body, node), shadow.velocity(body, node));
                    relative(x, y, self.size) > CHAOS || relative(v, w, self.speed) > CHAOS
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
    nodes(reference).map(|(body, node)| reference.velocity(body, node).length()).fold(0.0, f64::max)
}
