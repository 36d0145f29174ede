//! Who changed a number of a node or disc: the question, the search in progress, and its answer.

pub mod commands;
pub(crate) mod panel;

use crate::debugger::Run;
use crate::debugger::changes::{ChangePoint, ChangeSearch, FoundChange, NumberAxis, NumberKind, PartNumber};
use crate::editor::background::Pace;
use crate::editor::features::timeline::moments::displayed;
use crate::level::Place;
pub use commands::ChangeCommand;

/// The answer to the last question.
#[derive(Debug, Clone, PartialEq)]
pub struct ChangeAnswer {
    /// The number.
    pub number: PartNumber,
    /// Whether the next change was searched, not the last one.
    pub is_forward: bool,
    /// The change; `None` if there is none.
    pub found: Option<FoundChange>,
    /// The moment at which the question was asked, as text.
    pub asked_at: String,
}

/// State of the window *Who changed this?*.
#[derive(Debug, Default)]
pub struct Changes {
    /// Whether the window is open.
    pub is_open: bool,
    /// The number asked about last.
    pub number: Option<PartNumber>,
    /// Whether motion by forces and velocities is skipped.
    pub skips_motion: bool,
    /// The search in progress.
    pub search: Option<Box<ChangeSearch>>,
    /// The last answer.
    pub answer: Option<ChangeAnswer>,
    asked_at: String,
    /// Versions of past and journal that the search and the answer belong to.
    past: [u64; 2],
}

impl Changes {
    /// The number that the window shows: the last one while its part is selected, else that of the selected part.
    pub fn shown(&self, selection: &[Place]) -> Option<PartNumber> {
        let is_selected = |known: &PartNumber| selection.contains(&known.place);
        let selected = || subject(selection).map(|place| self.number_of(place));
        self.number.filter(is_selected).or_else(selected).or(self.number)
    }

    /// The number to ask about: the chosen kind and axis of this part.
    pub fn number_of(&self, place: Place) -> PartNumber {
        let (kind, axis) = self.number.map_or_else(Default::default, |known| (known.kind, known.axis));
        PartNumber { place, kind, axis }
    }

    /// Starts a search from the displayed state. A repeated question goes on before the last answer.
    pub fn ask(&mut self, run: &Run, number: PartNumber, is_forward: bool) {
        self.is_open = true;
        self.number = Some(number);
        let but = self.last_point(run, number).filter(|_| !is_forward);
        self.search = Some(Box::new(match is_forward {
            true => ChangeSearch::forward(run, number, self.skips_motion),
            false => ChangeSearch::back(run, number, self.skips_motion, but),
        }));
        self.asked_at = displayed(run);
        self.past = past(run);
    }

    /// The last answer, if the run still displays it and it is about this number.
    fn last_point(&self, run: &Run, number: PartNumber) -> Option<ChangePoint> {
        let answer = self.answer.as_ref().filter(|answer| answer.number == number && self.past == past(run))?;
        let found = answer.found.as_ref()?;
        (found.at == (run.moment(), run.phases_done())).then_some(found.at)
    }

    /// Continues the search; true when it has just found the answer.
    pub fn go_on(&mut self, run: &Run, pace: &Pace) -> bool {
        if self.past != past(run) {
            (self.search, self.answer) = (None, None);
            self.past = past(run);
        }
        let Some(search) = &mut self.search else { return false };
        let Some(found) = search.go_on(|| pace.goes_on()) else { return false };
        let (number, is_forward) = (search.number(), search.is_forward());
        self.answer = Some(ChangeAnswer { number, is_forward, found, asked_at: std::mem::take(&mut self.asked_at) });
        self.search = None;
        true
    }

    /// Forgets search and answer, when another level is shown.
    pub fn forget(&mut self) {
        (self.search, self.answer) = (None, None);
    }
}

fn past(run: &Run) -> [u64; 2] {
    [run.history(), run.journal().version()]
}

/// The first selected node or disc.
pub fn subject(selection: &[Place]) -> Option<Place> {
    selection.iter().copied().find(|place| matches!(place, Place::Node(..) | Place::Disc(_)))
}

/// A change as one line: `0.1 to 0.2, by 0.1`.
pub fn values(number: PartNumber, change: &FoundChange) -> String {
    use crate::editor::widgets::short;
    let text = |value: glam::DVec2| match number.axis {
        NumberAxis::Both => format!("({}, {})", short(value.x), short(value.y)),
        NumberAxis::X => short(value.x),
        NumberAxis::Y => short(value.y),
    };
    format!("{} to {}, by {}", text(change.before), text(change.after), text(change.after - change.before))
}

/// Number of a kind, for the menus.
pub fn number(place: Place, kind: NumberKind) -> PartNumber {
    PartNumber { place, kind, axis: NumberAxis::Both }
}
