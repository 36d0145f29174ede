//! The tab row of a group. In a narrow row closed tabs lose their titles, and then the last tabs and the plot controls
//! move into a menu.

use super::tab_menu;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::plots::{self, Plots};
use crate::editor::features::timeline::Timeline;
use crate::editor::icons::Icon;
use crate::editor::settings::layout::CanvasSide;
use crate::editor::settings::tabs::Tab;
use crate::editor::widgets::overflow;
use crate::editor::{theme, widgets};
use egui::{Color32, Response, TextStyle, Ui};

/// Width of the plot controls.
const CONTROLS: f32 = 294.0;
/// Width of a tab without title and badge, the gap between icon and title, and the width of a badge digit.
const BARE: f32 = 28.5;
const GAP: f32 = 7.0;
const DIGIT: f32 = 7.5;
/// Space between the controls at the end of the row.
const SPACE: f32 = 2.0;
/// Margin at both ends of the row.
const MARGIN: f32 = 4.0;

/// What a row of tabs has room for.
pub struct TabRow {
    tabs: Vec<TabSpace>,
    open: Option<Tab>,
    /// Whether the row has the plot controls, and whether they have room.
    has_plot_controls: bool,
    has_room_for_controls: bool,
}

/// A number beside a title, and its colour.
type Badge = (usize, Color32);

/// A tab of a row.
struct TabSpace {
    tab: Tab,
    badge: Option<Badge>,
    has_room: bool,
    has_title: bool,
}

impl TabRow {
    /// Measures the tabs of a row of this width.
    pub fn new(
        ui: &Ui,
        (tabs, open): (Vec<Tab>, Option<Tab>),
        width: f32,
        badge: impl Fn(Tab) -> Option<Badge>,
    ) -> Self {
        let space = |tab: Tab| TabSpace { tab, badge: badge(tab), has_room: true, has_title: true };
        let mut row = Self {
            tabs: tabs.into_iter().map(space).collect(),
            open,
            has_plot_controls: open == Some(Tab::Plots),
            has_room_for_controls: false,
        };
        row.fit(ui, width - 2.0 * MARGIN - theme::BUTTON - 4.0 * SPACE);
        row
    }

    fn fit(&mut self, ui: &Ui, room: f32) {
        let bare: Vec<f32> = self.tabs.iter().map(|space| self.least_width(ui, space)).collect();
        let all: f32 = bare.iter().sum();
        self.has_room_for_controls = self.has_plot_controls && all + CONTROLS <= room;
        let room = if self.has_room_for_controls { room - CONTROLS } else { room };
        let is_whole = all <= room && self.has_plot_controls == self.has_room_for_controls;
        let room = if is_whole { room } else { room - theme::BUTTON };
        let count = self.tabs.len();
        let rank = |at: usize, tab: Tab| if Some(tab) == self.open { u8::MAX } else { (count - at) as u8 };
        let items: Vec<_> =
            self.tabs.iter().zip(&bare).enumerate().map(|(at, (space, w))| (*w, Some(rank(at, space.tab)))).collect();
        let has_room = overflow::fitting(&items, room, 0.0);
        let has_title = self.titles(ui, room);
        for (space, (has_room, has_title)) in self.tabs.iter_mut().zip(has_room.into_iter().zip(has_title)) {
            (space.has_room, space.has_title) = (has_room, has_title);
        }
    }

    /// Least width of a tab: the open one always shows its title.
    fn least_width(&self, ui: &Ui, space: &TabSpace) -> f32 {
        space.bare_width() + if Some(space.tab) == self.open { title_width(ui, space.tab) } else { 0.0 }
    }

    /// Tabs that show their title: the open one, and from the left as many others as fit.
    fn titles(&self, ui: &Ui, room: f32) -> Vec<bool> {
        let mut left = room - self.tabs.iter().map(TabSpace::bare_width).sum::<f32>();
        let mut has_title = vec![false; self.tabs.len()];
        let open = self.tabs.iter().position(|space| Some(space.tab) == self.open).unwrap_or(0);
        for at in std::iter::once(open).chain((0..self.tabs.len()).filter(|&at| at != open)) {
            let Some(space) = self.tabs.get(at) else { break };
            left -= title_width(ui, space.tab);
            if left < 0.0 && at != open {
                break;
            }
            has_title[at] = true;
        }
        has_title
    }

    /// Draws a tab, if it has room.
    pub fn tab(&self, ui: &mut Ui, tab: Tab) -> Response {
        let Some((at, space)) = self.tabs.iter().enumerate().find(|(_, space)| space.tab == tab) else {
            return ui.label("");
        };
        if !space.has_room {
            return ui.allocate_response(egui::Vec2::ZERO, egui::Sense::hover());
        }
        if at == 0 {
            ui.add_space(MARGIN);
        }
        ui.spacing_mut().button_padding.x = 6.0;
        let (entry, is_open) = (tab.entry(), Some(tab) == self.open);
        let response = if space.has_title {
            widgets::tab(ui, Icon(entry.icon), entry.title, space.badge, is_open)
        } else {
            widgets::short_tab(ui, Icon(entry.icon), entry.title, space.badge)
        };
        ui.add_space(1.0);
        response
    }

    /// Draws what stands at the right end of the row, from right to left.
    pub fn controls(&self, ui: &mut Ui, view: &ViewContext, plots: (&Plots, &Timeline), out: &mut Vec<Action>) {
        let name = self.name();
        ui.spacing_mut().item_spacing.x = SPACE;
        ui.add_space(MARGIN - SPACE);
        tab_menu::of_group(ui, view.settings, name, self.open, out);
        let hidden: Vec<Tab> = self.tabs.iter().filter(|space| !space.has_room).map(|space| space.tab).collect();
        let has_controls_in_menu = self.has_plot_controls && !self.has_room_for_controls;
        if !hidden.is_empty() || has_controls_in_menu {
            overflow::more(ui, name, |ui| {
                for tab in hidden {
                    if overflow::choice(ui, Icon(tab.entry().icon), tab.entry().title, false).clicked() {
                        out.push(Action::show(tab));
                    }
                }
                if has_controls_in_menu {
                    overflow::line(ui, "", |ui| plot_controls(ui, view, plots, out));
                }
            });
        }
        if self.has_room_for_controls {
            plot_controls(ui, view, plots, out);
        }
    }

    /// Name of the group for menus and screen readers: where its tabs open.
    pub fn name(&self) -> &'static str {
        let home = self.tabs.first().map(|space| space.tab.entry().home);
        if home == Some(CanvasSide::Right) { "Side panel" } else { "Bottom panel" }
    }
}

impl TabSpace {
    fn bare_width(&self) -> f32 {
        let digits = self.badge.filter(|badge| badge.0 > 0).map_or(0, |badge| badge.0.to_string().len());
        BARE + 1.0 + if digits > 0 { GAP + DIGIT * digits as f32 } else { 0.0 }
    }
}

fn plot_controls(ui: &mut Ui, view: &ViewContext, (plots, timeline): (&Plots, &Timeline), out: &mut Vec<Action>) {
    plots::panel::controls(ui, view, plots, timeline, out);
}

/// Width that the title adds to a tab.
fn title_width(ui: &Ui, tab: Tab) -> f32 {
    let font = TextStyle::Button.resolve(ui.style());
    ui.painter().layout_no_wrap(tab.entry().title.to_owned(), font, Color32::PLACEHOLDER).size().x + GAP
}
