//! The text of a moment, `frame.substep.phase`: completed frames, completed substeps of the next frame, and completed
//! phases of the next substep. Zeros at the end are omitted: `8.14`, `8`.

use super::Moment;
use crate::engine::Event;
use crate::level::printable::printable;

/// Formats a moment without a phase.
pub fn write(moment: Moment) -> String {
    write_phase(moment, 0)
}

/// Formats a moment within a substep.
pub fn write_phase((frame, substep): Moment, phase: usize) -> String {
    match (substep, phase) {
        (0, 0) => frame.to_string(),
        (_, 0) => format!("{frame}.{substep}"),
        _ => format!("{frame}.{substep}.{phase}"),
    }
}

/// Parses a moment and its phase.
///
/// # Errors
/// What a moment looks like.
pub fn parse(text: &str) -> Result<(Moment, usize), String> {
    let text = text.trim();
    let wrong = || {
        let text = printable(text);
        format!(
            "“{text}” is no moment. Write 120, or 120.5 after substep 5 of that frame, or 120.5.3 after phase 3 of the next"
        )
    };
    let mut numbers = text.split('.');
    let frame = numbers.next().and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
    let substep = numbers.next().map_or(Ok(0), str::parse).map_err(|_| wrong())?;
    let phase = numbers.next().map_or(Ok(0), str::parse).map_err(|_| wrong())?;
    if numbers.next().is_some() { Err(wrong()) } else { Ok(((frame, substep), phase)) }
}

/// The moment after a substep, for this number of substeps per frame.
pub fn after((frame, substep): Moment, substeps: u32) -> Moment {
    match substep.saturating_add(1) {
        next if next < substeps => (frame, next),
        _ => (frame.saturating_add(1), 0),
    }
}

/// The first moment whose state shows an event, for this number of substeps per frame.
pub fn of_event(event: &Event, substeps: u32) -> Moment {
    let start = (event.frame, event.substep);
    if event.kind.is_visible_at_start() { start } else { after(start, substeps) }
}

/// The moment before the substep that led to this one; `None` at the start.
pub fn before((frame, substep): Moment, substeps: u32) -> Option<Moment> {
    match substep.checked_sub(1) {
        Some(substep) => Some((frame, substep)),
        None => Some((frame.checked_sub(1)?, substeps.max(1) - 1)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_a_moment_omits_zeros_at_its_end() {
        for (text, moment, phase) in
            [("8", (8, 0), 0), ("8.14", (8, 14), 0), ("8.14.3", (8, 14), 3), ("8.0.3", (8, 0), 3), ("0", (0, 0), 0)]
        {
            assert_eq!(write_phase(moment, phase), text);
            assert_eq!(parse(text), Ok((moment, phase)));
        }
        assert_eq!(parse(" 7.0.0 "), Ok(((7, 0), 0)));
        for wrong in ["", "x", "1.x", "1.2.3.4", "-1", "1..2"] {
            assert!(parse(wrong).unwrap_err().contains("120.5.3"), "{wrong}");
        }
    }

    #[test]
    fn moments_around_a_substep_carry_to_the_next_frame() {
        assert_eq!(after((1, 9), 16), (1, 10));
        assert_eq!(after((1, 15), 16), (2, 0));
        // Typed moments and links may have any numbers.
        assert_eq!(after((1, u32::MAX), 16), (2, 0));
        assert_eq!(after((u64::MAX, 15), 16), (u64::MAX, 0));
        assert_eq!(before((2, 0), 16), Some((1, 15)));
        assert_eq!(before((1, 10), 16), Some((1, 9)));
        assert_eq!(before((0, 0), 16), None);
    }
}
