//! Acting on parts: velocities, impulses, forces, positions, pins, hands.

use crate::error::Refused;
use crate::handles::{BodyArg, Hand, MovableArg};
use crate::world::World;
use pyo3::prelude::*;

#[pymethods]
impl World {
    /// Sets the velocity of a node, of all free nodes of a body, or of a disc.
    fn set_velocity(&self, py: Python<'_>, part: MovableArg, velocity: [f64; 2]) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.set_velocity(part.find(world)?, velocity)?))
    }

    /// Adds an impulse, mass times velocity.
    fn apply_impulse(&self, py: Python<'_>, part: MovableArg, impulse: [f64; 2]) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.apply_impulse(part.find(world)?, impulse)?))
    }

    /// Adds a force that acts until the end of the next frame.
    fn apply_force(&self, py: Python<'_>, part: MovableArg, force: [f64; 2]) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.apply_force(part.find(world)?, force)?))
    }

    /// Moves a node, a body with all its nodes, or a disc by an offset. Velocities are kept.
    fn teleport(&self, py: Python<'_>, part: MovableArg, by: [f64; 2]) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.teleport(part.find(world)?, by)?))?;
        self.refresh_views(py)
    }

    /// Moves a node, the barycentre of a body (with all its nodes), or the centre of a disc to a point.
    fn teleport_to(&self, py: Python<'_>, part: MovableArg, point: [f64; 2]) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.teleport_to(part.find(world)?, point)?))?;
        self.refresh_views(py)
    }

    /// Pins a node where it is.
    fn pin(&self, py: Python<'_>, body: BodyArg, node: usize) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.pin(body.find(world)?, node)?))
    }

    /// Frees a pinned node.
    fn unpin(&self, py: Python<'_>, body: BodyArg, node: usize) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.unpin(body.find(world)?, node)?))
    }

    /// Attaches a spring from a part to a target point: to a node, to a disc's centre, or to the free node of a body that is nearest
    /// to the target.
    fn grab(&self, py: Python<'_>, part: MovableArg, target: [f64; 2]) -> Result<Hand, Refused> {
        self.with(py, |world| Ok(Hand(world.grab(part.find(world)?, target)?)))
    }

    /// Moves the target of a hand.
    fn move_hand(&self, py: Python<'_>, hand: Hand, target: [f64; 2]) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.move_hand(hand.0, target)?))
    }

    /// Detaches a hand.
    fn release(&self, py: Python<'_>, hand: Hand) -> Result<(), Refused> {
        self.with(py, |world| Ok(world.release(hand.0)?))
    }

    /// Hands that hold something.
    fn hands(&self, py: Python<'_>) -> Result<Vec<Hand>, Refused> {
        self.read(py, |world| world.hands().map(Hand).collect())
    }
}
