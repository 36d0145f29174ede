//! Menus of tabs, of groups of tabs, and of layouts.

use crate::editor::actions::Action;
use crate::editor::icons::Icon;
use crate::editor::settings::Settings;
use crate::editor::settings::layout::{CanvasSide, Layouts, PRESETS};
use crate::editor::settings::tabs::{TABS, Tab};
use crate::editor::widgets::overflow;
use crate::editor::{theme, widgets};
use egui::{Align2, Button, Id, Key, Role, TextEdit, Ui, WidgetInfo};

/// Where a tab can be moved: words, icon and side.
const MOVES: [(&str, &str, CanvasSide); 4] = [
    ("Move to the right", "square-half", CanvasSide::Right),
    ("Move to the left", "square-half", CanvasSide::Left),
    ("Move below the canvas", "square-half-bottom", CanvasSide::Bottom),
    ("Move above the canvas", "square-half-bottom", CanvasSide::Top),
];

/// The menu of a tab.
pub fn of_tab(ui: &mut Ui, settings: &Settings, tab: Tab, out: &mut Vec<Action>) {
    ui.set_min_width(190.0);
    let mut offer = |ui: &mut Ui, icon: &'static str, words: &str, arrange: fn(&mut super::Layout, Tab)| {
        if overflow::choice(ui, Icon(icon), words, false).clicked() {
            out.push(Action::Prefer(Box::new(move |settings| arrange(settings.layout_mut(), tab))));
        }
    };
    if settings.layout().windows.contains(&tab) {
        offer(ui, "arrow-square-in", "Back into the window", |layout, tab| layout.move_to(tab, tab.entry().home));
    } else {
        offer(ui, "arrow-square-out", "Window of its own", |layout, tab| layout.pop(tab));
    }
    for (words, icon, side) in MOVES {
        if overflow::choice(ui, Icon(icon), words, false).clicked() {
            out.push(Action::Prefer(Box::new(move |settings| settings.layout_mut().move_to(tab, side))));
        }
    }
    ui.separator();
    let words = format!("Close {}", tab.entry().title);
    if overflow::choice(ui, Icon("x"), &words, false).clicked() {
        out.push(Action::Prefer(Box::new(move |settings| settings.layout_mut().close(tab))));
    }
}

/// The menu at the end of a row of tabs: panels to add, and what can be done with the open tab.
pub fn of_group(ui: &mut Ui, settings: &Settings, name: &str, open: Option<Tab>, out: &mut Vec<Action>) {
    let icon = Icon("dots-three-vertical").tinted(theme::SMALL_ICON, ui.visuals().text_color());
    let button = Button::new(icon).min_size(egui::vec2(theme::BUTTON, theme::BUTTON)).frame_when_inactive(false);
    let response = overflow::stays_open(ui, button, |ui, height| {
        ui.set_min_width(210.0);
        overflow::scrolling_within(ui, height, |ui| {
            if let Some(open) = open {
                of_tab(ui, settings, open, out);
            }
            closed(ui, settings, out);
        });
    });
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, format!("Arrange: {name}")));
    response.on_hover_text("Move or close this panel, or open others");
}

/// Panels that have no place in the layout.
fn closed(ui: &mut Ui, settings: &Settings, out: &mut Vec<Action>) {
    let layout = settings.layout();
    let mut closed = TABS.iter().filter(|row| !layout.has(row.tab)).peekable();
    if closed.peek().is_some() {
        ui.separator();
        widgets::note(ui, "Closed panels");
    }
    for row in closed {
        if overflow::choice(ui, Icon(row.icon), row.title, false).clicked() {
            out.push(Action::show(row.tab));
        }
    }
}

/// All panels by name, visible ones marked. A click shows the panel.
pub fn panels(ui: &mut Ui, settings: &Settings, out: &mut Vec<Action>) {
    for row in &TABS {
        let response = overflow::choice(ui, Icon(row.icon), row.title, settings.is_shown(row.tab));
        if response.on_hover_text(row.place[0]).clicked() {
            out.push(Action::show(row.tab));
        }
    }
}

/// The layouts, to choose, reset, keep under another name, or remove.
pub fn layouts(ui: &mut Ui, layouts: &Layouts, out: &mut Vec<Action>) {
    ui.set_min_width(230.0);
    for name in layouts.names() {
        let is_chosen = layouts.name() == name;
        let preset = PRESETS.into_iter().find(|preset| preset.name() == name);
        let icon = if preset.is_some() { "layout" } else { "user" };
        let response = overflow::choice(ui, Icon(icon), name, is_chosen);
        let response = response.on_hover_text(preset.map_or("Your own layout", |preset| preset.explanation()));
        if response.clicked() {
            let name = name.to_owned();
            out.push(Action::Prefer(Box::new(move |settings| settings.layouts.choose(&name))));
        }
    }
    ui.separator();
    if layouts.preset().is_some() {
        let words = format!("Reset {}", layouts.name());
        if overflow::choice(ui, Icon("arrow-counter-clockwise"), &words, false).clicked() {
            out.push(Action::Prefer(Box::new(|settings| settings.layouts.reset())));
        }
    } else if overflow::choice(ui, Icon("trash"), &format!("Delete {}", layouts.name()), false).clicked() {
        out.push(Action::Prefer(Box::new(|settings| settings.layouts.remove())));
    }
    save_as(ui, out);
}

/// The field for the name of a new layout.
fn save_as(ui: &mut Ui, out: &mut Vec<Action>) {
    let id = Id::unique("name of the new layout");
    let mut name: String = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let is_saved = ui.horizontal(|ui| {
        let field =
            ui.add(TextEdit::singleline(&mut name).hint_text("Name").desired_width(110.0).align(Align2::LEFT_CENTER));
        field.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Name of a new layout"));
        let is_entered = field.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let button = ui.add_enabled(!name.trim().is_empty(), Button::new("Save layout as"));
        button.clicked() || is_entered
    });
    if is_saved.inner && !name.trim().is_empty() {
        let chosen = std::mem::take(&mut name);
        out.push(Action::Prefer(Box::new(move |settings| settings.layouts.save_as(&chosen))));
        ui.close();
    }
    ui.data_mut(|data| data.insert_temp(id, name));
}
