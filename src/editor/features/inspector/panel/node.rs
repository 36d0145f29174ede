//! Properties of nodes.

use super::field::PropertyGroup;
use crate::debugger::changes::NumberKind;
use crate::debugger::probes::{self, ProbeSample, Scope};
use crate::editor::actions::Action;
use crate::editor::context::ViewContext;
use crate::editor::features::changes::panel::ask_button;
use crate::editor::features::inspector::panel::forces;
use crate::editor::widgets;
use crate::editor::widgets::form::{self, FactFormat};
use crate::geometry::DVec2;
use crate::level::fields::parts;
use crate::level::{Node, Place, Role};
use egui::Ui;

/// Default mass of a node.
const MASS: f64 = 1.0;

/// True if the node has a mass.
pub(super) fn has_mass(node: &Node) -> bool {
    matches!(node.role, Role::Mass(_))
}

const ROLES: [(usize, &str, &str); 2] = [
    (0, "Mass", "Moves by forces and contacts"),
    (1, "Barycentre", "Massless node at the barycentre, for triangles only; at most one per body"),
];

/// Draws the properties of nodes.
pub fn show(ui: &mut Ui, view: &ViewContext, group: &mut PropertyGroup) {
    group.heading(ui, view);
    form::table(ui, "node", |ui| {
        group.vector(ui, "Position", &parts::POSITION_X, &parts::POSITION_Y);
        group.vector(ui, "Velocity", &parts::VELOCITY_X, &parts::VELOCITY_Y);
        let role = |node: &Node| usize::from(!has_mass(node));
        let set = |node: &mut Node, role: usize| {
            node.role = if role == 1 { Role::Barycentre } else { Role::Mass(MASS) };
        };
        group.choice(ui, ("Role", "Node with mass, or barycentre of its body"), &ROLES, role, set);
        if group.common(has_mass) == Some(true) {
            group.number(ui, &parts::MASS);
        }
        let pinned = ("Pinned", "Fixed in place");
        group.check(ui, pinned, |node: &Node| node.pinned, |node, pinned| node.pinned = pinned);
    });
    let Some(place @ Place::Node(body, index)) = group.only() else { return };
    let Some((number, at)) = now(view, body, index) else { return };
    widgets::heading(ui, "Now");
    form::table(ui, "node now", |ui| {
        form::vector_fact_with(ui, "Position", at, &length(view), |ui| {
            ask_button(ui, place, NumberKind::Position, group.out);
        });
        let (velocity, speed) = (view.run.world().velocity(number), speed(view));
        form::vector_fact_with(ui, "Velocity", velocity, &speed, |ui| {
            ask_button(ui, place, NumberKind::Velocity, group.out);
        });
        form::number_fact(ui, "Speed", velocity.length(), &speed);
    });
    if let Some(list) = view.run.world().forces_on(body, index) {
        forces::show(ui, view, place, &list, group.out);
    }
}

/// Rounding error of positions in a level of this size: a few of the last digits.
pub(super) fn grain(view: &ViewContext) -> f64 {
    let level = view.run.level();
    let nodes = level.bodies.iter().flat_map(|body| body.nodes.iter().map(|node| node.position));
    let points = nodes.chain(level.discs.iter().map(|disc| disc.position));
    points.flatten().fold(0.0, |most: f64, x| most.max(x.abs())) * 8.0 * f64::EPSILON
}

/// A number with this rounding error and dimension.
pub(super) fn measure(view: &ViewContext, grain: f64, dimension: &str) -> FactFormat {
    FactFormat { grain, unit: view.document.level().unit_of(dimension) }
}

/// Of a length or position.
pub(super) fn length(view: &ViewContext) -> FactFormat {
    measure(view, grain(view), "length")
}

/// Of a speed; one that moves a node by less than [`grain`] per frame is rounding error.
pub(super) fn speed(view: &ViewContext) -> FactFormat {
    measure(view, grain(view) / view.run.level().world.frame_time, "length/time")
}

/// Rows of quantities of a part as expressions measure them, each with its rounding error; those without a value are left out.
pub(super) fn measured(ui: &mut Ui, view: &ViewContext, (scope, index): (Scope, usize), rows: &[(&str, f64)]) {
    let sample = ProbeSample::new(view.run.level(), view.run.world());
    for &(id, grain) in rows {
        let Some(probe) = probes::find(scope, id) else { continue };
        let value = probe.by.measure(&sample, index);
        if value.is_finite() {
            form::number_fact(ui, probe.title, value, &measure(view, grain, &probe.unit().to_string()));
        }
    }
}

/// Rows of the force of a spring, which is the sum of its elastic and its damping part.
pub(super) fn tension(ui: &mut Ui, view: &ViewContext, part: (Scope, usize), [stiffness, damping]: [f64; 2]) {
    let elastic = stiffness * grain(view);
    let damped = damping * grain(view) / view.run.level().world.frame_time;
    let rows = [("tension.elastic", elastic), ("tension.damping", damped), ("tension", elastic + damped)];
    measured(ui, view, part, &rows);
}

/// The dimension of forces.
pub(super) const FORCE: &str = "m·l/t²";

/// Present position of a node and its global index.
pub(super) fn now(view: &ViewContext, body: usize, node: usize) -> Option<(usize, DVec2)> {
    let nodes = &view.run.world().layout().bodies.get(body)?.nodes;
    (node < nodes.len()).then(|| (nodes.start + node, view.run.world().position(nodes.start + node)))
}

/// Links to nodes.
pub(super) fn links(ui: &mut Ui, place: Place, words: &str, nodes: &[usize], out: &mut Vec<Action>) {
    let Some(body) = place.body() else { return };
    ui.horizontal(|ui| {
        ui.weak(words);
        for &node in nodes {
            if ui.link(format!("node {node}")).clicked() {
                out.push(Action::Select(vec![Place::Node(body, node)]));
            }
        }
    });
}
