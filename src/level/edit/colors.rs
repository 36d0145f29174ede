//! Colours of bodies and discs in the editor data.

use super::places::{Made, all_there};
use crate::level::{Level, Place};

/// True for `#rrggbb`.
pub fn is_color(text: &str) -> bool {
    text.strip_prefix('#')
        .is_some_and(|digits| digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit()))
}

/// The colour that the level stores for a body or disc, `#rrggbb`; `None` if it is chosen automatically.
pub fn color_of(level: &Level, place: Place) -> Option<&str> {
    let extra = level.editor.as_ref()?;
    let color = match place {
        Place::Body(index) => extra.body_colors.get(index),
        Place::Disc(index) => extra.disc_colors.get(index),
        _ => None,
    };
    color.map(String::as_str).filter(|color| !color.is_empty())
}

/// Gives bodies and discs a colour, `#rrggbb`, or an automatic one (`None`). Parts of other kinds are ignored.
///
/// # Errors
/// If no body or disc is named, a place does not exist, or the text is no colour.
pub fn paint(level: &mut Level, places: &[Place], color: Option<&str>) -> Result<Made, String> {
    all_there(level, places)?;
    if let Some(text) = color.filter(|text| !is_color(text)) {
        return Err(format!("“{text}” is no colour; write #rrggbb"));
    }
    let is_painted = |place: &Place| matches!(place, Place::Body(_) | Place::Disc(_));
    if !places.iter().any(is_painted) {
        return Err("only bodies and discs have a colour".to_owned());
    }
    let extra = level.editor.get_or_insert_default();
    for &place in places {
        match place {
            Place::Body(index) => put(&mut extra.body_colors, index, color.unwrap_or_default()),
            Place::Disc(index) => put(&mut extra.disc_colors, index, color.unwrap_or_default()),
            _ => {}
        }
    }
    Ok(Made::at(places.to_vec()))
}

/// Sets an item of a list in which missing items are empty; trailing empty items are removed.
fn put(colors: &mut Vec<String>, index: usize, color: &str) {
    if index >= colors.len() {
        colors.resize(index + 1, String::new());
    }
    color.clone_into(&mut colors[index]);
    while colors.last().is_some_and(String::is_empty) {
        colors.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Disc};

    #[test]
    fn paint_sets_and_clears_colours_of_bodies_and_discs() {
        let mut level = Level { bodies: vec![Body::default(); 3], discs: vec![Disc::default(); 2], ..Level::default() };
        paint(&mut level, &[Place::Body(1), Place::Disc(1)], Some("#102030")).unwrap();
        let extra = level.editor.clone().unwrap();
        assert_eq!(
            (extra.body_colors, extra.disc_colors),
            (vec!["".into(), "#102030".into()], vec!["".into(), "#102030".into()])
        );
        assert_eq!(color_of(&level, Place::Body(1)), Some("#102030"));
        assert_eq!(color_of(&level, Place::Body(0)), None);
        paint(&mut level, &[Place::Body(1)], None).unwrap();
        assert!(level.editor.as_ref().unwrap().body_colors.is_empty());
        assert!(paint(&mut level, &[Place::Body(1)], Some("red")).is_err());
        assert!(paint(&mut level, &[Place::Body(7)], None).is_err());
        assert!(paint(&mut level, &[Place::World], None).is_err());
    }
}
