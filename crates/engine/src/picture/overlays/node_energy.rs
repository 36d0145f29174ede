//! Overlay: energy of every node (kinetic, and half of the elastic energy of its springs) as size and colour.

use super::{Draw, Overlay, OverlayOptions, explain, ramp};
use crate::level::Place;
use crate::picture::{Item, Picture, Scene, Stroke, ruler};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "node-energy",
    title: "Energy by node",
    explanation: "Kinetic energy of every node and half of the elastic energy of its springs, as size and colour.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Number of sizes and colours; few, so that nodes of one look are drawn together.
const STEPS: usize = 8;
const SMALLEST_PX: f32 = 2.0;
const LARGEST_PX: f32 = 9.5;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let energies = scene.world.node_energies();
    // Decor has no energy.
    let mut is_shown = vec![false; energies.len()];
    let bodies = scene.world.layout().bodies.iter().enumerate();
    for (_, body) in bodies.filter(|(index, body)| body.is_dynamic && scene.shows(Place::Body(*index))) {
        is_shown[body.nodes.clone()].fill(true);
    }
    let whole = |index: usize| energies[index].kinetic + energies[index].elastic;
    let all = (0..energies.len()).map(whole).filter(|energy| energy.is_finite());
    let (largest, total) = all.fold((0.0, 0.0), |(most, sum), energy| (f64::max(most, energy), sum + energy));
    let color = scene.palette.warm;
    let Some(range) = ruler::round_up(largest) else {
        return explain(picture, color, "energy by node: all at rest");
    };
    let rim = Some(Stroke::new(scene.palette.background, 1.0));
    for step in 0..=STEPS {
        let at = |index: usize| scene.world.position(index);
        let in_step = |&index: &usize| is_shown[index] && step_of(whole(index) / range) == Some(step);
        let centers: Vec<_> = (0..energies.len()).filter(in_step).map(at).filter(|at| at.is_finite()).collect();
        if !centers.is_empty() {
            let part = step as f64 / STEPS as f64;
            // The area is proportional to the energy.
            let radius_px = SMALLEST_PX + (LARGEST_PX - SMALLEST_PX) * (part as f32).sqrt();
            let fill = ramp(scene.palette, color, part);
            picture.items.push(Item::Dots { centers, radius_px, fill, outline: rim });
        }
    }
    let row = |part: f64| (ramp(scene.palette, color, part), ruler::write(range * part));
    let (tint, text) = row(1.0);
    explain(
        picture,
        tint,
        format!("node with energy {text}: kinetic, and half of its springs' (all: {})", ruler::write(total)),
    );
    for part in [0.5, 0.25, 0.0] {
        let (tint, text) = row(part);
        explain(picture, tint, format!("node with energy {text}"));
    }
}

fn step_of(part: f64) -> Option<usize> {
    part.is_finite().then(|| (part.clamp(0.0, 1.0) * STEPS as f64).round() as usize)
}
