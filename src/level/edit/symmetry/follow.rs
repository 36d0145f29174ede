//! Applies property edits to the mirrored parts.

use super::links::follow_links;
use super::paths::follow_motion;
use super::{Mirror, MirrorAxis, image};
use crate::level::{Body, Level, Place, Point, Role};

/// Applies the changes of an edit to the images: mirrored positions, velocities and paths, equal masses, pins and
/// properties of springs, sticks, links, discs and bodies. If both images changed, or a part is its own image, the typed values are kept. Edits
/// that add or remove parts are not mirrored.
///
/// # Errors
/// As [`Mirror::new`], and if a mirrored path is refused.
pub fn follow(before: &Level, level: &mut Level, axis: impl Into<Option<MirrorAxis>>) -> Result<(), String> {
    let Some(axis) = axis.into() else { return Ok(()) };
    let counts = |body: &Body| (body.nodes.len(), body.springs.len(), body.sticks.len());
    let is_alike = before.bodies.len() == level.bodies.len()
        && before.discs.len() == level.discs.len()
        && before.bodies.iter().zip(&level.bodies).all(|(old, new)| counts(old) == counts(new));
    if !is_alike {
        return Ok(());
    }
    let mirror = Mirror::new(before, axis)?;
    for (index, old) in before.bodies.iter().enumerate() {
        if *old != level.bodies[index] {
            follow_body(&mirror, before, level, index);
            if let Some(image) = mirror.of(Place::Body(index)) {
                follow_motion(before, level, Place::Body(index), image)?;
            }
        }
    }
    follow_links(&mirror, before, level);
    for (index, old) in before.discs.iter().enumerate() {
        let new = level.discs[index].clone();
        let Some(Place::Disc(other)) = mirror.of(Place::Disc(index)) else { continue };
        if new == *old || other == index || level.discs[other] != before.discs[other] {
            continue;
        }
        let disc = &mut level.discs[other];
        set_point(&mut disc.position, old.position, new.position, |at| image::point(at, axis.x));
        set_point(&mut disc.velocity, old.velocity, new.velocity, |at| image::point(at, 0.0));
        set(&mut disc.radius, old.radius, new.radius);
        set(&mut disc.mass, old.mass, new.mass);
        set(&mut disc.restitution, old.restitution, new.restitution);
        set(&mut disc.friction, old.friction, new.friction);
        if old.collision != new.collision {
            disc.collision = new.collision;
        }
        follow_motion(before, level, Place::Disc(index), Place::Disc(other))?;
    }
    Ok(())
}

/// Copies a number if it was changed.
fn set(image: &mut f64, old: f64, new: f64) {
    if old != new {
        *image = new;
    }
}

fn set_point(image: &mut Point, old: Point, new: Point, shown: impl Fn(Point) -> Point) {
    if old != new {
        *image = shown(new);
    }
}

fn follow_body(mirror: &Mirror, before: &Level, level: &mut Level, index: usize) {
    let (old, new) = (&before.bodies[index], level.bodies[index].clone());
    let axis_x = mirror.axis().x;
    for (number, (old, new)) in old.nodes.iter().zip(&new.nodes).enumerate().filter(|(_, (old, new))| old != new) {
        let Some(Place::Node(body, node)) = mirror.of(Place::Node(index, number)) else { continue };
        let image = &mut level.bodies[body].nodes[node];
        if (body, node) == (index, number) || *image != before.bodies[body].nodes[node] {
            continue;
        }
        set_point(&mut image.position, old.position, new.position, |at| image::point(at, axis_x));
        set_point(&mut image.velocity, old.velocity, new.velocity, |at| image::point(at, 0.0));
        if old.pinned != new.pinned {
            image.pinned = new.pinned;
        }
        if let (Role::Mass(old), Role::Mass(new), Role::Mass(mass)) = (old.role, new.role, &mut image.role) {
            set(mass, old, new);
        }
    }
    for (number, (old, new)) in old.springs.iter().zip(&new.springs).enumerate().filter(|(_, (old, new))| old != new) {
        let Some(Place::Spring(body, spring)) = mirror.of(Place::Spring(index, number)) else { continue };
        let image = &mut level.bodies[body].springs[spring];
        if *image == before.bodies[body].springs[spring] {
            set(&mut image.rest_length, old.rest_length, new.rest_length);
            set(&mut image.stiffness, old.stiffness, new.stiffness);
            set(&mut image.damping, old.damping, new.damping);
        }
    }
    for (number, (old, new)) in old.sticks.iter().zip(&new.sticks).enumerate().filter(|(_, (old, new))| old != new) {
        let Some(Place::Stick(body, stick)) = mirror.of(Place::Stick(index, number)) else { continue };
        let image = &mut level.bodies[body].sticks[stick];
        if *image == before.bodies[body].sticks[stick] {
            set(&mut image.length, old.length, new.length);
            image.hidden = if old.hidden == new.hidden { image.hidden } else { new.hidden };
        }
    }
    let Some(Place::Body(other)) = mirror.of(Place::Body(index)).filter(|other| *other != Place::Body(index)) else {
        return;
    };
    let (image, was) = (&mut level.bodies[other], &before.bodies[other]);
    if old.collision != new.collision && image.collision == was.collision {
        image.collision = new.collision;
    }
    if (image.gas, image.restitution, image.friction) == (was.gas, was.restitution, was.friction) {
        set(&mut image.gas, old.gas, new.gas);
        set(&mut image.restitution, old.restitution, new.restitution);
        set(&mut image.friction, old.friction, new.friction);
    }
}
