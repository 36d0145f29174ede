//! One row of the outline tree.

use super::rows::{self, TreeRow};
use super::{TreeState, rename};
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::features::inspector::panel::icon;
use crate::editor::features::outline::order;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::command;
use crate::level::Place;
use crate::level::user_data::{self, find};
use crate::picture::{Palette, Scene, Viewport};
use egui::{
    Align, Button, Color32, Label, Layout, Modifiers, Response, RichText, Role, Sense, Stroke, TextEdit, Ui,
    WidgetInfo, vec2,
};
use glam::DVec2;

/// Colours of bodies and discs, as on the canvas.
pub struct Paint {
    bodies: Vec<Color32>,
    discs: Vec<Color32>,
}

impl Paint {
    /// The colours for the displayed level.
    pub fn new(view: &ViewContext) -> Self {
        let palette = Palette::of(view.settings.theme.picture());
        let viewport = Viewport { size_px: DVec2::ONE, center: DVec2::ZERO, scale: 1.0 };
        let level = view.document.level();
        let scene = Scene::new(level, view.run.world(), &palette, viewport);
        let solid = |rgba: crate::picture::Rgba| theme::color(rgba.opaque());
        Self {
            bodies: (0..level.bodies.len()).map(|body| solid(scene.body_fill(body))).collect(),
            discs: (0..level.discs.len()).map(|disc| solid(scene.disc_fill(disc))).collect(),
        }
    }

    fn of(&self, place: Place) -> Option<Color32> {
        match place {
            Place::Body(i) => self.bodies.get(i).copied(),
            Place::Disc(i) => self.discs.get(i).copied(),
            _ => None,
        }
    }
}

/// Draws the row; returns the modifier keys of a click.
pub(super) fn show(
    ui: &mut Ui,
    view: &ViewContext,
    paint: &Paint,
    row: &TreeRow,
    kept: &mut TreeState,
    out: &mut Vec<Action>,
) -> Option<Modifiers> {
    ui.push_id(key(row), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            match *row {
                TreeRow::Part(place) => part(ui, view, paint, place, kept, out),
                TreeRow::List(body, number, title, count) => {
                    list(ui, body, number, title, count, kept);
                    None
                }
                TreeRow::Links(count) => {
                    links(ui, count, kept);
                    None
                }
                TreeRow::Item(place) => item(ui, view, place, out),
            }
        })
        .inner
    })
    .inner
}

fn key(row: &TreeRow) -> (Option<Place>, usize, usize) {
    match *row {
        TreeRow::List(body, number, _, _) => (None, body, number),
        TreeRow::Links(_) => (None, usize::MAX, 0),
        _ => (row.place(), 0, 0),
    }
}

fn small(ui: &mut Ui, icon: Icon, name: &str, tip: &str, tint: Color32) -> Response {
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, vec2(2.0, 2.0));
    let button =
        Button::new(icon.tinted(theme::SMALL_ICON - 1.0, tint)).frame_when_inactive(false).min_size(vec2(18.0, 18.0));
    let response = ui.add(button);
    ui.spacing_mut().button_padding = padding;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.on_hover_text(tip)
}

/// The expand button.
fn caret(ui: &mut Ui, name: &str, is_open: bool) -> bool {
    let (icon, verb) = if is_open { ("caret-down", "Close") } else { ("caret-right", "Open") };
    let tint = ui.visuals().weak_text_color();
    small(ui, Icon(icon), &format!("{verb} {name}"), "Its parts", tint).clicked()
}

fn part(
    ui: &mut Ui,
    view: &ViewContext,
    paint: &Paint,
    place: Place,
    kept: &mut TreeState,
    out: &mut Vec<Action>,
) -> Option<Modifiers> {
    let level = view.document.level();
    let name = rows::name(level, place);
    if let Place::Body(body) = place {
        let is_open = kept.open.contains(&body);
        if caret(ui, &name, is_open) {
            if is_open {
                kept.open.remove(&body)
            } else {
                kept.open.insert(body)
            };
        }
    } else {
        ui.add_space(21.0);
    }
    let (chip, _) = ui.allocate_exact_size(vec2(10.0, 10.0), Sense::hover());
    if let Some(color) = paint.of(place) {
        ui.painter().rect_filled(chip, 3.0, color);
    } else {
        let tint = ui.visuals().weak_text_color();
        ui.put(chip, Label::new(icon(place).tinted(theme::SMALL_ICON - 2.0, tint)));
    }
    if kept.naming.as_ref().is_some_and(|(named, _)| *named == place) {
        naming(ui, place, kept, out);
        return None;
    }
    let mut clicked = None;
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        switches(ui, view, place, &name, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let is_faint = level.is_hidden(place);
            let response = title(ui, view, place, &name, find::kind(level, place), is_faint);
            carry(ui, view, place, &response, out);
            clicked = react(ui, view, place, &response, out);
            if response.double_clicked() {
                rename(ui.ctx(), place, level_name(view, place));
                // `kept` is written back at the end, so the change is made there too.
                (kept.naming, kept.wants_focus) = (Some((place, level_name(view, place))), true);
            }
            response.context_menu(|ui| context(ui, view, place, out));
        });
    });
    clicked
}

/// Drag and drop: a row dropped on another of its kind takes that place.
fn carry(ui: &Ui, view: &ViewContext, place: Place, response: &Response, out: &mut Vec<Action>) {
    response.dnd_set_drag_payload(place);
    let target = |moved: Place| order::relocate(view.document.level(), moved, place).map(|edit| (moved, edit));
    if let Some((moved, _)) = response.dnd_hover_payload::<Place>().and_then(|moved| target(*moved)) {
        let rect = response.rect;
        let y = if moved < place { rect.bottom() } else { rect.top() };
        ui.painter().hline(rect.x_range(), y, Stroke::new(2.0, ui.visuals().hyperlink_color));
    }
    if let Some((_, edit)) = response.dnd_release_payload::<Place>().and_then(|moved| target(*moved)) {
        out.push(Action::Edit(edit));
    }
}

fn level_name(view: &ViewContext, place: Place) -> String {
    order::name_of(view.document.level(), place).unwrap_or_default().to_owned()
}

/// Visibility and lock buttons.
fn switches(ui: &mut Ui, view: &ViewContext, place: Place, name: &str, out: &mut Vec<Action>) {
    let level = view.document.level();
    let faint = ui.visuals().weak_text_color().gamma_multiply(0.45);
    let strong = ui.visuals().text_color();
    let (is_locked, is_hidden) = (level.is_locked(place), level.is_hidden(place));
    let places = if view.selection.contains(&place) { view.selection.to_vec() } else { vec![place] };
    let (icon, verb) = if is_locked { ("lock", "Unlock") } else { ("lock-open", "Lock") };
    let tip = format!("{verb}: locked parts cannot be selected on the canvas");
    let tint = if is_locked { strong } else { faint };
    if small(ui, Icon(icon), &format!("{verb} {name}"), &tip, tint).clicked() {
        out.push(Action::Edit(order::lock(level, &places, !is_locked)));
    }
    let (icon, verb) = if is_hidden { ("eye-slash", "Show") } else { ("eye", "Hide") };
    let tip = format!("{verb}: hidden parts are neither drawn nor selectable, but still simulated");
    let tint = if is_hidden { strong } else { faint };
    if small(ui, Icon(icon), &format!("{verb} {name}"), &tip, tint).clicked() {
        out.push(Action::Edit(order::hide(level, &places, !is_hidden)));
    }
}

fn title(ui: &mut Ui, view: &ViewContext, place: Place, name: &str, remark: &str, is_faint: bool) -> Response {
    let is_selected = view.selection.contains(&place);
    let weak = ui.visuals().weak_text_color();
    let words = RichText::new(name);
    // Text in the space that the buttons at the end leave.
    let text = (
        if is_faint { words.color(weak).italics() } else { words },
        RichText::new(remark).small().color(weak),
        egui::Atom::grow(),
    );
    let button = Button::selectable(is_selected, text)
        .sense(Sense::click_and_drag())
        .truncate()
        .min_size(vec2(ui.available_width(), 0.0));
    let response = ui.add(button);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, name));
    response
}

/// Highlights on hover, selects on click.
fn react(ui: &Ui, view: &ViewContext, place: Place, response: &Response, out: &mut Vec<Action>) -> Option<Modifiers> {
    if response.hovered() {
        out.push(Action::Hover(vec![place]));
    }
    if response.secondary_clicked() && !view.selection.contains(&place) {
        out.push(Action::Select(vec![place]));
    }
    (response.clicked() && !response.double_clicked()).then(|| ui.input(|i| i.modifiers))
}

fn context(ui: &mut Ui, view: &ViewContext, place: Place, out: &mut Vec<Action>) {
    if ui.button("Show it on the canvas").clicked() {
        out.push(Action::Reveal(vec![place]));
        ui.close();
    }
    if ui.button("Rename").clicked() {
        rename(ui.ctx(), place, level_name(view, place));
        ui.close();
    }
    for (later, name) in [(false, "Move earlier"), (true, "Move later")] {
        let edit = order::shift(view.document.level(), &[place], later);
        if ui.add_enabled(edit.is_some(), Button::new(name)).clicked()
            && let Some(edit) = edit
        {
            out.push(Action::Edit(edit));
            ui.close();
        }
    }
    ui.separator();
    for command in [Command::Cut, Command::Copy, Command::Duplicate, Command::Delete] {
        command::item(ui, view, command, out);
    }
}

/// The name field: Enter applies, Escape cancels.
fn naming(ui: &mut Ui, place: Place, kept: &mut TreeState, out: &mut Vec<Action>) {
    let Some((_, name)) = &mut kept.naming else { return };
    let response = ui.add(TextEdit::singleline(name).desired_width(f32::INFINITY).hint_text("no name"));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "New name"));
    if std::mem::take(&mut kept.wants_focus) {
        response.request_focus();
        return;
    }
    if response.lost_focus() {
        let is_meant = !ui.input(|i| i.key_pressed(egui::Key::Escape));
        if let Some((_, name)) = kept.naming.take().filter(|_| is_meant) {
            out.push(Action::Edit(Edit::new(
                format!("Rename {}", crate::editor::tools::describe(place)),
                move |level| {
                    *order::name_mut(level, place).ok_or_else(|| format!("{place} no longer exists"))? = name;
                    Ok(())
                },
            )));
        }
    }
}

fn list(ui: &mut Ui, body: usize, number: usize, title: &str, count: usize, kept: &mut TreeState) {
    ui.add_space(21.0);
    let is_open = kept.lists.contains(&(body, number));
    let name = format!("{title} of body {body}");
    let mut is_pressed = caret(ui, &name, is_open);
    let text = RichText::new(format!("{title}  {count}")).color(ui.visuals().weak_text_color());
    let label = ui.add(Label::new(text).sense(Sense::click()));
    is_pressed |= label.clicked();
    if is_pressed {
        let key = (body, number);
        if is_open {
            kept.lists.remove(&key)
        } else {
            kept.lists.insert(key)
        };
    }
}

/// The row above the links.
fn links(ui: &mut Ui, count: usize, kept: &mut TreeState) {
    let is_pressed = caret(ui, "Links", kept.shows_links);
    let text = RichText::new(format!("Links  {count}")).color(ui.visuals().weak_text_color());
    if ui.add(Label::new(text).sense(Sense::click())).clicked() || is_pressed {
        kept.shows_links = !kept.shows_links;
    }
}

fn item(ui: &mut Ui, view: &ViewContext, place: Place, out: &mut Vec<Action>) -> Option<Modifiers> {
    ui.add_space(if matches!(place, Place::Link(_)) { 21.0 } else { 46.0 });
    let name = crate::editor::tools::describe(place);
    let level = view.document.level();
    let label = user_data::label(level, place).filter(|label| !label.is_empty());
    let remark = label.unwrap_or_else(|| find::kind(level, place));
    let response = title(ui, view, place, &name, remark, false);
    if response.double_clicked() {
        out.push(Action::Reveal(vec![place]));
    }
    react(ui, view, place, &response, out)
}
