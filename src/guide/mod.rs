//! The guide: what each concept of the sources is, in plain words, with its formula, its place in the sources, and
//! where the program shows it. The window, the command line and `docs/guide.md` all show these topics.
//!
//! Must never know: the level's types, the engine, the screen. It is text; names of levels, overlays and settings are
//! words here, and a test holds that they exist.

mod search;
mod sources;
mod text;
mod topics;

pub use search::find;
pub use sources::{SOURCES, Source};
pub use text::{markdown, plain};
pub use topics::ALL;

/// One concept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Topic {
    /// Stable id in kebab-case.
    pub id: &'static str,
    /// Title for people.
    pub title: &'static str,
    /// Where it comes from: `002 §1.iii`, or `004`, which numbers no sections. The first is the main one.
    pub sources: &'static [&'static str],
    /// Paragraphs.
    pub text: &'static [&'static str],
    /// Formulas, one a line.
    pub formulas: &'static [&'static str],
    /// Ids of the overlays and layers of pictures that show it.
    pub overlays: &'static [&'static str],
    /// Ids of the gallery's levels that show it; the first is the one to open.
    pub levels: &'static [&'static str],
    /// Settings of the level file that matter.
    pub settings: &'static [&'static str],
    /// Where the source slips or is silent, and what the program does instead.
    pub slips: &'static [&'static str],
}

impl Topic {
    /// The source that it belongs to.
    pub fn source(&self) -> &'static Source {
        let number = self.sources.first().map_or("", |section| section.split(' ').next().unwrap_or(""));
        SOURCES.iter().find(|source| source.number == number).unwrap_or(&SOURCES[0])
    }
}

/// The topic with this id.
pub fn topic(id: &str) -> Option<&'static Topic> {
    ALL.iter().find(|topic| topic.id == id)
}
