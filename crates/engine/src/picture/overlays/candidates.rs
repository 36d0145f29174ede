//! Overlay: the candidate edges that a contact rejected, with the reasons.

use super::contacts::nearest_point;
use super::{Draw, Overlay, OverlayOptions, add_labels, contacts_in_focus, explain, label_beside, portion};
use crate::engine::trace::Verdict;
use crate::picture::{Item, Picture, Scene, Stroke, ruler};
use glam::DVec2;
use std::collections::BTreeSet;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "candidates",
    title: "Rejected edges",
    explanation: "Candidate edges that a contact rejected, dashed, with the reason.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

/// Number of contacts explained if none is in focus.
const FEW: usize = 1;
/// Maximum number of written reasons.
const MAX_LABELS: usize = 40;

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    if scene.trace.is_none() {
        return;
    }
    let palette = scene.palette;
    let (contacts, all) = contacts_in_focus(scene, options, FEW);
    let (near, far) = (palette.warning, palette.hint);
    let (mut eligible, mut rejected, mut distances) = (Vec::new(), Vec::new(), Vec::new());
    // An edge rejected by two contacts is labelled once.
    let mut labelled = BTreeSet::new();
    let mut labels = Vec::new();
    for contact in &contacts {
        for candidate in contact.candidates.iter().filter(|c| c.verdict != Verdict::Chosen) {
            let ends = [candidate.a_position, candidate.b_position];
            let reason = match (candidate.verdict, candidate.distance) {
                (Verdict::Farther, Some(distance)) => {
                    eligible.push(ends);
                    distances.push([contact.point, nearest_point(candidate, contact.point)]);
                    format!("farther: {}", ruler::write(distance))
                }
                (verdict, _) => {
                    rejected.push(ends);
                    verdict.describe().to_owned()
                }
            };
            if labelled.insert((contact.other, candidate.edge)) {
                let along = ends[1] - ends[0];
                let color = if candidate.verdict == Verdict::Farther { near } else { far };
                let outward = DVec2::new(along.y, -along.x);
                labels.push(label_beside((ends[0] + ends[1]) * 0.5, outward, 12.0, reason, color));
            }
        }
    }
    let (has_eligible, has_rejected) = (!eligible.is_empty(), !rejected.is_empty());
    // A background strip keeps the dashes visible on hulls of any colour.
    let ground = Stroke::new(palette.background, 4.0);
    picture.items.push(Item::Lines { segments: [rejected.clone(), eligible.clone()].concat(), stroke: ground });
    picture.items.push(Item::Lines { segments: rejected, stroke: Stroke::dashed(far, 2.0) });
    picture.items.push(Item::Lines { segments: eligible, stroke: Stroke::dashed(near, 2.4) });
    picture.items.push(Item::Lines { segments: distances, stroke: Stroke::dashed(near.alpha(150), 1.0) });
    labels.truncate(MAX_LABELS);
    add_labels(scene, picture, labels);
    if has_eligible {
        explain(picture, near, format!("eligible edge, but farther{}", portion(contacts.len(), all)));
    }
    if has_rejected {
        explain(picture, far, "edge that is not eligible, with the reason");
    } else if !has_eligible {
        explain(picture, far, "edges that were not chosen: none");
    }
}
