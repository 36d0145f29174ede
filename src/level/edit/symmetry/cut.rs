//! Cuts on both sides of the mirror axis.

use super::super::knife::{Knifed, MEETS_NONE, knife};
use super::{Mirror, MirrorAxis, image};
use crate::level::{Level, ObstacleShape, Place, Point};
use std::collections::BTreeSet;

/// Cuts bodies along a segment, and their images along its image; see [`knife`]. A body that is its own image, or has no
/// image, is cut along both. A cut that crosses the axis forms a cross with its image; one that is its own image is made
/// once.
///
/// # Errors
/// As [`knife`] and [`Mirror::new`]; and if the image cannot be cut: then nothing is cut.
pub fn knife_both(
    level: &mut Level,
    only: &[usize],
    from: Point,
    to: Point,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Knifed, String> {
    let Some(axis) = axis.into() else { return knife(level, only, from, to) };
    let mirror = Mirror::new(level, axis)?;
    let count = level.bodies.len();
    let wanted: Vec<usize> = if only.is_empty() { (0..count).collect() } else { only.to_vec() };
    let image_of = |body: usize| match mirror.of(Place::Body(body)) {
        Some(Place::Body(other)) => other,
        _ => body,
    };
    if image::is_own(ObstacleShape::Segment(from, to), axis) {
        let both: BTreeSet<usize> = wanted.iter().flat_map(|&body| [body, image_of(body)]).collect();
        return knife(level, &both.into_iter().collect::<Vec<_>>(), from, to);
    }
    let images: BTreeSet<usize> = wanted.iter().map(|&body| image_of(body)).collect();
    let mut trial = level.clone();
    let mut first = knife(&mut trial, &wanted, from, to)?;
    // If the cut and its image lie on one line, the second cut has nothing left to do.
    let is_level = (from[1] - to[1]).abs() <= axis.tolerance;
    let mut second: Vec<usize> = Vec::new();
    let parts = parts_of(&first, count);
    for &body in &images {
        match parts.iter().find(|(cut, _)| *cut == body) {
            Some(_) if is_level => {}
            Some((_, parts)) => second.extend(parts),
            None => second.push(body),
        }
    }
    if !second.is_empty() {
        // Reversed, so that the left side of the cut is on the left again.
        let (from, to) = (image::point(to, axis.x), image::point(from, axis.x));
        match knife(&mut trial, &second, from, to) {
            Ok(image) => first = joined(first, image, [from, to], axis),
            Err(reason) if reason == MEETS_NONE => {}
            Err(reason) => return Err(format!("the image of the cut, beyond the mirror axis: {reason}")),
        }
    }
    *level = trial;
    Ok(first)
}

/// The bodies that were cut, each with its parts: the body itself, and the new ones that follow it.
fn parts_of(done: &Knifed, count: usize) -> Vec<(usize, Vec<usize>)> {
    let mut parts: Vec<(usize, Vec<usize>)> = Vec::new();
    for &body in &done.bodies {
        match parts.last_mut() {
            Some((_, own)) if body >= count => own.push(body),
            _ => parts.push((body, vec![body])),
        }
    }
    parts
}

fn joined(first: Knifed, image: Knifed, [from, to]: [Point; 2], axis: MirrorAxis) -> Knifed {
    let crosses = (from[0] - axis.x) * (to[0] - axis.x) < 0.0;
    let (mut own, mut other) = (first.said.split("; "), image.said.split("; "));
    let (done, done_there) = (own.next().unwrap_or_default(), other.next().unwrap_or_default());
    let mut said = vec![match (crosses, done == done_there) {
        (true, _) => format!("{done}, and crosswise, since the cut crosses the mirror axis: {done_there}"),
        (false, true) => format!("{done} on either side of the mirror"),
        (false, false) => format!("{done}, in the mirror {done_there}"),
    }];
    // Messages that apply to both sides appear once.
    for words in own.chain(other) {
        if !said.iter().any(|known| known == words) {
            said.push(words.to_owned());
        }
    }
    let bodies: BTreeSet<usize> = first.bodies.into_iter().chain(image.bodies).collect();
    let remap = first.remap.then(&image.remap);
    Knifed { bodies: bodies.into_iter().collect(), said: said.join("; "), remap }
}
