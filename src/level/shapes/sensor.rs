//! A fixed rectangle that reports what enters and leaves it, and pushes nothing.

use super::concave::lattice;
use super::draft::Material;
use super::{LENGTH, Parametric, ShapeGenerator};
use crate::level::parameter::Field;
use crate::level::{Body, Point};

/// A rectangular sensor centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sensor {
    /// Width and height, > 0.
    pub size: Point,
    /// Contact properties; a sensor never uses them.
    material: Material,
}

impl Default for Sensor {
    fn default() -> Self {
        Self { size: [3.0, 2.0], material: Material::decor() }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "sensor",
    title: "Sensor zone",
    explanation: "A fixed rectangle that reports what enters and leaves it, and pushes nothing.",
    start: || Box::new(Sensor::default()),
};

impl Sensor {
    /// The body: its four corners row by row from the lower left.
    pub fn body(&self) -> Body {
        let draft = lattice(1, 1, self.size, |_, _| true, false, false);
        let mut body = draft.decor("sensor", &self.material);
        body.collision.sensor = true;
        body
    }
}

impl Parametric for Sensor {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["width", "Width", "Of the zone", "length"], LENGTH, |s| &mut s.size[0]),
        Field::number(["height", "Height", "Of the zone", "length"], LENGTH, |s| &mut s.size[1]),
    ];
    const MATERIAL: &'static [Field<Material>] = &[];
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
