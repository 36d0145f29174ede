//! The tab row of a group. Every tab has its title under its icon. The last tabs without room are in a menu, and in a
//! narrow row the plot controls too.
//!
//! Which tabs have a place, and where, depends on the width of the row only, not on the open tab or on counts. An open
//! tab without a place follows those that have one.

use super::tab_menu;
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::features::plots::{Plots, panel};
use crate::editor::features::timeline::Timeline;
use crate::editor::icons::Icon;
use crate::editor::settings::layout::CanvasSide;
use crate::editor::settings::tabs::{Tab, TabEntry};
use crate::editor::widgets::command::tip;
use crate::editor::widgets::overflow;
use crate::editor::{theme, widgets};
use egui::{Color32, Response, Sense, Ui};

/// Width of the plot controls while they measure, and of the menu of tabs without a place.
const CONTROLS: f32 = 350.0;
const MORE: f32 = 44.0;
/// Space between two tabs.
const BETWEEN: f32 = 1.0;
/// Space between the controls at the end of the row.
const SPACE: f32 = 2.0;
/// Name of the groups below the canvas.
const BOTTOM: &str = "Bottom panel";
/// Margin at both ends of the row.
const MARGIN: f32 = 4.0;

/// What a row of tabs has room for.
pub struct TabRow {
    tabs: Vec<(Tab, Option<Badge>)>,
    open: Option<Tab>,
    /// Number of tabs that have a place. The others are in a menu.
    placed: usize,
    /// Whether the plot controls have room.
    has_room_for_controls: bool,
}

/// A number at a tab, and its colour.
type Badge = (usize, Color32);

impl TabRow {
    /// Measures the tabs of a row of this width.
    pub fn new(
        ui: &Ui,
        (tabs, open): (Vec<Tab>, Option<Tab>),
        width: f32,
        badge: impl Fn(Tab) -> Option<Badge>,
    ) -> Self {
        let tabs: Vec<_> = tabs.into_iter().map(|tab| (tab, badge(tab))).collect();
        let widths: Vec<f32> =
            tabs.iter().map(|(tab, _)| widgets::tab_width(ui, tab.entry().title) + BETWEEN).collect();
        let plots = tabs.iter().position(|(tab, _)| *tab == Tab::Plots);
        let enlarge = if name_of(&tabs) == BOTTOM { theme::BUTTON + SPACE } else { 0.0 };
        let room = width - 2.0 * MARGIN - theme::BUTTON - 4.0 * SPACE - enlarge;
        let (placed, has_room_for_controls) = fit(&widths, plots, room);
        Self { tabs, open, placed, has_room_for_controls }
    }

    /// Draws a tab, if it has a place or is open.
    pub fn tab(&self, ui: &mut Ui, tab: Tab) -> Response {
        let Some(at) = self.tabs.iter().position(|(known, _)| *known == tab) else { return ui.label("") };
        let is_open = Some(tab) == self.open;
        if at >= self.placed && !is_open {
            return ui.allocate_response(egui::Vec2::ZERO, Sense::hover());
        }
        if at == 0 || self.placed == 0 {
            ui.add_space(MARGIN);
        }
        let entry = tab.entry();
        let response = widgets::tab(ui, Icon(entry.icon), entry.title, self.tabs[at].1, is_open);
        ui.add_space(BETWEEN);
        explained(response, entry)
    }

    /// Draws what stands at the right end of the row, from right to left. Call it before [`Self::tab`].
    pub fn controls(
        &self,
        ui: &mut Ui,
        view: &ViewContext,
        (plots, timeline): (&Plots, &Timeline),
        out: &mut Vec<Action>,
    ) {
        let (name, open) = (self.name(), self.open);
        ui.spacing_mut().item_spacing.x = SPACE;
        ui.add_space(MARGIN - SPACE);
        tab_menu::of_group(ui, view.settings, name, open, out);
        if name == BOTTOM {
            enlarge(ui, view, out);
        }
        let has_controls = open == Some(Tab::Plots);
        let (hidden, has_controls_in_menu) = (&self.tabs[self.placed..], has_controls && !self.has_room_for_controls);
        if !hidden.is_empty() || has_controls_in_menu {
            let count = Some(hidden.len()).filter(|count| *count > 0);
            let tip = count.map_or("More controls", |_| "More panels");
            overflow::more_of(ui, name, count, tip, |ui| {
                for (tab, _) in hidden {
                    let entry = tab.entry();
                    let response = overflow::choice(ui, Icon(entry.icon), entry.title, Some(*tab) == open);
                    if explained(response, entry).clicked() {
                        out.push(Action::show(*tab));
                    }
                }
                if has_controls_in_menu {
                    if !hidden.is_empty() {
                        ui.separator();
                    }
                    panel::controls_in_menu(ui, view, plots, timeline, out);
                }
            });
        }
        if has_controls && self.has_room_for_controls {
            panel::controls(ui, view, plots, timeline, out);
        }
    }

    /// Name of the group for menus and screen readers: where its tabs open.
    pub fn name(&self) -> &'static str {
        name_of(&self.tabs)
    }
}

fn name_of(tabs: &[(Tab, Option<Badge>)]) -> &'static str {
    let home = tabs.first().map(|(tab, _)| tab.entry().home);
    if home == Some(CanvasSide::Right) { "Side panel" } else { BOTTOM }
}

/// The button that enlarges the panels below the canvas, and reduces them again.
fn enlarge(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let is_enlarged = view.settings.layout().is_enlarged;
    let (icon, name) = if is_enlarged { ("caret-down", "Reduce") } else { ("caret-up", "Enlarge") };
    let name = format!("{name} the bottom panel");
    let tip = tip(ui, &name, Command::EnlargeDock);
    if widgets::icon_button(ui, Icon(icon), &name, &tip, true, false).clicked() {
        out.push(Action::Command(Command::EnlargeDock));
    }
}

/// How many tabs of these widths have a place, and whether the plot controls have room beside them; `plots` is the
/// place of the tab *Plots*.
fn fit(widths: &[f32], plots: Option<usize>, room: f32) -> (usize, bool) {
    let all: f32 = widths.iter().sum();
    // In a row that is not full the tabs have at least half of the room.
    let has_controls = plots.is_some() && (all + CONTROLS <= room || 2.0 * CONTROLS <= room - MORE);
    let controls = if has_controls { CONTROLS } else { 0.0 };
    let has_menu_of_controls = plots.is_some() && !has_controls;
    if all + controls + if has_menu_of_controls { MORE } else { 0.0 } <= room {
        return (widths.len(), has_controls);
    }
    // The open tab of the menu takes the place of the controls, which belong to another tab.
    let widest = widths.iter().copied().fold(0.0, f32::max);
    let mut left = room - MORE - controls.max(widest);
    let has_place = |width: &&f32| {
        left -= **width;
        left >= 0.0
    };
    let placed = widths.iter().take_while(has_place).count();
    (placed, has_controls && plots.is_some_and(|plots| plots < placed))
}

/// What the panel is for, if its title does not say it.
fn explained(response: Response, entry: &TabEntry) -> Response {
    let explanation = entry.place[0];
    if explanation == entry.title { response } else { response.on_hover_text(explanation) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fit_leaves_room_for_the_open_tab_of_the_menu_and_for_the_plot_controls() {
        let widths = [50.0; 10];
        assert_eq!(fit(&widths, None, 500.0), (10, false));
        assert_eq!(fit(&widths, None, 499.0), (8, false), "menu and open tab");
        assert_eq!(fit(&widths, Some(0), 500.0 + CONTROLS), (10, true));
        let narrower = 2.0 * CONTROLS + MORE;
        assert_eq!(fit(&widths, Some(0), narrower), (7, true));
        assert_eq!(fit(&widths, Some(9), narrower), (7, false), "Plots is in the menu, and its controls too");
        assert_eq!(fit(&widths, Some(0), narrower - 1.0), (10, false), "controls in the menu");
        assert_eq!(fit(&widths, Some(0), 60.0), (0, false));
    }
}
