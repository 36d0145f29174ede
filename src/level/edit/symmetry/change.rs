//! Changes existing parts on both sides: delete, move, transform, pin, duplicate.

use super::super::clipboard::duplicate;
use super::super::places::{Made, all_there, missing};
use super::super::remove;
use super::super::transform::{Transform, shift, transform};
use super::{Mirror, MirrorAxis, MirrorSide, image};
use crate::geometry::DVec2;
use crate::level::checks::support::tell;
use crate::level::{Level, Place, Point, Role};
use std::collections::BTreeMap;

/// Deletes parts and their images; see [`remove`].
///
/// # Errors
/// As [`remove`] and [`Mirror::new`].
pub fn remove_both(level: &mut Level, places: &[Place], axis: impl Into<Option<MirrorAxis>>) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return remove(level, places) };
    all_there(level, places)?;
    let both = Mirror::new(level, axis)?.both(places);
    remove(level, &both)
}

/// Moves nodes, bodies, discs and obstacles by an offset, and their images by its mirror image. Parts on or across the axis
/// move along it.
///
/// # Errors
/// As [`shift`] and [`Mirror::new`].
pub fn move_both(
    level: &mut Level,
    places: &[Place],
    offset: Point,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let sides = sides(level, places, axis.into(), None)?;
    let by = DVec2::from_array(offset);
    let moves: Vec<(Place, Point)> = sides.iter().map(|(place, side)| (*place, side.turned(by).to_array())).collect();
    shift(level, &moves)?;
    Ok(Made::at(places.to_vec()))
}

/// Moves each part by its own offset, and its image by the mirrored offset; see [`shift`].
///
/// # Errors
/// As [`shift`] and [`Mirror::new`].
pub fn shift_both(
    level: &mut Level,
    moves: &[(Place, Point)],
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return shift(level, moves) };
    let places: Vec<Place> = moves.iter().map(|(place, _)| *place).collect();
    let offsets: BTreeMap<Place, Point> = moves.iter().copied().collect();
    let mirror = Mirror::new(level, axis)?;
    let both = mirror.sides(&places, None)?.into_iter().map(|(place, side)| {
        let leader = if side == MirrorSide::Image { mirror.of(place).unwrap_or(place) } else { place };
        let by = offsets.get(&leader).copied().unwrap_or_default();
        (place, side.turned(by.into()).to_array())
    });
    let both: Vec<(Place, Point)> = both.collect();
    shift(level, &both)?;
    Ok(Made::at(places))
}

fn sides(
    level: &Level,
    places: &[Place],
    axis: Option<MirrorAxis>,
    lead_x: Option<f64>,
) -> Result<Vec<(Place, MirrorSide)>, String> {
    match axis {
        Some(axis) => Mirror::new(level, axis)?.sides(places, lead_x),
        None => {
            let targets = super::super::targets::Targets::of(level, places)?;
            Ok(targets.in_order.into_iter().map(|place| (place, MirrorSide::Own)).collect())
        }
    }
}

/// Transforms parts, and their images by the mirrored transform. A part that is its own image is moved along the axis or
/// scaled about it. It is not rotated, which the message states.
///
/// # Errors
/// As [`transform`] and [`Mirror::new`]; and if no part can be rotated.
pub fn transform_both(
    level: &mut Level,
    places: &[Place],
    how: Transform,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return transform(level, places, how) };
    let sides = Mirror::new(level, axis)?.sides(places, None)?;
    let still = transform_sides(level, &sides, how, axis.x)?;
    let made = Made::at(places.to_vec());
    if still == 0 {
        return Ok(made);
    }
    Ok(made.saying(format!("Not rotated: {} across the mirror axis", tell::count(still, "part"))))
}

/// Transforms parts with known sides (see [`Mirror::sides`]). Also returns the number of parts left unchanged, since a
/// rotation would break their symmetry.
///
/// # Errors
/// As [`transform`]; and if all parts are left unchanged.
pub fn transform_sides(
    level: &mut Level,
    sides: &[(Place, MirrorSide)],
    how: Transform,
    axis_x: f64,
) -> Result<usize, String> {
    let of = |wanted: MirrorSide| -> Vec<Place> {
        sides.iter().filter(|(_, side)| *side == wanted).map(|(place, _)| *place).collect()
    };
    let (own, images, on_axis) = (of(MirrorSide::Own), of(MirrorSide::Image), of(MirrorSide::Axis));
    let about_axis = image::on_axis(how, axis_x);
    if about_axis.is_none() && own.is_empty() {
        return Err("parts across the mirror axis cannot be rotated and stay symmetric".to_owned());
    }
    let mut trial = level.clone();
    let ways = [(own, Some(how)), (images, Some(image::of_transform(how, axis_x))), (on_axis, about_axis)];
    let mut still = 0;
    for (places, how) in ways {
        match how {
            _ if places.is_empty() => {}
            Some(how) => drop(transform(&mut trial, &places, how)?),
            None => still += places.len(),
        }
    }
    *level = trial;
    Ok(still)
}

/// Pins or releases masses and their images. Barycentres are skipped.
///
/// # Errors
/// If a place does not exist or is no node, and as [`Mirror::new`].
pub fn pin_both(
    level: &mut Level,
    places: &[Place],
    pinned: bool,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    all_there(level, places)?;
    let both = match axis.into() {
        Some(axis) => Mirror::new(level, axis)?.both(places),
        None => places.to_vec(),
    };
    if let Some(other) = both.iter().find(|place| !matches!(place, Place::Node(..))) {
        return Err(format!("{other} is not a node"));
    }
    for place in both {
        let Place::Node(body, node) = place else { continue };
        let nodes = level.bodies.get_mut(body).map(|body| &mut body.nodes);
        let found = nodes.and_then(|nodes| nodes.get_mut(node)).ok_or_else(|| missing(place))?;
        if matches!(found.role, Role::Mass(_)) {
            found.pinned = pinned;
        }
    }
    Ok(Made::at(places.to_vec()))
}

/// Copies parts, displaced by `offset`, and their images by its mirror image; see [`duplicate`].
///
/// # Errors
/// As [`duplicate`] and [`Mirror::new`].
pub fn duplicate_both(
    level: &mut Level,
    places: &[Place],
    offset: Point,
    axis: impl Into<Option<MirrorAxis>>,
) -> Result<Made, String> {
    let Some(axis) = axis.into() else { return duplicate(level, places, offset) };
    let sides = Mirror::new(level, axis)?.sides(places, None)?;
    let mut trial = level.clone();
    let mut made = Made::default();
    for wanted in [MirrorSide::Own, MirrorSide::Image, MirrorSide::Axis] {
        let own: Vec<Place> = sides.iter().filter(|(_, side)| *side == wanted).map(|(place, _)| *place).collect();
        if !own.is_empty() {
            let by = wanted.turned(DVec2::from_array(offset));
            made.places.extend(duplicate(&mut trial, &own, by.to_array())?.places);
        }
    }
    *level = trial;
    Ok(made)
}
