//! A hollow rectangle: nodes on the outline only, held in shape by springs across, filled with gas.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::parameter::Field;
use crate::level::{Body, Point};
use glam::DVec2;

/// A crate centred on the origin; with a single edge per side it is the square of 000 §E.2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CrateBox {
    /// Width and height, > 0.
    pub size: Point,
    /// Edges along each side, 1..=100.
    pub edges_per_side: usize,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for CrateBox {
    fn default() -> Self {
        Self { size: [2.0, 2.0], edges_per_side: 1, material: Material::default().filled(2.0) }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "crate",
    title: "Crate",
    explanation: "A box of outline nodes with springs across and a barycentre for its triangles.",
    start: || Box::new(CrateBox::default()),
};

impl CrateBox {
    /// The body: outline counter-clockwise from the lower left corner, then the barycentre.
    pub fn body(&self) -> Body {
        let per_side = self.edges_per_side.clamp(1, 100);
        let half = DVec2::new(at_least(self.size[0], 1e-6), at_least(self.size[1], 1e-6)) * 0.5;
        let corners = [DVec2::new(-half.x, -half.y), DVec2::new(half.x, -half.y), half, DVec2::new(-half.x, half.y)];
        let mut draft = Draft::default();
        let mut outline = Vec::new();
        for side in 0..4 {
            for step in 0..per_side {
                let along = step as f64 / per_side as f64;
                outline.push(draft.node(corners[side].lerp(corners[(side + 1) % 4], along)));
            }
        }
        draft.spring_loop(&outline, 1);
        // Corner to corner, and every node to the opposite one: a single node cannot fold inwards.
        draft.spring_loop(&outline, 2 * per_side);
        if per_side > 1 {
            draft.spring_loop(&outline, per_side);
        }
        draft.hull_loop(&outline);
        draft.barycentre_fan(&outline, self.material.masses);
        draft.body("crate", &self.material)
    }
}

impl Parametric for CrateBox {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["width", "Width", "From the left to the right side", "length"], LENGTH, |s| &mut s.size[0]),
        Field::number(["height", "Height", "From the lower to the upper side", "length"], LENGTH, |s| &mut s.size[1]),
        Field::whole(["edges", "Edges a side", "Edges along each side"], [1.0, 100.0], |s| &mut s.edges_per_side),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
