//! Queries: which parts are at a point, on a ray, in a circle or box, or in the way of a moving circle.

use crate::error::Refused;
use crate::handles::{Body, Disc, PartObject};
use crate::values::Xy;
use crate::world::World;
use blobsmith_engine::play;
use pyo3::prelude::*;

/// Which parts a query finds. By default everything but sensors.
#[pyclass(module = "blobsmith", frozen, from_py_object)]
#[derive(Clone, Default)]
pub struct QueryFilter {
    inner: play::QueryFilter,
}

#[pymethods]
impl QueryFilter {
    #[new]
    #[pyo3(signature = (*, category = u32::MAX, mask = u32::MAX, sensors = false, tag = None))]
    fn new(category: u32, mask: u32, sensors: bool, tag: Option<String>) -> Self {
        Self { inner: play::QueryFilter { category, mask, sensors, tag } }
    }

    /// Bits of the categories of the query.
    #[getter]
    fn category(&self) -> u32 {
        self.inner.category
    }

    /// Bits of the categories that are found.
    #[getter]
    fn mask(&self) -> u32 {
        self.inner.mask
    }

    /// True to find sensors too.
    #[getter]
    fn sensors(&self) -> bool {
        self.inner.sensors
    }

    /// Finds only parts with this tag.
    #[getter]
    fn tag(&self) -> Option<&str> {
        self.inner.tag.as_deref()
    }
}

/// Where a ray or a moving circle meets a part.
#[pyclass(module = "blobsmith", frozen, get_all)]
pub struct QueryHit {
    /// The part.
    part: Py<PyAny>,
    /// Point of the part.
    point: Xy,
    /// Unit normal of the part there, against the motion.
    normal: Xy,
    /// Part of the way until there, 0 to 1.
    fraction: f64,
}

impl QueryHit {
    fn new(py: Python<'_>, hit: play::QueryHit) -> PyResult<Self> {
        let part = PartObject::from(hit.part).into_pyobject(py)?.unbind();
        Ok(Self { part, point: hit.point.into(), normal: hit.normal.into(), fraction: hit.fraction })
    }
}

#[pymethods]
impl QueryHit {
    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let part = self.part.bind(py).repr()?;
        Ok(format!(
            "QueryHit(part={part}, point={:?}, normal={:?}, fraction={})",
            self.point, self.normal, self.fraction
        ))
    }
}

fn objects(parts: Vec<play::PartHandle>) -> Vec<PartObject> {
    parts.into_iter().map(PartObject::from).collect()
}

#[pymethods]
impl World {
    /// Bodies whose hull contains a point.
    #[pyo3(signature = (point, filter = QueryFilter::default()))]
    fn bodies_at(&self, py: Python<'_>, point: [f64; 2], filter: QueryFilter) -> Result<Vec<Body>, Refused> {
        self.with(py, |world| Ok(world.bodies_at(point, &filter.inner)?.into_iter().map(Body).collect()))
    }

    /// Discs that contain a point.
    #[pyo3(signature = (point, filter = QueryFilter::default()))]
    fn discs_at(&self, py: Python<'_>, point: [f64; 2], filter: QueryFilter) -> Result<Vec<Disc>, Refused> {
        self.with(py, |world| Ok(world.discs_at(point, &filter.inner)?.into_iter().map(Disc).collect()))
    }

    /// The node nearest to a point, at most `radius` away: its body, and its index there; or None.
    #[pyo3(signature = (point, radius, filter = QueryFilter::default()))]
    fn nearest_node(
        &self,
        py: Python<'_>,
        point: [f64; 2],
        radius: f64,
        filter: QueryFilter,
    ) -> Result<Option<(Body, usize)>, Refused> {
        let found = self.with(py, |world| Ok(world.nearest_node(point, radius, &filter.inner)?))?;
        Ok(found.map(|(body, node)| (Body(body), node)))
    }

    /// The first part that a ray meets: from `origin` along `direction` over a distance of `max`; or None.
    #[pyo3(signature = (origin, direction, max, filter = QueryFilter::default()))]
    fn raycast(
        &self,
        py: Python<'_>,
        origin: [f64; 2],
        direction: [f64; 2],
        max: f64,
        filter: QueryFilter,
    ) -> Result<Option<QueryHit>, Refused> {
        let hit = self.with(py, |world| Ok(world.raycast(origin, direction, max, &filter.inner)?))?;
        Ok(hit.map(|hit| QueryHit::new(py, hit)).transpose()?)
    }

    /// All parts that a ray meets, each where it meets it first.
    #[pyo3(signature = (origin, direction, max, filter = QueryFilter::default()))]
    fn raycast_all(
        &self,
        py: Python<'_>,
        origin: [f64; 2],
        direction: [f64; 2],
        max: f64,
        filter: QueryFilter,
    ) -> Result<Vec<QueryHit>, Refused> {
        let hits = self.with(py, |world| Ok(world.raycast_all(origin, direction, max, &filter.inner)?))?;
        Ok(hits.into_iter().map(|hit| QueryHit::new(py, hit)).collect::<PyResult<_>>()?)
    }

    /// Parts that a circle overlaps.
    #[pyo3(signature = (center, radius, filter = QueryFilter::default()))]
    fn overlap_circle(
        &self,
        py: Python<'_>,
        center: [f64; 2],
        radius: f64,
        filter: QueryFilter,
    ) -> Result<Vec<PartObject>, Refused> {
        self.with(py, |world| Ok(objects(world.overlap_circle(center, radius, &filter.inner)?)))
    }

    /// Parts that a box overlaps.
    #[pyo3(signature = (min, max, filter = QueryFilter::default()))]
    fn overlap_box(
        &self,
        py: Python<'_>,
        min: [f64; 2],
        max: [f64; 2],
        filter: QueryFilter,
    ) -> Result<Vec<PartObject>, Refused> {
        self.with(py, |world| Ok(objects(world.overlap_box(min, max, &filter.inner)?)))
    }

    /// The first part that a circle meets on its way from `origin` to `origin + motion`; or None.
    #[pyo3(signature = (origin, radius, motion, filter = QueryFilter::default()))]
    fn sweep_circle(
        &self,
        py: Python<'_>,
        origin: [f64; 2],
        radius: f64,
        motion: [f64; 2],
        filter: QueryFilter,
    ) -> Result<Option<QueryHit>, Refused> {
        let hit = self.with(py, |world| Ok(world.sweep_circle(origin, radius, motion, &filter.inner)?))?;
        Ok(hit.map(|hit| QueryHit::new(py, hit)).transpose()?)
    }
}
