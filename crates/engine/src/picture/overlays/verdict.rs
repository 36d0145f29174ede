//! Overlay: the verdict on one contact: the parity ray, every hull edge by its result, and the compared distances (000
//! §D.1).

use super::contacts::nearest_point;
use super::{Draw, LABEL_PX, Overlay, OverlayOptions, add_labels, contacts_in_focus, explain, label_beside, portion};
use crate::engine::trace::{Candidate, ContactTrace, Verdict};
use crate::picture::{Align, Item, MarkShape, Picture, Rgba, Scene, Stroke, ruler};
use glam::DVec2;

pub(super) const OVERLAY: Overlay = Overlay {
    id: "verdict",
    title: "Verdict trace",
    explanation: "One contact in full: the parity ray with its crossings numbered, and every edge by its result.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

/// Number of contacts explained if none is in focus.
const FEW: usize = 1;
/// Shorter edges get no label.
const SHORTEST_LABELLED_PX: f64 = 14.0;
/// Radius of the marks at crossings, which hold a number.
const CROSSING_PX: f32 = 7.5;

fn draw(scene: &Scene, options: &OverlayOptions, picture: &mut Picture) {
    if scene.trace.is_none() {
        return;
    }
    let (contacts, all) = contacts_in_focus(scene, options, FEW);
    for contact in &contacts {
        edges(scene, contact, picture);
        ray(scene, contact, picture);
        point(scene, contact, picture);
        labels(scene, contact, picture);
    }
    let palette = scene.palette;
    if contacts.is_empty() {
        return explain(picture, palette.contact, "verdict trace: this node has no contact");
    }
    explain(picture, palette.contact, format!("M, and the edge that is chosen{}", portion(contacts.len(), all)));
    if contacts.iter().any(|contact| contact.chosen.is_none()) {
        explain(picture, palette.error, "no edge is eligible: nothing pushes M out");
    }
    let mut candidates = contacts.iter().flat_map(|contact| &contact.candidates);
    if candidates.clone().any(|candidate| Group::of(candidate) == Group::Eligible) {
        explain(picture, palette.warning, "eligible, but farther; with its distance");
    }
    if candidates.any(|candidate| Group::of(candidate) == Group::Rejected) {
        explain(picture, palette.hint, "not eligible; with its index");
    }
    explain(picture, palette.normal, "ray to the left of M: an odd number of crossings means inside");
    if scene.level.world.contact.barycentre_rule {
        explain(picture, palette.barycentre, "barycentre G of M's body");
    }
}

fn edges(scene: &Scene, contact: &ContactTrace, picture: &mut Picture) {
    let palette = scene.palette;
    let of = |group: Group| contact.candidates.iter().filter(move |candidate| Group::of(candidate) == group);
    let lines = |group: Group| of(group).map(|c| [c.a_position, c.b_position]).collect::<Vec<_>>();
    let ways = |group: Group| of(group).map(|c| [contact.point, nearest_point(c, contact.point)]).collect::<Vec<_>>();
    let ground = [Group::Rejected, Group::Eligible, Group::Winner].into_iter().flat_map(lines).collect();
    // A background strip keeps the lines visible on hulls of any colour.
    picture.items.push(Item::Lines { segments: ground, stroke: Stroke::new(palette.background, 6.0) });
    let looks = [
        (Group::Rejected, Stroke::dashed(palette.hint, 2.0)),
        (Group::Eligible, Stroke::dashed(palette.warning, 2.6)),
        (Group::Winner, Stroke::new(palette.contact, 4.4)),
    ];
    for (group, stroke) in looks {
        picture.items.push(Item::Lines { segments: lines(group), stroke });
    }
    let (near, chosen) = (palette.warning.alpha(170), palette.contact);
    picture.items.push(Item::Lines { segments: ways(Group::Eligible), stroke: Stroke::dashed(near, 1.1) });
    picture.items.push(Item::Lines { segments: ways(Group::Winner), stroke: Stroke::new(chosen, 1.8) });
    let feet = |group: Group| ways(group).into_iter().map(|[_, foot]| foot).collect();
    for (group, color) in [(Group::Eligible, palette.warning), (Group::Winner, chosen)] {
        let outline = Some(Stroke::new(color, 1.6));
        let fill = palette.background;
        picture.items.push(Item::Dots { centers: feet(group), radius_px: 3.2, fill, outline });
    }
}

/// The labels of M and of the edges. That of M has priority, then the winner's; others are omitted where they do not fit.
fn labels(scene: &Scene, contact: &ContactTrace, picture: &mut Picture) {
    // On the inside, away from the winner's label.
    let inward = contact.winner().map(|edge| {
        let along = (edge.b_position - edge.a_position).normalize_or_zero();
        DVec2::new(-along.y, along.x) + along * 0.6
    });
    let color = scene.palette.contact;
    let m = label_beside(contact.point, inward.unwrap_or(DVec2::ONE), 13.0, "M".to_owned(), color);
    let edges = [Group::Winner, Group::Eligible, Group::Rejected].into_iter().flat_map(|group| {
        let of_group = contact.candidates.iter().filter(move |candidate| Group::of(candidate) == group);
        of_group.filter_map(move |candidate| label(scene, candidate, group))
    });
    add_labels(scene, picture, std::iter::once(m).chain(edges).collect());
}

/// Result of an edge.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Winner,
    Eligible,
    Rejected,
}

impl Group {
    fn of(candidate: &Candidate) -> Self {
        match candidate.verdict {
            Verdict::Chosen => Self::Winner,
            _ if candidate.is_eligible() => Self::Eligible,
            _ => Self::Rejected,
        }
    }
}

/// Label outside an edge: its index, and the compared distance.
fn label(scene: &Scene, candidate: &Candidate, group: Group) -> Option<Item> {
    let (a, b) = (candidate.a_position, candidate.b_position);
    let (along, middle) = (b - a, (a + b) * 0.5);
    if scene.px_from_world(along.length()) < SHORTEST_LABELLED_PX && group != Group::Winner {
        return None;
    }
    let color = color_of(scene, group);
    let text = match candidate.distance {
        Some(distance) => format!("edge {}: {}", candidate.edge, ruler::write(distance)),
        None => candidate.edge.to_string(),
    };
    Some(label_beside(middle, DVec2::new(along.y, -along.x), 13.0, text, color))
}

fn color_of(scene: &Scene, group: Group) -> Rgba {
    match group {
        Group::Winner => scene.palette.contact,
        Group::Eligible => scene.palette.warning,
        Group::Rejected => scene.palette.hint,
    }
}

fn ray(scene: &Scene, contact: &ContactTrace, picture: &mut Picture) {
    let palette = scene.palette;
    let crossings = contact.crossings();
    let sound = |at: &DVec2| at.is_finite();
    let leftmost = crossings.iter().map(|(_, at)| at.x).filter(|x| x.is_finite()).fold(contact.point.x, f64::min);
    let end = DVec2::new(leftmost - scene.world_from_px(46.0), contact.point.y);
    let stroke = Stroke::new(palette.normal, 1.6);
    picture.items.push(Item::Arrows { arrows: vec![[contact.point, end]], stroke });
    let centers = crossings.iter().map(|&(_, at)| at).filter(sound).collect();
    let outline = Some(Stroke::new(palette.normal, 1.6));
    picture.items.push(Item::Dots { centers, radius_px: CROSSING_PX, fill: palette.background, outline });
    for (index, &(_, at)) in crossings.iter().enumerate().filter(|(_, (_, at))| sound(at)) {
        let (align, offset_px, size_px) = (Align::Center, [0.0, 0.0], LABEL_PX - 1.0);
        let text = (index + 1).to_string();
        picture.items.push(Item::Text { at, offset_px, align, text, size_px, color: palette.text });
    }
}

fn point(scene: &Scene, contact: &ContactTrace, picture: &mut Picture) {
    let palette = scene.palette;
    let outline = Some(Stroke::new(palette.background, 1.4));
    if scene.level.world.contact.barycentre_rule {
        let (centers, shape, fill) = (vec![contact.barycentre], MarkShape::Diamond, palette.barycentre);
        picture.items.push(Item::Marks { centers, shape, radius_px: 5.0, fill, outline });
    }
    let centers = vec![contact.point];
    if contact.chosen.is_none() {
        let (shape, fill) = (MarkShape::Triangle, palette.error);
        picture.items.push(Item::Marks { centers, shape, radius_px: 6.5, fill, outline });
    } else {
        picture.items.push(Item::Dots { centers, radius_px: 4.6, fill: palette.contact, outline });
    }
}
