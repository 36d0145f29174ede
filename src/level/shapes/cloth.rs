//! A cloth seen from the front: a lattice of structural, shear and brace springs that hangs from its upper corners.

use super::draft::Material;
use super::{LENGTH, Parametric, Rectangle, ShapeGenerator, material};
use crate::level::parameter::Field;
use crate::level::{Body, Point};

/// A cloth centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cloth {
    /// Cells across, 1..=500.
    pub columns: usize,
    /// Cells down, 1..=500.
    pub rows: usize,
    /// Width and height of a cell, > 0.
    pub cell: Point,
    /// Interval of pinned nodes on the upper border, counted from both corners; at least 1.
    pub pin_every: usize,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Cloth {
    fn default() -> Self {
        Self {
            columns: 10,
            rows: 7,
            cell: [0.3, 0.3],
            pin_every: 10,
            material: Material::default().weighing(0.2).springy(2.0, 0.05),
        }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "cloth",
    title: "Cloth",
    explanation: "A lattice with structural, shear and brace springs that hangs from its upper border.",
    start: || Box::new(Cloth::default()),
};

impl Cloth {
    /// The body. Nodes row by row from the lower left; the upper corners are always pinned.
    pub fn body(&self) -> Body {
        let (columns, rows) = (self.columns.clamp(1, 500), self.rows.clamp(1, 500));
        let lattice = Rectangle { columns, rows, cell: self.cell, shear: true, brace: true, material: self.material };
        let mut draft = lattice.draft();
        let top = rows * (columns + 1);
        let held = (0..=columns).filter(|column| column % self.pin_every.max(1) == 0 || *column == columns);
        draft.pinned.extend(held.map(|column| top + column));
        draft.body("cloth", &self.material)
    }
}

impl Parametric for Cloth {
    const FIELDS: &'static [Field<Self>] = &[
        Field::whole(["columns", "Columns", "Cells across"], [1.0, 500.0], |s| &mut s.columns),
        Field::whole(["rows", "Rows", "Cells down"], [1.0, 500.0], |s| &mut s.rows),
        Field::number(["cell-width", "Cell width", "Width of a cell", "length"], LENGTH, |s| &mut s.cell[0]),
        Field::number(["cell-height", "Cell height", "Height of a cell", "length"], LENGTH, |s| &mut s.cell[1]),
        Field::whole(
            ["pin-every", "Pin every", "Interval of pinned nodes on the upper border; the corners are always pinned"],
            [1.0, 500.0],
            |s| &mut s.pin_every,
        ),
    ];
    const MATERIAL: &'static [Field<Material>] = material::SOFT;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }

    fn node_count(&self) -> usize {
        (self.columns + 1) * (self.rows + 1)
    }
}
