//! Layer: discs; particles (radius 0) as dots.
//!
//! Must never know: how they collide.

use super::Layer;
use crate::level::Motion;
use crate::picture::{Item, Picture, Rgba, Scene, Stroke};
use glam::DVec2;

pub(super) const LAYER: Layer =
    Layer { id: "discs", title: "Discs", explanation: "Rigid discs, and particles as dots.", on_at_first: true, draw };

fn draw(scene: &Scene, picture: &mut Picture) {
    let mut groups: Vec<(Rgba, Vec<(DVec2, f64)>)> = Vec::new();
    for (index, disc) in scene.level.discs.iter().enumerate() {
        let fill = match disc.motion {
            Motion::Dynamic => scene.palette.bodies[(scene.level.bodies.len() + index) % scene.palette.bodies.len()],
            Motion::Fixed | Motion::Driven(_) => scene.palette.decor,
        };
        let Some(circle) = scene.disc(index) else { continue };
        match groups.iter_mut().find(|(color, _)| *color == fill) {
            Some((_, circles)) => circles.push(circle),
            None => groups.push((fill, vec![circle])),
        }
    }
    for (fill, circles) in groups {
        let rim = fill.opaque().mix(scene.palette.hull, 0.25);
        // What is smaller than a dot is drawn as one.
        let (large, small): (Vec<_>, Vec<_>) = circles.into_iter().partition(|c| scene.px_from_world(c.1) >= 2.0);
        if !large.is_empty() {
            picture.items.push(Item::Circles {
                circles: large,
                fill: Some(fill),
                outline: Some(Stroke::new(rim, 1.8)),
            });
        }
        if !small.is_empty() {
            let centers = small.into_iter().map(|(center, _)| center).collect();
            picture.items.push(Item::Dots { centers, radius_px: 2.0, fill: rim, outline: None });
        }
    }
}
