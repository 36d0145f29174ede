//! Two runs in lockstep: where they part, and how far apart they are. The second is the same level with some settings
//! otherwise, or another branch of the first.
//!
//! The first run leads; what comes from outside there comes to a twin with other settings too, but not to a branch, which
//! has a journal of its own.

use super::run::{BranchId, JournalEntry, Moment, Run};
use crate::engine::World;
use crate::level::format::FormatError;
use crate::level::twin::{differences, titles};
use crate::level::{Level, Place, Twin as Settings};
use std::sync::Arc;

/// The second run.
#[derive(Debug)]
pub struct Twin {
    run: Run,
    kind: TwinKind,
    titles: [String; 2],
    is_same: bool,
    /// Version of the leader's journal that was seen last.
    seen: u64,
    /// Frames up to this one (not with it) are known to be the same in both.
    compared: u64,
    parting: Option<u64>,
    /// Who was farthest apart at that frame, once that is known.
    first_apart: Option<Apart>,
    /// Both runs once more, on their way to that frame.
    scouts: Option<Box<[Run; 2]>>,
}

/// What the second run is.
#[derive(Clone, Copy, Debug, PartialEq)]
enum TwinKind {
    /// The leader with other settings; substeps of a frame, where they are its own.
    Settings(Option<u32>),
    /// A branch of the leader.
    Branch(BranchId),
}

/// The node or disc that is farthest from where its twin is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Apart {
    /// Node or disc.
    pub place: Place,
    /// Distance, in level units; infinite where one of both is not a finite number.
    pub distance: f64,
}

impl Twin {
    /// The twin of a level at frame 0, without the parameters that are refused. Fails where [`Run::new`] does.
    pub fn new(level: &Level, settings: &Settings) -> Result<Self, FormatError> {
        let other = settings.level(level);
        let (titles, is_same) = (titles(level, &other), differences(level, &other).is_empty());
        let run = Run::with_settings(Arc::new(other), Some(settings.clone()))?;
        let kind = TwinKind::Settings(settings.own_substeps(level));
        Ok(Self {
            run,
            kind,
            titles,
            is_same,
            seen: u64::MAX,
            compared: 0,
            parting: None,
            first_apart: None,
            scouts: None,
        })
    }

    /// A branch of a run, at frame 0, to be compared with what that run is now; none where there is no such branch.
    pub fn of_branch(leader: &Run, branch: BranchId) -> Option<Self> {
        let kept = leader.kept(branch)?;
        let mut run = Run::new(leader.start_level().clone()).ok()?;
        run.install(kept);
        let mut twin = Self {
            run,
            kind: TwinKind::Branch(branch),
            titles: Default::default(),
            is_same: false,
            seen: u64::MAX,
            compared: 0,
            parting: None,
            first_apart: None,
            scouts: None,
        };
        twin.look_at(leader);
        Some(twin)
    }

    /// The branch that it is, if it is one.
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

    /// The second run, to explain its last substep.
    pub fn run_mut(&mut self) -> &mut Run {
        &mut self.run
    }

    /// What each of both does otherwise, in a few words: the leader, the twin.
    pub fn titles(&self) -> &[String; 2] {
        &self.titles
    }

    /// Whether no setting and no input differs.
    pub fn is_same(&self) -> bool {
        self.is_same
    }

    /// Goes where the leader is, as long as `goes_on` says so (it is asked once a substep); whether it got there.
    ///
    /// With other numbers of substeps, it goes to the last substep that does not end after the leader's. Where the two have
    /// parted, it also finds out who did.
    pub fn follow(&mut self, leader: &Run, mut goes_on: impl FnMut() -> bool) -> bool {
        self.look_at(leader);
        let (frame, substep) = leader.moment();
        let [theirs, ours] = [leader, &self.run].map(|run| u64::from(run.substeps_in(frame)));
        let has_arrived = self.run.approach((frame, (u64::from(substep) * ours / theirs) as u32), &mut goes_on);
        self.compare(leader);
        has_arrived && self.name_first(leader, &mut goes_on)
    }

    /// Goes back to the frame where the two parted, by runs of its own, to see who is apart there; whether it got there.
    fn name_first(&mut self, leader: &Run, goes_on: &mut impl FnMut() -> bool) -> bool {
        let Some(frame) = self.parting.filter(|_| self.first_apart.is_none()) else { return true };
        let is_here = [leader, &self.run].iter().all(|run| run.moment() == (frame, 0));
        if is_here {
            self.first_apart = farthest(leader.world(), self.run.world());
            return true;
        }
        let scouts = self.scouts.get_or_insert_with(|| Box::new([leader.scout(), self.run.scout()]));
        if !scouts.iter_mut().all(|scout| scout.approach((frame, 0), &mut *goes_on)) {
            return false;
        }
        self.first_apart = farthest(scouts[0].world(), scouts[1].world());
        self.scouts = None;
        true
    }

    /// Takes over what changed in the leader's journal since it was seen last.
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
        self.scouts = None;
        if self.parting.is_none() {
            self.first_apart = None;
        }
    }

    /// Follows new names of branches.
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

    /// The first frame at which anything is elsewhere in the twin, by its bits; none so far.
    pub fn parting(&self) -> Option<u64> {
        self.parting
    }

    /// Who was farthest from where its twin was at that frame; none as long as that is not known.
    pub fn first_apart(&self) -> Option<Apart> {
        self.first_apart
    }

    /// Who is farthest from where its twin is right now; none where everything is at the same place.
    pub fn farthest(&self, leader: &Run) -> Option<Apart> {
        farthest(leader.world(), self.run.world())
    }
}

/// What came to the leader, at the twin's moment.
fn mapped(entry: &JournalEntry, leader: &Run, own_substeps: Option<u32>) -> JournalEntry {
    let (frame, substep) = entry.moment;
    let theirs = leader.substeps_in(frame);
    let ours = own_substeps.unwrap_or(theirs);
    let moment: Moment = (frame, (u64::from(substep) * u64::from(ours) / u64::from(theirs)) as u32);
    JournalEntry { moment, input: entry.input.clone() }
}

/// The node or disc whose places in two worlds of the same parts are farthest apart; the first of equals.
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
