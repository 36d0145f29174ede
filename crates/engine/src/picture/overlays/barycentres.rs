//! Overlay: the barycentre of every body (000 §E).

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::level::Place;
use crate::picture::{Item, MarkShape, Picture, Scene, Stroke};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "barycentres",
    title: "Barycentres",
    explanation: "The mass-weighted mean of every body's masses.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let count = scene.level.bodies.len().min(scene.world.layout().bodies.len());
    let centers =
        (0..count).filter(|&body| scene.shows(Place::Body(body))).map(|body| scene.world.barycentre(body)).collect();
    let fill = scene.palette.barycentre;
    let outline = Some(Stroke::new(scene.palette.background, 1.2));
    picture.items.push(Item::Marks { centers, shape: MarkShape::Diamond, radius_px: 4.5, fill, outline });
    explain(picture, fill, "barycentre");
}
