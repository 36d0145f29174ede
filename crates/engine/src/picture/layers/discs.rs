//! Layer: discs; particles (radius 0) as dots.

use super::Layer;
use crate::picture::{Item, Picture, Rgba, Scene, Stroke};
use glam::DVec2;
use std::collections::BTreeMap;

pub(super) const LAYER: Layer =
    Layer { id: "discs", title: "Discs", explanation: "Rigid discs, and particles as dots.", on_at_first: true, draw };

fn draw(scene: &Scene, picture: &mut Picture) {
    // Groups by colour, so that thousands of discs need few items.
    let mut groups: BTreeMap<Rgba, Vec<(DVec2, f64)>> = BTreeMap::new();
    for disc in 0..scene.level.discs.len() {
        // Sensors have a layer of their own.
        if let Some(circle) = scene.disc(disc).filter(|_| !scene.level.discs[disc].collision.sensor) {
            groups.entry(scene.disc_fill(disc)).or_default().push(circle);
        }
    }
    for (fill, circles) in groups {
        let rim = fill.opaque().mix(scene.palette.hull, 0.25);
        // Discs smaller than a dot are drawn as dots.
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
