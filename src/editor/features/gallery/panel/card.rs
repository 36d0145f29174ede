//! A card of the gallery: preview, name and description.

use super::GallerySources;
use crate::editor::files::thumbs::{Of, Seen};
use crate::editor::icons::Icon;
use crate::editor::theme;
use egui::text::LayoutJob;
use egui::{Align2, Color32, FontId, Id, Rect, Response, Role, Sense, Stroke, StrokeKind, Ui, WidgetInfo, pos2, vec2};
use std::path::PathBuf;

/// Minimum width.
pub const WIDTH: f32 = 178.0;
/// Height of the text below the preview.
const WORDS: f32 = 76.0;
/// Height of a card without a preview.
const PLAIN: f32 = 74.0;

/// Target of a card.
#[derive(Clone, Debug, PartialEq)]
pub enum Card {
    /// An empty level.
    Empty,
    /// A level with a floor.
    Floor,
    /// The file dialog.
    Open,
    /// An empty level with the First Steps tour.
    Tour,
    /// A recent file.
    Recent(PathBuf),
    /// A gallery level, by index.
    Level(usize),
}

/// Appearance of a card.
#[derive(Debug, Default)]
pub struct Look {
    /// Title and accessible name.
    pub name: String,
    /// Description.
    pub line: String,
    /// Icon instead of a preview.
    pub icon: Option<Icon>,
    /// Subject of the preview.
    pub of: Option<Of>,
    /// Whether the file no longer exists.
    pub is_gone: bool,
    /// Tooltip.
    pub hover: String,
}

/// Draws a card of this width.
pub fn show(ui: &mut Ui, sources: &mut GallerySources, card: &Card, width: f32) -> Response {
    let look = card.look(sources);
    let has_picture = look.of.is_some() || matches!(card, Card::Recent(_));
    let height = if has_picture { (width * 0.625).round() + WORDS } else { PLAIN };
    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
    let response = ui.interact(rect, Id::unique(("card", &look.name, &look.hover)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &look.name));
    if ui.is_rect_visible(rect) {
        paint(ui, sources, &look, rect, &response, has_picture);
    }
    if look.hover.is_empty() { response } else { response.on_hover_text(look.hover) }
}

fn paint(ui: &Ui, sources: &mut GallerySources, look: &Look, rect: Rect, response: &Response, has_picture: bool) {
    let visuals = ui.style().interact(response);
    let painter = ui.painter();
    let ground = if response.hovered() || response.has_focus() { visuals.bg_fill } else { ui.visuals().panel_fill };
    painter.rect_filled(rect, 6.0, ground);
    let accent = ui.visuals().hyperlink_color;
    let rim = if response.has_focus() {
        Stroke::new(2.0, accent)
    } else if response.hovered() {
        Stroke::new(1.0, accent)
    } else {
        ui.visuals().window_stroke
    };
    let text = rect.shrink2(vec2(10.0, 7.0));
    let words = if has_picture {
        let frame = Rect::from_min_max(rect.min, pos2(rect.max.x, rect.max.y - WORDS)).shrink(1.0);
        picture(ui, sources, look, frame);
        Rect::from_min_max(pos2(text.min.x, frame.max.y + 6.0), text.max)
    } else {
        let icon = look.icon.unwrap_or(Icon("file"));
        let at = pos2(rect.min.x + 24.0, rect.center().y);
        let font = FontId::new(24.0, egui::FontFamily::Name("Phosphor Regular".into()));
        painter.text(at, Align2::CENTER_CENTER, icon.glyph(), font, accent);
        Rect::from_min_max(pos2(rect.min.x + 46.0, rect.min.y + 13.0), text.max)
    };
    let strong = if look.is_gone { ui.visuals().weak_text_color() } else { ui.visuals().strong_text_color() };
    let name = lines(ui, &look.name, 13.5, strong, words.width(), 1);
    let below = words.min + vec2(0.0, name.size().y + 2.0);
    painter.galley(words.min, name, strong);
    let weak = if look.is_gone { ui.visuals().warn_fg_color } else { ui.visuals().weak_text_color() };
    let line = lines(ui, &look.line, 11.5, weak, words.width(), 3);
    painter.galley(below, line, weak);
    painter.rect_stroke(rect, 6.0, rim, StrokeKind::Inside);
}

/// Text in at most `rows` lines, with an ellipsis if cut.
fn lines(ui: &Ui, text: &str, size: f32, color: Color32, width: f32, rows: usize) -> std::sync::Arc<egui::Galley> {
    let mut job = LayoutJob::simple(text.to_owned(), FontId::proportional(size), color, width);
    job.wrap.max_rows = rows;
    ui.painter().layout_job(job)
}

fn picture(ui: &Ui, sources: &mut GallerySources, look: &Look, frame: Rect) {
    let theme = sources.settings.theme.picture();
    let ground = theme::color(crate::picture::Palette::of(theme).background);
    let painter = ui.painter();
    painter.rect_filled(frame, egui::CornerRadius { nw: 5, ne: 5, sw: 0, se: 0 }, ground);
    let weak = ui.visuals().weak_text_color();
    let sign = |icon: Icon| {
        let font = FontId::new(30.0, egui::FontFamily::Name("Phosphor Regular".into()));
        painter.text(frame.center(), Align2::CENTER_CENTER, icon.glyph(), font, weak.gamma_multiply(0.7));
    };
    let Some(of) = &look.of else { return sign(look.icon.unwrap_or(Icon("file"))) };
    match sources.thumbs.get(ui.ctx(), of, None, theme) {
        Seen::Here(texture, _) => {
            let full_uv = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture.id(), frame, full_uv, Color32::WHITE);
        }
        Seen::Coming => sign(Icon("hourglass")),
        Seen::Missing(reason) => {
            let words = lines(ui, &format!("No preview: {reason}"), 11.5, weak, frame.width() - 24.0, 4);
            painter.galley(frame.center() - words.size() / 2.0, words, weak);
        }
    }
}
