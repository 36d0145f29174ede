//! Overlay: springs coloured by strain rate: elongation speed relative to the rest length.

use super::strain::{self, Link};
use super::{Draw, Overlay, OverlayOptions, explain};
use crate::picture::{Picture, Scene, ruler};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "strain-rate",
    title: "Strain rate",
    explanation: "Springs from blue (getting shorter) over grey (keeping their length) to orange (getting longer).",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Slower rates count as zero.
const LEAST: f64 = 1e-9;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let mut links = Vec::new();
    for (index, body) in scene.level.bodies.iter().enumerate() {
        for spring in &body.springs {
            let Some(ends) = scene.link(index, spring.a, spring.b) else { continue };
            let numbers = (scene.node_number(index, spring.a), scene.node_number(index, spring.b));
            let (Some(a), Some(b)) = numbers else { continue };
            let along = (ends[1] - ends[0]).normalize_or_zero();
            let speed = (scene.world.velocity(b) - scene.world.velocity(a)).dot(along);
            let part = speed / spring.rest_length;
            links.push(Link { ends, part: if part.is_finite() { part } else { 0.0 } });
        }
    }
    if links.is_empty() {
        return explain(picture, strain::color(scene.palette, 0.0), "springs: none");
    }
    let fastest = links.iter().map(|link| link.part.abs()).fold(LEAST, f64::max);
    let range = ruler::round_up(fastest).unwrap_or(1.0);
    strain::draw_links(scene, links, &[range], 2.4, picture);
    let (whole, half) = (strain::percent(range), strain::percent(range / 2.0));
    let color = |part: f64| strain::color(scene.palette, part);
    explain(picture, color(1.0), format!("spring getting longer by {whole} % of its rest length per unit of time"));
    explain(picture, color(0.5), format!("longer by {half} %"));
    explain(picture, color(0.0), "keeping its length");
    explain(picture, color(-0.5), format!("shorter by {half} %"));
    explain(picture, color(-1.0), format!("shorter by {whole} %"));
}
