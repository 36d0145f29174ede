//! Live link: Blobsmith attached to a running world. Only in the module of `blobsmith/debug`.

use crate::World;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// Answers a request of Blobsmith's live link, one line of JSON; the function `listen` of `blobsmith/link` does this in Node.
    pub fn answer(&mut self, request: &str) -> String {
        self.play.answer(request).line()
    }

    /// Ends the pause that a request of the live link began.
    #[wasm_bindgen(js_name = stopLink)]
    pub fn stop_link(&mut self) {
        self.play.stop_link();
    }

    /// True while Blobsmith has paused this world: then `step` and `advance` run no frames.
    #[wasm_bindgen(getter, js_name = isPaused)]
    pub fn is_paused(&self) -> bool {
        self.play.is_paused()
    }
}
