//! A row with one tab per open document; it is drawn if there are several.

pub mod beside;

use super::commands::DocumentCommand;
use crate::editor::actions::{Action, Command};
use crate::editor::app::App;
use crate::editor::document::Document;
use crate::editor::icons::Icon;
use crate::editor::widgets::overflow;
use crate::editor::{keys, widgets};
use egui::{
    Align, Button, CursorIcon, Frame, Layout, Margin, Response, RichText, Role, ScrollArea, Sense, StrokeKind, Ui,
};
use egui::{TextWrapMode, WidgetInfo, vec2};

/// Largest width of a title, in points.
const TITLE: f32 = 170.0;
/// Height of a tab.
const TAB: f32 = 24.0;
/// Width of the controls at the right end.
const CONTROLS: f32 = 64.0;

/// Time in seconds after which a tab opens under dragged parts.
const OPENS_AFTER: f64 = 0.5;

/// A tab that is dragged: the number of its document.
struct DraggedTab(u64);

/// What a tab shows.
struct TabHead {
    number: u64,
    title: String,
    tip: String,
    is_unsaved: bool,
    is_active: bool,
}

fn heads(app: &App) -> Vec<TabHead> {
    let titles: Vec<String> = app.open_documents().map(Document::title).collect();
    let head = |document: &Document| {
        let (title, file) = (document.title(), document.path.as_ref().or(document.recording.as_ref()));
        let is_ambiguous = titles.iter().filter(|other| **other == title).count() > 1;
        let name = file.filter(|_| is_ambiguous).map(|path| crate::editor::files::file_of(path));
        let place = file.map_or_else(|| "Not saved to a file yet".to_owned(), |path| path.display().to_string());
        let unsaved = if document.is_dirty() { "\nUnsaved changes" } else { "" };
        TabHead {
            number: document.number(),
            tip: format!("{title}\n{place}{unsaved}"),
            title: name.map_or(title.clone(), |name| format!("{title} ({name})")),
            is_unsaved: document.is_dirty(),
            is_active: document.number() == app.document.number(),
        }
    };
    app.open_documents().map(head).collect()
}

/// Draws the row.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let heads = heads(app);
    ui.spacing_mut().item_spacing.x = 2.0;
    ui.spacing_mut().interact_size.y = TAB;
    ui.horizontal(|ui| {
        let room = (ui.available_width() - CONTROLS).max(0.0);
        ui.allocate_ui_with_layout(vec2(room, TAB), Layout::left_to_right(Align::Center), |ui| {
            let area = ScrollArea::horizontal().id_salt("document tabs").auto_shrink([false, true]);
            area.scroll_bar_visibility(egui::scroll_area::ScrollBarVisibility::AlwaysHidden).show(ui, |ui| {
                ui.horizontal(|ui| {
                    for (at, head) in heads.iter().enumerate() {
                        tab(ui, app, head, at, out);
                    }
                });
            });
        });
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| controls(ui, &heads, out));
    });
}

/// A list of all documents, and a button for a new one.
fn controls(ui: &mut Ui, heads: &[TabHead], out: &mut Vec<Action>) {
    overflow::more(ui, "Open levels", |ui| {
        for head in heads {
            let mark = if head.is_unsaved { " •" } else { "" };
            let text = format!("{}{mark}", head.title);
            let choice = overflow::choice(ui, Icon("file"), &text, head.is_active);
            if choice.on_hover_text(&head.tip).clicked() {
                out.push(Action::Document(DocumentCommand::Activate(head.number)));
                ui.close();
            }
        }
    });
    let tip = keys::with_keys(ui.ctx(), "New empty level", &Command::New.key_id());
    let plus = Button::new(Icon("plus").tinted(14.0, ui.visuals().text_color())).frame_when_inactive(false);
    let response = ui.add(plus.min_size(vec2(TAB, TAB)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "New tab"));
    if response.on_hover_text(tip).clicked() {
        out.push(Action::Command(Command::New));
    }
}

fn tab(ui: &mut Ui, app: &App, head: &TabHead, at: usize, out: &mut Vec<Action>) {
    let fill = if head.is_active { ui.visuals().selection.bg_fill } else { ui.visuals().faint_bg_color };
    let frame = Frame::new().fill(fill).corner_radius(4).inner_margin(Margin::symmetric(2, 0));
    let response = frame
        .show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 0.0;
            let response = title(ui, head);
            if close(ui, head).clicked() {
                out.push(Action::Document(DocumentCommand::Close(head.number)));
            }
            response
        })
        .inner;
    if head.is_active && was_hidden(ui, head.number) {
        response.scroll_to_me(None);
    }
    answer(ui, app, head, at, &response, out);
    response.on_hover_text(&head.tip);
}

/// True once after another document became active.
fn was_hidden(ui: &Ui, active: u64) -> bool {
    let id = egui::Id::unique("active document tab");
    ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_insert_with(id, || u64::MAX), active) != active)
}

fn title(ui: &mut Ui, head: &TabHead) -> Response {
    let tint = if head.is_active { ui.visuals().strong_text_color() } else { ui.visuals().text_color() };
    let mark = if head.is_unsaved { "• " } else { "" };
    let text = RichText::new(format!("{mark}{}", head.title)).color(tint);
    let response = ui
        .scope(|ui| {
            ui.set_max_width(TITLE);
            let button = Button::new(text).frame(false).wrap_mode(TextWrapMode::Truncate);
            ui.add(button.min_size(vec2(40.0, TAB)).sense(Sense::click_and_drag()))
        })
        .inner;
    let name = if head.is_unsaved { format!("{}, unsaved", head.title) } else { head.title.clone() };
    response.widget_info(|| WidgetInfo::selected(Role::Tab, true, head.is_active, format!("Level tab: {name}")));
    response
}

fn close(ui: &mut Ui, head: &TabHead) -> Response {
    let icon = Icon("x").tinted(12.0, ui.visuals().weak_text_color());
    let response = ui.add(Button::new(icon).frame_when_inactive(false).min_size(vec2(20.0, 20.0)));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Close {}", head.title)));
    response.on_hover_text(keys::with_keys(ui.ctx(), "Close", &Command::CloseDocument.key_id()))
}

/// Clicks, drags and the menu of a tab.
fn answer(ui: &Ui, app: &App, head: &TabHead, at: usize, response: &Response, out: &mut Vec<Action>) {
    if response.clicked() {
        out.push(Action::Document(DocumentCommand::Activate(head.number)));
    }
    if response.middle_clicked() {
        out.push(Action::Document(DocumentCommand::Close(head.number)));
    }
    response.dnd_set_drag_payload(DraggedTab(head.number));
    if response.dragged() {
        ui.set_cursor_icon(CursorIcon::Grabbing);
    }
    if response.dnd_hover_payload::<DraggedTab>().is_some() {
        let edge = response.rect.x_range();
        ui.painter().hline(edge, response.rect.bottom(), ui.visuals().widgets.active.fg_stroke);
    }
    if let Some(dragged) = response.dnd_release_payload::<DraggedTab>() {
        out.push(Action::Document(DocumentCommand::Move(dragged.0, at)));
    }
    take_parts(ui, app, head, response, out);
    response.context_menu(|ui| menu(ui, app, head, out));
}

/// Parts that are dragged from the canvas to the tab: the tab opens after a moment; a release inserts them at once.
fn take_parts(ui: &Ui, app: &App, head: &TabHead, response: &Response, out: &mut Vec<Action>) {
    let id = egui::Id::unique("parts over a document tab");
    let is_over = !head.is_active
        && app.toolbox.tool.moves_parts()
        && ui.input(|i| i.pointer.latest_pos().is_some_and(|at| response.rect.contains(at)));
    let since = ui.data(|data| data.get_temp::<(u64, f64)>(id)).filter(|(number, _)| *number == head.number);
    if !is_over {
        if since.is_some() {
            ui.data_mut(|data| data.remove::<(u64, f64)>(id));
        }
        return;
    }
    ui.painter().rect_stroke(response.rect, 4.0, ui.visuals().widgets.active.fg_stroke, StrokeKind::Inside);
    let now = ui.input(|i| i.time);
    let since = since.map_or(now, |(_, since)| since);
    ui.data_mut(|data| data.insert_temp(id, (head.number, since)));
    if ui.input(|i| i.pointer.any_released()) {
        out.push(Action::Document(DocumentCommand::Send(head.number)));
    } else if now - since >= OPENS_AFTER {
        out.push(Action::Document(DocumentCommand::Carry(head.number)));
    } else {
        ui.ctx().request_repaint_after_secs((OPENS_AFTER - (now - since)) as f32);
    }
}

fn menu(ui: &mut Ui, app: &App, head: &TabHead, out: &mut Vec<Action>) {
    ui.set_min_width(180.0);
    let mut entry = |ui: &mut Ui, icon: &'static str, text: &str, action: Action| {
        if widgets::text_button(ui, Icon(icon), text).clicked() {
            out.push(action);
            ui.close();
        }
    };
    let number = head.number;
    entry(ui, "floppy-disk", "Save", Action::Document(DocumentCommand::Save(number)));
    entry(ui, "x", "Close", Action::Document(DocumentCommand::Close(number)));
    entry(ui, "x-circle", "Close others", Action::Document(DocumentCommand::CloseOthers(number)));
    if app.documents.beside(app.document.number()).is_some() {
        entry(ui, "square-half", "Stop showing side by side", Action::Document(DocumentCommand::Beside(None)));
    } else if !head.is_active {
        entry(ui, "square-half", "Show side by side", Action::Document(DocumentCommand::Beside(Some(number))));
    }
    let path = app.open_documents().find(|one| one.number() == number).and_then(|one| one.path.clone());
    if let Some(path) = path
        && widgets::text_button(ui, Icon("copy"), "Copy path").on_hover_text(path.display().to_string()).clicked()
    {
        ui.ctx().copy_text(path.display().to_string());
        ui.close();
    }
}
