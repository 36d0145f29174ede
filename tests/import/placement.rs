//! Size and position of imported drawings: `width`, `height`, `scale` and `at`.

use super::{area, import_with, points};
use blobsmith::geometry::{Aabb, DVec2};
use blobsmith::level::ObstacleShape;
use blobsmith::level::import::{ImportOptions, importer_for};
use std::path::Path;

/// 40 wide and 20 high, away from the corner of the page.
const BOX: &str = r#"<rect id="box" x="20" y="30" width="40" height="20"/>"#;

fn bounds(options: ImportOptions) -> Aabb {
    let level = import_with(BOX, &options).unwrap().level;
    Aabb::around(points(&level.bodies[0]))
}

#[track_caller]
fn assert_box(options: ImportOptions, min: [f64; 2], max: [f64; 2]) {
    let found = bounds(options);
    let is_near = found.min.distance(min.into()) < 1e-4 && found.max.distance(max.into()) < 1e-4;
    assert!(is_near, "{found:?} instead of {min:?} to {max:?}");
}

#[test]
fn size_keeps_the_aspect_with_one_side_and_stretches_with_both() {
    let plain = ImportOptions::default();
    // The page is 100 high, so the box spans (20, 50) to (60, 70) with y up.
    assert_box(ImportOptions { scale: Some(0.5), ..plain }, [10.0, 25.0], [30.0, 35.0]);
    assert_box(ImportOptions { width: Some(4.0), ..plain }, [2.0, 5.0], [6.0, 7.0]);
    assert_box(ImportOptions { height: Some(5.0), ..plain }, [5.0, 12.5], [15.0, 17.5]);
    let both = ImportOptions { width: Some(3.0), height: Some(6.0), at: Some([0.0, 0.0]), ..plain };
    assert_box(both, [0.0, 0.0], [3.0, 6.0]);
}

#[test]
fn position_is_that_of_the_lower_left_corner() {
    let plain = ImportOptions { at: Some([-2.0, 7.0]), ..ImportOptions::default() };
    assert_box(ImportOptions { width: Some(4.0), ..plain }, [-2.0, 7.0], [2.0, 9.0]);
    // Ten units high without a requested size.
    assert_box(plain, [-2.0, 7.0], [18.0, 17.0]);
}

#[test]
fn stretched_shapes_and_lines_keep_their_relative_places() {
    let content = format!(r#"{BOX}<path d="M20 60 L60 70" stroke="black" fill="none"/>"#);
    let options =
        ImportOptions { width: Some(8.0), height: Some(4.0), at: Some([1.0, 1.0]), ..ImportOptions::default() };
    let level = import_with(&content, &options).unwrap().level;
    // The contents are 40 by 40: factors 0.2 and 0.1. The line spans y 30 to 40 of the page, the box 50 to 70.
    let ObstacleShape::Segment(a, b) = level.obstacles[0].shape else { panic!("{:?}", level.obstacles[0]) };
    assert!(DVec2::from(a).distance(DVec2::new(1.0, 2.0)) < 1e-5, "{a:?}");
    assert!(DVec2::from(b).distance(DVec2::new(9.0, 1.0)) < 1e-5, "{b:?}");
    assert!((area(&level.bodies[0]) - 8.0 * 2.0).abs() < 1e-4);
}

#[test]
fn sketch_sized_like_an_import_has_its_box() {
    let svg = format!(r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{BOX}</svg>"#);
    let read = importer_for(Path::new("a.svg")).unwrap().sketch.unwrap();
    let natural = read(svg.as_bytes(), &ImportOptions::default()).unwrap();
    assert_eq!((natural.scale, natural.spacing), (0.5, 0.625));
    let both = ImportOptions { width: Some(5.0), height: Some(5.0), ..ImportOptions::default() };
    let sized = natural.sized(&both).unwrap();
    let (before, after) = (natural.bounds(), sized.bounds());
    assert!(before.size().distance(DVec2::new(20.0, 10.0)) < 1e-9);
    assert!(after.size().distance(DVec2::new(5.0, 5.0)) < 1e-9 && after.min.distance(before.min) < 1e-9);
    // Factors 1/4 and 1/2: the spacing goes with the root of their product.
    assert!((sized.spacing - 0.625 * 0.125f64.sqrt()).abs() < 1e-12);
    let scaled = natural.sized(&ImportOptions { scale: Some(0.25), ..ImportOptions::default() }).unwrap();
    assert!((scaled.scale - 0.25).abs() < 1e-12 && scaled.bounds().size().distance(DVec2::new(10.0, 5.0)) < 1e-9);
}

#[test]
fn size_of_a_line_without_height_is_refused() {
    let line = r#"<path d="M20 60 H60" stroke="black" fill="none"/>"#;
    let error = import_with(line, &ImportOptions { height: Some(2.0), ..ImportOptions::default() }).unwrap_err();
    assert!(error.reason.contains("no height"), "{error}");
    let scaled = ImportOptions { scale: Some(2.0), width: Some(2.0), ..ImportOptions::default() };
    assert!(import_with(BOX, &scaled).unwrap_err().reason.contains("scale follows"));
}
