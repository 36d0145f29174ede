//! Which entries of a log are wanted, in which order, and those found so far.

use super::{EventLog, LoggedEvent, LoggedKind};
use crate::debugger::run::{Run, journal::PartNames};
use crate::debugger::{moment, table};
use crate::level::{Level, Place};
use crate::search::contains_words_and_numbers;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EventSort {
    /// By time.
    #[default]
    Time,
    /// By kind, then by time.
    Kind,
    /// By the part that it happened to, then by time.
    Part,
    /// By the other part, then by time.
    Other,
    /// By the impulse along the normal.
    Impulse,
    /// By the magnitude of the impulse of friction.
    Friction,
}

/// Which entries are wanted.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EventQuery {
    /// Text of a cell; if no cell has it, words that kind or parts contain, all of them.
    pub text: String,
    /// Kinds that are left out.
    pub hidden: Vec<LoggedKind>,
    /// First frame.
    pub from: u64,
    /// Last frame; `None`: the end.
    pub to: Option<u64>,
    /// Least magnitude of the impulse; 0 includes entries without one.
    pub least_impulse: f64,
    /// Only entries about these parts or parts of these bodies; empty: all.
    pub parts: Vec<Place>,
    /// Order.
    pub sort: EventSort,
    /// Whether the order is reversed.
    pub is_reversed: bool,
}

impl EventQuery {
    /// True without the words, which need names.
    fn fits(&self, event: &LoggedEvent) -> bool {
        let frame = event.moment.0;
        let has_impulse = self.least_impulse <= 0.0 || event.impulse.abs() >= self.least_impulse;
        let is_about = |place: Place| {
            self.parts.iter().any(|&part| part == place || (part == Place::Body(place.body().unwrap_or(usize::MAX))))
        };
        frame >= self.from
            && self.to.is_none_or(|to| frame <= to)
            && has_impulse
            && !self.hidden.contains(&event.kind)
            && (self.parts.is_empty() || event.places().any(is_about))
    }

    fn compare(&self, a: &LoggedEvent, b: &LoggedEvent) -> Ordering {
        let size = |a: f64, b: f64| {
            // Entries without a number stay last.
            let known = a.is_nan().cmp(&b.is_nan());
            known.then(b.partial_cmp(&a).unwrap_or(Ordering::Equal))
        };
        let order = match self.sort {
            EventSort::Time => a.moment.cmp(&b.moment),
            EventSort::Kind => a.kind.cmp(&b.kind),
            EventSort::Part => a.part.cmp(&b.part),
            EventSort::Other => a.other.cmp(&b.other),
            EventSort::Impulse => size(a.impulse, b.impulse),
            EventSort::Friction => size(a.friction.abs(), b.friction.abs()),
        };
        if self.is_reversed { order.reverse() } else { order }
    }
}

/// The entries that a query found, kept up to date with a growing log.
#[derive(Debug, Default)]
pub struct FoundEvents {
    query: EventQuery,
    generation: u64,
    scanned: usize,
    /// Indices into the log, in order: entries with the text in one cell.
    rows: Vec<u32>,
    /// Entries with all words in any cells.
    scattered: Vec<u32>,
    names: BTreeMap<Place, String>,
}

impl FoundEvents {
    /// Finds the entries of a log. Entries found before are kept if query and log allow it.
    pub fn update(&mut self, log: &EventLog, query: &EventQuery, level: &Level) {
        if *query != self.query || log.generation() != self.generation {
            (self.scanned, self.query, self.generation) = (0, query.clone(), log.generation());
            self.rows.clear();
            self.scattered.clear();
            self.names.clear();
        }
        let events = log.events();
        let words = self.query.text.to_lowercase();
        let known = [self.rows.len(), self.scattered.len()];
        let names = PartNames::new(level);
        for (index, event) in events.iter().enumerate().skip(self.scanned) {
            if !self.query.fits(event) {
                continue;
            }
            match self.matched(event, &names, &words) {
                Some(true) => self.rows.push(index as u32),
                Some(false) => self.scattered.push(index as u32),
                None => {}
            }
        }
        self.scanned = events.len();
        let is_by_time = self.query.sort == EventSort::Time && !self.query.is_reversed;
        let query = &self.query;
        for (rows, known) in [&mut self.rows, &mut self.scattered].into_iter().zip(known) {
            if rows.len() > known && !is_by_time {
                let of = |row: u32| &events[row as usize];
                rows.sort_by(|&a, &b| query.compare(of(a), of(b)).then(a.cmp(&b)));
            }
        }
    }

    /// Indices into the log, in order: entries with the text in one cell, or if there are none, those with all words.
    pub fn rows(&self) -> &[u32] {
        if self.rows.is_empty() { &self.scattered } else { &self.rows }
    }

    /// Whether an entry has all words: in one cell and in this order (`true`), or in any cells. None if it has not.
    fn matched(&mut self, event: &LoggedEvent, names: &PartNames, words: &str) -> Option<bool> {
        if words.trim().is_empty() {
            return Some(true);
        }
        let mut cells = vec![event.kind.title().to_owned()];
        for place in event.places() {
            cells.push(self.names.entry(place).or_insert_with(|| names.name(place).to_lowercase()).clone());
        }
        contains_words_and_numbers(&cells.join(" "), words, &[' ', ',']).then(|| {
            let phrase = words.split_whitespace().collect::<Vec<_>>().join(" ");
            !phrase.contains(' ') || cells.iter().any(|cell| has_phrase(cell, &phrase))
        })
    }

    /// The rows as CSV: the moment at which each is visible, and the frame and substep in which it happened.
    pub fn csv(&self, log: &EventLog, run: &Run) -> String {
        let names = PartNames::new(run.level());
        let mut text = String::from("moment,frame,substep,kind,part,other,impulse [m·l/t],friction [m·l/t]\n");
        for event in self.rows().iter().map(|&row| &log.events()[row as usize]) {
            let ((frame, substep), kind) = (event.moment, event.kind.title());
            let part = table::quoted(&names.name(event.part));
            let other = event.other.map_or_else(String::new, |other| table::quoted(&names.name(other)));
            let number = |value: f64| if value.is_nan() { String::new() } else { format!("{value:?}") };
            let (impulse, friction) = (number(event.impulse), number(event.friction));
            let at = moment::write(event.visible_at(run));
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{at},{frame},{substep},{kind},{part},{other},{impulse},{friction}");
        }
        text
    }
}

/// True if the text has the phrase; numbers at its ends must match as a whole: node 1 is not node 12.
fn has_phrase(text: &str, phrase: &str) -> bool {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    text.match_indices(phrase).any(|(at, _)| {
        let (before, after) = (text[..at].chars().next_back(), text[at + phrase.len()..].chars().next());
        let cuts_first = is_digit(phrase.chars().next()) && is_digit(before);
        let cuts_last = is_digit(phrase.chars().next_back()) && is_digit(after);
        !cuts_first && !cuts_last
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phrases_match_within_a_cell_and_whole_numbers() {
        assert!(has_phrase("node 2 of pushed", "node 2 of pushed") && has_phrase("node 12 of left", "node 12"));
        assert!(!has_phrase("node 12 of left", "node 1") && !has_phrase("node 12 of left", "2 of left"));
    }

    #[test]
    fn text_of_a_cell_is_preferred_to_words_in_several_cells() {
        let mut level = Level::default();
        for name in ["pushed", "waiting"] {
            let nodes = (0..4).map(|n| crate::level::Node::at([f64::from(n), 0.0])).collect();
            level.bodies.push(crate::level::Body { name: name.to_owned(), nodes, ..Default::default() });
        }
        let event = |part, other| LoggedEvent {
            moment: (0, 0),
            kind: LoggedKind::Contact,
            part,
            other: Some(other),
            impulse: 1.0,
            friction: 0.0,
        };
        let names = PartNames::new(&level);
        let mut found = FoundEvents::default();
        let mut matched = |part, other, text: &str| found.matched(&event(part, other), &names, text);
        let text = "node 2 of pushed";
        assert_eq!(matched(Place::Node(0, 2), Place::Body(1), text), Some(true));
        assert_eq!(matched(Place::Node(1, 2), Place::Body(0), text), Some(false), "words in two cells");
        assert_eq!(matched(Place::Node(1, 3), Place::Body(0), text), None);
        assert_eq!(matched(Place::Node(0, 2), Place::Body(1), "pushed waiting"), Some(false));
    }

    #[test]
    fn entries_without_an_impulse_are_last_in_both_orders_of_size() {
        let event = |impulse| LoggedEvent {
            moment: (0, 0),
            kind: LoggedKind::Contact,
            part: Place::Disc(0),
            other: None,
            impulse,
            friction: f64::NAN,
        };
        let query = EventQuery { sort: EventSort::Impulse, ..EventQuery::default() };
        let mut list = [f64::NAN, 1.0, 3.0, -2.0].map(event);
        list.sort_by(|a, b| query.compare(a, b));
        assert_eq!(list.map(|event| event.impulse)[..3], [3.0, 1.0, -2.0]);
    }
}
