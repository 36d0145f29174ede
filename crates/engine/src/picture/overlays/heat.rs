//! Overlay: frequency or strength of contacts per hull edge and node over the last frames.

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::picture::history::{HEAT, HeatBy, History};
use crate::picture::{Item, Palette, Picture, Rgba, Scene, ruler};
use std::collections::BTreeMap;

pub(super) const OVERLAY: Overlay = Overlay {
    id: HEAT,
    title: "Contact heat",
    explanation: "Hull edges and nodes by how often, or how strongly, they were in contact over the last frames.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Number of colours; few, so that items of one colour are drawn together.
const STEPS: f64 = 10.0;

/// Heat by global number of node or hull edge; only touched ones.
type Heat = BTreeMap<u32, f64>;

/// Sums the contacts of the last frames.
fn heat(history: &History) -> [Heat; 2] {
    let (mut nodes, mut edges) = (Heat::new(), Heat::new());
    let frames = u64::from(history.options.heat_frames).max(1);
    for (_, past) in history.last(frames - 1) {
        for touch in past.touches.iter().flatten() {
            let amount = match history.options.heat_by {
                HeatBy::Count => f64::from(touch.count),
                HeatBy::Strength => touch.strength,
            };
            *nodes.entry(touch.node).or_default() += amount;
            *edges.entry(touch.edge).or_default() += amount;
        }
    }
    [nodes, edges]
}

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let Some(history) = scene.history else { return };
    let [nodes, edges] = heat(history);
    let greatest = nodes.values().chain(edges.values()).copied().filter(|heat| heat.is_finite()).fold(0.0, f64::max);
    let top = ruler::round_up(greatest).unwrap_or(1.0);
    let layout = scene.world.layout();
    let at = |node: u32| {
        let node = node as usize;
        scene.shows_node(node).then(|| scene.world.position(node)).filter(|at| at.is_finite())
    };
    let segment = |(&edge, &heat): (&u32, &f64)| {
        let [a, b] = *layout.hull_edges.get(edge as usize)?;
        Some(([at(a)?, at(b)?], color(scene.palette, heat / top)))
    };
    let segments: Vec<_> = edges.iter().filter_map(segment).collect();
    if !segments.is_empty() {
        picture.items.push(Item::ColouredLines { segments, width_px: 5.0 });
    }
    let mut dots: BTreeMap<Rgba, Vec<_>> = BTreeMap::new();
    for (&node, &heat) in nodes.iter().filter(|(node, _)| (**node as usize) < layout.node_count) {
        dots.entry(color(scene.palette, heat / top)).or_default().extend(at(node));
    }
    for (fill, centers) in dots {
        let outline = Some(crate::picture::Stroke::new(scene.palette.background, 1.0));
        picture.items.push(Item::Dots { centers, radius_px: 4.5, fill, outline });
    }
    let frames = history.options.heat_frames.max(1);
    let unit = match history.options.heat_by {
        HeatBy::Count => "contacts",
        HeatBy::Strength => "momentum exchanged",
    };
    if nodes.is_empty() {
        explain(picture, color(scene.palette, 0.0), format!("no contact in the last {frames} frames"));
        return;
    }
    for part in [1.0, 0.5, 0.0] {
        let amount = if part > 0.0 { ruler::write(top * part) } else { "few".to_owned() };
        let amount =
            if part == 0.0 && history.options.heat_by == HeatBy::Strength { "little".to_owned() } else { amount };
        explain(picture, color(scene.palette, part), format!("{amount} {unit} in {frames} frames"));
    }
}

/// Sequential ramp from a tone just visible on the background over orange to the text colour; lightness alone gives the
/// order.
fn color(palette: &Palette, part: f64) -> Rgba {
    let part = (part.clamp(0.0, 1.0) * STEPS).ceil() / STEPS;
    let low = palette.background.mix(palette.ember, 0.5);
    if part < 0.5 {
        low.mix(palette.warm, (2.0 * part) as f32)
    } else {
        palette.warm.mix(palette.text, (2.0 * part - 1.0) as f32)
    }
}
