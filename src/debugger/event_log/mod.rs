//! Everything that happened in a run, by time: contacts, impacts, hits on obstacles and bounds, events of sensors,
//! failures and inputs.
//!
//! A second run records it in the background with the engine's own contact records, so the first one does not slow
//! down. The caller limits the time.

mod query;

pub use query::{EventQuery, EventSort, FoundEvents};

use super::replay_worker::{Followed, ReplayWorker};
use super::run::journal::{place_of, place_of_game};
use super::run::{Input, Moment, Run};
use crate::engine::{ContactRecord, Event, EventKind, SensorEvent};
use crate::level::Place;

/// Most events kept; later ones are dropped.
const KEPT: usize = 400_000;

/// Kind of an entry of the log.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LoggedKind {
    /// A node in the hull of a body.
    Contact,
    /// A node on an obstacle.
    Obstacle,
    /// A disc with a disc, obstacle or hull.
    Impact,
    /// A node or disc at the bounds.
    Bounds,
    /// Something entered a sensor.
    Entered,
    /// Something left a sensor.
    Left,
    /// A failure.
    Failure(EventKind),
    /// An input of the journal.
    Input,
}

impl LoggedKind {
    /// All kinds, in the order of the menus.
    pub const ALL: [Self; 11] = [
        Self::Contact,
        Self::Impact,
        Self::Obstacle,
        Self::Bounds,
        Self::Entered,
        Self::Left,
        Self::Failure(EventKind::Collapsed),
        Self::Failure(EventKind::BlowUp),
        Self::Failure(EventKind::ManyImpacts),
        Self::Failure(EventKind::NoEdge),
        Self::Input,
    ];

    /// Its name in lists.
    pub fn title(self) -> &'static str {
        match self {
            Self::Contact => "contact",
            Self::Obstacle => "obstacle hit",
            Self::Impact => "impact",
            Self::Bounds => "bounds",
            Self::Entered => "entered",
            Self::Left => "left",
            Self::Failure(kind) => kind.title(),
            Self::Input => "input",
        }
    }
}

/// Part of the impulse along the normal up to which friction is a rounding error.
const ROUNDING: f64 = 1e-12;

/// One entry.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LoggedEvent {
    /// Frame and substep in which it happened; an input acts at the start of that substep.
    pub moment: Moment,
    /// What happened.
    pub kind: LoggedKind,
    /// The part that it happened to.
    pub part: Place,
    /// The other part: edge, obstacle, disc or sensor.
    pub other: Option<Place>,
    /// Impulse along the normal, positive if it separates; NaN if there is none.
    pub impulse: f64,
    /// Impulse of the friction; NaN if there is none.
    pub friction: f64,
}

impl LoggedEvent {
    fn of_contact(record: &ContactRecord) -> Self {
        let kind = match (record.moving, record.other) {
            (_, Place::World) => LoggedKind::Bounds,
            (Place::Node(..), Place::Obstacle(_)) => LoggedKind::Obstacle,
            (Place::Node(..), Place::HullEdge(..)) => LoggedKind::Contact,
            _ => LoggedKind::Impact,
        };
        Self {
            moment: (record.frame, record.substep),
            kind,
            part: record.moving,
            other: Some(record.other),
            impulse: record.impulse,
            friction: record.friction,
        }
    }

    fn of_sensor(event: &SensorEvent) -> Self {
        let kind = if event.entered { LoggedKind::Entered } else { LoggedKind::Left };
        Self { other: Some(event.sensor), ..Self::plain((event.frame, event.substep), kind, event.other) }
    }

    fn of_failure(event: &Event) -> Self {
        Self::plain((event.frame, event.substep), LoggedKind::Failure(event.kind), event.place)
    }

    fn of_input(moment: Moment, input: &Input) -> Self {
        let part = match input {
            Input::Hand(hand) => hand.map(|hand| place_of(hand.held)),
            Input::Nudge(nudge) => Some(nudge.place),
            Input::Game(what) => place_of_game(what),
            Input::Set(_) => None,
        };
        Self::plain(moment, LoggedKind::Input, part.unwrap_or(Place::Level))
    }

    /// Friction for display: 0 if it is a rounding error beside the impulse along the normal.
    pub fn shown_friction(&self) -> f64 {
        if self.friction.abs() <= ROUNDING * self.impulse.abs() { 0.0 } else { self.friction }
    }

    fn plain(moment: Moment, kind: LoggedKind, part: Place) -> Self {
        Self { moment, kind, part, other: None, impulse: f64::NAN, friction: f64::NAN }
    }

    /// The parts, for the selection.
    pub fn places(&self) -> impl Iterator<Item = Place> {
        [Some(self.part), self.other].into_iter().flatten().filter(|place| *place != Place::Level)
    }

    /// The first moment at which it is visible: after its substep; of a collapse and an input the start of the substep.
    pub fn visible_at(&self, run: &Run) -> Moment {
        match self.kind {
            LoggedKind::Input => self.moment,
            LoggedKind::Failure(kind) if kind.is_visible_at_start() => self.moment,
            _ => run.moment_after(self.moment),
        }
    }
}

/// The log of one run.
#[derive(Debug, Default)]
pub struct EventLog {
    worker: Option<ReplayWorker>,
    events: Vec<LoggedEvent>,
    /// All substeps before this moment are logged.
    at: Moment,
    /// The frame in which the limit was reached.
    full_at: Option<u64>,
    /// Changes whenever entries are dropped.
    generation: u64,
}

impl EventLog {
    /// Follows a run up to its last visited frame, or a later present moment, while `goes_on` returns true (called once
    /// per substep). Returns true once it has caught up.
    pub fn follow(&mut self, leader: &Run, mut goes_on: impl FnMut() -> bool) -> bool {
        match ReplayWorker::follow(&mut self.worker, leader) {
            Followed::Same => {}
            Followed::Since(changed) => self.cut(changed.0),
            Followed::OtherLevel => self.cut(0),
        }
        let visited = ((leader.samples().len() as u64).saturating_sub(1), 0);
        let end = visited.max(leader.moment());
        while self.at < end && self.full_at.is_none() {
            if !self.go_on(&mut goes_on) {
                return false;
            }
        }
        true
    }

    /// The entries, by time.
    pub fn events(&self) -> &[LoggedEvent] {
        &self.events
    }

    /// Number of frames that are completely logged.
    pub fn frames_known(&self) -> u64 {
        self.at.0
    }

    /// The frame in which the limit of entries was reached.
    pub fn full_at(&self) -> Option<u64> {
        self.full_at
    }

    /// Changes whenever entries are dropped; else entries are only added.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Drops the entries from a frame on, if it was reached.
    fn cut(&mut self, frame: u64) {
        if self.at < (frame, 0) {
            return;
        }
        self.at = (frame, 0);
        self.events.truncate(self.events.partition_point(|event| event.moment < self.at));
        self.full_at = None;
        self.generation += 1;
    }

    /// Logs one substep. False if there was no time left.
    fn go_on(&mut self, goes_on: &mut impl FnMut() -> bool) -> bool {
        let Some(worker) = &mut self.worker else { return false };
        if worker.moment() != self.at {
            let frame = self.at.0;
            if !worker.go_to(frame, &mut *goes_on) {
                return false;
            }
            self.cut(frame);
        }
        let Some(worker) = self.worker.as_mut().filter(|_| goes_on()) else { return false };
        let (moment, events) = (worker.moment(), &mut self.events);
        let journal = worker.run().journal();
        let inputs = &journal.entries()[journal.at(moment)];
        events.extend(inputs.iter().map(|entry| LoggedEvent::of_input(moment, &entry.input)));
        worker.step_with(|world| {
            world.set_contact_recording(true);
            world.step_substep();
            // In the order of visibility.
            let failures = world.take_events();
            let (early, late): (Vec<&Event>, _) = failures.iter().partition(|event| event.kind.is_visible_at_start());
            events.extend(early.into_iter().map(LoggedEvent::of_failure));
            events.extend(world.take_contacts().iter().map(LoggedEvent::of_contact));
            events.extend(world.take_sensor_events().iter().map(LoggedEvent::of_sensor));
            events.extend(late.into_iter().map(LoggedEvent::of_failure));
        });
        self.at = worker.moment();
        if self.events.len() > KEPT {
            self.events.truncate(KEPT);
            self.full_at = Some(moment.0);
        }
        true
    }
}
