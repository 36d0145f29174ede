//! Overlay: ray to the left of M with its crossings: an odd number means inside (000 §D.1.b).

use super::{Draw, LABEL_PX, Overlay, OverlayOptions, contacts_in_focus, explain, portion};
use crate::geometry::SortCopies;
use crate::picture::{Align, Item, Picture, Scene, Stroke};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "parity-ray",
    title: "Parity ray",
    explanation: "The ray to the left of a node inside a hull, with its crossings numbered: an odd number means inside.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

/// Number of contacts explained if none is in focus.
const FEW: usize = 3;

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    if scene.trace.is_none() {
        return;
    }
    let color = scene.palette.normal;
    let (contacts, all) = contacts_in_focus(scene, options, FEW);
    let mut rays = Vec::new();
    let mut meetings = Vec::new();
    for contact in &contacts {
        let m = contact.point;
        let mut met: Vec<f64> = contact
            .candidates
            .iter()
            .filter(|candidate| candidate.toggles_parity)
            .map(|candidate| {
                let (a, b) = (candidate.a_position, candidate.b_position);
                a.x + (b.x - a.x) * ((m.y - a.y) / (b.y - a.y))
            })
            .filter(|x| x.is_finite())
            .collect();
        met.sort_copies_by(|p, q| q.total_cmp(p));
        let leftmost = met.last().copied().unwrap_or(m.x);
        rays.push([m, DVec2::new(leftmost.min(m.x) - scene.world_from_px(40.0), m.y)]);
        meetings.extend(met.into_iter().enumerate().map(|(index, x)| (index + 1, DVec2::new(x, m.y))));
    }
    picture.items.push(Item::Arrows { arrows: rays, stroke: Stroke::new(color, 1.4) });
    let centers = meetings.iter().map(|&(_, at)| at).collect();
    picture.items.push(Item::Dots { centers, radius_px: 3.0, fill: color, outline: None });
    for (number, at) in meetings {
        let (offset_px, text) = ([0.0, -11.0], number.to_string());
        picture.items.push(Item::Text { at, offset_px, align: Align::Center, text, size_px: LABEL_PX, color });
    }
    explain(
        picture,
        color,
        format!("parity ray: an odd number of crossings means inside{}", portion(contacts.len(), all)),
    );
}
