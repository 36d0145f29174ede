//! Marked moments of a chart: a line through every plot, and each name once above the first plot. Dense marks are bundled.

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
    /// Whether it is drawn fainter, and counted beside a line only if there are no others.
    pub is_quiet: bool,
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

/// Maximum number of rows of names; further names are counted in a row of their own.
const ROWS: usize = 4;
/// Maximum number of characters of a name.
const LETTERS: usize = 44;
/// Gap between a line and its name, and between two names.
pub(super) const BESIDE: f64 = 4.0;
/// Marks of less than this distance in pixels to the first of them become one mark.
const DENSE: f64 = 12.0;
/// Width in pixels of the number beside such a mark.
pub const COUNT_WIDTH: f64 = 19.0;

/// Bundles marks that are too dense to be drawn one by one; marks are in order of their positions. `place` returns the position
/// in pixels and the number of marks that an element stands for. Bisection visits only the bundles.
pub fn bundles<T>(marks: &[T], place: impl Fn(&T) -> (f64, usize)) -> impl Iterator<Item = &[T]> {
    let mut rest = marks;
    std::iter::from_fn(move || {
        let (from, first) = place(rest.first()?);
        let within = |reach: f64| rest.partition_point(|mark| place(mark).0 < from + reach).max(1);
        let dense = within(DENSE);
        let count = if dense > 1 || first > 1 { within(DENSE + COUNT_WIDTH) } else { dense };
        let (bundle, others) = rest.split_at(count);
        rest = others;
        Some(bundle)
    })
}

/// The number beside a bundle; `None` for a single mark.
pub fn count_label(count: usize) -> Option<String> {
    match count {
        ..=1 => None,
        2..100 => Some(count.to_string()),
        _ => Some("99+".to_owned()),
    }
}

/// Places each name once, at the first of its marks, with the number of marks, in rows without overlap. A last row counts those
/// without room. Marks are in order of time, with their x in pixels; `width` measures text.
pub(super) fn names(marks: &[(f64, &Mark)], right: f64, width: impl Fn(&str) -> f64) -> Vec<Named> {
    let mut named: Vec<Named> = Vec::new();
    let mut ends = [f64::NEG_INFINITY; ROWS];
    let mut counts = BTreeMap::<&str, usize>::new();
    for (_, mark) in marks.iter().filter(|(_, mark)| !mark.name.is_empty()) {
        *counts.entry(&mark.name).or_default() += 1;
    }
    let span = |x: f64, text: &str| {
        let needs = width(text) + 2.0 * BESIDE;
        if x + needs > right { (Align::Right, x - needs, x) } else { (Align::Left, x, x + needs) }
    };
    let mut omitted = Vec::new();
    for (x, mark) in marks {
        let Some(count) = counts.remove(mark.name.as_str()) else { continue };
        let text = written(&mark.name, count);
        let (align, from, to) = span(*x, &text);
        match ends.iter().position(|end| *end <= from) {
            Some(row) => {
                ends[row] = to;
                named.push(Named { x: *x, row, align, text, color: mark.color });
            }
            None => omitted.push((*x, mark.color)),
        }
    }
    if let Some(&(x, color)) = omitted.first() {
        let text = format!("and {} more", omitted.len());
        named.push(Named { x, row: ROWS, align: span(x, &text).0, text, color });
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

/// A line that stands for a bundle of marks of one name and colour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct MarkLine {
    /// Position of the first mark, in pixels.
    pub x: f64,
    /// Colour of the marks.
    pub color: Rgba,
    /// Number of the marks.
    pub count: usize,
    /// As in [`Mark`].
    pub is_quiet: bool,
}

/// Lines to draw, in order of their positions. The first mark of each name has a line.
pub(super) fn lines(marks: &[(f64, &Mark)]) -> Vec<MarkLine> {
    let mut kinds = BTreeMap::<(&str, Rgba, bool), Vec<f64>>::new();
    for &(x, mark) in marks {
        kinds.entry((mark.name.as_str(), mark.color, mark.is_quiet)).or_default().push(x);
    }
    let mut lines = Vec::new();
    for (&(_, color, is_quiet), places) in &kinds {
        let bundles = bundles(places, |&x| (x, 1));
        lines.extend(bundles.map(|bundle| MarkLine { x: bundle[0], color, count: bundle.len(), is_quiet }));
    }
    lines.sort_by(|a, b| a.x.total_cmp(&b.x));
    lines
}

/// Positions and texts of the numbers beside lines; lines without room for numbers of their own share one. Quiet marks count if
/// there are no others.
pub(super) fn counts(lines: &[MarkLine]) -> Vec<(f64, String)> {
    let number = |bundle: &[MarkLine]| {
        let of = |is_quiet| bundle.iter().filter(move |line| line.is_quiet == is_quiet).map(|line| line.count).sum();
        Some(of(false)).filter(|&count: &usize| count > 0).unwrap_or_else(|| of(true))
    };
    let bundles = bundles(lines, |line| (line.x, line.count));
    let leading = |bundle: &[MarkLine]| bundle.iter().find(|line| !line.is_quiet).unwrap_or(&bundle[0]).x;
    bundles.filter_map(|bundle| Some((leading(bundle), count_label(number(bundle))?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const RED: Rgba = Rgba(255, 0, 0, 255);

    fn marks(list: &[(f64, &str)]) -> Vec<Mark> {
        list.iter().map(|&(at, name)| mark(at, name)).collect()
    }

    fn mark(at: f64, name: &str) -> Mark {
        Mark { at, color: RED, name: name.to_owned(), is_quiet: false }
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
        let list: Vec<Mark> = (0..1000).map(|i| mark(f64::from(i) * 0.1, "no edge")).collect();
        assert_eq!(names(&placed(&list), 100.0, |_| 20.0)[0].text, "no edge ×1000");
        let lines = lines(&placed(&list));
        assert_eq!(lines.iter().map(|line| line.count).sum::<usize>(), 1000);
        assert_eq!(lines[0].count, 310, "a tenth of a pixel apart, in 31 pixels");
        assert_eq!(lines.len(), 4);
    }

    #[test]
    fn dense_marks_of_other_names_keep_their_lines() {
        let mut list = marks(&[(0.0, "flip"), (1.0, "jitter"), (2.0, "flip"), (3.0, "jitter")]);
        list[1].color = Rgba(0, 0, 255, 255);
        list[3].color = list[1].color;
        let lines = lines(&placed(&list));
        let found: Vec<_> = lines.iter().map(|line| (line.x, line.color, line.count)).collect();
        assert_eq!(found, [(0.0, RED, 2), (1.0, list[1].color, 2)]);
        assert_eq!(counts(&lines), [(0.0, "4".to_owned())], "the number has room once");
        for name in names(&placed(&list), 600.0, |_| 20.0) {
            assert!(lines.iter().any(|line| (line.x, line.color) == (name.x, name.color)), "{name:?}");
        }
    }

    #[test]
    fn quiet_marks_count_only_without_others() {
        let mut list = marks(&[(0.0, "quiet"), (1.0, "loud"), (2.0, "quiet"), (100.0, "quiet"), (101.0, "quiet")]);
        list.iter_mut().for_each(|mark| mark.is_quiet = mark.name == "quiet");
        list.insert(2, mark(1.5, "loud"));
        assert_eq!(counts(&lines(&placed(&list))), [(1.0, "2".to_owned()), (100.0, "2".to_owned())]);
        list.remove(2);
        assert_eq!(counts(&lines(&placed(&list))), [(100.0, "2".to_owned())], "one mark has no number");
    }

    #[test]
    fn names_without_room_are_counted() {
        let list: Vec<Mark> = (0..9).map(|i| mark(f64::from(i), &format!("bookmark {i}"))).collect();
        let named = names(&placed(&list), 600.0, |text| 4.0 * text.chars().count() as f64);
        let last = named.last().map(|name| (name.text.as_str(), name.row, name.x));
        assert_eq!((named.len(), last), (ROWS + 1, Some(("and 5 more", ROWS, 4.0))));
    }

    #[test]
    fn bundles_leave_room_for_their_number() {
        let places = |list: &[(f64, usize)]| {
            let counts = bundles(list, |&place| place).map(<[_]>::len);
            counts.collect::<Vec<_>>()
        };
        assert_eq!(places(&[(0.0, 1), (12.0, 1), (24.0, 1)]), [1, 1, 1]);
        assert_eq!(places(&[(0.0, 1), (5.0, 1), (20.0, 1), (31.0, 1)]), [3, 1]);
        assert_eq!(places(&[(0.0, 4), (13.0, 1), (34.0, 1)]), [2, 1], "the first one has a number already");
        assert_eq!(places(&[(f64::NAN, 1), (0.0, 1)]), [1, 1]);
        assert_eq!(
            [1, 2, 99, 100].map(count_label),
            ["", "2", "99", "99+"].map(|text| Some(text.to_owned()).filter(|text| !text.is_empty()))
        );
    }
}
