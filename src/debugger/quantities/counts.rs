//! Quantity: number of contacts, impacts and hits per frame.

use super::{Quantity, Series, Source};

pub(super) const QUANTITY: Quantity = Quantity {
    id: "counts",
    title: "Contacts and hits",
    explanation: "Contacts of bodies, impacts of discs and hits on obstacles per frame.",
    unit: "",
    shows_zero: true,
    adds_up: true,
    is_logarithmic: false,
    waits_for: "",
    series: |_| {
        vec![
            Series::new(
                "counts.contacts",
                "contacts of bodies",
                Source::Sample(|sample| (sample.counts.contacts - sample.counts.disc_impacts) as f64),
            ),
            Series::new("counts.impacts", "impacts of discs", Source::Sample(|s| s.counts.disc_impacts as f64)),
            Series::new("counts.hits", "hits on obstacles", Source::Sample(|s| s.counts.obstacle_hits as f64)),
        ]
    },
};
