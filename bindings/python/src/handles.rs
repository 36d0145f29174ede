//! Handles as Python classes, and what methods accept in their place: the id of the part.

use crate::error::Refused;
use blobsmith_engine::play::{
    BodyHandle, DiscHandle, HandId, InstanceHandle, LinkHandle, MovablePart, ObstacleHandle, PartHandle, PlayWorld,
};
use pyo3::prelude::*;

macro_rules! handles {
    ($($(#[$doc:meta])* $name:ident($handle:ty, $bits:ty);)*) => {$(
        $(#[$doc])*
        #[pyclass(module = "blobsmith", frozen, eq, ord, hash, from_py_object)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(pub $handle);

        #[pymethods]
        impl $name {
            /// The handle with these bits; bits of no part give a stale handle.
            #[staticmethod]
            fn from_bits(bits: $bits) -> Self {
                Self(<$handle>::from_bits(bits))
            }

            /// The handle as a number; never 0 for a part.
            #[getter]
            fn bits(&self) -> $bits {
                self.0.to_bits()
            }

            fn __repr__(&self) -> String {
                format!("{}.from_bits({})", stringify!($name), self.0.to_bits())
            }

            /// For `copy` and `pickle`.
            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, ($bits,))> {
                Ok((slf.getattr("from_bits")?, (slf.get().bits(),)))
            }
        }
    )*

    /// Adds the classes to the module.
    pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
        $(module.add_class::<$name>()?;)*
        Ok(())
    }};
}

handles! {
    /// A body.
    Body(BodyHandle, u64);
    /// A disc.
    Disc(DiscHandle, u64);
    /// An obstacle.
    Obstacle(ObstacleHandle, u64);
    /// A link.
    Link(LinkHandle, u64);
    /// A placed instance of another level.
    Instance(InstanceHandle, u64);
    /// A hand that holds something.
    Hand(HandId, u32);
}

macro_rules! arguments {
    ($($(#[$doc:meta])* $name:ident: $class:ident, $handle:ty, $kind:literal, $find:ident;)*) => {$(
        $(#[$doc])*
        #[derive(FromPyObject, Debug)]
        pub enum $name {
            #[pyo3(transparent)]
            Handle($class),
            #[pyo3(transparent, annotation = "str")]
            Id(String),
        }

        impl $name {
            pub fn find(&self, world: &PlayWorld) -> Result<$handle, Refused> {
                match self {
                    Self::Handle(handle) => Ok(handle.0),
                    Self::Id(id) => world.$find(id).ok_or_else(|| Refused::Id($kind, id.clone())),
                }
            }
        }
    )*};
}

arguments! {
    /// A body or its id.
    BodyArg: Body, BodyHandle, "body", body;
    /// A disc or its id.
    DiscArg: Disc, DiscHandle, "disc", disc;
    /// An obstacle or its id.
    ObstacleArg: Obstacle, ObstacleHandle, "obstacle", obstacle;
    /// A link or its id.
    LinkArg: Link, LinkHandle, "link", link;
    /// An instance or its id.
    InstanceArg: Instance, InstanceHandle, "instance", instance;
}

/// A part of any kind or its id.
#[derive(FromPyObject, Debug)]
pub enum PartArg {
    #[pyo3(transparent)]
    Body(Body),
    #[pyo3(transparent)]
    Disc(Disc),
    #[pyo3(transparent)]
    Obstacle(Obstacle),
    #[pyo3(transparent)]
    Link(Link),
    #[pyo3(transparent)]
    Instance(Instance),
    #[pyo3(transparent, annotation = "str")]
    Id(String),
}

impl PartArg {
    pub fn find(&self, world: &PlayWorld) -> Result<PartHandle, Refused> {
        Ok(match self {
            Self::Body(body) => body.0.into(),
            Self::Disc(disc) => disc.0.into(),
            Self::Obstacle(obstacle) => obstacle.0.into(),
            Self::Link(link) => link.0.into(),
            Self::Instance(instance) => instance.0.into(),
            Self::Id(id) => with_id(world, id).ok_or_else(|| Refused::Id("part", id.clone()))?,
        })
    }
}

/// Ids are unique over all kinds.
fn with_id(world: &PlayWorld, id: &str) -> Option<PartHandle> {
    let body = world.body(id).map(PartHandle::Body);
    let disc = || world.disc(id).map(PartHandle::Disc);
    let obstacle = || world.obstacle(id).map(PartHandle::Obstacle);
    let link = || world.link(id).map(PartHandle::Link);
    let instance = || world.instance(id).map(PartHandle::Instance);
    body.or_else(disc).or_else(obstacle).or_else(link).or_else(instance)
}

/// What an action moves: a body, a node as a pair of body and index, a disc; or an id in the place of the body or disc.
#[derive(FromPyObject, Debug)]
pub enum MovableArg {
    #[pyo3(transparent)]
    Body(Body),
    #[pyo3(transparent)]
    Disc(Disc),
    #[pyo3(transparent, annotation = "str")]
    Id(String),
    Node(BodyArg, usize),
}

impl MovableArg {
    pub fn find(&self, world: &PlayWorld) -> Result<MovablePart, Refused> {
        Ok(match self {
            Self::Body(body) => body.0.into(),
            Self::Disc(disc) => disc.0.into(),
            Self::Node(body, node) => (body.find(world)?, *node).into(),
            Self::Id(id) => {
                let body = world.body(id).map(MovablePart::Body);
                let part = body.or_else(|| world.disc(id).map(MovablePart::Disc));
                part.ok_or_else(|| Refused::Id("body or disc", id.clone()))?
            }
        })
    }
}

/// A part of any kind as its Python class.
#[derive(IntoPyObject, Debug)]
pub enum PartObject {
    Body(Body),
    Disc(Disc),
    Obstacle(Obstacle),
    Link(Link),
    Instance(Instance),
}

impl From<PartHandle> for PartObject {
    fn from(part: PartHandle) -> Self {
        match part {
            PartHandle::Body(body) => Self::Body(Body(body)),
            PartHandle::Disc(disc) => Self::Disc(Disc(disc)),
            PartHandle::Obstacle(obstacle) => Self::Obstacle(Obstacle(obstacle)),
            PartHandle::Link(link) => Self::Link(Link(link)),
            PartHandle::Instance(instance) => Self::Instance(Instance(instance)),
        }
    }
}
