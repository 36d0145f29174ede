//! The picture of a level with its name, or why there is none.

use crate::editor::settings::ThemeChoice;
use crate::editor::theme;
use crate::level::checks::Severity;
use crate::picture::Palette;
use egui::text::LayoutJob;
use egui::{Align2, Color32, FontId, Rect, Stroke, StrokeKind, TextureId, Ui, pos2, vec2};

/// Size of a card in points; the name is below the picture.
pub const CARD: egui::Vec2 = vec2(136.0, 112.0);
const WORDS: f32 = 24.0;

/// What a card shows.
pub struct LevelCard<'a> {
    /// Name of the level.
    pub name: &'a str,
    /// Its preview, once painted.
    pub picture: Option<TextureId>,
    /// Why it has no preview, and whether the level is sound nevertheless.
    pub fault: Option<(bool, String)>,
    /// Whether the pointer or the focus is on it.
    pub is_lit: bool,
    /// Whether the level is open.
    pub is_marked: bool,
}

/// Paints a card.
pub fn paint(ui: &Ui, choice: ThemeChoice, card: &LevelCard<'_>, rect: Rect) {
    let painter = ui.painter();
    let weak = ui.visuals().weak_text_color();
    let (frame, words) = rect.split_top_bottom_at_y(rect.max.y - WORDS);
    painter.rect_filled(frame, 5.0, theme::color(Palette::of(choice.picture()).background));
    match (card.picture, &card.fault) {
        (Some(texture), _) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture, frame.shrink(1.0), whole, Color32::WHITE);
        }
        (None, Some((false, fault))) => {
            let tint = theme::severity(choice, Severity::Error);
            let mut job = LayoutJob::simple(fault.clone(), FontId::proportional(11.5), tint, frame.width() - 12.0);
            job.wrap.max_rows = 5;
            painter.galley(frame.min + vec2(6.0, 5.0), painter.layout_job(job), tint);
        }
        (None, fault) => {
            let text = if fault.is_some() { "no preview" } else { "…" };
            painter.text(frame.center(), Align2::CENTER_CENTER, text, FontId::proportional(12.0), weak);
        }
    }
    let mut job =
        LayoutJob::simple(card.name.to_owned(), FontId::proportional(12.0), ui.visuals().text_color(), words.width());
    job.wrap.max_rows = 1;
    let text = painter.layout_job(job);
    painter.galley(words.left_center() - vec2(-2.0, 0.5 * text.size().y), text, weak);
    let rim = match (card.is_lit, card.is_marked) {
        (true, _) => Stroke::new(1.5, ui.visuals().hyperlink_color),
        (false, true) => Stroke::new(1.5, ui.visuals().selection.stroke.color),
        (false, false) => ui.visuals().window_stroke,
    };
    painter.rect_stroke(frame, 5.0, rim, StrokeKind::Inside);
}
