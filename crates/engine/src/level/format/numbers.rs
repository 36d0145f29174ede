//! Numbers as text: the shortest form that parses to the same bits, identical to Rust's `{:?}`.

use std::fmt::Write;

/// Appends a whole number.
pub(super) fn push_whole(out: &mut String, mut value: u64) {
    let mut digits = [0; 20];
    let mut start = digits.len();
    loop {
        start -= 1;
        digits[start] = b'0' + (value % 10) as u8;
        value /= 10;
        if value == 0 {
            break;
        }
    }
    out.push_str(std::str::from_utf8(&digits[start..]).unwrap_or_default());
}

/// Appends a number that may be non-finite, always with a point or an exponent.
pub(super) fn push_float(out: &mut String, value: f64) {
    // If Rust writes no exponent, `zmij` writes the same digits several times faster.
    if value == 0.0 || (1e-4..1e16).contains(&value.abs()) {
        let mut buffer = zmij::Buffer::new();
        let text = buffer.format_finite(value);
        if !is_in_the_middle(value, text) {
            return out.push_str(text);
        }
    }
    // Writing to a string cannot fail.
    let _ = write!(out, "{value:?}");
}

/// True if the number lies midway between two shortest forms, of which other implementations may choose either. Then its
/// exact digits are one more than are written; it has as many digits after the point as bits.
fn is_in_the_middle(value: f64, text: &str) -> bool {
    let mantissa = value.to_bits() & ((1 << 52) - 1) | 1 << 52;
    let exponent = (value.to_bits() >> 52 & 0x7ff) as i32 - 1075;
    let bits = -(exponent + mantissa.trailing_zeros() as i32);
    // At most 17 digits are written after the point and three zeros; most numbers have far more bits.
    (2..=21).contains(&bits) && text.bytes().rev().position(|byte| byte == b'.') == Some(bits as usize - 1)
}

#[cfg(test)]
mod tests {
    use super::{push_float, push_whole};

    #[test]
    fn push_float_matches_rust() {
        let same = |value: f64| {
            let mut text = String::new();
            push_float(&mut text, value);
            assert_eq!(text, format!("{value:?}"));
        };
        let mut bits = 0x2545_f491_4f6c_dd1d_u64;
        for round in 0..300_000u64 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let unit = (bits >> 11) as f64 / (1u64 << 53) as f64;
            for value in
                [f64::from_bits(bits), unit, unit * 1e3, -unit * 1e17, unit * 1e14, unit * 1e-3, round as f64 / 1000.0]
            {
                same(value);
            }
        }
        // Few bits after the point: some lie midway between two shortest forms.
        for round in 0..300_000i64 {
            bits = bits.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            same((bits >> 11 >> (round % 40)) as f64 / (1i64 << (round % 37)) as f64);
        }
        [655_933_515_573_025.0 / 8.0, 8_439_198_030_565_453.0 / 4.0].into_iter().for_each(same);
        // Powers of two have closer neighbours below than above.
        for exponent in -1074..1024 {
            let power = 2f64.powi(exponent);
            [power, power.next_down(), power.next_up(), -power].into_iter().for_each(same);
        }
        for exponent in -330..310 {
            let power: f64 = format!("1e{exponent}").parse().expect("a number");
            [power, power.next_down(), power.next_up()].into_iter().for_each(same);
        }
        [0.0, -0.0, f64::INFINITY, f64::NEG_INFINITY, f64::NAN, f64::MAX, f64::MIN_POSITIVE].into_iter().for_each(same);
    }

    #[test]
    fn push_whole_matches_rust() {
        for value in [0, 9, 10, 12_345, u64::from(u32::MAX), u64::MAX] {
            let mut text = String::from("a");
            push_whole(&mut text, value);
            assert_eq!(text, format!("a{value}"));
        }
    }
}
