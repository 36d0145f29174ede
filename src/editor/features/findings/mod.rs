//! What the checks report, for the Problems tab and the canvas.

pub mod inspection;

use crate::editor::document::Document;
use crate::level::checks::{self, Finding};
use crate::picture::Skins;
use egui::Context;
use inspection::Inspection;
use std::sync::Arc;

/// Findings of the checks.
pub struct Findings {
    /// Findings of the level. While a large level is checked, the findings of its previous state.
    pub list: Arc<Vec<Finding>>,
    /// The same without those about images and sources.
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
    pub fn take(&mut self, checked: Arc<Vec<Finding>>, document: &Document, skins: &Skins) {
        self.checked = checked;
        self.update(document, skins);
    }

    /// Adds what is known about the images of the level and the sources of its instances.
    pub fn update(&mut self, document: &Document, skins: &Skins) {
        let reason = |image: &str| skins.reason(image).map(str::to_owned);
        let mut of_files = checks::unreadable_images(document.level(), &reason);
        of_files.extend(checks::instance_source::refused(&document.placed().faults));
        self.list = if of_files.is_empty() {
            self.checked.clone()
        } else {
            Arc::new(checks::sorted(self.checked.iter().cloned().chain(of_files).collect()))
        };
    }
}
