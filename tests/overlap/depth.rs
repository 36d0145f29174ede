//! Depths of outlines, against depths worked by hand and dense samples.

use blobsmith::geometry::outline_depth::Target;
use blobsmith::geometry::{Aabb, DVec2};

fn square(low: DVec2, side: f64) -> Vec<(DVec2, DVec2)> {
    let corners = [(0.0, 0.0), (side, 0.0), (side, side), (0.0, side)].map(|(x, y)| low + DVec2::new(x, y));
    (0..4).map(|at| (corners[at], corners[(at + 1) % 4])).collect()
}

fn deepest(one: &[(DVec2, DVec2)], other: &[(DVec2, DVec2)]) -> f64 {
    let around = Aabb::around(other.iter().map(|edge| edge.0));
    Target { edges: || other.iter().copied(), around }.deepest(one.iter().copied())
}

#[test]
fn depth_of_level_squares_is_the_width_of_their_overlap() {
    // Every corner lies on the other's upper or lower side: corners alone have depth 0.
    let (one, other) = (square(DVec2::ZERO, 5.0), square(DVec2::new(2.8, 0.0), 5.0));
    let found = deepest(&one, &other);
    assert!((found - 2.2).abs() < 1e-5, "{found}");
    assert!((deepest(&other, &one) - 2.2).abs() < 1e-5);
}

#[test]
fn depth_of_a_corner_is_exact_and_of_touching_is_zero() {
    let diamond = [(0.0, -0.25), (1.0, 0.75), (0.0, 1.75), (-1.0, 0.75)].map(|(x, y)| DVec2::new(x, y));
    let diamond: Vec<_> = (0..4).map(|at| (diamond[at], diamond[(at + 1) % 4])).collect();
    let ground = square(DVec2::new(-10.0, -20.0), 20.0);
    assert_eq!(deepest(&diamond, &ground), 0.25);
    assert_eq!(deepest(&square(DVec2::ZERO, 1.0), &square(DVec2::new(1.0, 0.0), 1.0)), 0.0);
    assert_eq!(deepest(&square(DVec2::ZERO, 1.0), &square(DVec2::new(3.0, 0.0), 1.0)), 0.0);
    // The distance to the right side, in the middle of the inner square's left one: nested, 4 from each side.
    assert!((deepest(&square(DVec2::splat(4.0), 2.0), &square(DVec2::ZERO, 10.0)) - 4.0).abs() < 1e-4);
}

#[test]
fn depth_is_at_least_that_of_every_sampled_point() {
    let star: Vec<DVec2> = (0..14)
        .map(|at| {
            let angle = f64::from(at) * std::f64::consts::TAU / 14.0;
            DVec2::new(libm::cos(angle), libm::sin(angle)) * if at % 2 == 0 { 3.0 } else { 1.2 }
        })
        .collect();
    let star: Vec<_> = (0..14).map(|at| (star[at], star[(at + 1) % 14])).collect();
    for shift in 0..40 {
        let other = square(DVec2::new(-3.0 + 0.13 * f64::from(shift), -1.0 + 0.07 * f64::from(shift)), 2.6);
        let target = Target { edges: || other.iter().copied(), around: Aabb::around(other.iter().map(|e| e.0)) };
        let found = target.deepest(star.iter().copied());
        let places = star.iter().flat_map(|&(a, b)| (0..=2000).map(move |at| a.lerp(b, f64::from(at) / 2000.0)));
        let sampled = places.map(|at| target.depth(at)).fold(0.0, f64::max);
        assert!(found >= sampled * (1.0 - 2e-6) - 1e-8 && found <= sampled + 2e-3, "{found} {sampled}");
    }
}
