//! Numbers as text.

use crate::level::units::trim_zeros;

/// A number with up to nine significant digits.
pub fn write_number(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let size = value.abs();
    if !(1e-5..1e9).contains(&size) {
        return format!("{value:.6e}");
    }
    fixed(value, 9)
}

/// A number in about ten characters.
pub fn brief(value: f64) -> String {
    let whole = write_number(value);
    if whole.len() <= 8 || !value.is_finite() {
        whole
    } else if (1e-3..1e8).contains(&value.abs()) {
        fixed(value, 6)
    } else {
        trim_zeros(&format!("{value:.3e}"))
    }
}

/// A number with up to this many digits and no exponent.
fn fixed(value: f64, digits: usize) -> String {
    let before = if value.abs() >= 1.0 { value.abs().log10() as usize + 1 } else { 1 };
    trim_zeros(&format!("{value:.*}", digits.saturating_sub(before)))
}

/// A short number for display only.
pub fn short(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        "0".to_owned()
    } else if !value.is_finite() {
        format!("{value}")
    } else if (1e-4..1e5).contains(&size) {
        // At least four significant digits.
        let decimals = match size {
            100.0.. => 1,
            1.0.. => 3,
            0.1.. => 4,
            0.01.. => 5,
            1e-3.. => 6,
            _ => 7,
        };
        format!("{value:.decimals$}")
    } else {
        format!("{value:.3e}")
    }
}

/// A short number; values with a magnitude up to `grain` are rounding error and print as 0.
pub fn short_beyond(value: f64, grain: f64) -> String {
    if value.abs() <= grain { "0".to_owned() } else { short(value) }
}

/// How all numbers of a column are written, so that they can be compared at a glance: with the same number of decimals, or all
/// with an exponent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnFormat {
    /// Fixed-point notation with so many decimals.
    Fixed(usize),
    /// Scientific notation.
    Exponent,
}

impl ColumnFormat {
    /// Significant digits of the largest number.
    const DIGITS: i32 = 4;

    /// The format of a column with these numbers: the largest has four digits. Whole numbers have no decimals.
    pub fn of(numbers: impl Iterator<Item = f64>) -> Self {
        let (mut largest, mut is_whole) = (0.0_f64, true);
        for number in numbers.filter(|number| number.is_finite()) {
            largest = largest.max(number.abs());
            is_whole &= number == number.round();
        }
        match largest {
            _ if is_whole && largest < 1e7 => Self::Fixed(0),
            1e-3..1e7 => {
                let decimals = Self::DIGITS - 1 - largest.log10().floor() as i32;
                Self::Fixed(decimals.max(0) as usize)
            }
            _ => Self::Exponent,
        }
    }

    /// Part of a number that may be lost to the decimals of its column; more is written with an exponent.
    const LOST: f64 = 0.02;
    /// Number of decimals beyond those of the column from which a number is rounding error, and printed as zero.
    const ROUNDING: i32 = 6;

    /// A number of the column. In fixed-point notation, one that is too small for its decimals has an exponent; rounding
    /// error is a zero with all decimals.
    pub fn write(self, value: f64) -> String {
        let text = match self {
            _ if !value.is_finite() => return format!("{value}"),
            Self::Fixed(decimals) => {
                let text = format!("{value:.decimals$}");
                let lost = (text.parse().unwrap_or(0.0) - value).abs();
                let least = 10.0_f64.powi(-(decimals as i32) - Self::ROUNDING);
                if lost > Self::LOST * value.abs() && value.abs() > least { format!("{value:.2e}") } else { text }
            }
            Self::Exponent if value == 0.0 => "0".to_owned(),
            // Beside the values of a run that blew up.
            Self::Exponent if (1e-3..1e5).contains(&value.abs()) => short(value),
            Self::Exponent => format!("{value:.3e}"),
        };
        let is_zero = text.bytes().all(|byte| matches!(byte, b'-' | b'.' | b'0'));
        if is_zero { text.trim_start_matches('-').to_owned() } else { text }
    }
}

#[cfg(test)]
mod tests {
    use super::{ColumnFormat, short};

    #[test]
    fn short_numbers_have_an_exponent_below_a_ten_thousandth() {
        let written = [0.000_593_4, 0.000_1, 0.000_099_9, 0.012_34, -3.25, 220.0].map(short);
        assert_eq!(written, ["0.0005934", "0.0001000", "9.990e-5", "0.01234", "-3.250", "220.0"]);
    }

    fn column(numbers: &[f64]) -> Vec<String> {
        let format = ColumnFormat::of(numbers.iter().copied());
        numbers.iter().map(|&number| format.write(number)).collect()
    }

    #[test]
    fn numbers_of_a_column_have_the_same_decimals() {
        assert_eq!(column(&[123.456, -0.5, 1e-9, -1e-9]), ["123.5", "-0.5", "0.0", "0.0"]);
        assert_eq!(column(&[0.012_345, 0.001, 0.0]), ["0.01235", "0.00100", "0.00000"]);
        assert_eq!(column(&[0.25, 1.354e-4, 3.1e-8, 1e-12]), ["0.2500", "1.35e-4", "3.10e-8", "0.0000"]);
        assert_eq!(column(&[3.0, 0.0, -12.0]), ["3", "0", "-12"]);
        assert_eq!(column(&[20_000.25, f64::NAN]), ["20000", "NaN"]);
        assert_eq!(column(&[1.5e-7, 2e-9, -0.0]), ["1.500e-7", "2.000e-9", "0"]);
        assert_eq!(column(&[2.5e12, f64::INFINITY, 26.437]), ["2.500e12", "inf", "26.437"]);
        assert_eq!(column(&[]), Vec::<String>::new());
    }
}
