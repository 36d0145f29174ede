//! Help: all keys and what the mouse does, and words about the program.
//!
//! Must never know: what keys do beyond their names.

use crate::editor::actions::Menu;
use crate::editor::app::App;
use crate::editor::keys::{self, OVERLAY_KEYS};
use crate::editor::{tools, widgets};
use crate::picture::overlays;
use egui::{Align2, Context, Grid, RichText, ScrollArea, Ui, Window};

const MOUSE: [(&str, &str); 9] = [
    ("Click", "Select; with Shift add or take away"),
    ("Double click", "Select the whole body"),
    ("Drag at frame 0", "Move nodes, bodies and discs of the level"),
    ("Drag later", "Pull a node or a disc by a spring while it runs"),
    ("Wheel, pinch", "Zoom at the pointer"),
    ("Middle or right drag", "Move the view"),
    ("Space and drag", "Move the view"),
    ("Two fingers", "Move the view"),
    ("Right click", "Select what is there, and its menu"),
];

/// Draws what is open.
pub fn show(ctx: &Context, app: &mut App) {
    let mut open = app.shows_keys;
    let window =
        |title: &str| Window::new(title.to_owned()).collapsible(false).anchor(Align2::CENTER_CENTER, [0.0, 0.0]);
    window("Keys and mouse").open(&mut open).default_width(900.0).resizable(false).show(ctx, |ui| {
        ScrollArea::vertical().max_height(ctx.content_rect().height() - 160.0).show(ui, all_keys);
    });
    app.shows_keys = open;
    let mut open = app.shows_about;
    window("About Blobsmith").open(&mut open).resizable(false).default_width(420.0).show(ctx, |ui| {
        ui.heading(format!("Blobsmith {}", env!("CARGO_PKG_VERSION")));
        ui.label(env!("CARGO_PKG_DESCRIPTION"));
        ui.add_space(6.0);
        widgets::note(ui, format!("Licence: {}", env!("CARGO_PKG_LICENSE")));
    });
    app.shows_about = open;
}

fn all_keys(ui: &mut Ui) {
    ui.columns(3, |columns| {
        for menu in [Menu::Run, Menu::View] {
            let rows = commands(&columns[0], menu);
            group(&mut columns[0], menu.title(), &rows);
        }
        for menu in [Menu::File, Menu::Edit, Menu::Select, Menu::Help] {
            let rows = commands(&columns[1], menu);
            group(&mut columns[1], menu.title(), &rows);
        }
        let tools: Vec<_> = tools::ALL.iter().map(|tool| (tool.key.name().to_owned(), tool.title.to_owned())).collect();
        group(&mut columns[1], "Tools", &tools);
        let mouse: Vec<_> = MOUSE.iter().map(|(keys, what)| ((*keys).to_owned(), (*what).to_owned())).collect();
        group(&mut columns[2], "Mouse on the canvas", &mouse);
        let overlays = overlays::ALL.iter().zip(OVERLAY_KEYS);
        let overlays: Vec<_> = overlays.map(|(o, key)| (key.name().to_owned(), o.title.to_owned())).collect();
        group(&mut columns[2], "Overlays", &overlays);
    });
}

fn commands(ui: &Ui, menu: Menu) -> Vec<(String, String)> {
    let rows = menu.rows().iter().filter(|row| !row.keys.is_empty());
    rows.map(|row| {
        let keys: Vec<_> = row.keys.iter().map(|press| keys::write(ui.ctx(), press)).collect();
        (keys.join(" or "), row.name.to_owned())
    })
    .collect()
}

fn group(ui: &mut Ui, title: &str, rows: &[(String, String)]) {
    widgets::heading(ui, title);
    Grid::new(title).num_columns(2).spacing([10.0, 4.0]).show(ui, |ui| {
        for (press, what) in rows {
            ui.label(RichText::new(press).monospace().size(11.5).color(ui.visuals().hyperlink_color));
            ui.add(egui::Label::new(RichText::new(what).small()).wrap());
            ui.end_row();
        }
    });
    ui.add_space(6.0);
}
