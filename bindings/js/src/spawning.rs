//! Adding and removing parts, links.

use crate::World;
use crate::error::{Result, thrown};
use crate::part::{link, link_target, number, part};
use crate::value::{PlacementFields, from_js, from_js_or_default, stringify};
use blobsmith_engine::level::LinkKind;
use blobsmith_engine::play::{self, Placement};
use wasm_bindgen::prelude::*;

/// A level whose parts can be spawned. Its `world` settings and markers are ignored.
#[wasm_bindgen]
pub struct Prefab {
    play: play::Prefab,
}

#[wasm_bindgen]
impl Prefab {
    /// Reads a text as `World.fromText` does.
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(text: &str) -> Result<Prefab> {
        Ok(Self { play: play::Prefab::from_text(text).map_err(thrown)? })
    }

    /// Takes a level as an object.
    #[wasm_bindgen(js_name = fromLevel)]
    pub fn from_level(#[wasm_bindgen(unchecked_param_type = "object")] level: JsValue) -> Result<Prefab> {
        Self::from_text(&stringify("level", &level)?)
    }
}

#[wasm_bindgen]
impl World {
    /// Adds the parts of a prefab as an instance; by default with the id `spawn-1`, `spawn-2`, … The ids of the parts are the instance's
    /// id, a slash and the id in the prefab.
    #[wasm_bindgen(unchecked_return_type = "Instance")]
    pub fn spawn(
        &mut self,
        prefab: &Prefab,
        #[wasm_bindgen(unchecked_optional_param_type = "Placement")] placement: JsValue,
        #[wasm_bindgen(unchecked_optional_param_type = "string")] id: Option<String>,
    ) -> Result<u64> {
        let PlacementFields { position, angle_deg, mirror, velocity } = from_js_or_default("placement", &placement)?;
        let placement = Placement { position, angle_deg, mirror, velocity };
        let spawned = match id {
            Some(id) => self.play.spawn_with_id(&prefab.play, &placement, &id),
            None => self.play.spawn(&prefab.play, &placement),
        };
        Ok(number(spawned.map_err(thrown)?))
    }

    /// Removes a part: a body, disc or obstacle with its links, a link, or an instance with all its parts.
    pub fn remove(&mut self, #[wasm_bindgen(unchecked_param_type = "Part")] of: u64) -> Result<()> {
        self.play.remove(part(of)?).map_err(thrown)
    }

    /// Joins two nodes, discs or points by a link. With `collide` (by default true) the joined parts collide with each other.
    #[wasm_bindgen(unchecked_return_type = "Link")]
    pub fn connect(
        &mut self,
        #[wasm_bindgen(unchecked_param_type = "LinkTarget")] a: JsValue,
        #[wasm_bindgen(unchecked_param_type = "LinkTarget")] b: JsValue,
        #[wasm_bindgen(unchecked_param_type = "LinkKind")] kind: JsValue,
        collide: Option<bool>,
    ) -> Result<u64> {
        let [a, b] = [link_target("a", &a)?, link_target("b", &b)?];
        let kind: LinkKind = from_js("kind", &kind)?;
        Ok(number(self.play.connect(a, b, kind, collide.unwrap_or(true)).map_err(thrown)?))
    }

    /// Switches a link on or off. A link that is off does nothing.
    #[wasm_bindgen(js_name = switchLink)]
    pub fn switch_link(&mut self, #[wasm_bindgen(unchecked_param_type = "Link")] of: u64, is_on: bool) -> Result<()> {
        self.play.switch_link(link(of)?, is_on).map_err(thrown)
    }
}
