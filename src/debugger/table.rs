//! Series as comma-separated values: a header with names and units, then a line a frame, numbers in the shortest form that
//! reads back to the same bits.

use crate::geometry::Extremes;
use std::fmt::Write;
use std::ops::Range;

/// A column: its name with the unit, and a number for each frame from 0 on as far as it is measured.
pub type Column<'a> = (String, &'a Extremes);

/// The table of some frames. What is not measured yet is empty, what is not finite is `NaN`, `inf` or `-inf`.
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

/// A name as one field, whatever is in it.
fn quoted(name: &str) -> String {
    if name.contains([',', '"', '\n', '\r']) { format!("\"{}\"", name.replace('"', "\"\"")) } else { name.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_quoted_numbers_round_trip_and_what_is_unknown_is_empty() {
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
