//! A container as one body: an outer loop, an inner loop that runs clockwise, and triangles between.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::parameter::Field;
use crate::level::{Body, Point};
use glam::DVec2;

/// A closed frame around the origin: 000's "container", itself a body (000 §D.1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Container {
    /// Width and height of the interior, > 0.
    pub inside: Point,
    /// Thickness of the walls, > 0.
    pub wall: f64,
    /// Contact properties.
    pub material: Material,
}

impl Default for Container {
    fn default() -> Self {
        Self { inside: [10.0, 7.0], wall: 0.6, material: Material::decor() }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "container",
    title: "Container",
    explanation: "One fixed body with an outer loop and an inner one that runs clockwise: bodies go into its hole.",
    start: || Box::new(Container::default()),
};

impl Container {
    /// The body: the outer corners, then the inner ones, each numbered counter-clockwise from the lower left.
    pub fn body(&self) -> Body {
        let half = DVec2::new(at_least(self.inside[0], 1e-6), at_least(self.inside[1], 1e-6)) * 0.5;
        let wall = at_least(self.wall, 1e-6);
        let mut draft = Draft::default();
        let mut corners = |half: DVec2| -> Vec<usize> {
            let signs = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)];
            signs.iter().map(|&(x, y)| draft.node(DVec2::new(x * half.x, y * half.y))).collect()
        };
        let outer = corners(half + wall);
        let inner = corners(half);
        draft.band(&inner, &outer);
        draft.hull_loop(&outer);
        let hole: Vec<usize> = inner.into_iter().rev().collect();
        draft.hull_loop(&hole);
        draft.decor("container", &self.material)
    }
}

impl Parametric for Container {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["width", "Width inside", "Of the interior", "length"], LENGTH, |s| &mut s.inside[0]),
        Field::number(["height", "Height inside", "Of the interior", "length"], LENGTH, |s| &mut s.inside[1]),
        Field::number(["wall", "Wall", "Thickness of the walls", "length"], LENGTH, |s| &mut s.wall),
    ];
    const MATERIAL: &'static [Field<Material>] = material::DECOR;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
