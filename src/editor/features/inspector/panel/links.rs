//! Properties of springs, sticks, hull edges and triangles.

use super::field::PropertyGroup;
use super::node::{self, now};
use crate::debugger::probes::Scope;
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::document::Edit;
use crate::editor::tools::{counted, gone};
use crate::editor::widgets;
use crate::editor::widgets::form;
use crate::geometry::{DVec2, polygon};
use crate::level::fields::parts;
use crate::level::{Level, Place, Stick};
use egui::{Button, Role, Ui, WidgetInfo};

/// Length of a link as drawn in the level.
fn drawn(level: &Level, place: Place) -> Option<f64> {
    let body = level.bodies.get(place.body()?)?;
    let (a, b) = match place {
        Place::Spring(_, i) => body.springs.get(i).map(|spring| (spring.a, spring.b))?,
        Place::Stick(_, i) => body.sticks.get(i).map(|stick| (stick.a, stick.b))?,
        _ => return None,
    };
    Some(DVec2::from(body.nodes.get(a)?.position).distance(body.nodes.get(b)?.position.into()))
}

/// Changes parts by place as one history step.
fn change(group: &mut PropertyGroup, label: String, one: fn(&mut Level, Place) -> Option<()>) {
    let places = group.places.to_vec();
    group.out.push(Action::Edit(Edit::new(label, move |level| {
        places.iter().try_for_each(|&place| one(level, place).ok_or_else(|| gone(place)))
    })));
}

/// Draws the properties of springs.
pub fn springs(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    let only = group.only().and_then(|place| match place {
        Place::Spring(body, i) => Some((place, (body, i), *group.level.bodies.get(body)?.springs.get(i)?)),
        _ => None,
    });
    if let Some((place, _, spring)) = only {
        node::links(ui, place, "between", &[spring.a, spring.b], group.out);
        group.heading(ui, view);
    }
    form::table(ui, "spring", |ui| {
        group.number(ui, &parts::REST_LENGTH);
        group.number(ui, &parts::STIFFNESS);
        group.number(ui, &parts::DAMPING);
    });
    if ui.button("Lengths as drawn").on_hover_text("Sets the rest length to the drawn length").clicked() {
        let label = format!("Rest length of {}", counted(group.level, group.places, "springs"));
        change(group, label, |level, place| {
            let length = drawn(level, place)?;
            let Place::Spring(body, i) = place else { return None };
            level.bodies.get_mut(body)?.springs.get_mut(i)?.rest_length = length;
            Some(())
        });
    }
    let Some((_, (body, i), spring)) = only else { return };
    let (Some((_, a)), Some((_, b))) = (now(view, body, spring.a), now(view, body, spring.b)) else { return };
    let length = a.distance(b);
    widgets::heading(ui, "Now");
    form::table(ui, "spring now", |ui| {
        form::number_fact(ui, "Length", length, &node::length(view));
        if spring.rest_length > 0.0 {
            form::fact(ui, "Strain", format!("{:+.1} %", (length / spring.rest_length - 1.0) * 100.0));
        }
        let mut numbers = view.run.world().layout().bodies.get(body).map_or(0..0, |body| body.springs.clone());
        if let Some(number) = numbers.nth(i) {
            node::tension(ui, view, (Scope::Spring, number), [spring.stiffness, spring.damping]);
        }
    });
}

/// Draws the properties of sticks.
pub fn sticks(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    let only = group.only().and_then(|place| match place {
        Place::Stick(body, i) => Some((place, body, *group.level.bodies.get(body)?.sticks.get(i)?)),
        _ => None,
    });
    if let Some((place, _, stick)) = only {
        node::links(ui, place, "between", &[stick.a, stick.b], group.out);
        group.heading(ui, view);
    }
    form::table(ui, "stick", |ui| {
        group.number(ui, &parts::LENGTH);
        let hidden = ("Hidden", "A support that is not drawn");
        group.check(ui, hidden, |stick: &Stick| stick.hidden, |stick, hidden| stick.hidden = hidden);
    });
    if ui.button("Lengths as drawn").on_hover_text("Sets the length to the drawn length").clicked() {
        let label = format!("Length of {}", counted(group.level, group.places, "sticks"));
        change(group, label, |level, place| {
            let length = drawn(level, place)?;
            let Place::Stick(body, i) = place else { return None };
            level.bodies.get_mut(body)?.sticks.get_mut(i)?.length = length;
            Some(())
        });
    }
    let Some((_, body, stick)) = only else { return };
    let (Some((_, a)), Some((_, b))) = (now(view, body, stick.a), now(view, body, stick.b)) else { return };
    widgets::heading(ui, "Now");
    form::table(ui, "stick now", |ui| {
        form::number_fact(ui, "Length", a.distance(b), &node::length(view));
        form::fact(ui, "Error", format!("{:+.3} %", (a.distance(b) / stick.length - 1.0) * 100.0));
    });
}

fn turn_button(ui: &mut Ui) -> bool {
    let response = ui.add(Button::new("Reverse"));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, "Reverse"));
    response.clicked()
}

/// Draws the properties of hull edges.
pub fn hull(ui: &mut Ui, _: &ViewContext, group: &mut PropertyGroup) {
    if let Some(place @ Place::HullEdge(body, i)) = group.only()
        && let Some(&edge) = group.level.bodies.get(body).and_then(|body| body.hull.get(i))
    {
        node::links(ui, place, "from and to", &edge, group.out);
    }
    widgets::note(ui, "The outside is on the right of the direction from the first to the second node.");
    if turn_button(ui) {
        let label = format!("Turn {} around", counted(group.level, group.places, "hull edges"));
        change(group, label, |level, place| {
            let Place::HullEdge(body, i) = place else { return None };
            level.bodies.get_mut(body)?.hull.get_mut(i)?.swap(0, 1);
            Some(())
        });
    }
}

/// Signed area of a triangle at the displayed moment, in l².
fn signed_area(view: &ViewContext, body: usize, corners: [usize; 3]) -> Option<f64> {
    let world = view.run.world();
    let nodes = world.layout().bodies.get(body)?.nodes.clone();
    let in_body = corners.iter().all(|corner| *corner < nodes.len());
    let [a, b, c] = in_body.then(|| corners.map(|corner| world.position(nodes.start + corner)))?;
    Some(0.5 * polygon::doubled_triangle_area(a, b, c))
}

/// Draws the properties of triangles.
pub fn triangles(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    if let Some(place @ Place::Triangle(body, i)) = group.only()
        && let Some(corners) = group.level.bodies.get(body).and_then(|body| body.triangles.get(i))
    {
        node::links(ui, place, "of", corners, group.out);
        form::table(ui, "triangle", |ui| {
            form::fact(ui, "Nodes", format!("{}, {}, {}", corners[0], corners[1], corners[2]));
            if let Some(area) = signed_area(view, body, *corners) {
                form::fact(ui, "Signed area", widgets::short(area));
            }
        });
    }
    widgets::note(ui, "Counter-clockwise triangles add area, clockwise ones subtract it.");
    if turn_button(ui) {
        let label = format!("Turn {} around", counted(group.level, group.places, "triangles"));
        change(group, label, |level, place| {
            let Place::Triangle(body, i) = place else { return None };
            level.bodies.get_mut(body)?.triangles.get_mut(i)?.swap(1, 2);
            Some(())
        });
    }
}
