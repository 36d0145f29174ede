//! Properties of each kind of part: nodes, springs, bodies and the rest.
//!
//! Must never know: how the level is changed.

use super::form;
use crate::editor::actions::Action;
use crate::editor::app::App;
use crate::editor::document::Edit;
use crate::editor::widgets::{self, Number};
use crate::geometry::DVec2;
use crate::level::{Body, Disc, Level, Motion, Node, Obstacle, ObstacleShape, Place, Role, Spring, Stick};
use egui::Ui;
use std::hash::{DefaultHasher, Hash, Hasher};

/// Draws the properties of a part that exists.
pub fn show(ui: &mut Ui, app: &App, place: Place, out: &mut Vec<Action>) {
    let level = app.level_in_hand();
    let body = place.body().and_then(|body| level.bodies.get(body));
    match (place, body) {
        (Place::Body(_), Some(body)) => body_(ui, app, place, body, out),
        (Place::Node(_, i), Some(body)) if i < body.nodes.len() => node(ui, app, place, &body.nodes[i], out),
        (Place::Spring(_, i), Some(body)) if i < body.springs.len() => spring(ui, app, place, &body.springs[i], out),
        (Place::Stick(_, i), Some(body)) if i < body.sticks.len() => stick(ui, app, place, &body.sticks[i], out),
        (Place::HullEdge(_, i), Some(body)) if i < body.hull.len() => hull_edge(ui, place, body.hull[i], out),
        (Place::Triangle(_, i), Some(body)) if i < body.triangles.len() => triangle(ui, place, body.triangles[i], out),
        (Place::Disc(i), _) if i < level.discs.len() => {
            disc(ui, place, &level.discs[i], out);
            if let Some(list) = app.run.world().forces_on_disc(i) {
                super::forces::show(ui, app, None, &list, out);
            }
        }
        (Place::Obstacle(i), _) if i < level.obstacles.len() => obstacle(ui, place, &level.obstacles[i], out),
        _ => {}
    }
}

/// Number of a gesture: changes of one property of one part belong together.
pub fn gesture(place: Place, property: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (place, property).hash(&mut hasher);
    hasher.finish()
}

/// Sets one property of a part, found again when the change is made.
fn set<P: 'static, V: 'static>(
    out: &mut Vec<Action>,
    place: Place,
    property: &str,
    value: Option<V>,
    find: impl FnOnce(&mut Level, Place) -> Option<&mut P> + 'static,
    store: impl FnOnce(&mut P, V) + 'static,
) {
    let Some(value) = value else { return };
    let label = format!("{} of {}", property, crate::editor::tools::describe(place));
    let edit = Edit::new(label, move |level| {
        let part = find(level, place).ok_or_else(|| format!("{place} is no longer there"))?;
        store(part, value);
        Ok(())
    });
    out.push(Action::Edit(edit.within(gesture(place, property))));
}

fn body_mut(level: &mut Level, place: Place) -> Option<&mut Body> {
    level.bodies.get_mut(place.body()?)
}

fn node_mut(level: &mut Level, place: Place) -> Option<&mut Node> {
    match place {
        Place::Node(b, i) => level.bodies.get_mut(b)?.nodes.get_mut(i),
        _ => None,
    }
}

fn spring_mut(level: &mut Level, place: Place) -> Option<&mut Spring> {
    match place {
        Place::Spring(b, i) => level.bodies.get_mut(b)?.springs.get_mut(i),
        _ => None,
    }
}

fn stick_mut(level: &mut Level, place: Place) -> Option<&mut Stick> {
    match place {
        Place::Stick(b, i) => level.bodies.get_mut(b)?.sticks.get_mut(i),
        _ => None,
    }
}

fn disc_mut(level: &mut Level, place: Place) -> Option<&mut Disc> {
    match place {
        Place::Disc(i) => level.discs.get_mut(i),
        _ => None,
    }
}

fn obstacle_mut(level: &mut Level, place: Place) -> Option<&mut Obstacle> {
    match place {
        Place::Obstacle(i) => level.obstacles.get_mut(i),
        _ => None,
    }
}

/// Where a node is now.
fn now(app: &App, body: usize, node: usize) -> Option<(usize, DVec2)> {
    let nodes = &app.run.world().layout().bodies.get(body)?.nodes;
    (node < nodes.len()).then(|| (nodes.start + node, app.run.world().position(nodes.start + node)))
}

fn node(ui: &mut Ui, app: &App, place: Place, node: &Node, out: &mut Vec<Action>) {
    widgets::heading(ui, "In the level");
    form::table(ui, "node", |ui| {
        set(out, place, "Position", form::vector(ui, "Position", node.position), node_mut, |node, v| node.position = v);
        set(out, place, "Velocity", form::vector(ui, "Velocity", node.velocity), node_mut, |node, v| node.velocity = v);
        if let Role::Mass(mass) = node.role {
            let new = form::number(ui, "Mass", mass, Number::MORE_THAN_ZERO);
            set(out, place, "Mass", new, node_mut, |node, mass| node.role = Role::Mass(mass));
        } else {
            form::fact(ui, "Role", "barycentre");
        }
        set(out, place, "Pinned", form::check(ui, "Pinned", node.pinned), node_mut, |node, v| node.pinned = v);
    });
    let Place::Node(body, index) = place else { return };
    let Some((number, at)) = now(app, body, index) else { return };
    widgets::heading(ui, "Now");
    form::table(ui, "node now", |ui| {
        form::vector_fact(ui, "Position", at);
        form::vector_fact(ui, "Velocity", app.run.world().velocity(number));
        form::fact(ui, "Speed", widgets::short(app.run.world().velocity(number).length()));
    });
    if let Some(list) = app.run.world().forces_on(body, index) {
        super::forces::show(ui, app, Some(body), &list, out);
    }
}

fn spring(ui: &mut Ui, app: &App, place: Place, spring: &Spring, out: &mut Vec<Action>) {
    ends(ui, place, spring.a, spring.b, out);
    widgets::heading(ui, "In the level");
    form::table(ui, "spring", |ui| {
        let new = form::number(ui, "Rest length", spring.rest_length, Number::POSITIVE);
        set(out, place, "Rest length", new, spring_mut, |spring, v| spring.rest_length = v);
        let new = form::number(ui, "Stiffness", spring.stiffness, Number::POSITIVE);
        set(out, place, "Stiffness", new, spring_mut, |spring, v| spring.stiffness = v);
        let new = form::number(ui, "Damping", spring.damping, Number::POSITIVE);
        set(out, place, "Damping", new, spring_mut, |spring, v| spring.damping = v);
    });
    let drawn = drawn_length(app.document.level(), place.body(), spring.a, spring.b);
    if ui.button("Rest length = drawn length").on_hover_text("Relaxed as drawn in the level").clicked() {
        set(out, place, "Rest length", drawn, spring_mut, |spring, v| spring.rest_length = v);
    }
    let Some(body) = place.body() else { return };
    let (Some((_, a)), Some((_, b))) = (now(app, body, spring.a), now(app, body, spring.b)) else { return };
    let length = a.distance(b);
    widgets::heading(ui, "Now");
    form::table(ui, "spring now", |ui| {
        form::fact(ui, "Length", widgets::short(length));
        if spring.rest_length > 0.0 {
            form::fact(ui, "Stretch", format!("{:+.1} %", (length / spring.rest_length - 1.0) * 100.0));
        }
        form::fact(ui, "Tension", widgets::short(spring.stiffness * (length - spring.rest_length)));
    });
}

fn drawn_length(level: &Level, body: Option<usize>, a: usize, b: usize) -> Option<f64> {
    let nodes = &level.bodies.get(body?)?.nodes;
    Some(DVec2::from(nodes.get(a)?.position).distance(nodes.get(b)?.position.into()))
}

/// Links to the nodes at the ends of a link.
fn ends(ui: &mut Ui, place: Place, a: usize, b: usize, out: &mut Vec<Action>) {
    let Some(body) = place.body() else { return };
    ui.horizontal(|ui| {
        ui.weak("between");
        for node in [a, b] {
            if ui.link(format!("node {node}")).clicked() {
                out.push(Action::Select(vec![Place::Node(body, node)]));
            }
        }
    });
}

fn stick(ui: &mut Ui, app: &App, place: Place, stick: &Stick, out: &mut Vec<Action>) {
    ends(ui, place, stick.a, stick.b, out);
    form::table(ui, "stick", |ui| {
        let new = form::number(ui, "Length", stick.length, Number::MORE_THAN_ZERO);
        set(out, place, "Length", new, stick_mut, |stick, v| stick.length = v);
        set(out, place, "Hidden", form::check(ui, "Hidden", stick.hidden), stick_mut, |stick, v| stick.hidden = v);
    });
    if ui.button("Length = drawn length").clicked() {
        let drawn = drawn_length(app.document.level(), place.body(), stick.a, stick.b);
        set(out, place, "Length", drawn, stick_mut, |stick, v| stick.length = v);
    }
}

fn hull_edge(ui: &mut Ui, place: Place, [a, b]: [usize; 2], out: &mut Vec<Action>) {
    ends(ui, place, a, b, out);
    widgets::note(ui, "The outside lies to the right of the way from the first to the second node.");
    if ui.button("Turn around").clicked() {
        let Place::HullEdge(_, i) = place else { return };
        set(out, place, "Direction", Some(()), body_mut, move |body, ()| body.hull[i].swap(0, 1));
    }
}

fn triangle(ui: &mut Ui, place: Place, corners: [usize; 3], out: &mut Vec<Action>) {
    form::table(ui, "triangle", |ui| {
        form::fact(ui, "Nodes", format!("{}, {}, {}", corners[0], corners[1], corners[2]));
    });
    if ui.button("Turn around").clicked() {
        let Place::Triangle(_, i) = place else { return };
        set(out, place, "Orientation", Some(()), body_mut, move |body, ()| body.triangles[i].swap(1, 2));
    }
}

fn body_(ui: &mut Ui, app: &App, place: Place, body: &Body, out: &mut Vec<Action>) {
    form::table(ui, "body", |ui| {
        set(out, place, "Name", form::text(ui, "Name", &body.name, "no name"), body_mut, |body, v| body.name = v);
        motion(ui, &body.motion, |motion| set(out, place, "Motion", Some(motion), body_mut, |body, v| body.motion = v));
        let new = form::number(ui, "Restitution", body.restitution, Number::POSITIVE);
        set(out, place, "Restitution", new, body_mut, |body, v| body.restitution = v);
        let new = form::number(ui, "Friction", body.friction, Number::POSITIVE);
        set(out, place, "Friction", new, body_mut, |body, v| body.friction = v);
        let new = form::number(ui, "Gas", body.gas, Number::POSITIVE);
        set(out, place, "Gas", new, body_mut, |body, v| body.gas = v);
    });
    all_springs(ui, place, body, out);
    let Place::Body(index) = place else { return };
    let world = app.run.world();
    widgets::heading(ui, "Now");
    form::table(ui, "body now", |ui| {
        form::vector_fact(ui, "Barycentre", world.barycentre(index));
        form::fact(ui, "Area", widgets::short(world.doubled_area(index) * 0.5));
        let counts = format!("{} / {} / {}", body.nodes.len(), body.springs.len(), body.triangles.len());
        form::fact(ui, "Parts", counts);
    });
    widgets::note(ui, "Parts: nodes, springs, triangles");
}

/// Values of all springs of a body at once.
fn all_springs(ui: &mut Ui, place: Place, body: &Body, out: &mut Vec<Action>) {
    let Some(first) = body.springs.first() else { return };
    widgets::heading(ui, "All springs of the body");
    let is_even = |value: fn(&Spring) -> f64| body.springs.iter().all(|spring| value(spring) == value(first));
    form::table(ui, "all springs", |ui| {
        let name = if is_even(|s| s.stiffness) { "Stiffness" } else { "Stiffness (mixed)" };
        let new = form::number(ui, name, first.stiffness, Number::POSITIVE);
        set(out, place, "Stiffness", new, body_mut, |body, v| body.springs.iter_mut().for_each(|s| s.stiffness = v));
        let name = if is_even(|s| s.damping) { "Damping" } else { "Damping (mixed)" };
        let new = form::number(ui, name, first.damping, Number::POSITIVE);
        set(out, place, "Damping", new, body_mut, |body, v| body.springs.iter_mut().for_each(|s| s.damping = v));
    });
}

/// What moves a body or disc. A path keeps its points; a new one stands still.
fn motion(ui: &mut Ui, motion: &Motion, set: impl FnOnce(Motion)) {
    let kind = match motion {
        Motion::Dynamic => 0,
        Motion::Fixed => 1,
        Motion::Driven(_) => 2,
    };
    let all = [
        (0, "Dynamic", "Moved by forces and contacts"),
        (1, "Fixed", "Never moves: decor"),
        (2, "Driven", "Follows a path; nothing pushes it"),
    ];
    match form::choice(ui, "Motion", kind, &all) {
        Some(0) => set(Motion::Dynamic),
        Some(1) => set(Motion::Fixed),
        Some(_) => set(Motion::Driven(crate::level::Path { points: vec![[0.0, 0.0], [1.0, 0.0]], period: 120.0 })),
        None => {}
    }
}

fn disc(ui: &mut Ui, place: Place, disc: &Disc, out: &mut Vec<Action>) {
    form::table(ui, "disc", |ui| {
        set(out, place, "Name", form::text(ui, "Name", &disc.name, "no name"), disc_mut, |disc, v| disc.name = v);
        motion(ui, &disc.motion, |motion| set(out, place, "Motion", Some(motion), disc_mut, |disc, v| disc.motion = v));
        set(out, place, "Position", form::vector(ui, "Position", disc.position), disc_mut, |disc, v| disc.position = v);
        set(out, place, "Velocity", form::vector(ui, "Velocity", disc.velocity), disc_mut, |disc, v| disc.velocity = v);
        let new = form::number(ui, "Radius", disc.radius, Number::POSITIVE);
        set(out, place, "Radius", new, disc_mut, |disc, v| disc.radius = v);
        let new = form::number(ui, "Mass", disc.mass, Number::MORE_THAN_ZERO);
        set(out, place, "Mass", new, disc_mut, |disc, v| disc.mass = v);
        let new = form::number(ui, "Restitution", disc.restitution, Number::POSITIVE);
        set(out, place, "Restitution", new, disc_mut, |disc, v| disc.restitution = v);
        let new = form::number(ui, "Friction", disc.friction, Number::POSITIVE);
        set(out, place, "Friction", new, disc_mut, |disc, v| disc.friction = v);
    });
}

fn obstacle(ui: &mut Ui, place: Place, obstacle: &Obstacle, out: &mut Vec<Action>) {
    form::table(ui, "obstacle", |ui| {
        let new = form::text(ui, "Name", &obstacle.name, "no name");
        set(out, place, "Name", new, obstacle_mut, |obstacle, v| obstacle.name = v);
        let new = form::number(ui, "Restitution", obstacle.restitution, Number::POSITIVE);
        set(out, place, "Restitution", new, obstacle_mut, |obstacle, v| obstacle.restitution = v);
        let shape = match obstacle.shape {
            ObstacleShape::Segment(a, b) => {
                let (new_a, new_b) = (form::vector(ui, "From", a), form::vector(ui, "To", b));
                (new_a.is_some() || new_b.is_some())
                    .then(|| ObstacleShape::Segment(new_a.unwrap_or(a), new_b.unwrap_or(b)))
            }
            ObstacleShape::Line(p, d) => {
                let (new_p, new_d) = (form::vector(ui, "Point", p), form::vector(ui, "Direction", d));
                (new_p.is_some() || new_d.is_some())
                    .then(|| ObstacleShape::Line(new_p.unwrap_or(p), new_d.unwrap_or(d)))
            }
            ObstacleShape::Circle { center, radius } => {
                let new_center = form::vector(ui, "Centre", center);
                let new_radius = form::number(ui, "Radius", radius, Number::MORE_THAN_ZERO);
                (new_center.is_some() || new_radius.is_some()).then(|| ObstacleShape::Circle {
                    center: new_center.unwrap_or(center),
                    radius: new_radius.unwrap_or(radius),
                })
            }
        };
        set(out, place, "Shape", shape, obstacle_mut, |obstacle, v| obstacle.shape = v);
    });
}
