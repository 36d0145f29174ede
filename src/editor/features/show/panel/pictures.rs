//! Small pictures of the overlays, each rendered once per theme, at most one sample level per UI frame.

use crate::editor::stage::paint::Still;
use crate::editor::theme::color;
use crate::picture::overlays::Overlay;
use crate::picture::sample::{OverlaySample, number};
use crate::picture::{Palette, Theme};
use egui::{CornerRadius, Id, Rect, Stroke, StrokeKind, Ui};
use glam::DVec2;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// The pictures are rendered larger than they are shown, so that lines and arrows have room.
const REDUCTION: f32 = 2.0;

#[derive(Default)]
struct PictureCache {
    samples: BTreeMap<usize, Option<OverlaySample>>,
    stills: BTreeMap<&'static str, (Theme, f32, Still)>,
}

/// The pictures during one UI frame.
pub(super) struct Pictures {
    cache: Arc<Mutex<PictureCache>>,
    may_make: bool,
}

impl Pictures {
    pub(super) fn begin(ui: &Ui) -> Self {
        let cache = ui
            .data_mut(|data| data.get_temp_mut_or_default::<Arc<Mutex<PictureCache>>>(Id::unique("overlays")).clone());
        Self { cache, may_make: true }
    }

    /// Paints the picture of an overlay; a frame marks it as on.
    pub(super) fn paint(&mut self, ui: &Ui, theme: Theme, overlay: &'static Overlay, rect: Rect, is_on: bool) {
        if !ui.is_rect_visible(rect) {
            return;
        }
        let (palette, corner) = (Palette::of(theme), CornerRadius::same(4));
        let painter = ui.painter_at(rect);
        painter.rect_filled(rect, corner, color(palette.background));
        let mut cache = self.cache.lock().unwrap_or_else(PoisonError::into_inner);
        let scale = ui.pixels_per_point();
        let is_made = cache.stills.get(overlay.id).is_some_and(|(of, at, _)| (*of, *at) == (theme, scale));
        if !is_made {
            if std::mem::take(&mut self.may_make) {
                cache.make(overlay, theme, rect, scale);
            }
            ui.ctx().request_repaint();
        }
        if let Some((_, _, still)) = cache.stills.get(overlay.id) {
            still.paint_reduced(&painter, rect, REDUCTION);
        }
        let line =
            if is_on { ui.visuals().hyperlink_color } else { ui.visuals().widgets.noninteractive.bg_stroke.color };
        let width = if is_on { 1.5 } else { 1.0 };
        ui.painter().rect_stroke(rect, corner, Stroke::new(width, line), StrokeKind::Inside);
    }
}

impl PictureCache {
    fn make(&mut self, overlay: &'static Overlay, theme: Theme, rect: Rect, scale: f32) {
        let Some(number) = number(overlay.id) else { return };
        let sample = self.samples.entry(number).or_insert_with(|| OverlaySample::of(overlay.id));
        let Some(sample) = sample else { return };
        let size = rect.size() * REDUCTION;
        let (picture, viewport) = sample.draw(overlay, theme, DVec2::new(f64::from(size.x), f64::from(size.y)));
        let still = Still::new(&picture, &viewport, &Palette::of(theme), scale / REDUCTION);
        self.stills.insert(overlay.id, (theme, scale, still));
    }
}
