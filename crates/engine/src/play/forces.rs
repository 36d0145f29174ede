//! Forces on parts, which act during the next frame.
//!
//! A force changes velocities by `force * h / mass` at the start of each substep of length h: the impulse that a constant force gives.
//! It is an input like [`PlayWorld::apply_impulse`], so both engines and recordings treat it alike.
//!
//! ```
//! # use blobsmith_engine::play::PlayWorld;
//! # let mut world = PlayWorld::from_text(
//! #     r#"{"format": 2, "world": {"gravity": [0, -0.02]}, "bodies": [{"id": "hero", "nodes": [{"position": [0, 10]}]}]}"#)?;
//! let hero = world.body("hero").expect("a body with this id");
//! // Mass 1: the force carries the weight, so nothing moves.
//! world.apply_force(hero, [0.0, 0.02])?;
//! world.step(1);
//! assert_eq!(world.points(hero)?, [[0.0, 10.0]]);
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

use super::acting::MovablePart;
use super::error::finite;
use super::recorder::WorldInput;
use super::{PlayError, PlayWorld};
use crate::level::{Place, Point};
use glam::DVec2;

/// A force and what it acts on, in the engine's numbering.
pub(super) type Push = (Place, DVec2);

impl PlayWorld {
    /// Adds a force, mass times length per time squared, that acts until the end of the next frame. That of a body is shared by its free
    /// nodes in proportion to their masses. Several forces on a part add up; call this once per frame to push continuously.
    ///
    /// # Errors
    /// [`PlayError::Stale`], [`PlayError::NoNode`], [`PlayError::Number`]; [`PlayError::Unmoved`] if nothing there is free.
    pub fn apply_force(&mut self, part: impl Into<MovablePart>, force: Point) -> Result<(), PlayError> {
        let (place, force) = (self.place_of(part.into())?, finite("force", force)?);
        self.world.can_nudge(place)?;
        self.pushes.push((place, force));
        Ok(())
    }

    /// Runs one frame with the forces that were applied since the last one.
    pub(super) fn step_pushed(&mut self) {
        let pushes = std::mem::take(&mut self.pushes);
        if pushes.is_empty() && !self.is_tracing() {
            return self.world.step_frame();
        }
        let frame = self.frame();
        while self.frame() == frame {
            for &(place, force) in &pushes {
                let change = force * (self.world.layout().substep_time / self.free_mass(place));
                // What has blown up during the frame is no longer pushed.
                if change.is_finite() && self.world.nudge(place, change).is_ok() {
                    self.note(|| WorldInput::Nudge(place, change));
                }
            }
            self.step_substep();
        }
    }
}
