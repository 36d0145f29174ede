//! Measurements along runs and their pictures: series, the frames around the present one, charts.

mod chart;
mod history;
mod ledger;
mod past;
mod series;
mod support;
