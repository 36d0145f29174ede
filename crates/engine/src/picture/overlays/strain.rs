//! Overlay: springs coloured by strain (relative elongation).

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::picture::{Item, Palette, Picture, Rgba, Scene, ruler};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "strain",
    title: "Strain",
    explanation: "Springs from blue (compressed) over grey (at rest) to orange (stretched).",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Number of colours on each side; few, so that links of one colour are drawn together.
const STEPS: f64 = 12.0;
/// Ranges of strain; the smallest that fits is used, so that colours stay constant while the level moves.
pub(super) const RANGES: [f64; 7] = [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0];

/// A link and its relative deviation from its target length.
#[derive(Clone, Copy)]
pub(super) struct Link {
    /// Its ends.
    pub ends: [DVec2; 2],
    /// Positive when too long.
    pub part: f64,
}

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let mut springs = Vec::new();
    for (index, body) in scene.level.bodies.iter().enumerate() {
        for spring in &body.springs {
            let Some(ends) = scene.link(index, spring.a, spring.b) else { continue };
            let part = (ends[0].distance(ends[1]) - spring.rest_length) / spring.rest_length;
            springs.push(Link { ends, part });
        }
    }
    if springs.is_empty() {
        return explain(picture, color(scene.palette, 0.0), "springs: none");
    }
    let range = draw_links(scene, springs, &RANGES, 2.4, picture);
    let (whole, half) = (percent(range), percent(range / 2.0));
    explain(picture, color(scene.palette, 1.0), format!("spring stretched by {whole} % or more"));
    explain(picture, color(scene.palette, 0.5), format!("stretched by {half} %"));
    explain(picture, color(scene.palette, 0.0), "at rest");
    explain(picture, color(scene.palette, -0.5), format!("compressed by {half} %"));
    explain(picture, color(scene.palette, -1.0), format!("compressed by {whole} % or more"));
}

/// Draws links in the colours of the smallest range that fits, and returns that range.
pub(super) fn draw_links(scene: &Scene, links: Vec<Link>, ranges: &[f64], width_px: f32, picture: &mut Picture) -> f64 {
    let range = range(links.iter(), ranges);
    let colors: Vec<Rgba> =
        (-STEPS as i32..=STEPS as i32).map(|step| color(scene.palette, f64::from(step) / STEPS)).collect();
    let step = |link: &Link| (STEPS + (sound(link) / range).clamp(-1.0, 1.0) * STEPS).round() as usize;
    let segments: Vec<_> = links.iter().map(|link| (link.ends, colors[step(link)])).collect();
    if !segments.is_empty() {
        picture.items.push(Item::ColouredLines { segments, width_px });
    }
    range
}

/// The deviation of a link; 0 if it cannot be computed. A target length of 0 gives an infinite one.
pub(super) fn sound(link: &Link) -> f64 {
    if link.part.is_nan() { 0.0 } else { link.part }
}

/// The smallest range that holds all links; 1 if none does.
pub(super) fn range<'a>(links: impl Iterator<Item = &'a Link>, ranges: &[f64]) -> f64 {
    let largest = links.map(|link| sound(link).abs()).fold(0.0, f64::max);
    ranges.iter().copied().find(|&range| largest <= range).unwrap_or(1.0)
}

/// A fraction in percent, for display.
pub(super) fn percent(part: f64) -> String {
    ruler::write(part * 100.0)
}

/// Diverging colours for -1..=1: blue and orange are distinguishable with colour blindness; grey is neutral.
pub(super) fn color(palette: &Palette, part: f64) -> Rgba {
    let stepped = (part.clamp(-1.0, 1.0) * STEPS).round() / STEPS;
    let rest = palette.background.mix(palette.text, 0.42);
    let end = if stepped < 0.0 { palette.cold } else { palette.warm };
    rest.mix(end, stepped.abs() as f32)
}
