//! A rectangle as a lattice of nodes with structural springs and optional shear and brace springs.

use super::concave::lattice;
use super::draft::{Draft, Material};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::parameter::Field;
use crate::level::{Body, Point};

/// A solid rectangle centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rectangle {
    /// Cells across, 1..=500.
    pub columns: usize,
    /// Cells up, 1..=500.
    pub rows: usize,
    /// Width and height of a cell, > 0.
    pub cell: Point,
    /// Both diagonals of every cell.
    pub shear: bool,
    /// Springs to the second next node of a row or column, which keep it straight.
    pub brace: bool,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Rectangle {
    fn default() -> Self {
        Self { columns: 4, rows: 3, cell: [0.5, 0.5], shear: true, brace: false, material: Material::default() }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "rectangle",
    title: "Rectangle",
    explanation: "A solid block: a lattice of nodes with structural springs, shear springs and optional braces.",
    start: || Box::new(Rectangle::default()),
};

impl Rectangle {
    /// The body. Nodes row by row from the lower left.
    pub fn body(&self) -> Body {
        self.draft().body("rectangle", &self.material)
    }

    pub(super) fn draft(&self) -> Draft {
        let (columns, rows) = (self.columns.clamp(1, 500), self.rows.clamp(1, 500));
        lattice(columns, rows, self.cell, |_, _| true, self.shear, self.brace)
    }
}

impl Parametric for Rectangle {
    const FIELDS: &'static [Field<Self>] = &[
        Field::whole(["columns", "Columns", "Cells across"], [1.0, 500.0], |s| &mut s.columns),
        Field::whole(["rows", "Rows", "Cells up"], [1.0, 500.0], |s| &mut s.rows),
        Field::number(["cell-width", "Cell width", "Width of a cell", "length"], LENGTH, |s| &mut s.cell[0]),
        Field::number(["cell-height", "Cell height", "Height of a cell", "length"], LENGTH, |s| &mut s.cell[1]),
        Field::switch(["shear", "Shear springs", "Both diagonals of every cell, which keep it from folding"], |s| {
            &mut s.shear
        }),
        Field::switch(
            ["brace", "Brace springs", "To the second next node of a row or column: they keep it straight"],
            |s| &mut s.brace,
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
