//! One cell of a sweep as a level, at the frame where it went wrong.
//!
//! Must never know: the other cells.

use crate::cli::convert::require_level_ending;
use crate::cli::outcome::{Answer, Failure, Outcome, complain};
use crate::debugger::freeze::{Frozen, freeze_world};
use crate::debugger::sweep::{Sweep, Wrong};
use crate::engine::World;
use crate::level::{Breakpoint, Level, format};
use std::path::Path;

/// Runs the cell at a place, and saves it.
pub(super) fn save(sweep: &Sweep, place: &[usize], before: u64, path: &Path) -> Outcome {
    require_level_ending(path, "the ending must tell the form: .ron or .json")?;
    let Some(cell) = sweep.cell(place) else {
        let sizes: Vec<String> = sweep.axes().iter().map(|axis| format!("0 to {}", axis.len() - 1)).collect();
        let given: Vec<String> = place.iter().map(ToString::to_string).collect();
        let reason = format!("there is no such cell; its places are {}", sizes.join(" and "));
        return Err(Failure::Refused(format!("--cell {}: {reason}", given.join(","))));
    };
    let title = sweep.title(cell);
    let refused = |reason: String| Failure::Refused(format!("{title}: {reason}"));
    let wrong = sweep.went_wrong(cell, || true).map_err(refused)?;
    let level = sweep.level_of(cell).map_err(refused)?;
    let frame = wrong.as_ref().map_or(0, |wrong| wrong.moment.0.saturating_sub(before));
    let (at, mut frozen) = at_frame(&level, frame)?;
    dress(&mut frozen.level, &title, at, wrong.as_ref());
    format::save(&frozen.level, path)?;
    frozen.remarks.iter().for_each(|remark| complain(&format!("{}: {remark}", path.display())));
    let Some(Wrong { moment, condition, .. }) = wrong else {
        complain(&format!(
            "{title}: nothing of what is measured went wrong in {} frames; saved as at frame 0",
            sweep.frames()
        ));
        return Ok(Answer::No);
    };
    let within = if moment.1 > 0 { format!(", substep {}", moment.1) } else { String::new() };
    complain(&format!("{title}: frame {}{within}: {condition}; saved as at frame {at}", moment.0));
    Ok(Answer::Yes)
}

/// The level as it is at a frame, or at the last one before it at which all its numbers are finite.
fn at_frame(level: &Level, frame: u64) -> Result<(u64, Frozen), Failure> {
    let mut world = World::new(level)?;
    let mut sound = world.clone();
    while world.state().frame < frame {
        world.step_frame();
        drop(world.take_events());
        if is_finite(&world) {
            sound.clone_from(&world);
        }
    }
    Ok((sound.state().frame, freeze_world(level, &sound)?))
}

fn is_finite(world: &World) -> bool {
    let state = world.state();
    let nodes = 0..world.layout().node_count;
    let nodes = nodes.flat_map(|node| [state.position(node), state.velocity(node)]);
    let discs = state.disc_positions.iter().chain(&state.disc_velocities).copied();
    nodes.chain(discs).all(|vector| vector.is_finite()) && !state.blown_up.contains(&true)
}

/// Says what the level is, and stops the run where it goes wrong.
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
