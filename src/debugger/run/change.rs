//! Checks which settings may change during a run: all that are not part of the state and do not add or remove parts.

use super::Moment;
use crate::level::format::FormatError;
use crate::level::{Body, Level, Place, Role};
use std::fmt::Display;

const TIED: &str = "connections cannot change during a run";

fn refuse(place: impl Display, reason: impl Display) -> Result<(), FormatError> {
    Err(FormatError::at(place, reason))
}

/// Checks that a run of the old level can continue as a run of the new level from a moment on.
///
/// # Errors
/// The first part that cannot change, with its place and the reason.
pub(super) fn check(old: &Level, new: &Level, (frame, substep): Moment) -> Result<(), FormatError> {
    if (old.format, &old.name, &old.notes, &old.editor) != (new.format, &new.name, &new.notes, &new.editor) {
        return refuse("level", "this has no effect on a run: change it in the level itself");
    }
    let is_within = substep != 0;
    for (is_other, name) in [
        (old.world.substeps != new.world.substeps, "world.substeps"),
        (old.world.frame_time != new.world.frame_time, "world.frame_time"),
    ] {
        if is_other && is_within {
            let reason = format!("changes only at the start of a frame; this is substep {substep} of frame {frame}");
            return refuse(name, reason);
        }
    }
    counts("bodies", old.bodies.len(), new.bodies.len())?;
    counts("discs", old.discs.len(), new.discs.len())?;
    counts("obstacles", old.obstacles.len(), new.obstacles.len())?;
    counts("links", old.links.len(), new.links.len())?;
    counts("markers", old.markers.len(), new.markers.len())?;
    for (index, (old, new)) in old.links.iter().zip(&new.links).enumerate() {
        if (old.a, old.b) != (new.a, new.b) {
            return refuse(format_args!("links[{index}]"), TIED);
        }
    }
    for (index, (old, new)) in old.bodies.iter().zip(&new.bodies).enumerate() {
        body(index, old, new)?;
    }
    for (index, (old, new)) in old.discs.iter().zip(&new.discs).enumerate() {
        state(Place::Disc(index), old.position != new.position, old.velocity != new.velocity)?;
    }
    Ok(())
}

fn counts(list: impl Display, old: usize, new: usize) -> Result<(), FormatError> {
    if old == new {
        return Ok(());
    }
    refuse(list, format_args!("the number cannot change during a run, from {old} to {new}"))
}

fn state(place: Place, is_elsewhere: bool, is_faster: bool) -> Result<(), FormatError> {
    if is_elsewhere {
        return refuse(format_args!("{place}.position"), "positions belong to the state, not to the settings");
    }
    if is_faster {
        return refuse(
            format_args!("{place}.velocity"),
            "velocities belong to the state, not to the settings: use a nudge instead",
        );
    }
    Ok(())
}

fn body(index: usize, old: &Body, new: &Body) -> Result<(), FormatError> {
    let list = |name: &str| format!("bodies[{index}].{name}");
    counts(list("nodes"), old.nodes.len(), new.nodes.len())?;
    counts(list("springs"), old.springs.len(), new.springs.len())?;
    counts(list("sticks"), old.sticks.len(), new.sticks.len())?;
    for (node, (old, new)) in old.nodes.iter().zip(&new.nodes).enumerate() {
        let place = Place::Node(index, node);
        state(place, old.position != new.position, old.velocity != new.velocity)?;
        if (old.role == Role::Barycentre) != (new.role == Role::Barycentre) {
            return refuse(
                format_args!("{place}.role"),
                "a mass cannot become a barycentre, or the reverse, during a run",
            );
        }
    }
    for (spring, (old, new)) in old.springs.iter().zip(&new.springs).enumerate() {
        if (old.a, old.b) != (new.a, new.b) {
            return refuse(Place::Spring(index, spring), TIED);
        }
    }
    for (stick, (old, new)) in old.sticks.iter().zip(&new.sticks).enumerate() {
        if (old.a, old.b) != (new.a, new.b) {
            return refuse(Place::Stick(index, stick), TIED);
        }
    }
    if old.hull != new.hull {
        return refuse(list("hull"), TIED);
    }
    if old.triangles != new.triangles {
        return refuse(list("triangles"), TIED);
    }
    Ok(())
}
