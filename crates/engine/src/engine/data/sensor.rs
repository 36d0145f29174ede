//! Events of sensors: what entered or left them.

use crate::level::Place;
use serde::Serialize;

/// A body or disc entered or left a sensor at the end of a substep.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct SensorEvent {
    /// Frame in which it happened: 0 for the step from frame 0 to frame 1.
    pub frame: u64,
    /// Substep of that frame, from 0.
    pub substep: u32,
    /// Body, disc or obstacle that is the sensor.
    pub sensor: Place,
    /// The other body or disc.
    pub other: Place,
    /// True if it entered, false if it left.
    pub entered: bool,
}

/// Number of entries and exits of a body or disc at one sensor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SensorCount {
    /// The sensor, and the other body or disc.
    pub pair: [Place; 2],
    /// Number of entries.
    pub entered: u64,
    /// Number of exits.
    pub left: u64,
}

impl SensorEvent {
    /// Description for the user interface, one sentence.
    pub fn describe(&self) -> String {
        format!("{} {} {}", self.other, self.verb(), self.sensor)
    }

    /// `entered` or `left`.
    pub fn verb(&self) -> &'static str {
        if self.entered { "entered" } else { "left" }
    }
}
