//! A regular polygon that only its gas keeps in shape: 000's "ballon", with or without barycentre.
//!
//! Must never know: other shapes.

use super::Shape;
use super::draft::{Draft, Material, at_least};
use crate::level::Body;
use std::f64::consts::FRAC_PI_2;

/// A balloon centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Balloon {
    /// Sides, 3..=1000.
    pub sides: usize,
    /// Distance of the nodes from the middle, > 0.
    pub radius: f64,
    /// Angle of the first node; a quarter turn puts it on top.
    pub start_rad: f64,
    /// Fans the triangles from the barycentre (000 §E.1), not from the first node.
    pub barycentre: bool,
    /// Springs to the node this many further on as well, which resist bending; 0 and 1 for none.
    pub brace_span: usize,
    /// What it is made of.
    pub material: Material,
}

impl Default for Balloon {
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

pub(super) const SHAPE: Shape = Shape {
    id: "balloon",
    title: "Balloon",
    explanation: "A skin full of gas and nothing inside but the barycentre that keeps its triangles upright (000 §E.1).",
    make: || Balloon::default().body(),
};

impl Balloon {
    /// The body: outline counter-clockwise, then the barycentre if wanted.
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
