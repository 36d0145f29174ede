//! Markers on both sides of the mirror: pairs, and new markers with their images.

use super::super::add;
use super::super::places::Made;
use super::{MirrorAxis, image};
use crate::geometry::Aabb;
use crate::level::{Level, MarkerShape};
use std::collections::BTreeMap;

/// Maximum number of points of a marker that is compared with others; a longer one has no image.
const MOST_POINTS: usize = 2_000;

/// The image of each marker: the first free marker of the same shape at the mirrored position. Candidates are found by the
/// centre of their bounding box, in columns of the width of the tolerance.
pub(super) fn images(level: &Level, axis: MirrorAxis) -> Vec<Option<usize>> {
    let shape = |i: usize| &level.markers[i].shape;
    let middle = |shape: &MarkerShape| {
        let points = shape.points();
        let is_short = (1..=MOST_POINTS).contains(&points.len());
        is_short.then(|| Aabb::around(points.into_iter().map(Into::into)).center())
    };
    let column = |x: f64| (x / axis.tolerance).floor() as i64;
    let mut columns: BTreeMap<i64, Vec<usize>> = BTreeMap::new();
    for i in 0..level.markers.len() {
        if let Some(at) = middle(shape(i)) {
            columns.entry(column(at.x)).or_default().push(i);
        }
    }
    let mut found = vec![None; level.markers.len()];
    for i in 0..level.markers.len() {
        let target = image::marker(shape(i), axis.x);
        let Some(at) = middle(&target).filter(|_| found[i].is_none()) else { continue };
        if image::is_same_marker(shape(i), &target, axis.tolerance) {
            found[i] = Some(i);
            continue;
        }
        let here = column(at.x);
        let near = columns.range(here.saturating_sub(1)..=here.saturating_add(1)).flat_map(|(_, list)| list);
        let fits = |&other: &usize| {
            other != i && found[other].is_none() && image::is_same_marker(shape(other), &target, axis.tolerance)
        };
        if let Some(other) = near.copied().filter(fits).min() {
            (found[i], found[other]) = (Some(other), Some(i));
        }
    }
    found
}

/// Adds a marker and its image; a single one if both are equal. See [`add::marker`].
///
/// # Errors
/// As [`add::marker`].
pub fn marker_both(
    level: &mut Level,
    shape: &MarkerShape,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let mut trial = level.clone();
    let mut made = add::marker(&mut trial, shape.clone())?;
    let image = axis.into().map(|axis| (image::marker(shape, axis.x), axis.tolerance));
    if let Some((image, _)) = image.filter(|(image, tolerance)| !image::is_same_marker(shape, image, *tolerance)) {
        made.places.extend(add::marker(&mut trial, image)?.places);
    }
    *level = trial;
    Ok(made)
}
