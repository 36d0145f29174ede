//! Fixed ground: a block, or a surface on a flat base.

use super::draft::{Draft, Material, at_least, vector};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::parameter::Field;
use crate::level::{Body, Point};
use glam::DVec2;

/// A block of floor whose top is at y = 0, centred on x = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Floor {
    /// Width, > 0.
    pub width: f64,
    /// Thickness, > 0: large enough that no node comes nearer to the underside than to the top within one step.
    pub thickness: f64,
    /// Contact properties.
    pub material: Material,
}

impl Default for Floor {
    fn default() -> Self {
        Self { width: 12.0, thickness: 1.0, material: Material::decor() }
    }
}

pub(super) const FLOOR: ShapeGenerator = ShapeGenerator {
    id: "floor",
    title: "Floor",
    explanation: "A fixed block with a flat top.",
    start: || Box::new(Floor::default()),
};

impl Floor {
    /// The body: lower left, lower right, upper right, upper left.
    pub fn body(&self) -> Body {
        let half = 0.5 * at_least(self.width, 1e-6);
        let surface = vec![[-half, 0.0], [half, 0.0]];
        Terrain { surface, base: -at_least(self.thickness, 1e-6), material: self.material }.body().named("floor")
    }
}

impl Parametric for Floor {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["width", "Width", "From end to end", "length"], LENGTH, |s| &mut s.width),
        Field::number(
            [
                "thickness",
                "Thickness",
                "Thick enough that no node comes nearer to the underside than to the top within one step",
                "length",
            ],
            LENGTH,
            |s| &mut s.thickness,
        ),
    ];
    const MATERIAL: &'static [Field<Material>] = material::DECOR;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}

/// Ground under a surface line.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    /// The surface from left to right: at least two points with increasing x. Other points are dropped.
    pub surface: Vec<Point>,
    /// Height of the flat underside; lowered below the lowest surface point.
    pub base: f64,
    /// Contact properties.
    pub material: Material,
}

impl Default for Terrain {
    fn default() -> Self {
        let surface = vec![
            [-6.0, 0.9],
            [-4.6, 0.9],
            [-2.5, 0.1],
            [-0.5, 0.0],
            [1.0, 0.5],
            [2.5, 0.6],
            [4.0, 0.2],
            [5.4, 0.8],
            [6.0, 0.8],
        ];
        Self { surface, base: -1.0, material: Material::decor() }
    }
}

impl Terrain {
    /// The body: the underside from the left, then the surface from the right, so that the outline is counter-clockwise;
    /// one base node under every surface point.
    pub fn body(&self) -> Body {
        let mut surface: Vec<DVec2> = Vec::new();
        for point in self.surface.iter().copied().map(vector) {
            if point.is_finite() && surface.last().is_none_or(|last| last.x < point.x) {
                surface.push(point);
            }
        }
        if surface.len() < 2 {
            surface = vec![DVec2::new(-1.0, 0.0), DVec2::new(1.0, 0.0)];
        }
        let lowest = surface.iter().fold(f64::INFINITY, |lowest, point| lowest.min(point.y));
        let base = if self.base < lowest { self.base } else { lowest - 1.0 };
        let mut draft = Draft::default();
        let feet: Vec<usize> = surface.iter().map(|point| draft.node(DVec2::new(point.x, base))).collect();
        let tops: Vec<usize> = surface.iter().rev().map(|point| draft.node(*point)).collect();
        let top = |i: usize| tops[tops.len() - 1 - i];
        for i in 0..feet.len() - 1 {
            draft.triangles.push([feet[i], feet[i + 1], top(i + 1)]);
            draft.triangles.push([feet[i], top(i + 1), top(i)]);
        }
        let outline: Vec<usize> = feet.iter().chain(&tops).copied().collect();
        draft.hull_loop(&outline);
        draft.decor("terrain", &self.material)
    }
}
