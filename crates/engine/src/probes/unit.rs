//! Units of the probes. A word means the same quantity for every kind of part, so it decides the unit.

use super::Probe;
use crate::level::Dimension;

const SPEED: Dimension = Dimension::of(0, 1, -1);
const FORCE: Dimension = Dimension::of(1, 1, -2);
const ENERGY: Dimension = Dimension::of(1, 2, -2);

/// Words before the first point.
const UNITS: [(&[&str], Dimension); 12] = [
    (
        &[
            "x",
            "y",
            "left",
            "right",
            "bottom",
            "top",
            "width",
            "height",
            "length",
            "rest_length",
            "stretch",
            "radius",
            "depth",
            "deepest",
        ],
        Dimension::LENGTH,
    ),
    (&["area", "spill", "unpainted", "overlap_area"], Dimension::of(0, 2, 0)),
    (&["time"], Dimension::TIME),
    (&["mass"], Dimension::MASS),
    (&["angle"], Dimension::DEGREES),
    (&["vx", "vy", "speed"], SPEED),
    (&["acceleration"], Dimension::of(0, 1, -2)),
    (&["force", "tension"], FORCE),
    (&["pressure"], Dimension::of(1, 0, -2)),
    (&["momentum"], Dimension::of(1, 1, -1)),
    (&["angular_momentum"], Dimension::of(1, 2, -1)),
    (&["energy", "kinetic", "spring_energy"], ENERGY),
];

/// Unit of the quantity with this word; [`Dimension::NONE`] for counts, parts of a whole and conditions.
pub(crate) fn unit_of(id: &str) -> Dimension {
    let word = id.split('.').next().unwrap_or_default();
    UNITS.iter().find(|(words, _)| words.contains(&word)).map_or(Dimension::NONE, |(_, unit)| *unit)
}

impl Probe {
    /// Its explanation, with its unit.
    pub fn meaning(&self) -> String {
        let unit = self.unit();
        let unit = if unit == Dimension::NONE { String::new() } else { format!(" Unit: {unit}.") };
        format!("{}{unit}", self.explanation)
    }

    /// Unit of its value; [`Dimension::NONE`] for counts, parts of a whole and conditions.
    pub fn unit(&self) -> Dimension {
        unit_of(self.id)
    }
}

#[cfg(test)]
mod tests {
    use crate::level::Dimension;
    use crate::probes::{ValueKind, iter};

    /// A new quantity needs its word in the table, or here.
    #[test]
    fn only_counts_and_parts_of_a_whole_have_no_unit() {
        let plain = iter().filter(|probe| probe.kind == ValueKind::Number && probe.unit() == Dimension::NONE);
        let mut plain: Vec<&str> = plain.map(|probe| probe.id).collect();
        plain.sort_unstable();
        plain.dedup();
        let expected = [
            "area_ratio",
            "blown_up",
            "collapsed",
            "contacts",
            "contacts_so_far",
            "disc_impacts",
            "edge",
            "error",
            "flipped",
            "flips",
            "frame",
            "hidden_edges",
            "not_finite",
            "obstacle_hits",
            "overlap",
            "stick_error",
            "strain",
            "stuck",
            "substep",
            "wrong_edges",
        ];
        assert_eq!(plain, expected);
        let mut conditions = iter().filter(|probe| probe.kind == ValueKind::Truth);
        assert!(conditions.all(|probe| probe.unit() == Dimension::NONE));
    }
}
