//! Tree of the level's parts.
//!
//! Must never know: how anything is selected.

use super::inspector::icon;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::theme;
use crate::level::{Motion, Place};
use egui::collapsing_header::CollapsingState;
use egui::{Button, RichText, Role, ScrollArea, Ui, WidgetInfo};

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let level = app.document.level();
    for (index, body) in level.bodies.iter().enumerate() {
        let name = if body.name.is_empty() { format!("body {index}") } else { body.name.clone() };
        let kind = match body.motion {
            Motion::Dynamic => "",
            Motion::Fixed => "fixed",
            Motion::Driven(_) => "driven",
        };
        let id = ui.make_persistent_id(("outline", index));
        let state = CollapsingState::load_with_default_open(ui.ctx(), id, false);
        state
            .show_header(ui, |ui| row(ui, app, Place::Body(index), &name, kind, out))
            .body(|ui| parts(ui, app, index, out));
    }
    for (index, disc) in level.discs.iter().enumerate() {
        let name = if disc.name.is_empty() { format!("disc {index}") } else { disc.name.clone() };
        row(ui, app, Place::Disc(index), &name, "", out);
    }
    for (index, obstacle) in level.obstacles.iter().enumerate() {
        let name = if obstacle.name.is_empty() { format!("obstacle {index}") } else { obstacle.name.clone() };
        row(ui, app, Place::Obstacle(index), &name, "", out);
    }
    if level.bodies.is_empty() && level.discs.is_empty() && level.obstacles.is_empty() {
        ui.weak("Nothing here yet");
    }
}

/// Title, how many, and the place of the one of an index in its body.
type Group = (&'static str, usize, fn(usize, usize) -> Place);

fn parts(ui: &mut Ui, app: &App, body: usize, out: &mut Vec<Action>) {
    let parts = &app.document.level().bodies[body];
    let groups: [Group; 5] = [
        ("Nodes", parts.nodes.len(), Place::Node),
        ("Springs", parts.springs.len(), Place::Spring),
        ("Sticks", parts.sticks.len(), Place::Stick),
        ("Hull", parts.hull.len(), Place::HullEdge),
        ("Triangles", parts.triangles.len(), Place::Triangle),
    ];
    for (title, count, place) in groups.into_iter().filter(|group| group.1 > 0) {
        let header = RichText::new(format!("{title}  {count}"));
        egui::CollapsingHeader::new(header).id_salt((body, title)).show(ui, |ui| {
            let height = ui.spacing().interact_size.y;
            let area = ScrollArea::vertical().id_salt((body, title, "rows")).max_height(220.0);
            area.show_rows(ui, height, count, |ui, rows| {
                for index in rows {
                    let place = place(body, index);
                    row(ui, app, place, &crate::editor::tools::describe(place), "", out);
                }
            });
        });
    }
}

fn row(ui: &mut Ui, app: &App, place: Place, name: &str, remark: &str, out: &mut Vec<Action>) {
    let is_selected = app.selection.contains(&place);
    let weak = ui.visuals().weak_text_color();
    // What grows at the end keeps the words at the left.
    let text = (
        icon(place).tinted(theme::SMALL_ICON, weak),
        RichText::new(name),
        RichText::new(remark).small().color(weak),
        egui::Atom::grow(),
    );
    let response = ui.add(Button::selectable(is_selected, text).min_size(egui::vec2(ui.available_width(), 0.0)));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, name));
    if response.double_clicked() {
        out.push(Action::Reveal(vec![place]));
    } else if response.clicked() {
        out.push(Action::Select(vec![place]));
    }
    if response.hovered() {
        out.push(Action::Hover(vec![place]));
    }
}
