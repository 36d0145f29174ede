//! The inspector: properties of the selected parts, by kind, and live values of a single part.

mod body;
mod collision;
mod colour;
mod disc;
mod field;
pub mod forces;
mod instance;
mod link;
mod links;
mod marker;
mod node;
mod obstacle;
mod path;
mod points;
mod properties;
mod templates;
mod user_data;

pub use field::{PropertyGroup, gesture};

use crate::debugger::diagnosis::part_title;
use crate::editor::actions::{Action, Command};
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::icons::Icon;
use crate::editor::tools::{describe, titled};
use crate::editor::widgets::form;
use crate::editor::{theme, widgets};
use crate::level::{Level, Place};
use egui::{RichText, Role, TextEdit, Ui, WidgetInfo};

/// Draws the panel.
pub fn show(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    match view.selection[..] {
        [] => level(ui, view, out),
        [place] => one(ui, view, place, out),
        _ => several(ui, view, out),
    }
}

/// A kind of part: plural name, filter, and function that draws its properties.
struct PartKind {
    many: &'static str,
    is_of: fn(Place) -> bool,
    show: fn(&mut Ui, &ViewContext, &mut PropertyGroup),
}

/// All kinds, in panel order.
const KINDS: [PartKind; 11] = [
    PartKind { many: "bodies", is_of: |place| matches!(place, Place::Body(_)), show: body::show },
    PartKind { many: "nodes", is_of: |place| matches!(place, Place::Node(..)), show: node::show },
    PartKind { many: "springs", is_of: |place| matches!(place, Place::Spring(..)), show: links::springs },
    PartKind { many: "sticks", is_of: |place| matches!(place, Place::Stick(..)), show: links::sticks },
    PartKind { many: "hull edges", is_of: |place| matches!(place, Place::HullEdge(..)), show: links::hull },
    PartKind { many: "triangles", is_of: |place| matches!(place, Place::Triangle(..)), show: links::triangles },
    PartKind { many: "discs", is_of: |place| matches!(place, Place::Disc(_)), show: disc::show },
    PartKind { many: "obstacles", is_of: |place| matches!(place, Place::Obstacle(_)), show: obstacle::show },
    PartKind { many: "links", is_of: |place| matches!(place, Place::Link(_)), show: link::show },
    PartKind { many: "markers", is_of: |place| matches!(place, Place::Marker(_)), show: marker::show },
    PartKind { many: "instances", is_of: |place| matches!(place, Place::Instance(_)), show: instance::show },
];

/// Icon of a kind of part.
pub fn icon(place: Place) -> Icon {
    Icon(match place {
        Place::Level => "file-text",
        Place::World => "globe-simple",
        Place::Body(_) => "polygon",
        Place::Node(..) => "dot-outline",
        Place::Spring(..) => "wave-sawtooth",
        Place::Stick(..) => "line-segment",
        Place::HullEdge(..) => "line-segments",
        Place::Triangle(..) => "triangle",
        Place::Disc(_) => "circle",
        Place::Obstacle(_) => "wall",
        Place::Link(_) => "link",
        Place::Marker(_) => "map-pin",
        Place::Instance(_) => "puzzle-piece",
    })
}

fn one(ui: &mut Ui, view: &ViewContext, place: Place, out: &mut Vec<Action>) {
    ui.horizontal(|ui| {
        let is_sensor = collision::is_sensor(view.level_in_hand(), place);
        let icon = if is_sensor { Command::InsertSensor.row().icon } else { icon(place) };
        ui.label(icon.tinted(theme::ICON, ui.visuals().hyperlink_color));
        let mut title = titled(view.level_in_hand(), place);
        // A name keeps its letters.
        if title.starts_with(&describe(place)) {
            title = widgets::sentence(&title);
        }
        ui.label(RichText::new(title).strong().size(15.0));
        if is_sensor {
            ui.weak("sensor").on_hover_text(collision::SENSOR);
        }
        if let (Some(body), false) = (place.body(), matches!(place, Place::Body(_))) {
            let name = format!("of {}", view.level_in_hand().body_title(body));
            if ui.link(RichText::new(name).small()).on_hover_text("Select the body").clicked() {
                out.push(Action::Select(vec![Place::Body(body)]));
            }
        }
    });
    ui.add_space(4.0);
    let level = view.level_in_hand();
    if !level.has(place) {
        return;
    }
    if let Some(kind) = KINDS.iter().find(|kind| (kind.is_of)(place)) {
        (kind.show)(ui, view, &mut PropertyGroup { level, places: &[place], out });
    }
    user_data::show(ui, view, &[place], out);
}

fn level(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let level = view.document.level();
    ui.label(RichText::new("Level").strong().size(15.0));
    ui.label(RichText::new("Name").color(ui.visuals().weak_text_color()));
    let mut name = level.name.clone();
    let response =
        ui.add(TextEdit::singleline(&mut name).desired_width(f32::INFINITY).hint_text(view.document.title()));
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Name"));
    if response.changed() {
        let edit = Edit::new("Rename the level", move |level| {
            level.name = name;
            Ok(())
        });
        out.push(Action::Edit(edit.within(gesture(Place::Level, "name"))));
    }
    ui.label(RichText::new("Notes").color(ui.visuals().weak_text_color()));
    let mut notes = level.notes.clone();
    let edit = TextEdit::multiline(&mut notes).desired_width(f32::INFINITY).desired_rows(6);
    let response = ui.add(edit);
    response.widget_info(|| WidgetInfo::labeled(Role::TextInput, true, "Notes"));
    if response.changed() {
        let edit = Edit::new("Change the notes", move |level| {
            level.notes = notes;
            Ok(())
        });
        out.push(Action::Edit(edit.within(gesture(Place::Level, "notes"))));
    }
    ui.add_space(4.0);
    let layout = view.run.world().layout();
    // Parts of instances count as well.
    let placed = &view.document.placed().level;
    form::table(ui, "counts", |ui| {
        form::fact(ui, "Bodies", placed.bodies.len().to_string());
        form::fact(ui, "Nodes", layout.node_count.to_string());
        form::fact(ui, "Springs", layout.springs.a.len().to_string());
        form::fact(ui, "Triangles", layout.triangles.len().to_string());
        for (name, count) in [
            ("Discs", placed.discs.len()),
            ("Obstacles", placed.obstacles.len()),
            ("Links", placed.links.len()),
            ("Markers", placed.markers.len()),
            ("Instances", level.instances.len()),
        ] {
            if count > 0 {
                form::fact(ui, name, count.to_string());
            }
        }
    });
    user_data::show(ui, view, &[Place::Level], out);
    templates::of_level(ui, view, out);
    ui.add_space(6.0);
    widgets::note(ui, "Click a node, spring or body on the canvas to edit its properties here.");
}

/// Maximum number of listed places of a multiple selection.
const LISTED: usize = 40;

fn several(ui: &mut Ui, view: &ViewContext, out: &mut Vec<Action>) {
    let groups: Vec<(&PartKind, Vec<Place>)> = KINDS
        .iter()
        .map(|kind| (kind, view.selection.iter().copied().filter(|&place| (kind.is_of)(place)).collect::<Vec<_>>()))
        .filter(|(_, places)| !places.is_empty())
        .collect();
    let title = match &groups[..] {
        [(kind, places)] => format!("{} {}", places.len(), kind.many),
        _ => format!("{} parts", view.selection.len()),
    };
    ui.label(RichText::new(title).strong().size(15.0));
    if view.commands.is_possible(Command::Pin) {
        let name = view.commands.name(Command::Pin);
        if widgets::text_button(ui, Command::Pin.row().icon, &name).clicked() {
            out.push(Action::Command(Command::Pin));
        }
    }
    let level = view.level_in_hand();
    for (kind, places) in &groups {
        if groups.len() > 1 {
            kind_heading(ui, level, kind, places, out);
        }
        ui.push_id(kind.many, |ui| (kind.show)(ui, view, &mut PropertyGroup { level, places, out }));
    }
    user_data::show(ui, view, view.selection, out);
    ui.add_space(6.0);
    widgets::heading(ui, "Selected");
    for &place in view.selection.iter().take(LISTED) {
        let label = (icon(place).text(theme::SMALL_ICON), RichText::new(part_title(level, place)));
        let tip = format!("Select only this part. In the file: {place}");
        let response = ui.add(egui::Button::selectable(false, label)).on_hover_text(tip);
        if response.hovered() {
            out.push(Action::Hover(vec![place]));
        }
        if response.clicked() {
            out.push(Action::Select(vec![place]));
        }
    }
    if view.selection.len() > LISTED {
        widgets::note(ui, format!("and {} more", view.selection.len() - LISTED));
    }
}

/// Number of parts of a kind; a click selects only these.
fn kind_heading(ui: &mut Ui, level: &Level, kind: &PartKind, places: &[Place], out: &mut Vec<Action>) {
    ui.separator();
    let words = match places {
        [place] => part_title(level, *place),
        _ => format!("{} {}", places.len(), kind.many),
    };
    ui.horizontal(|ui| {
        ui.label(icon(places[0]).tinted(theme::SMALL_ICON, ui.visuals().hyperlink_color));
        if ui.link(RichText::new(&words).strong()).on_hover_text("Select only these").clicked() {
            out.push(Action::Select(places.to_vec()));
        }
    });
}
