//! Moments that a chart marks: a line through every plot, and above the first one the name of each, written once.

use crate::picture::{Align, Rgba};
use std::collections::BTreeMap;

/// A moment that is marked.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Frames done, with the part of the next one.
    pub at: f64,
    /// Colour.
    pub color: Rgba,
    /// What it is called; many may share a name.
    pub name: String,
}

/// A name and where it is written.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    /// Where the first of its marks is, in pixels.
    pub x: f64,
    /// Row, from the top.
    pub row: usize,
    /// Whether it stands beside or before its line.
    pub align: Align,
    /// Words.
    pub text: String,
    /// Colour of the mark.
    pub color: Rgba,
}

/// Names in more rows than this are left out.
const ROWS: usize = 4;
/// Letters of a name that are written.
const LETTERS: usize = 44;
/// Between a line and its name, and between two names.
pub(super) const BESIDE: f64 = 4.0;
/// Lines of one name are at least so far apart.
const APART: f64 = 3.0;

/// Each name once, at the first of its marks, with how many there are; in rows so that no two overlap. Marks are in
/// order of time; `x` is where they are, `width` how wide words are.
pub(super) fn names(marks: &[(f64, &Mark)], right: f64, width: impl Fn(&str) -> f64) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    let mut ends = [f64::NEG_INFINITY; ROWS];
    let mut counts = BTreeMap::<&str, usize>::new();
    for (_, mark) in marks.iter().filter(|(_, mark)| !mark.name.is_empty()) {
        *counts.entry(&mark.name).or_default() += 1;
    }
    for (x, mark) in marks {
        let Some(count) = counts.remove(mark.name.as_str()) else { continue };
        let text = written(&mark.name, count);
        let needs = width(&text) + 2.0 * BESIDE;
        let is_before = x + needs > right;
        let (from, to) = if is_before { (x - needs, *x) } else { (*x, x + needs) };
        let Some(row) = ends.iter().position(|end| *end <= from) else { continue };
        ends[row] = to;
        let align = if is_before { Align::Right } else { Align::Left };
        named.push(Named { x: *x, row, align, text, color: mark.color });
    }
    named
}

/// A name that is not too long, and how many have it.
fn written(name: &str, count: usize) -> String {
    let mut text: String = name.chars().take(LETTERS).collect();
    if text.len() < name.len() {
        text.push('…');
    }
    if count > 1 { format!("{text} ×{count}") } else { text }
}

/// Those that have room for a line of their own: of each name at most one every few pixels.
pub(super) fn lines(marks: &[(f64, &Mark)]) -> Vec<(f64, Rgba)> {
    let (mut last, mut kept) = (BTreeMap::<&str, f64>::new(), Vec::new());
    for (x, mark) in marks {
        if last.get(mark.name.as_str()).is_none_or(|before| x - before >= APART) {
            last.insert(&mark.name, *x);
            kept.push((*x, mark.color));
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgba = Rgba(255, 0, 0, 255);

    fn marks(list: &[(f64, &str)]) -> Vec<Mark> {
        list.iter().map(|&(at, name)| Mark { at, color: RED, name: name.to_owned() }).collect()
    }

    fn placed(list: &[Mark]) -> Vec<(f64, &Mark)> {
        list.iter().map(|mark| (mark.at, mark)).collect()
    }

    #[test]
    fn each_name_is_written_once_and_none_over_another() {
        let list = marks(&[(0.0, "a"), (10.0, "hit"), (12.0, "hit"), (20.0, "b"), (500.0, "b"), (580.0, "the end")]);
        // A letter is ten pixels wide.
        let named = names(&placed(&list), 600.0, |text| 10.0 * text.chars().count() as f64);
        let rows: Vec<_> = named.iter().map(|name| (name.text.as_str(), name.row, name.align)).collect();
        assert_eq!(
            rows,
            [("a", 0, Align::Left), ("hit ×2", 1, Align::Left), ("b ×2", 0, Align::Left), ("the end", 0, Align::Right)]
        );
    }

    #[test]
    fn a_thousand_marks_in_a_hundred_pixels_are_a_few_lines_and_one_name() {
        let list: Vec<Mark> =
            (0..1000).map(|i| Mark { at: f64::from(i) * 0.1, color: RED, name: "no edge".to_owned() }).collect();
        assert_eq!(names(&placed(&list), 100.0, |_| 20.0)[0].text, "no edge ×1000");
        let lines = lines(&placed(&list)).len();
        assert!((30..=40).contains(&lines), "{lines}");
    }
}
