//! Entities of bodies and discs, and their transforms.

use crate::{BlobBody, BlobDisc, BlobSettings, BlobWorld, Pacing};
use bevy_ecs::entity::Entity;
use bevy_ecs::hierarchy::ChildOf;
use bevy_ecs::name::Name;
use bevy_ecs::system::{Commands, Local, Query, Res};
use bevy_math::{Quat, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use blobsmith_engine::play::{BodyHandle, DiscHandle, PartHandle, PlayError, PlayWorld};

type Point = [f64; 2];

/// Makes entities of new bodies and discs, and despawns those of removed ones.
pub fn sync_parts(mut commands: Commands, mut worlds: Query<(Entity, &mut BlobWorld)>) {
    for (entity, mut world) in &mut worlds {
        let bodies = world.bodies().map(PartHandle::from);
        let parts: Vec<PartHandle> = bodies.chain(world.discs().map(PartHandle::from)).collect();
        let is_known = |part| world.entities.contains_key(part);
        if parts.len() == world.entities.len() && parts.iter().all(is_known) {
            continue;
        }
        let mut entities = std::mem::take(&mut world.entities);
        for (_, gone) in entities.extract_if(.., |part, _| world.info(*part).is_err()) {
            commands.entity(gone).try_despawn();
        }
        for part in parts {
            entities.entry(part).or_insert_with(|| spawn_part(&mut commands, entity, &world, part));
        }
        world.entities = entities;
    }
}

fn spawn_part(commands: &mut Commands, entity: Entity, world: &PlayWorld, part: PartHandle) -> Entity {
    let name = Name::new(world.id(part).unwrap_or_default().to_owned());
    match part {
        PartHandle::Body(body) => {
            let points = world.points(body).unwrap_or_default();
            let at = mean(points, masses(world, body));
            let shape = points.iter().map(|point| minus(*point, at)).collect();
            let body = BlobBody { world: entity, body, shape };
            commands.spawn((name, body, Transform::from_translation(vec3(at, 0.0)), ChildOf(entity))).id()
        }
        PartHandle::Disc(disc) => {
            let at = world.disc_position(disc).unwrap_or_default().to_array();
            let disc = BlobDisc { world: entity, disc };
            commands.spawn((name, disc, Transform::from_translation(vec3(at, 0.0)), ChildOf(entity))).id()
        }
        other => unreachable!("{other:?} is neither a body nor a disc"),
    }
}

/// Sets the weight of the present frame for drawing.
pub fn set_alpha(time: Res<Time<Fixed>>, mut worlds: Query<(&mut BlobWorld, &BlobSettings)>) {
    for (mut world, settings) in worlds.iter_mut().filter(|(_, settings)| !settings.paused) {
        world.alpha = match settings.pacing {
            Pacing::FramePerStep => time.overstep_fraction_f64(),
            Pacing::RealTime => world.passed + time.overstep().as_secs_f64() / world.seconds_per_frame(),
        }
        .min(1.0);
    }
}

/// Moves and turns the entities of bodies. A body that blew up stays where it was.
pub fn move_bodies(
    worlds: Query<&BlobWorld>,
    mut bodies: Query<(&BlobBody, &mut Transform)>,
    mut points: Local<Vec<Point>>,
) {
    for (own, mut transform) in &mut bodies {
        let Ok(world) = worlds.get(own.world) else { continue };
        if world.drawn_points(own.body, &mut points).is_err() || points.iter().flatten().any(|x| !x.is_finite()) {
            continue;
        }
        let masses = masses(world, own.body);
        let at = mean(&points, masses);
        transform.translation = vec3(at, transform.translation.z);
        transform.rotation = Quat::from_rotation_z(turn(&own.shape, &points, at, masses) as f32);
    }
}

/// Moves the entities of discs. A disc that blew up stays where it was.
pub fn move_discs(worlds: Query<&BlobWorld>, mut discs: Query<(&BlobDisc, &mut Transform)>) {
    for (own, mut transform) in &mut discs {
        let Ok(world) = worlds.get(own.world) else { continue };
        let at = world.drawn_center(own.disc).unwrap_or([f64::NAN; 2]);
        if at.iter().all(|x| x.is_finite()) {
            transform.translation = vec3(at, transform.translation.z);
        }
    }
}

impl BlobWorld {
    /// Positions of a body's nodes at [`BlobWorld::alpha`].
    pub(crate) fn drawn_points(&self, body: BodyHandle, points: &mut Vec<Point>) -> Result<(), PlayError> {
        points.clear();
        points.extend_from_slice(self.points(body)?);
        if self.is_interpolating { self.interpolated(body, self.alpha(), points) } else { Ok(()) }
    }

    /// Centre of a disc at [`BlobWorld::alpha`].
    pub(crate) fn drawn_center(&self, disc: DiscHandle) -> Result<Point, PlayError> {
        if self.is_interpolating {
            return self.interpolated_disc(disc, self.alpha());
        }
        Ok(self.disc_position(disc)?.to_array())
    }
}

fn masses(world: &PlayWorld, body: BodyHandle) -> &[f64] {
    world.node_range(body).map_or(&[], |nodes| &world.engine().layout().mass[nodes])
}

/// Mass-weighted mean; the origin without masses.
fn mean(points: &[Point], masses: &[f64]) -> Point {
    let total: f64 = masses.iter().sum();
    if total <= 0.0 {
        return [0.0; 2];
    }
    let sum = |axis: usize| points.iter().zip(masses).map(|(point, mass)| point[axis] * mass).sum::<f64>();
    [sum(0) / total, sum(1) / total]
}

/// Angle of the rotation that brings a shape closest to points around a centre, in radians: the least squares of mass times distance.
fn turn(shape: &[Point], points: &[Point], center: Point, masses: &[f64]) -> f64 {
    let (mut sine, mut cosine) = (0.0, 0.0);
    for ((from, point), mass) in shape.iter().zip(points).zip(masses) {
        let to = minus(*point, center);
        cosine += mass * (from[0] * to[0] + from[1] * to[1]);
        sine += mass * (from[0] * to[1] - from[1] * to[0]);
    }
    sine.atan2(cosine)
}

fn minus(a: Point, b: Point) -> Point {
    [a[0] - b[0], a[1] - b[1]]
}

/// Bevy's vectors come from another version of glam than the engine's, and have 32 bits.
fn vec3([x, y]: Point, z: f32) -> Vec3 {
    Vec3::new(x as f32, y as f32, z)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turn_finds_the_angle_of_a_rotated_and_stretched_shape() {
        let shape = [[1.0, 0.0], [0.0, 1.0], [-1.0, 0.0], [0.0, -1.0]];
        let masses = [1.0, 2.0, 1.0, 2.0];
        for angle in [-3.0, -1.0, 0.0, 0.5, 2.0] {
            let (sine, cosine) = f64::sin_cos(angle);
            // Twice as large, about (5, 6).
            let points = shape.map(|[x, y]| [5.0 + 2.0 * (x * cosine - y * sine), 6.0 + 2.0 * (x * sine + y * cosine)]);
            let at = mean(&points, &masses);
            assert!((at[0] - 5.0).abs() < 1e-12 && (at[1] - 6.0).abs() < 1e-12);
            assert!((turn(&shape, &points, at, &masses) - angle).abs() < 1e-12);
        }
    }
}
