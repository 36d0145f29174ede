//! Approximates curves by chains of points within a tolerance.

use crate::geometry::DVec2;
use usvg::Path;
use usvg::tiny_skia_path::{PathSegment, Point, Transform};

/// Maximum number of points per curve; reached only by curves far larger than the tolerance.
const MOST_PARTS: f64 = 1000.0;

/// A chain of points; a closed one does not repeat its first.
pub(in crate::level::import) struct Chain {
    pub points: Vec<DVec2>,
    pub is_closed: bool,
}

/// Chains of a path in the drawing's coordinates (y down), with its transform applied in `f64`.
pub(super) fn chains(path: &Path, transform: Transform, tolerance: f64) -> Vec<Chain> {
    let at = |point: Point| apply(transform, point);
    let mut chains: Vec<Chain> = Vec::new();
    let mut start = DVec2::ZERO;
    let mut here = DVec2::ZERO;
    let mut is_open = false;
    for segment in path.data().segments() {
        if let PathSegment::MoveTo(point) = segment {
            here = at(point);
            start = here;
            is_open = false;
            continue;
        }
        if !is_open {
            // After a close, drawing continues at the start of the closed chain.
            chains.push(Chain { points: vec![start], is_closed: false });
            here = start;
            is_open = true;
        }
        let Some(chain) = chains.last_mut() else { continue };
        match segment {
            PathSegment::MoveTo(_) => {}
            PathSegment::LineTo(b) => chain.points.push(at(b)),
            PathSegment::QuadTo(b, c) => quadratic([here, at(b), at(c)], tolerance, &mut chain.points),
            PathSegment::CubicTo(b, c, d) => cubic([here, at(b), at(c), at(d)], tolerance, &mut chain.points),
            PathSegment::Close => {
                chain.is_closed = true;
                if chain.points.len() > 1 && chain.points.last() == chain.points.first() {
                    chain.points.pop();
                }
                is_open = false;
                continue;
            }
        }
        here = chain.points[chain.points.len() - 1];
    }
    chains.retain(|chain| chain.points.iter().all(|point| point.is_finite()));
    chains
}

fn apply(transform: Transform, point: Point) -> DVec2 {
    let [sx, ky, kx, sy, tx, ty] =
        [transform.sx, transform.ky, transform.kx, transform.sy, transform.tx, transform.ty].map(f64::from);
    let (x, y) = (f64::from(point.x), f64::from(point.y));
    DVec2::new(sx * x + kx * y + tx, ky * x + sy * y + ty)
}

/// Number of parts in which a curve with a second derivative of at most `bend` stays within the tolerance of its chords.
/// The deviation is at most `bend / (8 n²)`.
fn parts(bend: f64, tolerance: f64) -> usize {
    let parts = (bend / (8.0 * tolerance)).sqrt().ceil();
    // NaN becomes 0, which also draws the chord.
    parts.clamp(1.0, MOST_PARTS) as usize
}

fn quadratic([a, b, c]: [DVec2; 3], tolerance: f64, points: &mut Vec<DVec2>) {
    let count = parts(2.0 * (a - 2.0 * b + c).length(), tolerance);
    for i in 1..count {
        let t = i as f64 / count as f64;
        points.push(a.lerp(b, t).lerp(b.lerp(c, t), t));
    }
    points.push(c);
}

fn cubic([a, b, c, d]: [DVec2; 4], tolerance: f64, points: &mut Vec<DVec2>) {
    let bend = 6.0 * (a - 2.0 * b + c).length().max((b - 2.0 * c + d).length());
    let count = parts(bend, tolerance);
    for i in 1..count {
        let t = i as f64 / count as f64;
        let (ab, bc, cd) = (a.lerp(b, t), b.lerp(c, t), c.lerp(d, t));
        points.push(ab.lerp(bc, t).lerp(bc.lerp(cd, t), t));
    }
    points.push(d);
}
