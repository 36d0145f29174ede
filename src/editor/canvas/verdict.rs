//! The verdict trace on the canvas: the contact that its panel is about, and the edge under the pointer.
//!
//! Must never know: panels, how contacts are decided.

use super::paint::paint_once;
use super::stage::Stage;
use crate::editor::inquiry::{Inquiry, Shown};
use crate::editor::theme::color;
use crate::geometry::{DVec2, polygon};
use crate::picture::overlays::{self, OverlayOptions};
use crate::picture::{Layers, LegendEntry, Picture, Scene};
use egui::{Painter, Stroke, Ui};

/// The overlay that draws it.
const OVERLAY: &str = "verdict";
/// How near to an edge the pointer must be, in points.
const REACH: f64 = 9.0;

/// Draws the contact; returns what its colours mean.
pub fn paint(stage: &Stage, inquiry: &Inquiry, painter: &Painter) -> Vec<LegendEntry> {
    let Some(shown) = &inquiry.shown else { return Vec::new() };
    let Some(overlay) = overlays::ALL.iter().find(|overlay| overlay.id == OVERLAY) else { return Vec::new() };
    let scene = Scene {
        trace: Some(&shown.trace),
        layers: Layers::NONE,
        ..Scene::new(stage.level, stage.world, stage.palette, stage.viewport)
    };
    let focus = Some((shown.subject.body, shown.subject.node));
    let mut picture = Picture::default();
    (overlay.draw)(&scene, &OverlayOptions { focus, ..OverlayOptions::default() }, &mut picture);
    let legend = std::mem::take(&mut picture.legend);
    paint_once(&picture, &stage.viewport, stage.palette, stage.rect, painter);
    let lit = inquiry.under.and_then(|edge| shown.contact().candidates.iter().find(|row| row.edge == edge));
    if let Some(row) = lit {
        let ends = [row.a_position, row.b_position].map(|point| stage.paintable(point));
        painter.line_segment(ends, Stroke::new(5.0, color(stage.palette.selection)));
    }
    legend
}

/// Notices the edge under the pointer; whether that has changed.
pub fn notice(stage: &Stage, inquiry: &mut Inquiry, pointer: Option<DVec2>) -> bool {
    let under = inquiry.shown.as_ref().zip(pointer).and_then(|(shown, at)| edge_under(stage, shown, at));
    let has_changed = under != inquiry.under;
    inquiry.newly_under = under.filter(|_| has_changed);
    inquiry.under = under;
    has_changed
}

fn edge_under(stage: &Stage, shown: &Shown, at: DVec2) -> Option<usize> {
    let mut best = (REACH / stage.viewport.scale, None);
    for row in &shown.contact().candidates {
        let distance = polygon::distance_to_segment(at, row.a_position, row.b_position);
        if distance < best.0 {
            best = (distance, Some(row.edge));
        }
    }
    best.1
}

/// Draws the picture again where the pointer has come to another edge.
pub fn repaint(ui: &Ui, has_changed: bool) {
    if has_changed {
        ui.ctx().request_repaint();
    }
}
