//! Icons of the Phosphor font and their rendering as text.

use egui::{Color32, FontData, FontDefinitions, FontFamily, RichText};
use iconflow::{Pack, Size, Style, try_icon};
use std::sync::Arc;

/// Name of an icon in the Phosphor font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Icon(pub &'static str);

const REGULAR: &str = "Phosphor Regular";

impl Icon {
    /// Its character; a question mark if the font lacks the name.
    pub fn glyph(self) -> char {
        let icon = try_icon(Pack::Phosphor, self.0, Style::Regular, Size::Regular);
        icon.ok().and_then(|icon| char::from_u32(icon.codepoint)).unwrap_or('?')
    }

    /// The icon as text of a size in points.
    pub fn text(self, size: f32) -> RichText {
        RichText::new(self.glyph()).family(FontFamily::Name(REGULAR.into())).size(size)
    }

    /// The icon as coloured text.
    pub fn tinted(self, size: f32, color: Color32) -> RichText {
        self.text(size).color(color)
    }
}

/// Adds the icon font to the fonts.
pub fn install(fonts: &mut FontDefinitions) {
    for font in iconflow::fonts().iter().filter(|font| font.family == REGULAR) {
        fonts.font_data.insert(font.family.into(), Arc::new(FontData::from_static(font.bytes)));
        fonts.families.insert(FontFamily::Name(font.family.into()), vec![font.family.into()]);
    }
    // The proportional font lacks arrows and operators; the monospace font has them.
    if let Some(letters) = fonts.families.get_mut(&FontFamily::Proportional) {
        letters.insert(1.min(letters.len()), "Hack".into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn icons_in_use_exist_in_the_pack() {
        let commands = super::super::actions::all().map(|(_, row)| row.icon);
        let tools = super::super::tools::ALL.iter().map(|tool| tool.icon);
        for icon in commands.chain(tools) {
            assert!(try_icon(Pack::Phosphor, icon.0, Style::Regular, Size::Regular).is_ok(), "no icon {}", icon.0);
        }
    }
}
