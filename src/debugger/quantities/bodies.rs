//! Three quantities of bodies with triangles: area, area ratio, pressure.

use super::{PlotSubject, Quantity, Series, Source};
use crate::engine::World;
use crate::level::{Body, Motion, Place};

pub(super) const AREA: Quantity = Quantity {
    id: "area",
    title: "Signed area",
    explanation: "Sum of the signed areas of each body's triangles. Parts that are inside out count negative.",
    unit: "l²",
    shows_zero: false,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "No body that moves has triangles",
    series: |subject| each(subject, "area", |_| true, area),
};

pub(super) const RATIO: Quantity = Quantity {
    id: "area-ratio",
    title: "Area ratio",
    explanation: "Each body's signed area divided by its initial one: 1 as drawn, less if compressed.",
    unit: "",
    shows_zero: false,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "No body that moves has triangles",
    series: |subject| {
        each(
            subject,
            "area-ratio",
            |_| true,
            |world, body| world.doubled_area(body) / world.layout().bodies[body].initial_doubled_area,
        )
    },
};

pub(super) const PRESSURE: Quantity = Quantity {
    id: "pressure",
    title: "Gas pressure",
    explanation: "Force of the gas per length of hull: gas / area, from P·V = K; no value while a body is collapsed.",
    unit: "m/t²",
    shows_zero: true,
    adds_up: false,
    is_logarithmic: false,
    waits_for: "No body that moves is filled with gas",
    series: |subject| each(subject, "pressure", |body| body.gas != 0.0, pressure),
};

/// Most series: more lines cannot be distinguished. A selection chooses others.
const MOST: usize = 12;

/// A series for each matching dynamic body with triangles: the selected ones, else the first [`MOST`].
pub(super) fn each(
    subject: &PlotSubject,
    id: &str,
    is_kind: fn(&Body) -> bool,
    measure: fn(&World, usize) -> f64,
) -> Vec<Series> {
    let fits = |&body: &usize| {
        let parts = &subject.level.bodies[body];
        parts.motion == Motion::Dynamic && !parts.triangles.is_empty() && is_kind(parts)
    };
    let all: Vec<usize> = (0..subject.level.bodies.len()).filter(fits).collect();
    let is_selected = |body: &usize| subject.selection.iter().any(|place| Place::body(*place) == Some(*body));
    let mut chosen: Vec<usize> = all.iter().copied().filter(is_selected).collect();
    if chosen.is_empty() {
        chosen = all;
    }
    let series = |body: usize| {
        let source = Source::state(move |world| measure(world, body));
        Series::new(format!("{id}.{body}"), subject.level.body_title(body), source)
    };
    chosen.into_iter().take(MOST).map(series).collect()
}

fn area(world: &World, body: usize) -> f64 {
    0.5 * world.doubled_area(body)
}

/// `gas / area`: half of it goes to each end of an edge (000 §C.3, with S twice the area).
fn pressure(world: &World, body: usize) -> f64 {
    let area = area(world, body);
    if area > 0.0 { world.layout().bodies[body].gas / area } else { f64::NAN }
}
