//! Marks on the canvas at the places of findings, while the Problems panel is open.

use crate::editor::settings::ThemeChoice;
use crate::editor::stage::Stage;
use crate::editor::theme;
use crate::geometry::DVec2;
use crate::level::checks::{Finding, Severity};
use egui::{Align2, Color32, FontId, Painter, Pos2, Stroke, vec2};
use std::collections::BTreeSet;

/// Maximum number of marks; the worst findings come first.
const MOST: usize = 200;
/// Distance below which marks are merged, in points.
const APART: f32 = 14.0;
/// Radius of a mark.
const RADIUS: f32 = 7.0;

/// Paints a mark beside the first place of each finding, worst first. Each severity has its own symbol.
pub fn paint(stage: &Stage, choice: ThemeChoice, findings: &[Finding], painter: &Painter) {
    let mut taken = BTreeSet::new();
    for finding in findings.iter().take(MOST) {
        let Some(at) = finding.places.first().and_then(|&place| anchor(stage, place)) else { continue };
        let at = at + vec2(RADIUS, -RADIUS);
        let cell = ((at.x / APART).round() as i64, (at.y / APART).round() as i64);
        if !stage.rect.contains(at) || !taken.insert(cell) {
            continue;
        }
        mark(choice, finding.severity, at, painter);
    }
}

/// Window position of a mark: the centre of small parts, the top of a body.
fn anchor(stage: &Stage, place: crate::level::Place) -> Option<Pos2> {
    let points = stage.points(place);
    let first = *points.first()?;
    if points.len() > 3 {
        let top = points.iter().copied().fold(first, |top, point| if point.y > top.y { point } else { top });
        return Some(stage.paintable(top));
    }
    Some(stage.paintable(points.iter().copied().sum::<DVec2>() / points.len() as f64))
}

fn mark(choice: ThemeChoice, severity: Severity, at: Pos2, painter: &Painter) {
    let tint = theme::severity(choice, severity);
    let sign = match severity {
        Severity::Error => "×",
        Severity::Warning => "!",
        Severity::Hint => "i",
    };
    let dark = Color32::from_black_alpha(230);
    painter.circle(at, RADIUS, tint, Stroke::new(1.5, Color32::from_black_alpha(120)));
    painter.text(at, Align2::CENTER_CENTER, sign, FontId::proportional(11.0), dark);
}
