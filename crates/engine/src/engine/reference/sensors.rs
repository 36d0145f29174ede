//! Stage "sensors": which bodies and discs are inside a sensor at the end of the substep.
//!
//! A body is inside if at least one of its hull nodes is, a disc if its centre is. Inside of a body is decided by the
//! even-odd rule, inside of a disc or circle by the distance from its centre (the circle included).
//! Cost: sensors times bodies and discs box tests, then a test per hull node.

use super::contact::narrow_phase;
use crate::engine::data::observer::Watch;
use crate::engine::data::{Layout, SensorEvent, State, World};
use crate::geometry::Aabb;
use crate::geometry::SortCopies;
use crate::level::{CollisionFilter, ObstacleShape, Place};
use glam::DVec2;

/// Shape of a sensor.
enum SensorShape {
    Hull(usize, Aabb),
    Circle(DVec2, f64),
}

impl SensorShape {
    fn bounds(&self) -> Aabb {
        match *self {
            Self::Hull(_, bounds) => bounds,
            Self::Circle(center, radius) => Aabb::around([center]).expanded(radius),
        }
    }

    fn contains(&self, layout: &Layout, state: &State, point: DVec2) -> bool {
        match *self {
            Self::Hull(body, bounds) => bounds.contains(point) && narrow_phase::is_inside(layout, state, body, point),
            Self::Circle(center, radius) => (point - center).length_squared() <= radius * radius,
        }
    }
}

/// Runs the stage: compares with the contacts of the previous substep and reports the differences in ascending order, to the world
/// and to the trace.
pub(in crate::engine) fn stage(world: &mut World, watch: &mut Watch) {
    if !world.layout.filters.have_sensors() {
        return;
    }
    let now = contacts(&world.layout, &world.state);
    let before = std::mem::take(&mut world.state.sensor_contacts);
    let left = before.iter().filter(|pair| now.binary_search(pair).is_err()).map(|&pair| (pair, false));
    let entered = now.iter().filter(|pair| before.binary_search(pair).is_err()).map(|&pair| (pair, true));
    let mut changes: Vec<([Place; 2], bool)> = left.chain(entered).collect();
    changes.sort_copies();
    for ([sensor, other], entered) in changes {
        let State { frame, substep, .. } = world.state;
        let event = SensorEvent { frame, substep, sensor, other, entered };
        world.report_sensor(event);
        world.state.count_sensor([sensor, other], entered);
        if let Some(trace) = watch.trace.as_deref_mut() {
            trace.sensor_events.push(event);
        }
    }
    world.state.sensor_contacts = now;
}

/// All pairs of a sensor and a body or disc inside it, ascending.
fn contacts(layout: &Layout, state: &State) -> Vec<[Place; 2]> {
    let mut pairs = Vec::new();
    let filters = &layout.filters;
    for body in (0..layout.bodies.len()).filter(|&body| filters.of_body(body).sensor && !state.blown_up[body]) {
        let shape = SensorShape::Hull(body, hull_box(layout, state, body));
        add(layout, state, Place::Body(body), filters.of_body(body), &shape, &mut pairs);
    }
    for disc in (0..layout.discs.count()).filter(|&disc| filters.of_disc(disc).sensor && !state.disc_blown_up[disc]) {
        let shape = SensorShape::Circle(state.disc_positions[disc], layout.discs.radius[disc]);
        add(layout, state, Place::Disc(disc), filters.of_disc(disc), &shape, &mut pairs);
    }
    for (index, obstacle) in layout.obstacles.iter().enumerate().filter(|(_, obstacle)| obstacle.collision.sensor) {
        if let ObstacleShape::Circle { center, radius } = obstacle.shape {
            let shape = SensorShape::Circle(center.into(), radius);
            add(layout, state, Place::Obstacle(index), filters.of_obstacle(index), &shape, &mut pairs);
        }
    }
    pairs.sort_copies();
    pairs
}

fn hull_box(layout: &Layout, state: &State, body: usize) -> Aabb {
    let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
    Aabb::around(nodes.iter().map(|&node| state.position(node as usize)))
}

/// Adds the pairs of one sensor.
fn add(
    layout: &Layout,
    state: &State,
    sensor: Place,
    filter: &CollisionFilter,
    shape: &SensorShape,
    pairs: &mut Vec<[Place; 2]>,
) {
    let bounds = shape.bounds();
    for body in 0..layout.bodies.len() {
        let is_other = Place::Body(body) != sensor && filter.admits(layout.filters.of_body(body));
        if is_other && !state.blown_up[body] && hull_box(layout, state, body).overlaps(&bounds) {
            let nodes = &layout.hull_nodes[layout.bodies[body].hull_nodes.clone()];
            if nodes.iter().any(|&node| shape.contains(layout, state, state.position(node as usize))) {
                pairs.push([sensor, Place::Body(body)]);
            }
        }
    }
    for disc in 0..layout.discs.count() {
        let is_other = Place::Disc(disc) != sensor && filter.admits(layout.filters.of_disc(disc));
        if is_other && !state.disc_blown_up[disc] && shape.contains(layout, state, state.disc_positions[disc]) {
            pairs.push([sensor, Place::Disc(disc)]);
        }
    }
}
