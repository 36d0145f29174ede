//! Overlay: outlines of past frames and of visited future frames (onion skinning).

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::engine::trace::Past;
use crate::level::Place;
use crate::picture::history::GHOSTS;
use crate::picture::{Item, Picture, Rgba, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: GHOSTS,
    title: "Ghosts",
    explanation: "Outlines of past frames at an interval, and of visited future frames in another tint.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let Some(history) = scene.history else { return };
    let every = u64::from(history.options.ghost_every.max(1));
    let reach = every * u64::from(history.options.ghosts);
    // Selected by frame number, so that ghosts stay in place while time advances.
    let is_ghost =
        |frame: u64| frame.is_multiple_of(every) && frame != history.now && frame.abs_diff(history.now) <= reach;
    let (past, future) = (scene.palette.warm, scene.palette.cold);
    let mut counts = [0, 0];
    for &(frame, ghost) in history.frames.iter().filter(|(frame, _)| is_ghost(*frame)) {
        let is_future = frame > history.now;
        counts[usize::from(is_future)] += 1;
        let age = (frame.abs_diff(history.now) - 1) as f32 / reach as f32;
        let alpha = (190.0 - 140.0 * age) as u8;
        outline(scene, ghost, if is_future { future } else { past }.alpha(alpha), picture);
    }
    explain(picture, past, format!("past, every {every} frames ({})", counts[0]));
    if counts[1] > 0 {
        explain(picture, future, format!("visited future, every {every} frames ({})", counts[1]));
    }
}

/// Hulls and discs of moving parts.
fn outline(scene: &Scene, ghost: &Past, color: Rgba, picture: &mut Picture) {
    let layout = scene.world.layout();
    let at = |node: u32| ghost.positions.get(node as usize).copied().filter(|at: &DVec2| at.is_finite());
    let mut segments = Vec::new();
    let bodies = layout.bodies.iter().enumerate().filter(|(index, _)| scene.shows(Place::Body(*index)));
    for (_, body) in bodies.filter(|(_, body)| body.is_dynamic || body.path.is_some()) {
        let edges = layout.hull_edges[body.hull_edges.clone()].iter();
        segments.extend(edges.filter_map(|&[a, b]| Some([at(a)?, at(b)?])));
        if body.hull_edges.is_empty() {
            // Bodies without a hull, such as ropes and nets, show their springs and sticks.
            let ends =
                |list: &crate::engine::layout::Sticks| body.sticks.clone().map(|i| [list.a[i], list.b[i]]).collect();
            let sticks: Vec<[u32; 2]> = ends(&layout.sticks);
            let springs = body.springs.clone().map(|i| [layout.springs.a[i], layout.springs.b[i]]);
            segments.extend(sticks.into_iter().chain(springs).filter_map(|[a, b]| Some([at(a)?, at(b)?])));
        }
    }
    if !segments.is_empty() {
        picture.items.push(Item::Lines { segments, stroke: Stroke::new(color, 1.4) });
    }
    let moves = |disc: usize| {
        (layout.discs.is_dynamic(disc) || layout.discs.path[disc].is_some()) && scene.shows(Place::Disc(disc))
    };
    let discs =
        ghost.discs.iter().take(layout.discs.count()).enumerate().filter(|&(disc, at)| moves(disc) && at.is_finite());
    let circles: Vec<_> = discs.map(|(disc, &at)| (at, layout.discs.radius[disc])).collect();
    if !circles.is_empty() {
        picture.items.push(Item::Circles { circles, fill: None, outline: Some(Stroke::new(color, 1.2)) });
    }
}
