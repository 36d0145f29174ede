//! New bodies, discs and obstacles with their images; halves that meet on the axis become one body.

use super::super::align::extent;
use super::super::places::{color, free_name, push_body, push_disc, push_marker, push_obstacle};
use super::super::{curves, membership};
use super::links::complete_links;
use super::{Mirror, MirrorAxis, image};
use crate::geometry::{Aabb, DVec2};
use crate::level::{Body, Level, Marker, Obstacle, Place, Role, Spring, Stick, ids};
use std::collections::BTreeSet;

/// Result of mirroring a new body.
#[derive(Clone, Debug, PartialEq)]
pub enum Doubled {
    /// It lies across the axis and is kept once.
    Alone,
    /// It has hull edges on the axis: one body of both halves.
    Joined(Body),
    /// A separate image.
    Beside(Body),
}

/// Mirrors a body. Without `joins`, halves that meet on the axis remain two bodies.
///
/// # Errors
/// If the format refuses the image.
pub fn doubled(body: &Body, axis: MirrorAxis, joins: bool) -> Result<Doubled, String> {
    let bounds = Aabb::around(body.nodes.iter().map(|node| DVec2::from_array(node.position)));
    if bounds.is_empty() || crosses(bounds, axis) {
        return Ok(Doubled::Alone);
    }
    let image = image::body(body, axis.x)?;
    let shared: BTreeSet<usize> =
        body.hull.iter().filter(|edge| lies_on(body, **edge, axis)).flatten().copied().collect();
    if !joins || shared.is_empty() {
        return Ok(Doubled::Beside(image));
    }
    Ok(Doubled::Joined(join(body, &image, &shared, axis)))
}

fn crosses(bounds: Aabb, axis: MirrorAxis) -> bool {
    let is_off = |x: f64| !axis.has([x, 0.0]);
    // A body with both sides on the axis is kept once too.
    (bounds.min.x < axis.x && bounds.max.x > axis.x && is_off(bounds.min.x) && is_off(bounds.max.x))
        || (!is_off(bounds.min.x) && !is_off(bounds.max.x))
}

fn lies_on(body: &Body, edge: [usize; 2], axis: MirrorAxis) -> bool {
    edge.iter().all(|&node| body.nodes.get(node).is_some_and(|node| axis.has(node.position)))
}

/// Joins both halves: they share the nodes of their hull edges on the axis, and those edges are removed from the hull.
fn join(body: &Body, image: &Body, shared: &BTreeSet<usize>, axis: MirrorAxis) -> Body {
    let mut whole = body.clone();
    whole.gas *= 2.0;
    let mut number = Vec::with_capacity(body.nodes.len());
    for (index, node) in image.nodes.iter().enumerate() {
        if shared.contains(&index) || node.role == Role::Barycentre {
            number.push(index);
        } else {
            number.push(whole.nodes.len());
            whole.nodes.push(node.clone());
        }
    }
    for &index in shared {
        let node = &mut whole.nodes[index];
        node.position[0] = axis.x;
        // Each half contributes half of the mass.
        if let Role::Mass(mass) = &mut node.role {
            *mass *= 2.0;
        }
    }
    let is_shared = |a: usize, b: usize| shared.contains(&a) && shared.contains(&b);
    let springs = image.springs.iter().filter(|spring| !is_shared(spring.a, spring.b));
    whole.springs.extend(springs.map(|spring| Spring { a: number[spring.a], b: number[spring.b], ..*spring }));
    let sticks = image.sticks.iter().filter(|stick| !is_shared(stick.a, stick.b));
    whole.sticks.extend(sticks.map(|stick| Stick { a: number[stick.a], b: number[stick.b], ..*stick }));
    whole.hull.retain(|&edge| !lies_on(body, edge, axis));
    let hull = image.hull.iter().filter(|&&edge| !lies_on(image, edge, axis));
    whole.hull.extend(hull.map(|edge| edge.map(|node| number[node])));
    whole.triangles.extend(image.triangles.iter().map(|triangle| triangle.map(|node| number[node])));
    super::super::add::settle(&mut whole);
    whole
}

/// Adds the images of new bodies, discs, obstacles, links and markers without one; returns their places. Parts across the axis, and parts
/// that coincide with their image, are kept once.
///
/// # Errors
/// As [`Mirror::new`], and if the format refuses an image.
pub fn complete(level: &mut Level, new: &[Place], axis: impl Into<Option<MirrorAxis>>) -> Result<Vec<Place>, String> {
    let Some(axis) = axis.into() else { return Ok(Vec::new()) };
    let alone: Vec<Place> = {
        let mirror = Mirror::new(level, axis)?;
        let is_beside = |place: Place| extent(level, place).is_some_and(|bounds| !crosses(bounds, axis));
        new.iter().copied().filter(|&place| mirror.of(place).is_none() && is_beside(place)).collect()
    };
    let mut trial = level.clone();
    if trial.id_marks.is_some() {
        ids::assign(&mut trial);
    }
    let mut originals = Vec::new();
    let mut made = Vec::new();
    for place in alone {
        originals.push(trial.id_of(place).unwrap_or_default().to_owned());
        let own = color(level, place);
        match place {
            Place::Body(index) => {
                let mut body = image::body(&level.bodies[index], axis.x)?;
                body.id.clear();
                body.name = free_name(&trial, &body.name);
                made.push(Place::Body(push_body(&mut trial, body, &own)));
            }
            Place::Disc(index) => {
                let mut disc = image::disc(&level.discs[index], axis.x)?;
                disc.id.clear();
                disc.name = free_name(&trial, &disc.name);
                made.push(Place::Disc(push_disc(&mut trial, disc, &own)));
            }
            Place::Obstacle(index) => {
                let own = &level.obstacles[index];
                let obstacle = Obstacle { shape: image::shape(own.shape, axis.x), ..own.clone() };
                made.push(Place::Obstacle(push_obstacle(&mut trial, obstacle)));
            }
            Place::Marker(index) => {
                let own = &level.markers[index];
                let marker = Marker { shape: image::marker(&own.shape, axis.x), ..own.clone() };
                made.push(Place::Marker(push_marker(&mut trial, marker)));
            }
            _ => drop(originals.pop()),
        }
    }
    let copies = || originals.iter().map(String::as_str).zip(made.iter().copied());
    membership::keep_colours(&mut trial, copies());
    for (original, place) in copies().filter(|(_, place)| matches!(place, Place::Body(_) | Place::Disc(_))) {
        membership::inherit(&mut trial, original, place);
    }
    // Copied curves of driven parts are still those of the originals.
    curves::map(&mut trial, &made, |[x, y]| [-x, y]);
    made.extend(complete_links(&mut trial, new, axis)?);
    *level = trial;
    Ok(made)
}
