//! Texture of a body.

use super::{Body, Point};
use glam::DVec2;
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::{self, Deserialize, Deserializer, SeqAccess, Visitor};
use serde::ser::{Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;

/// An image on the triangles of a body.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Skin {
    /// Path of the image, relative to the level file, with `/` between folders.
    pub image: String,
    /// Position of each node in the image.
    #[serde(default)]
    pub uv: UvMap,
    /// Colour that multiplies the image, `#rrggbbaa` or `#rrggbb`.
    #[schemars(extend("pattern" = "^#([0-9A-Fa-f]{6}|[0-9A-Fa-f]{8})$"))]
    #[serde(default = "white")]
    pub tint: String,
    /// Drawing order: higher layers in front.
    #[serde(default)]
    pub layer: i32,
}

/// Position of each node in the image: u to the right, v downwards, 0..1 across the image.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum UvMap {
    /// The body's bounding box at frame 0 is mapped to the whole image. Written `"Planar"`.
    #[default]
    Planar,
    /// One pair per node.
    PerNode(Vec<Point>),
}

impl Body {
    /// The texture coordinates of all nodes: those of the file, or those that the planar map gives now. None without a skin
    /// or nodes.
    pub fn texture_coordinates(&self) -> Option<Vec<Point>> {
        if let UvMap::PerNode(pairs) = &self.skin.as_ref()?.uv {
            return Some(pairs.clone());
        }
        let positions = || self.nodes.iter().map(|node| DVec2::from(node.position));
        let min = positions().reduce(DVec2::min)?;
        let max = positions().reduce(DVec2::max)?;
        let size = max - min;
        let part = |offset: f64, whole: f64| if whole > 0.0 && whole.is_finite() { offset / whole } else { 0.5 };
        Some(positions().map(|at| [part(at.x - min.x, size.x), part(max.y - at.y, size.y)]).collect())
    }

    /// Replaces a planar texture map by the pairs that it gives now, before the body turns or is cut.
    pub fn fix_texture(&mut self) {
        let pairs = self.texture_coordinates();
        if let (Some(skin), Some(pairs)) = (&mut self.skin, pairs) {
            skin.uv = UvMap::PerNode(pairs);
        }
    }
}

fn white() -> String {
    "#ffffffff".into()
}

const PLANAR: &str = "Planar";

impl Serialize for UvMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Planar => serializer.serialize_str(PLANAR),
            Self::PerNode(pairs) => pairs.serialize(serializer),
        }
    }
}

impl<'de> Deserialize<'de> for UvMap {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Either;
        impl<'de> Visitor<'de> for Either {
            type Value = UvMap;
            fn expecting(&self, f: &mut fmt::Formatter) -> fmt::Result {
                f.write_str("\"Planar\" or one [u, v] per node")
            }
            fn visit_str<E: de::Error>(self, text: &str) -> Result<UvMap, E> {
                if text == PLANAR { Ok(UvMap::Planar) } else { Err(E::unknown_variant(text, &[PLANAR])) }
            }
            fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<UvMap, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = items.next_element()? {
                    pairs.push(pair);
                }
                Ok(UvMap::PerNode(pairs))
            }
        }
        deserializer.deserialize_any(Either)
    }
}

impl JsonSchema for UvMap {
    fn schema_name() -> Cow<'static, str> {
        "UvMap".into()
    }
    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let pair = generator.subschema_for::<Point>();
        json_schema!({
            "description": "\"Planar\", or the position [u, v] of each node in the image, 0..1.",
            "anyOf": [{ "const": PLANAR }, { "type": "array", "items": pair }]
        })
    }
}
