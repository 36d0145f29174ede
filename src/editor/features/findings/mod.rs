//! Findings tab: what the checks report.

pub mod inspection;
pub(crate) mod panel;
