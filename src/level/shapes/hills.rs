//! Terrain from a few numbers: hills of equal width with pseudo-random roughness.

use super::draft::{Material, at_least};
use super::{LENGTH, Parametric, ShapeGenerator, Terrain, material};
use crate::level::parameter::Field;
use crate::level::{Body, Point};
use std::f64::consts::TAU;

/// Hilly ground centred on x = 0, whose mean height is y = 0 in the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hills {
    /// Total width, > 0.
    pub width: f64,
    /// Edges of the surface, 1..=1000.
    pub segments: usize,
    /// Hills along the width, 0..=100.
    pub hills: usize,
    /// Height from valleys to tops, >= 0.
    pub height: f64,
    /// Amplitude of the roughness as a fraction of `height`, 0..=1.
    pub roughness: f64,
    /// Seed of the roughness.
    pub seed: usize,
    /// Rise along the width.
    pub rise: f64,
    /// Ground below the lowest point, > 0.
    pub depth: f64,
    /// Contact properties.
    pub material: Material,
}

impl Default for Hills {
    fn default() -> Self {
        Self {
            width: 12.0,
            segments: 24,
            hills: 2,
            height: 0.8,
            roughness: 0.3,
            seed: 1,
            rise: 0.0,
            depth: 1.0,
            material: Material::decor(),
        }
    }
}

pub(super) const SHAPE: ShapeGenerator = ShapeGenerator {
    id: "terrain",
    title: "Terrain",
    explanation: "Fixed ground under a skyline of hills: even or rough, level or rising.",
    start: || Box::new(Hills::default()),
};

impl Hills {
    /// The surface from left to right.
    pub fn skyline(&self) -> Vec<Point> {
        let segments = self.segments.clamp(1, 1000);
        let width = at_least(self.width, 1e-6);
        (0..=segments)
            .map(|i| {
                let along = i as f64 / segments as f64;
                let wave = -0.5 * libm::cos(TAU * self.hills as f64 * along);
                let uneven = self.roughness * chance(self.seed, i);
                [(along - 0.5) * width, self.height * (wave + uneven) + self.rise * (along - 0.5)]
            })
            .collect()
    }

    /// The body: see [`Terrain`].
    pub fn body(&self) -> Body {
        let surface = self.skyline();
        let lowest = surface.iter().fold(f64::INFINITY, |lowest, point| lowest.min(point[1]));
        Terrain { surface, base: lowest - at_least(self.depth, 1e-6), material: self.material }.body()
    }
}

/// Pseudo-random number from -0.5 to 0.5, equal for the same arguments on every machine (the mixing function of
/// splitmix64).
fn chance(seed: usize, index: usize) -> f64 {
    let mut bits = (seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(index as u64);
    bits = bits.wrapping_add(0x9E37_79B9_7F4A_7C15);
    bits = (bits ^ (bits >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    bits = (bits ^ (bits >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    bits ^= bits >> 31;
    (bits >> 11) as f64 / (1u64 << 53) as f64 - 0.5
}

impl Parametric for Hills {
    const FIELDS: &'static [Field<Self>] = &[
        Field::number(["width", "Width", "From end to end", "length"], LENGTH, |s| &mut s.width),
        Field::whole(["segments", "Segments", "Edges of the surface"], [1.0, 1000.0], |s| &mut s.segments),
        Field::whole(["hills", "Hills", "Number of hills along the width"], [0.0, 100.0], |s| &mut s.hills),
        Field::number(["height", "Height", "From the valleys to the tops", "length"], [0.0, 1000.0], |s| &mut s.height),
        Field::number(
            ["roughness", "Roughness", "Amplitude of the unevenness, as a fraction of the height", "× height"],
            [0.0, 1.0],
            |s| &mut s.roughness,
        ),
        Field::whole(["seed", "Seed", "Seed of the unevenness"], [0.0, 9999.0], |s| &mut s.seed),
        Field::number(
            ["rise", "Rise", "Height of the right end above the left one", "length"],
            [-1000.0, 1000.0],
            |s| &mut s.rise,
        ),
        Field::number(["depth", "Depth", "Ground below the lowest point", "length"], LENGTH, |s| &mut s.depth),
    ];
    const MATERIAL: &'static [Field<Material>] = material::DECOR;
    const BODY: fn(&Self) -> Body = Self::body;

    fn material(&mut self) -> &mut Material {
        &mut self.material
    }
}
