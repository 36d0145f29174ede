//! The verdict trace on the canvas: the explained contact and the edge under the pointer.

use crate::editor::features::verdict::{ShownVerdict, VerdictUi};
use crate::editor::stage::Stage;
use crate::editor::stage::paint::paint_once;
use crate::editor::theme::color;
use crate::geometry::{DVec2, polygon};
use crate::level::Place;
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{Layers, LegendEntry, Picture, Scene};
use egui::{Painter, Rect, Stroke, Ui, pos2, vec2};

/// Id of its overlay.
const OVERLAY: &str = "verdict";
/// Approximate width of the legend.
pub const LEGEND_WIDTH: f32 = 380.0;
/// Pick distance of an edge, in points.
const REACH: f64 = 9.0;

/// Draws the contact and highlights its edges; returns the legend.
pub fn paint(stage: &Stage, verdict_ui: &VerdictUi, lit: &[Place], painter: &Painter) -> Vec<LegendEntry> {
    let Some(shown) = &verdict_ui.shown else { return Vec::new() };
    let legend = paint_shown(stage, shown, painter);
    let is_lit =
        |edge: usize| verdict_ui.under == Some(edge) || lit.contains(&Place::HullEdge(shown.subject.other, edge));
    for row in shown.contact().candidates.iter().filter(|row| is_lit(row.edge)) {
        let ends = [row.a_position, row.b_position].map(|point| stage.paintable(point));
        painter.line_segment(ends, Stroke::new(5.0, color(stage.palette.selection)));
    }
    legend
}

/// Draws a verdict; returns its legend.
pub fn paint_shown(stage: &Stage, shown: &ShownVerdict, painter: &Painter) -> Vec<LegendEntry> {
    let Some(overlay) = overlays::ALL.iter().find(|overlay| overlay.id == OVERLAY) else { return Vec::new() };
    let scene = Scene {
        trace: Some(&shown.trace),
        layers: Layers::NONE,
        ..Scene::new(stage.level, stage.world, stage.palette, stage.viewport)
    };
    let focus = Some((shown.subject.body, shown.subject.node));
    let mut picture = Picture::default();
    overlay.draw(&scene, &OverlayOptions { focus, ..OverlayOptions::default() }, &mut picture);
    let legend = std::mem::take(&mut picture.legend);
    paint_once(&picture, &stage.viewport, stage.palette, stage.rect, painter);
    legend
}

/// True if M and the crossings of its ray lie below the legend in the upper left.
pub fn is_under_legend(stage: &Stage, verdict_ui: &VerdictUi, rows: usize) -> bool {
    let Some(shown) = &verdict_ui.shown else { return false };
    let size = vec2(LEGEND_WIDTH, 40.0 + 27.0 * rows as f32);
    let legend = Rect::from_min_size(stage.rect.min, size);
    let right = Rect::from_min_size(pos2(stage.rect.right() - size.x, stage.rect.top()), size);
    let crossings = shown.contact().crossings().into_iter().map(|(_, at)| at);
    let points: Vec<_> = crossings.chain([shown.contact().point]).map(|at| stage.paintable(at)).collect();
    let within = |area: Rect| points.iter().filter(|&&at| area.contains(at)).count();
    within(legend) > within(right)
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
