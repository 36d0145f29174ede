//! Quantity: how often the detectors found something in each frame.
//!
//! Must never know: how it was found.

use super::{Quantity, Series, Source};
use crate::debugger::diagnosis;

pub(super) const QUANTITY: Quantity = Quantity {
    id: "diagnosis",
    title: "Wrong edges and flips",
    explanation: "Contacts in each frame that pushed a node out of another edge than it came in by, and triangles that \
                  turned over.",
    unit: "",
    shows_zero: true,
    adds_up: true,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        let series = |detector: &diagnosis::Detector| {
            Series::new(format!("diagnosis.{}", detector.id), detector.plural, Source::Found(detector.illness))
        };
        diagnosis::ALL.iter().map(series).collect()
    },
};
