//! Flattening: replaces instances by the parts of their source levels.
//!
//! The parts of a source are appended after the level's own, in the order of the instances: overridden, rotated about the
//! source's origin, mirrored in x and moved. Their ids get the prefix `INSTANCE/`. The `world`, notes and editor data of a
//! source are ignored. Cost: linear in the parts of the result, and in the parts of a source for each of its overrides; each
//! file is read once.

use super::format::{self, FormatError, load_level};
use super::{Body, Disc, Instance, Level, Link, LinkEnd, Marker, MarkerShape, Motion, Obstacle, ObstacleShape, Point};
use super::{DocumentPath, ids};
use glam::DVec2;
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Maximum nesting of instances.
pub const MOST_DEEP: usize = 8;

/// Maximum number of parts of a flattened level: items of every list, points of markers, and placed instances.
pub const MOST_PARTS: usize = 20_000_000;

/// Maximum of the sum over all overrides of the parts of their source.
const MOST_OVERRIDDEN: usize = 200_000_000;

/// Loads a level file and flattens it.
///
/// # Errors
/// As [`load_level`] and [`flatten`].
pub fn load_flat(path: &Path) -> Result<Level, FormatError> {
    let mut level = load_level(path)?;
    ids::assign(&mut level);
    flatten(level, path, &mut |path| load_level(path)).map_err(|error| format::located_in_file(error, path))
}

/// Replaces the instances of a level that is, or would be, stored at `path`. `load` reads a source.
///
/// # Errors
/// With the place of the instance: a missing or invalid source, a cycle, an invalid override, nesting deeper than
/// [`MOST_DEEP`], an id that another part has, more than [`MOST_PARTS`] parts. For an instance in a source, the reason begins
/// with that file and its place there.
pub fn flatten(
    level: Level,
    path: &Path,
    load: &mut dyn FnMut(&Path) -> Result<Level, FormatError>,
) -> Result<Level, FormatError> {
    let mut flattener = Flattener { load, sources: BTreeMap::new(), open: vec![plain(path)], parts: 0, overridden: 0 };
    flattener.parts = parts_of(&level);
    flattener.level(level)
}

struct Flattener<'a> {
    load: &'a mut dyn FnMut(&Path) -> Result<Level, FormatError>,
    /// Sources as read, by path.
    sources: BTreeMap<PathBuf, Level>,
    /// The level and the sources that contain the present instance.
    open: Vec<PathBuf>,
    parts: usize,
    /// Parts of the sources of all overrides so far.
    overridden: usize,
}

impl Flattener<'_> {
    fn level(&mut self, mut level: Level) -> Result<Level, FormatError> {
        let instances = std::mem::take(&mut level.instances);
        // An id with a slash comes from an export, and may be that of a part of an instance.
        let may_clash = ids::all(&level).chain(instances.iter().map(|own| own.id.as_str())).any(|id| id.contains('/'));
        for (index, instance) in instances.iter().enumerate() {
            let within = |error: FormatError| {
                let place = format!("instances[{index}]");
                match error.file {
                    // An error of a source file keeps its own place.
                    Some(_) => refuse(&format!("{place}.source"), &error.to_string()),
                    None if error.place.is_empty() => FormatError { place, ..error },
                    None => FormatError { place: format!("{place}.{}", error.place), ..error },
                }
            };
            let (source, folder) = self.source(instance).map_err(within)?;
            self.parts = self.parts.saturating_add(1 + parts_of(&source));
            if self.parts > MOST_PARTS {
                return Err(within(refuse("", &format!("the level would have more than {MOST_PARTS} parts"))));
            }
            append(&mut level, source, instance, &folder);
            if may_clash && let Some(id) = repeated(&level) {
                return Err(within(refuse("id", &format!("two parts would have the id `{id}`"))));
            }
        }
        Ok(level)
    }

    /// The source of an instance, overridden and flattened, and its folder relative to the level.
    fn source(&mut self, instance: &Instance) -> Result<(Level, String), FormatError> {
        if self.open.len() > MOST_DEEP {
            return Err(refuse("source", &format!("instances are nested more than {MOST_DEEP} deep")));
        }
        let outer = self.open.last().map(PathBuf::as_path).unwrap_or(Path::new(""));
        let path = plain(&outer.parent().unwrap_or(Path::new("")).join(&instance.source));
        if self.open.contains(&path) {
            return Err(refuse("source", &format!("`{}` contains itself", instance.source)));
        }
        let known = match self.sources.get(&path) {
            Some(known) => known.clone(),
            None => {
                let mut level = (self.load)(&path)?;
                ids::assign(&mut level);
                self.sources.insert(path.clone(), level.clone());
                level
            }
        };
        let overridden = self.overridden(known, instance)?;
        self.open.push(path);
        let flat = self.level(overridden);
        let flat = flat.map_err(|error| match (&error.file, self.open.last()) {
            (None, Some(path)) => format::located_in_file(error, path),
            _ => error,
        });
        self.open.pop();
        let folder = instance.source.rsplit_once('/').map_or("", |(folder, _)| folder);
        Ok((flat?, folder.to_owned()))
    }

    /// Applies the overrides of an instance to its source, in order.
    fn overridden(&mut self, mut source: Level, instance: &Instance) -> Result<Level, FormatError> {
        if instance.overrides.is_empty() {
            return Ok(source);
        }
        let refused = |path: &str, error: FormatError| {
            let inner = if error.place.is_empty() { String::new() } else { format!("{}: ", error.place) };
            refuse(&format!("overrides.{path}"), &format!("{inner}{}", error.reason))
        };
        let size = 1 + parts_of(&source);
        let mut paths = Vec::new();
        for (path, value) in instance.overrides.iter() {
            self.overridden = self.overridden.saturating_add(size);
            if self.overridden > MOST_OVERRIDDEN {
                return Err(refuse(&format!("overrides.{path}"), "too many overrides for a source of this size"));
            }
            let parsed = DocumentPath::parse(path).map_err(|error| refused(path, error))?;
            parsed.set_unchecked(&mut source, &value.into()).map_err(|error| refused(path, error))?;
            paths.push((path, parsed));
        }
        format::validate(&source).map_err(|error| {
            let culprit = paths.iter().rev().find(|(_, parsed)| parsed.is_related(&error.place));
            match culprit {
                Some((path, _)) => refused(path, error),
                None => refuse("overrides", &format!("the source is no longer valid: {error}")),
            }
        })?;
        Ok(source)
    }
}

/// The first id that two parts have.
fn repeated(level: &Level) -> Option<String> {
    let mut known = BTreeSet::new();
    ids::all(level).find(|id| !id.is_empty() && !known.insert(*id)).map(str::to_owned)
}

fn refuse(place: &str, reason: &str) -> FormatError {
    FormatError { file: None, place: place.into(), position: None, reason: reason.into() }
}

/// A path without `.` and, as far as possible, without `..`; the file need not exist.
pub fn plain(path: &Path) -> PathBuf {
    use std::path::Component;
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir if matches!(plain.components().next_back(), Some(Component::Normal(_))) => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}

fn parts_of(level: &Level) -> usize {
    let of_body = |body: &Body| {
        let Body { nodes, springs, sticks, hull, triangles, .. } = body;
        1 + nodes.len() + springs.len() + sticks.len() + hull.len() + triangles.len()
    };
    let of_marker = |marker: &Marker| match &marker.shape {
        MarkerShape::Point(_) | MarkerShape::Rect(..) => 1,
        MarkerShape::Polygon(points) | MarkerShape::Path(points) => 1 + points.len(),
    };
    let bodies: usize = level.bodies.iter().map(of_body).sum();
    let markers: usize = level.markers.iter().map(of_marker).sum();
    bodies + markers + level.discs.len() + level.obstacles.len() + level.links.len() + level.instances.len()
}

/// Rotation, then mirroring in x, then translation.
#[derive(Clone, Copy)]
struct InstanceMap {
    cosine_sine: DVec2,
    mirror: bool,
    position: DVec2,
}

impl InstanceMap {
    fn of(instance: &Instance) -> Self {
        // Quarter turns are exact.
        let turns = instance.angle_deg.rem_euclid(360.0);
        let cosine_sine = match turns {
            0.0 => DVec2::new(1.0, 0.0),
            90.0 => DVec2::new(0.0, 1.0),
            180.0 => DVec2::new(-1.0, 0.0),
            270.0 => DVec2::new(0.0, -1.0),
            _ => {
                let angle = turns.to_radians();
                DVec2::new(libm::cos(angle), libm::sin(angle))
            }
        };
        Self { cosine_sine, mirror: instance.mirror, position: instance.position.into() }
    }

    fn turns(&self) -> bool {
        self.mirror || self.cosine_sine != DVec2::new(1.0, 0.0)
    }

    fn direction(&self, vector: Point) -> Point {
        let turned = self.cosine_sine.rotate(DVec2::from(vector));
        [if self.mirror { -turned.x } else { turned.x }, turned.y]
    }

    fn point(&self, point: Point) -> Point {
        (DVec2::from(self.direction(point)) + self.position).to_array()
    }

    fn motion(&self, motion: &mut Motion) {
        if let Motion::Driven(path) = motion {
            path.points.iter_mut().for_each(|point| *point = self.direction(*point));
        }
    }

    fn body(&self, body: &mut Body) {
        if self.turns() {
            body.fix_texture();
        }
        for node in &mut body.nodes {
            node.position = self.point(node.position);
            node.velocity = self.direction(node.velocity);
        }
        self.motion(&mut body.motion);
        if self.mirror {
            // The outside stays on the right and triangles stay counter-clockwise. Edges keep their places in the list, which
            // decide between equally near ones.
            body.hull.iter_mut().for_each(|edge| edge.swap(0, 1));
            body.triangles.iter_mut().for_each(|triangle| triangle.swap(1, 2));
        }
    }

    fn disc(&self, disc: &mut Disc) {
        disc.position = self.point(disc.position);
        disc.velocity = self.direction(disc.velocity);
        self.motion(&mut disc.motion);
    }

    fn obstacle(&self, obstacle: &mut Obstacle) {
        obstacle.shape = match obstacle.shape {
            // A mirrored segment is reversed, so that its left side stays its left side.
            ObstacleShape::Segment(a, b) if self.mirror => ObstacleShape::Segment(self.point(b), self.point(a)),
            ObstacleShape::Segment(a, b) => ObstacleShape::Segment(self.point(a), self.point(b)),
            ObstacleShape::Line(point, direction) => {
                let [x, y] = self.direction(direction);
                let direction = if self.mirror { [-x, -y] } else { [x, y] };
                ObstacleShape::Line(self.point(point), direction)
            }
            ObstacleShape::Circle { center, radius } => ObstacleShape::Circle { center: self.point(center), radius },
        };
    }

    fn marker(&self, marker: &mut Marker) {
        marker.shape = marker.shape.mapped(|point| self.point(point));
    }
}

/// Appends the parts of a source.
fn append(level: &mut Level, source: Level, instance: &Instance, folder: &str) {
    let placement = InstanceMap::of(instance);
    let (first_body, first_disc) = (level.bodies.len(), level.discs.len());
    let id = |id: String| format!("{}/{id}", instance.id);
    level.bodies.extend(source.bodies.into_iter().map(|mut body| {
        body.id = id(body.id);
        placement.body(&mut body);
        if let Some(skin) = body.skin.as_mut().filter(|_| !folder.is_empty()) {
            skin.image = format!("{folder}/{}", skin.image);
        }
        body
    }));
    level.discs.extend(source.discs.into_iter().map(|mut disc| {
        disc.id = id(disc.id);
        placement.disc(&mut disc);
        disc
    }));
    level.obstacles.extend(source.obstacles.into_iter().map(|mut obstacle| {
        obstacle.id = id(obstacle.id);
        placement.obstacle(&mut obstacle);
        obstacle
    }));
    let end = |end: LinkEnd| match end {
        LinkEnd::Node([body, node]) => LinkEnd::Node([first_body + body, node]),
        LinkEnd::Disc(disc) => LinkEnd::Disc(first_disc + disc),
        LinkEnd::Point(point) => LinkEnd::Point(placement.point(point)),
    };
    let links = source.links.into_iter().map(|link| Link { id: id(link.id), a: end(link.a), b: end(link.b), ..link });
    level.links.extend(links);
    level.markers.extend(source.markers.into_iter().map(|mut marker| {
        marker.id = id(marker.id);
        placement.marker(&mut marker);
        marker
    }));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Node;

    /// A source with a body of two nodes at (1, 0) and (1, 2), linked to a point.
    fn source() -> Level {
        let nodes = vec![Node { velocity: [1.0, 0.0], ..Node::at([1.0, 0.0]) }, Node::at([1.0, 2.0])];
        let body = Body { nodes, hull: vec![[0, 1], [1, 0]], ..Body::default() };
        let link = Link {
            id: String::new(),
            a: LinkEnd::Node([0, 1]),
            b: LinkEnd::Point([0.0, 3.0]),
            kind: crate::level::LinkKind::Pin,
            collide: true,
            tags: Vec::new(),
            properties: Default::default(),
        };
        Level { bodies: vec![body], links: vec![link], ..Level::default() }
    }

    fn instance(id: &str) -> Instance {
        Instance {
            id: id.into(),
            source: "parts/a.ron".into(),
            position: [10.0, 0.0],
            angle_deg: 90.0,
            mirror: false,
            overrides: Default::default(),
            tags: Vec::new(),
            properties: Default::default(),
        }
    }

    fn flat(instances: Vec<Instance>) -> Result<Level, FormatError> {
        let level = Level { bodies: vec![Body::default()], instances, ..Level::default() };
        flatten(level, Path::new("game/level.ron"), &mut |path| {
            assert_eq!(path, Path::new("game/parts/a.ron"));
            Ok(source())
        })
    }

    #[test]
    fn flatten_rotates_then_mirrors_then_moves() {
        let mirrored = Instance { mirror: true, ..instance("right") };
        let level = flat(vec![instance("left"), mirrored]).unwrap();
        // A quarter turn maps (x, y) to (-y, x).
        assert_eq!(level.bodies[1].nodes[1].position, [8.0, 1.0]);
        assert_eq!(level.bodies[1].nodes[0].velocity, [0.0, 1.0]);
        assert_eq!(level.bodies[2].nodes[1].position, [12.0, 1.0]);
        assert_eq!((&level.bodies[1].hull, &level.bodies[2].hull), (&vec![[0, 1], [1, 0]], &vec![[1, 0], [0, 1]]));
        assert_eq!((level.bodies[1].id.as_str(), level.bodies[2].id.as_str()), ("left/body-0", "right/body-0"));
        assert_eq!((level.links[1].a, level.links[1].b), (LinkEnd::Node([2, 1]), LinkEnd::Point([13.0, 0.0])));
        assert!(level.instances.is_empty());
    }

    #[test]
    fn flatten_applies_overrides_and_refuses_wrong_ones() {
        let with = |path: &str| {
            let overrides = [(path.to_owned(), super::super::PropertyValue::Number(7.0))].into_iter().collect();
            flat(vec![Instance { overrides, ..instance("a") }])
        };
        assert_eq!(with("bodies[0].gas").unwrap().bodies[1].gas, 7.0);
        let error = with("bodies[4].gas").unwrap_err();
        assert_eq!(error.place, "instances[0].overrides.bodies[4].gas");
    }

    #[test]
    fn flatten_refuses_cycles_and_deep_nesting() {
        let nest = |path: &Path| {
            let number: usize = path.file_stem().and_then(|name| name.to_str()?.parse().ok()).unwrap_or(0);
            let source = format!("{}.ron", number + 1);
            Level { instances: vec![Instance { source, ..instance("x") }], ..Level::default() }
        };
        let error = flatten(nest(Path::new("0.ron")), Path::new("0.ron"), &mut |path| Ok(nest(path))).unwrap_err();
        assert!(error.reason.contains("nested more than 8 deep"), "{error}");
        let own = Level { instances: vec![Instance { source: "b.ron".into(), ..instance("x") }], ..Level::default() };
        let error = flatten(own, Path::new("b.ron"), &mut |_| Ok(Level::default())).unwrap_err();
        assert!(error.reason.contains("contains itself"), "{error}");
    }
}
