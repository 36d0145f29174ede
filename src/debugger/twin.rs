//! Two runs of one level in lockstep, some settings of the world being otherwise in the second: where they part, and
//! how far apart they are.
//!
//! Must never know: the screen, clocks. The first run leads; whatever the hand does there, it does in the second too.

use super::run::{Moment, Run};
use crate::engine::World;
use crate::level::format::FormatError;
use crate::level::twin::{differences, titles};
use crate::level::{Level, Place, Twin as Settings};
use std::sync::Arc;

/// The second run.
#[derive(Debug)]
pub struct Twin {
    run: Run,
    titles: [String; 2],
    is_same: bool,
    /// Frames up to this one (not with it) are known to be the same in both.
    compared: u64,
    parting: Option<u64>,
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
    /// The twin of a level at frame 0. Fails where [`Run::new`] does.
    pub fn new(level: &Level, settings: &Settings) -> Result<Self, FormatError> {
        let world = settings.applied_to(&level.world);
        let (titles, is_same) = (titles(&level.world, &world), differences(&level.world, &world).is_empty());
        let run = Run::new(Arc::new(Level { world, ..level.clone() }))?;
        Ok(Self { run, titles, is_same, compared: 0, parting: None })
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

    /// Whether no setting differs.
    pub fn is_same(&self) -> bool {
        self.is_same
    }

    /// Goes where the leader is, as long as `goes_on` says so (it is asked once a substep); whether it got there.
    ///
    /// With other numbers of substeps, it goes to the last substep that does not end after the leader's.
    pub fn follow(&mut self, leader: &Run, goes_on: impl FnMut() -> bool) -> bool {
        if let Some(changed) = self.run.adopt_journal(self.journal_of(leader)) {
            self.compared = self.compared.min(changed.0);
            self.parting = self.parting.filter(|&frame| frame < changed.0);
        }
        let has_arrived = self.run.approach(self.moment_of(leader, leader.moment()), goes_on);
        self.compare(leader);
        has_arrived
    }

    fn moment_of(&self, leader: &Run, (frame, substep): Moment) -> Moment {
        let [theirs, ours] = [leader, &self.run].map(|run| u64::from(run.level().world.substeps));
        (frame, (u64::from(substep) * ours / theirs) as u32)
    }

    /// What the hand did in the leader, at this run's moments; of several at one moment the last.
    fn journal_of(&self, leader: &Run) -> Vec<super::run::Input> {
        let mut journal: Vec<super::run::Input> = Vec::new();
        for &(moment, hand) in leader.journal() {
            let moment = self.moment_of(leader, moment);
            if journal.last().is_some_and(|&(last, _)| last == moment) {
                journal.pop();
            }
            journal.push((moment, hand));
        }
        journal
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

    /// Who is farthest from where its twin is right now; none where everything is at the same place.
    pub fn farthest(&self, leader: &Run) -> Option<Apart> {
        farthest(leader.world(), self.run.world())
    }
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
