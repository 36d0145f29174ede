//! Branches: timelines kept after their past was changed. They are stored as journals with their samples and simulated
//! again when the user switches back to them.

use super::journal::{Input, JournalEntry};
use super::{Moment, Run, Sample};
use crate::engine::{Event, SensorEvent};
use crate::level::format::FormatError;
use std::sync::Arc;

/// Most branches besides the present one.
const MOST: usize = 64;
/// Most bytes of all branches together.
const BUDGET: usize = 64 << 20;

/// Identifies a branch of a run.
pub type BranchId = u64;

/// Name and origin of a branch, for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Branch {
    /// Stable id.
    pub id: BranchId,
    /// Name for the UI.
    pub name: String,
    /// True if the user gave it that name.
    pub is_named: bool,
    /// The branch and moment that it branched off from. None for the first branch.
    pub from: Option<(BranchId, Moment)>,
    /// Last frame that was reached.
    pub last_frame: u64,
    /// Inputs in its journal.
    pub inputs: usize,
}

/// Name and origin of the present branch.
#[derive(Clone, Debug)]
pub(in crate::debugger) struct Head {
    pub id: BranchId,
    pub name: String,
    pub is_named: bool,
    pub from: Option<(BranchId, Moment)>,
}

/// A branch other than the present one.
#[derive(Clone, Debug)]
pub(in crate::debugger) struct KeptBranch {
    pub head: Head,
    pub entries: Vec<JournalEntry>,
    pub samples: Vec<Sample>,
    pub last: Moment,
    pub recorded: Recorded,
    pub events: Vec<Event>,
    pub events_dropped: u64,
    pub sensor_events: Vec<SensorEvent>,
}

/// All branches of a run.
#[derive(Clone, Debug)]
pub(super) struct Branches {
    pub head: Head,
    pub kept: Vec<KeptBranch>,
    pub next: BranchId,
    /// The branch on which the present drag of the hand began.
    pub held: Option<BranchId>,
    /// Names of branches removed since the last call of [`Run::take_dropped_branches`].
    pub dropped: Vec<String>,
}

impl Default for Branches {
    fn default() -> Self {
        let head = Head { id: 1, name: "branch 1".to_owned(), is_named: false, from: None };
        Self { head, kept: Vec::new(), next: 2, held: None, dropped: Vec::new() }
    }
}

/// Hashes of the frames of a recording: of the state, and of the positions alone.
pub(in crate::debugger) type Hashes = Arc<Vec<[u64; 2]>>;

/// Data about a branch beyond what was simulated here.
#[derive(Clone, Debug, Default)]
pub(in crate::debugger) struct Recorded {
    /// By frame, as far as they are valid on this branch.
    pub hashes: Hashes,
    pub held: usize,
    /// Last frame known to have been reached.
    pub last: u64,
    /// First frame that differs from the recording.
    pub departure: Option<u64>,
}

impl Recorded {
    /// All data that a recording has about a branch.
    pub fn new(hashes: Vec<[u64; 2]>, last: u64) -> Self {
        let held = hashes.len();
        Self { hashes: Arc::new(hashes), held, last, departure: None }
    }

    /// Hashes of the state and of the positions at a frame.
    pub fn at(&self, frame: u64) -> Option<[u64; 2]> {
        self.hashes[..self.held].get(frame as usize).copied()
    }

    pub fn check(&mut self, frame: u64, hash: u64, pose: u64) {
        if self.at(frame).is_some_and(|known| known != [hash, pose]) && self.departure.is_none() {
            self.departure = Some(frame);
        }
    }

    /// Invalidates what depends on the inputs of a moment.
    pub fn hold_before(&mut self, (frame, substep): Moment) {
        self.held = self.held.min(frame as usize + usize::from(substep > 0));
        self.departure = self.departure.filter(|&departure| (departure as usize) < self.held);
    }

    /// Invalidates everything after a frame.
    pub fn cut(&mut self, frame: u64) {
        self.held = self.held.min(frame as usize + 1);
        self.last = self.last.min(frame);
        self.departure = self.departure.filter(|&departure| departure <= frame);
    }
}

impl KeptBranch {
    fn weight(&self) -> usize {
        size_of::<Self>()
            + self.entries.len() * (size_of::<JournalEntry>() + 48)
            + size_of_val(self.samples.as_slice())
            + size_of_val(self.events.as_slice())
            + size_of_val(self.sensor_events.as_slice())
    }

    fn extent(&self) -> Moment {
        self.last.max((self.recorded.last, 0))
    }
}

impl Branches {
    fn weight(&self) -> usize {
        self.kept.iter().map(KeptBranch::weight).sum()
    }

    /// Removes the oldest unnamed branches until both limits hold, then named ones beyond [`MOST`]. Then drops samples
    /// that can be simulated again. Each step is one pass, by age.
    fn make_room(&mut self) {
        let (mut count, mut weight) = (self.kept.len(), self.weight());
        self.drop_those(|kept| {
            let goes = !kept.head.is_named && (count > MOST || weight > BUDGET);
            if goes {
                (count, weight) = (count - 1, weight - kept.weight());
            }
            goes
        });
        self.drop_those(|kept| {
            let goes = count > MOST;
            if goes {
                (count, weight) = (count - 1, weight - kept.weight());
            }
            goes
        });
        for heavy in self.kept.iter_mut().filter(|kept| kept.samples.len() > 1) {
            if weight <= BUDGET {
                return;
            }
            weight -= heavy.weight();
            heavy.recorded.last = heavy.extent().0;
            heavy.last = (0, 0);
            heavy.samples = heavy.samples[..1].to_vec();
            (heavy.events, heavy.events_dropped, heavy.sensor_events) = (Vec::new(), 0, Vec::new());
            weight += heavy.weight();
        }
    }

    /// Removes the branches for which `goes` returns true, and keeps their names.
    fn drop_those(&mut self, mut goes: impl FnMut(&KeptBranch) -> bool) {
        let Self { kept, dropped, .. } = self;
        kept.retain_mut(|kept| {
            let goes = goes(kept);
            if goes {
                dropped.push(std::mem::take(&mut kept.head.name));
            }
            !goes
        });
    }
}

impl Run {
    /// The present branch.
    pub fn branch(&self) -> Branch {
        self.describe(&self.branches.head, self.last_frame(), self.journal.entries().len())
    }

    /// All branches with the present one, the oldest first.
    pub fn branches(&self) -> Vec<Branch> {
        let kept = self.branches.kept.iter();
        let mut all: Vec<Branch> =
            kept.map(|kept| self.describe(&kept.head, kept.extent().0, kept.entries.len())).collect();
        all.push(self.branch());
        all.sort_by_key(|branch| branch.id);
        all
    }

    fn describe(&self, head: &Head, last_frame: u64, inputs: usize) -> Branch {
        let Head { id, name, is_named, from } = head.clone();
        Branch { id, name, is_named, from, last_frame, inputs }
    }

    /// Approximate bytes of all branches and levels in force.
    pub fn branch_bytes(&self) -> usize {
        self.branches.weight() + self.epochs.weight()
    }

    /// Names of branches removed at the limit since the last call.
    pub fn take_dropped_branches(&mut self) -> Vec<String> {
        std::mem::take(&mut self.branches.dropped)
    }

    /// Names a branch; an empty name restores the default. False if the branch does not exist.
    pub fn rename_branch(&mut self, id: BranchId, name: &str) -> bool {
        let Branches { head, kept, .. } = &mut self.branches;
        let head =
            if head.id == id { Some(head) } else { kept.iter_mut().map(|kept| &mut kept.head).find(|h| h.id == id) };
        let Some(head) = head else { return false };
        let name = name.trim();
        head.is_named = !name.is_empty();
        head.name = if name.is_empty() { format!("branch {id}") } else { name.to_owned() };
        true
    }

    /// Deletes a branch other than the present one. False if there is no such branch.
    pub fn delete_branch(&mut self, id: BranchId) -> bool {
        let before = self.branches.kept.len();
        self.branches.kept.retain(|kept| kept.head.id != id);
        self.branches.kept.len() < before
    }

    /// Makes another branch the present one and keeps the old one. The present moment becomes one that both share; a
    /// seek continues from there. False if there is no other branch with this id.
    pub fn switch_branch(&mut self, id: BranchId) -> bool {
        let Some(index) = self.branches.kept.iter().position(|kept| kept.head.id == id) else { return false };
        let target = self.branches.kept.remove(index);
        let present = self.keep_present();
        self.branches.kept.push(present);
        self.install(target);
        self.branches.make_room();
        true
    }

    /// Journal and recorded data of a branch, the present one included. None if it does not exist.
    pub(in crate::debugger) fn kept(&self, id: BranchId) -> Option<KeptBranch> {
        if id == self.branches.head.id {
            return Some(self.keep_present());
        }
        self.branches.kept.iter().find(|kept| kept.head.id == id).cloned()
    }

    fn keep_present(&self) -> KeptBranch {
        KeptBranch {
            head: self.branches.head.clone(),
            entries: self.journal.entries().to_vec(),
            samples: self.samples.clone(),
            last: self.last,
            recorded: self.recorded.clone(),
            events: self.events.clone(),
            events_dropped: self.events_dropped,
            sensor_events: self.sensor_events.clone(),
        }
    }

    /// Continues the present branch as a new one from a moment on, and keeps the old one.
    pub(super) fn branch_off(&mut self, from: Moment, what: String) {
        let kept = self.keep_present();
        let id = self.branches.next;
        self.branches.next += 1;
        let name = format!("branch {id}, from frame {}: {what}", from.0);
        let origin = Some((kept.head.id, from));
        self.branches.kept.push(kept);
        self.branches.head = Head { id, name, is_named: false, from: origin };
        self.branches.held = None;
        self.branches.make_room();
    }

    /// If a branch turns out to change nothing, returns to the one that it branched off from.
    pub(super) fn rejoin(&mut self) {
        let Some((parent, moment)) = self.branches.head.from else { return };
        let present = self.moment();
        if moment != present || self.extent() > present || self.branches.head.is_named {
            return;
        }
        let Some(index) = self.branches.kept.iter().position(|kept| kept.head.id == parent) else { return };
        let theirs = &self.branches.kept[index].entries;
        let common = theirs.partition_point(|entry| entry.moment <= present);
        if theirs[..common] == *self.journal.entries() {
            let target = self.branches.kept.remove(index);
            self.branches.next = self.branches.head.id;
            self.install(target);
        }
    }

    /// Makes a branch the present one.
    pub(in crate::debugger) fn install(&mut self, target: KeptBranch) {
        let changed = self.journal.parting(&target.entries);
        self.note_arrival();
        self.journal.replace_from(0, target.entries);
        if let Some(changed) = changed {
            self.epochs.truncate(self.epochs.before(changed));
            self.keyframes.forget_beyond(changed);
            let start = self.journal.entries().partition_point(|entry| entry.moment < changed);
            for entry in &self.journal.entries()[start..] {
                if let Input::Set(set) = &entry.input {
                    self.epochs.follow(self.epochs.count(), entry.moment, set);
                }
            }
        }
        self.branches.head = target.head;
        self.branches.held = None;
        (self.samples, self.last, self.recorded) = (target.samples, target.last, target.recorded);
        (self.events, self.events_dropped) = (target.events, target.events_dropped);
        self.sensor_events = target.sensor_events;
        self.divergence = None;
        self.keyframes.forget_beyond(self.last);
        self.count_samples();
        self.retreat(changed.unwrap_or((u64::MAX, 0)));
        if self.samples.is_empty() {
            self.measure();
        }
    }

    /// Replaces all branches and selects the present one. False if its id is missing.
    pub(in crate::debugger) fn install_all(&mut self, mut branches: Vec<KeptBranch>, present: BranchId) -> bool {
        let Some(index) = branches.iter().position(|kept| kept.head.id == present) else { return false };
        let target = branches.remove(index);
        self.branches.next = branches.iter().map(|kept| kept.head.id).fold(target.head.id, BranchId::max) + 1;
        self.branches.kept = branches;
        self.install(target);
        self.branches.make_room();
        true
    }

    /// Recorded data of the present branch.
    pub(in crate::debugger) fn recorded(&self) -> &Recorded {
        &self.recorded
    }

    /// The same journals and branches with another level, at frame 0, not simulated yet. A recorded start is kept if it fits.
    ///
    /// # Errors
    /// If the level is rejected, or a changed setting does not fit it.
    pub fn carried_to(&self, level: Arc<crate::level::Level>) -> Result<Self, FormatError> {
        let run = self.carried_start(&level)?;
        self.carried_into(run)
    }

    /// The same for a level that [`crate::level::format::validate`] has already accepted.
    ///
    /// # Errors
    /// If a changed setting does not fit the level.
    #[cfg(feature = "editor")]
    pub(crate) fn carried_to_sound(&self, level: Arc<crate::level::Level>) -> Result<Self, FormatError> {
        if let Some(run) = self.started(&level) {
            return self.carried_into(run);
        }
        let world = crate::engine::World::of_sound_like(&level, self.start_level(), self.epochs.start_layout());
        self.carried_into(Self::of_world(level, world))
    }

    /// A run of another level without inputs, from the recorded start of this run if it fits.
    ///
    /// # Errors
    /// If the level is rejected.
    pub(in crate::debugger) fn carried_start(&self, level: &Arc<crate::level::Level>) -> Result<Self, FormatError> {
        self.started(level).map_or_else(|| Self::new(level.clone()), Ok)
    }

    /// The run of another level from the recorded state of this run. None without one, or if the level has other parts.
    fn started(&self, level: &Arc<crate::level::Level>) -> Option<Self> {
        let start = self.shared_start()?;
        let moved = start.moved(self.start_level(), level).map_or(start, Arc::new);
        Self::starting_at(level.clone(), moved).ok()
    }

    fn carried_into(&self, mut run: Self) -> Result<Self, FormatError> {
        let is_plain = self.branches.kept.is_empty() && self.journal.entries().is_empty();
        if is_plain {
            return Ok(run);
        }
        let mut all = self.branches.kept.clone();
        all.push(self.keep_present());
        for kept in &mut all {
            run.check_settings(&kept.entries).map_err(|(_, error)| error)?;
            (kept.recorded, kept.last) = (Recorded::new(Vec::new(), kept.extent().0), (0, 0));
            (kept.samples, kept.events, kept.events_dropped) = (Vec::new(), Vec::new(), 0);
            kept.sensor_events = Vec::new();
        }
        run.install_all(all, self.branches.head.id);
        Ok(run)
    }
}
