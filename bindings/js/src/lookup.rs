//! Lookup: parts by id, name, tag and label; their user data; markers.

use crate::World;
use crate::error::{Result, thrown};
use crate::part::{body, instance, list, number, part};
use crate::value::{object, pair, to_js};
use blobsmith_engine::play::{BodyInfo, NodeInfo, PartHandle, PartInfo};
use js_sys::Array;
use wasm_bindgen::prelude::*;

/// Methods that find parts: by id, by name, by tag, all of a kind.
macro_rules! lookup {
    ($($id:ident, $named:ident $js_named:ident, $tagged:ident $js_tagged:ident, $all:ident: $type:literal $list:literal;)*) => {
        #[wasm_bindgen]
        impl World {$(
            /// The part with an id.
            #[wasm_bindgen(unchecked_return_type = $type)]
            pub fn $id(&self, id: &str) -> Option<u64> {
                self.play.$id(id).map(number)
            }

            /// The first part with a name.
            #[wasm_bindgen(js_name = $js_named, unchecked_return_type = $type)]
            pub fn $named(&self, name: &str) -> Option<u64> {
                self.play.$named(name).map(number)
            }

            /// Parts with a tag, in file order.
            #[wasm_bindgen(js_name = $js_tagged, unchecked_return_type = $list)]
            pub fn $tagged(&self, tag: &str) -> Array {
                list(self.play.$tagged(tag))
            }

            /// All parts of the kind, in file order.
            #[wasm_bindgen(unchecked_return_type = $list)]
            pub fn $all(&self) -> Array {
                list(self.play.$all())
            }
        )*}
    };
}

lookup! {
    body, body_named bodyNamed, bodies_with_tag bodiesWithTag, bodies: "Body | undefined" "Body[]";
    disc, disc_named discNamed, discs_with_tag discsWithTag, discs: "Disc | undefined" "Disc[]";
    obstacle, obstacle_named obstacleNamed, obstacles_with_tag obstaclesWithTag, obstacles: "Obstacle | undefined" "Obstacle[]";
}

#[wasm_bindgen]
impl World {
    /// The link with an id. Links have no name.
    #[wasm_bindgen(unchecked_return_type = "Link | undefined")]
    pub fn link(&self, id: &str) -> Option<u64> {
        self.play.link(id).map(number)
    }

    /// Links with a tag, in file order.
    #[wasm_bindgen(js_name = linksWithTag, unchecked_return_type = "Link[]")]
    pub fn links_with_tag(&self, tag: &str) -> Array {
        list(self.play.links_with_tag(tag))
    }

    /// All links, in file order.
    #[wasm_bindgen(unchecked_return_type = "Link[]")]
    pub fn links(&self) -> Array {
        list(self.play.links())
    }

    /// The instance with an id.
    #[wasm_bindgen(unchecked_return_type = "Instance | undefined")]
    pub fn instance(&self, id: &str) -> Option<u64> {
        self.play.instance(id).map(number)
    }

    /// Instances with a tag, in file order.
    #[wasm_bindgen(js_name = instancesWithTag, unchecked_return_type = "Instance[]")]
    pub fn instances_with_tag(&self, tag: &str) -> Array {
        list(self.play.instances_with_tag(tag))
    }

    /// All instances, in file order.
    #[wasm_bindgen(unchecked_return_type = "Instance[]")]
    pub fn instances(&self) -> Array {
        list(self.play.instances())
    }

    /// Bodies, discs, obstacles and links of an instance.
    #[wasm_bindgen(js_name = partsOfInstance, unchecked_return_type = "Part[]")]
    pub fn parts_of_instance(&self, #[wasm_bindgen(unchecked_param_type = "Instance")] of: u64) -> Result<Array> {
        Ok(list(self.play.parts_of_instance(instance(of)?).map_err(thrown)?))
    }

    /// Index of the node of a body that has a label.
    #[wasm_bindgen(js_name = nodeWithLabel)]
    pub fn node_with_label(
        &self,
        #[wasm_bindgen(unchecked_param_type = "Body")] of: u64,
        label: &str,
    ) -> Result<Option<usize>> {
        self.play.node_with_label(body(of)?, label).map_err(thrown)
    }

    /// Id, name, tags and properties of a part; of a body also its skin, outlines and nodes with data; of an instance its placement.
    #[wasm_bindgen(unchecked_return_type = "PartInfo")]
    pub fn info(&self, #[wasm_bindgen(unchecked_param_type = "Part")] of: u64) -> Result<JsValue> {
        let of = part(of)?;
        let info = part_info(self.play.info(of).map_err(thrown)?)?;
        match of {
            PartHandle::Body(body) => extend(&info, body_fields(self.play.body_info(body).map_err(thrown)?)?),
            PartHandle::Instance(instance) => {
                let placed = self.play.instance_info(instance).map_err(thrown)?;
                let fields = [
                    ("position", pair(placed.position).into()),
                    ("angleDeg", placed.angle_deg.into()),
                    ("mirror", placed.mirror.into()),
                ];
                extend(&info, object(fields));
            }
            _ => {}
        }
        Ok(info.into())
    }

    /// Id of a part, unique in the level.
    pub fn id(&self, #[wasm_bindgen(unchecked_param_type = "Part")] of: u64) -> Result<String> {
        Ok(self.play.id(part(of)?).map_err(thrown)?.to_owned())
    }

    /// Tags of a part.
    pub fn tags(&self, #[wasm_bindgen(unchecked_param_type = "Part")] of: u64) -> Result<Vec<String>> {
        Ok(self.play.tags(part(of)?).map_err(thrown)?.to_vec())
    }

    /// Properties of a part, as an object.
    #[wasm_bindgen(unchecked_return_type = "Properties")]
    pub fn properties(&self, #[wasm_bindgen(unchecked_param_type = "Part")] of: u64) -> Result<JsValue> {
        to_js(self.play.properties(part(of)?).map_err(thrown)?)
    }

    /// The level's markers in file order.
    #[wasm_bindgen(unchecked_return_type = "Marker[]")]
    pub fn markers(&self) -> Result<JsValue> {
        to_js(&self.play.markers())
    }

    /// The marker with an id.
    #[wasm_bindgen(unchecked_return_type = "Marker | undefined")]
    pub fn marker(&self, id: &str) -> Result<JsValue> {
        self.play.marker(id).map_or(Ok(JsValue::UNDEFINED), to_js)
    }

    /// Name, notes, tags and properties of the level itself, and the pixels as which one unit is drawn.
    #[wasm_bindgen(js_name = levelInfo, unchecked_return_type = "LevelInfo")]
    pub fn level_info(&self) -> Result<JsValue> {
        let level = self.play.level_info();
        let fields = [
            ("name", level.name.as_str().into()),
            ("notes", level.notes.as_str().into()),
            ("tags", to_js(&level.tags)?),
            ("properties", to_js(&level.properties)?),
            ("pixelsPerUnit", level.pixels_per_unit.into()),
        ];
        Ok(object(fields).into())
    }

    /// Numbers of parts.
    #[wasm_bindgen(js_name = partCounts, unchecked_return_type = "PartCounts")]
    pub fn part_counts(&self) -> JsValue {
        let counts = self.play.part_counts();
        let fields = [
            ("bodies", counts.bodies),
            ("nodes", counts.nodes),
            ("discs", counts.discs),
            ("obstacles", counts.obstacles),
            ("links", counts.links),
            ("instances", counts.instances),
            ("markers", counts.markers),
        ];
        object(fields.map(|(name, count)| (name, (count as f64).into()))).into()
    }
}

fn part_info(info: &PartInfo) -> Result<js_sys::Object> {
    Ok(object([
        ("id", info.id.as_str().into()),
        ("name", info.name.as_str().into()),
        ("tags", to_js(&info.tags)?),
        ("properties", to_js(&info.properties)?),
    ]))
}

fn body_fields(info: &BodyInfo) -> Result<js_sys::Object> {
    let node = |node: &NodeInfo| -> Result<JsValue> {
        Ok(object([
            ("node", (node.node as f64).into()),
            ("label", node.label.as_str().into()),
            ("tags", to_js(&node.tags)?),
            ("properties", to_js(&node.properties)?),
        ])
        .into())
    };
    let nodes: Array = info.nodes.iter().map(node).collect::<Result<Vec<_>>>()?.into_iter().collect();
    Ok(object([("nodes", nodes.into()), ("skin", to_js(&info.skin)?), ("outlines", to_js(&info.outlines)?)]))
}

fn extend(object: &js_sys::Object, fields: js_sys::Object) {
    js_sys::Object::assign(object, &fields);
}
