//! Overlay: a new triangulation of every hull in its present shape, for display only; it covers exactly the inside.

use super::{Draw, Overlay, OverlayOptions};
use crate::level::{Motion, Place, mesh};
use crate::picture::{Item, LegendEntry, Picture, Scene, Stroke};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "retriangulation",
    title: "Retriangulation",
    explanation: "A triangulation of every moving body's hull in its present shape; it fills the hull exactly, even where \
                  a fan from the barycentre fails.",
    needs_trace: false,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let color = scene.palette.triangle_sound;
    let count = scene.level.bodies.len().min(scene.world.layout().bodies.len());
    let (mut corners, mut bodies, mut refused, mut added) = (Vec::new(), 0, 0, 0);
    for body in 0..count {
        let parts = &scene.level.bodies[body];
        if parts.motion != Motion::Dynamic || parts.hull.is_empty() || !scene.shows(Place::Body(body)) {
            continue;
        }
        let layout = scene.world.layout();
        let hull = &layout.hull_edges[layout.bodies[body].hull_edges.clone()];
        match mesh::retriangulate(&scene.world.state().positions, hull) {
            Ok(made) => {
                (bodies, added) = (bodies + 1, added + made.added);
                corners.extend(made.triangles.iter().map(|corners| corners.map(|node| made.points[node as usize])));
            }
            Err(_) => refused += 1,
        }
    }
    let triangles = corners.len();
    if !corners.is_empty() {
        let sides = corners.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]).collect();
        picture.items.push(Item::Triangles { corners, fill: color });
        picture.items.push(Item::Lines { segments: sides, stroke: Stroke::new(color.opaque(), 1.0) });
    }
    let mut text = format!("retriangulation: {triangles} triangles in {bodies} hulls");
    if added > 0 {
        text += &format!(", with {added} added corners where a hull crosses itself");
    }
    if refused > 0 {
        text += &format!("; {refused} hulls enclose nothing");
    }
    picture.legend.push(LegendEntry::new(color, text));
}
