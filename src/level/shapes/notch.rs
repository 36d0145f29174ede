//! A bar with a V notch, at which the first rule of 000 §D.1.c finds no edge.

use super::draft::{Draft, Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, material};
use crate::level::Body;
use crate::level::parameter::Field;
use glam::DVec2;

/// A fixed bar with a V cut into its top, which lies at y = 0; the bottom of the V is below the origin.
///
/// A node that enters the bar below the V projects onto neither wall. With `underside` the bar has the same V from below.
/// Its ends are pointed, so that such a node projects onto no edge of the bar at all.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Notch {
    /// Width of the bar between the points of its ends; raised above `opening` and twice the height.
    pub width: f64,
    /// Height of the bar, > 0.
    pub height: f64,
    /// Width of the V at the top, > 0.
    pub opening: f64,
    /// Depth of the V, > 0; clamped to keep some of the bar.
    pub depth: f64,
    /// True to cut the same V into the underside.
    pub underside: bool,
    /// Contact properties.
    pub material: Material,
}

impl Default for Notch {
    fn default() -> Self {
        Self { width: 10.0, height: 3.0, opening: 2.0, depth: 1.2, underside: false, material: Material::decor() }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "notch",
    title: "V notch",
    explanation: "A fixed bar with a V cut into it: a node below the V projects onto neither of its walls.",
    start: || Box::new(Notch::default()),
};

impl Notch {
    /// The body: the outline counter-clockwise from the bottom of the V's right lip round to the V.
    pub fn body(&self) -> Body {
        let height = at_least(self.height, 1e-6);
        let lip = 0.5 * at_least(self.opening, 1e-6);
        let most = if self.underside { 0.45 * height } else { 0.9 * height };
        let depth = at_least(self.depth, 1e-6).min(most);
        // Right-angled ends, which are not acute.
        let end = 0.5 * height;
        let half = at_least(0.5 * self.width, lip + 2.0 * end);
        let neck = if self.underside { depth - height } else { -height };

        let mut draft = Draft::default();
        let top = draft.node(DVec2::new(0.0, -depth));
        let bottom = draft.node(DVec2::new(0.0, neck));
        let mut side = |sign: f64| -> Vec<usize> {
            let mut points = vec![[half - end, -height], [half, -0.5 * height], [half - end, 0.0], [lip, 0.0]];
            if self.underside {
                points.insert(0, [lip, -height]);
            }
            points.into_iter().map(|[x, y]| draft.node(DVec2::new(sign * x, y))).collect()
        };
        let (right, left) = (side(1.0), side(-1.0));
        let outline: Vec<usize> =
            [bottom].into_iter().chain(right.iter().copied()).chain([top]).chain(left.iter().rev().copied()).collect();
        // Each half is a fan around the point of its end, from which all of it is visible.
        for (half, is_left) in [(&right, false), (&left, true)] {
            let point = half[half.len() - 3];
            let around: Vec<usize> = [top, bottom].into_iter().chain(half.iter().copied()).collect();
            let at = half.len() - 1;
            for i in 0..around.len() {
                let (a, b) = (around[(i + at + 1) % around.len()], around[(i + at + 2) % around.len()]);
                if a != point && b != point {
                    draft.triangles.push(if is_left { [point, b, a] } else { [point, a, b] });
                }
            }
        }
        draft.hull_loop(&outline);
        draft.decor("V notch", &self.material)
    }
}

impl Parametric for Notch {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(
            [
                "width",
                "Width",
                "Between the points of its ends; raised above the opening and twice the height",
                "length",
            ],
            LENGTH,
            |s| &mut s.width,
        ),
        Field::number(["height", "Height", "Of the bar", "length"], LENGTH, |s| &mut s.height),
        Field::number(["opening", "Opening", "Width of the V at the top", "length"], LENGTH, |s| &mut s.opening),
        Field::number(["depth", "Depth", "Depth of the V; clamped to keep some of the bar", "length"], LENGTH, |s| {
            &mut s.depth
        }),
        Field::switch(["underside", "Underside", "Cuts the same V into the underside"], |s| &mut s.underside),
    ];
    const MATERIAL: &'static [Field<Material>] = material::DECOR;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
