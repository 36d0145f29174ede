//! A filled disc: rings of nodes around a central one, each with more nodes than the ring inside it.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::Body;
use crate::level::parameter::Field;

/// A solid round blob centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DiscShape {
    /// Radius of the outermost ring, > 0.
    pub radius: f64,
    /// Rings around the central node, 1..=100.
    pub rings: usize,
    /// Nodes of the innermost ring; the k-th has k times as many, for even triangles. 3..=24.
    pub sectors: usize,
    /// Springs from each outline node to the second next, which keep the skin smooth.
    pub smooth: bool,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for DiscShape {
    /// Keeps its triangles upright when it falls by six units under the format's default gravity.
    fn default() -> Self {
        Self { radius: 1.0, rings: 2, sectors: 8, smooth: true, material: Material::default().springy(12.0, 0.3) }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "disc",
    title: "Soft disc",
    explanation: "A solid round blob: rings of nodes with even triangles and a spring along every side.",
    start: || Box::new(DiscShape::default()),
};

impl DiscShape {
    /// The body: the central node, then the rings from the inside out, each counter-clockwise.
    pub fn body(&self) -> Body {
        let (rings, sectors) = (self.rings.clamp(1, 100), self.sectors.clamp(3, 24));
        let radius = at_least(self.radius, 1e-6);
        let mut draft = Draft::default();
        let mut inner = vec![draft.circle(0.0, 1, 0.0)[0]];
        for ring in 1..=rings {
            let outer = draft.circle(radius * ring as f64 / rings as f64, ring * sectors, 0.0);
            for sector in 0..sectors {
                sector_band(&mut draft, &inner, &outer, ring, sector);
            }
            draft.spring_loop(&outer, 1);
            inner = outer;
        }
        if self.smooth && inner.len() > 4 {
            draft.spring_loop(&inner, 2);
        }
        draft.hull_loop(&inner);
        draft.body("disc", &self.material)
    }
}

/// Triangles and springs between two rings within one sector: the inner one has `ring - 1` sides, the outer one `ring`.
fn sector_band(draft: &mut Draft, inner: &[usize], outer: &[usize], ring: usize, sector: usize) {
    for step in 0..ring {
        let at_inner = |step: usize| inner[(sector * (ring - 1) + step) % inner.len()];
        let at_outer = |step: usize| outer[(sector * ring + step) % outer.len()];
        draft.triangles.push([at_inner(step), at_outer(step), at_outer(step + 1)]);
        draft.spring(at_inner(step), at_outer(step));
        draft.spring(at_inner(step), at_outer(step + 1));
        if step + 1 < ring {
            draft.triangles.push([at_inner(step), at_outer(step + 1), at_inner(step + 1)]);
        }
    }
}

impl Parametric for DiscShape {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["radius", "Radius", "Radius of the outermost ring", "length"], LENGTH, |s| &mut s.radius),
        Field::whole(["rings", "Rings", "Rings around the middle node"], [1.0, 100.0], |s| &mut s.rings),
        Field::whole(
            ["sectors", "Sectors", "Nodes of the innermost ring; the next ones have twice, three times as many"],
            [3.0, 24.0],
            |s| &mut s.sectors,
        ),
        Field::switch(
            ["smooth", "Smooth skin", "Springs from each outline node to the second next, which keep the skin smooth"],
            |s| &mut s.smooth,
        ),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }

    fn node_count(&self) -> usize {
        1 + self.sectors * self.rings * (self.rings + 1) / 2
    }
}
