//! The command palette window: a search field and the list of matches.

use crate::editor::context::ViewContext;
use crate::editor::features::palette::entries::query;
use crate::editor::features::palette::{Palette, PaletteEntry, PaletteMatch, entries, find};
use crate::editor::icons::Icon;
use crate::editor::theme;
use egui::text::{LayoutJob, TextFormat};
use egui::{
    Align, Align2, Area, Color32, Context, FontId, Id, Key, Label, Layout, Modifiers, Order, Rect, Response, RichText,
    Role, ScrollArea, Sense, TextEdit, TextStyle, Ui, UiBuilder, WidgetInfo, vec2,
};

/// Accessible name of the search field, also used by tests.
const FIELD: &str = "Command palette";
/// Width.
const WIDTH: f32 = 620.0;
/// Row height.
const ROW: f32 = 27.0;
/// Maximum number of visible rows.
const ROWS: usize = 13;

/// Draws the palette if open. Returns the entry that was chosen.
pub fn show(ctx: &Context, view: &ViewContext, tool_in_hand: &str, palette: &mut Palette) -> Option<PaletteEntry> {
    if !palette.is_open {
        return None;
    }
    let mut found = find(entries(ctx, view, tool_in_hand), &palette.words, &view.settings.palette_recent);
    if let Some(entry) = query(&palette.words) {
        found.insert(0, PaletteMatch { entry, letters: Vec::new(), synonym: None });
    }
    let chosen = keys(ctx, palette, found.len());
    let room = ctx.content_rect().size();
    let width = WIDTH.min(room.x - 40.0);
    let mut clicked = None;
    let area = Area::new(Id::unique("palette")).order(Order::Foreground);
    let response = area.anchor(Align2::CENTER_TOP, vec2(0.0, 72.0_f32.min(room.y * 0.1))).show(ctx, |ui| {
        theme::card(ui).fill(ui.visuals().window_fill).shadow(ui.visuals().window_shadow).show(ui, |ui| {
            ui.set_width(width);
            field(ui, palette);
            ui.separator();
            if found.is_empty() {
                ui.weak("No match. Try fewer letters.");
            }
            let height = (room.y - 230.0).clamp(3.0 * ROW, ROWS as f32 * ROW);
            let hovered;
            (clicked, hovered) = list(ui, palette, &found, height);
            ui.separator();
            explanation(ui, found.get(hovered.unwrap_or(palette.at)));
            ui.horizontal(|ui| {
                ui.weak(RichText::new("↑ ↓ choose   Enter runs   Esc closes").small());
                ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
                    ui.weak(RichText::new(format!("{} found", found.len())).small());
                });
            });
        });
    });
    if let Some(found) = clicked.or(chosen.filter(|_| palette.is_open)).and_then(|at| found.get(at)) {
        if found.entry.refusal.is_none() {
            palette.is_open = false;
            return Some(found.entry.clone());
        }
        return None;
    }
    let is_elsewhere = |i: &egui::InputState| {
        i.pointer.any_pressed() && i.pointer.interact_pos().is_some_and(|at| !response.response.rect.contains(at))
    };
    if ctx.input(is_elsewhere) {
        palette.is_open = false;
    }
    None
}

/// Arrows, Enter and Escape, handled before the field. Returns the row chosen by Enter.
fn keys(ctx: &Context, palette: &mut Palette, count: usize) -> Option<usize> {
    let last = count.saturating_sub(1);
    palette.at = palette.at.min(last);
    ctx.input_mut(|input| {
        let page = ROWS - 1;
        let steps =
            [(Key::ArrowDown, 1), (Key::ArrowUp, -1), (Key::PageDown, page as isize), (Key::PageUp, -(page as isize))];
        for (key, by) in steps {
            for _ in 0..input.count_and_consume_key(Modifiers::NONE, key) {
                // Moving past an end wraps around.
                palette.at = match (palette.at, by) {
                    (0, -1) => last,
                    (at, 1) if at == last => 0,
                    (at, by) => at.saturating_add_signed(by).min(last),
                };
                palette.wants_scroll = true;
            }
        }
        if input.consume_key(Modifiers::NONE, Key::Escape) {
            palette.is_open = false;
        }
        input.consume_key(Modifiers::NONE, Key::Enter).then_some(palette.at)
    })
}

fn field(ui: &mut Ui, palette: &mut Palette) {
    ui.horizontal(|ui| {
        ui.label(Icon("magnifying-glass").tinted(theme::ICON, ui.visuals().weak_text_color()));
        let edit = TextEdit::singleline(&mut palette.words)
            .hint_text("What do you want to do?")
            .desired_width(f32::INFINITY)
            .font(FontId::proportional(15.0))
            .frame(egui::Frame::NONE.inner_margin(egui::Margin::symmetric(6, 3)))
            .align(egui::Align2::LEFT_CENTER)
            .lock_focus(true);
        let response = ui.add(edit);
        response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, FIELD));
        if std::mem::take(&mut palette.wants_focus) || !response.has_focus() {
            response.request_focus();
        }
        if response.changed() {
            palette.at = 0;
            palette.wants_scroll = true;
        }
    });
}

/// What the row under the pointer does, else the chosen one. The height is constant, so that the window does not jump.
fn explanation(ui: &mut Ui, found: Option<&PaletteMatch>) {
    const LINES: f32 = 2.0;
    let size = vec2(ui.available_width(), LINES * ui.text_style_height(&TextStyle::Small));
    ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        ui.set_min_size(size);
        let words = found.map_or("", |found| found.entry.words);
        ui.add(Label::new(RichText::new(words).small()).wrap());
    });
}

/// The rows; returns the clicked one and the one under the pointer.
fn list(ui: &mut Ui, palette: &mut Palette, found: &[PaletteMatch], height: f32) -> (Option<usize>, Option<usize>) {
    let (mut clicked, mut hovered) = (None, None);
    ui.spacing_mut().item_spacing.y = 0.0;
    let mut area = ScrollArea::vertical().max_height(height).auto_shrink([false, true]);
    if std::mem::take(&mut palette.wants_scroll) {
        // Scroll only if the row is not visible.
        let id = ui.make_persistent_id(Id::unique("palette top"));
        let top = ui.data(|data| data.get_temp::<f32>(id)).unwrap_or(0.0);
        let at = palette.at as f32 * ROW;
        let offset = top.clamp((at + ROW - height).max(0.0), at);
        area = area.vertical_scroll_offset(offset);
    }
    let id = ui.make_persistent_id(Id::unique("palette top"));
    let shown = area.show_rows(ui, ROW, found.len(), |ui, rows| {
        for index in rows {
            let response = row(ui, &found[index], index == palette.at);
            clicked = response.clicked().then_some(index).or(clicked);
            hovered = response.hovered().then_some(index).or(hovered);
        }
    });
    ui.data_mut(|data| data.insert_temp(id, shown.state.clamped_offset().y));
    (clicked, hovered)
}

fn row(ui: &mut Ui, found: &PaletteMatch, is_chosen: bool) -> Response {
    let entry = &found.entry;
    let is_possible = entry.refusal.is_none();
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, is_possible, is_chosen, entry.full()));
    let visuals = ui.visuals();
    let (weak, strong, plain) = (visuals.weak_text_color(), visuals.strong_text_color(), visuals.text_color());
    if is_chosen {
        ui.painter().rect_filled(rect, 5.0, visuals.selection.bg_fill);
    } else if response.hovered() {
        ui.painter().rect_filled(rect, 5.0, visuals.widgets.hovered.bg_fill);
    }
    let inner = Rect::from_min_max(rect.min + vec2(8.0, 0.0), rect.max - vec2(8.0, 0.0));
    let builder = UiBuilder::new().max_rect(inner).layout(Layout::left_to_right(Align::Center));
    ui.scope_builder(builder, |ui| {
        let tint = if entry.is_on { ui.visuals().hyperlink_color } else { weak };
        let icon = if entry.is_on { Icon("check-circle") } else { entry.icon };
        ui.label(icon.tinted(theme::SMALL_ICON, tint));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if !entry.keys.is_empty() {
                ui.label(RichText::new(&entry.keys).monospace().size(11.0).color(weak));
            }
            if let Some(synonym) = found.synonym {
                ui.label(RichText::new(synonym).small().italics().color(weak));
            }
            if let Some(refusal) = entry.refusal {
                ui.label(RichText::new(refusal).small().italics().color(ui.visuals().warn_fg_color));
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let color = if is_possible { plain } else { weak };
                ui.add(Label::new(title(ui, found, color, strong)).truncate());
            });
        });
    });
    response
}

/// Menu path and title of the entry, with matched letters emphasized.
fn title(ui: &Ui, found: &PaletteMatch, plain: Color32, strong: Color32) -> LayoutJob {
    let font = TextStyle::Body.resolve(ui.style());
    let (accent, weak) = (ui.visuals().hyperlink_color, ui.visuals().weak_text_color());
    let mut job = LayoutJob::default();
    let mut letters = found.letters.iter().peekable();
    let full = found.entry.full();
    let before = full.chars().count() - found.entry.title.chars().count();
    for (index, letter) in full.chars().enumerate() {
        let is_meant = letters.next_if(|at| **at as usize == index).is_some();
        let color = match (is_meant, found.entry.refusal.is_none()) {
            (true, true) => accent,
            (true, false) => strong,
            (false, _) if index < before => weak,
            (false, _) => plain,
        };
        job.append(&letter.to_string(), 0.0, TextFormat { font_id: font.clone(), color, ..TextFormat::default() });
    }
    job
}
