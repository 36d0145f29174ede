//! What an opened bug bundle brings to the window. It belongs to the document of the bundle: while another one is in
//! front, and in the stored settings, the settings of the user are in force. Its layout is used by choice, in all tabs and
//! when stored, until the user returns to the own one or closes the bundle.

use super::BundleView;
use super::layout::{BundleLayout, BundleLayoutChoice};
use crate::editor::settings::Settings;
use std::borrow::Cow;

/// What a document has of its bundle; empty for other documents.
#[derive(Default)]
pub struct ShownBundle {
    /// The layout, while the window offers it.
    pub layout: Option<BundleLayout>,
    /// Settings that are not in force: those of the user while the document is in front, else those of the bundle.
    waiting: Option<Box<ShownSettings>>,
}

/// The settings that a bundle brings. Its link has the overlays.
#[derive(Clone)]
struct ShownSettings {
    overlays: Vec<String>,
    view: BundleView,
}

impl ShownSettings {
    fn of(settings: &Settings) -> Self {
        Self { overlays: settings.overlays.clone(), view: BundleView::of_settings(settings) }
    }

    fn exchange(&mut self, settings: &mut Settings) {
        let own = Self::of(settings);
        self.view.apply(settings);
        settings.overlays = std::mem::replace(self, own).overlays;
    }
}

impl ShownBundle {
    /// Keeps the settings of the user before those of a bundle replace them.
    pub fn begin(&mut self, settings: &Settings) {
        self.waiting = Some(Box::new(ShownSettings::of(settings)));
    }

    /// Exchanges the settings in force with the waiting ones, as the document gets in front or leaves it.
    pub fn exchange(&mut self, settings: &mut Settings) {
        if let Some(waiting) = &mut self.waiting {
            waiting.exchange(settings);
        }
    }

    /// Puts the settings of the user in force for good, as another level takes the place of the bundle.
    pub fn end(&mut self, settings: &mut Settings) {
        self.leave_layout(settings);
        self.exchange(settings);
        *self = Self::default();
    }

    /// Returns from the layout of the bundle, if it is in use.
    pub fn leave_layout(&mut self, settings: &mut Settings) {
        if let Some(used) = self.layout.take().filter(|layout| layout.own(settings).is_some()) {
            used.choose(BundleLayoutChoice::Return, settings);
        }
    }

    /// The settings to store: those of the user.
    pub fn own<'a>(&self, settings: &'a Settings) -> Cow<'a, Settings> {
        let Some(waiting) = &self.waiting else { return Cow::Borrowed(settings) };
        let mut own = settings.clone();
        waiting.clone().exchange(&mut own);
        Cow::Owned(own)
    }
}
