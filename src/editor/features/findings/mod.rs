//! What the checks report, for the Problems tab and the canvas.

pub mod inspection;

use crate::debugger::diagnosis::who;
use crate::editor::document::Document;
use crate::level::checks::{self, Finding, FixDone};
use crate::level::{Level, Place};
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
    /// The level at the time when a drawing tool was taken; `None` while another tool is in hand.
    before_drawing: Option<Arc<Level>>,
    /// Checks that run in the background.
    pub inspection: Inspection,
}

impl Findings {
    /// No findings yet.
    pub fn new(ctx: &Context) -> Self {
        Self { list: Arc::default(), checked: Arc::default(), before_drawing: None, inspection: Inspection::new(ctx) }
    }

    /// Takes the findings of the checks.
    pub fn take(&mut self, checked: Arc<Vec<Finding>>, document: &Document, skins: &Skins) {
        self.checked = checked;
        self.update(document, skins);
    }

    /// Follows the tool in hand. While it draws, findings about what a body still lacks wait if the tool has changed that
    /// body. Returns true if the list has to be updated.
    pub fn follow_tool(&mut self, draws: bool, level: &Arc<Level>) -> bool {
        if draws == self.before_drawing.is_some() {
            return false;
        }
        self.before_drawing = draws.then(|| level.clone());
        true
    }

    /// True if a finding waits until the tool is put down.
    fn waits(&self, finding: &Finding, level: &Level) -> bool {
        let Some(before) = &self.before_drawing else { return false };
        let body = finding.places.first().and_then(|place| place.body());
        checks::OF_UNFINISHED.contains(&finding.rule)
            && body.is_some_and(|body| level.bodies.get(body) != before.bodies.get(body))
    }

    /// Adds what is known about the images of the level and the sources of its instances.
    pub fn update(&mut self, document: &Document, skins: &Skins) {
        let reason = |image: &str| skins.reason(image).map(str::to_owned);
        let mut of_files = checks::unreadable_images(document.level(), &reason);
        of_files.extend(checks::instance_source::refused(&document.placed().faults));
        let level = document.level();
        self.list = if of_files.is_empty() && !self.checked.iter().any(|finding| self.waits(finding, level)) {
            self.checked.clone()
        } else {
            let ready = self.checked.iter().filter(|finding| !self.waits(finding, level)).cloned();
            Arc::new(checks::sorted(ready.chain(of_files).collect()))
        };
    }
}
/// Lines about fixes: each setting of the world that they change, and at most `most` changes of parts.
pub fn fix_lines(before: &Level, after: &Level, done: Vec<FixDone>, most: usize) -> Vec<String> {
    let settings = checks::world_changes(&before.world, &after.world);
    let mut lines: Vec<String> = settings.iter().map(|change| format!("World: {change}")).collect();
    let parts: Vec<&FixDone> = done.iter().filter(|done| done.place != Place::World).collect();
    lines.extend(parts.iter().take(most).map(|done| format!("{}: {}", who(before, done.place), done.change)));
    let more = parts.len().saturating_sub(most);
    lines.extend((more > 0).then(|| format!("and {more} more")));
    lines
}
