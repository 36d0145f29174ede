//! Flight recorder: the last seconds of a world as a recording that Blobsmith opens.

use crate::World;
use crate::error::{Result, thrown};
use crate::value::whole;
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
        self.play.json()
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

    /// The span that led to the first fault since the last call; undefined if there was none. It ends with the frame of the fault.
    #[wasm_bindgen(js_name = takeFaultFlight)]
    pub fn take_fault_flight(&mut self) -> Option<Flight> {
        self.play.take_fault_flight().map(|play| Flight { play })
    }

    /// Keeps a recording when a condition of the watch language becomes true, see `takeConditionFlight`; undefined ends that. It is
    /// evaluated at the end of every frame. The recorder must be on, and switching it on or off ends the condition.
    #[wasm_bindgen(js_name = recordWhen)]
    pub fn record_when(&mut self, condition: Option<String>) -> Result<()> {
        self.play.record_when(condition.as_deref()).map_err(thrown)
    }

    /// The span that led to the moment at which the condition became true, the first time since the last call; undefined if there was
    /// none. It ends with that moment.
    #[wasm_bindgen(js_name = takeConditionFlight)]
    pub fn take_condition_flight(&mut self) -> Option<Flight> {
        self.play.take_condition_flight().map(|play| Flight { play })
    }
}
