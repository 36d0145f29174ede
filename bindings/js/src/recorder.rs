//! Flight recorder: the last seconds of a world as a recording that Blobsmith opens.

use crate::World;
use crate::error::{Result, thrown};
use crate::value::whole;
use blobsmith_engine::level::format::TextFormat;
use blobsmith_engine::play::RecorderSettings;
use wasm_bindgen::prelude::*;

/// A span of a game that can be saved as a recording.
#[wasm_bindgen]
pub struct Flight {
    play: blobsmith_engine::play::Flight,
}

#[wasm_bindgen]
impl Flight {
    /// First and last frame.
    #[wasm_bindgen(getter)]
    pub fn frames(&self) -> Vec<f64> {
        self.play.frames().map(|frame| frame as f64).to_vec()
    }

    /// The recording as JSON text, for a file `NAME.run.json`. Simulates the span again.
    pub fn text(&self) -> String {
        self.play.text(TextFormat::Json)
    }
}

#[wasm_bindgen]
impl World {
    /// Switches the recorder on: it keeps at least the last `frames` frames, by default 600, with a copy of the state each
    /// `keyframeEvery` frames, by default 60. 0 frames switch it off. `restore` starts it anew.
    #[wasm_bindgen(js_name = setRecorder)]
    pub fn set_recorder(&mut self, frames: Option<f64>, keyframe_every: Option<f64>) -> Result<()> {
        let frames: u32 = whole("frames", frames.unwrap_or(600.0))?;
        let keyframe_every: u32 = whole("keyframeEvery", keyframe_every.unwrap_or(60.0))?;
        let settings =
            RecorderSettings { frames: frames.into(), keyframe_every: keyframe_every.into(), on_fault: true };
        self.play.set_recorder((frames > 0).then_some(settings)).map_err(thrown)
    }

    /// The recorded span up to now; the reason is a few words for its reader.
    pub fn flight(&self, reason: Option<String>) -> Result<Flight> {
        Ok(Flight { play: self.play.flight(reason.as_deref().unwrap_or_default()).map_err(thrown)? })
    }

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

    /// The span that led to the first fault since the last call; undefined if there was none. It ends with the frame of the fault.
    #[wasm_bindgen(js_name = takeFaultFlight)]
    pub fn take_fault_flight(&mut self) -> Option<Flight> {
        self.play.take_fault_flight().map(|play| Flight { play })
    }
}
