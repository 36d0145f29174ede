//! The journal of a run: its inputs with their moments, by time.

use super::Moment;
use crate::debugger::diagnosis::titled;
use crate::debugger::recording::What;
use crate::engine::{Hand, Held};
use crate::level::{DocumentPath, Level, Place, Point};
use serde_json::Value;
use std::cell::OnceCell;
use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

/// An input from outside.
#[derive(Clone, Debug, PartialEq)]
pub enum Input {
    /// The hand grabs a part, or releases it (None).
    Hand(Option<Hand>),
    /// A push changes the velocity of a node, of all free nodes of a body, or of a disc.
    Nudge(Nudge),
    /// A setting of the level changes.
    Set(SettingChange),
    /// A game moved a part or its hands.
    Game(Arc<What>),
}

/// A push.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nudge {
    /// A node, a body or a disc.
    pub place: Place,
    /// Change of velocity, length per time.
    pub change: Point,
}

/// A setting that changes while the level runs.
#[derive(Clone, Debug, PartialEq)]
pub struct SettingChange {
    /// Path of the setting; `*` selects several.
    pub path: DocumentPath,
    /// New value.
    pub value: Value,
}

/// An input with its moment. It acts before the substep that starts there.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalEntry {
    /// Completed frames, and completed substeps of the next one.
    pub moment: Moment,
    /// The input.
    pub input: Input,
}

impl Input {
    /// A few words for the UI: `pull node 3 of left square`, `world.gravity[1] = -0.05`.
    pub fn describe(&self, level: &Level) -> String {
        match self {
            Self::Hand(None) => "let go".to_owned(),
            Self::Hand(Some(hand)) => format!("pull {}", name(level, place_of(hand.held))),
            Self::Nudge(nudge) => {
                let [x, y] = nudge.change.map(short);
                format!("nudge {} by ({x}, {y})", name(level, nudge.place))
            }
            Self::Set(set) => format!("{} = {}", set.path, set.value),
            Self::Game(what) => describe_game(what, level),
        }
    }
}

fn describe_game(what: &What, level: &Level) -> String {
    let part = |text: &String| text.parse().map_or_else(|_| text.clone(), |place| name(level, place));
    match what {
        What::Velocity { place, velocity } => {
            let [x, y] = velocity.map(short);
            format!("set the velocity of {} to ({x}, {y})", part(place))
        }
        What::Teleport { place, by } => {
            let [x, y] = by.map(short);
            format!("move {} by ({x}, {y})", part(place))
        }
        What::Hold(hands) if hands.is_empty() => "let go of all".to_owned(),
        What::Hold(hands) => {
            let held: Vec<String> = hands.iter().map(|hand| part(&hand.held)).collect();
            format!("pull {}", held.join(", "))
        }
        _ => "game input".to_owned(),
    }
}

/// The first part that an input of a game acts on.
pub fn place_of_game(what: &What) -> Option<Place> {
    let text = match what {
        What::Velocity { place, .. } | What::Teleport { place, .. } => place,
        What::Hold(hands) => &hands.first()?.held,
        _ => return None,
    };
    text.parse().ok()
}

/// Rounds to four significant digits.
fn short(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

/// The part that the hand holds.
pub fn place_of(held: Held) -> Place {
    match held {
        Held::Node(body, node) => Place::Node(body, node),
        Held::Disc(disc) => Place::Disc(disc),
    }
}

/// A part for the UI, by its name if it has one. Compares the names of all bodies; lists use [`PartNames`].
pub fn name(level: &Level, place: Place) -> String {
    named(level, place, |body| level.body_title(body))
}

/// As [`name`], with titles of bodies from a function.
fn named(level: &Level, place: Place, body_title: impl Fn(usize) -> String) -> String {
    let own = match place {
        Place::Disc(index) => level.discs.get(index).map(|disc| disc.name.trim()),
        Place::Obstacle(index) => level.obstacles.get(index).map(|obstacle| obstacle.name.trim()),
        Place::World => Some("bounds"),
        _ => None,
    };
    own.filter(|name| !name.is_empty()).map_or_else(|| titled(level, place, body_title), str::to_owned)
}

/// Names of parts for a list. Determines the titles of all bodies once, when the first is needed.
pub struct PartNames<'a> {
    level: &'a Level,
    titles: OnceCell<Vec<String>>,
}

impl<'a> PartNames<'a> {
    /// Names of the parts of a level.
    pub fn new(level: &'a Level) -> Self {
        Self { level, titles: OnceCell::new() }
    }

    /// The level.
    pub fn level(&self) -> &'a Level {
        self.level
    }

    /// As [`Level::body_title`].
    pub fn body(&self, body: usize) -> String {
        let titles = self.titles.get_or_init(|| self.level.body_titles());
        titles.get(body).cloned().unwrap_or_else(|| self.level.body_title(body))
    }

    /// As [`name`].
    pub fn name(&self, place: Place) -> String {
        named(self.level, place, |body| self.body(body))
    }
}

/// Number of changes that [`Journal::changed_since`] can report exactly.
const REMEMBERED: usize = 64;

/// Entries by time; entries of one moment in order of arrival.
#[derive(Clone, Debug, Default)]
pub struct Journal {
    entries: Vec<JournalEntry>,
    version: u64,
    /// Recent versions, each with the index of the first entry that it changed.
    touched: VecDeque<(u64, usize)>,
}

impl Journal {
    /// A journal of the given entries, by a stable sort by moment.
    pub fn new(mut entries: Vec<JournalEntry>) -> Self {
        entries.sort_by_key(|entry| entry.moment);
        Self { entries, ..Self::default() }
    }

    /// All entries.
    pub fn entries(&self) -> &[JournalEntry] {
        &self.entries
    }

    /// Indices of the entries that act at a moment.
    pub fn at(&self, moment: Moment) -> Range<usize> {
        let start = self.entries.partition_point(|entry| entry.moment < moment);
        let count = self.entries[start..].iter().take_while(|entry| entry.moment == moment).count();
        start..start + count
    }

    /// Number of entries at or before a moment.
    pub fn up_to(&self, moment: Moment) -> usize {
        self.entries.partition_point(|entry| entry.moment <= moment)
    }

    /// A number that changes with every modification.
    pub fn version(&self) -> u64 {
        self.version
    }

    /// Index of the first entry that may differ from an earlier version; 0 if that version is too old.
    pub fn changed_since(&self, version: u64) -> usize {
        if version == self.version {
            return self.entries.len();
        }
        let reaches_back = self.touched.front().is_some_and(|&(first, _)| first <= version + 1);
        let later = self.touched.iter().filter(|&&(touched, _)| touched > version).map(|&(_, index)| index);
        if reaches_back { later.min().unwrap_or(0) } else { 0 }
    }

    /// Replaces all entries from an index on.
    pub(super) fn replace_from(&mut self, index: usize, entries: impl IntoIterator<Item = JournalEntry>) {
        self.entries.truncate(index);
        self.entries.extend(entries);
        self.version += 1;
        self.touched.push_back((self.version, index));
        if self.touched.len() > REMEMBERED {
            self.touched.pop_front();
        }
    }

    /// The first moment at which two journals differ.
    pub(super) fn parting(&self, other: &[JournalEntry]) -> Option<Moment> {
        let common = self.entries.iter().zip(other).take_while(|(a, b)| a == b).count();
        [self.entries.get(common), other.get(common)].into_iter().flatten().map(|entry| entry.moment).min()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(frame: u64) -> JournalEntry {
        JournalEntry { moment: (frame, 0), input: Input::Hand(None) }
    }

    #[test]
    fn part_names_are_those_of_single_parts() {
        let body = |name: &str| crate::level::Body { name: name.to_owned(), ..Default::default() };
        let level = Level { bodies: ["left", "", "left", "right"].map(body).to_vec(), ..Level::default() };
        let names = PartNames::new(&level);
        for body in 0..5 {
            let parts = [Place::Body(body), Place::Node(body, 1), Place::Spring(body, 2), Place::Stick(body, 3)];
            let rest = [Place::HullEdge(body, 4), Place::Triangle(body, 5), Place::Disc(body), Place::World];
            for place in parts.into_iter().chain(rest) {
                assert_eq!(names.name(place), name(&level, place));
            }
        }
    }

    #[test]
    fn changed_since_is_exact_for_recent_versions() {
        let mut journal = Journal::default();
        let mut seen = vec![journal.version()];
        for frame in 0..10 {
            journal.replace_from(journal.entries().len(), [entry(frame)]);
            seen.push(journal.version());
        }
        assert_eq!(journal.changed_since(seen[10]), 10);
        assert_eq!(journal.changed_since(seen[7]), 7);
        journal.replace_from(4, [entry(4)]);
        assert_eq!(journal.changed_since(seen[10]), 4);
        assert_eq!(journal.changed_since(seen[2]), 2);
        for frame in 0..100 {
            journal.replace_from(journal.entries().len(), [entry(20 + frame)]);
        }
        assert_eq!(journal.changed_since(seen[10]), 0, "too long ago");
    }
}
