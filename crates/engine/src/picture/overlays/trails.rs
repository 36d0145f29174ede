//! Overlay: paths of nodes, barycentres and discs over the last frames, fading with age.

use super::{Draw, Overlay, OverlayOptions, explain};
use crate::engine::trace::Past;
use crate::picture::history::{History, TRAILS, Tracked, TrailsOf};
use crate::picture::{Item, Picture, Rgba, Scene};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: TRAILS,
    title: "Trails",
    explanation: "Paths of barycentres, discs or nodes over the last frames, fading with age.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

/// Above this number of segments, trails skip frames.
const MOST_SEGMENTS: usize = 40_000;
/// Number of opacities; few, so that segments of one colour are drawn together.
const SHADES: u64 = 12;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let Some(history) = scene.history else { return };
    let tracked = tracked(scene, history);
    let frames = u64::from(history.options.trail_frames).max(1);
    let known = history.last(frames);
    let stride = (tracked.len() * known.len()).div_ceil(MOST_SEGMENTS).max(1) as u64;
    // Selected by frame number, so that the corners of a thinned trail stay in place.
    let kept: Vec<&(u64, &Past)> =
        known.iter().filter(|(frame, _)| frame.is_multiple_of(stride) || *frame == history.now).collect();
    let mut segments = Vec::new();
    for &thing in &tracked {
        let color = color(scene, thing);
        let mut before: Option<(u64, DVec2)> = None;
        for &&(frame, past) in &kept {
            let at = History::place(scene, past, thing);
            if let (Some((last, from)), Some(to)) = (before, at)
                && frame - last <= stride
            {
                segments.push(([from, to], faded(color, history.now - frame, frames)));
            }
            before = at.map(|at| (frame, at));
        }
    }
    if !segments.is_empty() {
        picture.items.push(Item::ColouredLines { segments, width_px: 1.8 });
    }
    let whose = match history.options.trails_of {
        TrailsOf::Barycentres => "barycentres and discs",
        TrailsOf::Nodes => "nodes and discs",
        TrailsOf::Selection if tracked.is_empty() => "the selection: select nodes, bodies or discs",
        TrailsOf::Selection => "the selection",
    };
    let thinned = if stride > 1 { format!(", every {stride}th") } else { String::new() };
    explain(picture, scene.palette.text, format!("trail of {whose}, {frames} frames{thinned}"));
}

fn tracked(scene: &Scene, history: &History) -> Vec<Tracked> {
    let layout = scene.world.layout();
    // Parts that do not move leave no trail.
    let moving = || {
        (0..layout.bodies.len()).filter(|&body| layout.bodies[body].is_dynamic || layout.bodies[body].path.is_some())
    };
    let discs =
        (0..layout.discs.count()).filter(|&disc| layout.discs.is_dynamic(disc) || layout.discs.path[disc].is_some());
    match history.options.trails_of {
        TrailsOf::Selection => history.selected.clone(),
        TrailsOf::Barycentres => moving().map(Tracked::Barycentre).chain(discs.map(Tracked::Disc)).collect(),
        TrailsOf::Nodes => {
            let nodes = moving().flat_map(|body| layout.bodies[body].nodes.clone());
            nodes.map(Tracked::Node).chain(discs.map(Tracked::Disc)).collect()
        }
    }
}

fn color(scene: &Scene, tracked: Tracked) -> Rgba {
    match tracked {
        Tracked::Node(node) => scene.body_line(scene.world.layout().body_of(node).0),
        Tracked::Barycentre(body) => scene.body_line(body),
        Tracked::Disc(disc) => scene.disc_fill(disc).opaque().mix(scene.palette.hull, 0.25),
    }
}

fn faded(color: Rgba, age: u64, frames: u64) -> Rgba {
    let step = (age * SHADES / frames).min(SHADES - 1);
    let alpha = 230 - step * 200 / (SHADES - 1);
    color.alpha(alpha as u8)
}
