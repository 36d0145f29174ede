//! Moves, rotates, scales and mirrors parts of a level about a point.
//!
//! # Effects on a whole body
//!
//! * Rotated or mirrored: velocities and the path of a driven body are transformed. If mirrored, its hull edges and
//!   triangles are reversed, so that the outside stays on the right and triangles run counter-clockwise.
//! * Scaled by s: rest lengths and stick lengths (each by the factor of its own direction), which keeps the relative
//!   tension; the path; and the gas. Gas pushes an edge of length d with `K·d/S` (000 §C.3), S being the area. Scaled by s
//!   that is `K'·s·d/(s²·S)`, while springs push `k·s·(d - L)`. Both grow alike, and the body keeps its shape, if `K' =
//!   s²·K`: K is proportional to the area. Masses and velocities do not change.
//!
//! * Links between scaled parts are scaled alike; fixed points of named links are transformed.
//!
//! Nodes of a partially named body change their positions only.

use super::add::settle;
use super::links;
use super::places::Made;
use super::targets::{Changed, Targets, put};
use crate::geometry::DVec2;
use crate::level::{Body, Instance, Level, Link, LinkEnd, LinkKind, Marker, Motion, ObstacleShape, Place, Point};
use glam::DMat2;
use std::f64::consts::FRAC_PI_2;

/// A transform of the plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Transform {
    /// By an offset.
    Move(Point),
    /// About a point, counter-clockwise.
    Rotate {
        /// Fixed point.
        pivot: Point,
        /// Angle in radians.
        angle_rad: f64,
    },
    /// About a point, by factors in x and y; a negative factor mirrors.
    Scale {
        /// Fixed point.
        pivot: Point,
        /// Not 0.
        factors: [f64; 2],
    },
    /// Mirrors about the vertical line through x.
    MirrorX(f64),
    /// Mirrors about the horizontal line through y.
    MirrorY(f64),
}

/// A prepared transform.
struct Map {
    /// For offsets from the pivot.
    linear: DMat2,
    pivot: DVec2,
    offset: DVec2,
    /// For velocities: `linear` without the scale.
    turn: DMat2,
    /// Factor of areas.
    area: f64,
    scales: bool,
    flips: bool,
}

impl Map {
    fn new(transform: Transform) -> Self {
        let diagonal = |[x, y]: [f64; 2]| DMat2::from_diagonal(DVec2::new(x, y));
        let still = Self {
            linear: DMat2::IDENTITY,
            pivot: DVec2::ZERO,
            offset: DVec2::ZERO,
            turn: DMat2::IDENTITY,
            area: 1.0,
            scales: false,
            flips: false,
        };
        match transform {
            Transform::Move(offset) => Self { offset: DVec2::from_array(offset), ..still },
            Transform::Rotate { pivot, angle_rad } => {
                let turn = rotation(angle_rad);
                Self { linear: turn, turn, pivot: DVec2::from_array(pivot), ..still }
            }
            Transform::Scale { pivot, factors: [x, y] } => Self {
                linear: diagonal([x, y]),
                turn: diagonal([x.signum(), y.signum()]),
                pivot: DVec2::from_array(pivot),
                area: (x * y).abs(),
                scales: x.abs() != 1.0 || y.abs() != 1.0,
                flips: (x < 0.0) != (y < 0.0),
                ..still
            },
            Transform::MirrorX(x) => {
                let turn = diagonal([-1.0, 1.0]);
                Self { linear: turn, turn, pivot: DVec2::new(x, 0.0), flips: true, ..still }
            }
            Transform::MirrorY(y) => {
                let turn = diagonal([1.0, -1.0]);
                Self { linear: turn, turn, pivot: DVec2::new(0.0, y), flips: true, ..still }
            }
        }
    }

    fn point(&self, point: Point) -> Point {
        let point = DVec2::from_array(point);
        if self.linear == DMat2::IDENTITY {
            return (point + self.offset).to_array();
        }
        (self.pivot + self.linear * (point - self.pivot)).to_array()
    }

    fn velocity(&self, velocity: Point) -> Point {
        (self.turn * DVec2::from_array(velocity)).to_array()
    }

    fn motion(&self, motion: &mut Motion) {
        if let Motion::Driven(path) = motion {
            for point in &mut path.points {
                *point = (self.linear * DVec2::from_array(*point)).to_array();
            }
        }
    }

    /// Factor of lengths along a line from `a` to `b`.
    fn stretch(&self, a: Point, b: Point) -> f64 {
        let along = DVec2::from_array(b) - DVec2::from_array(a);
        let (before, after) = (along.length(), (self.linear * along).length());
        let [x, y] = [self.linear.x_axis.x.abs(), self.linear.y_axis.y.abs()];
        if x == y {
            x
        } else if before > 0.0 && before.is_finite() && after.is_finite() {
            after / before
        } else {
            self.area.sqrt()
        }
    }
}

/// Quarter turns are exact.
fn rotation(angle_rad: f64) -> DMat2 {
    let quarters = angle_rad / FRAC_PI_2;
    let (sin, cos) = if (quarters - quarters.round()).abs() < 1e-12 {
        [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)][quarters.round().rem_euclid(4.0) as usize % 4]
    } else {
        (libm::sin(angle_rad), libm::cos(angle_rad))
    };
    DMat2::from_cols(DVec2::new(cos, sin), DVec2::new(-sin, cos))
}

/// Transforms bodies, discs, obstacles, markers, instances, fixed points of links, and nodes (also those of named springs,
/// sticks, hull edges and triangles). Naming all masses of a body names the body. A barycentre follows its masses.
///
/// # Errors
/// If a place does not exist, a number of the transform is not finite or a factor is 0, or the format refuses the result (a
/// coordinate too large, say).
pub fn transform(level: &mut Level, places: &[Place], how: Transform) -> Result<Made, String> {
    check(how)?;
    let map = Map::new(how);
    let targets = Targets::of(level, places)?;
    let mut changed = Changed::default();
    for &index in &targets.bodies {
        let mut body = level.bodies[index].clone();
        whole(&mut body, &map);
        changed.bodies.push((index, body));
    }
    for (&index, nodes) in &targets.nodes {
        let mut body = level.bodies[index].clone();
        for &node in nodes {
            body.nodes[node].position = map.point(body.nodes[node].position);
        }
        settle(&mut body);
        changed.bodies.push((index, body));
    }
    for &index in &targets.discs {
        let mut disc = level.discs[index].clone();
        disc.position = map.point(disc.position);
        disc.velocity = map.velocity(disc.velocity);
        disc.radius *= map.area.sqrt();
        map.motion(&mut disc.motion);
        changed.discs.push((index, disc));
    }
    for &index in &targets.obstacles {
        let mut obstacle = level.obstacles[index].clone();
        obstacle.shape = match obstacle.shape {
            ObstacleShape::Segment(a, b) => ObstacleShape::Segment(map.point(a), map.point(b)),
            ObstacleShape::Line(point, along) => {
                let along = map.linear * DVec2::from_array(along);
                ObstacleShape::Line(map.point(point), along.to_array())
            }
            ObstacleShape::Circle { center, radius } => {
                ObstacleShape::Circle { center: map.point(center), radius: radius * map.area.sqrt() }
            }
        };
        changed.obstacles.push((index, obstacle));
    }
    let links = transformed_links(level, &targets, &map)?;
    for &index in &targets.markers {
        let marker = &level.markers[index];
        let shape = marker.shape.mapped(|point| map.point(point));
        changed.markers.push((index, Marker { shape, ..marker.clone() }));
    }
    let instances: Vec<(usize, Instance)> = targets
        .instances
        .iter()
        .map(|&index| Ok((index, transformed_instance(&level.instances[index], &map)?)))
        .collect::<Result<_, String>>()?;
    put(level, changed)?;
    transform_curves(level, &targets, &map);
    instances.into_iter().for_each(|(index, instance)| level.instances[index] = instance);
    links.into_iter().for_each(|(index, link)| level.links[index] = link);
    Ok(Made::at(places.to_vec()))
}

/// Transforms the curves of driven bodies and discs, whose points are offsets.
fn transform_curves(level: &mut Level, targets: &Targets, map: &Map) {
    let bodies = targets.bodies.iter().map(|&body| Place::Body(body));
    let driven: Vec<Place> = bodies.chain(targets.discs.iter().map(|&disc| Place::Disc(disc))).collect();
    if map.linear != DMat2::IDENTITY {
        super::curves::map(level, &driven, |point| (map.linear * DVec2::from_array(point)).to_array());
    }
}

/// An instance after a transform. An instance turns first and is mirrored then, so that a mirrored one turns the other way.
fn transformed_instance(instance: &Instance, map: &Map) -> Result<Instance, String> {
    if map.scales {
        return Err("an instance cannot be scaled: edit its source, or make it local".to_owned());
    }
    let position = map.point(instance.position);
    if !position.iter().all(|number| number.is_finite()) {
        return Err("the position of an instance would not be finite".to_owned());
    }
    // A transform that mirrors is the mirror in x, then a turn.
    let along = map.turn * DVec2::new(if map.flips { -1.0 } else { 1.0 }, 0.0);
    let turn_deg = libm::atan2(along.y, along.x).to_degrees();
    let turn_deg = if (turn_deg - turn_deg.round()).abs() < 1e-9 { turn_deg.round() } else { turn_deg };
    let mirror = instance.mirror != map.flips;
    let angle_deg = instance.angle_deg + if mirror { -turn_deg } else { turn_deg };
    Ok(Instance { position, mirror, angle_deg, ..instance.clone() })
}

/// Links that a transform changes: fixed points of named links move; lengths are scaled if both ends move with whole parts.
fn transformed_links(level: &Level, targets: &Targets, map: &Map) -> Result<Vec<(usize, Link)>, String> {
    let mut changed = Vec::new();
    for (index, link) in level.links.iter().enumerate() {
        let is_named = targets.links.contains(&index);
        let moves = |end: LinkEnd| match end {
            LinkEnd::Node([body, _]) => targets.bodies.contains(&body),
            LinkEnd::Disc(disc) => targets.discs.contains(&disc),
            LinkEnd::Point(_) => is_named,
        };
        let mut new = link.clone();
        if is_named {
            links::move_points(&mut new, |point| map.point(point))?;
        }
        let ends = (links::end_position(level, link.a), links::end_position(level, link.b));
        if let (true, (Some(a), Some(b))) = (map.scales && moves(link.a) && moves(link.b), ends) {
            let factor = map.stretch(a.to_array(), b.to_array());
            new.kind = match link.kind {
                LinkKind::Spring { rest_length: length, .. } | LinkKind::Stick { length } => {
                    links::lengthened(link.kind, length * factor)?
                }
                LinkKind::Pin => LinkKind::Pin,
            };
        }
        if new != *link {
            changed.push((index, new));
        }
    }
    Ok(changed)
}

fn check(how: Transform) -> Result<(), String> {
    let numbers = match how {
        Transform::Move([x, y]) => vec![x, y],
        Transform::Rotate { pivot: [x, y], angle_rad } => vec![x, y, angle_rad],
        Transform::Scale { pivot: [x, y], factors: [a, b] } => vec![x, y, a, b],
        Transform::MirrorX(at) | Transform::MirrorY(at) => vec![at],
    };
    if numbers.iter().any(|number| !number.is_finite()) {
        return Err("a number of the transform is not finite".to_owned());
    }
    match how {
        Transform::Scale { factors: [x, y], .. } if x == 0.0 || y == 0.0 => {
            Err("a factor of 0 would leave nothing".to_owned())
        }
        _ => Ok(()),
    }
}

fn whole(body: &mut Body, map: &Map) {
    if map.turn != DMat2::IDENTITY {
        // The image turns with the body.
        body.fix_texture();
    }
    if map.scales {
        let at = |node: usize| body.nodes[node].position;
        for spring in &mut body.springs {
            spring.rest_length *= map.stretch(at(spring.a), at(spring.b));
        }
        for stick in &mut body.sticks {
            stick.length *= map.stretch(at(stick.a), at(stick.b));
        }
        body.gas *= map.area;
    }
    for node in &mut body.nodes {
        node.position = map.point(node.position);
        node.velocity = map.velocity(node.velocity);
    }
    map.motion(&mut body.motion);
    if map.flips {
        // Swapped in place, so that indices do not change.
        body.hull.iter_mut().for_each(|edge| edge.swap(0, 1));
        body.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
    }
}

/// Moves each of these bodies, nodes, discs, obstacles and markers by its own offset.
///
/// # Errors
/// If a place does not exist or is none of these, or the format refuses the result.
pub fn shift(level: &mut Level, moves: &[(Place, Point)]) -> Result<Made, String> {
    let places: Vec<Place> = moves.iter().map(|&(place, _)| place).collect();
    super::places::all_there(level, &places)?;
    let mut nodes: std::collections::BTreeMap<usize, Vec<(usize, Point)>> = Default::default();
    let mut rest_of = Vec::new();
    for &(place, offset) in moves {
        match place {
            Place::Node(body, node) => nodes.entry(body).or_default().push((node, offset)),
            Place::Body(_)
            | Place::Disc(_)
            | Place::Obstacle(_)
            | Place::Link(_)
            | Place::Marker(_)
            | Place::Instance(_) => rest_of.push((place, offset)),
            _ => return Err(format!("{place} cannot be moved by itself")),
        }
    }
    // Applied to a copy first, so that a failure changes nothing.
    let mut changed = Changed::default();
    for (index, moves) in nodes {
        let mut body = level.bodies[index].clone();
        for &(node, offset) in &moves {
            let position = DVec2::from_array(body.nodes[node].position) + DVec2::from_array(offset);
            body.nodes[node].position = position.to_array();
        }
        settle(&mut body);
        changed.bodies.push((index, body));
    }
    let mut trial = level.clone();
    put(&mut trial, changed)?;
    for (place, offset) in rest_of {
        transform(&mut trial, &[place], Transform::Move(offset))?;
    }
    *level = trial;
    Ok(Made::at(places))
}
