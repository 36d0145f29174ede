//! A wheel: a braced tyre, and spokes to a hub that may be pinned as an axle.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::Body;
use crate::level::parameter::Field;

/// A wheel centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wheel {
    /// Outer radius, > 0.
    pub radius: f64,
    /// Radius of the rim as a fraction of `radius`, 0.2..=0.95; the tyre lies outside it.
    pub rim: f64,
    /// Nodes around, 6..=300.
    pub segments: usize,
    /// Interval of rim nodes with a spoke, 1 or more.
    pub spoke_every: usize,
    /// True to pin the hub, so that the wheel rotates about it.
    pub axle: bool,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Wheel {
    fn default() -> Self {
        Self { radius: 1.2, rim: 0.75, segments: 20, spoke_every: 1, axle: false, material: Material::default() }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "wheel",
    title: "Wheel",
    explanation: "A soft tyre on a rim with spokes to a hub; rolls on the outline's friction.",
    // Keeps its triangles upright when it falls by ten units under the format's default gravity.
    start: || Box::new(Wheel { material: Material::default().springy(32.0, 0.3), ..Wheel::default() }),
};

impl Wheel {
    /// The body: the hub, the rim, then the outline; each ring counter-clockwise.
    pub fn body(&self) -> Body {
        let segments = self.segments.clamp(6, 300);
        let radius = at_least(self.radius, 1e-6);
        let rim_radius = radius * at_least(self.rim, 0.2).min(0.95);
        let mut draft = Draft::default();
        let hub = draft.circle(0.0, 1, 0.0)[0];
        let rim = draft.circle(rim_radius, segments, 0.0);
        let outline = draft.circle(radius, segments, 0.0);
        draft.fan(hub, &rim);
        draft.band(&rim, &outline);
        draft.spring_loop(&rim, 1);
        draft.spring_loop(&rim, 2);
        draft.spring_loop(&outline, 1);
        draft.brace_band(&rim, &outline);
        for node in rim.iter().step_by(self.spoke_every.max(1)) {
            draft.spring(hub, *node);
        }
        draft.hull_loop(&outline);
        if self.axle {
            draft.pinned.insert(hub);
        }
        draft.body("wheel", &self.material)
    }
}

impl Parametric for Wheel {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["radius", "Radius", "Of the tyre", "length"], LENGTH, |s| &mut s.radius),
        Field::number(
            ["rim", "Rim", "Radius of the rim as a fraction of the radius; the tyre lies outside it", "× radius"],
            [0.2, 0.95],
            |s| &mut s.rim,
        ),
        Field::whole(["segments", "Segments", "Nodes around"], [6.0, 300.0], |s| &mut s.segments),
        Field::whole(["spoke-every", "Spoke every", "Interval of rim nodes with a spoke"], [1.0, 300.0], |s| {
            &mut s.spoke_every
        }),
        Field::switch(["axle", "Axle", "Pins the hub, so that the wheel rotates about it"], |s| &mut s.axle),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
