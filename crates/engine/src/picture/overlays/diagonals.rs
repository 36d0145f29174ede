//! Overlay: contacts of method `Diagonals` (004): segments from barycentre to node that crossed an edge, and the
//! corrections.

use super::{Draw, Overlay, OverlayOptions, explain, mark_scale};
use crate::picture::{Item, Picture, Scene, Stroke};

pub(super) const OVERLAY: Overlay = Overlay {
    id: "diagonals",
    title: "Diagonals",
    explanation: "Every segment from a barycentre to a node that crossed an edge, the crossing, and the moves.",
    needs_trace: true,
    draw: Draw::Own(draw),
};

fn draw(scene: &Scene, _options: &OverlayOptions, picture: &mut Picture) {
    let Some(trace) = scene.trace else { return };
    let palette = scene.palette;
    let rows = &trace.diagonals;
    let scale = mark_scale(scene, rows.len());
    let (diagonal, edge, moved) = (palette.barycentre, palette.contact, palette.warning);
    let edges = rows.iter().map(|row| [row.a_position, row.b_position]).collect();
    picture.items.push(Item::Lines { segments: edges, stroke: Stroke::new(edge, 3.6 * scale) });
    let diagonals = rows.iter().map(|row| [row.center, row.point]).collect();
    picture.items.push(Item::Lines { segments: diagonals, stroke: Stroke::dashed(diagonal, 1.8 * scale) });
    let moves = rows.iter().flat_map(|row| {
        [
            [row.point, row.point + row.move_node],
            [row.a_position, row.a_position + row.move_a],
            [row.b_position, row.b_position + row.move_b],
        ]
    });
    picture.items.push(Item::Arrows { arrows: moves.collect(), stroke: Stroke::new(moved, 1.5 * scale) });
    let rim = Some(Stroke::new(palette.background, 1.2));
    let centers = rows.iter().map(|row| row.center).collect();
    picture.items.push(Item::Dots { centers, radius_px: 3.2 * scale, fill: diagonal, outline: rim });
    let crossings = rows.iter().map(|row| row.crossing()).collect();
    picture.items.push(Item::Dots { centers: crossings, radius_px: 4.2 * scale, fill: edge, outline: rim });
    if rows.is_empty() {
        return explain(picture, diagonal, "crossed diagonals: none");
    }
    explain(picture, diagonal, format!("diagonal from a barycentre to a node ({})", rows.len()));
    explain(picture, edge, "edge that it crossed, and where");
    explain(picture, moved, "moves of the node and of the edge's ends");
}
