//! Instances: placing them, overriding values of their sources, and replacing one by its parts.

use super::places::Made;
use crate::level::flatten::flatten;
use crate::level::format::FormatError;
use crate::level::{DocumentPath, Instance, Level, Place, Point, PropertyValue};
use std::path::Path;

/// Adds an instance of a source, named relative to the level file.
///
/// # Errors
/// If the position is not finite.
pub fn place(level: &mut Level, source: String, position: Point) -> Result<Made, String> {
    if !position.iter().all(|number| number.is_finite()) {
        return Err("the position is not finite".to_owned());
    }
    level.instances.push(Instance::at(source, position));
    Ok(Made::at(vec![Place::Instance(level.instances.len() - 1)]))
}

/// Replaces an instance by its parts, which get new ids; the level is, or would be, stored at `path`, and `load` reads a
/// source. Links, tags and properties of the source are kept; those of the instance itself are lost.
///
/// # Errors
/// If the instance does not exist, or cannot be flattened.
pub fn make_local(
    level: &mut Level,
    index: usize,
    path: &Path,
    load: &mut dyn FnMut(&Path) -> Result<Level, FormatError>,
) -> Result<Made, String> {
    let mut others = level.instances.clone();
    if index >= others.len() {
        return Err(format!("instance {index} no longer exists"));
    }
    let instance = others.remove(index);
    let first = [level.bodies.len(), level.discs.len(), level.obstacles.len()];
    let (links, markers) = (level.links.len(), level.markers.len());
    let alone = Level { instances: vec![instance], ..level.clone() };
    let mut flat = flatten(alone, path, load).map_err(|error| error.to_string())?;
    flat.bodies[first[0]..].iter_mut().for_each(|part| part.id.clear());
    flat.discs[first[1]..].iter_mut().for_each(|part| part.id.clear());
    flat.obstacles[first[2]..].iter_mut().for_each(|part| part.id.clear());
    flat.links[links..].iter_mut().for_each(|part| part.id.clear());
    flat.markers[markers..].iter_mut().for_each(|part| part.id.clear());
    flat.instances = others;
    let bodies = (first[0]..flat.bodies.len()).map(Place::Body);
    let discs = (first[1]..flat.discs.len()).map(Place::Disc);
    let obstacles = (first[2]..flat.obstacles.len()).map(Place::Obstacle);
    let places = bodies.chain(discs).chain(obstacles).collect();
    *level = flat;
    Ok(Made::at(places))
}

/// Overrides a value of an instance's source; `None` reverts to the source. `source` is the source, for verifying.
///
/// # Errors
/// If the instance does not exist, or the source refuses the path or the value.
pub fn override_value(
    level: &mut Level,
    index: usize,
    path: &str,
    value: Option<PropertyValue>,
    source: &Level,
) -> Result<(), String> {
    let instance = level.instances.get_mut(index).ok_or_else(|| format!("instance {index} no longer exists"))?;
    match value {
        None => drop(instance.overrides.remove(path)),
        Some(value) => {
            let parsed = DocumentPath::parse(path).map_err(|error| error.to_string())?;
            parsed.set_or_add(&mut source.clone(), &(&value).into()).map_err(|error| error.to_string())?;
            instance.overrides.insert(path, value);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::DVec2;
    use crate::level::edit::{Transform, duplicate, remove, tracked, transform};
    use crate::level::{Body, Link, LinkEnd, LinkKind, Node, Properties};

    /// A source with a triangle at (0, 0), (1, 0), (0, 1), whose node 1 is pinned to (1, 0).
    fn source() -> Level {
        let nodes = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Node::at).to_vec();
        let body = Body { nodes, hull: vec![[0, 1], [1, 2], [2, 0]], gas: 3.0, ..Body::default() };
        let pin = Link {
            id: String::new(),
            a: LinkEnd::Node([0, 1]),
            b: LinkEnd::Point([1.0, 0.0]),
            kind: LinkKind::Pin,
            collide: true,
            tags: Vec::new(),
            properties: Properties::default(),
        };
        Level { bodies: vec![body], links: vec![pin], ..Level::default() }
    }

    fn load(path: &Path) -> Result<Level, FormatError> {
        assert_eq!(path, Path::new("game/gear.ron"));
        Ok(source())
    }

    /// One body of its own and two instances at x = 10 and 20.
    fn level() -> Level {
        let mut level = Level { bodies: source().bodies, ..Level::default() };
        for x in [10.0, 20.0] {
            let made = tracked(&mut level, |level| place(level, "gear.ron".to_owned(), [x, 0.0])).unwrap();
            assert_eq!(made.places, [Place::Instance(level.instances.len() - 1)]);
        }
        level
    }

    #[test]
    fn place_gives_each_instance_its_own_id() {
        let level = level();
        assert_eq!(level.instances[0].id, "instance-0");
        assert_eq!(level.instances[1].id, "instance-1");
        assert!(place(&mut Level::default(), "a.ron".to_owned(), [f64::NAN, 0.0]).is_err());
    }

    #[test]
    fn make_local_replaces_one_instance_by_its_parts() {
        let mut edited = level();
        let made = tracked(&mut edited, |level| make_local(level, 0, Path::new("game/level.ron"), &mut load)).unwrap();
        assert_eq!(made.places, [Place::Body(1)]);
        assert_eq!(edited.instances.iter().map(|one| one.id.as_str()).collect::<Vec<_>>(), ["instance-1"]);
        assert_eq!(edited.bodies[1].nodes[1].position, [11.0, 0.0]);
        assert_eq!(edited.bodies[1].id, "body-1");
        assert_eq!((edited.links[0].a, edited.links[0].b), (LinkEnd::Node([1, 1]), LinkEnd::Point([11.0, 0.0])));
        assert!(make_local(&mut edited, 1, Path::new("game/level.ron"), &mut load).is_err());
    }

    #[test]
    fn override_value_verifies_path_and_value() {
        let mut edited = level();
        let number = |value| Some(PropertyValue::Number(value));
        override_value(&mut edited, 1, "bodies[0].gas", number(5.0), &source()).unwrap();
        assert_eq!(edited.instances[1].overrides.get("bodies[0].gas"), Some(&PropertyValue::Number(5.0)));
        for (path, value) in [("bodies[7].gas", number(1.0)), ("bodies[0].gas", number(f64::NAN))] {
            let before = edited.clone();
            assert!(override_value(&mut edited, 1, path, value, &source()).is_err(), "{path}");
            assert_eq!(edited, before);
        }
        override_value(&mut edited, 1, "bodies[0].gas", None, &source()).unwrap();
        assert!(edited.instances[1].overrides.is_empty());
    }

    #[test]
    fn transform_of_an_instance_is_that_of_its_parts() {
        let path = Path::new("game/level.ron");
        let all = [
            Transform::Move([1.0, 2.0]),
            Transform::Rotate { pivot: [3.0, -1.0], angle_rad: 0.7 },
            Transform::MirrorX(2.0),
            Transform::MirrorY(-3.0),
            Transform::Scale { pivot: [1.0, 1.0], factors: [-1.0, -1.0] },
        ];
        for (angle_deg, mirror) in [(0.0, false), (0.0, true), (30.0, false), (30.0, true)] {
            for how in all {
                let mut placed = level();
                (placed.instances[0].angle_deg, placed.instances[0].mirror) = (angle_deg, mirror);
                let mut parts = flatten(placed.clone(), path, &mut load).unwrap();
                transform(&mut placed, &[Place::Instance(0)], how).unwrap();
                transform(&mut parts, &[Place::Body(1)], how).unwrap();
                let flat = flatten(placed, path, &mut load).unwrap();
                for (node, expected) in flat.bodies[1].nodes.iter().zip(&parts.bodies[1].nodes) {
                    let off = DVec2::from(node.position).distance(expected.position.into());
                    assert!(off < 1e-9, "{how:?} of {angle_deg}, {mirror}: {node:?} {expected:?}");
                }
            }
        }
        let double = Transform::Scale { pivot: [0.0, 0.0], factors: [2.0, 2.0] };
        assert!(transform(&mut level(), &[Place::Instance(0)], double).is_err());
    }

    #[test]
    fn instances_are_copied_and_deleted() {
        let mut edited = level();
        let made = tracked(&mut edited, |level| duplicate(level, &[Place::Instance(0)], [5.0, 0.0])).unwrap();
        assert_eq!(made.places, [Place::Instance(2)]);
        assert_eq!(edited.instances[2].position, [15.0, 0.0]);
        assert_eq!(edited.instances[2].id, "instance-7");
        tracked(&mut edited, |level| remove(level, &[Place::Instance(0)])).unwrap();
        assert_eq!(edited.instances.iter().map(|one| one.position[0]).collect::<Vec<_>>(), [20.0, 15.0]);
    }
}
