//! Units and guide lines of a level, and numbers as texts. Editor data; the simulation has no units.

use super::dimension::Dimension;
use super::model::Level;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Physical units that the editor shows beside level units and frames.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct LevelUnits {
    /// Unit of length, such as `m`: 1 to 8 letters.
    pub length: String,
    /// How many of it one level unit is, > 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub per_unit: f64,
    /// Frames per second, > 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub frames_per_second: f64,
}

impl Default for LevelUnits {
    fn default() -> Self {
        Self { length: "m".to_owned(), per_unit: 1.0, frames_per_second: 60.0 }
    }
}

/// Guide lines, to which the pointer snaps.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct GuideLines {
    /// The x of vertical lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub vertical: Vec<f64>,
    /// The y of horizontal lines.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub horizontal: Vec<f64>,
}

impl GuideLines {
    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.vertical.is_empty() && self.horizontal.is_empty()
    }
}

impl LevelUnits {
    /// Seconds per unit of level time, for a level whose frames last `frame_time` of it.
    pub fn seconds(&self, frame_time: f64) -> f64 {
        1.0 / (frame_time * self.frames_per_second)
    }

    /// Units of length per second of a velocity of 1.
    pub fn speed(&self, frame_time: f64) -> f64 {
        self.per_unit / self.seconds(frame_time)
    }

    /// What a level value of a dimension is multiplied by, and the name of its physical unit. The dimension is a word of a
    /// number's description (lengths, times, velocities, accelerations), or the unit of a plot in mass (m), length (l) and
    /// time (t). A level has no unit of mass: `mass` in the name is one level unit of it. None for others.
    pub fn scale(&self, dimension: &str, frame_time: f64) -> Option<(f64, String)> {
        let (length, seconds) = (&self.length, self.seconds(frame_time));
        let (factor, name) = match dimension {
            "length" => (self.per_unit, length.clone()),
            "time" => (seconds, "s".to_owned()),
            "length/time" => (self.per_unit / seconds, format!("{length}/s")),
            "length/time²" => (self.per_unit / (seconds * seconds), format!("{length}/s²")),
            _ => self.of_letters(dimension, seconds)?,
        };
        (factor.is_finite() && factor > 0.0).then_some((factor, name))
    }

    /// [`Self::scale`] of a unit such as `m·l²/t²`.
    fn of_letters(&self, unit: &str, seconds: f64) -> Option<(f64, String)> {
        let unit = Dimension::parse(unit)?;
        let factor = unit.factor([1.0, self.per_unit, seconds])?;
        Some((factor, unit.write(["mass", &self.length, "s", "°"])))
    }

    /// The units in which a level value of a dimension can be given, with its factor in each: that of [`Self::scale`] first,
    /// then those with a metric prefix. Empty for other dimensions.
    pub fn readings(&self, dimension: &str, frame_time: f64) -> Vec<(f64, String)> {
        let Some((factor, name)) = self.scale(dimension, frame_time) else { return Vec::new() };
        let prefixes: &[(&str, f64)] = match name.chars().next() {
            Some('m') if self.length == "m" => &[("k", 1e-3), ("c", 100.0), ("m", 1000.0)],
            Some('s') if dimension == "time" => &[("m", 1000.0)],
            _ => &[],
        };
        let others = prefixes.iter().map(|(prefix, of)| (factor * of, format!("{prefix}{name}"))).collect::<Vec<_>>();
        std::iter::once((factor, name)).chain(others).collect()
    }
}

impl Level {
    /// Its physical units, if it has some.
    pub fn units(&self) -> Option<&LevelUnits> {
        self.editor.as_ref()?.units.as_ref()
    }

    /// See [`LevelUnits::scale`].
    pub fn unit_of(&self, dimension: &str) -> Option<(f64, String)> {
        self.units()?.scale(dimension, self.world.frame_time)
    }

    /// See [`LevelUnits::readings`]; empty without units.
    pub fn readings(&self, dimension: &str) -> Vec<(f64, String)> {
        self.units().map_or(Vec::new(), |units| units.readings(dimension, self.world.frame_time))
    }
}

/// A written number without zeros at the end of its fraction; an exponent stays.
pub fn trim_zeros(text: &str) -> String {
    let (number, exponent) = text.find('e').map_or((text, ""), |at| text.split_at(at));
    let number = if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number };
    format!("{number}{exponent}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scales_follow_from_frames_and_lengths() {
        // A unit is 2 m; a frame lasts 0.5 of level time, and 60 frames are 1 s, so a unit of level time is 1 / 30 s.
        let units = LevelUnits { per_unit: 2.0, ..LevelUnits::default() };
        assert_eq!(units.scale("length", 0.5), Some((2.0, "m".to_owned())));
        assert_eq!(units.scale("time", 0.5), Some((1.0 / 30.0, "s".to_owned())));
        let near = |found: Option<(f64, String)>, factor: f64, name: &str| {
            assert!(found.is_some_and(|found| (found.0 - factor).abs() < 1e-9 * factor && found.1 == name), "{name}");
        };
        near(units.scale("length/time", 0.5), 60.0, "m/s");
        near(units.scale("length/time²", 0.5), 1800.0, "m/s²");
        assert_eq!(units.scale("l²", 0.5), Some((4.0, "m²".to_owned())));
        assert_eq!(units.scale("mass", 0.5), None);
        // Energy, momentum, angular momentum and pressure: (2 m)² · 30²/s² and so on; the level has no unit of mass.
        near(units.scale("m·l²/t²", 0.5), 3600.0, "mass·m²/s²");
        near(units.scale("m·l/t", 0.5), 60.0, "mass·m/s");
        near(units.scale("m·l²/t", 0.5), 120.0, "mass·m²/s");
        near(units.scale("m/t²", 0.5), 900.0, "mass/s²");
        near(units.scale("l", 0.5), 2.0, "m");
        near(units.scale("l³", 0.5), 8.0, "m³");
        for unknown in ["", "%", "m·x", "m·", "°"] {
            assert_eq!(units.scale(unknown, 0.5), None, "{unknown}");
        }
        let names =
            |dimension: &str| units.readings(dimension, 0.5).into_iter().map(|(_, name)| name).collect::<Vec<_>>();
        assert_eq!(names("length/time"), ["m/s", "km/s", "cm/s", "mm/s"]);
        assert_eq!(units.readings("length", 0.5)[2], (200.0, "cm".to_owned()));
        assert_eq!(names("mass").len(), 0);
        let feet = LevelUnits { length: "ft".to_owned(), ..LevelUnits::default() };
        assert_eq!(feet.readings("length", 1.0), [(1.0, "ft".to_owned())]);
    }
}
