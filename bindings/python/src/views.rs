//! Arrays that follow a world: numpy views of one array with the positions of all nodes, which is refreshed whenever positions
//! change. They are no views of the engine's memory, which moves when parts are spawned.

use crate::error::Refused;
use crate::handles::BodyArg;
use crate::reading::{slice, table};
use crate::world::World;
use blobsmith_engine::play::{BodyHandle, PlayWorld};
use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::sync::MutexExt;
use pyo3::types::PyDict;
use std::ops::Range;

/// The array behind the views, and the rows of each body in it.
pub struct FollowedPositions {
    array: Py<PyArray2<f64>>,
    rows: Vec<(BodyHandle, Range<usize>)>,
}

fn rows_of(world: &PlayWorld) -> Vec<(BodyHandle, Range<usize>)> {
    world.bodies().filter_map(|body| Some((body, world.node_range(body).ok()?))).collect()
}

impl World {
    /// Copies the present positions into the array of the views, if there is one. After parts have come or gone that array is dropped:
    /// its views keep the last positions.
    ///
    /// # Errors
    /// If an earlier call panicked.
    pub fn refresh_views(&self, py: Python<'_>) -> Result<(), Refused> {
        let mut views = self.views.lock_py_attached(py).map_err(|_| Refused::Broken)?;
        let Some(followed) = &*views else { return Ok(()) };
        let array = followed.array.bind(py);
        let is_same = self.with(py, |world| {
            if rows_of(world) != followed.rows {
                return Ok(false);
            }
            let mut array = array.try_readwrite().map_err(|_| Refused::Value("the array of the views is in use"))?;
            let numbers = world.all_points().as_flattened();
            array
                .as_slice_mut()
                .map_err(|_| Refused::Value("the array of the views was changed"))?
                .copy_from_slice(numbers);
            Ok(true)
        })?;
        if !is_same {
            *views = None;
        }
        Ok(())
    }

    /// The array behind the views, made by the first call.
    fn followed<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<f64>>, Refused> {
        self.refresh_views(py)?;
        let mut views = self.views.lock_py_attached(py).map_err(|_| Refused::Broken)?;
        if let Some(followed) = &*views {
            return Ok(followed.array.bind(py).clone());
        }
        let (array, rows) = self.read(py, |world| (table(py, world.all_points().as_flattened(), 2), rows_of(world)))?;
        *views = Some(FollowedPositions { array: array.clone().unbind(), rows });
        Ok(array)
    }

    /// Read-only rows of that array.
    fn view<'py>(&self, py: Python<'py>, rows: Range<usize>) -> Result<Bound<'py, PyAny>, Refused> {
        let view = self.followed(py)?.get_item(slice(py, rows))?;
        let flags = PyDict::new(py);
        flags.set_item("write", false)?;
        view.call_method("setflags", (), Some(&flags))?;
        Ok(view)
    }
}

#[pymethods]
impl World {
    /// Positions of a body's nodes as a read-only array that follows the world until parts are spawned or removed.
    fn positions_view<'py>(&self, py: Python<'py>, body: BodyArg) -> Result<Bound<'py, PyAny>, Refused> {
        let rows = self.with(py, |world| Ok(world.node_range(body.find(world)?)?))?;
        self.view(py, rows)
    }

    /// Positions of all nodes of all bodies as a read-only array that follows the world until parts are spawned or removed.
    fn all_positions_view<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyAny>, Refused> {
        let rows = 0..self.read(py, |world| world.all_points().len())?;
        self.view(py, rows)
    }
}
