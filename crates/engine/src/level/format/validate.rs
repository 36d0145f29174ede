//! Refuses violations of the format: indices out of range, numbers that are not finite, masses and radii out of range.
//!
//! Unwise geometry (a spring from a node to itself, a flipped triangle) is left to the checks, since the engine tolerates
//! it.

use super::FormatError;
use crate::level::bookmarks::LAST_FRAME;
use crate::level::twin::MOST_SETS;
use crate::level::{
    Body, Bounds, Decor, Disc, EditorExtra, FORMAT, Level, Motion, Obstacle, ObstacleShape, Path, Point, Role, World,
};
use std::fmt::Display;

/// Maximum number of substeps per frame and of passes over the sticks; larger numbers would block a frame.
pub const MOST_PASSES: u32 = 100_000;

/// Boxed, since it is returned very often and is nearly always Ok.
type Validity<T = ()> = Result<T, Box<FormatError>>;

/// Refuses an invalid level and names the first offending part in file order.
///
/// # Errors
/// Place in the document and reason, without line and column, since a level need not come from a text.
pub fn validate(level: &Level) -> Result<(), FormatError> {
    whole(level).map_err(|error| *error)
}

fn whole(level: &Level) -> Validity {
    if level.format != FORMAT {
        return refuse("format", format_args!("a level in memory has format {FORMAT}, not {}", level.format));
    }
    world(&level.world)?;
    for (index, item) in level.bodies.iter().enumerate() {
        within(body(item), || format!("bodies[{index}]"))?;
    }
    for (index, item) in level.discs.iter().enumerate() {
        within(disc(item), || format!("discs[{index}]"))?;
    }
    for (index, item) in level.obstacles.iter().enumerate() {
        within(obstacle(item), || format!("obstacles[{index}]"))?;
    }
    level.editor.as_ref().map_or(Ok(()), |extra| within(editor(extra, &level.world), || "editor".into()))
}

fn refuse(place: &str, reason: impl Display) -> Validity {
    Err(Box::new(FormatError { file: None, place: place.into(), position: None, reason: reason.to_string() }))
}

/// Prepends the outer part of the path; the text is created only for an error.
fn within(verdict: Validity, outer: impl FnOnce() -> String) -> Validity {
    verdict.map_err(|mut error| {
        let dot = if error.place.is_empty() || error.place.starts_with('[') { "" } else { "." };
        error.place = format!("{}{dot}{}", outer(), error.place);
        error
    })
}

fn finite(place: &str, value: f64) -> Validity {
    if value.is_finite() { Ok(()) } else { refuse(place, format_args!("{value} is not a finite number")) }
}

fn finite_point(place: &str, point: Point) -> Validity {
    finite("[0]", point[0]).and_then(|()| finite("[1]", point[1])).or_else(|error| within(Err(error), || place.into()))
}

fn at_least_zero(place: &str, value: f64) -> Validity {
    finite(place, value)?;
    if value >= 0.0 { Ok(()) } else { refuse(place, format_args!("{value} is negative; it must be 0 or more")) }
}

fn above_zero(place: &str, value: f64) -> Validity {
    finite(place, value)?;
    if value > 0.0 { Ok(()) } else { refuse(place, format_args!("{value} is too small; it must be greater than 0")) }
}

fn at_most(place: &str, value: u32, most: u32) -> Validity {
    if value <= most { Ok(()) } else { refuse(place, format_args!("{value} is too many; at most {most}")) }
}

fn world(world: &World) -> Validity {
    finite_point("world.gravity", world.gravity)?;
    above_zero("world.frame_time", world.frame_time)?;
    if world.substeps == 0 {
        return refuse("world.substeps", "0 substeps would stop time; at least 1");
    }
    at_most("world.substeps", world.substeps, MOST_PASSES)?;
    if world.frame_time / f64::from(world.substeps) == 0.0 {
        return refuse("world.frame_time", "so short that a substep lasts no time at all");
    }
    finite("world.velocity_retention", world.velocity_retention)?;
    if !(0.0..=1.0).contains(&world.velocity_retention) {
        let value = world.velocity_retention;
        return refuse("world.velocity_retention", format_args!("{value} is out of range; it must lie in 0..=1"));
    }
    at_most("world.stick_iterations", world.stick_iterations, MOST_PASSES)?;
    if let Decor::Penalty { stiffness, viscosity } = world.contact.decor {
        at_least_zero("world.contact.decor.Penalty.stiffness", stiffness)?;
        at_least_zero("world.contact.decor.Penalty.viscosity", viscosity)?;
    }
    let repositioning = world.contact.repositioning;
    finite("world.contact.repositioning.fraction", repositioning.fraction)?;
    if !(0.0..=1.0).contains(&repositioning.fraction) {
        let value = repositioning.fraction;
        return refuse(
            "world.contact.repositioning.fraction",
            format_args!("{value} is out of range; it must lie in 0..=1"),
        );
    }
    at_least_zero("world.contact.repositioning.slop", repositioning.slop)?;
    world.bounds.as_ref().map_or(Ok(()), |bounds| within(bounds_box(bounds), || "world.bounds".into()))
}

fn bounds_box(bounds: &Bounds) -> Validity {
    finite_point("min", bounds.min)?;
    finite_point("max", bounds.max)?;
    for (axis, name) in ["x", "y"].iter().enumerate() {
        let (min, max) = (bounds.min[axis], bounds.max[axis]);
        if min >= max {
            return refuse(
                &format!("max[{axis}]"),
                format_args!("{name} of max ({max}) must exceed that of min ({min})"),
            );
        }
    }
    at_least_zero("restitution", bounds.restitution)
}

fn motion(motion: &Motion) -> Validity {
    match motion {
        Motion::Dynamic | Motion::Fixed => Ok(()),
        Motion::Driven(path) => within(driven(path), || "motion.Driven".into()),
    }
}

fn driven(path: &Path) -> Validity {
    if path.points.is_empty() {
        return refuse("points", "a path needs at least one point");
    }
    for (index, point) in path.points.iter().enumerate() {
        within(finite_point("", *point), || format!("points[{index}]"))?;
    }
    above_zero("period", path.period)
}

fn body(body: &Body) -> Validity {
    motion(&body.motion)?;
    at_least_zero("restitution", body.restitution)?;
    at_least_zero("friction", body.friction)?;
    at_least_zero("gas", body.gas)?;
    let barycentre = nodes(body)?;
    let links = LinkTargets { count: body.nodes.len(), barycentre };
    for (index, spring) in body.springs.iter().enumerate() {
        let verdict = links
            .end("a", spring.a, "spring")
            .and_then(|()| links.end("b", spring.b, "spring"))
            .and_then(|()| at_least_zero("rest_length", spring.rest_length))
            .and_then(|()| at_least_zero("stiffness", spring.stiffness))
            .and_then(|()| at_least_zero("damping", spring.damping));
        within(verdict, || format!("springs[{index}]"))?;
    }
    for (index, stick) in body.sticks.iter().enumerate() {
        let verdict = links
            .end("a", stick.a, "stick")
            .and_then(|()| links.end("b", stick.b, "stick"))
            .and_then(|()| above_zero("length", stick.length));
        within(verdict, || format!("sticks[{index}]"))?;
    }
    for (index, [a, b]) in body.hull.iter().enumerate() {
        let verdict = links.end("[0]", *a, "hull edge").and_then(|()| links.end("[1]", *b, "hull edge"));
        within(verdict, || format!("hull[{index}]"))?;
    }
    for (index, corners) in body.triangles.iter().enumerate() {
        for (corner, node) in corners.iter().enumerate() {
            if *node >= links.count {
                return within(links.in_range("", *node), || format!("triangles[{index}][{corner}]"));
            }
        }
    }
    Ok(())
}

/// Validates every node; returns the index of the barycentre, if there is one.
fn nodes(body: &Body) -> Validity<Option<usize>> {
    let mut barycentre = None;
    for (index, node) in body.nodes.iter().enumerate() {
        let verdict = finite_point("position", node.position)
            .and_then(|()| finite_point("velocity", node.velocity))
            .and_then(|()| match (node.role, barycentre) {
                (Role::Mass(mass), _) => above_zero("role.Mass", mass),
                (Role::Barycentre, None) => Ok(()),
                (Role::Barycentre, Some(first)) => {
                    refuse("role", format_args!("a body has at most one barycentre, and node {first} is it already"))
                }
            });
        within(verdict, || format!("nodes[{index}]"))?;
        if node.role == Role::Barycentre {
            barycentre = Some(index);
        }
    }
    Ok(barycentre)
}

/// Nodes that springs, sticks and hull edges may refer to.
struct LinkTargets {
    count: usize,
    barycentre: Option<usize>,
}

impl LinkTargets {
    fn in_range(&self, place: &str, node: usize) -> Validity {
        match self.count {
            0 => refuse(place, format_args!("there is no node {node}: the body has no nodes")),
            count if node >= count => {
                refuse(place, format_args!("there is no node {node}: the body has nodes 0 to {}", count - 1))
            }
            _ => Ok(()),
        }
    }

    fn end(&self, place: &str, node: usize, what: &str) -> Validity {
        self.in_range(place, node)?;
        if self.barycentre == Some(node) {
            return refuse(place, format_args!("node {node} is the barycentre, which no {what} may use"));
        }
        Ok(())
    }
}

fn disc(disc: &Disc) -> Validity {
    finite_point("position", disc.position)?;
    finite_point("velocity", disc.velocity)?;
    at_least_zero("radius", disc.radius)?;
    above_zero("mass", disc.mass)?;
    at_least_zero("restitution", disc.restitution)?;
    at_least_zero("friction", disc.friction)?;
    motion(&disc.motion)
}

fn obstacle(obstacle: &Obstacle) -> Validity {
    match obstacle.shape {
        ObstacleShape::Segment(a, b) => {
            finite_point("shape.Segment[0]", a)?;
            finite_point("shape.Segment[1]", b)?;
            if !has_length([b[0] - a[0], b[1] - a[1]]) {
                return refuse("shape.Segment", "it has no length");
            }
        }
        ObstacleShape::Line(point, direction) => {
            finite_point("shape.Line[0]", point)?;
            finite_point("shape.Line[1]", direction)?;
            if !has_length(direction) {
                return refuse("shape.Line[1]", "the direction has no length");
            }
        }
        ObstacleShape::Circle { center, radius } => {
            finite_point("shape.Circle.center", center)?;
            above_zero("shape.Circle.radius", radius)?;
        }
    }
    at_least_zero("restitution", obstacle.restitution)
}

/// True if a normal can be computed: a vector whose square underflows has none.
fn has_length(vector: Point) -> bool {
    vector[0] * vector[0] + vector[1] * vector[1] > 0.0
}

fn editor(extra: &EditorExtra, settings: &World) -> Validity {
    if let Some(view) = &extra.view {
        finite_point("view.center", view.center)?;
        above_zero("view.height", view.height)?;
    }
    for (index, breakpoint) in extra.breakpoints.iter().enumerate() {
        if breakpoint.hits == 0 {
            return refuse(&format!("breakpoints[{index}].hits"), format_args!("must be at least 1"));
        }
    }
    for (index, expectation) in extra.expect.iter().enumerate() {
        let place = format!("expect[{index}].frames");
        match expectation.frames {
            0 => return refuse(&place, "must be at least 1"),
            frames if frames > LAST_FRAME => {
                return refuse(&place, format_args!("{frames} is too far; at most {LAST_FRAME}"));
            }
            _ => {}
        }
    }
    for (index, bookmark) in extra.bookmarks.iter().enumerate() {
        if bookmark.frame > LAST_FRAME {
            let place = format!("bookmarks[{index}].frame");
            return refuse(&place, format_args!("{} is too far; at most {LAST_FRAME}", bookmark.frame));
        }
    }
    let Some(twin) = &extra.twin else { return Ok(()) };
    if twin.set.len() > MOST_SETS {
        let reason = format_args!("{} parameters are too many; at most {MOST_SETS}", twin.set.len());
        return refuse("twin.set", reason);
    }
    within(world(&twin.applied_to(settings)), || "twin".into()).map_err(as_in_twin)
}

/// Removes `world` and `contact` from the path, since a twin's settings are not nested.
fn as_in_twin(mut error: Box<FormatError>) -> Box<FormatError> {
    error.place = error.place.replace("twin.world.", "twin.").replace("twin.contact.", "twin.");
    error
}
