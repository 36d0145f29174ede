//! A span of a game, from a kept state to the present, as a recording.

use super::form::{
    Departure, FrameHash, RecordedBranch, RecordedInput, RecordedStart, Recording, RecordingSource, Version,
};
use crate::engine::{Layout, State, World};
use crate::level::Level;
use crate::level::format::{FormatError, TextFormat, replace, to_json, write_document};
use crate::play::PlayError;
use crate::play::input::WorldInput;
use std::path::Path;
use std::sync::Arc;

/// An input with its moment: completed frames of the game, and completed substeps of the next one.
pub(super) type TimedInput = (u64, u32, WorldInput);

/// A span of a game: a state, the parts at that moment, and all inputs since. It is independent of the world that it came from, so
/// another thread can turn it into a recording.
#[derive(Clone, Debug)]
pub struct Flight {
    pub(super) layout: Arc<Layout>,
    pub(super) state: State,
    pub(super) level: Level,
    pub(super) inputs: Vec<TimedInput>,
    /// Last frame, and its hashes in the game.
    pub(super) end: u64,
    pub(super) end_hash: FrameHash,
    pub(super) reason: String,
}

impl Flight {
    /// First and last frame of the span.
    pub fn frames(&self) -> [u64; 2] {
        [self.layout.first_frame + self.state.frame, self.layout.first_frame + self.end]
    }

    /// The recording as text; `NAME.run.json` and `NAME.run.ron` open in Blobsmith. Cost: as [`Flight::recording`].
    pub fn text(&self, format: TextFormat) -> String {
        write_document(&self.recording().0, format)
    }

    /// The recording as JSON in one line. Cost: as [`Flight::recording`].
    pub fn json(&self) -> String {
        to_json(&self.recording().0)
    }

    /// Saves the recording; a path that ends in `.json` gives JSON, any other RON. Cost: as [`Flight::recording`].
    ///
    /// # Errors
    /// [`PlayError::Level`] with the file and the message of the system. An earlier file is then intact.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), PlayError> {
        let path = path.as_ref();
        let text = self.text(TextFormat::of(path));
        let failed = |reason| FormatError::of_file(path, format_args!("cannot be saved: {reason}"));
        Ok(replace(path, text.as_bytes()).map_err(failed)?)
    }

    /// Simulates the span again to get the hash of every frame. Cost: that of its frames.
    ///
    /// The last hash is that of the game. If the simulation has another one, the determinism promise is broken or memory was
    /// overwritten: the second value is that difference.
    pub fn recording(&self) -> (Recording, Option<Departure>) {
        let mut world = World::of_layout(self.layout.clone(), self.state.clone());
        let first = self.state.frame;
        let start = Box::new(RecordedStart::of(&world));
        let (mut inputs, mut hashes) = (Vec::new(), Vec::new());
        let mut waiting = self.inputs.iter().peekable();
        loop {
            let (frame, substep) = (world.state().frame, world.state().substep);
            while let Some((.., input)) = waiting.next_if(|&&(at, part, _)| (at, part) <= (frame, substep)) {
                let what = input.recorded(world.layout());
                inputs.extend(what.map(|input| RecordedInput { frame: frame - first, substep, input }));
                input.apply(&mut world);
            }
            if substep == 0 {
                hashes.push(hash_of(&world));
                if frame >= self.end {
                    break;
                }
            }
            world.step_substep();
        }
        let last = hashes.len() - 1;
        let now = std::mem::replace(&mut hashes[last], self.end_hash);
        let is_equal = now == self.end_hash;
        let departure = Departure { frame: last as u64, recorded: self.end_hash, now };
        let branch = RecordedBranch { id: 1, name: "game".into(), is_named: true, from: None, inputs, hashes };
        let source = RecordingSource { engine: env!("CARGO_PKG_VERSION").into(), reason: self.reason.clone() };
        let mut recording = Recording {
            recording: Version(1),
            level: self.level.clone(),
            start: Some(start),
            source: Some(source),
            present: 1,
            branches: vec![branch],
        };
        recording.recording = recording.least_version();
        (recording, (!is_equal).then_some(departure))
    }
}

/// Both hashes of the present moment.
pub(super) fn hash_of(world: &World) -> FrameHash {
    let (state, pose) = world.hashes();
    FrameHash { state, pose }
}
