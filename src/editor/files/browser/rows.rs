//! The list of the file browser: shortcuts, entries with date and size, a preview of the selected level, and keyboard
//! navigation.

use super::listing::{SortColumn, sort};
use super::{Browser, State};
use crate::editor::files::Purpose;
use crate::editor::files::entries::{ListingEntry, MOST};
use crate::editor::files::recents::{ago, seconds};
use crate::editor::files::thumbs::{Of, Seen, Thumbs};
use crate::editor::icons::Icon;
use crate::editor::{theme, widgets};
use crate::picture::Theme;
use egui::{
    Align, Align2, Button, Context, Event, FontId, Key, Layout, RichText, Role, ScrollArea, Sense, Ui, WidgetInfo,
    pos2, vec2,
};
use std::time::SystemTime;

/// Widths of the shortcuts, the preview, and the date and size columns, in points.
const PLACES: f32 = 130.0;
const SIDE: f32 = 216.0;
const DATE: f32 = 104.0;
const SIZE: f32 = 66.0;
const ROW: f32 = 24.0;
/// Seconds after which typing starts a new search word.
const PATIENCE: f64 = 1.0;

/// A size with unit.
fn size(bytes: u64) -> String {
    match bytes {
        0..1000 => format!("{bytes} B"),
        1000..1_000_000 => format!("{} kB", bytes.div_ceil(1000)),
        _ => format!("{:.1} MB", bytes as f64 / 1e6),
    }
}

impl Browser {
    pub(super) fn body(&mut self, ui: &mut Ui, thumbs: &mut Thumbs, theme: Theme) {
        let extra =
            34.0 + if self.problem.is_some() { 24.0 } else { 0.0 } + if self.overwrite.is_some() { 24.0 } else { 0.0 };
        let height = (ui.available_height() - extra).max(120.0);
        let has_side = ui.available_width() > 640.0 && matches!(self.purpose, Purpose::Open);
        ui.horizontal_top(|ui| {
            ui.allocate_ui_with_layout(vec2(PLACES, height), Layout::top_down_justified(Align::Min), |ui| {
                ui.set_width(PLACES);
                self.places(ui);
            });
            let width = ui.available_width() - if has_side { SIDE + 8.0 } else { 0.0 };
            ui.allocate_ui_with_layout(vec2(width, height), Layout::top_down(Align::Min), |ui| {
                ui.set_width(width);
                self.head(ui);
                self.list(ui, height - 30.0);
            });
            if has_side {
                ui.allocate_ui_with_layout(vec2(SIDE, height), Layout::top_down(Align::Min), |ui| {
                    self.side(ui, thumbs, theme);
                });
            }
        });
    }

    fn places(&mut self, ui: &mut Ui) {
        let mut target = None;
        for spot in &self.spots {
            let is_here = spot.path == self.folder;
            let response = ui.add(Button::selectable(is_here, &spot.name).truncate().min_size(vec2(PLACES, ROW)));
            let name = format!("Shortcut: {}", spot.name);
            response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_here, &name));
            if response.on_hover_text(spot.path.display().to_string()).clicked() {
                target = Some(spot.path.clone());
            }
        }
        if let Some(path) = target {
            let ctx = ui.ctx().clone();
            self.go(&ctx, &path);
            self.wants_name();
        }
    }

    /// After a click on a folder, what is typed still is the name of the new file.
    fn wants_name(&mut self) {
        self.wants_focus = !self.purpose.is_to_read();
    }

    /// Column titles, which sort on click.
    fn head(&mut self, ui: &mut Ui) {
        // Subtract the frame and the scroll bar.
        let wide = ui.available_width() - DATE - SIZE - 12.0;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            for (column, title, width) in [
                (SortColumn::Name, "Name", wide),
                (SortColumn::Modified, "Changed", DATE),
                (SortColumn::Bytes, "Size", SIZE),
            ] {
                let is_by = self.sorted_by == column;
                let arrow = match (is_by, self.is_reversed) {
                    (false, _) => "",
                    (true, false) => " ↓",
                    (true, true) => " ↑",
                };
                let (rect, response) = ui.allocate_exact_size(vec2(width, 20.0), Sense::click());
                response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Sort by {title}")));
                let tint = if response.hovered() || response.has_focus() {
                    ui.visuals().strong_text_color()
                } else {
                    ui.visuals().weak_text_color()
                };
                let (at, align) = match column {
                    SortColumn::Name => (rect.left_center() + vec2(8.0, 0.0), Align2::LEFT_CENTER),
                    SortColumn::Modified => (rect.left_center(), Align2::LEFT_CENTER),
                    SortColumn::Bytes => (rect.right_center() - vec2(8.0, 0.0), Align2::RIGHT_CENTER),
                };
                ui.painter().text(at, align, format!("{title}{arrow}"), FontId::proportional(11.5), tint);
                if response.clicked() {
                    self.is_reversed = is_by && !self.is_reversed;
                    self.sorted_by = column;
                    sort(&mut self.entries, self.sorted_by, self.is_reversed);
                }
            }
        });
    }

    fn list(&mut self, ui: &mut Ui, height: f32) {
        let ctx = ui.ctx().clone();
        let (mut clicked, mut opened) = (None, None);
        let well = egui::Frame::new().fill(ui.visuals().panel_fill).corner_radius(5).inner_margin(4);
        well.show(ui, |ui| {
            let inner = height - 8.0;
            let shown = self.shown();
            let at = shown.iter().position(|entry| self.chosen.as_ref() == Some(&entry.path));
            let mut area = ScrollArea::vertical().max_height(inner).min_scrolled_height(inner).auto_shrink(false);
            if let Some(at) = at.filter(|_| self.wants_scroll) {
                let step = ROW + ui.spacing().item_spacing.y;
                area = area.vertical_scroll_offset((at as f32 * step - inner / 2.0).max(0.0));
            }
            let now = seconds(SystemTime::now());
            area.show_rows(ui, ROW, shown.len().max(1), |ui, range| {
                if shown.is_empty() {
                    return self.empty_list(ui);
                }
                for entry in shown.get(range).unwrap_or_default() {
                    let is_chosen = self.chosen.as_ref() == Some(&entry.path);
                    let response = row(ui, entry, is_chosen, now);
                    if response.clicked() {
                        clicked = Some((*entry).clone());
                    }
                    if response.double_clicked() {
                        opened = Some((*entry).clone());
                    }
                }
            });
        });
        self.wants_scroll = false;
        if let State::Here { is_cut: true } = self.state {
            widgets::note(ui, format!("Only {MOST} entries of this folder are listed. Type the path or the name"));
        }
        if let Some(entry) = clicked {
            self.choose(&entry);
        }
        if let Some(entry) = opened {
            self.enter(&ctx, &entry);
            self.wants_name();
        }
    }

    /// Explains why the list is empty.
    fn empty_list(&self, ui: &mut Ui) {
        match &self.state {
            State::Coming => drop(ui.weak("Listing…")),
            State::Failed(reason) => drop(ui.colored_label(ui.visuals().error_fg_color, reason)),
            State::Here { .. } => {
                let endings: Vec<String> = self.purpose.endings().iter().map(|ending| format!(".{ending}")).collect();
                ui.weak(format!("No folders and no files of this kind ({}) here", endings.join(", ")));
            }
        }
    }

    fn choose(&mut self, entry: &ListingEntry) {
        self.chosen = Some(entry.path.clone());
        (self.overwrite, self.problem) = (None, None);
        if !entry.is_folder {
            self.name.clone_from(&entry.name);
        } else if self.purpose.is_to_read() {
            self.name.clear();
        }
    }

    /// Opens a folder or a file. When saving, a file is only named, not overwritten.
    pub(super) fn enter(&mut self, ctx: &Context, entry: &ListingEntry) {
        if entry.is_folder {
            if self.purpose.is_to_read() {
                self.name.clear();
            }
            self.go(ctx, &entry.path);
        } else if !self.purpose.is_folder() {
            self.choose(entry);
            self.confirm(ctx);
        }
    }

    /// Preview of the selected level.
    fn side(&mut self, ui: &mut Ui, thumbs: &mut Thumbs, theme: Theme) {
        let chosen = self.entries.iter().find(|entry| self.chosen.as_ref() == Some(&entry.path) && !entry.is_folder);
        let (rect, _) = ui.allocate_exact_size(vec2(SIDE, SIDE * 0.625), Sense::hover());
        let ground = theme::color(crate::picture::Palette::of(theme).background);
        ui.painter().rect_filled(rect, 5.0, ground);
        let say = |ui: &Ui, text: &str| {
            let weak = ui.visuals().weak_text_color();
            let words = ui.painter().layout(text.to_owned(), FontId::proportional(11.5), weak, SIDE - 24.0);
            ui.painter().galley(rect.center() - words.size() / 2.0, words, weak);
        };
        let Some(entry) = chosen else { return say(ui, "Preview of the selected level") };
        if !self.purpose.fits(&entry.path) {
            return say(ui, "Not a level");
        }
        let of = Of::File(entry.path.clone(), entry.modified ^ entry.bytes << 32);
        let mut facts = None;
        match thumbs.get(ui.ctx(), &of, None, theme) {
            Seen::Here(texture, known) => {
                facts = Some(known.words());
                let full_uv = egui::Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
                ui.painter().image(texture.id(), rect, full_uv, egui::Color32::WHITE);
            }
            Seen::Coming => say(ui, "…"),
            Seen::Missing(reason) => say(ui, &format!("No preview: {reason}")),
        }
        ui.add(egui::Label::new(RichText::new(&entry.name).strong()).wrap());
        if let Some(facts) = facts {
            widgets::note(ui, facts);
        }
    }

    /// Keyboard navigation: up and down also while a file name to open is typed; the other keys, Enter and type-ahead while no
    /// field has the focus. Backspace goes up unless it deletes a letter.
    pub(super) fn keys(&mut self, ctx: &Context) {
        let is_naming =
            self.purpose.is_to_read() && ctx.memory(|memory| memory.has_focus(super::fields::name_field_id()));
        if ctx.text_edit_focused() && !is_naming {
            return;
        }
        let is_listed = |key: Key| !is_naming || matches!(key, Key::ArrowDown | Key::ArrowUp | Key::Backspace);
        let pressed = |key: Key| is_listed(key) && ctx.input(|i| i.key_pressed(key));
        if pressed(Key::Backspace) && (!is_naming || self.name.is_empty()) {
            return self.up(ctx);
        }
        let shown: Vec<ListingEntry> = self.shown().into_iter().cloned().collect();
        let at = shown.iter().position(|entry| self.chosen.as_ref() == Some(&entry.path));
        let last = shown.len().saturating_sub(1);
        let next = match at {
            _ if pressed(Key::Home) => Some(0),
            _ if pressed(Key::End) => Some(last),
            Some(at) if pressed(Key::ArrowDown) => Some((at + 1).min(last)),
            Some(at) if pressed(Key::ArrowUp) => Some(at.saturating_sub(1)),
            Some(at) if pressed(Key::PageDown) => Some((at + 10).min(last)),
            Some(at) if pressed(Key::PageUp) => Some(at.saturating_sub(10)),
            None if pressed(Key::ArrowDown) || pressed(Key::ArrowUp) => Some(0),
            _ if is_naming => None,
            _ => self.find(ctx, &shown, at),
        };
        if let Some(entry) = next.and_then(|next| shown.get(next)) {
            self.choose(entry);
            self.wants_scroll = true;
        }
        let has_focus = ctx.memory(|memory| memory.focused().is_some());
        if let Some(entry) = at.and_then(|at| shown.get(at)).filter(|_| pressed(Key::Enter) && !has_focus) {
            self.enter(ctx, entry);
        }
    }

    /// The next name that begins with the typed text.
    fn find(&mut self, ctx: &Context, shown: &[ListingEntry], at: Option<usize>) -> Option<usize> {
        let (text, now) = ctx.input(|i| {
            let text = |event: &Event| if let Event::Text(text) = event { Some(text.clone()) } else { None };
            (i.events.iter().filter_map(text).collect::<String>(), i.time)
        });
        if text.trim().is_empty() {
            return None;
        }
        if now - self.typed.1 > PATIENCE {
            self.typed.0.clear();
        }
        self.typed.0.push_str(&text.to_lowercase());
        self.typed.1 = now;
        let begin = &self.typed.0;
        // A growing word may match the current entry again; a new word searches from the next one.
        let from = at.map_or(0, |at| if begin.chars().count() > 1 { at } else { at + 1 });
        let order = (from..shown.len()).chain(0..from.min(shown.len()));
        order.into_iter().find(|&index| shown[index].name.to_lowercase().starts_with(begin))
    }
}

fn row(ui: &mut Ui, entry: &ListingEntry, is_chosen: bool, now: u64) -> egui::Response {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::click());
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &entry.name));
    let visuals = ui.visuals();
    let painter = ui.painter();
    if is_chosen {
        painter.rect_filled(rect, 4.0, visuals.selection.bg_fill);
    } else if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, 4.0, visuals.widgets.hovered.bg_fill);
    }
    let (weak, middle) = (visuals.weak_text_color(), rect.center().y);
    let icon = Icon(if entry.is_folder { "folder-simple" } else { "file-text" });
    let font = FontId::new(theme::SMALL_ICON, egui::FontFamily::Name("Phosphor Regular".into()));
    let tint = if entry.is_folder { visuals.hyperlink_color } else { weak };
    painter.text(pos2(rect.min.x + 14.0, middle), Align2::CENTER_CENTER, icon.glyph(), font, tint);
    let strong = if is_chosen { visuals.strong_text_color() } else { visuals.text_color() };
    let mut job = egui::text::LayoutJob::simple_singleline(entry.name.clone(), FontId::proportional(13.5), strong);
    job.wrap = egui::text::TextWrapping::truncate_at_width((rect.width() - DATE - SIZE - 44.0).max(60.0));
    let words = painter.layout_job(job);
    painter.galley(pos2(rect.min.x + 28.0, middle - words.size().y / 2.0), words, strong);
    let small = FontId::proportional(11.5);
    let date = if entry.modified > 0 { ago(entry.modified, now) } else { String::new() };
    painter.text(pos2(rect.max.x - SIZE - DATE, middle), Align2::LEFT_CENTER, date, small.clone(), weak);
    if !entry.is_folder {
        painter.text(pos2(rect.max.x - 8.0, middle), Align2::RIGHT_CENTER, size(entry.bytes), small, weak);
    }
    response
}

#[cfg(test)]
mod tests {
    #[test]
    fn size_uses_the_largest_fitting_unit() {
        assert_eq!([0, 999, 1000, 1001, 2_500_000].map(super::size), ["0 B", "999 B", "1 kB", "2 kB", "2.5 MB"]);
    }
}
