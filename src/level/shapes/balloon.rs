//! A regular polygon held in shape by its gas only: the "ballon" of 000, with or without barycentre.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::Body;
use crate::level::parameter::Field;
use std::f64::consts::FRAC_PI_2;

/// A balloon centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BalloonShape {
    /// Sides, 3..=1000.
    pub sides: usize,
    /// Distance of the nodes from the centre, > 0.
    pub radius: f64,
    /// Angle of the first node; a quarter turn puts it on top.
    pub start_rad: f64,
    /// True for a triangle fan from the barycentre (000 §E.1), false for one from the first node.
    pub barycentre: bool,
    /// Additional springs to the node this many further on, against bending; 0 and 1 for none.
    pub brace_span: usize,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for BalloonShape {
    fn default() -> Self {
        Self {
            sides: 20,
            radius: 1.0,
            start_rad: FRAC_PI_2,
            barycentre: true,
            brace_span: 0,
            material: Material::default().filled(4.0),
        }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "balloon",
    title: "Balloon",
    explanation: "A skin filled with gas, and a barycentre that keeps its triangles from flipping.",
    start: || Box::new(BalloonShape::default()),
};

impl BalloonShape {
    /// The body: outline counter-clockwise, then the barycentre if there is one.
    pub fn body(&self) -> Body {
        let sides = self.sides.clamp(3, 1000);
        let mut draft = Draft::default();
        let outline = draft.circle(at_least(self.radius, 1e-6), sides, self.start_rad);
        draft.spring_loop(&outline, 1);
        if self.brace_span > 1 {
            draft.spring_loop(&outline, self.brace_span % sides);
        }
        draft.hull_loop(&outline);
        if self.barycentre {
            draft.barycentre_fan(&outline, self.material.masses);
        } else {
            draft.triangles.extend((1..sides - 1).map(|i| [outline[0], outline[i], outline[i + 1]]));
        }
        draft.body("balloon", &self.material)
    }
}

impl Parametric for BalloonShape {
    const FIELDS: &'static [Field<Self>] = &[
        Field::whole(["sides", "Sides", "Hull edges"], [3.0, 1000.0], |s| &mut s.sides),
        Field::number(["radius", "Radius", "From the middle to the nodes", "length"], LENGTH, |s| &mut s.radius),
        Field::computed(
            ["start", "First node", "Direction of the first node; 90° is on top", "°"],
            [-360.0, 360.0],
            |s| s.start_rad.to_degrees(),
            |s, v| s.start_rad = v.to_radians(),
        ),
        Field::switch(
            ["barycentre", "Barycentre", "Triangle fan from the barycentre instead of the first node"],
            |s| &mut s.barycentre,
        ),
        Field::whole(
            [
                "brace",
                "Brace span",
                "Additional springs to the node this many further on, against bending; 0 and 1 for none",
            ],
            [0.0, 500.0],
            |s| &mut s.brace_span,
        ),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
