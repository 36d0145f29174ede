//! Draw lists: arrays of points, texture coordinates, triangles and outlines.

use crate::error::Refused;
use crate::handles::{Body, Disc};
use crate::reading::{slice, table};
use crate::values::Xy;
use crate::world::World;
use blobsmith_engine::play::{self, PlayError};
use numpy::{PyArray1, PyArray2, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PySlice;

/// What to draw. Positions are in level units, y up.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct DrawList {
    /// Positions of all nodes of the level: 2 columns.
    points: Py<PyArray2<f64>>,
    /// Texture coordinates: 2 columns, one row per point.
    uv: Py<PyArray2<f64>>,
    /// Three rows of `points` per triangle: 3 columns, in drawing order.
    triangles: Py<PyArray2<u32>>,
    /// Rows of `points` of all outlines, one outline after the other.
    outlines: Py<PyArray1<u32>>,
    /// The outlines.
    loops: Vec<Py<DrawLoop>>,
    /// The bodies, in drawing order.
    bodies: Vec<Py<DrawBody>>,
    /// The discs, in file order.
    discs: Vec<Py<DrawDisc>>,
}

/// An outline of a hull.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct DrawLoop {
    /// Slice of `DrawList.outlines`.
    points: Py<PySlice>,
    /// True if the last point is joined to the first.
    is_closed: bool,
}

/// A body to draw.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct DrawBody {
    /// The body.
    body: Body,
    /// Its slice of `DrawList.points`.
    points: Py<PySlice>,
    /// Its slice of `DrawList.triangles`.
    triangles: Py<PySlice>,
    /// Its slice of `DrawList.loops`.
    loops: Py<PySlice>,
    /// Colour that multiplies the image: red, green, blue, alpha; white without a skin.
    tint: (u8, u8, u8, u8),
    /// True if it has a skin.
    has_skin: bool,
    /// Higher layers are in front.
    layer: i32,
}

/// A disc to draw.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct DrawDisc {
    /// The disc.
    disc: Disc,
    /// Its centre.
    center: Xy,
    /// Its radius; 0 for a particle.
    radius: f64,
}

/// Adds the classes to the module.
pub fn add(module: &Bound<'_, PyModule>) -> PyResult<()> {
    module.add_class::<DrawList>()?;
    module.add_class::<DrawLoop>()?;
    module.add_class::<DrawBody>()?;
    module.add_class::<DrawDisc>()
}

impl DrawList {
    fn new(py: Python<'_>, list: &play::DrawList) -> PyResult<Self> {
        let outline = |one: &play::DrawLoop| {
            Py::new(py, DrawLoop { points: slice(py, one.points.clone()), is_closed: one.is_closed })
        };
        let disc = |one: &play::DrawDisc| {
            Py::new(py, DrawDisc { disc: Disc(one.disc), center: one.center.into(), radius: one.radius })
        };
        Ok(Self {
            points: table(py, list.points.as_flattened(), 2).unbind(),
            uv: table(py, list.uv.as_flattened(), 2).unbind(),
            triangles: table(py, &list.triangles, 3).unbind(),
            outlines: list.outlines.to_pyarray(py).unbind(),
            loops: list.loops.iter().map(outline).collect::<PyResult<_>>()?,
            bodies: list.bodies.iter().map(|body| DrawBody::new(py, body)).collect::<PyResult<_>>()?,
            discs: list.discs.iter().map(disc).collect::<PyResult<_>>()?,
        })
    }
}

impl DrawBody {
    fn new(py: Python<'_>, body: &play::DrawBody) -> PyResult<Py<Self>> {
        let [red, green, blue, alpha] = body.tint;
        let draw = Self {
            body: Body(body.body),
            points: slice(py, body.points.clone()),
            triangles: slice(py, body.triangles.start / 3..body.triangles.end / 3),
            loops: slice(py, body.loops.clone()),
            tint: (red, green, blue, alpha),
            has_skin: body.has_skin,
            layer: body.layer,
        };
        Py::new(py, draw)
    }
}

#[pymethods]
impl World {
    /// What to draw of the present frame.
    fn draw(&self, py: Python<'_>) -> Result<DrawList, Refused> {
        let mut list = play::DrawList::default();
        self.read(py, |world| world.draw(&mut list))?;
        Ok(DrawList::new(py, &list)?)
    }

    /// What to draw between the previous frame (`alpha` 0) and the present one (`alpha` 1).
    fn draw_between(&self, py: Python<'_>, alpha: f64) -> Result<DrawList, Refused> {
        let mut list = play::DrawList::default();
        self.with(py, |world| world.draw_between(alpha, &mut list).map_err(PlayError::into))?;
        Ok(DrawList::new(py, &list)?)
    }
}
