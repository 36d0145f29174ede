//! The path of a driven body or disc, on both sides.

use super::super::curves;
use super::{Mirror, MirrorAxis, image};
use crate::level::{Curve, Knot, Level, Place};

/// Drives a part along a curve, and its image along the mirrored curve with the same timing. A part that is its own image keeps the
/// curve as given.
///
/// # Errors
/// As [`curves::set`] and [`Mirror::new`].
pub fn path_both(
    level: &mut Level,
    place: Place,
    curve: &Curve,
    period: f64,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<(), String> {
    let image = match axis.into() {
        Some(axis) => Mirror::new(level, axis)?.of(place).filter(|image| *image != place),
        None => None,
    };
    curves::set(level, place, curve.clone(), period)?;
    image.map_or(Ok(()), |image| curves::set(level, image, mirrored(curve), period))
}

/// The mirrored curve; its points are offsets from the part.
fn mirrored(curve: &Curve) -> Curve {
    let mut new = curve.clone();
    for knot in &mut new.knots {
        let [at, before, after] = [knot.at, knot.before, knot.after].map(|offset| image::point(offset, 0.0));
        *knot = Knot { at, before, after };
    }
    new
}
