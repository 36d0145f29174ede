//! The runtime API of `blobsmith-engine` for JavaScript, as a WebAssembly module.
//!
//! Every method is one call of [`blobsmith_engine::play`]; `docs/javascript.md` describes the package. Parts are numbers (BigInt), see
//! [`part`]. An error of the engine is thrown as an `Error` with its message, see [`error`].

mod acting;
mod draw;
mod error;
mod events;
#[cfg(feature = "debug")]
mod link;
mod lookup;
#[cfg(feature = "debug")]
mod overlays;
#[cfg(feature = "overlays")]
mod paint;
mod part;
mod queries;
mod reading;
#[cfg(feature = "debug")]
mod recorder;
#[cfg(feature = "game")]
mod spawning;
mod time;
mod value;

use blobsmith_engine::play::{PlaySnapshot, PlayWorld};
use error::{Result, thrown};
use value::stringify;
use wasm_bindgen::prelude::*;

#[wasm_bindgen(typescript_custom_section)]
const TYPES: &str = include_str!("../types.d.ts");

/// A level that runs.
#[wasm_bindgen]
pub struct World {
    play: PlayWorld,
}

#[wasm_bindgen]
impl World {
    /// Reads a level from a text: JSON if it begins with a brace, else RON. Throws an error with place, line and column.
    #[wasm_bindgen(js_name = fromText)]
    pub fn from_text(text: &str) -> Result<World> {
        Ok(Self { play: PlayWorld::from_text(text).map_err(thrown)? })
    }
}

#[cfg(feature = "overlays")]
#[wasm_bindgen]
impl World {
    /// Reads a level with instances. `read` gives the text of a path, or throws; it gets `path` and, relative to the same folder, the
    /// sources of the instances, each once.
    #[wasm_bindgen(js_name = fromFiles)]
    pub fn from_files(
        path: &str,
        #[wasm_bindgen(unchecked_param_type = "(path: string) => string")] read: &js_sys::Function,
    ) -> Result<World> {
        let mut read = |path: &str| match read.call1(&JsValue::UNDEFINED, &path.into()) {
            Ok(text) => text.as_string().ok_or_else(|| "is no text".to_owned()),
            Err(error) => Err(js_sys::Error::from(error).message().into()),
        };
        Ok(Self { play: PlayWorld::from_texts(path, &mut read).map_err(thrown)? })
    }
}

#[wasm_bindgen]
impl World {
    /// Takes a level as an object, as `JSON.parse` of a JSON level gives it.
    #[wasm_bindgen(js_name = fromLevel)]
    pub fn from_level(#[wasm_bindgen(unchecked_param_type = "object")] level: JsValue) -> Result<World> {
        Self::from_text(&stringify("level", &level)?)
    }

    /// Copies the present moment. Events that are not taken yet are not part of it.
    pub fn snapshot(&self) -> Snapshot {
        Snapshot { play: self.play.snapshot() }
    }

    /// Goes back (or forward) to a moment of this world. Handles of parts that were added later are stale from now on.
    pub fn restore(&mut self, snapshot: &Snapshot) {
        self.play.restore(&snapshot.play);
    }
}

#[cfg(feature = "game")]
#[wasm_bindgen]
impl World {
    /// An independent copy with the same handles.
    #[wasm_bindgen(js_name = clone)]
    pub fn copy(&self) -> World {
        Self { play: self.play.clone() }
    }
}

/// A moment of a world.
#[wasm_bindgen]
pub struct Snapshot {
    play: PlaySnapshot,
}

#[wasm_bindgen]
impl Snapshot {
    /// Its frame.
    #[wasm_bindgen(getter)]
    pub fn frame(&self) -> f64 {
        self.play.frame() as f64
    }

    /// Its hash, 16 hexadecimal digits.
    #[wasm_bindgen(getter)]
    pub fn hash(&self) -> String {
        format!("{:016x}", self.play.hash())
    }
}
