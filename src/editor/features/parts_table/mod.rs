//! A table of one quantity for all parts of a kind over frames: what is measured, which rows are shown, in which order.

pub(crate) mod panel;

use crate::debugger::Run;
use crate::debugger::parts_table::PartsTable;
use crate::debugger::run::journal::PartNames;
use crate::debugger::watch::WatchError;
use crate::editor::background::Pace;
use crate::editor::numbers::ColumnFormat;
use crate::level::Place;
use crate::search::contains_words_and_numbers;
use std::cmp::Ordering;

/// Order of the rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PartSort {
    /// As in the level.
    #[default]
    Level,
    /// By the least value, ascending.
    Least,
    /// By the greatest value, descending.
    Greatest,
    /// By the value at a frame, descending.
    Frame(u64),
}

/// What the user has chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct TableChoice {
    /// The expression about each part.
    pub text: String,
    /// Words that the name of a part contains.
    pub filter: String,
    /// Whether only the selected parts, and parts of selected bodies, are listed.
    pub follows_selection: bool,
    /// First frame that is shown; `None`: the present frame is in the middle.
    pub first: Option<u64>,
    /// Distance of the frames that are shown.
    pub every: u64,
    /// Order of the rows.
    pub sort: PartSort,
    /// Whether the order is reversed.
    pub is_reversed: bool,
}

impl Default for TableChoice {
    fn default() -> Self {
        Self {
            text: "node.speed".to_owned(),
            filter: String::new(),
            follows_selection: false,
            first: None,
            every: 1,
            sort: PartSort::default(),
            is_reversed: false,
        }
    }
}

/// State of the tab.
#[derive(Debug, Default)]
pub struct PartsTableUi {
    /// What the user has chosen.
    pub choice: TableChoice,
    /// Whether frames of the run are not measured yet.
    pub is_behind: bool,
    table: PartsTable,
    error: Option<WatchError>,
    /// Listed parts, as indices into those of the table, in order.
    rows: Vec<usize>,
    /// What the rows were made from.
    rows_of: Option<(u64, u64, TableChoice, Vec<Place>)>,
    /// How the numbers of the rows are written; `None` before the first update.
    format: Option<ColumnFormat>,
    /// Generation and frames of the table that the format was made from.
    format_of: (u64, u64),
    /// Generation and frames of the table whose values were tested, and whether all of them are whole numbers.
    whole: (u64, u64, bool),
}

impl PartsTableUi {
    /// Continues to measure while the tab is open, and updates the rows.
    pub fn follow(&mut self, is_visited: bool, run: &Run, selection: &[Place], pace: &Pace) {
        if !is_visited {
            self.is_behind = false;
            return;
        }
        self.error = self.table.want(&self.choice.text, run).err();
        self.is_behind = !self.table.follow(run, || pace.goes_on());
        let selection = if self.choice.follows_selection { selection.to_vec() } else { Vec::new() };
        // Only the frames of the extremes and of the sorted column matter.
        let frames = if self.choice.sort == PartSort::Level { 0 } else { self.table.frames() };
        let key = (self.table.generation(), frames, self.choice.clone(), selection);
        let has_new_rows = self.rows_of.as_ref() != Some(&key);
        if has_new_rows {
            self.rows = self.listed(run, &key.3);
            self.rows_of = Some(key);
        }
        let measured = (self.table.generation(), self.table.frames());
        if has_new_rows || self.format_of != measured {
            self.format = Some(self.format_of_rows());
            self.format_of = measured;
        }
    }

    /// The measured values.
    pub fn table(&self) -> &PartsTable {
        &self.table
    }

    /// The error in the expression.
    pub fn error(&self) -> Option<&WatchError> {
        self.error.as_ref()
    }

    /// Listed parts, as indices into those of the table, in order.
    pub fn rows(&self) -> &[usize] {
        &self.rows
    }

    /// One format for all columns, whose numbers are of one quantity.
    pub fn format(&self) -> ColumnFormat {
        self.format.unwrap_or(ColumnFormat::Exponent)
    }

    /// The format of all measured values of the rows. Only their extremes and whether values are whole decide it.
    fn format_of_rows(&mut self) -> ColumnFormat {
        // Values between whole extremes may have fractions. The smallest positive number adds decimals only.
        let fraction = if self.has_whole_values() { None } else { Some(f64::MIN_POSITIVE) };
        let extremes = self.rows.iter().filter_map(|&part| self.table.extremes(part));
        ColumnFormat::of(extremes.flat_map(|extremes| [extremes.least.0, extremes.greatest.0]).chain(fraction))
    }

    /// True if all measured values are whole numbers. Tests only the frames that are new.
    fn has_whole_values(&mut self) -> bool {
        let (table, frames) = (&self.table, self.table.frames());
        let (tested, was_whole) = match self.whole {
            (generation, tested, was_whole) if generation == table.generation() => (tested, was_whole),
            _ => (0, true),
        };
        let parts = table.places().len();
        let values = (tested..frames).flat_map(|frame| (0..parts).filter_map(move |part| table.value(part, frame)));
        let is_whole = was_whole && values.filter(|value| value.is_finite()).all(|value| value == value.round());
        self.whole = (table.generation(), frames, is_whole);
        is_whole
    }

    fn listed(&self, run: &Run, selection: &[Place]) -> Vec<usize> {
        let places = self.table.places();
        let words = self.choice.filter.to_lowercase();
        let names = PartNames::new(run.start_level());
        let is_listed = |place: Place| {
            let body = place.body().map(Place::Body);
            let is_selected = !self.choice.follows_selection
                || selection.contains(&place)
                || body.is_some_and(|b| selection.contains(&b));
            is_selected
                && (words.trim().is_empty()
                    || contains_words_and_numbers(&names.name(place).to_lowercase(), &words, &[' ']))
        };
        let mut rows: Vec<usize> = (0..places.len()).filter(|&part| is_listed(places[part])).collect();
        rows.sort_by(|&a, &b| self.compare(a, b).then(a.cmp(&b)));
        rows
    }

    fn compare(&self, a: usize, b: usize) -> Ordering {
        let least = |part: usize| self.table.extremes(part).map_or(f64::NAN, |extremes| extremes.least.0);
        let greatest = |part: usize| self.table.extremes(part).map_or(f64::NAN, |extremes| extremes.greatest.0);
        let value = |part: usize, frame: u64| self.table.value(part, frame).unwrap_or(f64::NAN);
        // Values that cannot be measured stay last.
        let ordered = |a: f64, b: f64| {
            let order = a.partial_cmp(&b).unwrap_or(Ordering::Equal);
            a.is_nan().cmp(&b.is_nan()).then(if self.choice.is_reversed { order.reverse() } else { order })
        };
        match self.choice.sort {
            PartSort::Level if self.choice.is_reversed => b.cmp(&a),
            PartSort::Level => a.cmp(&b),
            PartSort::Least => ordered(least(a), least(b)),
            PartSort::Greatest => ordered(-greatest(a), -greatest(b)),
            PartSort::Frame(frame) => ordered(-value(a, frame), -value(b, frame)),
        }
    }
}
