//! How many substeps the bodies of a level need.
//!
//! Must never know: drawings.

use crate::level::Level;
use crate::level::checks;

/// More room than just stable, since contacts stiffen what they press together.
const ROOM: f64 = 1.5;

/// Raises `substeps` to what the stability rule asks for, with room, as a power of two.
pub(super) fn raise_substeps(level: &mut Level) {
    let Some(rule) = checks::rule("stability") else { return };
    let Some(fix) = rule.fix else { return };
    let before = level.world.substeps;
    let mut findings = Vec::new();
    (rule.find)(level, &mut findings);
    for finding in &findings {
        // Refused where what an earlier body needed is enough for this one too.
        let _ = fix(level, finding);
    }
    if level.world.substeps > before {
        level.world.substeps = ((f64::from(level.world.substeps) * ROOM) as u32).next_power_of_two();
    }
}
