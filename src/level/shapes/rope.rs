//! A rope: nodes in a line, linked by springs or by 004's sticks.
//!
//! Must never know: other shapes.

use super::Shape;
use super::draft::{Draft, Material, vector};
use crate::level::{Body, Point};
use glam::DVec2;

/// What holds a rope together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Links {
    /// Springs (000 §C.2): it stretches.
    Springs,
    /// Sticks (004): it does not; wants the Verlet integrator.
    Sticks,
}

/// A rope from one point to another. It has no hull, so it passes through bodies; obstacles and bounds stop it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rope {
    /// Where it starts.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// How far the middle is below the straight line, as a parabola: slack for a rope held at both ends.
    pub sag: f64,
    /// Links, 1..=2000.
    pub links: usize,
    /// What they are.
    pub kind: Links,
    /// Whether the start is held.
    pub start_pinned: bool,
    /// Whether the end is held.
    pub end_pinned: bool,
    /// What it is made of.
    pub material: Material,
}

impl Default for Rope {
    fn default() -> Self {
        Self {
            from: [0.0, 0.0],
            to: [3.0, 0.0],
            sag: 0.0,
            links: 12,
            kind: Links::Springs,
            start_pinned: true,
            end_pinned: false,
            material: Material::default(),
        }
    }
}

pub(super) const SHAPE: Shape = Shape {
    id: "rope",
    title: "Rope",
    explanation: "Nodes in a line, linked by springs or by sticks, held at its start.",
    make: || Rope::default().body(),
};

impl Rope {
    /// The body: nodes from start to end.
    pub fn body(&self) -> Body {
        let links = self.links.clamp(1, 2000);
        let mut draft = Draft::default();
        for i in 0..=links {
            let along = i as f64 / links as f64;
            let below = DVec2::new(0.0, self.sag * 4.0 * along * (1.0 - along));
            draft.node(vector(self.from).lerp(vector(self.to), along) - below);
        }
        for i in 0..links {
            draft.spring(i, i + 1);
        }
        if self.start_pinned {
            draft.pinned.insert(0);
        }
        if self.end_pinned {
            draft.pinned.insert(links);
        }
        match self.kind {
            Links::Springs => draft.body("rope", &self.material),
            Links::Sticks => draft.body_of_sticks("rope", &self.material),
        }
    }
}
