//! Aligned columns and short numbers for people.
//!
//! Must never know: what the numbers mean.

use glam::DVec2;
use std::io::{self, Write};

/// Rows of cells under a header; columns are as wide as their widest cell.
pub(super) struct Table {
    rows: Vec<Vec<String>>,
}

impl Table {
    /// A table with these column titles.
    pub fn new<S: Into<String>>(titles: impl IntoIterator<Item = S>) -> Self {
        Self { rows: vec![titles.into_iter().map(Into::into).collect()] }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: Vec<String>) {
        self.rows.push(cells);
    }

    /// Writes it, indented; the last column is not padded.
    pub fn write(&self, out: &mut impl Write, indent: &str) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows {
            let mut line = String::from(indent);
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(cell);
                line.extend(std::iter::repeat_n(' ', width - cell.chars().count() + 2));
            }
            writeln!(out, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

/// About six digits, for reading: the exact bits are in the JSON form.
pub(super) fn number(value: f64) -> String {
    const DIGITS: i32 = 6;
    if value == 0.0 {
        return "0".into();
    }
    if !value.is_finite() || !(1e-4..1e9).contains(&value.abs()) {
        return trimmed(&format!("{value:.5e}"));
    }
    // Only for display, so the last bit of the logarithm does not matter.
    let whole_digits = value.abs().log10().floor() as i32 + 1;
    trimmed(&format!("{value:.*}", usize::try_from(DIGITS - whole_digits).unwrap_or(0)))
}

/// Without zeros at the end of the fraction.
fn trimmed(text: &str) -> String {
    let (mantissa, exponent) = text.find('e').map_or((text, ""), |at| text.split_at(at));
    let mantissa = if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    format!("{mantissa}{exponent}")
}

/// `(x, y)`
pub(super) fn vector(v: DVec2) -> String {
    format!("({}, {})", number(v.x), number(v.y))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let cases = [
            (0.0, "0"),
            (1.0, "1"),
            (-0.02, "-0.02"),
            (1.0 / 3.0, "0.333333"),
            (123_456.789, "123457"),
            (100.0, "100"),
            (1e-7, "1e-7"),
            (-1.5e300, "-1.5e300"),
            (f64::INFINITY, "inf"),
        ];
        for (value, text) in cases {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn columns_are_aligned() {
        let mut table = Table::new(["a", "long title", "c"]);
        table.row(vec!["wide cell".into(), "é".into(), "x".into()]);
        let mut out = Vec::new();
        table.write(&mut out, "  ").expect("memory");
        assert_eq!(String::from_utf8(out).expect("text"), "  a          long title  c\n  wide cell  é           x\n");
    }
}
