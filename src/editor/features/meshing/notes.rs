//! Notes of the dialog on choices whose effect the form does not show.

use super::{Maker, drawing};

/// Parameter for the treatment of acute angles, and its value that cuts them off.
const TIPS: &str = "tips";
const BLUNT: f64 = 1.0;
/// Check that reports all corners under 90°.
const HULL_ANGLE: &str = "hull-angle";

impl Maker {
    /// A note about the treatment of overlapping shapes, if they are cut.
    pub(super) fn overlap_note(&self) -> Option<&'static str> {
        drawing::overlap_note(&self.chosen.parameters, &self.chosen.values)
    }

    /// Explains why the check still reports acute angles though they are blunted.
    pub(super) fn corner_note(&self) -> Option<&'static str> {
        let all = &self.chosen.parameters;
        let tips = all.iter().find(|parameter| parameter.id == TIPS)?;
        let is_blunt = tips.counts(all, &self.chosen.values) && tips.value(&self.chosen.values) == BLUNT;
        let is_reported = self.preview.findings.iter().any(|finding| finding.rule == HULL_ANGLE);
        (is_blunt && is_reported).then_some(
            "Blunting cuts only corners below 40°, and at most 0.4 % of the area; the others stay, and the check reports \
             all under 90°. With the edge choice “Entry edge”, a contact there uses the edge that the node crossed",
        )
    }
}
