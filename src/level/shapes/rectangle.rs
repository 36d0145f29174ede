//! A rectangle as a lattice of nodes: structural springs, and if wanted shear and brace springs.
//!
//! Must never know: other shapes than lattices.

use super::Shape;
use super::concave::lattice;
use super::draft::{Draft, Material};
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
    /// What it is made of.
    pub material: Material,
}

impl Default for Rectangle {
    fn default() -> Self {
        Self { columns: 4, rows: 3, cell: [0.5, 0.5], shear: true, brace: false, material: Material::default() }
    }
}

pub(super) const SHAPE: Shape = Shape {
    id: "rectangle",
    title: "Rectangle",
    explanation: "A solid block: a lattice of nodes with structural springs, shear springs and, if wanted, braces.",
    make: || Rectangle::default().body(),
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
