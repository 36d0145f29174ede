//! Generators of bodies: one shape a file, each a small struct of parameters with sensible defaults and a `body()`.
//!
//! What every shape promises: the outer hull runs counter-clockwise and a hole clockwise, so the outside is on the
//! right (000 §C.3); the triangles are counter-clockwise and tile the hull exactly; every spring is as long as it is
//! drawn and there is one per pair of nodes; sines and cosines come from `libm`, so that a shape has the same bits on
//! every machine. Counts that make no sense (a polygon of two sides) or no end (a million rows) are brought into range.

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
mod star;
mod terrain;
mod transform;
mod wheel;

pub use balloon::BalloonShape;
pub use bridge::Bridge;
pub use cloth::Cloth;
pub use concave::{Concave, ConcaveKind};
pub use container::Container;
pub use crate_box::CrateBox;
pub use disc::DiscShape;
pub use draft::{MassDistribution, Material};
pub use gear::Gear;
pub use hills::Hills;
pub use notch::Notch;
pub use rectangle::Rectangle;
pub use ring::Ring;
pub use rope::{Rope, RopeLinks};
pub use star::Star;
pub use terrain::{Floor, Terrain};
pub use wheel::Wheel;

use super::Body;
use super::parameter::{Field, Parameter, ParameterError, Values, verify};

/// A generator as menus, forms and the command line know it.
pub struct ShapeGenerator {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// What it is good for, in a sentence.
    pub explanation: &'static str,
    /// The generator with its default parameters; its body lies near the origin.
    start: fn() -> Box<dyn Generator>,
}

/// More nodes than this are refused: a body that is too large to view, and long to make.
pub const MOST_NODES: usize = 20_000;

/// Lengths that parameters may have, in level units.
const LENGTH: [f64; 2] = [1e-3, 1e4];

impl ShapeGenerator {
    /// Its parameters, in the order of forms.
    pub fn parameters(&self) -> Vec<Parameter> {
        (self.start)().parameters()
    }

    /// The body that the default parameters make.
    pub fn body(&self) -> Body {
        (self.start)().body()
    }

    /// The body that these parameters make; what is not among them is as by default.
    ///
    /// # Errors
    /// A value that is out of range or of no parameter, or more than [`MOST_NODES`] nodes.
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

/// A struct of parameters that makes a body, described.
trait Parametric: Sized + 'static {
    /// Its own parameters, in the order in which they are set.
    const FIELDS: &'static [Field<Self>];
    /// Those of its material.
    const MATERIAL: &'static [Field<Material>];
    /// What it is made of.
    fn material(&mut self) -> &mut Material;
    /// The body.
    fn built(&self) -> Body;
    /// Nodes of the body, or a few more; 0 where they are always few.
    fn node_count(&self) -> usize {
        0
    }
}

/// The same for any struct.
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
        self.built()
    }
}

/// Every shape, in the order of menus: solids, then shells, then things that are held, then decor.
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
];

/// The shape with this id.
pub fn shape(id: &str) -> Option<&'static ShapeGenerator> {
    ALL.iter().find(|shape| shape.id == id)
}

#[cfg(test)]
mod tests;
