//! Overlay: nodes that hit obstacles: path from x_old to x_new, correction H, normal, and reflected path (003); and
//! coordinates clamped to the bounds (004).

use super::{Draw, Overlay, OverlayOptions, explain, mark_scale};
use crate::engine::trace::ObstacleHit;
use crate::picture::{Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "obstacle-hits",
    title: "Obstacle hits",
    explanation: "The path of every node that hit an obstacle, the correction H, the normal, and the reflected path.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

const NORMAL_PX: f64 = 22.0;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let Some(trace) = scene.trace else { return };
    let palette = scene.palette;
    let (hits, clamps) = (&trace.obstacle_hits, &trace.clamps);
    let scale = mark_scale(scene, hits.len() + clamps.len());
    let (way, back, correction, held) = (palette.hint, palette.contact, palette.warning, palette.barycentre);
    let rim = Some(Stroke::new(palette.background, 1.2));
    let lines = |of: fn(&ObstacleHit) -> [DVec2; 2]| hits.iter().map(of).collect::<Vec<_>>();
    picture.items.push(Item::Lines { segments: lines(|hit| [hit.old, hit.new]), stroke: Stroke::dashed(way, 1.6) });
    picture
        .items
        .push(Item::Arrows { arrows: lines(|hit| [hit.new, hit.point]), stroke: Stroke::new(correction, 1.6 * scale) });
    picture.items.push(Item::Arrows {
        arrows: lines(|hit| [crossing(hit), hit.corrected]),
        stroke: Stroke::new(back, 1.6 * scale),
    });
    let length = scene.world_from_px(NORMAL_PX * f64::from(scale));
    let normals = hits.iter().map(|hit| [crossing(hit), crossing(hit) + hit.normal * length]).collect();
    picture.items.push(Item::Arrows { arrows: normals, stroke: Stroke::new(palette.normal, 1.2 * scale) });
    for (at, fill) in
        [(hits.iter().map(|hit| hit.old).collect(), way), (hits.iter().map(|hit| hit.corrected).collect(), back)]
    {
        picture.items.push(Item::Dots { centers: at, radius_px: 3.4 * scale, fill, outline: rim });
    }
    let pushes = clamps.iter().map(|clamp| [clamp.position_before, clamp.position_after]).collect();
    picture.items.push(Item::Arrows { arrows: pushes, stroke: Stroke::new(held, 1.6 * scale) });
    let centers = clamps.iter().map(|clamp| clamp.position_after).collect();
    picture.items.push(Item::Dots { centers, radius_px: 3.4 * scale, fill: held, outline: rim });
    if hits.is_empty() && clamps.is_empty() {
        return explain(picture, way, "hits of obstacles: none");
    }
    if !hits.is_empty() {
        explain(picture, way, format!("from x_old towards x_new, into an obstacle ({})", hits.len()));
        explain(picture, correction, "H, from x_new to the obstacle");
        explain(picture, back, "reflected path and its end");
        explain(picture, palette.normal, "normal of the obstacle");
    }
    if !clamps.is_empty() {
        explain(picture, held, format!("held back by the bounds ({})", clamps.len()));
    }
}

/// Intersection of the path with the obstacle; for a circle 003 uses x_old.
fn crossing(hit: &ObstacleHit) -> DVec2 {
    let way = hit.new - hit.old;
    let along = way.dot(hit.normal);
    if along == 0.0 { hit.old } else { hit.old + way * ((hit.point - hit.old).dot(hit.normal) / along) }
}
