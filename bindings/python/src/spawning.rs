//! Adding and removing parts, and links at run time.

use crate::error::{Refused, check_file};
use crate::handles::{BodyArg, Disc, Instance, Link, LinkArg, PartArg};
use crate::world::World;
use blobsmith_engine::level::LinkKind;
use blobsmith_engine::play::{self, LinkTarget, Placement, PlayWorld};
use pyo3::prelude::*;
use std::path::PathBuf;

/// A level whose parts can be spawned. Its `world` settings and markers are ignored.
#[pyclass(module = "blobsmith", frozen)]
pub struct Prefab {
    inner: play::Prefab,
}

#[pymethods]
impl Prefab {
    /// Reads a text as `World.from_text` does.
    #[staticmethod]
    fn from_text(py: Python<'_>, text: &str) -> Result<Self, Refused> {
        Ok(Self { inner: py.detach(|| play::Prefab::from_text(text))? })
    }

    /// Reads a level file as `World.from_file` does.
    #[staticmethod]
    fn from_file(py: Python<'_>, path: PathBuf) -> Result<Self, Refused> {
        check_file(&path)?;
        Ok(Self { inner: py.detach(|| play::Prefab::from_file(&path))? })
    }

    fn __repr__(&self) -> String {
        let level = self.inner.level();
        format!("<blobsmith.Prefab: {} bodies, {} discs>", level.bodies.len(), level.discs.len())
    }
}

/// An end of a link: a node as a pair of body and index, a disc or its id, or a fixed point.
#[derive(FromPyObject, Debug)]
pub enum LinkEndArg {
    #[pyo3(transparent)]
    Disc(Disc),
    #[pyo3(transparent, annotation = "str")]
    Id(String),
    Node(BodyArg, usize),
    #[pyo3(transparent, annotation = "point")]
    Point([f64; 2]),
}

impl LinkEndArg {
    fn find(&self, world: &PlayWorld) -> Result<LinkTarget, Refused> {
        Ok(match self {
            Self::Disc(disc) => LinkTarget::Disc(disc.0),
            Self::Id(id) => LinkTarget::Disc(world.disc(id).ok_or_else(|| Refused::Id("disc", id.clone()))?),
            Self::Node(body, node) => LinkTarget::Node(body.find(world)?, *node),
            Self::Point(point) => LinkTarget::Point(*point),
        })
    }
}

impl World {
    fn connect(&self, py: Python<'_>, [a, b]: [LinkEndArg; 2], kind: LinkKind, collide: bool) -> Result<Link, Refused> {
        self.with(py, |world| Ok(Link(world.connect(a.find(world)?, b.find(world)?, kind, collide)?)))
    }
}

#[pymethods]
impl World {
    /// Adds the parts of a prefab as an instance; without `id` it is `spawn-1`, `spawn-2`, …
    #[pyo3(signature = (prefab, position = [0.0; 2], *, angle_deg = 0.0, mirror = false, velocity = [0.0; 2], id = None))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn spawn(
        &self,
        py: Python<'_>,
        prefab: &Prefab,
        position: [f64; 2],
        angle_deg: f64,
        mirror: bool,
        velocity: [f64; 2],
        id: Option<&str>,
    ) -> Result<Instance, Refused> {
        let placement = Placement { position, angle_deg, mirror, velocity };
        let instance = self.with(py, |world| {
            Ok(Instance(match id {
                Some(id) => world.spawn_with_id(&prefab.inner, &placement, id)?,
                None => world.spawn(&prefab.inner, &placement)?,
            }))
        })?;
        self.refresh_views(py)?;
        Ok(instance)
    }

    /// Removes a body, disc or obstacle with its links, a link, or an instance with all its parts.
    fn remove(&self, py: Python<'_>, part: PartArg) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.remove(part.find(world)?)?))?;
        self.refresh_views(py)
    }

    /// Joins two ends by a damped spring.
    #[pyo3(signature = (a, b, *, rest_length, stiffness, damping = 0.0, collide = true))]
    #[expect(clippy::too_many_arguments, reason = "keywords in Python")]
    fn connect_spring(
        &self,
        py: Python<'_>,
        a: LinkEndArg,
        b: LinkEndArg,
        rest_length: f64,
        stiffness: f64,
        damping: f64,
        collide: bool,
    ) -> Result<Link, Refused> {
        self.connect(py, [a, b], LinkKind::Spring { rest_length, stiffness, damping }, collide)
    }

    /// Joins two ends by a rigid link.
    #[pyo3(signature = (a, b, *, length, collide = true))]
    fn connect_stick(
        &self,
        py: Python<'_>,
        a: LinkEndArg,
        b: LinkEndArg,
        length: f64,
        collide: bool,
    ) -> Result<Link, Refused> {
        self.connect(py, [a, b], LinkKind::Stick { length }, collide)
    }

    /// Moves two ends to their common point from now on.
    #[pyo3(signature = (a, b, *, collide = true))]
    fn connect_pin(&self, py: Python<'_>, a: LinkEndArg, b: LinkEndArg, collide: bool) -> Result<Link, Refused> {
        self.connect(py, [a, b], LinkKind::Pin, collide)
    }

    /// Switches a link on or off.
    fn switch_link(&self, py: Python<'_>, link: LinkArg, is_on: bool) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.switch_link(link.find(world)?, is_on)?))
    }

    /// True if a link is switched on.
    fn is_link_on(&self, py: Python<'_>, link: LinkArg) -> Result<bool, Refused> {
        self.with(py, |world| Ok(world.is_link_on(link.find(world)?)?))
    }
}
