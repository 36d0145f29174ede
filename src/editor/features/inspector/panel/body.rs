//! Properties of bodies.

use super::field::{PropertyGroup, PropertyOwner};
use super::{collision, colour, node, node::grain, path};
use crate::debugger::probes::Scope;
use crate::editor::context::ViewContext;
use crate::editor::features::materials::panel::material_row;
use crate::editor::features::skins;
use crate::editor::widgets;
use crate::editor::widgets::form;
use crate::geometry::DVec2;
use crate::level::fields::{NumberField, Range, parts};
use crate::level::{Body, Motion, Node, Place, Role};
use egui::Ui;

/// Mean position weighted by mass; for massless bodies the mean of all nodes.
fn barycentre(body: &Body) -> DVec2 {
    let (mut sum, mut total) = (DVec2::ZERO, 0.0);
    for node in &body.nodes {
        if let Role::Mass(mass) = node.role {
            sum += DVec2::from(node.position) * mass;
            total += mass;
        }
    }
    if total > 0.0 && total.is_finite() { sum / total } else { DVec2::ZERO }
}

fn shift(body: &mut Body, axis: usize, by: f64) {
    for node in &mut body.nodes {
        node.position[axis] += by;
    }
}

/// Minimum and maximum coordinate.
fn range(body: &Body, axis: usize) -> (f64, f64) {
    let all = body.nodes.iter().map(|node| node.position[axis]);
    let range = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), at| (low.min(at), high.max(at)));
    if range.0 <= range.1 { range } else { (0.0, 0.0) }
}

fn size(body: &Body, axis: usize) -> f64 {
    let (low, high) = range(body, axis);
    high - low
}

/// Stretches a body along an axis about its barycentre; scales rest lengths so that springs and sticks keep their
/// relative strain.
fn resize(body: &mut Body, axis: usize, size: f64) {
    let old = self::size(body, axis);
    let center = barycentre(body)[axis];
    if old <= 0.0 {
        return;
    }
    let drawn = |body: &Body, a: usize, b: usize| {
        let at = |node: usize| body.nodes.get(node).map_or(DVec2::ZERO, |node: &Node| node.position.into());
        at(a).distance(at(b))
    };
    let springs: Vec<f64> = body.springs.iter().map(|spring| drawn(body, spring.a, spring.b)).collect();
    let sticks: Vec<f64> = body.sticks.iter().map(|stick| drawn(body, stick.a, stick.b)).collect();
    for node in &mut body.nodes {
        node.position[axis] = center + (node.position[axis] - center) * (size / old);
    }
    for (index, before) in springs.into_iter().enumerate().filter(|(_, before)| *before > 0.0) {
        let (a, b) = (body.springs[index].a, body.springs[index].b);
        body.springs[index].rest_length *= drawn(body, a, b) / before;
    }
    for (index, before) in sticks.into_iter().enumerate().filter(|(_, before)| *before > 0.0) {
        let (a, b) = (body.sticks[index].a, body.sticks[index].b);
        body.sticks[index].length *= drawn(body, a, b) / before;
    }
}

/// Coordinate of the barycentre; rounding error of 0 becomes 0.
fn place(body: &Body, axis: usize) -> f64 {
    let at = barycentre(body)[axis];
    let most = body.nodes.iter().fold(0.0, |most: f64, node| most.max(node.position[axis].abs()));
    if at.abs() <= most * 8.0 * f64::EPSILON { 0.0 } else { at }
}

const X: NumberField<Body> = NumberField {
    path: "",
    unit: "length",
    name: "Barycentre x",
    hint: "Position of the barycentre at frame 0. Moves the whole body.",
    range: Range::Any,
    usual: None,
    get: |body| place(body, 0),
    set: |body, x| shift(body, 0, x - barycentre(body).x),
};
const Y: NumberField<Body> = NumberField {
    name: "Barycentre y",
    get: |body| place(body, 1),
    set: |body, y| shift(body, 1, y - barycentre(body).y),
    ..X
};
const WIDTH: NumberField<Body> = NumberField {
    path: "",
    unit: "length",
    name: "Width",
    hint: "Width and height of the box around its nodes. Stretches the body about its barycentre; springs keep their relative strain.",
    range: Range::AboveZero,
    usual: None,
    get: |body| size(body, 0),
    set: |body, width| resize(body, 0, width),
};
const HEIGHT: NumberField<Body> =
    NumberField { name: "Height", get: |body| size(body, 1), set: |body, height| resize(body, 1, height), ..WIDTH };

/// Draws the properties of bodies.
pub fn show(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    group.heading(ui, view);
    let is_sensor = collision::are_sensors::<Body>(group);
    // Springs, masses and gas of a sensor that does not move by forces have no effect.
    let is_still = is_sensor && group.common(|body: &Body| body.motion == Motion::Dynamic) == Some(false);
    form::table(ui, "body", |ui| {
        group.text(ui, "Name", |body: &Body| &body.name, |body, name| body.name = name);
        motion::<Body>(ui, group, |body| &body.motion, |body| &mut body.motion);
        if !view.is_live {
            colour::show(ui, view, group);
            if !is_still {
                material_row(ui, view, group.places, group.out);
            }
        }
        group.vector(ui, "Barycentre", &X, &Y);
        group.vector(ui, "Size", &WIDTH, &HEIGHT);
        // A sensor that moves bounces off the bounds of the world.
        if !is_still {
            group.number(ui, &parts::RESTITUTION);
        }
        if !is_sensor {
            group.number(ui, &parts::FRICTION);
        }
        if !is_still {
            group.number(ui, &parts::GAS);
        }
    });
    collision::show::<Body>(ui, group);
    path::show::<Body>(ui, group, |body| &body.motion, |body| &mut body.motion);
    if !is_still {
        inner(ui, group);
    }
    let bodies: Vec<usize> = group.places.iter().filter_map(|place| place.body()).collect();
    skins::panel::show(ui, view, group.level, &bodies, group.out);
    let Some(Place::Body(index)) = group.only() else { return };
    let Some(body) = group.level.bodies.get(index).filter(|_| index < view.run.level().bodies.len()) else { return };
    let world = view.run.world();
    widgets::heading(ui, "Now");
    form::table(ui, "body now", |ui| {
        form::vector_fact(ui, "Barycentre", world.barycentre(index), &node::length(view));
        let area = node::measure(view, grain(view).powi(2) / f64::EPSILON, "l²");
        form::number_fact(ui, "Signed area", world.doubled_area(index) * 0.5, &area);
        let speed = node::grain(view) / view.run.level().world.frame_time;
        let rows = [("speed", speed), ("pressure", 0.0), ("kinetic", 0.0), ("spring_energy", 0.0)];
        node::measured(ui, view, (Scope::Body, index), &rows);
        form::fact(ui, "Nodes", body.nodes.len().to_string());
        form::fact(ui, "Springs", body.springs.len().to_string());
        form::fact(ui, "Triangles", body.triangles.len().to_string());
    });
    widgets::note(ui, format!("Signed area: {}.", world.layout().area_source(index)));
}

/// Places of parts of the selected bodies.
fn within<P: PropertyOwner>(
    group: &PropertyGroup,
    count: fn(&Body) -> usize,
    place: fn(usize, usize) -> Place,
    keeps: fn(&P) -> bool,
) -> Vec<Place> {
    let bodies = group.places.iter().filter_map(|place| place.body());
    let all = bodies.flat_map(|body| {
        let count = group.level.bodies.get(body).map_or(0, count);
        (0..count).map(move |index| place(body, index))
    });
    all.filter(|&place| P::of(group.level, place).is_some_and(keeps)).collect()
}

/// Values of all springs and nodes of the bodies.
fn inner(ui: &mut Ui, group: &mut PropertyGroup) {
    let whose = if group.only().is_some() { "the body" } else { "these bodies" };
    let springs = within(group, |body| body.springs.len(), Place::Spring, |_: &crate::level::Spring| true);
    if !springs.is_empty() {
        widgets::heading(ui, &format!("All springs of {whose}"));
        form::table(ui, "all springs", |ui| {
            let mut group = PropertyGroup { level: group.level, places: &springs, out: group.out };
            group.number(ui, &parts::REST_LENGTH);
            group.number(ui, &parts::STIFFNESS);
            group.number(ui, &parts::DAMPING);
        });
    }
    let nodes = within(group, |body| body.nodes.len(), Place::Node, node::has_mass);
    if !nodes.is_empty() {
        widgets::heading(ui, &format!("All nodes of {whose}"));
        form::table(ui, "all nodes", |ui| {
            let mut group = PropertyGroup { level: group.level, places: &nodes, out: group.out };
            group.number(ui, &parts::MASS);
            group.vector(ui, "Velocity", &parts::VELOCITY_X, &parts::VELOCITY_Y);
        });
    }
}

/// Motion of a body or disc.
pub(super) fn motion<P: PropertyOwner>(
    ui: &mut Ui,
    group: &mut PropertyGroup,
    get: fn(&P) -> &Motion,
    get_mut: fn(&mut P) -> &mut Motion,
) {
    const ALL: [(usize, &str, &str); 3] = [
        (0, "Dynamic", "Moves by forces and contacts"),
        (1, "Fixed", "Never moves: decor"),
        (2, "Driven", "Follows a path, independent of contacts"),
    ];
    form::hinted(ui, "Motion", "Kind of motion");
    let kind = group.common(|part: &P| kind(get(part)));
    if let Some(new) = form::combo_or_mixed(ui, "Motion", kind, &ALL) {
        group.change("Motion", move |part: &mut P| {
            // Keep an existing path.
            if kind_of(get_mut(part)) != new {
                *get_mut(part) = match new {
                    0 => Motion::Dynamic,
                    1 => Motion::Fixed,
                    _ => Motion::Driven(crate::level::Path { points: vec![[0.0, 0.0], [1.0, 0.0]], period: 120.0 }),
                };
            }
        });
    }
    ui.end_row();
}

fn kind_of(motion: &mut Motion) -> usize {
    kind(motion)
}

fn kind(motion: &Motion) -> usize {
    match motion {
        Motion::Dynamic => 0,
        Motion::Fixed => 1,
        Motion::Driven(_) => 2,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Level, Spring};

    fn plank() -> Body {
        let spring = Spring { a: 0, b: 1, rest_length: 1.0, stiffness: 0.2, damping: 0.02 };
        Body {
            nodes: [[0.0, 0.0], [2.0, 0.0], [2.0, 1.0], [0.0, 1.0]].map(Node::at).to_vec(),
            springs: vec![spring],
            ..Body::default()
        }
    }

    #[test]
    fn body_fields_move_and_scale_about_the_barycentre() {
        let mut body = plank();
        assert_eq!((barycentre(&body), size(&body, 0), size(&body, 1)), (DVec2::new(1.0, 0.5), 2.0, 1.0));
        (X.set)(&mut body, 5.0);
        assert_eq!(body.nodes[0].position, [4.0, 0.0]);
        (WIDTH.set)(&mut body, 4.0);
        assert_eq!(body.nodes[0].position, [3.0, 0.0]);
        assert_eq!(body.nodes[1].position, [7.0, 0.0]);
        // Half the drawn length before, half the drawn length after.
        assert_eq!(body.springs[0].rest_length, 2.0);
    }

    #[test]
    fn usual_values_equal_the_defaults_of_new_parts() {
        let body = Body::default();
        for scalar in [parts::RESTITUTION, parts::FRICTION, parts::GAS] {
            assert_eq!(Some((scalar.get)(&body)), scalar.usual, "{}", scalar.name);
        }
        let spring: Spring = serde_json::from_str(r#"{"a": 0, "b": 1}"#).unwrap();
        for scalar in [parts::STIFFNESS, parts::DAMPING] {
            assert_eq!(Some((scalar.get)(&spring)), scalar.usual, "{}", scalar.name);
        }
        let node = Node::at([0.0, 0.0]);
        for scalar in [parts::MASS, parts::VELOCITY_X, parts::VELOCITY_Y] {
            assert_eq!(Some((scalar.get)(&node)), scalar.usual, "{}", scalar.name);
        }
        let level = Level::default();
        assert!(
            within(
                &PropertyGroup { level: &level, places: &[Place::Body(3)], out: &mut Vec::new() },
                |_| 2,
                Place::Node,
                |_: &Node| true
            )
            .is_empty()
        );
    }
}
