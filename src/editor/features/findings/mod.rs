//! Findings tab: what the checks report.

pub mod inspection;
pub(crate) mod panel;

use crate::level::Level;
use crate::level::checks::{self, Finding};
use crate::picture::Skins;
use egui::Context;
use inspection::Inspection;
use std::sync::Arc;

/// State of the Findings tab.
pub struct Findings {
    /// Findings of the level. While a large level is checked, the findings of its previous state.
    pub list: Arc<Vec<Finding>>,
    /// The same without those about images.
    checked: Arc<Vec<Finding>>,
    /// Checks that run in the background.
    pub inspection: Inspection,
}

impl Findings {
    /// No findings yet.
    pub fn new(ctx: &Context) -> Self {
        Self { list: Arc::default(), checked: Arc::default(), inspection: Inspection::new(ctx) }
    }

    /// Takes the findings of the checks.
    pub fn take(&mut self, checked: Arc<Vec<Finding>>, level: &Level, skins: &Skins) {
        self.checked = checked;
        self.update(level, skins);
    }

    /// Adds what is known about the images of the level.
    pub fn update(&mut self, level: &Level, skins: &Skins) {
        let unreadable = checks::unreadable_images(level, &|image| skins.reason(image).map(str::to_owned));
        self.list = if unreadable.is_empty() {
            self.checked.clone()
        } else {
            Arc::new(checks::sorted(self.checked.iter().cloned().chain(unreadable).collect()))
        };
    }
}
