//! Polyline simplification with the Ramer–Douglas–Peucker algorithm.

use super::polygon::distance_to_segment;
use glam::DVec2;

/// Simplifies a closed ring (without a repeated last point). Every removed point lies within `tolerance` of the result.
pub fn ring(points: &[DVec2], tolerance: f64) -> Vec<DVec2> {
    let mut points = points;
    while let [first, .., last] = points
        && points.len() > 1
        && first.distance(*last) <= tolerance
    {
        points = &points[..points.len() - 1];
    }
    let Some(&first) = points.first() else { return Vec::new() };
    // Splits the ring at the point farthest from its beginning, so both halves have a length.
    let mut far = (0, 0.0);
    for (i, point) in points.iter().enumerate() {
        let distance = point.distance(first);
        if distance > far.1 {
            far = (i, distance);
        }
    }
    let mut closed = points.to_vec();
    closed.push(first);
    let mut keep = vec![false; closed.len()];
    (keep[0], keep[far.0]) = (true, true);
    mark(&closed, 0, far.0, tolerance, &mut keep);
    mark(&closed, far.0, points.len(), tolerance, &mut keep);
    points.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(point, _)| *point).collect()
}

/// Simplifies a line of points; its ends stay. Every removed point lies within `tolerance` of the result.
pub fn line(points: &[DVec2], tolerance: f64) -> Vec<DVec2> {
    let Some(last) = points.len().checked_sub(1) else { return Vec::new() };
    let mut keep = vec![false; points.len()];
    (keep[0], keep[last]) = (true, true);
    mark(points, 0, last, tolerance, &mut keep);
    points.iter().zip(&keep).filter(|(_, keep)| **keep).map(|(point, _)| *point).collect()
}

/// Marks the points to keep between two kept points. Uses an explicit stack, because lines can be long.
fn mark(points: &[DVec2], from: usize, to: usize, tolerance: f64, keep: &mut [bool]) {
    let mut open = vec![(from, to)];
    while let Some((from, to)) = open.pop() {
        let mut worst = (from, tolerance);
        for i in from + 1..to {
            let distance = distance_to_segment(points[i], points[from], points[to]);
            if distance > worst.1 {
                worst = (i, distance);
            }
        }
        if worst.0 > from {
            keep[worst.0] = true;
            open.extend([(from, worst.0), (worst.0, to)]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ring_reduces_a_noisy_square_to_four_corners() {
        let corners = [[0.0, 0.0], [10.0, 0.0], [10.0, 10.0], [0.0, 10.0]].map(DVec2::from);
        let mut drawn = Vec::new();
        for (i, &a) in corners.iter().enumerate() {
            let b = corners[(i + 1) % 4];
            for step in 0..20 {
                let shake = if step % 2 == 0 { 0.0 } else { 0.1 };
                drawn.push(a + (b - a) * (f64::from(step) / 20.0) + DVec2::splat(shake));
            }
        }
        assert_eq!(ring(&drawn, 0.2), corners);
        assert!(ring(&drawn, 0.01).len() > 40);
    }

    #[test]
    fn line_keeps_its_ends_and_what_deviates() {
        let arc: Vec<DVec2> = (0..=90).map(|degrees| DVec2::from_angle(f64::from(degrees).to_radians())).collect();
        let simple = line(&arc, 0.01);
        assert_eq!((simple.first(), simple.last()), (arc.first(), arc.last()));
        // A chord over the angle a deviates by 1 - cos(a / 2): 16 degrees for 0.01.
        assert!((6..=10).contains(&simple.len()), "{}", simple.len());
        for point in &arc {
            let distances = simple.windows(2).map(|ends| distance_to_segment(*point, ends[0], ends[1]));
            assert!(distances.fold(f64::MAX, f64::min) <= 0.01);
        }
        // A closed line has its first point at both ends.
        let square = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]].map(DVec2::from);
        assert_eq!(line(&square, 0.01), square);
        assert_eq!((line(&[], 1.0), line(&arc[..1], 1.0)), (Vec::new(), arc[..1].to_vec()));
    }

    #[test]
    fn ring_keeps_a_triangle() {
        assert_eq!(ring(&[], 1.0), []);
        assert_eq!(ring(&[DVec2::ONE], 1.0), [DVec2::ONE]);
        assert_eq!(ring(&[DVec2::ONE; 5], 0.0).len(), 1);
        let triangle = [[0.0, 0.0], [4.0, 0.0], [0.0, 3.0]].map(DVec2::from);
        assert_eq!(ring(&triangle, 0.5), triangle);
        // The last point repeats the first.
        assert_eq!(ring(&[triangle[0], triangle[1], triangle[2], DVec2::new(0.1, 0.1)], 0.5), triangle);
    }
}
