//! Colour ramp of heat maps: from dark violet over blue and green to bright yellow. Lightness increases monotonically,
//! so the order survives colour blindness and greyscale prints.

use crate::picture::Rgba;

/// Hues along the ramp, in degrees of Oklab: violet, blue, teal, green, yellow.
const HUES: [f64; 5] = [308.0, 262.0, 195.0, 148.0, 106.0];
/// Chromas along the ramp, close to the sRGB limit at that hue and lightness.
const CHROMAS: [f64; 5] = [0.13, 0.12, 0.088, 0.145, 0.17];
/// Lightness of both ends, 0..=1.
const LIGHTNESS: [f64; 2] = [0.27, 0.91];

/// Colour at a position 0..=1 of the ramp.
pub fn ramp(part: f64) -> Rgba {
    let part = if part.is_nan() { 0.0 } else { part.clamp(0.0, 1.0) };
    let at = |list: [f64; 5]| {
        let leg = (part * 4.0).min(3.999_999);
        let (from, along) = (leg as usize, leg.fract());
        list[from] + (list[from + 1] - list[from]) * along
    };
    let lightness = LIGHTNESS[0] + (LIGHTNESS[1] - LIGHTNESS[0]) * part;
    let (hue, chroma) = (at(HUES).to_radians(), at(CHROMAS));
    srgb(lightness, chroma * libm::cos(hue), chroma * libm::sin(hue))
}

/// Black or white, whichever has the higher contrast on a colour.
pub fn ink_on(Rgba(r, g, b, _): Rgba) -> Rgba {
    let linear = |channel: u8| {
        let value = f64::from(channel) / 255.0;
        if value <= 0.04045 { value / 12.92 } else { libm::pow((value + 0.055) / 1.055, 2.4) }
    };
    let luminance = 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
    // At this luminance, the contrast with white, 1.05 / (Y + 0.05), equals that with black, (Y + 0.05) / 0.05.
    if luminance > 0.179 { Rgba::hex(0x10_1010) } else { Rgba::hex(0xff_ffff) }
}

/// Converts Oklab (Ottosson 2020) to sRGB.
fn srgb(lightness: f64, a: f64, b: f64) -> Rgba {
    let cube = |value: f64| value * value * value;
    let l = cube(lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b);
    let m = cube(lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b);
    let s = cube(lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b);
    let channel = |linear: f64| {
        let value = linear.clamp(0.0, 1.0);
        let encoded = if value <= 0.003_130_8 { 12.92 * value } else { 1.055 * libm::pow(value, 1.0 / 2.4) - 0.055 };
        (encoded * 255.0).round() as u8
    };
    Rgba(
        channel(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        channel(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        channel(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
        255,
    )
}
