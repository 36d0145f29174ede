//! Recordings: level, journals of all branches, and hashes of every frame, for replay and comparison. States are not
//! stored; they follow from the inputs.

#[cfg(any(feature = "cli", feature = "editor"))]
pub mod bundle;
mod file;

pub use crate::play::recorder::{
    Departure, FrameHash, Origin, RECORDING, RecordedBranch, RecordedHand, RecordedInput, Recording, Version, What,
};
pub use file::{ENDING, is_recording, load, read, save, save_unless, write};

use super::run::branches::{Head, KeptBranch, Recorded};
use super::run::{BranchId, Input, JournalEntry, Moment, Nudge, Run, Sample, SettingChange};
use crate::level::format::{self, FormatError};
use crate::level::{DocumentPath, Level, Place};
use std::collections::BTreeSet;
use std::fmt::Display;
use std::sync::Arc;

/// Largest branch id.
const MOST_BRANCHES: u64 = 1_000_000_000;

fn refuse<T>(place: impl Display, reason: impl Display) -> Result<T, FormatError> {
    Err(FormatError::at(place, reason))
}

/// Prefixes the place of an error with an outer path.
fn within(outer: impl Display) -> impl FnOnce(FormatError) -> FormatError {
    move |error| error.within(outer)
}

/// A recording without inputs and with these hashes.
pub fn straight(level: Level, hashes: Vec<FrameHash>) -> Recording {
    let (id, name) = (1, "branch 1".to_owned());
    let branch = RecordedBranch { id, name, is_named: false, from: None, inputs: Vec::new(), hashes };
    Recording { recording: Version(1), level, start: None, source: None, present: 1, branches: vec![branch] }
}

impl Run {
    /// The recording of the run, with all branches.
    pub fn recording(&self) -> Recording {
        let branches = self.branches().into_iter().filter_map(|branch| self.kept(branch.id)).map(recorded).collect();
        let mut recording = Recording {
            recording: Version(1),
            level: Level::clone(self.start_level()),
            start: self.start().cloned().map(Box::new),
            source: self.source().cloned(),
            present: self.branch().id,
            branches,
        };
        recording.recording = recording.least_version();
        recording
    }

    /// The recording of the present branch without hashes: what is needed to run it again.
    pub fn inputs_only(&self) -> Recording {
        let mut recording = self.recording();
        let present = recording.present;
        recording.branches.retain(|branch| branch.id == present);
        recording.branches.iter_mut().for_each(|branch| branch.hashes.clear());
        recording
    }

    /// The run of a recording, at frame 0 of its present branch. Frames are compared with the recorded hashes as they
    /// are reached: see [`Run::departure`].
    ///
    /// # Errors
    /// If the level, the start or an input is rejected: the place in the recording and the reason.
    pub fn from_recording(recording: &Recording) -> Result<Self, FormatError> {
        format::validate(&recording.level).map_err(within("level"))?;
        let level = Arc::new(recording.level.clone());
        let mut run = match recording.start.as_deref() {
            Some(start) => Self::starting_at(level, Arc::new(start.clone())).map_err(within("start"))?,
            None => Self::new(level).map_err(within("level"))?,
        };
        run.source = recording.source.clone().map(Arc::new);
        let mut kept = Vec::with_capacity(recording.branches.len());
        let mut known = BTreeSet::new();
        for (index, branch) in recording.branches.iter().enumerate() {
            let place = format!("branches[{index}]");
            if !(1..=MOST_BRANCHES).contains(&branch.id) || !known.insert(branch.id) {
                return refuse(
                    format!("{place}.id"),
                    format_args!("every branch needs a unique id from 1 to {MOST_BRANCHES}"),
                );
            }
            kept.push(run.branch_of(branch).map_err(within(place))?);
        }
        if recording.branches.is_empty() {
            return Ok(run);
        }
        if !run.install_all(kept, recording.present) {
            return refuse("present", format_args!("branch {} does not exist", recording.present));
        }
        Ok(run)
    }

    fn branch_of(&self, branch: &RecordedBranch) -> Result<KeptBranch, FormatError> {
        let mut entries: Vec<JournalEntry> = Vec::with_capacity(branch.inputs.len());
        for (index, input) in branch.inputs.iter().enumerate() {
            let place = format!("inputs[{index}]");
            let moment = (input.frame, input.substep);
            if entries.last().is_some_and(|last| last.moment > moment) {
                return refuse(place, "is earlier than the preceding input");
            }
            let input = input_of(&input.input, self.start_level()).map_err(within(format!("{place}.input")))?;
            entries.push(JournalEntry { moment, input });
        }
        self.check_settings(&entries).map_err(|(index, error)| {
            let reason =
                if error.place.is_empty() { error.reason } else { format!("{}: {}", error.place, error.reason) };
            FormatError::at(format_args!("inputs[{index}]"), reason)
        })?;
        let hashes: Vec<[u64; 2]> = branch.hashes.iter().map(|hash| [hash.state, hash.pose]).collect();
        let last = hashes.len().saturating_sub(1) as u64;
        let head = Head {
            id: branch.id,
            name: if branch.name.is_empty() { format!("branch {}", branch.id) } else { branch.name.clone() },
            is_named: branch.is_named,
            from: branch.from.map(|from| (from.branch, (from.frame, from.substep))),
        };
        Ok(KeptBranch {
            head,
            entries,
            samples: Vec::new(),
            last: (0, 0),
            recorded: Recorded::new(hashes, last),
            events: Vec::new(),
            events_dropped: 0,
            sensor_events: Vec::new(),
        })
    }

    /// The recorded hashes of a frame of the present branch. None without a recording or beyond its end.
    pub fn recorded_hash(&self, frame: u64) -> Option<FrameHash> {
        self.recorded().at(frame).map(|[state, pose]| FrameHash { state, pose })
    }

    /// All recorded state hashes from frame 0 on, for conditions. None without a recording.
    pub fn recorded_hashes(&self) -> Option<Arc<[u64]>> {
        self.recorded_hash(0)?;
        Some((0..).map_while(|frame| self.recorded_hash(frame)).map(|hash| hash.state).collect())
    }

    /// The first frame that differs from the recording. None if there is none.
    pub fn departed(&self) -> Option<Departure> {
        let frame = self.departure()?;
        let sample = self.samples().get(frame as usize)?;
        let now = FrameHash { state: sample.hash, pose: sample.pose_hash };
        Some(Departure { frame, recorded: self.recorded_hash(frame)?, now })
    }
}

fn recorded(kept: KeptBranch) -> RecordedBranch {
    let of = |sample: &Sample| FrameHash { state: sample.hash, pose: sample.pose_hash };
    let mut hashes: Vec<FrameHash> = kept.samples.iter().map(of).collect();
    // Recorded frames that were not visited again.
    let rest = (hashes.len() as u64..).map_while(|frame| kept.recorded.at(frame));
    let rest: Vec<[u64; 2]> = rest.collect();
    hashes.extend(rest.into_iter().map(|[state, pose]| FrameHash { state, pose }));
    let Head { id, name, is_named, from } = kept.head;
    let from = from.map(|(branch, (frame, substep)): (BranchId, Moment)| Origin { branch, frame, substep });
    let inputs = kept.entries.iter().map(|entry| RecordedInput {
        frame: entry.moment.0,
        substep: entry.moment.1,
        input: what(&entry.input),
    });
    RecordedBranch { id, name, is_named, from, inputs: inputs.collect(), hashes }
}

fn what(input: &Input) -> What {
    match input {
        Input::Hand(None) => What::LetGo,
        Input::Hand(Some(hand)) => What::Pull(RecordedHand::of(hand)),
        Input::Nudge(Nudge { place, change }) => What::Nudge { place: place.to_string(), change: *change },
        Input::Set(SettingChange { path, value }) => What::Set { path: path.to_string(), value: value.clone() },
        Input::Game(what) => What::clone(what),
    }
}

fn input_of(what: &What, level: &Level) -> Result<Input, FormatError> {
    let place_of = |key: &str, text: &str| match text.parse::<Place>() {
        Ok(place) if exists(level, place) => Ok(place),
        Ok(place) => refuse(key, format_args!("{place} does not exist")),
        Err(reason) => refuse(key, reason),
    };
    let finite = |key: &str, numbers: &[f64]| match numbers.iter().all(|number| number.is_finite()) {
        true => Ok(()),
        false => refuse(key, "must be finite"),
    };
    Ok(match what {
        What::LetGo => Input::Hand(None),
        What::Pull(hand) => Input::Hand(Some(hand.hand(level).map_err(within("Pull"))?)),
        What::Nudge { place, change } => {
            finite("Nudge.change", change)?;
            match place_of("Nudge.place", place)? {
                place @ (Place::Node(..) | Place::Body(_) | Place::Disc(_)) => {
                    Input::Nudge(Nudge { place, change: *change })
                }
                other => return refuse("Nudge.place", format_args!("{other} is not a node, body or disc")),
            }
        }
        What::Set { path, value } => {
            let path = DocumentPath::parse(path).map_err(within("Set.path"))?;
            Input::Set(SettingChange { path, value: value.clone() })
        }
        What::Hold(_) | What::Velocity { .. } | What::Teleport { .. } => {
            what.check(level)?;
            Input::Game(Arc::new(what.clone()))
        }
        What::Spawn(_) | What::Connect(_) | What::Switch { .. } | What::Remove { .. } => {
            return refuse("", "parts can change only before the last change of parts of the only branch");
        }
    })
}

fn exists(level: &Level, place: Place) -> bool {
    match place {
        Place::Node(body, node) => level.bodies.get(body).is_some_and(|body| node < body.nodes.len()),
        Place::Body(body) => body < level.bodies.len(),
        Place::Disc(disc) => disc < level.discs.len(),
        _ => true,
    }
}
