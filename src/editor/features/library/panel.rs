//! The tab Library: one card per level.

use super::{LibraryPart, place};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::files::library::{Library, LibraryCard};
use crate::editor::theme;
use crate::editor::widgets;
use crate::geometry::DVec2;
use crate::picture::Palette;
use egui::text::LayoutJob;
use egui::{Align2, Color32, CursorIcon, FontId, Rect, Role, ScrollArea, Sense, Stroke, StrokeKind, Ui, WidgetInfo};
use egui::{pos2, vec2};

/// Size of a card in points; the words are below the picture.
const CARD: egui::Vec2 = vec2(136.0, 112.0);
const WORDS: f32 = 24.0;

/// Draws the tab. `center` is the middle of the view.
pub fn show(ui: &mut Ui, view: &ViewContext, library: &Library, center: DVec2, out: &mut Vec<Action>) {
    if view.document.path.is_none() {
        return widgets::note(ui, "Save the level first: the library shows the levels in its folder.");
    }
    if library.cards.is_empty() {
        let words = "No other level in the folder of this level or in a folder there. Save a part, such as a wheel, as \
            a level beside this one; then it can be placed here any number of times.";
        return widgets::note(ui, words);
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            for part in &library.cards {
                card(ui, view, part, center, out);
            }
        });
        if library.left_out > 0 {
            widgets::note(ui, format!("and {} more", library.left_out));
        }
    });
}

fn card(ui: &mut Ui, view: &ViewContext, part: &LibraryCard, center: DVec2, out: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(CARD, Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Place {}", part.name)));
    if ui.is_rect_visible(rect) {
        paint(ui, view, part, rect, response.hovered() || response.has_focus());
    }
    response.dnd_set_drag_payload(LibraryPart { path: part.path.clone() });
    if response.dragged() {
        ui.set_cursor_icon(CursorIcon::Grabbing);
    }
    if response.clicked() {
        out.push(Action::Edit(place(view.document.path.as_deref(), &part.path, center)));
    }
    let counts = part.picture.as_ref().map_or(String::new(), |(_, counts)| format!(" ({})", counts.words()));
    response.on_hover_text(format!(
        "{}{counts}: drag it onto the canvas; a click places it in the middle of the view",
        part.name
    ));
}

fn paint(ui: &Ui, view: &ViewContext, part: &LibraryCard, rect: Rect, is_lit: bool) {
    let painter = ui.painter();
    let weak = ui.visuals().weak_text_color();
    let (frame, words) = rect.split_top_bottom_at_y(rect.max.y - WORDS);
    painter.rect_filled(frame, 5.0, theme::color(Palette::of(view.settings.theme.picture()).background));
    match (&part.picture, &part.fault) {
        (Some((texture, _)), _) => {
            let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
            painter.image(texture.id(), frame.shrink(1.0), whole, Color32::WHITE);
        }
        (None, fault) => {
            let text = if fault.is_some() { "no preview" } else { "…" };
            painter.text(frame.center(), Align2::CENTER_CENTER, text, FontId::proportional(12.0), weak);
        }
    }
    let mut job =
        LayoutJob::simple(part.name.clone(), FontId::proportional(12.0), ui.visuals().text_color(), words.width());
    job.wrap.max_rows = 1;
    let text = painter.layout_job(job);
    painter.galley(words.left_center() - vec2(-2.0, 0.5 * text.size().y), text, weak);
    let rim = if is_lit { Stroke::new(1.5, ui.visuals().hyperlink_color) } else { ui.visuals().window_stroke };
    painter.rect_stroke(frame, 5.0, rim, StrokeKind::Inside);
}
