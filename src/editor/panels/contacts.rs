//! Contacts of the last substep: which node, which edge was chosen, what it did.
//!
//! Must never know: how contacts are found.

use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::widgets::short;
use crate::engine::trace::ContactTrace;
use crate::level::Place;
use egui::{Button, RichText, Role, Ui, WidgetInfo};
use egui_extras::{Column, TableBuilder};

const TITLES: [&str; 7] = ["Node", "In body", "Edge", "Distance", "Impulse", "Friction", "Move"];

/// Draws it.
pub fn show(ui: &mut Ui, app: &App, out: &mut Vec<Action>) {
    let Some(trace) = app.trace.as_ref().filter(|trace| !trace.contacts.is_empty()) else {
        let text = if app.run.moment() == (0, 0) {
            "Contacts are those of the last substep; step first."
        } else {
            "No contacts in the last substep."
        };
        ui.weak(text);
        return;
    };
    TableBuilder::new(ui)
        .striped(true)
        .cell_layout(egui::Layout::left_to_right(egui::Align::Center))
        .column(Column::initial(150.0).at_least(90.0).resizable(true).clip(true))
        .column(Column::initial(130.0).at_least(60.0).resizable(true).clip(true))
        .columns(Column::initial(80.0).at_least(50.0).resizable(true), 4)
        .column(Column::remainder())
        .header(20.0, |mut header| {
            for title in TITLES {
                header.col(|ui| {
                    ui.label(RichText::new(title).small().color(ui.visuals().weak_text_color()));
                });
            }
        })
        .body(|body| {
            body.rows(26.0, trace.contacts.len(), |mut row| {
                let contact = &trace.contacts[row.index()];
                let mut cells = cells(app, contact).into_iter();
                row.col(|ui| node(ui, app, contact, &cells.next().unwrap_or_default(), out));
                for cell in cells {
                    row.col(|ui| {
                        ui.label(RichText::new(cell).monospace());
                    });
                }
            });
        });
}

fn node(ui: &mut Ui, app: &App, contact: &ContactTrace, text: &str, out: &mut Vec<Action>) {
    let place = Place::Node(contact.body, contact.node);
    let response = ui.add(Button::selectable(app.selection.contains(&place), text).truncate());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, text));
    if response.hovered() {
        out.push(Action::Hover(Some(place)));
    }
    if response.double_clicked() {
        out.push(Action::Reveal(vec![place]));
    } else if response.clicked() {
        out.push(Action::Select(vec![place]));
    }
}

fn body_name(app: &App, body: usize) -> String {
    let name = app.document.level().bodies.get(body).map_or("", |body| body.name.as_str());
    if name.is_empty() { format!("body {body}") } else { name.to_owned() }
}

fn cells(app: &App, contact: &ContactTrace) -> [String; 7] {
    let chosen = contact.chosen.and_then(|edge| contact.candidates.iter().find(|candidate| candidate.edge == edge));
    let response = contact.response.as_ref();
    let length = |value: Option<crate::geometry::DVec2>| value.map_or("-".to_owned(), |v| short(v.length()));
    [
        format!("{} · {}", body_name(app, contact.body), contact.node),
        body_name(app, contact.other),
        contact.chosen.map_or("none".to_owned(), |edge| edge.to_string()),
        chosen.and_then(|candidate| candidate.distance).map_or("-".to_owned(), short),
        length(response.map(|r| r.impulse_m)),
        length(response.map(|r| r.friction_m)),
        length(response.map(|r| r.move_m)),
    ]
}
