//! Refuses violations of the format: indices out of range, numbers that are not finite, masses and radii out of range.
//!
//! Unwise geometry (a spring from a node to itself, a flipped triangle) is left to the checks, since the engine tolerates
//! it.

mod format_2;

use super::FormatError;
use crate::level::bookmarks::LAST_FRAME;
use crate::level::curve::MOST_CURVE_POINTS;
use crate::level::extra::MOST_SETS;
use crate::level::fields::{self, NumberField, Range, parts};
use crate::level::material::MOST_GROUPS;
use crate::level::{
    Body, Bounds, Disc, EditorExtra, FORMAT, Level, MaterialField, Motion, Obstacle, ObstacleShape, Path, Point, Role,
    World,
};
use std::fmt::Display;

/// Boxed, since it is returned very often and is nearly always Ok.
pub(super) type Validity<T = ()> = Result<T, Box<FormatError>>;

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
    within(allowed("pixels_per_unit", Range::AboveZero, level.world.pixels_per_unit), || "world".into())?;
    for (index, item) in level.bodies.iter().enumerate() {
        within(body(item), || format!("bodies[{index}]"))?;
    }
    for (index, item) in level.discs.iter().enumerate() {
        within(disc(item), || format!("discs[{index}]"))?;
    }
    for (index, item) in level.obstacles.iter().enumerate() {
        within(obstacle(item), || format!("obstacles[{index}]"))?;
    }
    format_2::validate(level)?;
    level.editor.as_ref().map_or(Ok(()), |extra| within(editor(extra, &level.world), || "editor".into()))
}

pub(super) fn refuse(place: &str, reason: impl Display) -> Validity {
    Err(Box::new(FormatError::at(place, reason)))
}

/// Prepends the outer part of the path; the text is created only for an error.
pub(super) fn within(verdict: Validity, outer: impl FnOnce() -> String) -> Validity {
    verdict.map_err(|error| Box::new(error.within(outer())))
}

pub(super) fn allowed(place: &str, range: Range, value: f64) -> Validity {
    range.refusal(value).map_or(Ok(()), |reason| refuse(place, reason))
}

pub(super) fn finite_point(place: &str, point: Point) -> Validity {
    allowed("[0]", Range::Any, point[0])
        .and_then(|()| allowed("[1]", Range::Any, point[1]))
        .or_else(|error| within(Err(error), || place.into()))
}

/// Every number field of a part.
fn all<'a, P: 'static>(fields: impl IntoIterator<Item = &'a NumberField<P>>, part: &P) -> Validity {
    fields::refusal(fields, part).map_or(Ok(()), |(place, reason)| refuse(place, reason))
}

fn world(world: &World) -> Validity {
    if world.substeps == 0 {
        return refuse("world.substeps", "0 substeps would stop time; at least 1");
    }
    within(all(fields::of_world(), world), || "world".into())?;
    if world.frame_time / f64::from(world.substeps) == 0.0 {
        return refuse("world.frame_time", "so short that a substep lasts no time at all");
    }
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
    allowed("restitution", Range::AtLeastZero, bounds.restitution)
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
    allowed("period", Range::AboveZero, path.period)
}

fn body(body: &Body) -> Validity {
    motion(&body.motion)?;
    all(parts::BODY.iter().copied(), body)?;
    let barycentre = nodes(body)?;
    let links = LinkTargets { count: body.nodes.len(), barycentre };
    for (index, spring) in body.springs.iter().enumerate() {
        let verdict = links
            .end("a", spring.a, "spring")
            .and_then(|()| links.end("b", spring.b, "spring"))
            .and_then(|()| all(parts::SPRING.iter().copied(), spring));
        within(verdict, || format!("springs[{index}]"))?;
    }
    for (index, stick) in body.sticks.iter().enumerate() {
        let verdict = links
            .end("a", stick.a, "stick")
            .and_then(|()| links.end("b", stick.b, "stick"))
            .and_then(|()| all(parts::STICK.iter().copied(), stick));
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
        let has_mass = matches!(node.role, Role::Mass(_));
        let fields = parts::NODE.iter().copied().filter(|field| has_mass || field.path != parts::MASS.path);
        let verdict = all(fields, node).and_then(|()| match barycentre {
            Some(first) if !has_mass => {
                refuse("role", format_args!("a body has at most one barycentre, and node {first} is it already"))
            }
            _ => Ok(()),
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
    all(parts::DISC.iter().copied(), disc)?;
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
            allowed("shape.Circle.radius", Range::AboveZero, radius)?;
        }
    }
    all(parts::OBSTACLE.iter().copied(), obstacle)
}

/// True if a normal can be computed: a vector whose square underflows has none.
fn has_length(vector: Point) -> bool {
    vector[0] * vector[0] + vector[1] * vector[1] > 0.0
}

fn editor(extra: &EditorExtra, settings: &World) -> Validity {
    if let Some(view) = &extra.view {
        finite_point("view.center", view.center)?;
        allowed("view.height", Range::AboveZero, view.height)?;
    }
    if let Some(reference) = &extra.reference {
        finite_point("reference.center", reference.center)?;
        allowed("reference.width", Range::AboveZero, reference.width)?;
        allowed("reference.opacity", Range::Portion, reference.opacity)?;
    }
    for (axis, lines) in [("vertical", &extra.guide_lines.vertical), ("horizontal", &extra.guide_lines.horizontal)] {
        for (index, &at) in lines.iter().enumerate() {
            allowed(&format!("guide_lines.{axis}[{index}]"), Range::Any, at)?;
        }
    }
    if let Some(units) = &extra.units {
        if !(1..=8).contains(&units.length.chars().count()) || !units.length.chars().all(char::is_alphabetic) {
            return refuse("units.length", format_args!("must be 1 to 8 letters"));
        }
        allowed("units.per_unit", Range::AboveZero, units.per_unit)?;
        allowed("units.frames_per_second", Range::AboveZero, units.frames_per_second)?;
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
    groups(extra)?;
    format_2::unknown_keys(&extra.other)?;
    let Some(twin) = &extra.twin else { return Ok(()) };
    if twin.set.len() > MOST_SETS {
        let reason = format_args!("{} parameters are too many; at most {MOST_SETS}", twin.set.len());
        return refuse("twin.set", reason);
    }
    within(world(&twin.applied_to(settings)), || "twin".into()).map_err(as_in_twin)
}

/// Materials, folders and curves of the editor data.
fn groups(extra: &EditorExtra) -> Validity {
    for (name, count) in [("materials", extra.materials.len()), ("folders", extra.folders.len())] {
        if count > MOST_GROUPS {
            return refuse(name, format_args!("{count} are too many; at most {MOST_GROUPS}"));
        }
    }
    for (index, material) in extra.materials.iter().enumerate() {
        for field in MaterialField::ALL {
            if let Some(value) = field.get(material) {
                allowed(&format!("materials[{index}].{}", field.key()), field.range(), value)?;
            }
        }
    }
    for (index, curve) in extra.curves.iter().enumerate() {
        let count = curve.knots.len().saturating_mul(curve.steps as usize);
        if count == 0 || count > MOST_CURVE_POINTS {
            let reason = format_args!("{count} points; a curve needs 1 to {MOST_CURVE_POINTS}");
            return refuse(&format!("curves[{index}]"), reason);
        }
        for (number, knot) in curve.knots.iter().enumerate() {
            for (name, point) in [("at", knot.at), ("before", knot.before), ("after", knot.after)] {
                finite_point(&format!("curves[{index}].knots[{number}].{name}"), point)?;
            }
        }
    }
    Ok(())
}

/// Removes `world` and `contact` from the path, since a twin's settings are not nested.
fn as_in_twin(mut error: Box<FormatError>) -> Box<FormatError> {
    error.place = error.place.replace("twin.world.", "twin.").replace("twin.contact.", "twin.");
    error
}
