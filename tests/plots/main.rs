//! What is measured along runs and drawn of it: series, the frames around the present one, charts.

mod chart;
mod history;
mod ledger;
mod past;
mod series;
mod support;
