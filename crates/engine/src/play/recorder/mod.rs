//! Flight recorder: the last seconds of a game as a recording that the editor opens and replays bit for bit.
//!
//! Algorithm: a ring of keyframes (snapshots at equal distances) with the inputs since each of them. A recording begins at the oldest
//! keyframe; its frames are simulated again when it is made, so a running game computes no hashes.
//! Cost: a copy of the state per keyframe, and one entry per input. Memory: keyframes times the size of the state.
//!
//! ```
//! # use blobsmith_engine::play::{PlayWorld, RecorderSettings};
//! # let mut world = PlayWorld::from_text(r#"{"format": 2, "bodies": [{"id": "hero", "nodes": [{"position": [0, 10]}]}]}"#)?;
//! world.set_recorder(Some(RecorderSettings::default()))?;
//! world.step(100);
//! let hero = world.body("hero").expect("a body with this id");
//! world.apply_impulse(hero, [0.1, 0.0])?;
//! world.step(20);
//! let flight = world.flight("the hero left the screen")?;
//! assert_eq!(flight.frames(), [0, 120]);
//! let (recording, difference) = flight.recording();
//! assert_eq!((recording.branches[0].inputs.len(), difference), (1, None));
//! assert_eq!(recording.branches[0].hashes[120].state, world.hash());
//! # Ok::<(), blobsmith_engine::play::PlayError>(())
//! ```

mod bits;
mod condition;
mod flight;
mod form;
mod input;
mod level;
mod replay;
mod start;

pub use bits::PointBits;
pub use flight::Flight;
pub use form::{
    Departure, FrameHash, Origin, RECORDING, RecordedBranch, RecordedHand, RecordedInput, RecordedStart, Recording,
    RecordingSource, Version, What,
};
pub(in crate::play) use level::level_of;
pub use replay::RecordedEnd;

use super::input::WorldInput;
use super::parts::Parts;
use super::{PlayError, PlayEventKind, PlayWorld};
use crate::engine::{Layout, State};
use flight::{TimedInput, hash_of};
use std::collections::VecDeque;
use std::sync::Arc;

/// Greatest number of keyframes.
const MOST_KEYFRAMES: u64 = 1_000;
/// Greatest number of inputs between two keyframes. Then a keyframe is made early, which bounds the memory.
const MOST_INPUTS: usize = 100_000;

/// How much the recorder keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RecorderSettings {
    /// Frames that a recording has at least, once that many have run.
    pub frames: u64,
    /// Frames between two keyframes.
    pub keyframe_every: u64,
    /// True to keep a recording of the first fault, see [`PlayWorld::take_fault_flight`].
    pub on_fault: bool,
}

impl Default for RecorderSettings {
    /// 600 frames (10 s at 60 frames a second), a keyframe each 60 frames, and a recording of the first fault.
    fn default() -> Self {
        Self { frames: 600, keyframe_every: 60, on_fault: true }
    }
}

/// The ring of keyframes.
#[derive(Clone, Debug)]
pub(super) struct Recorder {
    settings: RecorderSettings,
    spans: VecDeque<KeyframeSpan>,
    fault: Option<Box<Flight>>,
    condition: Option<condition::RecordingCondition>,
}

/// A keyframe and the inputs since.
#[derive(Clone, Debug)]
pub(super) struct KeyframeSpan {
    layout: Arc<Layout>,
    state: State,
    parts: Arc<Parts>,
    inputs: Vec<TimedInput>,
}

impl KeyframeSpan {
    /// Adds an input at a moment.
    pub fn note(&mut self, frame: u64, substep: u32, input: WorldInput) {
        self.inputs.push((frame, substep, input));
    }
}

impl Recorder {
    fn last_frame(&self) -> Option<u64> {
        self.spans.back().map(|span| span.state.frame)
    }

    /// Drops spans that the last frames do not need.
    fn forget(&mut self, frame: u64) {
        while self.spans.get(1).is_some_and(|next| next.state.frame + self.settings.frames <= frame) {
            self.spans.pop_front();
        }
    }
}

impl PlayWorld {
    /// Switches the recorder on, with these settings, nothing recorded yet and no condition, or off.
    ///
    /// # Errors
    /// [`PlayError::Number`] if the settings have no frames, no distance, or more than 1,000 keyframes.
    pub fn set_recorder(&mut self, settings: Option<RecorderSettings>) -> Result<(), PlayError> {
        if let Some(RecorderSettings { frames, keyframe_every, .. }) = settings {
            if frames == 0 || keyframe_every == 0 {
                return Err(PlayError::Number("frames", "1 or more"));
            }
            if frames / keyframe_every >= MOST_KEYFRAMES {
                return Err(PlayError::Number("frames", "less than 1,000 times `keyframe_every`"));
            }
        }
        let new = |settings| Box::new(Recorder { settings, spans: VecDeque::new(), fault: None, condition: None });
        self.recorder = settings.map(new);
        self.restart_recorder();
        Ok(())
    }

    /// Settings of the recorder. None if it is off.
    pub fn recorder(&self) -> Option<RecorderSettings> {
        self.recorder.as_ref().map(|recorder| recorder.settings)
    }

    /// The recorded span up to now; `reason` is a few words for its reader.
    ///
    /// # Errors
    /// [`PlayError::Off`] without [`PlayWorld::set_recorder`].
    pub fn flight(&self, reason: &str) -> Result<Flight, PlayError> {
        let recorder = self.recorder.as_ref().ok_or(PlayError::Off("set_recorder"))?;
        let spans: Vec<&KeyframeSpan> = recorder.spans.iter().collect();
        Ok(self.flight_of(&spans, reason))
    }

    /// The span from the first of these keyframes to the present.
    pub(super) fn flight_of(&self, spans: &[&KeyframeSpan], reason: &str) -> Flight {
        let Some(first) = spans.first() else { return self.present_flight() };
        Flight {
            layout: first.layout.clone(),
            state: first.state.clone(),
            level: level_of(&first.parts, &first.layout),
            inputs: spans.iter().flat_map(|span| &span.inputs).cloned().collect(),
            end: self.frame(),
            end_hash: hash_of(&self.world),
            reason: reason.to_owned(),
        }
    }

    /// The present moment as a keyframe.
    pub(super) fn keyframe_span(&self) -> KeyframeSpan {
        KeyframeSpan {
            layout: self.world.shared_layout().clone(),
            state: self.world.state().clone(),
            parts: self.parts.clone(),
            inputs: Vec::new(),
        }
    }

    /// The present level and state as a recording without earlier frames: what the editor needs to go on from here.
    pub fn present_flight(&self) -> Flight {
        Flight {
            layout: self.world.shared_layout().clone(),
            state: self.world.state().clone(),
            level: self.level(),
            inputs: Vec::new(),
            end: self.frame(),
            end_hash: hash_of(&self.world),
            reason: String::new(),
        }
    }

    /// The span that led to the first fault since the last call. It ends with the frame of the fault.
    pub fn take_fault_flight(&mut self) -> Option<Flight> {
        self.recorder.as_mut()?.fault.take().map(|flight| *flight)
    }

    /// Records an input that has acted, in the engine's numbering before it.
    pub(super) fn note(&mut self, input: impl FnOnce() -> WorldInput) {
        if self.recorder.is_none() {
            return;
        }
        let input = input();
        self.note_for_link(&input);
        let (frame, substep) = (self.world.state().frame, self.world.state().substep);
        let Some(recorder) = &mut self.recorder else { return };
        if let Some(condition) = &mut recorder.condition {
            condition.note(&input);
        }
        if let Some(span) = recorder.spans.back_mut() {
            span.note(frame, substep, input);
        }
    }

    /// Makes a keyframe if it is due. Called at the start of each frame.
    pub(super) fn keep_keyframe(&mut self) {
        let Some(recorder) = &self.recorder else { return };
        let frame = self.world.state().frame;
        let is_due = recorder.last_frame().is_none_or(|last| frame >= last + recorder.settings.keyframe_every);
        let is_full = recorder.spans.back().is_some_and(|span| span.inputs.len() >= MOST_INPUTS);
        if is_due || is_full {
            let span = self.keyframe_span();
            if let Some(recorder) = &mut self.recorder {
                recorder.spans.push_back(span);
                recorder.forget(frame);
            }
        }
    }

    /// Forgets what was recorded: the world has jumped.
    pub(super) fn restart_recorder(&mut self) {
        self.forget_last_frame();
        if let Some(recorder) = &mut self.recorder {
            recorder.spans.clear();
            if let Some(condition) = &mut recorder.condition {
                condition.restart();
            }
            self.keep_keyframe();
        }
    }

    /// Keeps the recording of a fault if there is none yet.
    pub(super) fn keep_fault(&mut self) {
        let wants = |recorder: &Recorder| recorder.settings.on_fault && recorder.fault.is_none();
        if !self.recorder.as_deref().is_some_and(wants) {
            return;
        }
        let is_fault = |kind: PlayEventKind| matches!(kind, PlayEventKind::Fault { .. });
        // The events of this frame are the last ones.
        let Some(event) = self.events.since(self.frame() - 1).find(|event| is_fault(event.kind)) else { return };
        let PlayEventKind::Fault { fault, part, .. } = event.kind else { return };
        let id = self.parts.part(part).map(|info| info.id.clone()).unwrap_or_default();
        let flight = self.flight(&format!("{fault:?}: {id}"));
        if let Some(recorder) = &mut self.recorder {
            recorder.fault = flight.ok().map(Box::new);
        }
    }
}
