//! Queries: which parts are at a point, on a ray, in a circle.

use crate::axes::{Axes, direction};
use crate::parts;
use crate::world::BlobsmithWorld;
use blobsmith_engine::play::{PlayWorld, QueryFilter, QueryHit};
use godot::prelude::*;

fn strings(ids: impl Iterator<Item = String>) -> PackedStringArray {
    ids.map(|id| GString::from(&id)).collect()
}

fn dictionary(world: &PlayWorld, axes: Axes, hit: &QueryHit) -> VarDictionary {
    vdict! {
        "part" => &GString::from(&parts::id(world, hit.part)),
        "point" => axes.local(hit.point.to_array()),
        "normal" => direction(hit.normal.to_array()),
        "fraction" => hit.fraction,
    }
}

#[godot_api(secondary)]
impl BlobsmithWorld {
    /// The first part on the way from one point to another: `part`, `point`, `normal` and `fraction` of the way; empty if there is
    /// none.
    #[func]
    fn raycast(&mut self, from: Vector2, to: Vector2) -> VarDictionary {
        let hit = self.ask(|world, axes| {
            let ([x, y], [to_x, to_y]) = (axes.level(from), axes.level(to));
            let way = [to_x - x, to_y - y];
            let hit = world.raycast([x, y], way, way[0].hypot(way[1]), &QueryFilter::default())?;
            Ok(hit.map(|hit| dictionary(world, axes, &hit)))
        });
        hit.flatten().unwrap_or_default()
    }

    /// All parts on the way from one point to another, in the order of their fractions, each as from `raycast`.
    #[func]
    fn raycast_all(&mut self, from: Vector2, to: Vector2) -> Array<VarDictionary> {
        let hits = self.ask(|world, axes| {
            let ([x, y], [to_x, to_y]) = (axes.level(from), axes.level(to));
            let way = [to_x - x, to_y - y];
            let hits = world.raycast_all([x, y], way, way[0].hypot(way[1]), &QueryFilter::default())?;
            Ok(hits.iter().map(|hit| dictionary(world, axes, hit)).collect())
        });
        hits.unwrap_or_default()
    }

    /// The first part in the way of a circle that moves, as from `raycast`.
    #[func]
    fn sweep_circle(&mut self, center: Vector2, radius: f64, motion: Vector2) -> VarDictionary {
        let hit = self.ask(|world, axes| {
            let (center, motion, radius) = (axes.level(center), axes.level(motion), axes.level_length(radius));
            let hit = world.sweep_circle(center, radius, motion, &QueryFilter::default())?;
            Ok(hit.map(|hit| dictionary(world, axes, &hit)))
        });
        hit.flatten().unwrap_or_default()
    }

    /// Ids of the bodies whose hull contains a point.
    #[func]
    fn bodies_at(&mut self, point: Vector2) -> PackedStringArray {
        let found = self.ask(|world, axes| {
            let bodies = world.bodies_at(axes.level(point), &QueryFilter::default())?;
            Ok(strings(bodies.into_iter().map(|body| parts::id(world, body.into()))))
        });
        found.unwrap_or_default()
    }

    /// Ids of the discs that contain a point.
    #[func]
    fn discs_at(&mut self, point: Vector2) -> PackedStringArray {
        let found = self.ask(|world, axes| {
            let discs = world.discs_at(axes.level(point), &QueryFilter::default())?;
            Ok(strings(discs.into_iter().map(|disc| parts::id(world, disc.into()))))
        });
        found.unwrap_or_default()
    }

    /// Ids of the parts that touch a circle.
    #[func]
    fn overlap_circle(&mut self, center: Vector2, radius: f64) -> PackedStringArray {
        let found = self.ask(|world, axes| {
            let (center, radius) = (axes.level(center), axes.level_length(radius));
            let parts = world.overlap_circle(center, radius, &QueryFilter::default())?;
            Ok(strings(parts.into_iter().map(|part| parts::id(world, part))))
        });
        found.unwrap_or_default()
    }

    /// Ids of the parts that touch a box.
    #[func]
    fn overlap_box(&mut self, area: Rect2) -> PackedStringArray {
        let found = self.ask(|world, axes| {
            let ([left, top], [right, bottom]) = (axes.level(area.position), axes.level(area.end()));
            let parts = world.overlap_box([left, bottom], [right, top], &QueryFilter::default())?;
            Ok(strings(parts.into_iter().map(|part| parts::id(world, part))))
        });
        found.unwrap_or_default()
    }

    /// The node nearest to a point, at most `radius` away, as `"hero:3"`; empty if there is none.
    #[func]
    fn nearest_node(&mut self, point: Vector2, radius: f64) -> GString {
        let found = self.ask(|world, axes| {
            let (point, radius) = (axes.level(point), axes.level_length(radius));
            let found = world.nearest_node(point, radius, &QueryFilter::default())?;
            Ok(found.map_or(String::new(), |(body, node)| format!("{}:{node}", parts::id(world, body.into()))))
        });
        GString::from(&found.unwrap_or_default())
    }
}
