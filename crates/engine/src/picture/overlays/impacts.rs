//! Overlay: disc impacts in the last substep: both discs at the moment of impact, contact point, order in time, and the
//! path of each disc (002 §1.ii).

use super::{Draw, Overlay, OverlayOptions, add_labels, explain, label_beside, mark_scale};
use crate::engine::Trace;
use crate::engine::trace::DiscEvent;
use crate::picture::{Item, Picture, Scene, Stroke, ruler};
use glam::DVec2;
use std::collections::BTreeMap;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "impacts",
    title: "Disc impacts",
    explanation: "Discs at the moment of each impact, numbered in order of time, with the path in the substep.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

/// Maximum number of impacts with outlined discs; more would cover each other.
const MAX_GHOSTS: usize = 200;
/// Maximum number of labelled impacts.
const MAX_LABELS: usize = 40;
const NORMAL_PX: f64 = 22.0;

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let Some(trace) = scene.trace else { return };
    let palette = scene.palette;
    let (way, ghost, mark) = (palette.velocity, palette.text, palette.contact);
    let events = &trace.disc_events;
    let scale = mark_scale(scene, events.len());
    let ways = ways(trace);
    picture.items.push(Item::Lines { segments: ways, stroke: Stroke::new(way.alpha(200), 1.4) });
    let circles = events.iter().take(MAX_GHOSTS).flat_map(|event| ghosts(scene, event)).collect();
    let outline = Some(Stroke::new(ghost.alpha(120), 1.2));
    picture.items.push(Item::Circles { circles, fill: None, outline });
    let length = scene.world_from_px(NORMAL_PX * f64::from(scale));
    let arrows = events.iter().map(|event| [event.point, event.point + event.normal * length]).collect();
    picture.items.push(Item::Arrows { arrows, stroke: Stroke::new(palette.normal, 1.4 * scale) });
    let centers = events.iter().map(|event| event.point).collect();
    let rim = Some(Stroke::new(palette.background, 1.2));
    picture.items.push(Item::Dots { centers, radius_px: 4.2 * scale, fill: mark, outline: rim });
    let label = |event: &DiscEvent| {
        let text = format!("#{} t {}", event.order, ruler::write(event.time));
        // Beside the normal, away from both disc centres and the arrow.
        label_beside(event.point, event.normal.perp(), 14.0, text, mark)
    };
    let labels = events.iter().take(MAX_LABELS).map(label).collect();
    add_labels(scene, picture, labels);
    if events.is_empty() {
        return explain(picture, mark, "impacts of discs: none");
    }
    let h = ruler::write(trace.substep_time);
    explain(
        picture,
        mark,
        format!("impact of a disc, numbered, t since the start of the substep of {h} ({})", events.len()),
    );
    explain(picture, ghost, "both discs at that moment");
    explain(picture, palette.normal, "normal, towards the disc");
    explain(picture, way, "path of a disc with impacts, from start to end of the substep");
}

/// The discs at the moment of an impact.
fn ghosts(scene: &Scene, event: &DiscEvent) -> Vec<(DVec2, f64)> {
    let radius = |disc: usize| scene.world.layout().discs.radius.get(disc).copied().unwrap_or(0.0);
    let other = event.other_position.map(|position| (position, radius(event.other)));
    [Some((event.position, radius(event.disc))), other].into_iter().flatten().filter(|circle| circle.1 > 0.0).collect()
}

/// Path of every disc with impacts: from the start through the impacts to the end.
fn ways(trace: &Trace) -> Vec<[DVec2; 2]> {
    let mut corners: BTreeMap<usize, Vec<DVec2>> = BTreeMap::new();
    let mut pass = |disc: usize, at: DVec2| {
        let start = || trace.disc_paths.get(disc).map(|path| path.start).into_iter().collect();
        corners.entry(disc).or_insert_with(start).push(at);
    };
    for event in &trace.disc_events {
        pass(event.disc, event.position);
        if let Some(at) = event.other_position {
            pass(event.other, at);
        }
    }
    for (&disc, way) in &mut corners {
        way.extend(trace.disc_paths.get(disc).map(|path| path.end));
    }
    corners.values().flat_map(|way| way.windows(2).map(|pair| [pair[0], pair[1]])).collect()
}
