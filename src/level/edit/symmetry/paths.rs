//! The motion of the image of a part.

use super::super::curves;
use super::image;
use crate::level::{Curve, Knot, Level, Motion, Place};

fn motion(level: &Level, place: Place) -> Option<&Motion> {
    match place {
        Place::Body(index) => level.bodies.get(index).map(|body| &body.motion),
        Place::Disc(index) => level.discs.get(index).map(|disc| &disc.motion),
        _ => None,
    }
}

/// Gives the image of a body or disc its changed motion; a path is mirrored, with its curve and the same timing. An image that was
/// changed too, and a part that is its own image, keep theirs.
///
/// # Errors
/// As [`curves::set`].
pub(super) fn follow_motion(before: &Level, level: &mut Level, place: Place, image: Place) -> Result<(), String> {
    let is_changed = |place: Place| motion(before, place) != motion(level, place);
    if image == place || !is_changed(place) || is_changed(image) {
        return Ok(());
    }
    let period = curves::path_of(level, place).map(|path| path.period);
    if let (Some(curve), Some(period)) = (curves::curve_of(level, place), period) {
        return curves::set(level, image, mirrored(curve), period);
    }
    let new = motion(level, place).cloned().unwrap_or_default();
    match image {
        Place::Body(index) => level.bodies[index].motion = new,
        Place::Disc(index) => level.discs[index].motion = new,
        _ => {}
    }
    Ok(())
}

/// The mirrored curve; its points are offsets from the part.
fn mirrored(mut curve: Curve) -> Curve {
    for knot in &mut curve.knots {
        let [at, before, after] = [knot.at, knot.before, knot.after].map(|offset| image::point(offset, 0.0));
        *knot = Knot { at, before, after };
    }
    curve
}
