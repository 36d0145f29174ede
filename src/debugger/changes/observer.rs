//! Reads one number of a node or disc after each phase of a substep.

use crate::engine::forces::sources::{ForceList, on_disc, on_node};
use crate::engine::{Layout, Observer, Phase, State, Touched};
use crate::level::Place;
use glam::DVec2;

/// What is read of the part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberKind {
    /// Its position.
    Position,
    /// Its velocity; with Verlet it follows from the positions.
    #[default]
    Velocity,
    /// Its net force.
    Force,
}

impl NumberKind {
    /// All kinds.
    pub const ALL: [Self; 3] = [Self::Position, Self::Velocity, Self::Force];

    /// Its name in sentences.
    pub fn title(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Force => "net force",
        }
    }
}

/// Which coordinates are compared.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberAxis {
    /// Either.
    #[default]
    Both,
    /// x.
    X,
    /// y.
    Y,
}

impl NumberAxis {
    /// All choices.
    pub const ALL: [Self; 3] = [Self::Both, Self::X, Self::Y];

    /// Its name after that of the kind.
    pub fn title(self) -> &'static str {
        match self {
            Self::Both => "",
            Self::X => " x",
            Self::Y => " y",
        }
    }
}

/// A number of a node or disc.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PartNumber {
    /// The node or disc.
    pub place: Place,
    /// What is read.
    pub kind: NumberKind,
    /// Which coordinates.
    pub axis: NumberAxis,
}

/// A reading: both coordinates, and the forces if the number is a force.
#[derive(Clone, Debug)]
pub(super) struct NumberReading {
    pub value: DVec2,
    pub forces: Option<ForceList>,
}

impl PartNumber {
    /// The name of the number: `velocity x`.
    pub fn title(&self) -> String {
        format!("{}{}", self.kind.title(), self.axis.title())
    }

    /// Reads it; `None` if the part does not exist.
    pub(super) fn read(&self, layout: &Layout, state: &State) -> Option<NumberReading> {
        let forces = match self.kind {
            NumberKind::Force => Some(forces(self.place, layout, state)?),
            _ => None,
        };
        let value = match (self.place, self.kind) {
            (_, NumberKind::Force) => forces.as_ref()?.total,
            (Place::Node(body, node), kind) => {
                let nodes = &layout.bodies.get(body)?.nodes;
                let number = nodes.start + node;
                if !nodes.contains(&number) {
                    return None;
                }
                if kind == NumberKind::Position { state.position(number) } else { state.live_velocity(layout, number) }
            }
            (Place::Disc(disc), NumberKind::Position) => *state.disc_positions.get(disc)?,
            (Place::Disc(disc), _) => *state.disc_velocities.get(disc)?,
            _ => return None,
        };
        Some(NumberReading { value, forces })
    }

    /// True if two values differ in the coordinates that are compared.
    pub(super) fn differs(&self, a: DVec2, b: DVec2) -> bool {
        let differ = |a: f64, b: f64| a != b && !(a.is_nan() && b.is_nan());
        let (x, y) = (differ(a.x, b.x), differ(a.y, b.y));
        match self.axis {
            NumberAxis::Both => x || y,
            NumberAxis::X => x,
            NumberAxis::Y => y,
        }
    }
}

fn forces(place: Place, layout: &Layout, state: &State) -> Option<ForceList> {
    match place {
        Place::Node(body, node) => on_node(layout, state, body, node),
        Place::Disc(disc) => on_disc(layout, state, disc),
        _ => None,
    }
}

/// A phase that changed the number, or the inputs of a moment.
#[derive(Clone, Debug)]
pub(super) struct PhaseChange {
    /// Number of completed phases with this one.
    pub index: usize,
    /// The phase; `None` for inputs.
    pub phase: Option<Phase>,
    pub before: NumberReading,
    pub after: NumberReading,
}

/// The observer.
pub(super) struct NumberReader {
    number: PartNumber,
    phases: usize,
    last: Option<NumberReading>,
    changes: Vec<PhaseChange>,
}

impl NumberReader {
    pub fn new(number: PartNumber) -> Self {
        Self { number, phases: 0, last: None, changes: Vec::new() }
    }

    pub fn changes(&self) -> &[PhaseChange] {
        &self.changes
    }

    /// The number after the last phase.
    pub fn last(&self) -> Option<&NumberReading> {
        self.last.as_ref()
    }

    /// Within the phases of discs only the touched discs have valid numbers.
    fn is_readable(&self, touched: Touched) -> bool {
        let Place::Disc(disc) = self.number.place else { return true };
        match touched {
            Touched::AllDiscs | Touched::All => true,
            Touched::Few(_, touched) => touched == Some(disc),
            Touched::Discs(list) => list.contains(&disc),
            Touched::Nothing | Touched::AllNodes => false,
        }
    }
}

impl Observer for NumberReader {
    fn begin(&mut self, layout: &Layout, state: &State) {
        self.last = self.number.read(layout, state);
    }

    fn see(&mut self, phase: Phase, touched: Touched<'_>, layout: &Layout, state: &State) {
        self.phases += 1;
        if !self.is_readable(touched) {
            return;
        }
        let Some(after) = self.number.read(layout, state) else { return };
        let Some(before) = self.last.replace(after.clone()) else { return };
        if self.number.differs(before.value, after.value) {
            self.changes.push(PhaseChange { index: self.phases, phase: Some(phase), before, after });
        }
    }

    /// The end shows what no phase reported for this part.
    fn end(&mut self, layout: &Layout, state: &State) {
        self.last = self.number.read(layout, state);
    }
}
