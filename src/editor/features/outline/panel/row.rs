//! One row of the outline tree.

use super::keys::RowKey;
use super::rows::{self, TreeRow};
use super::{NamedRow, TreeState, drag, folder, keys, rename};
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::inspector::panel::icon;
use crate::editor::features::outline::order;
use crate::editor::icons::Icon;
use crate::editor::theme;
use crate::editor::widgets::command;
use crate::level::Place;
use crate::level::user_data::{self, find};
use crate::picture::{Palette, Scene, Viewport};
use egui::{Align, Button, Color32, Label, Layout, Modifiers, Response, RichText, Role, Sense, Ui, WidgetInfo, vec2};
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

/// What happened to a row.
#[derive(Default)]
pub(super) struct RowResponse {
    /// Modifier keys of a click.
    pub clicked: Option<Modifiers>,
    /// A key pressed while it had the focus.
    pub pressed: Option<RowKey>,
}

/// Draws the row.
pub(super) fn show(
    ui: &mut Ui,
    view: &ViewContext,
    paint: &Paint,
    row: &TreeRow,
    kept: &mut TreeState,
    out: &mut Vec<Action>,
) -> RowResponse {
    ui.push_id(key(row), |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 3.0;
            match *row {
                TreeRow::Folder(index) => folder::show(ui, view, index, kept, out),
                TreeRow::Part(place) => part(ui, view, paint, place, kept, out),
                TreeRow::List(body, number, title, count) => {
                    list(ui, body, number, title, count, kept);
                    RowResponse::default()
                }
                TreeRow::Links(count) => {
                    links(ui, count, kept);
                    RowResponse::default()
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
        TreeRow::Folder(index) => (Some(Place::Level), index, 0),
        TreeRow::List(body, number, _, _) => (None, body, number),
        TreeRow::Links(_) => (None, usize::MAX, 0),
        _ => (row.place(), 0, 0),
    }
}

pub(super) fn small(ui: &mut Ui, icon: Icon, name: &str, tip: &str, tint: Color32) -> Response {
    let padding = std::mem::replace(&mut ui.spacing_mut().button_padding, vec2(2.0, 2.0));
    let button =
        Button::new(icon.tinted(theme::SMALL_ICON - 1.0, tint)).frame_when_inactive(false).min_size(vec2(24.0, 24.0));
    let response = ui.add(button);
    ui.spacing_mut().button_padding = padding;
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, name));
    response.on_hover_text(tip)
}

/// The expand button.
pub(super) fn caret(ui: &mut Ui, name: &str, is_open: bool) -> bool {
    let (icon, verb) = if is_open { ("caret-down", "Close") } else { ("caret-right", "Open") };
    let tint = ui.visuals().weak_text_color();
    small(ui, Icon(icon), &format!("{verb} {name}"), "Its parts", tint).clicked()
}

/// Indentation of the parts of a folder.
const INDENT: f32 = 14.0;

fn part(
    ui: &mut Ui,
    view: &ViewContext,
    paint: &Paint,
    place: Place,
    kept: &mut TreeState,
    out: &mut Vec<Action>,
) -> RowResponse {
    let level = view.document.level();
    let name = rows::name(level, place);
    if order::folder_of(level, place).is_some() {
        ui.add_space(INDENT);
    }
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
    if kept.naming.as_ref().is_some_and(|(named, _)| *named == NamedRow::Part(place)) {
        rename::in_row(ui, kept, out);
        return RowResponse::default();
    }
    let mut happened = RowResponse::default();
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 0.0;
        switches(ui, view, place, &name, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            let is_faint = level.is_hidden(place);
            let response = title(ui, view, place, &name, find::kind(level, place), is_faint);
            drag::part(ui, view, place, &response, out);
            happened.clicked = react(ui, view, place, &response, out);
            happened.pressed = keys::read(ui, &response, TreeRow::Part(place), kept);
            if response.double_clicked() {
                // `kept` is written back at the end, so the change is made here.
                let name = level_name(view, place);
                (kept.naming, kept.wants_focus) = (Some((NamedRow::Part(place), name)), true);
            }
            response.context_menu(|ui| context(ui, view, place, kept, out));
        });
    });
    happened
}

fn level_name(view: &ViewContext, place: Place) -> String {
    order::name_of(view.document.level(), place).unwrap_or_default().to_owned()
}

/// A switch at the end of a row: icon and verb if it is off and on.
pub(super) struct RowSwitch<'a> {
    pub icons: [&'static str; 2],
    pub verbs: [&'static str; 2],
    pub tip: &'a str,
}

pub(super) const LOCK: RowSwitch<'static> = RowSwitch {
    icons: ["lock-open", "lock"],
    verbs: ["Lock", "Unlock"],
    tip: "locked parts are drawn but cannot be selected on the canvas",
};
pub(super) const HIDE: RowSwitch<'static> = RowSwitch {
    icons: ["eye", "eye-slash"],
    verbs: ["Hide", "Show"],
    tip: "hidden parts are neither drawn nor selectable, but still simulated",
};
pub(super) const SOLO: RowSwitch<'static> = RowSwitch {
    icons: ["flashlight", "flashlight"],
    verbs: ["Solo", "End solo of"],
    tip: "show only this; the other parts are hidden, but still simulated",
};

/// Draws a switch; true if it was clicked.
pub(super) fn switch(ui: &mut Ui, row: &RowSwitch, name: &str, is_on: bool) -> bool {
    let faint = ui.visuals().weak_text_color().gamma_multiply(0.45);
    let tint = if is_on { ui.visuals().text_color() } else { faint };
    let (icon, verb) = (row.icons[usize::from(is_on)], row.verbs[usize::from(is_on)]);
    small(ui, Icon(icon), &format!("{verb} {name}"), &format!("{verb}: {}", row.tip), tint).clicked()
}

/// Buttons that lock, hide and solo the part, or the selection that contains it.
fn switches(ui: &mut Ui, view: &ViewContext, place: Place, name: &str, out: &mut Vec<Action>) {
    let level = view.document.level();
    let is_in = |set: fn(&crate::level::EditorExtra) -> &crate::level::PlaceSet| {
        level.editor.as_ref().is_some_and(|extra| set(extra).contains(place))
    };
    let (is_locked, is_hidden, is_solo) = (is_in(|e| &e.locked), is_in(|e| &e.hidden), is_in(|e| &e.solo));
    let places = order::carried(view.selection, place);
    if switch(ui, &LOCK, name, is_locked) {
        out.push(Action::Edit(order::lock(level, &places, !is_locked)));
    }
    if switch(ui, &HIDE, name, is_hidden) {
        out.push(Action::Edit(order::hide(level, &places, !is_hidden)));
    }
    if switch(ui, &SOLO, name, is_solo) {
        out.push(Action::Edit(order::solo(level, &places, !is_solo)));
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

fn context(ui: &mut Ui, view: &ViewContext, place: Place, kept: &mut TreeState, out: &mut Vec<Action>) {
    if ui.button("Show it on the canvas").clicked() {
        out.push(Action::Reveal(vec![place]));
        ui.close();
    }
    if ui.button("Rename").clicked() {
        let name = level_name(view, place);
        (kept.naming, kept.wants_focus) = (Some((NamedRow::Part(place), name)), true);
        ui.close();
    }
    let places = order::carried(view.selection, place);
    for (later, name) in [(false, "Move earlier"), (true, "Move later")] {
        let edit = order::shift(view.document.level(), &places, later);
        if ui.add_enabled(edit.is_some(), Button::new(name)).clicked()
            && let Some(edit) = edit
        {
            out.push(Action::Edit(edit));
            ui.close();
        }
    }
    folder::menu(ui, view, &places, kept, out);
    ui.separator();
    for command in [Command::Cut, Command::Copy, Command::Duplicate, Command::Delete] {
        command::item(ui, view, command, out);
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

fn item(ui: &mut Ui, view: &ViewContext, place: Place, out: &mut Vec<Action>) -> RowResponse {
    ui.add_space(if matches!(place, Place::Link(_)) { 21.0 } else { 46.0 });
    let level = view.document.level();
    let name = match place {
        Place::Link(_) => rows::name(level, place),
        _ => crate::editor::tools::describe(place),
    };
    let label = user_data::label(level, place).filter(|label| !label.is_empty());
    let remark = label.unwrap_or_else(|| find::kind(level, place));
    let response = title(ui, view, place, &name, remark, false);
    if response.double_clicked() {
        out.push(Action::Reveal(vec![place]));
    }
    RowResponse { clicked: react(ui, view, place, &response, out), pressed: None }
}
