//! Smooth paths of driven bodies and discs: closed cubic Bézier curves that are flattened to the points of the part's path.
//!
//! A path that no curve describes is edited as a curve of corners with one point per section, which flattens to itself. A
//! curve whose points no longer are those of the path (because another tool changed the path) is ignored.

use super::places::missing;
use crate::geometry::DVec2;
use crate::level::checks::support::measure;
use crate::level::curve::MOST_CURVE_POINTS;
use crate::level::{Curve, Easing, Knot, Level, Motion, Path, Place, Point};

/// Points per section of a curve with handles or an easing.
pub const SMOOTH_STEPS: u32 = 12;

/// Relative deviation up to which a path counts as the flattened curve.
const EQUAL: f64 = 1e-9;

/// Fraction of the distance between the neighbours that the handles of a smooth point have (Catmull and Rom 1974).
const HANDLE: f64 = 1.0 / 6.0;

/// The easings with title and explanation, in menu order.
pub const EASINGS: [(Easing, &str, &str); 5] = [
    (Easing::Linear, "Linear", "Each section takes the same time; the speed changes at the points"),
    (
        Easing::Steady,
        "Steady speed",
        "The same speed everywhere; long sections take longer, and corners are cut slightly",
    ),
    (Easing::InOut, "Ease in and out", "Each section starts and ends slowly: the part pauses at the points"),
    (Easing::In, "Ease in", "Each section starts slowly"),
    (Easing::Out, "Ease out", "Each section ends slowly"),
];

/// Fraction of a section that has passed at a fraction of its time.
fn eased(easing: Easing, t: f64) -> f64 {
    match easing {
        Easing::Linear | Easing::Steady => t,
        Easing::In => t * t,
        Easing::Out => t * (2.0 - t),
        Easing::InOut => t * t * (3.0 - 2.0 * t),
    }
}

/// The four control points of a section.
fn controls(curve: &Curve, section: usize) -> [DVec2; 4] {
    let (from, to) = (curve.knots[section], curve.knots[(section + 1) % curve.knots.len()]);
    let [a, b] = [from.at, to.at].map(DVec2::from_array);
    [a, a + DVec2::from_array(from.after), b + DVec2::from_array(to.before), b]
}

/// Point of a section at parameter `t`, 0 to 1.
pub fn point_at(curve: &Curve, section: usize, t: f64) -> DVec2 {
    let [a, b, c, d] = controls(curve, section);
    // The polynomial of a straight section is computed as such, so that its points are exact.
    if b == a && c == d {
        return a + (d - a) * t;
    }
    let s = 1.0 - t;
    a * (s * s * s) + b * (3.0 * s * s * t) + c * (3.0 * s * t * t) + d * (t * t * t)
}

/// Points of the path: `steps` per section, starting with the first knot.
pub fn flatten(curve: &Curve) -> Vec<Point> {
    let steps = curve.steps.max(1) as usize;
    let sample = |easing: Easing| {
        let sections = 0..curve.knots.len();
        let of_section = move |section: usize| {
            (0..steps).map(move |step| {
                let t = eased(easing, step as f64 / steps as f64);
                // A section with handles has its knot exactly.
                if step == 0 { curve.knots[section].at } else { point_at(curve, section, t).to_array() }
            })
        };
        sections.flat_map(of_section).collect::<Vec<Point>>()
    };
    let points = sample(curve.easing);
    if curve.easing == Easing::Steady { evenly(&points) } else { points }
}

/// As many points on the closed polygon, at equal distances along it.
fn evenly(points: &[Point]) -> Vec<Point> {
    let at = |index: usize| DVec2::from_array(points[index % points.len()]);
    let lengths: Vec<f64> = (0..points.len()).map(|index| at(index).distance(at(index + 1))).collect();
    let total: f64 = lengths.iter().sum();
    if !(total > 0.0 && total.is_finite()) {
        return points.to_vec();
    }
    let (mut side, mut passed) = (0, 0.0);
    (0..points.len())
        .map(|index| {
            let target = total * index as f64 / points.len() as f64;
            while side + 1 < points.len() && passed + lengths[side] < target {
                passed += lengths[side];
                side += 1;
            }
            let t = if lengths[side] > 0.0 { ((target - passed) / lengths[side]).clamp(0.0, 1.0) } else { 0.0 };
            at(side).lerp(at(side + 1), t).to_array()
        })
        .collect()
}

/// The path of a driven body or disc.
pub fn path_of(level: &Level, place: Place) -> Option<&Path> {
    let motion = match place {
        Place::Body(index) => &level.bodies.get(index)?.motion,
        Place::Disc(index) => &level.discs.get(index)?.motion,
        _ => return None,
    };
    if let Motion::Driven(path) = motion { Some(path) } else { None }
}

/// Where offset 0 of the path of a body or disc is: its drawn barycentre or centre. `None` for other parts.
pub fn origin_of(level: &Level, place: Place) -> Option<DVec2> {
    match place {
        Place::Body(index) => measure::mean(level.bodies.get(index)?),
        Place::Disc(index) => Some(DVec2::from_array(level.discs.get(index)?.position)),
        _ => None,
    }
}

/// The curve of a driven body or disc: the stored one if it describes the path, else the path's points as corners. `None`
/// for parts without a path.
pub fn curve_of(level: &Level, place: Place) -> Option<Curve> {
    let path = path_of(level, place)?;
    let id = level.id_of(place)?;
    let stored = level.editor.iter().flat_map(|extra| &extra.curves);
    let mut stored = stored.filter(|curve| curve.of == id && is_sound(curve));
    let found = stored.find(|curve| describes(curve, &path.points));
    Some(found.cloned().unwrap_or_else(|| Curve {
        of: id.to_owned(),
        knots: path.points.iter().map(|&at| Knot::corner(at)).collect(),
        easing: Easing::Linear,
        steps: 1,
    }))
}

fn is_sound(curve: &Curve) -> bool {
    let count = curve.knots.len().saturating_mul(curve.steps as usize);
    (1..=MOST_CURVE_POINTS).contains(&count)
}

fn describes(curve: &Curve, points: &[Point]) -> bool {
    let flat = flatten(curve);
    let size = flat.iter().chain(points).flatten().fold(0.0, |size: f64, number| size.max(number.abs()));
    let is_near = |(a, b): (&Point, &Point)| (0..2).all(|axis| (a[axis] - b[axis]).abs() <= EQUAL * size);
    flat.len() == points.len() && flat.iter().zip(points).all(is_near)
}

/// True if the curve is more than the points of its path.
fn is_smooth(curve: &Curve) -> bool {
    let has_handles = |knot: &Knot| knot.before != [0.0; 2] || knot.after != [0.0; 2];
    curve.steps > 1 || curve.easing != Easing::Linear || curve.knots.iter().any(has_handles)
}

/// Drives a body or disc along a curve: sets the points and period of its path.
///
/// # Errors
/// If the part does not exist or is no body or disc, or the curve has no points, too many, or one that is not finite.
pub fn set(level: &mut Level, place: Place, mut curve: Curve, period: f64) -> Result<(), String> {
    if !level.has(place) || !matches!(place, Place::Body(_) | Place::Disc(_)) {
        return Err(missing(place));
    }
    if is_smooth(&curve) {
        curve.steps = curve.steps.max(2);
    }
    if !is_sound(&curve) {
        return Err(format!("a path needs 1 to {MOST_CURVE_POINTS} points"));
    }
    let points = flatten(&curve);
    if points.iter().flatten().any(|number| !number.is_finite()) || !(period > 0.0 && period.is_finite()) {
        return Err("a point of the path or its period is out of range".to_owned());
    }
    crate::level::ids::assign(level);
    level.id_of(place).ok_or_else(|| missing(place))?.clone_into(&mut curve.of);
    let motion = Motion::Driven(Path { points, period });
    match place {
        Place::Disc(index) => level.discs[index].motion = motion,
        Place::Body(index) => level.bodies[index].motion = motion,
        _ => {}
    }
    if let Some(extra) = &mut level.editor {
        extra.curves.retain(|known| known.of != curve.of);
    }
    if is_smooth(&curve) {
        level.editor.get_or_insert_default().curves.push(curve);
    }
    Ok(())
}

/// Applies a linear map to the curves of these parts; their paths are mapped by the caller.
pub(super) fn map(level: &mut Level, places: &[Place], map: impl Fn(Point) -> Point) {
    let ids: Vec<String> = places.iter().filter_map(|&place| level.id_of(place)).map(str::to_owned).collect();
    let Some(extra) = &mut level.editor else { return };
    for curve in extra.curves.iter_mut().filter(|curve| ids.contains(&curve.of)) {
        for knot in &mut curve.knots {
            *knot = Knot { at: map(knot.at), before: map(knot.before), after: map(knot.after) };
        }
    }
}

/// Which handle of a knot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandleSide {
    /// Towards the previous knot.
    Before,
    /// Towards the next knot.
    After,
}

/// Moves a handle, relative to its knot. Unless `alone`, the other handle turns along and keeps its length.
pub fn set_handle(curve: &mut Curve, knot: usize, side: HandleSide, to: Point, alone: bool) {
    let Some(knot) = curve.knots.get_mut(knot) else { return };
    let (own, other) = match side {
        HandleSide::Before => (&mut knot.before, &mut knot.after),
        HandleSide::After => (&mut knot.after, &mut knot.before),
    };
    *own = to;
    if let (false, Some(along)) = (alone, DVec2::from_array(to).try_normalize()) {
        let length = DVec2::from_array(*other).length();
        let length = if length > 0.0 { length } else { DVec2::from_array(to).length() };
        *other = (along * -length).to_array();
    }
    smooth_steps(curve);
}

/// Gives a corner handles along the line between its neighbours, or removes the handles of a smooth point.
pub fn toggle_smooth(curve: &mut Curve, index: usize) {
    let count = curve.knots.len();
    let Some(&knot) = curve.knots.get(index) else { return };
    let new = if knot.before != [0.0; 2] || knot.after != [0.0; 2] {
        Knot::corner(knot.at)
    } else {
        let at = |index: usize| DVec2::from_array(curve.knots[index % count].at);
        let along = (at(index + 1) - at(index + count - 1)) * HANDLE;
        // Between two points that coincide, the handles are at right angles to the way there.
        let along = if along == DVec2::ZERO { (at(index + 1) - at(index)).perp() * (2.0 * HANDLE) } else { along };
        Knot { at: knot.at, before: (-along).to_array(), after: along.to_array() }
    };
    curve.knots[index] = new;
    smooth_steps(curve);
}

/// Sets the easing.
pub fn set_easing(curve: &mut Curve, easing: Easing) {
    curve.easing = easing;
    smooth_steps(curve);
}

fn smooth_steps(curve: &mut Curve) {
    if curve.steps <= 1 && is_smooth(curve) {
        let most = MOST_CURVE_POINTS / curve.knots.len().max(1);
        curve.steps = SMOOTH_STEPS.min(most as u32).max(1);
    }
}

/// Inserts a knot in a section at parameter `t`; the shape is kept (de Casteljau). Returns its index.
pub fn insert_knot(curve: &mut Curve, section: usize, t: f64) -> Option<usize> {
    if section >= curve.knots.len() || !(0.0..=1.0).contains(&t) {
        return None;
    }
    let next = (section + 1) % curve.knots.len();
    let [a, b, c, d] = controls(curve, section);
    let knot = if b == a && c == d {
        Knot::corner(point_at(curve, section, t).to_array())
    } else {
        let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
        let (abc, bcd) = (ab.lerp(bc, t), bc.lerp(cd, t));
        let at = abc.lerp(bcd, t);
        curve.knots[section].after = (ab - a).to_array();
        curve.knots[next].before = (cd - d).to_array();
        Knot { at: at.to_array(), before: (abc - at).to_array(), after: (bcd - at).to_array() }
    };
    curve.knots.insert(section + 1, knot);
    Some(section + 1)
}

/// Deletes a knot; false if it is the last one.
pub fn delete_knot(curve: &mut Curve, knot: usize) -> bool {
    let may_go = curve.knots.len() > 1 && knot < curve.knots.len();
    if may_go {
        curve.knots.remove(knot);
    }
    may_go
}

/// Samples per section in [`nearest`].
const SAMPLES: usize = 32;

/// Section, parameter and distance of the point of the curve nearest to an offset.
pub fn nearest(curve: &Curve, to: DVec2) -> Option<(usize, f64, f64)> {
    let mut best: Option<(usize, f64, f64)> = None;
    for section in 0..curve.knots.len() {
        for sample in 0..SAMPLES {
            let [from, until] = [sample, sample + 1].map(|index| index as f64 / SAMPLES as f64);
            let (a, b) = (point_at(curve, section, from), point_at(curve, section, until));
            let along = b - a;
            let part = if along == DVec2::ZERO { 0.0 } else { (to - a).dot(along) / along.length_squared() };
            let part = part.clamp(0.0, 1.0);
            let distance = to.distance(a + along * part);
            if best.is_none_or(|best| distance < best.2) {
                best = Some((section, from + (until - from) * part, distance));
            }
        }
    }
    best
}

#[cfg(test)]
mod tests;
