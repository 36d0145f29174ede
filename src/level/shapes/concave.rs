//! L, U and C shapes, and the lattice over a set of cells that they share with the rectangle.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::parameter::Field;
use crate::level::{Body, Point};
use glam::DVec2;
use std::collections::BTreeMap;

/// The letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ConcaveKind {
    /// A leg upwards at the left of a foot.
    L,
    /// Two legs upwards.
    U,
    /// A U turned to the right.
    C,
}

/// A solid strongly concave shape with its bounding box centred on the origin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Concave {
    /// The letter.
    pub kind: ConcaveKind,
    /// Cells across the whole letter, 2..=200.
    pub columns: usize,
    /// Cells up the whole letter, 2..=200.
    pub rows: usize,
    /// Cells across a leg, at least 1; clamped to keep the opening.
    pub thickness: usize,
    /// Side of a cell, > 0.
    pub cell: f64,
    /// Springs to the second next node of a row or column.
    pub brace: bool,
    /// Mass, stiffness and contact properties.
    pub material: Material,
}

impl Default for Concave {
    fn default() -> Self {
        Self {
            kind: ConcaveKind::U,
            columns: 7,
            rows: 6,
            thickness: 2,
            cell: 0.4,
            brace: true,
            material: Material::default(),
        }
    }
}

pub(super) const SHAPE_L: ShapeGenerator = ShapeGenerator {
    id: "l",
    title: "L shape",
    explanation: "A concave solid with one inner corner.",
    start: || Box::new(Concave { kind: ConcaveKind::L, ..Concave::default() }),
};
pub(super) const SHAPE_U: ShapeGenerator = ShapeGenerator {
    id: "u",
    title: "U shape",
    explanation: "A strongly concave solid: other bodies fit between its legs, where its own barycentre may lie.",
    start: || Box::new(Concave::default()),
};
pub(super) const SHAPE_C: ShapeGenerator = ShapeGenerator {
    id: "c",
    title: "C shape",
    explanation: "A strongly concave solid that opens to the right.",
    // Its upper leg has no support: it is short and stiff, so that it does not fall onto the lower one.
    start: || {
        let material = Material::default().springy(20.0, 0.6);
        Box::new(Concave { kind: ConcaveKind::C, columns: 5, rows: 7, material, ..Concave::default() })
    },
};

impl Concave {
    /// The body. Nodes row by row from the lower left.
    pub fn body(&self) -> Body {
        let (columns, rows) = (self.columns.clamp(2, 200), self.rows.clamp(2, 200));
        let t = self.thickness.max(1);
        let (name, draft) = match self.kind {
            ConcaveKind::L => {
                let t = t.min(columns - 1).min(rows - 1);
                ("l", self.lattice(columns, rows, |column, row| column < t || row < t))
            }
            ConcaveKind::U => {
                let columns = columns.max(3);
                let t = t.min((columns - 1) / 2).min(rows - 1);
                ("u", self.lattice(columns, rows, |column, row| column < t || column >= columns - t || row < t))
            }
            ConcaveKind::C => {
                let rows = rows.max(3);
                let t = t.min(columns - 1).min((rows - 1) / 2);
                ("c", self.lattice(columns, rows, |column, row| column < t || row < t || row >= rows - t))
            }
        };
        draft.body(name, &self.material)
    }

    fn lattice(&self, columns: usize, rows: usize, is_filled: impl Fn(usize, usize) -> bool) -> Draft {
        lattice(columns, rows, [self.cell, self.cell], is_filled, true, self.brace)
    }
}

/// A lattice over the filled cells of a grid centred on the origin. Structural springs along every cell side, shear springs
/// across cells, braces over two cell sides in a line. Precondition: the filled cells are connected by sides.
pub(super) fn lattice(
    columns: usize,
    rows: usize,
    cell: Point,
    is_filled: impl Fn(usize, usize) -> bool,
    shear: bool,
    brace: bool,
) -> Draft {
    let size = DVec2::new(at_least(cell[0], 1e-6), at_least(cell[1], 1e-6));
    let half = DVec2::new(columns as f64, rows as f64) * 0.5;
    let filled = |column: usize, row: usize| column < columns && row < rows && is_filled(column, row);
    let mut draft = Draft::default();
    let mut at = BTreeMap::new();
    // Row by row, so that the indices follow the picture.
    for row in 0..=rows {
        for column in 0..=columns {
            let around = [(0, 0), (1, 0), (0, 1), (1, 1)];
            let touches = |(dx, dy): (usize, usize)| column >= dx && row >= dy && filled(column - dx, row - dy);
            if around.into_iter().any(touches) {
                let point = (DVec2::new(column as f64, row as f64) - half) * size;
                at.insert((column, row), draft.node(point));
            }
        }
    }
    for row in 0..rows {
        for column in 0..columns {
            if filled(column, row) {
                let corner = |dx: usize, dy: usize| at[&(column + dx, row + dy)];
                let corners = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
                cell_parts(&mut draft, corners, (column + row) % 2 == 0, shear);
                cell_hull(&mut draft, corners, column, row, filled);
            }
        }
    }
    draft.order_hull();
    if brace {
        for (&(column, row), &node) in &at {
            // Only along material: both halves of a brace are springs already.
            for (mid, far) in [((column + 1, row), (column + 2, row)), ((column, row + 1), (column, row + 2))] {
                if let (Some(&mid), Some(&far)) = (at.get(&mid), at.get(&far))
                    && draft.is_linked(node, mid)
                    && draft.is_linked(mid, far)
                {
                    draft.spring(node, far);
                }
            }
        }
    }
    draft
}

/// Springs and triangles of one cell; the diagonal of the triangles alternates, so that the body is not biased.
fn cell_parts(draft: &mut Draft, [a, b, c, d]: [usize; 4], rising: bool, shear: bool) {
    draft.spring(a, b);
    draft.spring(a, d);
    draft.spring(d, c);
    draft.spring(b, c);
    if shear {
        draft.spring(a, c);
        draft.spring(b, d);
    }
    if rising {
        draft.triangles.extend([[a, b, c], [a, c, d]]);
    } else {
        draft.triangles.extend([[a, b, d], [b, c, d]]);
    }
}

/// Sides of a cell without a filled neighbour.
fn cell_hull(
    draft: &mut Draft,
    [a, b, c, d]: [usize; 4],
    column: usize,
    row: usize,
    filled: impl Fn(usize, usize) -> bool,
) {
    if row == 0 || !filled(column, row - 1) {
        draft.edge(a, b);
    }
    if !filled(column + 1, row) {
        draft.edge(b, c);
    }
    if !filled(column, row + 1) {
        draft.edge(c, d);
    }
    if column == 0 || !filled(column - 1, row) {
        draft.edge(d, a);
    }
}

impl Parametric for Concave {
    const FIELDS: &'static [Field<Self>] = &[
        Field::whole(["columns", "Columns", "Cells across the whole letter"], [2.0, 200.0], |s| &mut s.columns),
        Field::whole(["rows", "Rows", "Cells up the whole letter"], [2.0, 200.0], |s| &mut s.rows),
        Field::whole(
            ["thickness", "Thickness", "Cells across a leg; clamped to keep the opening"],
            [1.0, 199.0],
            |s| &mut s.thickness,
        ),
        Field::number(["cell", "Cell", "Side of a cell", "length"], LENGTH, |s| &mut s.cell),
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
