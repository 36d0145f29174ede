//! The verdict trace on the canvas: the explained contact and the edge under the pointer.

use crate::editor::features::verdict::{ShownVerdict, VerdictUi};
use crate::editor::stage::Stage;
use crate::editor::stage::paint::paint_once;
use crate::editor::theme::color;
use crate::geometry::{DVec2, polygon};
use crate::level::Place;
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{Item, Layers, LegendEntry, Picture, Scene};
use egui::{Painter, Stroke, Ui};

/// Id of its overlay.
pub const OVERLAY: &str = "verdict";
/// Width of the rim of an edge that is selected or under the pointer; its result covers the middle.
const RIM: f32 = 11.0;
/// Pick distance of an edge, in points.
const REACH: f64 = 9.0;

/// Draws the contact and highlights its edges; returns the legend. Labels do not cover the texts and marks of `labelled`.
pub fn paint(
    stage: &Stage,
    verdict_ui: &VerdictUi,
    lit: &[Place],
    labelled: &[Item],
    painter: &Painter,
) -> Vec<LegendEntry> {
    let Some(shown) = &verdict_ui.shown else { return Vec::new() };
    for row in &shown.contact().candidates {
        let place = Place::HullEdge(shown.subject.other, row.edge);
        let is_marked = verdict_ui.under == Some(row.edge) || lit.contains(&place) || stage.selection.contains(&place);
        if is_marked && let Some(ends) = stage.line_on_screen([row.a_position, row.b_position]) {
            painter.line_segment(ends, Stroke::new(RIM, color(stage.palette.selection)));
        }
    }
    paint_shown(stage, shown, labelled, painter)
}

/// Draws a verdict; returns its legend. Labels do not cover the texts and marks of `labelled`.
pub fn paint_shown(stage: &Stage, shown: &ShownVerdict, labelled: &[Item], painter: &Painter) -> Vec<LegendEntry> {
    let Some(overlay) = overlays::ALL.iter().find(|overlay| overlay.id == OVERLAY) else { return Vec::new() };
    let scene = Scene {
        trace: Some(&shown.trace),
        layers: Layers::NONE,
        ..Scene::new(stage.level, stage.world, stage.palette, stage.viewport)
    };
    let focus = Some((shown.subject.body, shown.subject.node));
    let mut picture = Picture { items: labelled.to_vec(), ..Picture::default() };
    overlay.draw(&scene, &OverlayOptions { focus, ..OverlayOptions::default() }, &mut picture);
    picture.items.drain(..labelled.len());
    let legend = std::mem::take(&mut picture.legend);
    paint_once(&picture, &stage.viewport, stage.palette, stage.rect, painter);
    legend
}

/// M and the crossings of its ray.
pub fn points(verdict_ui: &VerdictUi) -> Vec<DVec2> {
    let Some(shown) = &verdict_ui.shown else { return Vec::new() };
    let crossings = shown.contact().crossings().into_iter().map(|(_, at)| at);
    crossings.chain([shown.contact().point]).collect()
}

/// Updates the edge under the pointer; returns true if it has changed.
pub fn notice(stage: &Stage, verdict_ui: &mut VerdictUi, pointer: Option<DVec2>) -> bool {
    let under = verdict_ui.shown.as_ref().zip(pointer).and_then(|(shown, at)| edge_under(stage, shown, at));
    let has_changed = under != verdict_ui.under;
    verdict_ui.newly_under = under.filter(|_| has_changed);
    verdict_ui.under = under;
    has_changed
}

fn edge_under(stage: &Stage, shown: &ShownVerdict, at: DVec2) -> Option<usize> {
    let mut best = (stage.near(REACH), None);
    for row in &shown.contact().candidates {
        let distance = polygon::distance_to_segment(at, row.a_position, row.b_position);
        if distance < best.0 {
            best = (distance, Some(row.edge));
        }
    }
    best.1
}

/// Repaints if the pointer has reached another edge.
pub fn repaint(ui: &Ui, has_changed: bool) {
    if has_changed {
        ui.ctx().request_repaint();
    }
}
