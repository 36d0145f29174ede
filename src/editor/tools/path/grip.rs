//! What of a path is under the pointer.

use crate::editor::stage::Stage;
use crate::geometry::DVec2;
use crate::level::Curve;
use crate::level::edit::curves::{self, HandleSide};

/// A part of a path that the pointer can take.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathGrip {
    /// A point.
    Knot(usize),
    /// A handle of a point.
    Handle(usize, HandleSide),
    /// Section and parameter.
    Section(usize, f64),
}

/// Pick distance of points and handles, and of sections, in points of the screen.
const REACH: f64 = 9.0;
const LINE_REACH: f64 = 6.0;

/// Points beyond this number are not searched for sections in each UI frame.
const MOST_KNOTS: usize = 400;

/// Positions of the handles of a knot; `None` for those without length.
pub fn handles(origin: DVec2, curve: &Curve, knot: usize) -> [(HandleSide, Option<DVec2>); 2] {
    let knot = &curve.knots[knot];
    let at = |handle: [f64; 2]| {
        (handle != [0.0; 2]).then(|| origin + DVec2::from_array(knot.at) + DVec2::from_array(handle))
    };
    [(HandleSide::Before, at(knot.before)), (HandleSide::After, at(knot.after))]
}

/// The grip at a point of the level: points before handles before sections.
pub fn at(stage: &Stage, origin: DVec2, curve: &Curve, at: DVec2) -> Option<PathGrip> {
    let mut best = (stage.near(REACH), None);
    for (index, knot) in curve.knots.iter().enumerate() {
        let distance = (origin + DVec2::from_array(knot.at)).distance(at);
        if distance < best.0 {
            best = (distance, Some(PathGrip::Knot(index)));
        }
    }
    if best.1.is_some() {
        return best.1;
    }
    for index in 0..curve.knots.len() {
        for (side, handle) in handles(origin, curve, index) {
            let distance = handle.map_or(f64::INFINITY, |handle| handle.distance(at));
            if distance < best.0 {
                best = (distance, Some(PathGrip::Handle(index, side)));
            }
        }
    }
    if best.1.is_some() || curve.knots.len() > MOST_KNOTS {
        return best.1;
    }
    let (section, t, distance) = curves::nearest(curve, at - origin)?;
    (distance < stage.near(LINE_REACH)).then_some(PathGrip::Section(section, t))
}
