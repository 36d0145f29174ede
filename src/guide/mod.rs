//! The guide: one Markdown file per topic in `docs/guide/`, compiled into the program. The window, the command line and
//! readers of the repository see the same files.
//!
//! A topic names levels, overlays and settings as words; `tests/guide.rs` checks that they exist.

mod front_matter;
mod search;
mod sources;
mod spans;
mod text;
mod topics;

pub use search::find;
pub use sources::{SOURCES, Source, spelled_out};
pub use spans::{SpanKind, spans};
pub use text::{index, plain};
pub use topics::{ALL, CHAPTERS};

/// One topic: the front matter and the body of a file in `docs/guide/`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Stable id in kebab-case: the name of the file.
    pub id: &'static str,
    /// Title in the list and above the text.
    pub title: &'static str,
    /// Title of its chapter, one of [`CHAPTERS`].
    pub chapter: &'static str,
    /// Cited sections, such as `002 §1.iii`, or `004`, which numbers no sections. The first is the main one.
    pub sources: Vec<&'static str>,
    /// Other words that people search for.
    pub synonyms: &'static str,
    /// Paragraphs.
    pub text: Vec<&'static str>,
    /// Formulas and commands, one per line.
    pub formulas: Vec<&'static str>,
    /// Ids of the overlays and picture layers that show it.
    pub overlays: Vec<&'static str>,
    /// Ids of gallery levels that show it; the first is the one to open.
    pub levels: Vec<&'static str>,
    /// Fields of the level file that matter.
    pub settings: Vec<&'static str>,
    /// Differences from the sources: errors in them, and what the program does instead.
    pub notes: Vec<&'static str>,
}

impl Topic {
    /// The source of its main section.
    pub fn source(&self) -> &'static Source {
        let number = self.sources.first().map_or("", |section| section.split(' ').next().unwrap_or(""));
        SOURCES.iter().find(|source| source.number == number).unwrap_or(&SOURCES[0])
    }
}

/// The topic with this id.
pub fn topic(id: &str) -> Option<&'static Topic> {
    ALL.iter().find(|topic| topic.id == id)
}
