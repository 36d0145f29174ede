//! Time and hash.

use crate::World;
use crate::error::Result;
#[cfg(feature = "game")]
use crate::error::thrown;
#[cfg(feature = "game")]
use crate::value::object;
use crate::value::whole;
use wasm_bindgen::prelude::*;

#[wasm_bindgen]
impl World {
    /// Runs whole frames; by default one.
    pub fn step(&mut self, frames: Option<f64>) -> Result<()> {
        self.play.step(whole("frames", frames.unwrap_or(1.0))?);
        Ok(())
    }

    /// Number of frames since the start of the level.
    #[wasm_bindgen(getter)]
    pub fn frame(&self) -> f64 {
        self.play.frame() as f64
    }

    /// Level time, in the unit of the level's `frame_time`.
    #[wasm_bindgen(getter)]
    pub fn time(&self) -> f64 {
        self.play.time()
    }

    /// Hash of all bits that later frames depend on, 16 hexadecimal digits, as `blobsmith run` writes it.
    #[wasm_bindgen(getter)]
    pub fn hash(&self) -> String {
        self.play.hash_text()
    }
}

#[cfg(feature = "game")]
#[wasm_bindgen]
impl World {
    /// Adds real seconds and runs the frames that are due, at most `maxFrames`; the rest of the time is lost.
    #[wasm_bindgen(unchecked_return_type = "Advanced")]
    pub fn advance(&mut self, seconds: f64) -> Result<JsValue> {
        let advanced = self.play.advance(seconds).map_err(thrown)?;
        let fields = [
            ("frames", advanced.frames.into()),
            ("lostSeconds", advanced.lost_seconds.into()),
            ("alpha", advanced.alpha.into()),
        ];
        Ok(object(fields).into())
    }

    /// Real seconds that a frame takes in `advance`; by default 1/60.
    #[wasm_bindgen(getter, js_name = secondsPerFrame)]
    pub fn seconds_per_frame(&self) -> f64 {
        self.play.seconds_per_frame()
    }

    #[wasm_bindgen(setter, js_name = secondsPerFrame)]
    pub fn set_seconds_per_frame(&mut self, seconds: f64) -> Result<()> {
        self.play.set_seconds_per_frame(seconds).map_err(thrown)
    }

    /// Greatest number of frames in one `advance`; by default 8.
    #[wasm_bindgen(getter, js_name = maxFrames)]
    pub fn max_frames(&self) -> u32 {
        self.play.max_frames()
    }

    #[wasm_bindgen(setter, js_name = maxFrames)]
    pub fn set_max_frames(&mut self, frames: f64) -> Result<()> {
        self.play.set_max_frames(whole("maxFrames", frames)?).map_err(thrown)
    }

    /// Keeps the positions of the previous frame from now on, for drawing between two frames; or drops them.
    #[wasm_bindgen(js_name = setInterpolation)]
    pub fn set_interpolation(&mut self, is_on: bool) {
        self.play.set_interpolation(is_on);
    }
}
