//! A ring: an outer loop, a hole, and a braced band between them.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::Body;
use crate::level::parameter::Field;
use std::f64::consts::PI;

/// A soft ring centred on the origin; its hole is part of the hull and can hold other bodies.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ring {
    /// Outer radius, > 0.
    pub radius: f64,
    /// Radius of the hole as a fraction of the outer radius, 0.05..=0.95.
    pub hole: f64,
    /// Nodes of each loop, 6..=500.
    pub segments: usize,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Ring {
    /// Keeps its triangles upright when it falls by six units under the format's default gravity.
    fn default() -> Self {
        Self { radius: 1.5, hole: 0.6, segments: 16, material: Material::default().springy(32.0, 0.3) }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "ring",
    title: "Ring",
    explanation: "A braced band around a hole; the hole's loop runs clockwise, so its outside is on the right too.",
    start: || Box::new(Ring::default()),
};

impl Ring {
    /// The body: outer loop, the loop in the middle of the band, then the hole's; each numbered counter-clockwise.
    pub fn body(&self) -> Body {
        let segments = self.segments.clamp(6, 500);
        let radius = at_least(self.radius, 1e-6);
        let hole = radius * at_least(self.hole, 0.05).min(0.95);
        let mut draft = Draft::default();
        let outer = draft.circle(radius, segments, 0.0);
        // Offset by half a segment, so that the triangles of the band lean both ways.
        let middle = draft.circle(0.5 * (radius + hole), segments, PI / segments as f64);
        let inner = draft.circle(hole, segments, 0.0);
        for i in 0..segments {
            let j = (i + 1) % segments;
            draft.triangles.push([middle[i], outer[i], outer[j]]);
            draft.triangles.push([middle[i], outer[j], middle[j]]);
            draft.triangles.push([inner[i], middle[i], inner[j]]);
            draft.triangles.push([inner[j], middle[i], middle[j]]);
            for node in [outer[i], outer[j], inner[i], inner[j]] {
                draft.spring(middle[i], node);
            }
            draft.spring(outer[i], inner[i]);
        }
        for ring in [&outer, &middle, &inner] {
            draft.spring_loop(ring, 1);
        }
        draft.spring_loop(&outer, 2);
        draft.hull_loop(&outer);
        let hole_loop: Vec<usize> = inner.into_iter().rev().collect();
        draft.hull_loop(&hole_loop);
        draft.body("ring", &self.material)
    }
}

impl Parametric for Ring {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["radius", "Radius", "Of the outer loop", "length"], LENGTH, |s| &mut s.radius),
        Field::number(
            ["hole", "Hole", "Radius of the hole as a fraction of the outer radius", "× radius"],
            [0.05, 0.95],
            |s| &mut s.hole,
        ),
        Field::whole(["segments", "Segments", "Nodes of each loop"], [6.0, 500.0], |s| &mut s.segments),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
