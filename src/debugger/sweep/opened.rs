//! A cell as a level of its own, shortly before its first failure.

use super::{Sweep, Wrong};
use crate::debugger::freeze::{Frozen, freeze_world};
use crate::engine::World;
use crate::level::format::FormatError;
use crate::level::{Breakpoint, Level};
use serde::{Deserialize, Serialize};

/// A cell opened as a level.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Opened {
    /// The level. Its name describes the cell, and a breakpoint stops at the failure.
    pub level: Level,
    /// The frame of the cell's run at which the level begins.
    pub frame: u64,
    /// The first failure. None if there is none; the level then begins at frame 0.
    pub wrong: Option<Wrong>,
    /// Differences from the cell's run, one sentence each.
    pub remarks: Vec<String>,
}

impl Sweep {
    /// Opens a cell as a level that begins `before` frames before its first failure. None if interrupted by `goes_on`
    /// (called at least once per frame).
    ///
    /// # Errors
    /// The reason why it cannot be run.
    pub fn open(&self, cell: usize, before: u64, mut goes_on: impl FnMut() -> bool) -> Result<Option<Opened>, String> {
        let mut is_stopped = false;
        let wrong = self.went_wrong(cell, || {
            is_stopped = !goes_on();
            !is_stopped
        })?;
        if is_stopped {
            return Ok(None);
        }
        let level = self.level_of(cell)?;
        let frame = wrong.as_ref().map_or(0, |wrong| wrong.moment.0.saturating_sub(before));
        let found = at_frame(&level, frame, &mut goes_on).map_err(|error| error.to_string())?;
        let Some((frame, Frozen { mut level, remarks })) = found else { return Ok(None) };
        dress(&mut level, &self.title(cell), frame, wrong.as_ref());
        Ok(Some(Opened { level, frame, wrong, remarks }))
    }
}

/// The level at a frame, or at the last earlier frame at which all its numbers are finite.
fn at_frame(
    level: &Level,
    frame: u64,
    goes_on: &mut dyn FnMut() -> bool,
) -> Result<Option<(u64, Frozen)>, FormatError> {
    let mut world = World::new(level)?;
    let mut sound = world.clone();
    while world.state().frame < frame {
        if !goes_on() {
            return Ok(None);
        }
        world.step_frame();
        drop(world.take_events());
        if is_finite(&world) {
            sound.clone_from(&world);
        }
    }
    Ok(Some((sound.state().frame, freeze_world(level, &sound)?)))
}

fn is_finite(world: &World) -> bool {
    let state = world.state();
    let nodes = 0..world.layout().node_count;
    let nodes = nodes.flat_map(|node| [state.position(node), state.velocity(node)]);
    let discs = state.disc_positions.iter().chain(&state.disc_velocities).copied();
    nodes.chain(discs).all(|vector| vector.is_finite()) && !state.blown_up.contains(&true)
}

/// Sets the name of the level and a breakpoint at the failure.
fn dress(level: &mut Level, title: &str, frame: u64, wrong: Option<&Wrong>) {
    let name = if level.name.is_empty() { "a level" } else { level.name.as_str() };
    level.name = format!("{name}: {title}, frame {frame}");
    let Some(wrong) = wrong else { return };
    let breakpoint = Breakpoint::new(wrong.condition.clone(), wrong.each);
    let breakpoints = &mut level.editor.get_or_insert_default().breakpoints;
    if breakpoints.iter().all(|known| known.condition != breakpoint.condition) {
        breakpoints.push(breakpoint);
    }
}
