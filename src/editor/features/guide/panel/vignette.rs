//! The picture of a guide topic, rendered once and cached as a mesh.

use crate::editor::actions::{Action, Source};
use crate::editor::context::ViewContext;
use crate::editor::stage::paint::Still;
use crate::editor::{theme, widgets};
use crate::guide::Topic;
use crate::level::gallery;
use crate::picture::vignette::Vignette;
use crate::picture::{Palette, Theme};
use egui::{CornerRadius, CursorIcon, Role, Sense, Stroke, StrokeKind, Ui, Vec2, WidgetInfo, vec2};
use glam::DVec2;

/// Height divided by width.
const SHAPE: f32 = 0.44;
/// Maximum width in points.
const WIDEST: f32 = 520.0;

/// The last rendered picture.
#[derive(Default)]
pub struct VignetteCache {
    topic: &'static str,
    vignette: Option<Vignette>,
    still: Option<(Theme, Vec2, f32, Still)>,
}

impl std::fmt::Debug for VignetteCache {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Shown").field(&self.topic).finish()
    }
}

/// Draws the picture; a click opens its level.
pub fn show(ui: &mut Ui, view: &ViewContext, shown: &mut VignetteCache, topic: &'static Topic, out: &mut Vec<Action>) {
    if shown.topic != topic.id {
        *shown = VignetteCache { topic: topic.id, vignette: Vignette::of(topic), still: None };
    }
    let Some(vignette) = &shown.vignette else { return };
    let width = ui.available_width().min(WIDEST).floor();
    let size = vec2(width, (width * SHAPE).floor());
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let name = format!("Picture: {}, {}", topic.title, vignette.title);
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let theme = view.settings.theme.picture();
    let palette = Palette::of(theme);
    let scale = ui.pixels_per_point();
    let is_made = shown.still.as_ref().is_some_and(|(t, s, p, _)| (*t, *s, *p) == (theme, size, scale));
    if !is_made {
        let (picture, viewport) = vignette.draw(theme, DVec2::new(f64::from(size.x), f64::from(size.y)));
        shown.still = Some((theme, size, scale, Still::new(&picture, &viewport, &palette, scale)));
    }
    let painter = ui.painter_at(rect);
    painter.rect_filled(rect, CornerRadius::same(6), theme::color(palette.background));
    if let Some((_, _, _, still)) = &shown.still {
        still.paint(&painter, rect);
    }
    let line = Stroke::new(1.0, ui.visuals().widgets.noninteractive.bg_stroke.color);
    ui.painter().rect_stroke(rect, CornerRadius::same(6), line, StrokeKind::Inside);
    let mut caption = format!("{}, frame {}", vignette.title, vignette.frame);
    let overlays: Vec<&str> = vignette.overlays().collect();
    if !overlays.is_empty() {
        caption += &format!(", with {}", overlays.join(" and "));
    }
    widgets::note(ui, caption);
    let response = response.on_hover_text("Click opens this level").on_hover_cursor(CursorIcon::PointingHand);
    if response.clicked()
        && let Some(index) = gallery::ALL.iter().position(|level| vignette.is_of(level.id))
    {
        out.push(Action::Open(Source::Gallery(index)));
    }
}
