//! The canvas with the panels around it, as the layout arranges them: panels are dragged by their tabs, resized at
//! their borders, closed, and moved to windows of their own.

mod canvas_pane;
mod own_window;
mod pages;
mod tab_menu;
mod tab_row;
mod tree;

pub use own_window::show as own_windows;
pub use tab_menu::{layouts, panels};

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::settings::layout::{Layout, Room, SplitAxis};
use crate::editor::settings::tabs::Tab;
use crate::editor::{canvas, regions, screen};
use egui::{Response, Stroke, Style, Ui, UiBuilder, Visuals, WidgetText};
use egui_tiles::{Behavior, EditAction, ResizeState, SimplificationOptions, TabState, TileId, Tiles, UiResponse};
use std::collections::BTreeSet;
use tab_row::TabRow;
use tree::{LayoutTree, Pane};

/// Gap between two areas.
const GAP: f32 = 1.0;
/// Names of the rectangles of groups beside the first ones.
const MORE_GROUPS: [&str; 4] = ["second group", "third group", "fourth group", "fifth group"];
/// Height of a row of tabs.
const ROW: f32 = 34.0;

/// Draws the canvas and all docked panels.
pub fn show(ui: &mut Ui, app: &mut App, out: &mut Vec<Action>) {
    if app.window.is_canvas_alone {
        return canvas_pane::show(ui, app, out);
    }
    let room = Room {
        size: ui.available_size(),
        least: canvas::LEAST + egui::vec2(0.0, canvas_pane::height_of_bars(ui)),
        gap: GAP,
        is_narrow: screen::is_narrow(ui.ctx()),
    };
    match app.settings.layout_mut().make_room(&room) {
        Some(SplitAxis::Row) => app.notices.warning("The window is too narrow for the side panel"),
        Some(SplitAxis::Column) => {
            app.notices.warning(
                "The window is too low for the bottom panel. View > Panels opens its tabs in windows of their own",
            );
        }
        None => {}
    }
    let kept = app.settings.layout().clone();
    let fitted = kept.fitted(&room);
    let mut made = LayoutTree::new(&fitted, &kept.area);
    let mut panels =
        Panels { app, out, is_fixed: room.is_narrow, edits: Vec::new(), row: None, recorded: BTreeSet::new() };
    made.tree.ui(&mut panels, ui);
    let edits = std::mem::take(&mut panels.edits);
    if edits.is_empty() {
        return;
    }
    if room.is_narrow {
        let open = made.tree.active_tiles().into_iter().filter_map(|id| made.tree.tiles.get_pane(&id).copied());
        for tab in open.filter_map(|pane| if let Pane::Tab(tab) = pane { Some(tab) } else { None }) {
            app.settings.layout_mut().show(tab);
        }
    } else if let Some(area) = made.read() {
        let layout = app.settings.layout_mut();
        layout.area = area;
        // A dragged border has the size that the user wants.
        layout.is_enlarged &= !edits.contains(&EditAction::TileResized);
    }
}

/// Draws tiles and tab rows.
struct Panels<'a> {
    app: &'a mut App,
    out: &'a mut Vec<Action>,
    /// Whether panels cannot be moved.
    is_fixed: bool,
    edits: Vec<EditAction>,
    /// The row of tabs that is being drawn.
    row: Option<TabRow>,
    /// Names of the groups whose rectangles are recorded; of several with one name the first has it.
    recorded: BTreeSet<&'static str>,
}

/// The tabs of a group, and the open one.
fn tabs_of(tiles: &Tiles<Pane>, tabs: &egui_tiles::Tabs) -> (Vec<Tab>, Option<Tab>) {
    let tab = |id: &TileId| match tiles.get_pane(id) {
        Some(Pane::Tab(tab)) => Some(*tab),
        _ => None,
    };
    (tabs.children.iter().filter_map(tab).collect(), tabs.active.as_ref().and_then(tab))
}

impl Behavior<Pane> for Panels<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        match pane {
            Pane::Canvas => canvas_pane::show(ui, self.app, self.out),
            Pane::Tab(tab) => page(ui, self.app, *tab, self.out),
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> WidgetText {
        match pane {
            Pane::Canvas => "Canvas".into(),
            Pane::Tab(tab) => tab.entry().title.into(),
        }
    }

    fn tab_ui(&mut self, tiles: &mut Tiles<Pane>, ui: &mut Ui, id: egui::Id, tile: TileId, _: &TabState) -> Response {
        let tab = match tiles.get_pane(&tile) {
            Some(Pane::Tab(tab)) => *tab,
            _ => return ui.label("?"),
        };
        let response = match &self.row {
            Some(row) => row.tab(ui, tab),
            None => ui.label(tab.entry().title),
        };
        if !self.is_fixed && response.drag_started() {
            self.edits.push(EditAction::TileDragged);
            ui.ctx().set_dragged_id(id);
        }
        response.context_menu(|ui| tab_menu::of_tab(ui, &self.app.settings, tab, self.out));
        response
    }

    fn top_bar_right_ui(
        &mut self,
        tiles: &Tiles<Pane>,
        ui: &mut Ui,
        group: TileId,
        tabs: &egui_tiles::Tabs,
        _: &mut f32,
    ) {
        let Some(rect) = tiles.rect(group) else { return };
        // The right end of a row is drawn first.
        let (view, features) = (&self.app.view(), &self.app.features);
        let badge = |tab| pages::badge(ui, view, self.app, tab);
        let row = self.row.insert(TabRow::new(ui, tabs_of(tiles, tabs), rect.width(), badge));
        if self.recorded.insert(row.name()) {
            let names = if row.name() == "Side panel" { ["side", "side tabs"] } else { ["dock", "tabs"] };
            regions::record(ui.ctx(), names[0], rect);
            regions::record(ui.ctx(), names[1], rect.with_max_y(rect.top() + ROW));
        } else if let Some(name) = MORE_GROUPS.iter().find(|name| self.recorded.insert(name)) {
            regions::record(ui.ctx(), name, rect);
        }
        row.controls(ui, view, (&features.plots, &features.timeline), self.out);
    }

    fn tab_bar_height(&self, _: &Style) -> f32 {
        ROW
    }

    fn gap_width(&self, _: &Style) -> f32 {
        GAP
    }

    fn min_size(&self) -> f32 {
        60.0
    }

    fn tab_bar_color(&self, visuals: &Visuals) -> egui::Color32 {
        visuals.panel_fill
    }

    fn resize_stroke(&self, style: &Style, state: ResizeState) -> Stroke {
        match state {
            ResizeState::Idle => style.visuals.widgets.noninteractive.bg_stroke,
            ResizeState::Hovering => style.visuals.widgets.hovered.fg_stroke,
            ResizeState::Dragging => style.visuals.widgets.active.fg_stroke,
        }
    }

    fn simplification_options(&self) -> SimplificationOptions {
        SimplificationOptions::OFF
    }

    fn is_tile_draggable(&self, tiles: &Tiles<Pane>, tile: TileId) -> bool {
        !self.is_fixed && tiles.get_pane(&tile) != Some(&Pane::Canvas)
    }

    fn is_container_resizable(&self, _: &Tiles<Pane>, _: TileId) -> bool {
        !self.is_fixed
    }

    fn cycle_tabs_with_keyboard(&self) -> bool {
        false
    }

    fn on_edit(&mut self, edit: EditAction) {
        self.edits.push(edit);
    }
}

/// Least width of the contents of a panel; narrower groups scroll sideways.
fn least_width(tab: Tab) -> f32 {
    match tab {
        Tab::Journal => 600.0,
        Tab::Balloon | Tab::Sweep | Tab::Problems => 480.0,
        Tab::Rules => 560.0,
        Tab::Plots => 190.0,
        _ if tab.entry().home.axis() == SplitAxis::Column => 420.0,
        _ => 0.0,
    }
}

/// The contents of a panel.
fn page(ui: &mut Ui, app: &App, tab: Tab, out: &mut Vec<Action>) {
    let rect = ui.max_rect();
    ui.painter().rect_filled(rect, 0.0, ui.visuals().panel_fill);
    // Clip the contents in a low window.
    let inner = rect.shrink2(egui::vec2(8.0, 4.0));
    // A text that is being typed stays with its document.
    let id = egui::Id::unique(("panel", tab, app.document.number()));
    let mut page = ui.new_child(UiBuilder::new().scope_id(id).max_rect(inner));
    page.set_clip_rect(inner.expand(4.0).intersect(ui.clip_rect()));
    let view = &app.view();
    let least = least_width(tab);
    if inner.width() < least {
        egui::ScrollArea::horizontal().auto_shrink(false).show(&mut page, |ui| {
            ui.set_min_width(least);
            pages::show(ui, view, app, tab, out);
        });
    } else {
        pages::show(&mut page, view, app, tab, out);
    }
}
