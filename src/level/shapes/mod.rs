//! Generators of bodies: one shape per file, each a small struct of parameters with defaults and a `body()`.
//!
//! Invariants of every shape: the outer hull runs counter-clockwise and a hole clockwise, so the outside is on the right
//! (000 §C.3). The triangles are counter-clockwise and tile the hull exactly. Every spring has its drawn length, with one
//! per pair of nodes. Sines and cosines come from `libm`, so that a shape has the same bits on every machine. Invalid
//! counts (a polygon of two sides, a million rows) are clamped.

mod balloon;
mod bridge;
mod cloth;
mod concave;
mod container;
mod crate_box;
mod disc;
mod draft;
mod gear;
mod hills;
mod material;
mod notch;
mod rectangle;
mod ring;
mod rope;
mod sensor;
mod star;
mod terrain;
mod wheel;

pub use balloon::BalloonShape;
pub use bridge::Bridge;
pub use cloth::Cloth;
pub use concave::{Concave, ConcaveKind};
pub use container::Container;
pub use crate_box::CrateBox;
pub use disc::DiscShape;
pub use draft::{MassDistribution, Material, weight_ratio};
pub use gear::Gear;
pub use hills::Hills;
pub use notch::Notch;
pub use rectangle::Rectangle;
pub use ring::Ring;
pub use rope::{Rope, RopeLinks};
pub use sensor::Sensor;
pub use star::Star;
pub use terrain::{Floor, Terrain};
pub use wheel::Wheel;

use super::Body;
use super::parameter::{Field, Parameter, ParameterError, Values, verify};

/// A generator for menus, forms and the command line.
pub struct ShapeGenerator {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title shown in lists.
    pub title: &'static str,
    /// Purpose, in one sentence.
    pub explanation: &'static str,
    /// The generator with its default parameters; its body lies near the origin.
    start: fn() -> Box<dyn Generator>,
}

/// Maximum number of nodes of a generated body.
pub const MOST_NODES: usize = 20_000;

/// Range of length parameters, in level units.
const LENGTH: [f64; 2] = [1e-3, 1e4];

impl ShapeGenerator {
    /// Its parameters, in form order.
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.start)().parameters()
    }

    /// Returns the body of the default parameters.
    pub fn body(&self) -> Body {
        (self.start)().body()
    }

    /// Returns the body of these parameters; missing ones have their default.
    ///
    /// # Errors
    /// If a value is out of range or belongs to no parameter, or the body has more than [`MOST_NODES`] nodes.
    pub fn make(&self, values: &Values) -> Result<Body, ParameterError> {
        let mut generator = (self.start)();
        verify(&generator.parameters(), values)?;
        generator.set(values);
        let count = generator.nodes();
        if count > MOST_NODES {
            return Err(ParameterError::TooManyNodes(count, MOST_NODES));
        }
        Ok(generator.body())
    }
}

/// A described struct of parameters that makes a body.
trait Parametric: Sized + 'static {
    /// Its own parameters, in the order in which they are set.
    const FIELDS: &'static [Field<Self>];
    /// Parameters of its material.
    const MATERIAL: &'static [Field<Material>];
    /// Makes the body.
    const BODY: fn(&Self) -> Body;
    /// Its material.
    fn material(&mut self) -> &mut Material;
    /// Number of nodes, or slightly more; 0 if they are always few.
    fn node_count(&self) -> usize {
        0
    }
}

/// Object-safe interface of [`Parametric`].
trait Generator {
    fn parameters(&mut self) -> Vec<Parameter>;
    fn set(&mut self, values: &Values);
    fn nodes(&self) -> usize;
    fn body(&self) -> Body;
}

impl<T: Parametric> Generator for T {
    fn parameters(&mut self) -> Vec<Parameter> {
        let own: Vec<Parameter> = T::FIELDS.iter().map(|field| field.describe(self)).collect();
        let material = self.material();
        own.into_iter().chain(T::MATERIAL.iter().map(|field| field.describe(material))).collect()
    }

    fn set(&mut self, values: &Values) {
        for field in T::FIELDS {
            if let Some(&value) = values.get(field.id()) {
                field.set(self, value);
            }
        }
        let material = self.material();
        for field in T::MATERIAL {
            if let Some(&value) = values.get(field.id()) {
                field.set(material, value);
            }
        }
    }

    fn nodes(&self) -> usize {
        self.node_count()
    }

    fn body(&self) -> Body {
        T::BODY(self)
    }
}

/// Every shape, in menu order: solids, shells, pinned structures, decor, sensors.
pub const ALL: &[ShapeGenerator] = &[
    rectangle::SHAPE,
    disc::SHAPE,
    crate_box::SHAPE,
    concave::SHAPE_L,
    concave::SHAPE_U,
    concave::SHAPE_C,
    star::SHAPE,
    gear::SHAPE,
    balloon::SHAPE,
    ring::SHAPE,
    wheel::SHAPE,
    rope::SHAPE,
    cloth::SHAPE,
    bridge::SHAPE,
    terrain::FLOOR,
    hills::SHAPE,
    notch::SHAPE,
    container::SHAPE,
    sensor::SHAPE,
];

/// Returns the shape with this id.
pub fn shape(id: &str) -> Option<&'static ShapeGenerator> {
    ALL.iter().find(|shape| shape.id == id)
}

#[cfg(test)]
mod tests;
