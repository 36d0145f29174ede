//! The eight edge-choice settings of a level: four rules, each without and with the barycentre rule.

use crate::level::{Contact, EdgeChoice};

/// An edge-choice setting of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The rule.
    pub choice: EdgeChoice,
    /// True if only edges with the other body's barycentre on their outside are eligible (000 §E.2).
    pub barycentre_rule: bool,
}

impl Setting {
    /// All settings: the rules in the order of [`crate::engine::reference::contact::edge_choice::ALL`], each without and with the
    /// barycentre rule.
    pub const ALL: [Self; 8] = {
        const fn row(choice: EdgeChoice, barycentre_rule: bool) -> Setting {
            Setting { choice, barycentre_rule }
        }
        [
            row(EdgeChoice::Projection, false),
            row(EdgeChoice::Projection, true),
            row(EdgeChoice::Wedge45, false),
            row(EdgeChoice::Wedge45, true),
            row(EdgeChoice::Distance, false),
            row(EdgeChoice::Distance, true),
            row(EdgeChoice::EntryEdge, false),
            row(EdgeChoice::EntryEdge, true),
        ]
    };

    /// Returns the setting of a level.
    pub fn of(contact: &Contact) -> Self {
        Self { choice: contact.edge_choice, barycentre_rule: contact.barycentre_rule }
    }

    /// Index in [`Setting::ALL`].
    pub fn index(self) -> usize {
        Self::ALL.iter().position(|&setting| setting == self).unwrap_or(0)
    }

    /// Title for the user interface: `Distance`, or `Distance + G` with the barycentre rule.
    pub fn title(self) -> &'static str {
        match (self.choice, self.barycentre_rule) {
            (EdgeChoice::Projection, false) => "Projection",
            (EdgeChoice::Projection, true) => "Projection + G",
            (EdgeChoice::Wedge45, false) => "Wedge 45°",
            (EdgeChoice::Wedge45, true) => "Wedge 45° + G",
            (EdgeChoice::Distance, false) => "Distance",
            (EdgeChoice::Distance, true) => "Distance + G",
            (EdgeChoice::EntryEdge, false) => "Entry edge",
            (EdgeChoice::EntryEdge, true) => "Entry edge + G",
        }
    }
}
