//! What inserting a drawing changes in the settings of the level, shown before it happens.

use super::Maker;
use crate::editor::widgets;
use crate::level::ContactMethod;
use crate::level::import::hold::FALL;
use egui::{Label, Ui};

/// Settings that the bodies of a drawing need, beyond those of the level.
pub(super) struct SettingsCost {
    /// True if self-contact is off.
    enables_self_contact: bool,
    /// Substeps of the level, and a larger number.
    substeps: Option<(u32, u32)>,
}

impl SettingsCost {
    /// The changes for the preview; `None` if the level has what its bodies need.
    pub fn of(maker: &Maker) -> Option<Self> {
        let needed = maker.preview.holding.substeps;
        let world = &maker.level().world;
        // The format does not combine self-contact with the method of diagonals.
        let enables = !world.contact.self_contact && world.contact.method != ContactMethod::Diagonals;
        let substeps = (needed > world.substeps).then_some((world.substeps, needed));
        let is_some = needed > 0 && maker.preview.parts.is_ok() && (enables || substeps.is_some());
        is_some.then_some(Self { enables_self_contact: enables, substeps })
    }

    /// What changes, in one sentence.
    fn sentence(&self, keeps: bool) -> String {
        let (from, to) = self.substeps.unwrap_or_default();
        let (contact, substeps) = match keeps {
            true => ("self-contact".to_owned(), format!("{to} substeps")),
            false => ("self-contact on".to_owned(), format!("substeps {from} → {to}")),
        };
        let parts = [self.enables_self_contact.then_some(contact), self.substeps.map(|_| substeps)];
        let parts = parts.into_iter().flatten().collect::<Vec<_>>().join(" and ");
        if keeps {
            format!("Inserting changes no settings; the bodies need {parts}.")
        } else {
            format!("Inserting sets {parts}.")
        }
    }

    /// Why, and what it costs.
    pub fn reason(&self) -> String {
        let fall = widgets::short(FALL);
        let why = format!("So the bodies survive a fall of {fall} units and do not pass through themselves.");
        let Some((from, to)) = self.substeps else { return why };
        let factor = widgets::short(f64::from(to) / f64::from(from.max(1)));
        format!("{why} The level then takes about {factor} times as long. A larger drawing needs fewer substeps.")
    }

    /// Draws the switch, and the sentence below it.
    pub fn show(&self, ui: &mut Ui, maker: &mut Maker) {
        let tip = "Inserts the bodies only. They may blow up in a fall or pass through themselves";
        ui.checkbox(&mut maker.keeps_settings, "Keep the settings of the level").on_hover_text(tip);
        let text = self.sentence(maker.keeps_settings);
        ui.add(Label::new(text).wrap());
        ui.add_space(2.0);
    }
}
