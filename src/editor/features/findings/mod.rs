//! Findings tab: what the checks report.

pub mod inspection;
pub(crate) mod panel;

use crate::level::checks::Finding;
use egui::Context;
use inspection::Inspection;
use std::sync::Arc;

/// State of the Findings tab.
pub struct Findings {
    /// Findings of the level. While a large level is checked, the findings of its previous state.
    pub list: Arc<Vec<Finding>>,
    /// Checks that run in the background.
    pub inspection: Inspection,
}

impl Findings {
    /// No findings yet.
    pub fn new(ctx: &Context) -> Self {
        Self { list: Arc::default(), inspection: Inspection::new(ctx) }
    }
}
