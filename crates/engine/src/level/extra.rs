//! Editor data of a level; other programs ignore it.

use super::curve::Curve;
use super::expect::Expectation;
use super::folder::Folder;
use super::material::BodyMaterial;
use super::model::{Level, Point};
use super::place::{Place, PlaceSet};
use super::properties::Properties;
use super::watched::Breakpoint;
use schemars::JsonSchema;
#[cfg(all(feature = "overlays", not(feature = "authoring")))]
use serde::de::IgnoredAny;
use serde::de::{Deserialize, Deserializer};
#[cfg(any(feature = "authoring", feature = "overlays"))]
use serde::de::{Error, MapAccess, Visitor};
use serde::ser::{Serialize, SerializeMap, SerializeStruct, Serializer};
#[cfg(feature = "authoring")]
use std::collections::BTreeSet;
#[cfg(any(feature = "authoring", feature = "overlays"))]
use std::fmt;

/// Maximum number of individual parameters of a twin.
pub const MOST_SETS: usize = 64;

/// Editor data. Unknown keys are preserved in [`EditorExtra::other`].
#[derive(Clone, Debug, Default, PartialEq, JsonSchema)]
#[schemars(default)]
pub struct EditorExtra {
    /// Visible part of the plane when the level is first opened; later the last view is restored.
    pub view: Option<View>,
    /// Fill colour per body, `#rrggbb`, in file order; an empty string selects a colour automatically.
    pub body_colors: Vec<String>,
    /// The same per disc.
    pub disc_colors: Vec<String>,
    /// A second run for comparison.
    pub twin: Option<super::Twin>,
    /// Conditions that stop the run or mark it.
    pub breakpoints: Vec<Breakpoint>,
    /// Expressions whose values are shown.
    pub watches: Vec<String>,
    /// Expectations about the run.
    pub expect: Vec<Expectation>,
    /// Named moments of the run, in order of time.
    pub bookmarks: Vec<super::Bookmark>,
    /// Bodies, discs and obstacles that the canvas does not draw in edit mode: `bodies[0]`, `discs[1]`, `obstacles[2]`.
    pub hidden: PlaceSet,
    /// Bodies, discs and obstacles that the pointer does not pick.
    pub locked: PlaceSet,
    /// Bodies, discs and obstacles that are shown alone; empty shows all that are not hidden.
    pub solo: PlaceSet,
    /// Materials; their numbers are also written into the bodies.
    pub materials: Vec<BodyMaterial>,
    /// Folders of the outline.
    pub folders: Vec<Folder>,
    /// Smooth paths of driven parts; the parts' own paths contain the points that they flatten to.
    pub curves: Vec<Curve>,
    /// Names of the collision categories, lowest bit first; an empty string displays as the number, from 1.
    pub categories: Vec<String>,
    /// An image behind the level.
    pub reference: Option<super::ReferenceImage>,
    /// Guide lines, to which the pointer snaps.
    pub guide_lines: super::GuideLines,
    /// Physical units that the editor shows beside level units and frames.
    pub units: Option<super::LevelUnits>,
    /// Named sets of properties that the editor offers.
    pub templates: Vec<super::PropertyTemplate>,
    /// Keys of other programs or versions, preserved by reading and writing.
    #[schemars(skip)]
    pub other: Properties,
}

/// Calls `$use!` with the fields of [`EditorExtra`] that files contain, and the test for an omitted one.
macro_rules! with_fields {
    ($use:ident) => {
        $use! {
            view: Option::is_none, body_colors: Vec::is_empty, disc_colors: Vec::is_empty, twin: Option::is_none,
            breakpoints: Vec::is_empty, watches: Vec::is_empty, expect: Vec::is_empty, bookmarks: Vec::is_empty,
            hidden: PlaceSet::is_empty, locked: PlaceSet::is_empty, solo: PlaceSet::is_empty,
            materials: Vec::is_empty, folders: Vec::is_empty, curves: Vec::is_empty, categories: Vec::is_empty,
            reference: Option::is_none, guide_lines: super::GuideLines::is_empty, units: Option::is_none,
            templates: Vec::is_empty
        }
    };
}

/// A struct without unknown keys, else a map: RON has no struct with arbitrary keys.
impl Serialize for EditorExtra {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        macro_rules! write_fields {
            ($($field:ident: $is_omitted:path),*) => {{
                if self.other.is_empty() {
                    let count = 0 $(+ usize::from(!$is_omitted(&self.$field)))*;
                    let mut fields = serializer.serialize_struct("EditorExtra", count)?;
                    $(if !$is_omitted(&self.$field) {
                        fields.serialize_field(stringify!($field), &self.$field)?;
                    })*
                    return fields.end();
                }
                let mut map = serializer.serialize_map(None)?;
                $(if !$is_omitted(&self.$field) {
                    map.serialize_entry(stringify!($field), &self.$field)?;
                })*
                self.other.iter().try_for_each(|(name, value)| map.serialize_entry(name, value))?;
                map.end()
            }};
        }
        with_fields!(write_fields)
    }
}

/// Skips the data.
#[cfg(not(any(feature = "authoring", feature = "overlays")))]
impl<'de> Deserialize<'de> for EditorExtra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        serde::de::IgnoredAny::deserialize(deserializer)?;
        Ok(Self::default())
    }
}

/// Reads view and colours, which drawings need, and skips the rest.
#[cfg(all(feature = "overlays", not(feature = "authoring")))]
impl<'de> Deserialize<'de> for EditorExtra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Drawing;
        impl<'de> Visitor<'de> for Drawing {
            type Value = EditorExtra;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("struct EditorExtra")
            }
            fn visit_unit<E: Error>(self) -> Result<EditorExtra, E> {
                Ok(EditorExtra::default())
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EditorExtra, A::Error> {
                let mut extra = EditorExtra::default();
                while let Some(name) = map.next_key::<String>()? {
                    match name.as_str() {
                        "view" => extra.view = map.next_value()?,
                        "body_colors" => extra.body_colors = map.next_value()?,
                        "disc_colors" => extra.disc_colors = map.next_value()?,
                        _ => drop(map.next_value::<IgnoredAny>()?),
                    }
                }
                Ok(extra)
            }
        }
        deserializer.deserialize_any(Drawing)
    }
}

#[cfg(feature = "authoring")]
impl<'de> Deserialize<'de> for EditorExtra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = EditorExtra;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("struct EditorExtra")
            }
            /// `()` in RON: no field.
            fn visit_unit<E: Error>(self) -> Result<EditorExtra, E> {
                Ok(EditorExtra::default())
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<EditorExtra, A::Error> {
                let mut extra = EditorExtra::default();
                let mut names = BTreeSet::new();
                while let Some(name) = map.next_key::<String>()? {
                    if !names.insert(name.clone()) {
                        return Err(A::Error::custom(format_args!("`{name}` is given twice")));
                    }
                    macro_rules! read_fields {
                        ($($field:ident: $is_omitted:path),*) => {
                            match name.as_str() {
                                $(stringify!($field) => extra.$field = map.next_value()?,)*
                                _ => extra.other.append(name, map.next_value()?),
                            }
                        };
                    }
                    with_fields!(read_fields);
                }
                Ok(extra)
            }
        }
        // RON writes unknown keys as a map, and none as a struct.
        deserializer.deserialize_any(Fields)
    }
}

impl Level {
    /// True if the part or its body is hidden in edit mode: itself, by its folder, or because others are shown alone.
    pub fn is_hidden(&self, place: Place) -> bool {
        let (owner, Some(extra)) = (place.owner(), &self.editor) else { return false };
        let is_left_out = !extra.solo.is_empty() && self.id_of(owner).is_some() && !extra.solo.contains(owner);
        extra.hidden.contains(owner) || is_left_out || self.is_in(owner, |folder| folder.hidden)
    }

    /// True if the part or its body is locked against picking: itself or by its folder.
    pub fn is_locked(&self, place: Place) -> bool {
        let (owner, Some(extra)) = (place.owner(), &self.editor) else { return false };
        extra.locked.contains(owner) || self.is_in(owner, |folder| folder.locked)
    }

    /// True if the part is in a folder that passes the test.
    fn is_in(&self, owner: Place, test: impl Fn(&Folder) -> bool) -> bool {
        let folders = self.editor.iter().flat_map(|extra| &extra.folders);
        let mut folders = folders.filter(|folder| test(folder)).peekable();
        // Without such a folder, the id is not looked up.
        folders.peek().is_some()
            && self.id_of(owner).is_some_and(|id| folders.any(|folder| folder.members.contains(id)))
    }

    /// Id of a body, disc, obstacle, marker or instance.
    pub fn id_of(&self, place: Place) -> Option<&str> {
        Some(match place {
            Place::Body(index) => &self.bodies.get(index)?.id,
            Place::Disc(index) => &self.discs.get(index)?.id,
            Place::Obstacle(index) => &self.obstacles.get(index)?.id,
            Place::Instance(index) => &self.instances.get(index)?.id,
            Place::Marker(index) => &self.markers.get(index)?.id,
            _ => return None,
        })
    }

    /// True if the level has this part.
    pub fn has(&self, place: Place) -> bool {
        let body = |index: usize| self.bodies.get(index);
        match place {
            Place::Level | Place::World => true,
            Place::Body(b) => body(b).is_some(),
            Place::Node(b, i) => body(b).is_some_and(|body| i < body.nodes.len()),
            Place::Spring(b, i) => body(b).is_some_and(|body| i < body.springs.len()),
            Place::Stick(b, i) => body(b).is_some_and(|body| i < body.sticks.len()),
            Place::HullEdge(b, i) => body(b).is_some_and(|body| i < body.hull.len()),
            Place::Triangle(b, i) => body(b).is_some_and(|body| i < body.triangles.len()),
            Place::Disc(i) => i < self.discs.len(),
            Place::Obstacle(i) => i < self.obstacles.len(),
            Place::Link(i) => i < self.links.len(),
            Place::Marker(i) => i < self.markers.len(),
            Place::Instance(i) => i < self.instances.len(),
        }
    }
}

/// A part of the plane.
#[derive(Clone, Copy, Debug, PartialEq, serde::Serialize, serde::Deserialize, JsonSchema)]
pub struct View {
    /// Centre of the picture.
    pub center: Point,
    /// Height of the picture, > 0.
    #[schemars(extend("exclusiveMinimum" = 0))]
    pub height: f64,
}
