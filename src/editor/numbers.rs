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
    } else if (1e-3..1e5).contains(&size) {
        let decimals = if size >= 100.0 {
            1
        } else if size >= 1.0 {
            3
        } else {
            4
        };
        format!("{value:.decimals$}")
    } else {
        format!("{value:.2e}")
    }
}

/// A short number; values with a magnitude up to `grain` are rounding error and print as 0.
pub fn short_beyond(value: f64, grain: f64) -> String {
    if value.abs() <= grain { "0".to_owned() } else { short(value) }
}
