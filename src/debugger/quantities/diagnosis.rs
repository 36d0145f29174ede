//! Quantity: number of findings of the detectors per frame.

use super::{Quantity, Series, Source};
use crate::debugger::diagnosis::{self, Span};

pub(super) const QUANTITY: Quantity = Quantity {
    id: "diagnosis",
    title: "What went wrong",
    explanation: "Number of findings per frame, of all detectors that do not need a window of frames.",
    unit: "",
    shows_zero: true,
    adds_up: true,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        let series = |detector: &diagnosis::Detector| {
            Series::new(format!("diagnosis.{}", detector.id), detector.plural, Source::Found(detector.problem))
        };
        diagnosis::ALL.iter().filter(|detector| detector.span == Span::Substeps).map(series).collect()
    },
};
