//! Panels in windows of their own. Where the window system offers none, as in a browser, they float in the main window.

use super::page;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::perform;
use crate::editor::settings::tabs::Tab;
use crate::editor::theme;
use egui::{CentralPanel, Context, ViewportBuilder, ViewportId, Window, vec2};

/// Size of a new window.
const SIZE: egui::Vec2 = vec2(560.0, 420.0);
/// Least size of a window.
const SMALLEST: egui::Vec2 = vec2(280.0, 160.0);

/// Draws all panels that have windows of their own. A closed window puts its panel back.
pub fn show(ctx: &Context, app: &mut App, out: &mut Vec<Action>) {
    for tab in app.settings.layout().windows.clone() {
        let is_open = if ctx.embed_viewports() { floating(ctx, app, tab, out) } else { own(ctx, app, tab, out) };
        if !is_open {
            app.settings.layout_mut().move_to(tab, tab.entry().home);
        }
    }
}

fn floating(ctx: &Context, app: &App, tab: Tab, out: &mut Vec<Action>) -> bool {
    let mut is_open = true;
    let window = Window::new(tab.entry().title).id(egui::Id::unique(("window of", tab))).open(&mut is_open);
    window.default_size(SIZE).min_size(SMALLEST).show(ctx, |ui| {
        let (rect, _) = ui.allocate_exact_size(ui.available_size(), egui::Sense::hover());
        page(&mut ui.new_child(egui::UiBuilder::new().max_rect(rect)), app, tab, out);
    });
    is_open
}

fn own(ctx: &Context, app: &mut App, tab: Tab, out: &mut Vec<Action>) -> bool {
    let id = ViewportId::from_hash_of(("window of", tab));
    let title = format!("{} - {} - Blobsmith", tab.entry().title, app.document.title());
    let builder = ViewportBuilder::default().with_title(title).with_inner_size(SIZE).with_min_inner_size(SMALLEST);
    ctx.show_viewport_immediate(id, builder, |ui, _| {
        // Keys have the same meaning as in the main window.
        let was_typing = perform::keys::read(ui.ctx(), app, out);
        let frame = theme::panel(ui);
        CentralPanel::default().frame(frame.inner_margin(0)).show(ui, |ui| page(ui, app, tab, out));
        perform::keys::read_typed(ui.ctx(), app, was_typing, out);
        !ui.input(|input| input.viewport().close_requested())
    })
}
