//! Two runs in lockstep: where they diverge, and their distance. The second run is the same level with other settings,
//! or another branch of the first.
//!
//! Inputs of the leader also act on a twin with other settings, but not on a branch, which has its own journal.

use super::first_divergence::{self, DivergedState};
use super::run::{BranchId, JournalEntry, Moment, Run};
use crate::engine::World;
use crate::level::format::FormatError;
use crate::level::twin::{differences, titles};
use crate::level::{Level, Place, Twin as Settings};
use crate::play::recorder::RecordedStart;
use std::sync::Arc;

/// The second run.
#[derive(Debug)]
pub struct Twin {
    run: Run,
    kind: TwinKind,
    titles: [String; 2],
    is_same: bool,
    /// Version of the leader's journal seen last.
    seen: u64,
    /// All frames before this one are known to be equal.
    compared: u64,
    parting: Option<u64>,
    /// The first different frame for which the next two are known.
    named: Option<u64>,
    /// The part with the largest distance at the first different frame. None until known, or if the difference vanished by the
    /// end of that frame.
    first_apart: Option<Apart>,
    /// Where the states begin to differ within the frame before. None until known, or if the substeps differ.
    origin: Option<DivergedState>,
    /// Copies of both runs on their way to that frame.
    forks: Option<Box<[Run; 2]>>,
}

/// Kind of the second run.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TwinKind {
    /// The leader with other settings; its substeps per frame if they differ.
    Settings(Option<u32>),
    /// A branch of the leader.
    Branch(BranchId),
}

/// The node or disc with the largest distance to its twin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// Node or disc.
    pub place: Place,
    /// Distance in level units; infinite if one of both is not finite.
    pub distance: f64,
}

impl Twin {
    /// The twin of a level at frame 0; rejected parameters are skipped.
    ///
    /// # Errors
    /// As for [`Run::new`].
    pub fn new(level: &Level, settings: &Settings) -> Result<Self, FormatError> {
        Self::starting_at(level, settings, None)
    }

    /// The twin of the level of a run, from the recorded start of that run if there is one.
    ///
    /// # Errors
    /// As for [`Run::starting_at`].
    pub fn beside(level: &Level, settings: &Settings, leader: &Run) -> Result<Self, FormatError> {
        Self::starting_at(level, settings, leader.shared_start())
    }

    fn starting_at(level: &Level, settings: &Settings, start: Option<Arc<RecordedStart>>) -> Result<Self, FormatError> {
        let other = settings.level(level);
        let (titles, is_same) = (titles(level, &other), differences(level, &other).is_empty());
        let run = Run::with_settings(Arc::new(other), Some(settings.clone()), start)?;
        Ok(Self { titles, is_same, ..Self::of(run, TwinKind::Settings(settings.own_substeps(level))) })
    }

    fn of(run: Run, kind: TwinKind) -> Self {
        let titles = Default::default();
        Self {
            run,
            kind,
            titles,
            is_same: false,
            seen: u64::MAX,
            compared: 0,
            parting: None,
            named: None,
            first_apart: None,
            origin: None,
            forks: None,
        }
    }

    /// A branch of a run, at frame 0, for comparison with its present branch. None if the branch does not exist.
    pub fn of_branch(leader: &Run, branch: BranchId) -> Option<Self> {
        let kept = leader.kept(branch)?;
        let mut run = Run::with_settings(leader.start_level().clone(), None, leader.shared_start()).ok()?;
        run.install(kept);
        let mut twin = Self::of(run, TwinKind::Branch(branch));
        twin.look_at(leader);
        Some(twin)
    }

    /// The branch. None for a twin with other settings.
    pub fn branch(&self) -> Option<BranchId> {
        match self.kind {
            TwinKind::Settings(_) => None,
            TwinKind::Branch(branch) => Some(branch),
        }
    }

    /// The second run.
    pub fn run(&self) -> &Run {
        &self.run
    }

    /// Mutable access to the second run, to explain its last substep.
    pub fn run_mut(&mut self) -> &mut Run {
        &mut self.run
    }

    /// Differences in a few words: of the leader, of the twin.
    pub fn titles(&self) -> &[String; 2] {
        &self.titles
    }

    /// True if no setting and no input differs.
    pub fn is_same(&self) -> bool {
        self.is_same
    }

    /// Follows the leader while `goes_on` returns true (called once per substep). Returns true on arrival.
    ///
    /// With other numbers of substeps, it stops at the last substep that does not end after the leader's. If the runs
    /// have diverged, it also determines the part with the largest distance.
    pub fn follow(&mut self, leader: &Run, mut goes_on: impl FnMut() -> bool) -> bool {
        self.look_at(leader);
        let (frame, substep) = leader.moment();
        let [theirs, ours] = [leader, &self.run].map(|run| u64::from(run.substeps_in(frame)));
        let has_arrived = self.run.approach((frame, (u64::from(substep) * ours / theirs) as u32), &mut goes_on);
        self.compare(leader);
        if has_arrived {
            self.compare_within(leader);
        }
        has_arrived && self.name_first(leader, &mut goes_on)
    }

    /// Determines the part with the largest distance at the first different frame, with runs of its own. True when
    /// done.
    fn name_first(&mut self, leader: &Run, goes_on: &mut impl FnMut() -> bool) -> bool {
        let Some(frame) = self.parting.filter(|&frame| self.named != Some(frame)) else { return true };
        let forks = self.forks.get_or_insert_with(|| Box::new([leader.fork(), self.run.fork()]));
        if !forks.iter_mut().all(|fork| fork.approach((frame, 0), &mut *goes_on)) {
            return false;
        }
        let [first, second] = &mut **forks;
        self.first_apart = farthest(first.world(), second.world());
        self.origin = first_divergence::origin_of(first, second, frame);
        (self.named, self.forks) = (Some(frame), None);
        true
    }

    /// Copies the changes of the leader's journal.
    fn look_at(&mut self, leader: &Run) {
        let version = leader.journal().version();
        if version == self.seen {
            return;
        }
        let entries = leader.journal().entries();
        let from = if self.seen == u64::MAX { 0 } else { leader.journal().changed_since(self.seen) };
        self.seen = version;
        let changed = match self.kind {
            TwinKind::Settings(own) => {
                let theirs = entries[from..].iter().map(|entry| mapped(entry, leader, own)).collect();
                let Some(changed) = self.run.follow_journal(from, theirs) else { return };
                changed.0
            }
            TwinKind::Branch(branch) => {
                let own = self.run.journal().entries();
                self.is_same = own == entries;
                let name = |id| leader.branches().into_iter().find(|branch| branch.id == id).map(|branch| branch.name);
                self.titles = [leader.branch().name, name(branch).unwrap_or_default()];
                entries.get(from).map_or(0, |entry| entry.moment.0)
            }
        };
        self.compared = self.compared.min(changed);
        self.parting = self.parting.filter(|&frame| frame < changed);
        self.forks = None;
        if self.parting.is_none() {
            (self.named, self.first_apart, self.origin) = (None, None, None);
        }
    }

    /// Updates the names of branches.
    pub fn rename(&mut self, leader: &Run) {
        self.seen = u64::MAX;
        self.look_at(leader);
    }

    fn compare(&mut self, leader: &Run) {
        if self.parting.is_some() {
            return;
        }
        let pairs = leader.samples().iter().zip(self.run.samples()).skip(self.compared as usize);
        for (first, second) in pairs {
            if first.pose_hash != second.pose_hash {
                self.parting = Some(first.frame);
                return;
            }
            self.compared = first.frame + 1;
        }
    }

    /// Compares the states within a frame. A difference there counts for the frame that it is a part of.
    fn compare_within(&mut self, leader: &Run) {
        if self.parting.is_some() || leader.substep() == 0 || !self.is_comparable(leader) {
            return;
        }
        if leader.end_world().state().pose_hash() != self.run.end_world().state().pose_hash() {
            self.parting = Some(leader.frame() + 1);
        }
    }

    /// True if both runs are at the same time. With different numbers of substeps, that is so at some substeps only.
    pub fn is_comparable(&self, leader: &Run) -> bool {
        let [theirs, ours] = [leader, &self.run].map(|run| u64::from(run.substeps_in(run.frame())));
        let [there, here] = [leader, &self.run].map(|run| u64::from(run.substep()));
        leader.frame() == self.run.frame() && there * ours == here * theirs
    }

    /// The first frame with a bitwise difference in positions, also if the runs have only been followed into that
    /// frame. None so far.
    pub fn parting(&self) -> Option<u64> {
        self.parting
    }

    /// The part with the largest distance at that frame. None until known, or if all positions are equal again at its end.
    pub fn first_apart(&self) -> Option<Apart> {
        self.first_apart
    }

    /// Moment and phase in which the states begin to differ. None until known, or if the numbers of substeps differ.
    pub fn origin(&self) -> Option<&DivergedState> {
        self.origin.as_ref()
    }

    /// The part with the largest distance at present. None if all positions are equal.
    pub fn farthest(&self, leader: &Run) -> Option<Apart> {
        farthest(leader.world(), self.run.world())
    }
}

/// An input of the leader at the corresponding moment of the twin.
fn mapped(entry: &JournalEntry, leader: &Run, own_substeps: Option<u32>) -> JournalEntry {
    let (frame, substep) = entry.moment;
    let theirs = leader.substeps_in(frame);
    let ours = own_substeps.unwrap_or(theirs);
    let moment: Moment = (frame, (u64::from(substep) * u64::from(ours) / u64::from(theirs)) as u32);
    JournalEntry { moment, input: entry.input.clone() }
}

/// The node or disc with the largest distance between two worlds of the same parts; the first of equals.
pub fn farthest(first: &World, second: &World) -> Option<Apart> {
    let mut worst: Option<Apart> = None;
    let mut look = |place: Place, distance: f64| {
        let distance = if distance.is_finite() { distance } else { f64::INFINITY };
        if distance > worst.map_or(0.0, |worst| worst.distance) {
            worst = Some(Apart { place, distance });
        }
    };
    for (body, nodes) in first.layout().bodies.iter().map(|body| body.nodes.clone()).enumerate() {
        for node in nodes.clone() {
            look(Place::Node(body, node - nodes.start), first.position(node).distance(second.position(node)));
        }
    }
    for disc in 0..first.layout().discs.count() {
        look(Place::Disc(disc), first.disc_position(disc).distance(second.disc_position(disc)));
    }
    worst
}
