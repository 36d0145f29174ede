//! Size and position of imported drawings and pictures: `width`, `height`, `scale` and `at`.

use super::{area, import_with, points};
use blobsmith::geometry::{Aabb, DVec2};
use blobsmith::level::import::{ImportOptions, importer_for};
use blobsmith::level::{Level, ObstacleShape};
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

/// A picture of 64 x 64 pixels, opaque from 12 to 52 to the right and from 20 to 40 down, with a speck at the upper
/// left, just above the threshold.
fn picture() -> Vec<u8> {
    let opacity = |x: usize, y: usize| match (x, y) {
        (12..52, 20..40) => 255,
        (1, 1) => 130,
        _ => 0,
    };
    let pixels: Vec<u8> = (0..64 * 64).flat_map(|i| [90, 120, 200, opacity(i % 64, i / 64)]).collect();
    super::sprites::encoded(64, &pixels)
}

fn traced(options: ImportOptions) -> Level {
    (importer_for(Path::new("a.png")).unwrap().import)(&picture(), &options).unwrap().level
}

#[track_caller]
fn assert_picture(options: ImportOptions, min: [f64; 2], max: [f64; 2]) {
    let level = traced(options);
    let found = Aabb::around(points(&level.bodies[0]));
    // The rim is traced to a tenth of a pixel; a requested size and position are exact.
    let pixel = (DVec2::from(max) - DVec2::from(min)) / DVec2::new(40.0, 20.0);
    let errors = [found.min - DVec2::from(min), found.max - DVec2::from(max)].map(|error| (error / pixel).abs());
    assert!(errors.iter().all(|error| error.max_element() < 0.1), "{found:?} instead of {min:?} to {max:?}");
    let size = found.size();
    assert!(options.width.is_none_or(|width| (size.x - width).abs() < 1e-6), "{size:?}");
    assert!(options.height.is_none_or(|height| (size.y - height).abs() < 1e-6), "{size:?}");
    assert!(options.at.is_none_or(|at| found.min.distance(at.into()) < 1e-6), "{found:?}");
    // Each node shows its own place in the picture, of which the shape spans 12 to 52 and 20 to 40 of 64 pixels.
    let pairs = level.bodies[0].texture_coordinates().unwrap();
    let map = |at: DVec2| (at - DVec2::from(min)) / (DVec2::from(max) - DVec2::from(min));
    for (at, pair) in points(&level.bodies[0]).into_iter().map(map).zip(pairs) {
        let expected = DVec2::new((12.0 + 40.0 * at.x) / 64.0, (40.0 - 20.0 * at.y) / 64.0);
        assert!(expected.distance(pair.into()) < 0.2 / 64.0, "{pair:?} instead of {expected:?}");
    }
}

#[test]
fn size_and_position_of_pictures_follow_the_rule_of_drawings() {
    let plain = ImportOptions::default();
    // With y up the shape spans (12, 24) to (52, 44).
    assert_picture(ImportOptions { scale: Some(0.5), ..plain }, [6.0, 12.0], [26.0, 22.0]);
    assert_picture(ImportOptions { width: Some(4.0), ..plain }, [1.2, 2.4], [5.2, 4.4]);
    assert_picture(ImportOptions { height: Some(5.0), ..plain }, [3.0, 6.0], [13.0, 11.0]);
    assert_picture(ImportOptions { height: Some(5.0), at: Some([-2.0, 7.0]), ..plain }, [-2.0, 7.0], [8.0, 12.0]);
    let both = ImportOptions { width: Some(3.0), height: Some(6.0), ..plain };
    assert_picture(ImportOptions { at: Some([0.0, 0.0]), ..both }, [0.0, 0.0], [3.0, 6.0]);
    // Factors 3/40 and 6/20.
    assert_picture(both, [0.9, 7.2], [3.9, 13.2]);
}

#[test]
fn spacing_of_a_picture_is_in_level_units() {
    let count = |options| traced(options).bodies[0].nodes.len();
    let plain = ImportOptions { spacing: Some(1.0), ..ImportOptions::default() };
    // 20 by 10 units in each way, and half of that.
    let [by_scale, by_width, by_both] = [
        ImportOptions { scale: Some(0.5), ..plain },
        ImportOptions { width: Some(20.0), ..plain },
        ImportOptions { width: Some(20.0), height: Some(10.0), ..plain },
    ]
    .map(count);
    assert_eq!([by_width, by_both], [by_scale; 2]);
    let half = count(ImportOptions { width: Some(10.0), spacing: Some(0.5), ..plain });
    assert_eq!(half, by_scale);
    assert!(count(ImportOptions { width: Some(10.0), ..plain }) < by_scale / 2);
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
