//! Flattening: replaces instances by the parts of their source levels.
//!
//! The parts of a source are appended after the level's own, in the order of the instances: overridden, rotated about the
//! source's origin, mirrored in x and moved. Their ids get the prefix `INSTANCE/`. Colours of the source's bodies and discs are
//! kept; its `world`, notes and other editor data are ignored. Cost: linear in the parts of the result, and in the parts of a
//! source for each of its overrides; each file is read once.

mod append;
mod load;
#[cfg(feature = "overrides")]
mod overrides;
#[cfg(not(feature = "overrides"))]
mod overrides_off;

use super::format::{self, FormatError, plain_path};
use super::{Body, Instance, Level, Marker, MarkerShape, ids};
use append::append;
pub use load::{load_flat, load_flat_listed};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Maximum nesting of instances.
pub const MOST_DEEP: usize = 8;

/// Maximum number of parts of a flattened level: items of every list, points of markers, and placed instances.
pub const MOST_PARTS: usize = 20_000_000;

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
    Flattener::new(&level, path, load).level(level)
}

/// The parts of a level without instances, placed as by this instance: ids with its prefix, rotated, mirrored and moved.
pub fn placed(source: Level, instance: &Instance) -> Level {
    let mut level = Level::default();
    append(&mut level, source, instance, "");
    level
}

/// Why an instance cannot be replaced.
#[derive(Clone, Debug, PartialEq)]
pub struct InstanceFault {
    /// Index of the instance.
    pub instance: usize,
    /// The reason; its place is within the instance, such as `source`.
    pub error: FormatError,
}

impl InstanceFault {
    /// The reason with its place in the level.
    pub fn in_level(self) -> FormatError {
        let place = match (self.error.place.as_str(), self.instance) {
            ("", index) => format!("instances[{index}]"),
            (inner, index) => format!("instances[{index}].{inner}"),
        };
        FormatError { place, ..self.error }
    }
}

/// As [`flatten`], without the instances that cannot be replaced; also returns why: at least one fault for each, in order.
/// Of overrides, all that are refused are reported.
pub fn flatten_sound(
    mut level: Level,
    path: &Path,
    load: &mut dyn FnMut(&Path) -> Result<Level, FormatError>,
) -> (Level, Vec<InstanceFault>) {
    let mut flattener = Flattener::new(&level, path, load);
    let instances = std::mem::take(&mut level.instances);
    let (mut faults, mut taken) = (Vec::new(), taken_ids(&level));
    for (index, instance) in instances.iter().enumerate() {
        if let Err(error) = flattener.replace(&mut level, instance, &mut taken) {
            let of_overrides = flattener.faults_of_overrides(instance, &error);
            let errors = if of_overrides.is_empty() { vec![error] } else { of_overrides };
            faults.extend(errors.into_iter().map(|error| InstanceFault { instance: index, error }));
        }
    }
    (level, faults)
}

struct Flattener<'a> {
    load: &'a mut dyn FnMut(&Path) -> Result<Level, FormatError>,
    /// Sources as read, by path.
    sources: BTreeMap<PathBuf, Result<Level, FormatError>>,
    /// The level and the sources that contain the present instance.
    open: Vec<PathBuf>,
    parts: usize,
    /// Parts of the sources of all overrides so far.
    #[cfg(feature = "overrides")]
    overridden: usize,
}

impl<'a> Flattener<'a> {
    fn new(level: &Level, path: &Path, load: &'a mut dyn FnMut(&Path) -> Result<Level, FormatError>) -> Self {
        Self {
            load,
            sources: BTreeMap::new(),
            open: vec![plain_path(path)],
            parts: parts_of(level),
            #[cfg(feature = "overrides")]
            overridden: 0,
        }
    }

    fn level(&mut self, mut level: Level) -> Result<Level, FormatError> {
        let instances = std::mem::take(&mut level.instances);
        let mut taken = taken_ids(&level);
        for (instance, own) in instances.iter().enumerate() {
            self.replace(&mut level, own, &mut taken).map_err(|error| InstanceFault { instance, error }.in_level())?;
        }
        Ok(level)
    }

    /// Appends the parts of an instance; on failure changes nothing. Places of errors are within the instance.
    fn replace(&mut self, level: &mut Level, instance: &Instance, taken: &mut TakenIds) -> Result<(), FormatError> {
        // An error of a source file keeps its own place.
        let (source, folder) = self.source(instance).map_err(|error| match error.file {
            Some(_) => FormatError::at("source", error.to_string()),
            None => error,
        })?;
        self.parts = self.parts.saturating_add(1 + parts_of(&source));
        if self.parts > MOST_PARTS {
            return Err(FormatError::at("", format_args!("the level would have more than {MOST_PARTS} parts")));
        }
        if let Some(taken) = taken {
            let new: Vec<String> = ids::all(&source).map(|id| format!("{}/{id}", instance.id)).collect();
            if let Some(id) = new.iter().find(|id| taken.contains(*id)) {
                return Err(FormatError::at("id", format_args!("two parts would have the id `{id}`")));
            }
            taken.extend(new);
        }
        append(level, source, instance, &folder);
        Ok(())
    }

    /// The source of an instance, overridden and flattened, and its folder relative to the level.
    fn source(&mut self, instance: &Instance) -> Result<(Level, String), FormatError> {
        if self.open.len() > MOST_DEEP {
            return Err(FormatError::at("source", format_args!("instances are nested more than {MOST_DEEP} deep")));
        }
        let path = self.path(instance);
        if self.open.contains(&path) {
            return Err(FormatError::at("source", format_args!("`{}` contains itself", instance.source)));
        }
        let known = self.known(&path)?;
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

    fn path(&self, instance: &Instance) -> PathBuf {
        let outer = self.open.last().map(PathBuf::as_path).unwrap_or(Path::new(""));
        plain_path(&outer.parent().unwrap_or(Path::new("")).join(&instance.source))
    }

    /// A source as read, with an id on every part.
    fn known(&mut self, path: &Path) -> Result<Level, FormatError> {
        if let Some(known) = self.sources.get(path) {
            return known.clone();
        }
        let mut read = (self.load)(path);
        if let Ok(level) = &mut read {
            ids::assign(level);
        }
        self.sources.insert(path.to_owned(), read.clone());
        read
    }
}

/// Ids of the parts so far, if one of the level's own has a slash: it comes from an export, and may be that of a part of an
/// instance.
type TakenIds = Option<BTreeSet<String>>;

fn taken_ids(level: &Level) -> TakenIds {
    ids::all(level).any(|id| id.contains('/')).then(|| ids::all(level).map(str::to_owned).collect())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{EditorExtra, Link, LinkEnd, Node, PropertyValue};

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
        Instance { id: id.into(), angle_deg: 90.0, ..Instance::at("parts/a.ron", [10.0, 0.0]) }
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

    fn overriding(overrides: &[(&str, PropertyValue)]) -> Instance {
        let overrides = overrides.iter().map(|(path, value)| ((*path).to_owned(), value.clone())).collect();
        Instance { overrides, ..instance("a") }
    }

    #[test]
    fn overrides_add_properties_tags_and_skins() {
        let text = |text: &str| PropertyValue::Text(text.to_owned());
        let stats = [("armour".to_owned(), PropertyValue::Integer(1))].into_iter().collect();
        let level = flat(vec![overriding(&[
            ("bodies[*].properties.hp", PropertyValue::Integer(3)),
            ("bodies[0].properties.stats", PropertyValue::Map(stats)),
            ("bodies[0].properties.stats.speed", PropertyValue::Number(1.5)),
            ("bodies[0].tags[0]", text("enemy")),
            ("bodies[0].tags[1]", text("boss")),
            ("bodies[0].nodes[1].properties.is_hand", PropertyValue::Bool(true)),
            ("links[0].tags[0]", text("axle")),
            ("bodies[0].skin.image", text("blob.png")),
            ("bodies[0].skin.layer", PropertyValue::Integer(2)),
        ])])
        .unwrap();
        let body = &level.bodies[1];
        assert_eq!(body.properties.get("hp"), Some(&PropertyValue::Integer(3)));
        let Some(PropertyValue::Map(stats)) = body.properties.get("stats") else { panic!("{:?}", body.properties) };
        assert_eq!((stats.len(), stats.get("speed")), (2, Some(&PropertyValue::Number(1.5))));
        assert_eq!(
            (&body.tags[..], &level.links[0].tags[..]),
            (&["enemy".into(), "boss".into()][..], &["axle".into()][..])
        );
        assert_eq!(body.nodes[1].properties.get("is_hand"), Some(&PropertyValue::Bool(true)));
        let skin = body.skin.as_ref().unwrap();
        // The image is relative to the source, which is in `parts`.
        assert_eq!((skin.image.as_str(), skin.tint.as_str(), skin.layer), ("parts/blob.png", "#ffffffff", 2));
        assert!(level.bodies[0].properties.is_empty() && level.bodies[0].skin.is_none());
    }

    #[test]
    fn overrides_that_add_nothing_sensible_are_refused() {
        let number = PropertyValue::Integer(1);
        for (path, value, reason) in [
            ("bodies[0].skin.layer", number.clone(), "set `skin.image` before `skin.layer`"),
            ("bodies[0].skin.image", number.clone(), "string"),
            ("bodies[0].tags[1]", PropertyValue::Text("late".into()), "the list is empty"),
            ("bodies[0].tags[0]", number.clone(), "string"),
            ("bodies[0].properties.stats.hp", number.clone(), "stats"),
            ("bodies[0].properties.hp", PropertyValue::Null, "null is not a value of a property"),
            ("bodies[0].hp", number.clone(), "hp"),
            ("bodies[0].nodes[2].mass", number, "there is no node 2"),
        ] {
            let error = flat(vec![overriding(&[(path, value)])]).unwrap_err();
            assert_eq!(error.place, format!("instances[0].overrides.{path}"));
            assert!(error.reason.contains(reason), "{path}: {error}");
        }
    }

    #[test]
    fn flatten_sound_leaves_out_and_reports_each_instance_and_override_at_fault() {
        let number = |value| PropertyValue::Number(value);
        let bad = overriding(&[
            ("bodies[7].gas", number(1.0)),
            ("bodies[0].gas", number(2.0)),
            ("bodies[0].friction", number(-1.0)),
        ]);
        let gone = Instance { id: "gone".into(), source: "gone.ron".into(), ..instance("") };
        let level = Level { instances: vec![gone, instance("b"), bad], ..Level::default() };
        let (flat, faults) =
            flatten_sound(level, Path::new("game/level.ron"), &mut |path| match path.ends_with("a.ron") {
                true => Ok(source()),
                false => Err(FormatError::at("", "is missing")),
            });
        assert_eq!(flat.bodies.iter().map(|body| body.id.as_str()).collect::<Vec<_>>(), ["b/body-0"]);
        let places: Vec<String> = faults.into_iter().map(|fault| fault.in_level().place).collect();
        let of_bad = "instances[2].overrides.bodies";
        assert_eq!(places, ["instances[0]", &format!("{of_bad}[7].gas"), &format!("{of_bad}[0].friction")]);
    }

    #[test]
    fn flatten_keeps_the_colours_of_bodies_and_discs() {
        let colored = |path: &Path| {
            assert_eq!(path, Path::new("game/parts/a.ron"));
            let body_colors = vec!["#112233".to_owned(), "#beyond".to_owned()];
            let disc_colors = vec![String::new(), "#445566".to_owned()];
            let editor = Some(EditorExtra { body_colors, disc_colors, ..EditorExtra::default() });
            Ok(Level { discs: vec![Default::default(); 2], editor, ..source() })
        };
        let level = Level {
            bodies: vec![Body::default(); 2],
            instances: vec![instance("a"), instance("b")],
            ..Level::default()
        };
        let flat = flatten(level, Path::new("game/level.ron"), &mut |path| colored(path)).unwrap();
        let extra = flat.editor.unwrap();
        assert_eq!(extra.body_colors, ["", "", "#112233", "#112233"]);
        assert_eq!(extra.disc_colors, ["", "#445566", "", "#445566"]);
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
