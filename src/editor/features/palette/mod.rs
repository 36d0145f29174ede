//! The command palette: finds commands, tools, overlays, panels, levels and topics by name or synonym.
//!
//! Ranking: the fields and weights of [`crate::search`], a malus for rarely needed kinds, and a bonus for recently used
//! and available entries. Where no entry has the words, those whose titles have the letters scattered are listed.

mod entries;
pub(crate) mod panel;
mod synonyms;

pub use entries::entries;

use crate::editor::actions::Command;
use crate::editor::icons::Icon;
use crate::editor::settings::Settings;
use crate::editor::settings::tabs::Tab;
use crate::search::{Document, Fields, Query};

/// Number of recently used entries stored.
pub(crate) const RECENT: usize = 12;

/// State of the palette between UI frames.
#[derive(Debug, Default)]
pub struct Palette {
    /// Whether it is open.
    pub is_open: bool,
    /// Search text.
    pub words: String,
    /// Index of the chosen match.
    pub at: usize,
    /// Whether the search field needs the focus.
    pub wants_focus: bool,
    /// Whether the list must scroll to the chosen row.
    pub wants_scroll: bool,
}

impl Palette {
    /// Opens the palette with focus in the search field, or closes it.
    pub fn toggle(&mut self) {
        *self = Self { is_open: !self.is_open, wants_focus: true, ..Self::default() };
    }
}

/// Action of an entry.
#[derive(Clone, Copy, Debug)]
pub enum Does {
    /// Performs a command.
    Command(Command),
    /// Activates a tool.
    Tool(&'static str),
    /// Toggles an overlay.
    Overlay(&'static str),
    /// Toggles a layer.
    Layer(&'static str),
    /// Opens a gallery level.
    Level(usize),
    /// Changes a user setting.
    Setting(fn(&mut Settings)),
    /// Opens the guide at a topic.
    Topic(&'static str),
    /// Opens a tab of the bottom panel.
    Tab(Tab),
    /// Selects the parts with a tag, by its index among the tags of the level.
    Tag(usize),
    /// Selects the parts that match the search text.
    Find,
}

/// Kind of an entry, by decreasing priority.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EntryKind {
    /// A command of a menu, or a tool.
    Command,
    /// A panel.
    Panel,
    /// A setting of the window.
    Setting,
    /// An overlay.
    Overlay,
    /// A layer of the level.
    Layer,
    /// A level of the gallery.
    Level,
    /// A topic of the guide.
    Topic,
}

impl EntryKind {
    /// Search words that indicate this kind.
    fn asked_by(self) -> &'static [&'static str] {
        match self {
            Self::Overlay | Self::Layer => &["show", "hide", "toggle", "display", "visible"],
            Self::Level => &["level"],
            _ => &[],
        }
    }

    /// Malus on the score. A command or panel with a matching synonym ranks before an overlay, layer, level or topic
    /// with a matching name.
    fn handicap(self) -> i32 {
        match self {
            Self::Command => 0,
            Self::Panel => 50,
            Self::Setting => 80,
            Self::Overlay => 400,
            Self::Layer => 450,
            Self::Level | Self::Topic => 500,
        }
    }
}

/// A row of the palette.
#[derive(Clone, Debug)]
pub struct PaletteEntry {
    /// Stable id.
    pub id: String,
    /// Display name.
    pub title: String,
    /// Kind.
    pub kind: EntryKind,
    /// Path of the menu or panel: `Arrange > Align`.
    pub path: String,
    /// Other names: phrases separated by commas.
    pub synonyms: &'static str,
    /// Further search words.
    pub words: &'static str,
    /// Its icon.
    pub icon: Icon,
    /// Shortcut as text.
    pub keys: String,
    /// Why it is disabled; `None` if it is enabled.
    pub refusal: Option<&'static str>,
    /// Whether it is on, if it can be switched.
    pub is_on: bool,
    /// Action.
    pub does: Does,
}

impl PaletteEntry {
    /// Path and title: `Arrange > Align > Left sides`.
    pub fn full(&self) -> String {
        format!("{} > {}", self.path, self.title)
    }
}

/// A match.
#[derive(Clone, Debug)]
pub struct PaletteMatch {
    /// The entry.
    pub entry: PaletteEntry,
    /// Indices of the matched characters in [`PaletteEntry::full`], ascending.
    pub letters: Vec<u32>,
    /// The matched synonym.
    pub synonym: Option<&'static str>,
}

/// Bonus per rank of recent use.
const FRESH: i32 = 5;
/// Bonus of an enabled entry.
const POSSIBLE: i32 = 20;

/// The matches, best first; without search text all entries, recently used first. Scattered letters count only where no
/// entry has the words.
pub fn find(entries: Vec<PaletteEntry>, words: &str, recent: &[String]) -> Vec<PaletteMatch> {
    let age = |entry: &PaletteEntry| recent.iter().position(|id| *id == entry.id).unwrap_or(RECENT);
    if words.trim().is_empty() {
        let found = |entry| PaletteMatch { entry, letters: Vec::new(), synonym: None };
        let mut all: Vec<PaletteMatch> = entries.into_iter().map(found).collect();
        all.sort_by_key(|found| age(&found.entry));
        return all;
    }
    let mut query = Query::new(words);
    if !entries.iter().any(|entry| by_words(&query, entry).is_some()) {
        query = query.loosened();
    }
    let has_words = entries.iter().any(|entry| by_words(&query, entry).is_some());
    let mut scored: Vec<(i32, PaletteMatch)> = Vec::new();
    for entry in entries {
        let fresh = FRESH * (RECENT - age(&entry)) as i32;
        let handicap = if query.has_any(entry.kind.asked_by()) { 0 } else { entry.kind.handicap() };
        let bonus = fresh + POSSIBLE * i32::from(entry.refusal.is_none()) - handicap;
        let found = if has_words { by_words(&query, &entry) } else { scattered(words, &entry) };
        if let Some((score, letters, synonym)) = found {
            scored.push((score + bonus, PaletteMatch { entry, letters, synonym }));
        }
    }
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, found)| found).collect()
}

type Match = (i32, Vec<u32>, Option<&'static str>);

fn by_words(query: &Query, entry: &PaletteEntry) -> Option<Match> {
    let fields = Fields { title: &entry.title, synonyms: entry.synonyms, path: &entry.path, text: entry.words };
    let hit = query.hit(&Document::new(&fields))?;
    let synonym = hit.synonym.and_then(|at| entry.synonyms.split(',').nth(at)).map(str::trim);
    Some((hit.score, query.letters(&entry.full()), synonym))
}

/// The letters of the query in a title, in this order and at starts of words where possible, with others between.
fn scattered(words: &str, entry: &PaletteEntry) -> Option<Match> {
    let query: Vec<char> = words.to_lowercase().chars().filter(|letter| !letter.is_whitespace()).collect();
    // One letter for each of the title, so that the indices are those of the title.
    let lower = |letter: char| letter.to_lowercase().next().unwrap_or(letter);
    let title: Vec<char> = entry.title.chars().map(lower).collect();
    let is_start = |at: usize| at == 0 || !title[at - 1].is_alphanumeric();
    let places = |wants_starts: bool| {
        let mut from = 0;
        let place = |letter: &char| {
            let mut fitting = (from..title.len()).filter(|&at| title[at] == *letter);
            let first = fitting.clone().next();
            let at = fitting.find(|&at| wants_starts && is_start(at)).or(first)?;
            from = at + 1;
            Some(at)
        };
        query.iter().map(place).collect::<Option<Vec<usize>>>()
    };
    let found = places(true).or_else(|| places(false))?;
    let starts = found.iter().filter(|&&at| is_start(at)).count() as i32;
    let span = (found.last()? - found[0]) as i32;
    let before = entry.full().chars().count() - title.len();
    Some((100 * starts - span, found.iter().map(|&at| (before + at) as u32).collect(), None))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entries() -> Vec<PaletteEntry> {
        let names = ["Save", "Save as…", "Select all", "Step one frame", "Show the whole level"];
        let one =
            |name: &str| entries::entry(format!("command {name}"), name, "File", Icon("x"), Does::Overlay("none"));
        names.map(one).to_vec()
    }

    #[test]
    fn palette_finds_scattered_letters_where_there_are_no_words() {
        let found = find(entries(), "sof", &[]);
        assert_eq!(found[0].entry.title, "Step one frame");
        let before = "File > ".len() as u32;
        assert_eq!(found[0].letters, [before, before + 5, before + 9]);
        assert_eq!(find(entries(), "save", &[])[0].entry.title, "Save");
        assert_eq!(find(entries(), "all", &[])[0].entry.title, "Select all");
        assert!(find(entries(), "zzz", &[]).is_empty());
    }

    #[test]
    fn whole_words_come_before_prefixes_without_scattered_letters() {
        let names = ["Clear unused text", "Cutter of paths", "Cut"];
        let one =
            |name: &str| entries::entry(format!("command {name}"), name, "Edit", Icon("x"), Does::Overlay("none"));
        let titles = |words: &str| -> Vec<String> {
            find(names.map(one).to_vec(), words, &[]).into_iter().map(|found| found.entry.title).collect()
        };
        assert_eq!(titles("cut"), ["Cut", "Cutter of paths"]);
        // Use decides between equals, not between a word and a prefix.
        let recent = ["command Cutter of paths".to_owned()];
        let found = find(names.map(one).to_vec(), "cut", &recent);
        assert_eq!(found.iter().map(|found| &found.entry.title).collect::<Vec<_>>(), ["Cut", "Cutter of paths"]);
    }

    #[test]
    fn palette_lists_recent_entries_first_for_an_empty_query() {
        let recent = ["command Select all".to_owned(), "command Save as…".to_owned()];
        let titles: Vec<_> = find(entries(), " ", &recent).into_iter().map(|found| found.entry.title).collect();
        assert_eq!(titles[..3], ["Select all", "Save as…", "Save"]);
    }
}
