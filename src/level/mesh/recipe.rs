//! Options for making a body from an outline, as parameters for a form or the command line.

use super::body::{Across, Along, Lattice, MeshOptions, decor, soft_and_cut};
use super::{DrawnOutline, MeshError};
use crate::level::Body;
use crate::level::parameter::{Choice, Field, Parameter, ParameterError, Values, verify};
use serde::{Deserialize, Serialize};

/// Kind of body and its options.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Recipe {
    /// True for a soft body, false for decor.
    pub is_soft: bool,
    /// The other options.
    pub options: MeshOptions,
}

/// Default number of nodes along the longer side of an outline.
const NODES: f64 = 16.0;

impl Default for Recipe {
    fn default() -> Self {
        Self { is_soft: true, options: MeshOptions::default() }
    }
}

impl Recipe {
    /// Options with a spacing for an outline with this bounding box size, rounded to two digits.
    pub fn fitting(size: f64) -> Self {
        let [least, most] = SPACING;
        let mut options = MeshOptions::default();
        if size > 0.0 && size.is_finite() {
            options.spacing = two_digits(size / NODES).clamp(least, most);
        }
        Self { is_soft: true, options }
    }

    /// Its parameters, in form order, with the present values as defaults.
    pub fn parameters(&self) -> Vec<Parameter> {
        let mut own = *self;
        FIELDS.iter().map(|field| field.describe(&mut own)).collect()
    }

    /// Returns the recipe with these values set.
    ///
    /// # Errors
    /// If a value is out of range or belongs to no parameter.
    pub fn with(mut self, values: &Values) -> Result<Self, ParameterError> {
        verify(&self.parameters(), values)?;
        for field in FIELDS {
            if let Some(&value) = values.get(field.id()) {
                field.set(&mut self, value);
            }
        }
        Ok(self)
    }

    /// Returns the recipe with these values set; invalid values are ignored.
    pub(in crate::level) fn tamed(mut self, values: &Values) -> Self {
        for field in FIELDS {
            if let Some(&value) = values.get(field.id()).filter(|value| field.describe(&mut self).admits(**value)) {
                field.set(&mut self, value);
            }
        }
        self
    }

    /// Makes the body of an outline.
    ///
    /// # Errors
    /// See [`MeshError`].
    pub fn body(&self, outline: &DrawnOutline) -> Result<Body, MeshError> {
        Ok(self.body_and_cut(outline)?.0)
    }

    /// Makes the body of an outline; returns also the area that is cut off at sharp tips.
    ///
    /// # Errors
    /// See [`MeshError`].
    pub fn body_and_cut(&self, outline: &DrawnOutline) -> Result<(Body, f64), MeshError> {
        if self.is_soft { soft_and_cut(outline, &self.options) } else { Ok((decor(outline, &self.options)?, 0.0)) }
    }
}

/// Rounds a number above 0 to two significant digits.
fn two_digits(value: f64) -> f64 {
    let mut unit = 1.0;
    while value < 10.0 * unit && unit > 1e-12 {
        unit *= 0.1;
    }
    while value >= 100.0 * unit && unit < 1e12 {
        unit *= 10.0;
    }
    let steps = (value / unit).round();
    // Division by an integer power of ten gives the number nearest to the decimal.
    if unit < 1.0 { steps / (1.0 / unit).round() } else { steps * unit }
}

const SPACING: [f64; 2] = [1e-3, 1e3];
const MOST: f64 = 1e6;
const SOFT: &[f64] = &[1.0];

const KINDS: &[Choice] = &[
    Choice { id: "decor", title: "Decor", explanation: "Nothing moves it: as few nodes as the shape needs" },
    Choice { id: "soft", title: "Soft body", explanation: "Nodes inside, springs, gas" },
];
const LATTICES: &[Choice] = &[
    Choice {
        id: "hexagonal",
        title: "Hexagonal",
        explanation: "Rows offset by half a spacing: equally stiff in all directions",
    },
    Choice { id: "square", title: "Square", explanation: "Rows and columns" },
    Choice { id: "none", title: "None", explanation: "No nodes inside" },
];
const ACROSS: &[Choice] = &[
    Choice { id: "none", title: "None", explanation: "No shear springs" },
    Choice {
        id: "thin",
        title: "In thin parts",
        explanation: "Across sides from hull to hull: in tips and thin parts",
    },
    Choice { id: "all", title: "Everywhere", explanation: "Across every inner side" },
];
const TIPS: &[Choice] = &[
    Choice {
        id: "keep",
        title: "Keep",
        explanation: "As drawn; a corner below 40° may fold over when the body lands on it",
    },
    Choice {
        id: "blunt",
        title: "Blunt below 40°",
        explanation: "Cut off where the shape is half a spacing wide, at most 0.4 % of the area; angles from 40° stay",
    },
];
const ALONG: &[Choice] = &[
    Choice { id: "none", title: "None", explanation: "No brace springs" },
    Choice { id: "hull", title: "Along the hull", explanation: "The skin stays smooth; not at corners" },
    Choice { id: "all", title: "Everywhere", explanation: "Lines of nodes inside stay straight too" },
];

const fn soft_number(words: [&'static str; 4], range: [f64; 2], at: fn(&mut Recipe) -> &mut f64) -> Field<Recipe> {
    Field::number(words, range, at).needing("kind", SOFT)
}

const FIELDS: &[Field<Recipe>] = &[
    Field::choice(
        ["kind", "Made into", "Kind of body"],
        KINDS,
        |r: &Recipe| f64::from(r.is_soft),
        |r, v| r.is_soft = v != 0.0,
    ),
    Field::number(
        ["spacing", "Spacing", "Distance of neighbouring nodes; tight curves get shorter edges", "length"],
        SPACING,
        |r| &mut r.options.spacing,
    ),
    Field::number(
        ["detail", "Detail", "Maximum deviation of the hull from the outline, to save nodes, in spacings", "spacings"],
        [0.0, 0.5],
        |r| &mut r.options.detail,
    ),
    Field::choice(
        ["lattice", "Nodes inside", "Arrangement of the inner nodes"],
        LATTICES,
        |r: &Recipe| r.options.lattice as usize as f64,
        |r, v| {
            r.options.lattice = [Lattice::Hexagonal, Lattice::Square, Lattice::None][v as usize % 3];
        },
    )
    .needing("kind", SOFT),
    soft_number(
        ["margin", "Margin", "Minimum distance of inner nodes from the hull, in spacings", "spacings"],
        [0.1, 2.0],
        |r| &mut r.options.margin,
    ),
    Field::choice(
        ["tips", "Acute angles", "Treatment of corners below 40°; Problems reports all below 90°"],
        TIPS,
        |r: &Recipe| f64::from(r.options.is_blunt),
        |r, v| r.options.is_blunt = v != 0.0,
    )
    .needing("kind", SOFT),
    soft_number(
        ["stiffness", "Stiffness", "Of structural springs, those along the sides of triangles", "force per length"],
        [1e-3, MOST],
        |r| &mut r.options.stiffness,
    ),
    soft_number(
        ["damping", "Damping ratio", "Of all springs: 1 is critical damping", "× critical"],
        [0.0, 10.0],
        |r| &mut r.options.damping,
    ),
    Field::choice(
        ["shear", "Shear springs", "Across sides of triangles: they keep two triangles from folding onto each other"],
        ACROSS,
        |r: &Recipe| r.options.shear as usize as f64,
        |r, v| r.options.shear = [Across::None, Across::Thin, Across::All][v as usize % 3],
    )
    .needing("kind", SOFT),
    Field::number(
        ["shear-stiffness", "Shear stiffness", "Of shear springs, as a fraction of the stiffness", ""],
        [1e-3, 100.0],
        |r: &mut Recipe| &mut r.options.shear_stiffness,
    )
    .needing("shear", &[1.0, 2.0]),
    Field::choice(
        ["brace", "Brace springs", "To the second next node of a line: they resist bending"],
        ALONG,
        |r: &Recipe| r.options.brace as usize as f64,
        |r, v| r.options.brace = [Along::None, Along::Hull, Along::All][v as usize % 3],
    )
    .needing("kind", SOFT),
    Field::number(
        ["brace-stiffness", "Brace stiffness", "Of brace springs, as a fraction of the stiffness", ""],
        [1e-3, 100.0],
        |r: &mut Recipe| &mut r.options.brace_stiffness,
    )
    .needing("brace", &[1.0, 2.0]),
    soft_number(["density", "Density", "Mass per area", "mass per area"], [1e-3, MOST], |r| &mut r.options.density),
    soft_number(
        [
            "pressure",
            "Gas pressure",
            "In the body at the drawn area; 0 for none. The gas of the body is pressure times area",
            "force per length",
        ],
        [0.0, MOST],
        |r| &mut r.options.pressure,
    ),
    Field::number(
        ["restitution", "Restitution", "Elasticity of contacts; a contact uses the product of both bodies'", ""],
        [0.0, 10.0],
        |r| &mut r.options.restitution,
    ),
    Field::number(
        ["friction", "Friction", "Friction of contacts; a contact uses the product of both bodies'", ""],
        [0.0, 10.0],
        |r| &mut r.options.friction,
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::DVec2;

    fn square(side: f64) -> DrawnOutline {
        DrawnOutline::of([(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(|(x, y)| DVec2::new(x, y)).to_vec())
    }

    #[test]
    fn recipe_parameters_can_be_set() {
        let recipe = Recipe::default();
        for parameter in recipe.parameters() {
            assert!(parameter.admits(parameter.default), "{}", parameter.id);
            let other = match parameter.kind {
                crate::level::parameter::Kind::Choice(_) if parameter.default == 0.0 => 1.0,
                crate::level::parameter::Kind::Choice(_) => 0.0,
                _ => parameter.default * 0.5 + 0.05,
            };
            let set = recipe.with(&Values::from([(parameter.id.to_owned(), other)]));
            let found = set.ok().and_then(|set| set.parameters().into_iter().find(|p| p.id == parameter.id));
            assert_eq!(found.map(|found| found.default), Some(other), "{}", parameter.id);
        }
    }

    #[test]
    fn recipe_extremes_give_valid_bodies_or_a_reason() {
        let outline = DrawnOutline { holes: vec![square(1.0).outer.iter().map(|p| *p + 1.5).collect()], ..square(4.0) };
        for parameter in Recipe::default().parameters() {
            let ends = match parameter.kind {
                crate::level::parameter::Kind::Number(min, max) => vec![min, max],
                crate::level::parameter::Kind::Choice(rows) => (0..rows.len()).map(|i| i as f64).collect(),
                _ => vec![0.0, 1.0],
            };
            for value in ends {
                let recipe = Recipe::fitting(4.0).with(&Values::from([(parameter.id.to_owned(), value)]));
                match recipe.map(|recipe| recipe.body(&outline)) {
                    Ok(Ok(body)) => {
                        let level = crate::level::Level { bodies: vec![body], ..Default::default() };
                        assert!(crate::level::format::validate(&level).is_ok(), "{} {value}", parameter.id);
                    }
                    Ok(Err(MeshError::TooManyNodes { .. })) => assert_eq!(parameter.id, "spacing"),
                    other => panic!("{} {value}: {other:?}", parameter.id),
                }
            }
        }
    }

    #[test]
    fn recipe_spacing_is_proportional_to_the_size() {
        for (size, spacing) in [(10.1, 0.63), (160.0, 10.0), (0.5, 0.031), (1e9, 1e3), (f64::NAN, 0.6)] {
            assert_eq!(Recipe::fitting(size).options.spacing, spacing);
        }
    }
}
