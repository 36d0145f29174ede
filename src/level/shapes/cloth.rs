//! A cloth seen from the front: a lattice of structural, shear and brace springs that hangs from its upper corners.
//!
//! Must never know: other shapes than lattices.

use super::draft::Material;
use super::{Rectangle, Shape};
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
    /// Every how many nodes of the upper border one is held, counted from both corners; at least 1.
    pub pin_every: usize,
    /// What it is made of.
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

pub(super) const SHAPE: Shape = Shape {
    id: "cloth",
    title: "Cloth",
    explanation: "A lattice with structural, shear and brace springs that hangs from its upper border.",
    make: || Cloth::default().body(),
};

impl Cloth {
    /// The body. Nodes row by row from the lower left; the upper corners are always held.
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
