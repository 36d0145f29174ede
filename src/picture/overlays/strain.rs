//! Overlay: springs coloured by strain: how much longer or shorter than at rest.
//!
//! Must never know: stiffness.

use super::{Overlay, OverlayOptions, explain};
use crate::picture::{Item, Palette, Picture, Rgba, Scene};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "strain",
    title: "Strain",
    explanation: "Springs from blue (compressed) over grey (at rest) to orange (stretched).",
    needs_trace: false,
    draw,
};

/// Steps from rest to an end of the colour map: few, so that springs of one colour are drawn together.
const STEPS: f64 = 12.0;
/// Ranges of strain, the smallest that fits is taken, so that colours hold still while the level moves.
const RANGES: [f64; 7] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let mut springs = Vec::new();
    for (index, body) in scene.level.bodies.iter().enumerate() {
        for spring in &body.springs {
            let Some(ends) = scene.link(index, spring.a, spring.b) else { continue };
            let strain = (ends[0].distance(ends[1]) - spring.rest_length) / spring.rest_length;
            // A rest length of 0 is stretched without bound.
            springs.push((ends, if strain.is_nan() { 0.0 } else { strain }));
        }
    }
    let largest = springs.iter().map(|(_, strain)| strain.abs()).fold(0.0, f64::max);
    let range = RANGES.into_iter().find(|&range| largest <= range).unwrap_or(1.0);
    let segments: Vec<_> =
        springs.into_iter().map(|(ends, strain)| (ends, color(scene.palette, strain / range))).collect();
    if !segments.is_empty() {
        picture.items.push(Item::ColouredLines { segments, width_px: 2.4 });
    }
    let percent = (range * 100.0).round();
    explain(picture, color(scene.palette, 1.0), format!("spring stretched by {percent} % or more"));
    explain(picture, color(scene.palette, 0.5), format!("stretched by {} %", percent / 2.0));
    explain(picture, color(scene.palette, 0.0), "at rest");
    explain(picture, color(scene.palette, -0.5), format!("compressed by {} %", percent / 2.0));
    explain(picture, color(scene.palette, -1.0), format!("compressed by {percent} % or more"));
}

/// Diverging colours for -1..=1: blue and orange are told apart by everybody, and grey is neither.
fn color(palette: &Palette, part: f64) -> Rgba {
    let stepped = (part.clamp(-1.0, 1.0) * STEPS).round() / STEPS;
    let rest = palette.background.mix(palette.text, 0.42);
    let end = if stepped < 0.0 { palette.forces[1] } else { palette.forces[0] };
    rest.mix(end, stepped.abs() as f32)
}
