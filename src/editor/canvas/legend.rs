//! The legend of the overlays, in the upper corner of the canvas where it covers less of the level.

use super::verdict;
use crate::editor::features::verdict::VerdictUi;
use crate::editor::icons::Icon;
use crate::editor::stage::Stage;
use crate::editor::theme::{self, color};
use crate::picture::LegendEntry;
use egui::{Align, Button, Layout, Rect, RichText, Role, Shape, Stroke, Ui, UiBuilder, Vec2, WidgetInfo, vec2};

/// Distance from the borders of the canvas, in points.
const MARGIN: f32 = 12.0;
/// Maximum number of nodes that are looked up per picture.
const MOST_NODES: usize = 400;
/// Number of rows from which on they can be folded.
const FOLDABLE: usize = 3;
/// Weight of the points of a displayed verdict, relative to a node.
const OF_VERDICT: usize = 20;

/// State of the legend between UI frames.
#[derive(Clone, Copy, Debug, Default)]
pub struct Legend {
    /// Whether it is in the right corner.
    pub is_right: bool,
    /// Whether only its heading is shown.
    is_folded: bool,
    /// Its size in points; 0 before it is drawn.
    size: Vec2,
}

impl Legend {
    /// Draws the legend in the upper part of a rectangle of the canvas.
    pub fn show(&mut self, ui: &mut Ui, area: Rect, stage: &Stage, verdict_ui: &VerdictUi, rows: &[LegendEntry]) {
        if rows.is_empty() {
            (self.is_right, self.size) = (false, Vec2::ZERO);
            return;
        }
        let area = area.shrink(MARGIN);
        // A legend that moves while the level moves would distract.
        if self.size != Vec2::ZERO && !stage.is_playing {
            let left = Rect::from_min_size(area.min, self.size);
            let right = left.translate(vec2(area.width() - self.size.x, 0.0));
            self.choose([left, right].map(|corner| covered(stage, verdict_ui, corner)));
        }
        let start = if self.is_right { area.max.x - self.size.x } else { area.min.x };
        let place = area.with_min_x(start.max(area.min.x));
        let mut child = ui.new_child(UiBuilder::new().max_rect(place).layout(Layout::top_down(Align::Min)));
        let card = theme::card(&child).show(&mut child, |ui| {
            // Without controls, rows need only the height of the text.
            (ui.spacing_mut().item_spacing.y, ui.spacing_mut().interact_size.y) = (3.0, 16.0);
            if rows.len() >= FOLDABLE {
                self.heading(ui, rows.len());
                if self.is_folded {
                    return;
                }
            }
            for row in rows.iter().take(((area.height() - 56.0) / 19.0).max(1.0) as usize) {
                ui.horizontal(|ui| {
                    swatch(ui, row);
                    ui.add(egui::Label::new(RichText::new(&row.text).small()).selectable(false));
                });
            }
        });
        let size = card.response.rect.size();
        if size != self.size {
            self.size = size;
            ui.ctx().request_repaint();
        }
    }

    /// A button that folds and unfolds the rows.
    fn heading(&mut self, ui: &mut Ui, rows: usize) {
        let (icon, words) = match self.is_folded {
            true => ("caret-down", format!("Legend of {rows}")),
            false => ("caret-up", "Legend".to_owned()),
        };
        let text = RichText::new(words).small().color(ui.visuals().weak_text_color());
        let button = Button::new((Icon(icon).text(10.0), text)).frame_when_inactive(false).min_size(vec2(0.0, 24.0));
        let response = ui.add(button);
        let name = if self.is_folded { "Unfold the legend" } else { "Fold the legend" };
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
        self.is_folded ^= response.clicked();
    }

    /// Changes the corner if the other one covers less than half of what this one does.
    fn choose(&mut self, [left, right]: [usize; 2]) {
        let (here, there) = if self.is_right { (right, left) } else { (left, right) };
        self.is_right ^= here > 2 * there;
    }
}

/// Number of nodes and discs, of a sample, and of points of the verdict in a rectangle.
fn covered(stage: &Stage, verdict_ui: &VerdictUi, rect: Rect) -> usize {
    let world = stage.world;
    let (nodes, discs) = (world.layout().node_count, world.layout().discs.count());
    let sample = |count: usize| (0..count).step_by(count.div_ceil(MOST_NODES).max(1));
    let parts = sample(nodes).map(|node| world.position(node));
    let parts = parts.chain(sample(discs).map(|disc| world.disc_position(disc)));
    let within = |at| rect.contains(stage.paintable(at));
    parts.filter(|&at| within(at)).count()
        + OF_VERDICT * verdict::points(verdict_ui).into_iter().filter(|&at| within(at)).count()
}

/// A colour sample, or an arrow that shows the scale.
fn swatch(ui: &mut Ui, row: &LegendEntry) {
    let width = row.arrow_px.map_or(10.0, |px| px.clamp(1.0, 96.0));
    let (rect, _) = ui.allocate_exact_size(vec2(width, 10.0), egui::Sense::hover());
    let tint = color(row.color);
    if row.arrow_px.is_none() {
        // A translucent colour is hard to see on the card.
        let border = Stroke::new(1.0, color(row.color.opaque()));
        ui.painter().rect(rect, 3.0, tint, border, egui::StrokeKind::Inside);
        return;
    }
    let (tail, tip, head) = (rect.left_center(), rect.right_center(), width.min(6.0));
    ui.painter().line_segment([tail, tip - vec2(0.5 * head, 0.0)], Stroke::new(1.6, tint));
    let corners = vec![tip, tip + vec2(-head, -0.55 * head), tip + vec2(-head, 0.55 * head)];
    ui.painter().add(Shape::convex_polygon(corners, tint, Stroke::NONE));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn legend_keeps_its_corner_unless_the_other_is_clearly_better() {
        let mut legend = Legend::default();
        let mut at = |covered| {
            legend.choose(covered);
            legend.is_right
        };
        assert!(!at([0, 0]) && !at([2, 1]), "as free as the other");
        assert!(at([3, 1]) && at([1, 1]) && at([1, 2]), "stays at the right");
        assert!(!at([0, 1]) && !at([0, 0]));
    }
}
