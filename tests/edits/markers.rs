//! Markers: added, transformed, aligned, copied, deleted and mirrored like other parts.

use super::support::{align, assert_sound, of, square};
use blobsmith::level::edit::clipboard::{copy, parse, paste, paste_at};
use blobsmith::level::edit::symmetry::{Mirror, MirrorAxis, marker_both, move_both, remove_both};
use blobsmith::level::edit::{Align, Anchor, Transform, add, duplicate, remove, transform};
use blobsmith::level::{Disc, EditorExtra, Level, Marker, MarkerShape, Place, Point, PropertyValue};
use std::f64::consts::{FRAC_PI_2, FRAC_PI_4};

fn marker(name: &str, shape: MarkerShape) -> Marker {
    let properties = [("hp".to_owned(), PropertyValue::Integer(3))].into_iter().collect();
    Marker { id: String::new(), name: name.into(), shape, tags: vec!["goal".into()], properties }
}

/// A point at (1, 2), a rectangle from (0, 0) to (2, 1), a path and a triangle.
fn level() -> Level {
    let markers = vec![
        marker("spawn", MarkerShape::Point([1.0, 2.0])),
        marker("zone", MarkerShape::Rect([0.0, 0.0], [2.0, 1.0])),
        marker("way", MarkerShape::Path(vec![[0.0, 0.0], [3.0, 0.0], [3.0, 4.0]])),
        marker("area", MarkerShape::Polygon(vec![[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]])),
    ];
    Level { markers, ..of(vec![square()]) }
}

fn changed(places: &[usize], how: Transform) -> Level {
    let mut level = level();
    let places: Vec<Place> = places.iter().map(|&index| Place::Marker(index)).collect();
    transform(&mut level, &places, how).unwrap();
    assert_sound(&level);
    level
}

fn is_near(a: Point, b: [f64; 2]) -> bool {
    (a[0] - b[0]).abs() < 1e-12 && (a[1] - b[1]).abs() < 1e-12
}

#[test]
fn marker_is_added_under_a_unique_name() {
    let mut level = Level::default();
    for _ in 0..2 {
        add::marker(&mut level, MarkerShape::Point([1.0, 2.0])).unwrap();
    }
    let made = add::marker(&mut level, MarkerShape::Rect([0.0, 0.0], [1.0, 1.0])).unwrap();
    assert_eq!(made.places, [Place::Marker(2)]);
    let names: Vec<_> = level.markers.iter().map(|marker| marker.name.as_str()).collect();
    assert_eq!(names, ["point", "point 2", "area"]);
}

#[test]
fn marker_without_extent_is_refused() {
    let mut level = Level::default();
    for shape in [
        MarkerShape::Rect([0.0, 0.0], [0.0, 1.0]),
        MarkerShape::Polygon(vec![[0.0, 0.0], [1.0, 0.0]]),
        MarkerShape::Path(vec![[0.0, 0.0]]),
        MarkerShape::Point([f64::NAN, 0.0]),
        MarkerShape::Path(vec![[0.0, 0.0]; 10_001]),
    ] {
        assert!(add::marker(&mut level, shape.clone()).is_err(), "{shape:?}");
    }
    assert!(level.markers.is_empty());
}

#[test]
fn markers_are_moved_turned_and_mirrored() {
    let moved = changed(&[0, 1], Transform::Move([0.5, -1.0]));
    assert_eq!(moved.markers[0].shape, MarkerShape::Point([1.5, 1.0]));
    assert_eq!(moved.markers[1].shape, MarkerShape::Rect([0.5, -1.0], [2.5, 0.0]));
    assert_eq!(moved.markers[2], level().markers[2]);
    // A quarter turn to the left about the origin: (x, y) becomes (-y, x).
    let turned = changed(&[1, 2], Transform::Rotate { pivot: [0.0, 0.0], angle_rad: FRAC_PI_2 });
    assert_eq!(turned.markers[1].shape, MarkerShape::Rect([-1.0, 0.0], [0.0, 2.0]));
    assert_eq!(turned.markers[2].shape, MarkerShape::Path(vec![[0.0, 0.0], [0.0, 3.0], [-4.0, 3.0]]));
    let mirrored = changed(&[1, 3], Transform::MirrorX(0.0));
    assert_eq!(mirrored.markers[1].shape, MarkerShape::Rect([-2.0, 0.0], [0.0, 1.0]));
    assert_eq!(mirrored.markers[3].shape, MarkerShape::Polygon(vec![[0.0, 0.0], [-2.0, 0.0], [0.0, 2.0]]));
    assert_eq!(mirrored.markers[3].properties, level().markers[3].properties);
}

#[test]
fn rectangle_marker_becomes_a_polygon_if_it_is_turned_by_an_eighth() {
    let turned = changed(&[1], Transform::Rotate { pivot: [0.0, 0.0], angle_rad: FRAC_PI_4 });
    let MarkerShape::Polygon(corners) = &turned.markers[1].shape else { panic!("{:?}", turned.markers[1]) };
    let half = 0.5_f64.sqrt();
    let expected = [[0.0, 0.0], [2.0 * half, 2.0 * half], [half, 3.0 * half], [-half, half]];
    assert!(corners.iter().zip(expected).all(|(&corner, expected)| is_near(corner, expected)), "{corners:?}");
}

#[test]
fn markers_are_aligned_with_other_parts() {
    let mut level = level();
    level.discs.push(Disc { position: [5.0, 0.0], radius: 1.0, ..Disc::default() });
    let places = [Place::Disc(0), Place::Marker(0), Place::Marker(1)];
    align(&mut level, &places, Align::Left, Anchor::First).unwrap();
    assert_eq!(level.markers[0].shape, MarkerShape::Point([4.0, 2.0]));
    assert_eq!(level.markers[1].shape, MarkerShape::Rect([4.0, 0.0], [6.0, 1.0]));
}

#[test]
fn deleted_marker_takes_its_place_out_of_hidden_and_locked_sets() {
    let mut level = level();
    let mut extra = EditorExtra::default();
    extra.hidden.insert(Place::Marker(2));
    extra.locked.insert(Place::Marker(1));
    level.editor = Some(extra);
    let made = remove(&mut level, &[Place::Marker(1)]).unwrap();
    let names: Vec<_> = level.markers.iter().map(|marker| marker.name.as_str()).collect();
    assert_eq!(names, ["spawn", "way", "area"]);
    let extra = level.editor.as_ref().unwrap();
    assert!(extra.hidden.contains(Place::Marker(1)) && extra.locked.is_empty());
    assert_eq!(made.remap.follow(Place::Marker(3)), Some(Place::Marker(2)));
    assert_eq!(made.remap.follow(Place::Marker(1)), None);
    assert_eq!(level.bodies, [square()]);
}

#[test]
fn copied_markers_keep_tags_and_properties_and_get_a_free_name() {
    let mut level = level();
    let text = copy(&level, &[Place::Marker(0), Place::Marker(1)]).unwrap();
    let fragment = parse(&text).unwrap();
    let made = paste(&mut level, &fragment, [10.0, 0.0]).unwrap();
    assert_eq!(made.places, [Place::Marker(4), Place::Marker(5)]);
    let copy = &level.markers[4];
    assert_eq!((copy.name.as_str(), &copy.shape), ("spawn 2", &MarkerShape::Point([11.0, 2.0])));
    assert_eq!((&copy.tags, &copy.properties), (&level.markers[0].tags, &level.markers[0].properties));
    // The centre of point and rectangle is that of the box from (0, 0) to (2, 2).
    paste_at(&mut level, &fragment, [1.0, 2.0]).unwrap();
    assert_eq!(level.markers[7].shape, MarkerShape::Rect([0.0, 1.0], [2.0, 2.0]));
    let made = duplicate(&mut level, &[Place::Marker(2)], [1.0, 1.0]).unwrap();
    assert_eq!(made.places, [Place::Marker(8)]);
    assert_eq!(level.markers[8].shape, MarkerShape::Path(vec![[1.0, 1.0], [4.0, 1.0], [4.0, 5.0]]));
}

#[test]
fn marker_is_drawn_and_changed_on_both_sides_of_the_mirror() {
    let axis = MirrorAxis { x: 1.0, tolerance: 1e-6 };
    let mut level = Level::default();
    let made = marker_both(&mut level, &MarkerShape::Rect([2.0, 0.0], [3.0, 1.0]), axis).unwrap();
    assert_eq!(made.places, [Place::Marker(0), Place::Marker(1)]);
    assert_eq!(level.markers[1].shape, MarkerShape::Rect([-1.0, 0.0], [0.0, 1.0]));
    // A marker across the axis is its own image.
    marker_both(&mut level, &MarkerShape::Point([1.0, 5.0]), axis).unwrap();
    assert_eq!(level.markers.len(), 3);
    let mirror = Mirror::new(&level, axis).unwrap();
    let images = [0, 1, 2].map(|index| mirror.of(Place::Marker(index)));
    assert_eq!(images, [1, 0, 2].map(|index| Some(Place::Marker(index))));
    move_both(&mut level, &[Place::Marker(0)], [1.0, 2.0], axis).unwrap();
    assert_eq!(level.markers[0].shape, MarkerShape::Rect([3.0, 2.0], [4.0, 3.0]));
    assert_eq!(level.markers[1].shape, MarkerShape::Rect([-2.0, 2.0], [-1.0, 3.0]));
    remove_both(&mut level, &[Place::Marker(1)], axis).unwrap();
    assert_eq!(level.markers.len(), 1);
}
