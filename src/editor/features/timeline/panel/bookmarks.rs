//! The menu of bookmarks with its search, and the window with name, note and tags of one.

use super::bar::{HEIGHT, small, stays_open};
use super::scale::TimeScale;
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::timeline::Timeline;
use crate::editor::features::timeline::commands::TimeCommand;
use crate::editor::features::timeline::moments;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets;
use crate::editor::widgets::command::item;
use crate::level::bookmarks::Bookmark;
use egui::{
    Align, Align2, Button, Id, Label, Layout, Response, RichText, Role, ScrollArea, TextEdit, Ui, WidgetInfo, Window,
    pos2, vec2,
};

/// Number of bookmarks from which on they are searched.
const MANY: usize = 2;
/// Width of the menu and of the window.
const WIDTH: f32 = 320.0;
/// Width of the names of the fields.
const LABEL: f32 = 36.0;
/// Space around the window of a bookmark, in points.
const MARGIN: f32 = 12.0;

/// Menu of bookmarks: search, go to, describe, delete.
pub fn menu(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let list = moments::bookmarks(view);
    let text = if list.is_empty() { "Bookmarks".to_owned() } else { format!("Bookmarks {}", list.len()) };
    let button = Button::new(RichText::new(text).small()).frame_when_inactive(false);
    stays_open(ui, "Bookmarks", "Named moments, saved with the level", button, |ui| {
        ui.set_width(WIDTH);
        item(ui, view, Command::AddBookmark, out);
        item(ui, view, Command::PreviousBookmark, out);
        item(ui, view, Command::NextBookmark, out);
        ui.separator();
        if list.is_empty() {
            widgets::note(ui, "No bookmarks yet. Bookmarks are saved in the level file; undo works on them.");
        }
        let id = Id::unique("bookmarks searched for");
        let search = |ui: &mut Ui| widgets::kept_search(ui, id, "Find bookmarks", "Find: words, #tag", f32::INFINITY);
        let words = if list.len() >= MANY { search(ui) } else { String::new() };
        let found: Vec<usize> = (0..list.len()).filter(|&index| list[index].has_words(&words)).collect();
        if found.is_empty() && !list.is_empty() {
            ui.weak("No bookmark has these words");
        }
        let height = ui.ctx().content_rect().height() * 0.5;
        ScrollArea::vertical().max_height(height).show_rows(ui, HEIGHT, found.len(), |ui, rows| {
            found[rows].iter().for_each(|&index| row(ui, view, index, &list[index], out));
        });
    });
}

fn row(ui: &mut Ui, view: &ViewContext, index: usize, bookmark: &Bookmark, out: &mut Vec<Action>) {
    let when = moments::of_bookmark(bookmark, view.run.level().world.substeps);
    ui.horizontal(|ui| {
        let weak = ui.visuals().weak_text_color();
        let is_here = moments::displayed(view.run) == when;
        let at = RichText::new(format!("{when:>7}")).monospace().color(weak);
        let size = vec2(ui.available_width() - 2.0 * HEIGHT - 12.0, HEIGHT);
        let tags = RichText::new(tag_words(bookmark)).small().color(weak);
        let words = (at, RichText::new(&bookmark.name), egui::Atom::grow(), tags);
        let go = ui.add(Button::selectable(is_here, words).min_size(size).truncate());
        let name = format!("Go to {}", bookmark.name);
        go.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let is_described = !bookmark.note.is_empty() || !bookmark.tags.is_empty();
        let go = if is_described { go.on_hover_ui(|ui| describe(ui, bookmark)) } else { go };
        if go.clicked() {
            let moment = bookmark.moment(view.run.level().world.substeps);
            out.push(Action::Time(TimeCommand::GoInside(moment, bookmark.phase as usize)));
        }
        let (rename, delete) = (format!("Describe {}", bookmark.name), format!("Delete {}", bookmark.name));
        if small(ui, "pencil-simple", &rename, "Name, note and tags", true, false) {
            out.push(Action::Time(TimeCommand::Rename(Some(index))));
            ui.close();
        }
        if small(ui, "trash", &delete, "Delete", true, false) {
            out.push(Action::Time(TimeCommand::Delete(index)));
        }
    });
}

fn tag_words(bookmark: &Bookmark) -> String {
    bookmark.tags.iter().map(|tag| format!("#{tag}")).collect::<Vec<_>>().join(" ")
}

/// Note and tags of a bookmark, for tooltips.
pub fn describe(ui: &mut Ui, bookmark: &Bookmark) {
    if !bookmark.note.is_empty() {
        ui.add(Label::new(&bookmark.note).wrap());
    }
    if !bookmark.tags.is_empty() {
        ui.weak(tag_words(bookmark));
    }
}

/// The texts of a bookmark while they are edited, and its index.
type Draft = (usize, [String; 3]);

/// The window with name, note and tags of the bookmark that is edited, above the timeline, whose upper end is `top`.
pub fn edit(ui: &Ui, view: &ViewContext, timeline: &Timeline, (scale, top): (&TimeScale, f32), out: &mut Vec<Action>) {
    let Some(index) = timeline.renames else { return };
    let Some(bookmark) = moments::bookmarks(view).get(index) else {
        out.push(Action::Time(TimeCommand::Rename(None)));
        return;
    };
    let moment = bookmark.moment(scale.substeps);
    // Within the canvas, beside the toolbox.
    let half = (0.5 * WIDTH + MARGIN).min(0.5 * scale.rect.width());
    let x = scale.x_of(moment).clamp(scale.rect.left() + half, scale.rect.right() - half);
    let id = Id::unique(("bookmark texts", view.document.number()));
    let known = ui.data_mut(|data| data.get_temp::<Draft>(id)).filter(|(of, _)| *of == index);
    let is_new = known.is_none();
    let texts = || [bookmark.name.clone(), bookmark.note.clone(), bookmark.tags.join(", ")];
    let mut texts = known.map_or_else(texts, |(_, texts)| texts);
    let mut is_open = true;
    let title = format!("Bookmark at frame {}", moments::of_bookmark(bookmark, scale.substeps));
    let window = Window::new(title).id(Id::unique("bookmark")).collapsible(false).resizable(false).open(&mut is_open);
    let window = window.pivot(Align2::CENTER_BOTTOM).fixed_pos(pos2(x, top - MARGIN));
    let answer = window.show(ui.ctx(), |ui| fields(ui, index, &mut texts, is_new));
    let answer = answer.and_then(|shown| shown.inner).flatten();
    let answer = if is_open { answer } else { Some(TimeCommand::Rename(None)) };
    match answer {
        Some(command) => {
            ui.data_mut(|data| data.remove::<Draft>(id));
            out.push(Action::Time(command));
        }
        None => _ = ui.data_mut(|data| data.insert_temp(id, (index, texts))),
    }
}

/// A field with its visible name before it.
fn labelled(ui: &mut Ui, name: &str, field: TextEdit) -> Response {
    ui.horizontal_top(|ui| {
        let size = vec2(LABEL, ui.spacing().interact_size.y);
        ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(LABEL);
            ui.weak(name);
        });
        ui.add(field.desired_width(f32::INFINITY))
    })
    .inner
}

/// The fields and buttons; returns what ends the editing.
fn fields(ui: &mut Ui, index: usize, texts: &mut [String; 3], is_new: bool) -> Option<TimeCommand> {
    ui.set_width(WIDTH);
    let [name, note, tags] = texts;
    let of_name = labelled(ui, "Name", TextEdit::singleline(name));
    of_name.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Name of the bookmark"));
    if is_new {
        of_name.request_focus();
        widgets::select_all(ui, of_name.id, name);
    }
    let of_note = TextEdit::multiline(note).desired_rows(3).hint_text("What happens here");
    labelled(ui, "Note", of_note)
        .widget_info(|| WidgetInfo::labeled(Role::MultilineTextInput, true, "Note of the bookmark"));
    let of_tags = labelled(ui, "Tags", TextEdit::singleline(tags).hint_text("Words to find it by: bug, left"));
    of_tags.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Tags of the bookmark"));
    let is_entered = of_name.lost_focus() || of_tags.lost_focus();
    let is_done = is_entered && ui.input(|i| i.key_pressed(egui::Key::Enter));
    let is_off = ui.input(|i| i.key_pressed(egui::Key::Escape));
    ui.horizontal(|ui| {
        ui.add_space(LABEL + ui.spacing().item_spacing.x);
        let keep = ui.add(Button::new("Keep")).on_hover_text("Keep these texts  (Enter)").clicked();
        let cancel = ui.add(Button::new("Cancel")).on_hover_text("Leave the bookmark as it was  (Esc)").clicked();
        let delete = ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            let button = Button::new((Icon("trash").text(theme::SMALL_ICON), "Delete"));
            ui.add(button).on_hover_text("Delete the bookmark").clicked()
        });
        if delete.inner {
            return Some(TimeCommand::Delete(index));
        }
        if is_off || cancel {
            return Some(TimeCommand::Rename(None));
        }
        let texts = [name.trim().to_owned(), note.trim_end().to_owned(), tags.clone()];
        (keep || is_done).then_some(TimeCommand::Describe(index, texts))
    })
    .inner
}
