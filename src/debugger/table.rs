//! CSV export of series: a header with names and units, then one line per frame, with numbers in the shortest form that
//! parses to the same bits.

use crate::geometry::Extremes;
use std::fmt::Write;
use std::ops::Range;

/// A column: its name with the unit, and its numbers from frame 0 on, as far as measured.
pub type Column<'a> = (String, &'a Extremes);

/// The table of some frames. Values not measured yet are empty; values that are not finite are `NaN`, `inf` or `-inf`.
pub fn csv(columns: &[Column], frames: Range<usize>, frame_time: f64) -> String {
    let mut text = String::from("frame,time [t]");
    for (name, _) in columns {
        text.push(',');
        text.push_str(&quoted(name));
    }
    text.push('\n');
    for frame in frames {
        // Writing to a string cannot fail.
        let _ = write!(text, "{frame},{:?}", frame as f64 * frame_time);
        for (_, numbers) in columns {
            text.push(',');
            if let Some(number) = numbers.values().get(frame) {
                let _ = write!(text, "{number:?}");
            }
        }
        text.push('\n');
    }
    text
}

/// Quotes a field of CSV if necessary.
pub(super) fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn csv_quotes_names_and_leaves_unknown_values_empty() {
        let (a, b): (Extremes, Extremes) =
            ([0.1 + 0.2, -1e-300, f64::NAN].into_iter().collect(), [1.0].into_iter().collect());
        let columns = [("max(a, b) [l]".to_owned(), &a), ("say \"x\"".to_owned(), &b)];
        let text = csv(&columns, 0..3, 0.5);
        assert_eq!(
            text,
            "frame,time [t],\"max(a, b) [l]\",\"say \"\"x\"\"\"\n0,0.0,0.30000000000000004,1.0\n1,0.5,-1e-300,\n2,1.0,NaN,\n"
        );
    }
}
