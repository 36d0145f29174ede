//! Areas cut into triangles for the canvas: area and place are those of the rings.

use blobsmith::picture::{Px, trapezoids};

fn area(triangles: &[[Px; 3]]) -> f64 {
    let one = |[a, b, c]: &[Px; 3]| {
        let (ux, uy) = (f64::from(b[0]) - f64::from(a[0]), f64::from(b[1]) - f64::from(a[1]));
        let (vx, vy) = (f64::from(c[0]) - f64::from(a[0]), f64::from(c[1]) - f64::from(a[1]));
        0.5 * (ux * vy - uy * vx).abs()
    };
    triangles.iter().map(one).sum()
}

fn covers(triangles: &[[Px; 3]], x: f32, y: f32) -> usize {
    let side = |p: Px, q: Px| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
    let inside = |t: &&[Px; 3]| {
        let sides = [side(t[0], t[1]), side(t[1], t[2]), side(t[2], t[0])];
        sides.iter().all(|&s| s > 0.0) || sides.iter().all(|&s| s < 0.0)
    };
    triangles.iter().filter(inside).count()
}

fn ring(points: &[(f32, f32)]) -> Vec<Px> {
    points.iter().map(|&(x, y)| [x, y]).collect()
}

#[test]
fn fill_of_a_square_with_a_hole_matches_hand_calculation() {
    let outer = ring(&[(0.0, 0.0), (100.0, 0.0), (100.0, 100.0), (0.0, 100.0)]);
    let inner = ring(&[(30.0, 40.0), (30.0, 70.0), (80.0, 70.0), (80.0, 40.0)]);
    let triangles = trapezoids::triangles(&[outer, inner]);
    assert!((area(&triangles) - (10_000.0 - 1500.0)).abs() < 1.0);
    assert_eq!(covers(&triangles, 55.1, 55.3), 0);
    assert_eq!(covers(&triangles, 15.1, 55.3), 1);
}

#[test]
fn fill_of_a_comb_matches_hand_calculation() {
    // Five teeth of 10 x 50 on a bar of 100 x 20.
    let mut points = vec![(0.0, 70.0), (0.0, 0.0)];
    for tooth in 0..5 {
        let x = 20.0 * tooth as f32;
        points.extend([(x + 10.0, 0.0), (x + 10.0, 50.0), (x + 20.0, 50.0), (x + 20.0, 0.0)]);
    }
    points.truncate(points.len() - 1);
    points.push((100.0, 70.0));
    let triangles = trapezoids::triangles(&[ring(&points)]);
    assert!((area(&triangles) - (5.0 * 10.0 * 50.0 + 100.0 * 20.0)).abs() < 1.0, "{}", area(&triangles));
}

#[test]
fn fill_of_a_bow_tie_is_two_triangles() {
    let tie = ring(&[(0.0, 0.0), (100.0, 100.0), (100.0, 0.0), (0.0, 100.0)]);
    let triangles = trapezoids::triangles(&[tie]);
    // Two triangles of base 100 and height 50.
    assert!((area(&triangles) - 5000.0).abs() < 5.0, "{}", area(&triangles));
    assert_eq!(covers(&triangles, 50.3, 10.1), 0);
    assert_eq!(covers(&triangles, 10.1, 50.3), 1);
}

#[test]
fn fill_of_a_pentagram_is_empty_in_the_middle() {
    let corner = |k: usize| {
        let angle = (k * 2 % 5) as f32 * std::f32::consts::TAU / 5.0;
        (100.0 + 90.0 * angle.sin(), 100.0 - 90.0 * angle.cos())
    };
    let triangles = trapezoids::triangles(&[ring(&(0..5).map(corner).collect::<Vec<_>>())]);
    assert_eq!(covers(&triangles, 100.3, 100.2), 0);
    assert_eq!(covers(&triangles, 100.2, 30.3), 1);
    // Parity leaves the five points: the inner pentagon has the circumradius R/φ², each point is a triangle on its side.
    let phi = (1.0 + 5.0_f64.sqrt()) / 2.0;
    let inner = 90.0 / (phi * phi);
    let side = 2.0 * inner * (std::f64::consts::PI / 5.0).sin();
    let height = 90.0 - inner * (std::f64::consts::PI / 5.0).cos();
    let expected = 5.0 * 0.5 * side * height;
    assert!((area(&triangles) - expected).abs() < 0.01 * expected, "{} {expected}", area(&triangles));
}

#[test]
fn fill_of_a_convex_ring_is_a_fan() {
    let corner = |k: usize| {
        let angle = k as f32 * std::f32::consts::TAU / 16.0;
        (100.0 + 90.0 * angle.cos(), 100.0 + 90.0 * angle.sin())
    };
    for is_reversed in [false, true] {
        let mut points: Vec<_> = (0..16).map(corner).collect();
        if is_reversed {
            points.reverse();
        }
        let triangles = trapezoids::triangles(&[ring(&points)]);
        assert_eq!(triangles.len(), 14);
        let expected = 0.5 * 16.0 * 90.0 * 90.0 * (std::f64::consts::TAU / 16.0).sin();
        assert!((area(&triangles) - expected).abs() < 1e-3 * expected, "{} {expected}", area(&triangles));
    }
}

#[test]
fn fill_of_empty_rings_is_empty() {
    assert!(trapezoids::triangles(&[]).is_empty());
    assert!(trapezoids::triangles(&[ring(&[])]).is_empty());
    assert!(trapezoids::triangles(&[ring(&[(1.0, 1.0)])]).is_empty());
    assert!(trapezoids::triangles(&[ring(&[(0.0, 5.0), (9.0, 5.0), (4.0, 5.0)])]).is_empty());
}
