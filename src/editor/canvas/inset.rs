//! The inset: the chosen contact enlarged in a corner of the canvas, while it is too small to be seen.

use super::{CanvasParts, marks, verdict};
use crate::editor::actions::{Action, Command};
use crate::editor::features::verdict::{VerdictUi, selected_node};
use crate::editor::stage::Stage;
use crate::editor::stage::paint::PaintOptions;
use crate::editor::theme;
use crate::editor::widgets::command::tip;
use crate::engine::trace::{Candidate, ContactTrace};
use crate::engine::{Trace, World};
use crate::geometry::{DVec2, polygon};
use crate::level::{Place, View};
use crate::picture::Viewport;
use egui::{Align2, CornerRadius, CursorIcon, FontId, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, vec2};

/// A contact whose depth is smaller on the screen is shown in the inset, in points.
const SMALLEST_PX: f64 = 8.0;
/// Size of the inset where there is room, its share of a small canvas, and its least height.
const SIZE: egui::Vec2 = vec2(240.0, 170.0);
const SHARE: egui::Vec2 = vec2(0.45, 0.62);
const LEAST_HEIGHT: f32 = 90.0;
/// Distance from the edges of the canvas.
const MARGIN: f32 = 12.0;
/// Room for the scale bar below.
const SCALE_BAR: f32 = 44.0;
/// Visible height in depths of the contact.
const DEPTHS: f64 = 8.0;
/// Limits of the visible height in lengths of the edge.
const HEIGHTS: [f64; 2] = [1e-4, 1.5];
/// Least enlargement for which an inset is worth its place.
const LEAST_GAIN: f64 = 1.5;

/// The place and the depth of a contact.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ContactSpot {
    /// Halfway between M and the edge.
    pub center: DVec2,
    /// Distance of M from the edge.
    pub depth: f64,
    /// Height of the view that shows it.
    pub height: f64,
    /// Body and node.
    pub node: (usize, usize),
}

impl ContactSpot {
    /// Of the chosen edge of a contact, or of the nearest one.
    pub fn of(contact: &ContactTrace) -> Option<Self> {
        let distance = |row: &Candidate| polygon::distance_to_segment(contact.point, row.a_position, row.b_position);
        let chosen = contact.candidates.iter().find(|row| Some(row.edge) == contact.chosen);
        let nearest = || contact.candidates.iter().min_by(|a, b| distance(a).total_cmp(&distance(b)));
        let edge = chosen.or_else(nearest)?;
        let foot = polygon::closest_on_segment(contact.point, edge.a_position, edge.b_position);
        let (depth, length) = (contact.point.distance(foot), edge.a_position.distance(edge.b_position));
        let height = (DEPTHS * depth).clamp(HEIGHTS[0] * length, HEIGHTS[1] * length);
        let center = 0.5 * (contact.point + foot);
        let node = (contact.body, contact.node);
        (center.is_finite() && height.is_finite() && height > 0.0).then_some(Self { center, depth, height, node })
    }

    /// With the node of a displayed state in view, too.
    fn in_world(self, world: &World) -> Self {
        let (body, node) = self.node;
        let nodes = world.layout().bodies.get(body).map(|body| body.nodes.clone()).unwrap_or_default();
        let node = nodes.start + node;
        if nodes.contains(&node) { self.with_node(world.position(node)) } else { self }
    }

    /// With the displayed place of the node in view, too: before the phase that detects the contact it is elsewhere.
    fn with_node(self, at: DVec2) -> Self {
        let way = at.distance(self.center);
        if !way.is_finite() || 2.5 * way <= self.height {
            return self;
        }
        Self { center: 0.5 * (self.center + at), height: 1.5 * way, ..self }
    }

    /// The view that shows it.
    pub fn view(&self) -> View {
        View { center: self.center.into(), height: self.height }
    }
}

/// The chosen contact: that of the verdict, or of the selected node.
pub fn chosen(verdict: &VerdictUi, trace: Option<&Trace>, selection: &[Place]) -> Option<ContactSpot> {
    if let Some(shown) = &verdict.shown {
        return ContactSpot::of(shown.contact());
    }
    let node = selected_node(selection)?;
    trace?.contacts.iter().find(|contact| (contact.body, contact.node) == node).and_then(ContactSpot::of)
}

/// Shows the inset if the chosen contact is too small; a click zooms to the contact.
pub(super) fn show(ui: &Ui, stage: &Stage, parts: &mut CanvasParts, options: &PaintOptions, out: &mut Vec<Action>) {
    // While the run plays, contacts come and go too fast to be read.
    if stage.is_playing {
        return;
    }
    let Some(spot) = chosen(parts.verdict, parts.trace, parts.selection) else { return };
    let spot = spot.in_world(options.world);
    let fit = (stage.rect.size() * SHARE / SIZE).min_elem().min(1.0);
    let size = SIZE * fit;
    let scale = f64::from(size.y) / spot.height;
    let is_seen = spot.depth * stage.viewport.scale >= SMALLEST_PX || scale < LEAST_GAIN * stage.viewport.scale;
    if is_seen || size.y < LEAST_HEIGHT {
        return;
    }
    let is_right_taken = parts.twin.is_some() || parts.canvas.legend.is_right;
    let rect = place(stage, &spot, size, is_right_taken);
    let response = ui.interact(rect, Id::unique("inset"), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Inset of the contact"));
    let viewport = Viewport { size_px: DVec2::new(size.x.into(), size.y.into()), center: spot.center, scale };
    let inset = Stage { viewport, rect, ..*stage };
    let painter = ui.painter_at(rect);
    let corner = CornerRadius::same(6);
    painter.rect_filled(rect, corner, theme::color(stage.palette.background));
    parts.canvas.inset_cache.paint(options, viewport, rect, &painter);
    marks::paint(&inset, None, &parts.canvas.lit, &painter);
    verdict::paint(&inset, parts.verdict, &parts.canvas.lit, parts.canvas.inset_cache.labelled(), &painter);
    let text = format!("{:.0} × larger", scale / stage.viewport.scale);
    let tint = theme::color(stage.palette.text);
    painter.text(rect.right_bottom() - vec2(8.0, 6.0), Align2::RIGHT_BOTTOM, text, FontId::proportional(11.0), tint);
    let line = Stroke::new(1.5, theme::color(stage.palette.selection));
    painter.rect_stroke(rect, corner, line, StrokeKind::Inside);
    ui.painter_at(stage.rect).circle_stroke(stage.paintable(spot.center), 9.0, line);
    let name = tip(ui, Command::ZoomToContact.row().name, Command::ZoomToContact);
    if response.on_hover_cursor(CursorIcon::ZoomIn).on_hover_text(name).clicked() {
        out.push(Action::Command(Command::ZoomToContact));
    }
}

/// The upper right corner, or the lower left one if the first is taken or would cover the contact. The upper left one
/// belongs to the legend, which can also take the right one, and the lower right one to messages.
fn place(stage: &Stage, spot: &ContactSpot, size: egui::Vec2, is_right_taken: bool) -> Rect {
    let area = stage.rect.shrink(MARGIN);
    let right = Rect::from_min_size(area.right_top() - vec2(size.x, 0.0), size);
    let left = Rect::from_min_size(area.left_bottom() - vec2(0.0, size.y + SCALE_BAR), size);
    let covers = right.expand(MARGIN).contains(stage.paintable(spot.center));
    if is_right_taken || covers { left } else { right }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::gallery;

    #[test]
    fn spot_shows_eight_depths_around_the_contact() {
        let level = gallery::level("04-squares-distance").and_then(|level| gallery::read_flat(level).ok());
        let mut world = World::new(&level.expect("a level")).expect("it runs");
        let mut trace = Trace::default();
        while trace.contacts.is_empty() {
            world.step_substep_traced(&mut trace);
        }
        let contact = &trace.contacts[0];
        let spot = ContactSpot::of(contact).expect("a spot");
        let edge = contact.candidates.iter().find(|row| Some(row.edge) == contact.chosen).expect("an edge");
        // The edge and its distance as the engine chose it.
        assert!((spot.depth - edge.distance.expect("eligible")).abs() < 1e-12);
        assert_eq!(spot.height, 8.0 * spot.depth);
        assert!(spot.center.distance(contact.point) <= 0.5 * spot.depth + 1e-12);
        assert_eq!(spot.with_node(contact.point), spot);
        let start = contact.point - DVec2::new(40.0 * spot.depth, 0.0);
        let both = spot.with_node(start);
        let reach = [start, spot.center].map(|at| at.distance(both.center));
        assert!(reach.iter().all(|reach| *reach < 0.5 * both.height), "{reach:?} of {}", both.height);
    }
}
