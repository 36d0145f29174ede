//! Icons of the Phosphor font and their rendering as text. The font file contains the icons in use: `./make` writes it
//! again after a new name.

use egui::{Color32, FontData, FontDefinitions, FontFamily, FontId, RichText};
use std::collections::HashMap;
use std::sync::{Arc, LazyLock};

/// Name of an icon in the Phosphor font.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Icon(pub &'static str);

const REGULAR: &str = "Phosphor Regular";

/// Code points of the icons by name, as `./make` wrote them.
static GLYPHS: LazyLock<HashMap<&str, char>> = LazyLock::new(|| {
    let glyph = |row: &'static str| {
        let (name, code) = row.split_once(' ')?;
        Some((name, char::from_u32(u32::from_str_radix(code, 16).ok()?)?))
    };
    include_str!("names.txt").lines().filter_map(glyph).collect()
});

impl Icon {
    /// Its character; a question mark if the font lacks the name.
    pub fn glyph(self) -> char {
        GLYPHS.get(self.0).copied().unwrap_or('?')
    }

    /// The icon as text of a size in points.
    pub fn text(self, size: f32) -> RichText {
        RichText::new(self.glyph()).font(font(size))
    }

    /// The icon as coloured text.
    pub fn tinted(self, size: f32, color: Color32) -> RichText {
        self.text(size).color(color)
    }
}

/// The icon font in a size in points.
pub fn font(size: f32) -> FontId {
    FontId::new(size, FontFamily::Name(REGULAR.into()))
}

/// Adds the icon font to the fonts.
pub fn install(fonts: &mut FontDefinitions) {
    let font = FontData::from_static(include_bytes!("phosphor.ttf"));
    fonts.font_data.insert(REGULAR.into(), Arc::new(font));
    fonts.families.insert(FontFamily::Name(REGULAR.into()), vec![REGULAR.into()]);
    // The proportional font lacks arrows and operators; the monospace font has them.
    if let Some(letters) = fonts.families.get_mut(&FontFamily::Proportional) {
        letters.insert(1.min(letters.len()), "Hack".into());
        // For the character of a button of egui.
        letters.push(REGULAR.into());
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use iconflow::{Pack, Size, Style, try_icon};
    use std::path::Path;

    /// Every string of the editor's sources that is the name of an icon is in the font file, with the icon's code point.
    #[test]
    fn icons_in_use_exist_in_the_font_file() {
        let font = skrifa::FontRef::new(include_bytes!("phosphor.ttf")).unwrap();
        let mut names = 0;
        let mut folders = vec![Path::new(env!("CARGO_MANIFEST_DIR")).join("src/editor")];
        while let Some(folder) = folders.pop() {
            for path in std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
                if path.is_dir() {
                    folders.push(path);
                } else if path.extension().is_some_and(|ending| ending == "rs") {
                    let text = std::fs::read_to_string(&path).unwrap();
                    for name in text.lines().flat_map(|line| line.split('"')) {
                        let Ok(icon) = try_icon(Pack::Phosphor, name, Style::Regular, Size::Regular) else { continue };
                        let name: &'static str = name.to_owned().leak();
                        assert_eq!(u32::from(Icon(name).glyph()), icon.codepoint, "run src/editor/icons/make: {name}");
                        assert!(skrifa::MetadataProvider::charmap(&font).map(icon.codepoint).is_some(), "{name}");
                        names += 1;
                    }
                }
            }
        }
        assert!(names > 100, "{names}");
        let copy = skrifa::MetadataProvider::charmap(&font).map('📋');
        assert!(copy.is_some() && copy == skrifa::MetadataProvider::charmap(&font).map(Icon("copy").glyph()));
    }
}
