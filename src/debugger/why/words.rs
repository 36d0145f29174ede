//! Short text forms of numbers, vectors and phases, for explanations.

use crate::engine::PhaseKind;
use crate::level::units::trim_zeros;
use glam::DVec2;

/// About six significant digits, for reading. The JSON forms have all bits.
pub fn number(value: f64) -> String {
    with_digits(value, 6)
}

/// About four significant digits, for sentences.
pub fn brief(value: f64) -> String {
    with_digits(value, 4)
}

fn with_digits(value: f64, digits: i32) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if !value.is_finite() || !(1e-4..1e9).contains(&value.abs()) {
        return trim_zeros(&format!("{value:.*e}", digits as usize - 1));
    }
    // Only for display, so rounding of the logarithm does not matter.
    let whole_digits = value.abs().log10().floor() as i32 + 1;
    trim_zeros(&format!("{value:.*}", usize::try_from(digits - whole_digits).unwrap_or(0)))
}

/// `(x, y)`
pub fn vector(v: DVec2) -> String {
    format!("({}, {})", number(v.x), number(v.y))
}

/// Negative numbers in brackets: `2 - (-1)`.
pub fn in_brackets(value: f64) -> String {
    if value < 0.0 { format!("({})", number(value)) } else { number(value) }
}

/// What a phase does, in one sentence.
pub fn phase_words(kind: PhaseKind) -> &'static str {
    match kind {
        PhaseKind::Force(force) => force.explanation,
        PhaseKind::Integration => "Forces change velocities; velocities change positions.",
        PhaseKind::Driven => "Moves driven bodies along their paths.",
        PhaseKind::Sticks => "One pass over all sticks corrects their lengths.",
        PhaseKind::Obstacle => "Moves a node that crossed an obstacle back to it.",
        PhaseKind::Bounds => "Clamps positions to the bounds.",
        PhaseKind::Derived => "Recomputes the barycentre nodes.",
        PhaseKind::Detect => "A node was found inside a hull and an edge was chosen. Nothing moves yet.",
        PhaseKind::Impulse => "The impulse of the contact changes velocities.",
        PhaseKind::Friction => "Friction changes velocities along the edge.",
        PhaseKind::Reposition => "Moves the penetrating node back to the edge.",
        PhaseKind::Diagonal => "A diagonal that crossed an edge moves three nodes.",
        PhaseKind::DiscForces => "Gravity, the hand and retention change the velocities of the discs.",
        PhaseKind::DiscFlight => "Moves the discs to the next impact or to the end of the substep.",
        PhaseKind::DiscImpact => "Resolves an impact of discs.",
        PhaseKind::Velocities => "With Verlet, computes velocities from positions.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_writes_six_significant_digits() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (-0.02, "-0.02"),
            (1.0 / 3.0, "0.333333"),
            (123_456.789, "123457"),
            (100.0, "100"),
            (1e-7, "1e-7"),
            (-1.5e300, "-1.5e300"),
            (f64::INFINITY, "inf"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }
}
