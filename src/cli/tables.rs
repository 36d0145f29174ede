//! Aligned text tables and short numbers.

use std::io::{self, Write};

pub(super) use crate::debugger::why::{in_brackets, number, vector};

/// Rows of cells under a header; each column is as wide as its widest cell.
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

    /// Writes the indented table; the last column is not padded.
    pub fn write(&self, out: &mut impl Write, indent: &str) -> io::Result<()> {
        self.write_from(0, out, indent)
    }

    /// Writes the rows without titles.
    pub fn write_rows(&self, out: &mut impl Write, indent: &str) -> io::Result<()> {
        self.write_from(1, out, indent)
    }

    fn write_from(&self, first: usize, out: &mut impl Write, indent: &str) -> io::Result<()> {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let width = |column: usize| {
            self.rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
        };
        let widths: Vec<usize> = (0..columns).map(width).collect();
        for row in &self.rows[first..] {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_aligns_its_columns() {
        let mut table = Table::new(["a", "long title", "c"]);
        table.row(vec!["wide cell".into(), "é".into(), "x".into()]);
        let mut out = Vec::new();
        table.write(&mut out, "  ").expect("memory");
        assert_eq!(String::from_utf8(out).expect("text"), "  a          long title  c\n  wide cell  é           x\n");
    }
}
