//! Test fixture for detectors: the test sets the state of each phase itself.

use super::examiner::{Before, Detect, DetectorContext, take_owners};
use super::finding::Detection;
use crate::engine::ledger::Ledger;
use crate::engine::{Layout, Phase, PhaseKind, Row, State, Touched, World};
use crate::geometry::DVec2;
use crate::level::{Body, Level, Motion, Node};

/// A level, its state and the data that detectors read.
pub(super) struct Stage {
    pub layout: Layout,
    pub state: State,
    before: Before,
    /// Energy of the present substep.
    pub ledger: Ledger,
    owners: Vec<u32>,
}

impl Stage {
    pub fn new(level: &Level) -> Self {
        let world = World::new(level).expect("the level of the test is valid");
        let (layout, state) = (world.layout().clone(), world.state().clone());
        let mut owners = Vec::new();
        take_owners(&mut owners, &layout);
        Self { layout, state, before: Before::default(), ledger: Ledger::default(), owners }
    }

    fn sight(&self) -> DetectorContext<'_> {
        DetectorContext {
            layout: &self.layout,
            state: &self.state,
            before: &self.before,
            ledger: &self.ledger,
            owners: &self.owners,
        }
    }

    fn remember(&mut self) {
        self.before.positions.clone_from(&self.state.positions);
        self.before.velocities.clone_from(&self.state.velocities);
        self.before.disc_velocities.clone_from(&self.state.disc_velocities);
    }

    pub fn begin(&mut self, detector: &mut dyn Detect) {
        self.remember();
        self.ledger = Ledger::default();
        detector.begin(&self.sight());
    }

    /// Applies a phase that changes the state.
    pub fn see(
        &mut self,
        detector: &mut dyn Detect,
        kind: PhaseKind,
        touched: Touched<'_>,
        change: impl FnOnce(&mut State, &mut Ledger),
    ) {
        change(&mut self.state, &mut self.ledger);
        detector.see(Phase { kind, row: Row::None }, touched, &self.sight());
        self.remember();
    }

    /// Ends the substep. Returns the detections.
    pub fn end(&mut self, detector: &mut dyn Detect) -> Vec<Detection> {
        let mut detections = Vec::new();
        detector.end(&self.sight(), &mut |finding| detections.push(finding));
        self.state.substep += 1;
        if self.state.substep == self.layout.settings.substeps {
            (self.state.frame, self.state.substep) = (self.state.frame + 1, 0);
        }
        detections
    }
}

/// A square by its lower left corner, without springs: counter-clockwise, all nodes with mass 1.
pub(super) fn square(at: [f64; 2], side: f64, motion: Motion) -> Body {
    let corners = [[0.0, 0.0], [side, 0.0], [side, side], [0.0, side]];
    Body {
        motion,
        gas: 0.0,
        nodes: corners.into_iter().map(|[x, y]| Node::at([at[0] + x, at[1] + y])).collect(),
        hull: vec![[0, 1], [1, 2], [2, 3], [3, 0]],
        ..Body::default()
    }
}

/// A level without gravity, with n substeps in a frame of length 1.
pub(super) fn weightless(bodies: Vec<Body>, substeps: u32) -> Level {
    let mut level = Level { bodies, ..Level::default() };
    (level.world.gravity, level.world.substeps) = ([0.0, 0.0], substeps);
    level
}

/// Shorthand for a vector.
pub(super) fn v(x: f64, y: f64) -> DVec2 {
    DVec2::new(x, y)
}
