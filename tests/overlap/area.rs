//! Areas by clipping, against areas worked by hand and counts of points.

use blobsmith::geometry::loops::of_edges;
use blobsmith::geometry::overlap::{area, shared_area};
use blobsmith::geometry::{DVec2, polygon};

fn outline(points: &[[f64; 2]]) -> Vec<Vec<DVec2>> {
    vec![points.iter().copied().map(DVec2::from).collect()]
}

fn square(x: f64, y: f64, side: f64) -> Vec<Vec<DVec2>> {
    outline(&[[x, y], [x + side, y], [x + side, y + side], [x, y + side]])
}

#[track_caller]
fn close(found: Option<f64>, wanted: f64, part: f64) {
    let found = found.expect("it can be measured");
    assert!((found - wanted).abs() <= part * wanted.abs().max(f64::MIN_POSITIVE), "{found}, not {wanted}");
}

#[test]
fn shared_area_of_squares_matches_hand_calculation() {
    let shared = |x, y| shared_area(&square(0.0, 0.0, 3.0), &square(x, y, 3.0));
    close(shared(0.8, 0.0), 2.2 * 3.0, 1e-15);
    close(shared(2.0, 1.0), 1.0 * 2.0, 1e-15);
    close(shared(0.0, 0.0), 9.0, 1e-15);
    close(shared_area(&square(0.0, 0.0, 10.0), &square(4.0, 4.0, 2.0)), 4.0, 1e-15);
    for (x, y) in [(3.0, 0.0), (3.0, 3.0), (5.0, 1.0), (0.0, -3.0)] {
        assert_eq!(shared(x, y), Some(0.0), "({x}, {y}): they touch at most");
    }
}

#[test]
fn shared_area_of_holes_and_crossings_follows_the_even_odd_rule() {
    let mut frame = square(-5.0, -5.0, 10.0);
    frame.extend(square(-4.0, -4.0, 8.0));
    close(area(&frame), 36.0, 1e-15);
    assert_eq!(shared_area(&frame, &square(-1.0, -1.0, 2.0)), Some(0.0), "in the room inside");
    close(shared_area(&frame, &square(3.5, 0.0, 1.0)), 0.5, 1e-14);
    close(shared_area(&frame, &square(-6.0, -6.0, 12.0)), 36.0, 1e-15);
    // A bow-tie with two lobes of 1 each; its signed area is 0.
    let bow = outline(&[[0.0, 0.0], [2.0, 2.0], [2.0, 0.0], [0.0, 2.0]]);
    close(area(&bow), 2.0, 1e-15);
    close(shared_area(&bow, &square(0.0, 0.0, 2.0)), 2.0, 1e-15);
    close(shared_area(&bow, &square(1.0, 0.0, 1.0)), 0.5, 1e-15);
    // Clockwise is the same.
    let turned: Vec<Vec<DVec2>> = square(0.0, 0.0, 3.0).into_iter().map(|l| l.into_iter().rev().collect()).collect();
    close(shared_area(&turned, &square(2.0, 1.0, 3.0)), 2.0, 1e-15);
    // Twice around is outside.
    let twice = [square(0.0, 0.0, 1.0), square(0.0, 0.0, 1.0)].concat();
    assert_eq!(area(&twice), Some(0.0));
}

#[test]
fn shared_area_is_exact_up_to_rounding_at_any_scale_and_place() {
    for scale in [1e-60, 1e-9, 1.0, 1e9, 1e60] {
        let found = shared_area(&square(0.0, 0.0, 3.0 * scale), &square(0.8 * scale, 0.0, 3.0 * scale));
        close(found, 6.6 * scale * scale, 1e-14);
    }
    // At a million, coordinates are multiples of 2⁻³³.
    let far = |x: f64, y: f64| square(1e6 + x, -3e6 + y, 3.0);
    close(shared_area(&far(0.0, 0.0), &far(2.0, 1.0)), 2.0, 1e-15);
    close(shared_area(&far(0.0, 0.0), &far(0.8, 0.0)), 6.6, 1e-9);
    // A small square on the edge of a huge one.
    close(shared_area(&square(-1e6, -2e6, 2e6), &square(-0.5, -0.5, 1.0)), 0.5, 1e-9);
}

/// The independent measure counts the points of a fine grid that are inside both.
#[test]
fn shared_area_of_tangled_outlines_agrees_with_a_count_of_points() {
    let mut seed = 7u32;
    let mut random = move || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        f64::from(seed >> 8) / f64::from(1 << 24)
    };
    for _ in 0..40 {
        let mut any = |count: usize| outline(&(0..count).map(|_| [random(), random()]).collect::<Vec<_>>());
        let (one, other) = (any(9), any(7));
        let has = |all: &[Vec<DVec2>], at: DVec2| {
            let points = &all[0];
            let edges = points.iter().zip(points.iter().cycle().skip(1)).map(|(&a, &b)| (a, b));
            polygon::contains(edges, at)
        };
        let steps = 200;
        let place = |at: usize| (at as f64 + 0.5) / steps as f64;
        let inside = (0..steps * steps).filter(|&at| {
            let at = DVec2::new(place(at % steps), place(at / steps));
            has(&one, at) && has(&other, at)
        });
        let counted = inside.count() as f64 / (steps * steps) as f64;
        let found = shared_area(&one, &other).expect("it can be measured");
        assert!((found - counted).abs() < 0.006, "{found} {counted}");
    }
}

#[test]
fn loops_use_every_edge_once() {
    assert_eq!(of_edges(&[[0, 1], [1, 2], [2, 0]]), Some(vec![vec![0, 1, 2]]));
    assert_eq!(of_edges(&[[0, 1], [1, 2]]), None, "it is open");
    assert_eq!(of_edges(&[]), Some(vec![]));
    // Two triangles with a common corner, edges in no order and both ways round.
    let found = of_edges(&[[3, 0], [0, 1], [2, 1], [2, 0], [4, 3], [0, 4]]).unwrap();
    assert_eq!(found.iter().map(Vec::len).sum::<usize>(), 6);
    let mut passed: Vec<u32> = found.concat();
    passed.sort_unstable();
    assert_eq!(passed, [0, 0, 1, 2, 3, 4], "the common corner twice");
}

#[test]
fn area_is_none_for_invalid_and_zero_for_flat_outlines() {
    let one = square(0.0, 0.0, 1.0);
    for bad in [f64::NAN, f64::INFINITY] {
        assert_eq!(shared_area(&one, &outline(&[[0.0, 0.0], [1.0, bad], [0.0, 1.0]])), None);
    }
    assert_eq!(area(&square(-1e200, 0.0, 1e201)), None);
    assert_eq!(area(&[]), Some(0.0));
    assert_eq!(area(&outline(&[[1.0, 1.0], [1.0, 1.0], [1.0, 1.0]])), Some(0.0));
    assert_eq!(area(&outline(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]])), Some(0.0));
}

#[test]
fn shared_area_of_a_crumpled_hull_is_measured() {
    // From a random scene: a crumpled hull whose corners lie on its own edges and on the ground within rounding. i_overlay 9.1
    // asked for all memory; on a coarse grid of 2⁻³⁶ it found 6e-11.
    let ground = outline(&[[-8.8, -1.75], [8.8, -1.75], [8.8, 1.75], [0.0, -0.44999999999999996], [-8.8, 1.35]]);
    let crumpled = outline(&[
        [-1.8459657254412716, -0.07241610161428536],
        [-2.521902966036073, 0.06584378850737863],
        [-2.117369973969566, 0.5311389155790618],
        [-1.897359269757548, -0.06190378573141059],
        [-2.572198177451895, 0.07613144538788777],
        [-1.9197915266562582, -0.05731536954758354],
        [-2.5933693312308552, 0.08046190866085684],
        [-1.9481663764849233, -0.051511422991720235],
        [-1.3763203951288263, 0.23944468169473815],
        [-1.8920765696557287, -0.06298433802496456],
        [-2.5186741358231153, 0.06518334596381892],
    ]);
    assert!((0.0..1e-9).contains(&shared_area(&ground, &crumpled).unwrap()));
}

#[test]
fn area_of_a_sliver_matches_the_shoelace_formula() {
    // Shoelace: (1·4e9 - 3e9·0 + 3e9·1) / 2. Moving to the middle rounds by 2e9·2⁻⁵², times edges of 5e9.
    close(area(&outline(&[[0.0, 0.0], [1.0, 0.0], [3e9, 4e9], [0.0, 1.0]])), 3.5e9, 1e-6);
}

/// Time and memory grow with the number of edges side by side, not with their number alone.
#[test]
fn area_of_too_complex_outlines_is_none() {
    let circle = |corners: u32| {
        let at = |corner| DVec2::from_angle(f64::from(corner) / f64::from(corners) * std::f64::consts::TAU);
        vec![(0..corners).map(at).collect::<Vec<_>>()]
    };
    close(area(&circle(30_000)), std::f64::consts::PI, 1e-7);
    let comb = |teeth: u32| {
        let tooth = |at: u32| DVec2::new(f64::from(at), f64::from(at % 2) * 1000.0 - f64::from(at % 7));
        vec![(0..2 * teeth).map(tooth).chain([DVec2::new(0.0, 2000.0)]).collect::<Vec<_>>()]
    };
    assert!(area(&comb(1_000)).is_some_and(|area| area > 0.0));
    assert_eq!(area(&comb(10_000)), None);
}
