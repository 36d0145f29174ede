//! Quantity: largest error of a stick's length.

use super::{Quantity, Series, Source};

pub(super) const QUANTITY: Quantity = Quantity {
    id: "sticks",
    title: "Sticks' error",
    explanation: "Largest relative error of a stick's length at the end of each frame, in percent.",
    unit: "%",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "",
    series: |_| vec![Series::new("sticks", "worst stick", Source::Sample(|sample| sample.stick_error * 100.0))],
};
