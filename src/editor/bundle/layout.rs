//! The layout of an opened bug bundle: offered, used and left again. The layout of the user stays saved under its name.

use super::BundleView;
use crate::editor::settings::Settings;
use crate::editor::settings::layout::Layout;

/// Name of the layout in the list of layouts while it is used.
pub const NAME: &str = "Bug bundle";

/// What the user chooses in the bar about the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BundleLayoutChoice {
    /// Arrange the panels as in the bundle.
    Use,
    /// Arrange them as before.
    Return,
    /// Close the bar.
    Close,
}

/// The layout of an opened bundle.
#[derive(Clone, Debug, PartialEq)]
pub struct BundleLayout {
    layout: Layout,
    /// Name of the layout of the user, while that of the bundle is in use.
    own: Option<String>,
}

impl BundleLayout {
    /// The layout of a bundle, if it is valid and not the present arrangement.
    pub fn of(view: &BundleView, settings: &Settings) -> Option<Self> {
        let layout = view.layout.clone()?.checked()?;
        (layout != *settings.layout()).then_some(Self { layout, own: None })
    }

    /// Name of the layout to return to, while that of the bundle is in use.
    pub fn own(&self, settings: &Settings) -> Option<&str> {
        self.own.as_deref().filter(|_| settings.layouts.name() == NAME)
    }

    /// Performs a choice; returns what is left to offer.
    pub fn choose(mut self, choice: BundleLayoutChoice, settings: &mut Settings) -> Option<Self> {
        match (choice, self.own.take()) {
            (BundleLayoutChoice::Use, own) => {
                let left = settings.layouts.use_as(NAME, self.layout.clone());
                self.own = Some(left).filter(|name| name != NAME).or(own);
                Some(self)
            }
            (BundleLayoutChoice::Return, Some(own)) => {
                settings.layouts.return_from(NAME, &own);
                None
            }
            (BundleLayoutChoice::Return | BundleLayoutChoice::Close, _) => None,
        }
    }
}
