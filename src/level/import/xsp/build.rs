//! Builds the level: bodies from connected masses, particles from single ones, walls from the sides of the window.

use super::read::{XspFile, XspMass};
use crate::geometry::{Aabb, DVec2};
use crate::level::checks::support::edit::Parts;
use crate::level::format::{self, FormatError};
use crate::level::import::hold::{MOST_SUBSTEPS, needed_substeps};
use crate::level::import::{ImportOptions, Imported, Stretch};
use crate::level::{Body, Disc, Level, Motion, Node, Obstacle, ObstacleShape, Role, Spring, World};

/// Duration of a frame: XSpringies draws its window when this time has passed.
const FRAME_TIME: f64 = 0.05;
/// Size of the XSpringies window when it opens, in pixels; files do not contain it.
const WINDOW: DVec2 = DVec2::new(640.0, 548.0);
/// Elasticities of one body that differ by more are reported.
const SAME: f64 = 1e-9;
/// Maximum number of bodies whose elasticity is reported.
const MOST_REMARKS: usize = 6;

/// Converts a scene to a level.
///
/// # Errors
/// If a requested size is impossible, or a number is outside the format's range.
pub(super) fn build(mut file: XspFile, options: &ImportOptions) -> Result<Imported, FormatError> {
    let bounds = Aabb::around(file.masses.iter().map(|mass| mass.position));
    let stretch = options.stretch_of_pixels(bounds.min, bounds.size())?;
    let mut remarks = std::mem::take(&mut file.remarks);
    let mut level = Level { world: world(&file, &stretch), ..Level::default() };
    add_masses(&file, &stretch, &mut level, &mut remarks);
    add_walls(&file, bounds, &stretch, &mut level, &mut remarks);
    set_substeps(&file, &mut level, &mut remarks);
    format::validate(&level)?;
    Ok(Imported { level, remarks, choices: Vec::new(), reports: Vec::new() })
}

fn world(file: &XspFile, stretch: &Stretch) -> World {
    let mut world = World { gravity: [0.0, 0.0], frame_time: FRAME_TIME, ..World::default() };
    if let Some([value, degrees]) = file.gravity {
        let gravity = value * direction(degrees) * stretch.factor;
        world.gravity = gravity.to_array();
    }
    world
}

/// The direction of an angle from straight down, counter-clockwise; exact for multiples of 90°.
fn direction(degrees: f64) -> DVec2 {
    match degrees.rem_euclid(360.0) {
        0.0 => DVec2::NEG_Y,
        90.0 => DVec2::X,
        180.0 => DVec2::Y,
        270.0 => DVec2::NEG_X,
        other => DVec2::new(libm::sin(other.to_radians()), -libm::cos(other.to_radians())),
    }
}

fn add_masses(file: &XspFile, stretch: &Stretch, level: &mut Level, remarks: &mut Vec<String>) {
    let mut parts = Parts::new(file.masses.len());
    file.springs.iter().for_each(|spring| parts.join(spring.ends[0], spring.ends[1]));
    let roots: Vec<usize> = (0..file.masses.len()).map(|mass| parts.root(mass)).collect();
    let mut has_spring = vec![false; file.masses.len()];
    file.springs.iter().flat_map(|spring| spring.ends).for_each(|mass| has_spring[mass] = true);
    // Body of each root, and node of each mass.
    let mut body_of = vec![usize::MAX; file.masses.len()];
    let mut node_of = vec![0; file.masses.len()];
    for (index, mass) in file.masses.iter().enumerate() {
        if !has_spring[index] {
            level.discs.push(particle(mass, stretch));
            continue;
        }
        let root = roots[index];
        if body_of[root] == usize::MAX {
            body_of[root] = level.bodies.len();
            let name = format!("springs {}", level.bodies.len() + 1);
            level.bodies.push(Body { name, gas: 0.0, friction: 0.0, ..Body::default() });
        }
        let body = &mut level.bodies[body_of[root]];
        node_of[index] = body.nodes.len();
        body.nodes.push(node(mass, stretch));
    }
    for spring in &file.springs {
        let [from, to] = spring.ends.map(|mass| file.masses[mass].position);
        let drawn = from.distance(to);
        let mean = (stretch.factor.x * stretch.factor.y).sqrt();
        let ratio = if drawn > 0.0 { ((to - from) * stretch.factor).length() / drawn } else { mean };
        let [a, b] = spring.ends.map(|mass| node_of[mass]);
        let rest_length = spring.rest_length * ratio;
        let body = &mut level.bodies[body_of[roots[spring.ends[0]]]];
        body.springs.push(Spring { a, b, rest_length, stiffness: spring.stiffness, damping: spring.damping });
    }
    set_elasticities(file, |mass| has_spring[mass].then(|| body_of[roots[mass]]), level, remarks);
}

fn node(mass: &XspMass, stretch: &Stretch) -> Node {
    // XSpringies keeps a velocity for masses that do not move.
    let velocity = if mass.is_fixed { DVec2::ZERO } else { mass.velocity * stretch.factor };
    Node {
        velocity: velocity.to_array(),
        role: Role::Mass(mass.mass),
        pinned: mass.is_fixed,
        ..Node::at(stretch.point(mass.position).to_array())
    }
}

fn particle(mass: &XspMass, stretch: &Stretch) -> Disc {
    let Node { position, velocity, .. } = node(mass, stretch);
    let motion = if mass.is_fixed { Motion::Fixed } else { Motion::Dynamic };
    Disc {
        name: format!("mass {}", mass.id),
        position,
        velocity,
        radius: 0.0,
        mass: mass.mass,
        restitution: mass.elasticity,
        motion,
        ..Disc::default()
    }
}

/// A body has one elasticity: the mean of its moving masses.
fn set_elasticities(
    file: &XspFile,
    body_of: impl Fn(usize) -> Option<usize>,
    level: &mut Level,
    remarks: &mut Vec<String>,
) {
    let mut sums = vec![(0.0, 0usize, f64::INFINITY, f64::NEG_INFINITY); level.bodies.len()];
    for (index, mass) in file.masses.iter().enumerate().filter(|(_, mass)| !mass.is_fixed) {
        let Some(body) = body_of(index) else { continue };
        let (sum, count, least, most) = &mut sums[body];
        *sum += mass.elasticity;
        *count += 1;
        (*least, *most) = (least.min(mass.elasticity), most.max(mass.elasticity));
    }
    let mut unequal = 0;
    for (body, (sum, count, least, most)) in level.bodies.iter_mut().zip(sums) {
        if count == 0 {
            continue;
        }
        body.restitution = if most - least <= SAME { least } else { sum / count as f64 };
        if most - least > SAME {
            unequal += 1;
            if unequal <= MOST_REMARKS {
                remarks.push(format!(
                    "“{}”: the elasticities of its masses, {least} to {most}, become their mean {:.3}",
                    body.name, body.restitution
                ));
            }
        }
    }
    if unequal > MOST_REMARKS {
        remarks.push(format!("and {} more bodies with the mean of different elasticities", unequal - MOST_REMARKS));
    }
}

/// Lines with the inside of the window on their left, so that a mass on a wall counts as inside.
fn add_walls(file: &XspFile, bounds: Aabb, stretch: &Stretch, level: &mut Level, remarks: &mut Vec<String>) {
    let end = WINDOW.max(bounds.max);
    let [top, left, right, bottom] = file.walls;
    let walls = [
        (bottom, "bottom wall", DVec2::ZERO, DVec2::X),
        (right, "right wall", DVec2::new(end.x, 0.0), DVec2::Y),
        (top, "top wall", end, DVec2::NEG_X),
        (left, "left wall", DVec2::new(0.0, end.y), DVec2::NEG_Y),
    ];
    for (_, name, point, along) in walls.into_iter().filter(|wall| wall.0) {
        let shape = ObstacleShape::Line(stretch.point(point).to_array(), along.to_array());
        level.obstacles.push(Obstacle { name: name.to_owned(), shape, restitution: 1.0, ..Obstacle::default() });
    }
    if top || right {
        let DVec2 { x, y } = end;
        remarks.push(format!(
            "the walls at the top and right are those of a window of {x} x {y} pixels, since the file does not contain its size"
        ));
    }
}

/// Sets enough substeps for the stiffest body, and the viscosity, which acts once per substep.
fn set_substeps(file: &XspFile, level: &mut Level, remarks: &mut Vec<String>) {
    let of_step =
        if file.step > 0.0 { (FRAME_TIME / file.step).ceil().min(f64::from(MOST_SUBSTEPS)) as u32 } else { 1 };
    let needed = level.bodies.iter().map(|body| needed_substeps(body, &level.world)).max().unwrap_or(1);
    if needed > MOST_SUBSTEPS {
        remarks.push(format!(
            "the stiffest springs need more than {MOST_SUBSTEPS} substeps a frame, which are set: the run may become unstable"
        ));
    }
    level.world.substeps = level.world.substeps.max(of_step).max(needed.min(MOST_SUBSTEPS));
    let h = FRAME_TIME / f64::from(level.world.substeps);
    level.world.velocity_retention = 1.0 / (1.0 + file.viscosity * h);
}
