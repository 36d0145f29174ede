//! A bridge: a deck on a truss of braced bays, held at both ends.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::Body;
use crate::level::parameter::Field;
use glam::DVec2;

/// A bridge with the middle of its deck at the origin and the truss below.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bridge {
    /// Distance between the ends, > 0.
    pub span: f64,
    /// Bays, 2..=500.
    pub bays: usize,
    /// Height of the truss, > 0.
    pub depth: f64,
    /// Height of the middle of the deck above its ends; the lower chord stays straight.
    pub camber: f64,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Bridge {
    fn default() -> Self {
        Self { span: 10.0, bays: 16, depth: 0.8, camber: 0.0, material: Material::default().springy(20.0, 1.0) }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "bridge",
    title: "Bridge",
    explanation: "A deck on a truss: two chords, posts and both diagonals in every bay, both ends pinned.",
    start: || Box::new(Bridge::default()),
};

impl Bridge {
    /// The body: the lower chord, a row in the middle of the truss, then the deck; each from the left. The middle row has
    /// one node per bay, at the crossing of its diagonals.
    pub fn body(&self) -> Body {
        let bays = self.bays.clamp(2, 500);
        let (span, depth) = (at_least(self.span, 1e-6), at_least(self.depth, 1e-6));
        // A parabola: highest in the middle, 0 at both ends.
        let rise = |along: f64| self.camber * 4.0 * along * (1.0 - along);
        let deck_at = |along: f64| DVec2::new((along - 0.5) * span, rise(along));
        let lower_at = |along: f64| DVec2::new((along - 0.5) * span, -depth);
        let mut draft = Draft::default();
        let ends = |i: usize| i as f64 / bays as f64;
        let lower: Vec<usize> = (0..=bays).map(|i| draft.node(lower_at(ends(i)))).collect();
        let middle: Vec<usize> = (0..bays)
            .map(|i| (i as f64 + 0.5) / bays as f64)
            .map(|along| draft.node((deck_at(along) + lower_at(along)) * 0.5))
            .collect();
        let deck: Vec<usize> = (0..=bays).map(|i| draft.node(deck_at(ends(i)))).collect();
        for bay in 0..bays {
            let corners = [lower[bay], lower[bay + 1], deck[bay + 1], deck[bay]];
            draft.fan(middle[bay], &corners);
            for corner in corners {
                draft.spring(middle[bay], corner);
            }
        }
        // No posts at the ends, where both nodes are pinned.
        for i in 1..bays {
            draft.spring(lower[i], deck[i]);
        }
        for chord in [&lower, &middle, &deck] {
            for pair in chord.windows(2) {
                draft.spring(pair[0], pair[1]);
            }
        }
        let outline: Vec<usize> = lower.iter().copied().chain(deck.iter().rev().copied()).collect();
        draft.hull_loop(&outline);
        draft.pinned.extend([lower[0], deck[0], lower[bays], deck[bays]]);
        draft.body("bridge", &self.material)
    }
}

impl Parametric for Bridge {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["span", "Span", "Between the ends", "length"], LENGTH, |s| &mut s.span),
        Field::whole(["bays", "Bays", "Fields of the truss"], [2.0, 500.0], |s| &mut s.bays),
        Field::number(["depth", "Depth", "Height of the truss", "length"], LENGTH, |s| &mut s.depth),
        Field::number(
            ["camber", "Camber", "Height of the middle of the deck above its ends", "length"],
            [0.0, 1000.0],
            |s| &mut s.camber,
        ),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
