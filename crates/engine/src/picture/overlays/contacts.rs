//! Overlay: contacts: the node M, the nearest point of the hull (Q, A or B), its depth, and the chosen edge (000
//! §D.1.c).

use super::{Draw, Overlay, OverlayOptions, add_labels, explain, label_beside, mark_scale};
use crate::engine::trace::{Candidate, ContactTrace, Nearest};
use crate::picture::{Item, MarkShape, Picture, Rgba, Scene, Stroke, ruler};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "contacts",
    title: "Chosen edges",
    explanation: "Every node M inside a hull, the edge that pushes it out, and its depth.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

/// Above this number of contacts, labels would cover each other.
const MAX_LABELS: usize = 24;

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    let Some(trace) = scene.trace else { return };
    let palette = scene.palette;
    let contacts: Vec<&ContactTrace> = match options.focus {
        Some(focus) => trace.contacts.iter().filter(|contact| (contact.body, contact.node) == focus).collect(),
        None => trace.contacts.iter().collect(),
    };
    let (mut edges, mut depths, mut feet, mut helpless) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    let mut labels = Vec::new();
    for contact in &contacts {
        let Some(edge) = chosen(contact) else {
            helpless.push(contact.point);
            continue;
        };
        let foot = nearest_point(edge, contact.point);
        edges.push([edge.a_position, edge.b_position]);
        depths.push([contact.point, foot]);
        feet.push(foot);
        labels.push((contact.point, edge));
    }
    let points = contacts.iter().map(|contact| contact.point).collect();
    let color = palette.contact;
    let scale = mark_scale(scene, contacts.len());
    picture.items.push(Item::Lines { segments: edges, stroke: Stroke::new(color, 4.0 * scale) });
    picture.items.push(Item::Lines { segments: depths, stroke: Stroke::new(color, 1.6 * scale) });
    let rim = Some(Stroke::new(color, 1.6 * scale));
    picture.items.push(Item::Dots { centers: feet, radius_px: 3.2 * scale, fill: palette.background, outline: rim });
    let outline = Some(Stroke::new(palette.background, 1.2));
    picture.items.push(Item::Dots { centers: points, radius_px: 4.2 * scale, fill: color, outline });
    let labels = labels.into_iter().take(MAX_LABELS).map(|(at, edge)| depth_label(at, edge, color)).collect();
    add_labels(scene, picture, labels);
    explain(picture, color, format!("contact: M, nearest point, chosen edge in bold ({})", contacts.len()));
    if !helpless.is_empty() {
        let count = helpless.len();
        let (shape, fill) = (MarkShape::Triangle, palette.error);
        picture.items.push(Item::Marks { centers: helpless, shape, radius_px: 5.5, fill, outline });
        explain(picture, palette.error, format!("inside, but no edge is eligible ({count})"));
    }
}

/// Label of the depth, on the inside, where no other edge has its reason.
fn depth_label(at: DVec2, edge: &Candidate, color: Rgba) -> Item {
    let text = format!("{} {}", nearest_name(edge.nearest), ruler::write(edge.distance.unwrap_or(0.0)));
    let along = edge.b_position - edge.a_position;
    label_beside(at, DVec2::new(-along.y, along.x), 14.0, text, color)
}

/// The row of the chosen edge.
pub(super) fn chosen(contact: &ContactTrace) -> Option<&Candidate> {
    let edge = contact.chosen?;
    contact.candidates.iter().find(|candidate| candidate.edge == edge)
}

/// The point of a candidate edge nearest to M.
pub(super) fn nearest_point(edge: &Candidate, m: DVec2) -> DVec2 {
    match edge.nearest {
        Nearest::A => edge.a_position,
        Nearest::B => edge.b_position,
        Nearest::Q => crate::geometry::polygon::closest_on_segment(m, edge.a_position, edge.b_position),
    }
}

fn nearest_name(nearest: Nearest) -> &'static str {
    match nearest {
        Nearest::A => "|AM|",
        Nearest::Q => "|QM|",
        Nearest::B => "|BM|",
    }
}
