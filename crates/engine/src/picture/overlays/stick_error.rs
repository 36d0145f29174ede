//! Overlay: relative length error of sticks (004), hidden ones included.

use super::strain::{self, Link};
use super::{Draw, Overlay, OverlayOptions, explain, label_beside};
use crate::picture::{Picture, Scene};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "stick-error",
    title: "Stick error",
    explanation: "Sticks from blue (too short) over grey (correct length) to orange (too long).",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Uses the smallest range that fits, because the residual errors span many powers of ten.
pub(super) const RANGES: [f64; 16] =
    [1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let mut links = Vec::new();
    for (index, body) in scene.level.bodies.iter().enumerate() {
        for stick in &body.sticks {
            let Some(ends) = scene.link(index, stick.a, stick.b) else { continue };
            links.push(Link { ends, part: (ends[0].distance(ends[1]) - stick.length) / stick.length });
        }
    }
    if links.is_empty() {
        return explain(picture, strain::color(scene.palette, 0.0), "sticks: none");
    }
    let worst = links.iter().max_by(|a, b| a.part.abs().total_cmp(&b.part.abs())).copied();
    let range = strain::draw_links(scene, links, &RANGES, 3.2, picture);
    if let Some(worst) = worst.filter(|worst| worst.part.abs() >= RANGES[0] * 0.5) {
        let [a, b] = worst.ends;
        let text = format!("{}{} %", if worst.part > 0.0 { "+" } else { "" }, strain::percent(worst.part));
        let color = strain::color(scene.palette, worst.part.signum());
        picture.items.push(label_beside((a + b) * 0.5, DVec2::Y, 13.0, text, color));
    }
    let percent = strain::percent(range);
    explain(picture, strain::color(scene.palette, 1.0), format!("stick too long by {percent} % or more"));
    explain(picture, strain::color(scene.palette, 0.0), "correct length");
    explain(picture, strain::color(scene.palette, -1.0), format!("too short by {percent} % or more"));
}
