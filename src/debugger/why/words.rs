//! Short text forms of numbers and vectors, for explanations.

use glam::DVec2;

/// About six significant digits, for reading. The JSON forms have all bits.
pub fn number(value: f64) -> String {
    const DIGITS: i32 = 6;
    if value == 0.0 {
        return "0".into();
    }
    if !value.is_finite() || !(1e-4..1e9).contains(&value.abs()) {
        return trimmed(&format!("{value:.5e}"));
    }
    // Only for display, so rounding of the logarithm does not matter.
    let whole_digits = value.abs().log10().floor() as i32 + 1;
    trimmed(&format!("{value:.*}", usize::try_from(DIGITS - whole_digits).unwrap_or(0)))
}

/// Removes zeros at the end of the fraction.
fn trimmed(text: &str) -> String {
    let (mantissa, exponent) = text.find('e').map_or((text, ""), |at| text.split_at(at));
    let mantissa = if mantissa.contains('.') { mantissa.trim_end_matches('0').trim_end_matches('.') } else { mantissa };
    format!("{mantissa}{exponent}")
}

/// `(x, y)`
pub fn vector(v: DVec2) -> String {
    format!("({}, {})", number(v.x), number(v.y))
}

/// Negative numbers in brackets: `2 - (-1)`.
pub fn in_brackets(value: f64) -> String {
    if value < 0.0 { format!("({})", number(value)) } else { number(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn number_writes_six_significant_digits() {
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
}
