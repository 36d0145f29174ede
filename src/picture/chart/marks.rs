//! Marked moments of a chart: a line through every plot, and each name once above the first plot.

use crate::picture::{Align, Rgba};
use std::collections::BTreeMap;

/// A marked moment.
#[derive(Clone, Debug, PartialEq)]
pub struct Mark {
    /// Time in frames, with a fraction for substeps.
    pub at: f64,
    /// Colour.
    pub color: Rgba,
    /// Name; several marks may share it.
    pub name: String,
}

/// A placed name.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Named {
    /// Position of the first mark of this name, in pixels.
    pub x: f64,
    /// Row, from the top.
    pub row: usize,
    /// Text to the right or left of its line.
    pub align: Align,
    /// Text.
    pub text: String,
    /// Colour of the mark.
    pub color: Rgba,
}

/// Maximum number of rows of names; further names are omitted.
const ROWS: usize = 4;
/// Maximum number of characters of a name.
const LETTERS: usize = 44;
/// Gap between a line and its name, and between two names.
pub(super) const BESIDE: f64 = 4.0;
/// Minimum distance of two lines of one name.
const APART: f64 = 3.0;

/// Places each name once, at the first of its marks, with the number of marks, in rows without overlap. Marks are in
/// order of time, with their x in pixels; `width` measures text.
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

/// A name, cut to its maximum length, with the number of its marks.
fn written(name: &str, count: usize) -> String {
    let mut text: String = name.chars().take(LETTERS).collect();
    if text.len() < name.len() {
        text.push('…');
    }
    if count > 1 { format!("{text} ×{count}") } else { text }
}

/// Lines to draw: of each name at most one every few pixels.
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
    fn names_are_written_once_and_do_not_overlap() {
        let list = marks(&[(0.0, "a"), (10.0, "hit"), (12.0, "hit"), (20.0, "b"), (500.0, "b"), (580.0, "the end")]);
        // Each letter is ten pixels wide.
        let named = names(&placed(&list), 600.0, |text| 10.0 * text.chars().count() as f64);
        let rows: Vec<_> = named.iter().map(|name| (name.text.as_str(), name.row, name.align)).collect();
        assert_eq!(
            rows,
            [("a", 0, Align::Left), ("hit ×2", 1, Align::Left), ("b ×2", 0, Align::Left), ("the end", 0, Align::Right)]
        );
    }

    #[test]
    fn many_marks_of_one_name_give_few_lines_and_one_name() {
        let list: Vec<Mark> =
            (0..1000).map(|i| Mark { at: f64::from(i) * 0.1, color: RED, name: "no edge".to_owned() }).collect();
        assert_eq!(names(&placed(&list), 100.0, |_| 20.0)[0].text, "no edge ×1000");
        let lines = lines(&placed(&list)).len();
        assert!((30..=40).contains(&lines), "{lines}");
    }
}
