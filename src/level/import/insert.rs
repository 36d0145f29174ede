//! Inserts an imported level into another one.

use crate::level::edit::{Made, clipboard};
use crate::level::{Level, Point};

/// Adds the bodies, discs and obstacles of `part`. An empty level also gets the world of `part` and keeps its coordinates;
/// otherwise the centre of `part` comes to `middle`, and the world gets at least as many substeps.
///
/// # Errors
/// If a coordinate would become too large.
pub fn insert(level: &mut Level, part: &Level, middle: Point) -> Result<Made, String> {
    if level.bodies.is_empty() && level.discs.is_empty() && level.obstacles.is_empty() {
        level.world = part.world.clone();
        return clipboard::paste(level, part, [0.0, 0.0]);
    }
    let per_frame = f64::from(part.world.substeps) * level.world.frame_time / part.world.frame_time;
    let enough = per_frame.ceil().clamp(1.0, f64::from(super::hold::MOST_SUBSTEPS)) as u32;
    level.world.substeps = level.world.substeps.max(enough);
    clipboard::paste_at(level, part, middle)
}
