//! A star with blunt tips around a hub.

use super::draft::{Draft, Material, at_least, polar};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::Body;
use crate::level::parameter::Field;
use std::f64::consts::{FRAC_PI_2, PI, TAU};

/// A star centred on the origin, one tip upwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Star {
    /// Tips, 3..=100.
    pub tips: usize,
    /// Distance of the tips from the centre, > 0.
    pub radius: f64,
    /// Radius of the inner corners as a fraction of `radius`, 0.05..=0.95.
    pub inner: f64,
    /// Width of each tip as a fraction of `radius`, 0..=0.5; 0 makes it sharp, with acute angles.
    pub blunt: f64,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Star {
    fn default() -> Self {
        Self { tips: 5, radius: 1.3, inner: 0.5, blunt: 0.22, material: Material::default() }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "star",
    title: "Star",
    explanation: "Blunt tips around a hub: concave between every two tips, yet without acute angles.",
    start: || Box::new(Star::default()),
};

impl Star {
    /// The body: the hub, the inner corners, then the tips; each ring counter-clockwise.
    pub fn body(&self) -> Body {
        let tips = self.tips.clamp(3, 100);
        let radius = at_least(self.radius, 1e-6);
        let inner_radius = radius * at_least(self.inner, 0.05).min(0.95);
        let half_width = radius * 0.5 * at_least(self.blunt, 0.0).min(0.5);
        let pitch = TAU / tips as f64;
        let mut draft = Draft::default();
        let hub = draft.circle(0.0, 1, 0.0)[0];
        // Inner corner i is before tip i.
        let corners = draft.circle(inner_radius, tips, FRAC_PI_2 - PI / tips as f64);
        let mut outline = Vec::new();
        for tip in 0..tips {
            let (before, after) = (corners[tip], corners[(tip + 1) % tips]);
            let direction = polar(1.0, FRAC_PI_2 + pitch * tip as f64);
            let side = direction.perp() * half_width;
            outline.push(before);
            if half_width > 0.0 {
                let right = draft.node(direction * radius - side);
                let left = draft.node(direction * radius + side);
                draft.triangles.extend([[before, right, left], [before, left, after]]);
                draft.spring(before, left);
                draft.spring(after, right);
                draft.spring(hub, right);
                draft.spring(hub, left);
                outline.extend([right, left]);
            } else {
                let point = draft.node(direction * radius);
                draft.triangles.push([before, point, after]);
                draft.spring(hub, point);
                outline.push(point);
            }
            draft.triangles.push([hub, before, after]);
            draft.spring(hub, before);
            draft.spring(before, after);
        }
        draft.spring_loop(&outline, 1);
        draft.hull_loop(&outline);
        draft.body("star", &self.material)
    }
}

impl Parametric for Star {
    const FIELDS: &'static [Field<Self>] = &[
        Field::whole(["tips", "Tips", "How many"], [3.0, 100.0], |s| &mut s.tips),
        Field::number(["radius", "Radius", "From the middle to the tips", "length"], LENGTH, |s| &mut s.radius),
        Field::number(
            ["inner", "Inner radius", "Radius of the inner corners as a fraction of the radius", "× radius"],
            [0.05, 0.95],
            |s| &mut s.inner,
        ),
        Field::number(
            [
                "blunt",
                "Width of tips",
                "As a fraction of the radius; 0 makes them sharp, with acute angles",
                "× radius",
            ],
            [0.0, 0.5],
            |s| &mut s.blunt,
        ),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
