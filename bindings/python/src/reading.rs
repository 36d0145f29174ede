//! Reading the present state. Arrays are copies: they never change, and stay valid whatever happens to the world. Those of `views`
//! follow it.

use crate::error::Refused;
use crate::handles::{BodyArg, DiscArg, LinkArg, ObstacleArg};
use crate::values::{Energy, Xy};
use crate::world::World;
use blobsmith_engine::geometry::flat;
use blobsmith_engine::level::ObstacleShape;
use blobsmith_engine::play::{PlayError, PlayWorld};
use numpy::ndarray::ArrayView2;
use numpy::{Element, PyArray2, PyReadwriteArray2, ToPyArray};
use pyo3::prelude::*;
use pyo3::types::PySlice;
use std::ops::Range;

/// An array with `width` columns.
pub fn table<'py, T: Element + Copy>(py: Python<'py>, flat: &[T], width: usize) -> Bound<'py, PyArray2<T>> {
    let view = ArrayView2::from_shape((flat.len() / width, width), flat).expect("whole rows");
    view.to_pyarray(py)
}

pub fn slice(py: Python<'_>, range: Range<usize>) -> Py<PySlice> {
    PySlice::new(py, range.start as isize, range.end as isize, 1).unbind()
}

/// Copies pairs into an array with the same number of rows.
fn fill(mut out: PyReadwriteArray2<'_, f64>, points: &[f64]) -> Result<(), Refused> {
    let mut out = out.as_array_mut();
    let (rows, columns) = out.dim();
    if columns != 2 {
        return Err(Refused::Value("`out` must have 2 columns"));
    }
    if 2 * rows != points.len() {
        return Err(PlayError::Length(rows, points.len() / 2).into());
    }
    match out.as_slice_mut() {
        Some(out) => out.copy_from_slice(points),
        // Strides other than those of a new array.
        None => out.iter_mut().zip(points).for_each(|(out, number)| *out = *number),
    }
    Ok(())
}

fn pairs<'a>(a: &'a [u32], b: &'a [u32]) -> Vec<u32> {
    a.iter().zip(b).flat_map(|(&a, &b)| [a, b]).collect()
}

/// Geometry of an obstacle: its kind, and its numbers.
fn shape(world: &PlayWorld, obstacle: &ObstacleArg) -> Result<(&'static str, Vec<Xy>, f64), Refused> {
    let handle = obstacle.find(world)?;
    // The engine keeps the obstacles in the order of their handles.
    let index = world.obstacles().position(|other| other == handle).ok_or(PlayError::Stale("obstacle"))?;
    Ok(match world.engine().layout().obstacles[index].shape {
        ObstacleShape::Segment(a, b) => ("segment", vec![a.into(), b.into()], 0.0),
        ObstacleShape::Line(point, direction) => ("line", vec![point.into(), direction.into()], 0.0),
        ObstacleShape::Circle { center, radius } => ("circle", vec![center.into()], radius),
    })
}

#[pymethods]
impl World {
    /// Positions of a body's nodes: an array with 2 columns.
    fn positions<'py>(&self, py: Python<'py>, body: BodyArg) -> Result<Bound<'py, PyArray2<f64>>, Refused> {
        self.with(py, |world| Ok(table(py, world.points(body.find(world)?)?.as_flattened(), 2)))
    }

    /// Writes the positions of a body's nodes into an array.
    fn positions_into(&self, py: Python<'_>, body: BodyArg, out: PyReadwriteArray2<'_, f64>) -> Result<(), Refused> {
        self.with(py, |world| fill(out, world.points(body.find(world)?)?.as_flattened()))
    }

    /// Velocities of a body's nodes: an array with 2 columns.
    fn velocities<'py>(&self, py: Python<'py>, body: BodyArg) -> Result<Bound<'py, PyArray2<f64>>, Refused> {
        self.with(py, |world| Ok(table(py, flat::numbers(world.velocities(body.find(world)?)?), 2)))
    }

    /// Writes the velocities of a body's nodes into an array.
    fn velocities_into(&self, py: Python<'_>, body: BodyArg, out: PyReadwriteArray2<'_, f64>) -> Result<(), Refused> {
        self.with(py, |world| fill(out, flat::numbers(world.velocities(body.find(world)?)?)))
    }

    /// Positions of all nodes of all bodies: an array with 2 columns.
    fn all_positions<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<f64>>, Refused> {
        self.read(py, |world| table(py, world.all_points().as_flattened(), 2))
    }

    /// Writes the positions of all nodes of all bodies into an array.
    fn all_positions_into(&self, py: Python<'_>, out: PyReadwriteArray2<'_, f64>) -> Result<(), Refused> {
        self.with(py, |world| fill(out, world.all_points().as_flattened()))
    }

    /// Rows of a body's nodes in `all_positions`, as a slice.
    fn node_range(&self, py: Python<'_>, body: BodyArg) -> Result<Py<PySlice>, Refused> {
        Ok(slice(py, self.with(py, |world| Ok(world.node_range(body.find(world)?)?))?))
    }

    /// Positions of a body's nodes between the previous frame (`alpha` 0) and the present one (`alpha` 1).
    fn interpolated<'py>(
        &self,
        py: Python<'py>,
        body: BodyArg,
        alpha: f64,
    ) -> Result<Bound<'py, PyArray2<f64>>, Refused> {
        self.with(py, |world| {
            let body = body.find(world)?;
            let mut points = vec![[0.0; 2]; world.node_count(body)?];
            world.interpolated(body, alpha, &mut points)?;
            Ok(table(py, points.as_flattened(), 2))
        })
    }

    /// Centre of a disc between the previous frame (`alpha` 0) and the present one (`alpha` 1).
    fn interpolated_disc(&self, py: Python<'_>, disc: DiscArg, alpha: f64) -> Result<Xy, Refused> {
        self.with(py, |world| Ok(world.interpolated_disc(disc.find(world)?, alpha)?.into()))
    }

    /// Springs of all bodies: pairs of rows of `all_positions`.
    fn springs<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<u32>>, Refused> {
        self.read(py, |world| {
            let springs = &world.engine().layout().springs;
            table(py, &pairs(&springs.a, &springs.b), 2)
        })
    }

    /// Sticks of all bodies: pairs of rows of `all_positions`.
    fn sticks<'py>(&self, py: Python<'py>) -> Result<Bound<'py, PyArray2<u32>>, Refused> {
        self.read(py, |world| {
            let sticks = &world.engine().layout().sticks;
            table(py, &pairs(&sticks.a, &sticks.b), 2)
        })
    }

    /// Geometry of an obstacle: `("segment", [a, b], 0)`, `("line", [point, direction], 0)` or `("circle", [center], radius)`.
    fn obstacle_shape(&self, py: Python<'_>, obstacle: ObstacleArg) -> Result<(&'static str, Vec<Xy>, f64), Refused> {
        self.with(py, |world| shape(world, &obstacle))
    }

    /// Number of nodes of a body.
    fn node_count(&self, py: Python<'_>, body: BodyArg) -> Result<usize, Refused> {
        self.with(py, |world| Ok(world.node_count(body.find(world)?)?))
    }

    /// Position of one node.
    fn node_position(&self, py: Python<'_>, body: BodyArg, node: usize) -> Result<Xy, Refused> {
        self.with(py, |world| Ok(world.node_position(body.find(world)?, node)?.into()))
    }

    /// Velocity of one node.
    fn node_velocity(&self, py: Python<'_>, body: BodyArg, node: usize) -> Result<Xy, Refused> {
        self.with(py, |world| Ok(world.node_velocity(body.find(world)?, node)?.into()))
    }

    /// Mass-weighted mean of the nodes' positions.
    fn barycentre(&self, py: Python<'_>, body: BodyArg) -> Result<Xy, Refused> {
        self.with(py, |world| Ok(world.barycentre(body.find(world)?)?.into()))
    }

    /// Mass-weighted mean of the nodes' velocities.
    fn velocity(&self, py: Python<'_>, body: BodyArg) -> Result<Xy, Refused> {
        self.with(py, |world| Ok(world.velocity(body.find(world)?)?.into()))
    }

    /// Signed area of a body's triangles.
    fn area(&self, py: Python<'_>, body: BodyArg) -> Result<f64, Refused> {
        self.with(py, |world| Ok(world.area(body.find(world)?)?))
    }

    /// Sum of the masses of a body's nodes.
    fn mass(&self, py: Python<'_>, body: BodyArg) -> Result<f64, Refused> {
        self.with(py, |world| Ok(world.mass(body.find(world)?)?))
    }

    /// Energy of a body by kind; NaN if it blew up.
    fn energy(&self, py: Python<'_>, body: BodyArg) -> Result<Energy, Refused> {
        self.with(py, |world| Ok(world.energy(body.find(world)?)?.into()))
    }

    /// Energy of all bodies, discs and links by kind; NaN once a part has blown up.
    fn total_energy(&self, py: Python<'_>) -> Result<Energy, Refused> {
        self.read(py, |world| world.total_energy().into())
    }

    /// Lower left and upper right corner of the smallest box around a body's nodes.
    fn aabb(&self, py: Python<'_>, body: BodyArg) -> Result<(Xy, Xy), Refused> {
        let area = self.with(py, |world| Ok(world.aabb(body.find(world)?)?))?;
        Ok((area.min.into(), area.max.into()))
    }

    /// True if a coordinate of the body is no longer finite.
    fn is_blown_up(&self, py: Python<'_>, body: BodyArg) -> Result<bool, Refused> {
        self.with(py, |world| Ok(world.is_blown_up(body.find(world)?)?))
    }

    /// True if the body's area was not positive in the last substep.
    fn is_collapsed(&self, py: Python<'_>, body: BodyArg) -> Result<bool, Refused> {
        self.with(py, |world| Ok(world.is_collapsed(body.find(world)?)?))
    }

    /// True if forces cannot move the node.
    fn is_pinned(&self, py: Python<'_>, body: BodyArg, node: usize) -> Result<bool, Refused> {
        self.with(py, |world| Ok(world.is_pinned(body.find(world)?, node)?))
    }

    /// Centre of a disc.
    fn disc_position(&self, py: Python<'_>, disc: DiscArg) -> Result<Xy, Refused> {
        self.with(py, |world| Ok(world.disc_position(disc.find(world)?)?.into()))
    }

    /// Velocity of a disc.
    fn disc_velocity(&self, py: Python<'_>, disc: DiscArg) -> Result<Xy, Refused> {
        self.with(py, |world| Ok(world.disc_velocity(disc.find(world)?)?.into()))
    }

    /// Radius of a disc; 0 for a particle.
    fn radius(&self, py: Python<'_>, disc: DiscArg) -> Result<f64, Refused> {
        self.with(py, |world| Ok(world.radius(disc.find(world)?)?))
    }

    /// Mass of a disc.
    fn disc_mass(&self, py: Python<'_>, disc: DiscArg) -> Result<f64, Refused> {
        self.with(py, |world| Ok(world.disc_mass(disc.find(world)?)?))
    }

    /// True if the disc sleeps.
    fn is_asleep(&self, py: Python<'_>, disc: DiscArg) -> Result<bool, Refused> {
        self.with(py, |world| Ok(world.is_asleep(disc.find(world)?)?))
    }

    /// True if a coordinate of the disc is no longer finite.
    fn is_disc_blown_up(&self, py: Python<'_>, disc: DiscArg) -> Result<bool, Refused> {
        self.with(py, |world| Ok(world.is_disc_blown_up(disc.find(world)?)?))
    }

    /// Positions of both ends of a link.
    fn link_points(&self, py: Python<'_>, link: LinkArg) -> Result<(Xy, Xy), Refused> {
        let [a, b] = self.with(py, |world| Ok(world.link_points(link.find(world)?)?))?;
        Ok((a.into(), b.into()))
    }
}
