//! Round numbers (1, 2 or 5 times a power of ten) and number formatting.

use crate::level::units::trim_zeros;

/// The smallest 1, 2 or 5 times a power of ten >= `raw`; `None` if there is none.
pub fn round_up(raw: f64) -> Option<f64> {
    let power = power_of_ten_below(raw)?;
    [1.0, 2.0, 5.0, 10.0].into_iter().map(|step| step * power).find(|&step| step >= raw)
}

/// The largest 1, 2 or 5 times a power of ten <= `raw`; `None` if there is none.
pub fn round_down(raw: f64) -> Option<f64> {
    let power = power_of_ten_below(raw)?;
    [10.0, 5.0, 2.0, 1.0].into_iter().map(|step| step * power).find(|&step| step <= raw)
}

fn power_of_ten_below(raw: f64) -> Option<f64> {
    if !(raw.is_finite() && raw > 1e-290 && raw < 1e290) {
        return None;
    }
    // Parsed from text, because that gives the correctly rounded power of ten.
    format!("1e{}", libm::floor(libm::log10(raw)) as i64).parse().ok()
}

/// Formats a number for display: four significant digits, scientific only if necessary.
pub fn write(value: f64) -> String {
    let size = value.abs();
    if value == 0.0 {
        return "0".to_owned();
    }
    if !value.is_finite() {
        return "not finite".to_owned();
    }
    if !(1e-4..1e6).contains(&size) {
        return trim_zeros(&format!("{value:.2e}"));
    }
    let digits = 3 - libm::floor(libm::log10(size)) as i64;
    trim_zeros(&format!("{value:.*}", digits.clamp(0, 8) as usize))
}

/// Formats a multiple of `step` with as many decimals as the step has.
pub fn write_multiple(value: f64, step: f64) -> String {
    if !(step.is_finite() && (1e-9..1e9).contains(&step) && value.abs() < 1e12) {
        return write(value);
    }
    let decimals = (-libm::floor(libm::log10(step))).max(0.0) as usize;
    let text = format!("{value:.decimals$}");
    if text.bytes().all(|digit| matches!(digit, b'-' | b'0' | b'.')) { "0".to_owned() } else { text }
}
