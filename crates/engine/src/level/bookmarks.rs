//! Bookmarks: named moments of a level's run.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Largest frame number that a bookmark may have.
pub const LAST_FRAME: u64 = 1_000_000_000_000;

/// A named moment. Ignored by programs other than the editor.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Bookmark {
    /// Completed frames.
    #[schemars(range(max = LAST_FRAME))]
    pub frame: u64,
    /// Completed substeps of the next frame; clamped to the last substep if the level has fewer.
    #[serde(skip_serializing_if = "is_zero")]
    pub substep: u32,
    /// Completed phases of the next substep; 0 for its start.
    #[serde(skip_serializing_if = "is_zero")]
    pub phase: u32,
    /// Name.
    pub name: String,
    /// Note, any text.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub note: String,
    /// Tags, to find it by.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Bookmark {
    /// Completed frames and substeps, for a level with this number of substeps per frame.
    pub fn moment(&self, substeps: u32) -> (u64, u32) {
        (self.frame, self.substep.min(substeps.saturating_sub(1)))
    }

    /// True if each word is in the name, the note or a tag. A word that begins with `#` is in a tag.
    pub fn has_words(&self, words: &str) -> bool {
        let lower = |text: &str| text.to_lowercase();
        let tags: Vec<String> = self.tags.iter().map(|tag| lower(tag)).collect();
        let text = lower(&format!("{}\n{}", self.name, self.note));
        lower(words).split_whitespace().all(|word| match word.strip_prefix('#') {
            Some(tag) => tags.iter().any(|known| known.starts_with(tag)),
            None => text.contains(word) || tags.iter().any(|known| known.contains(word)),
        })
    }
}

/// Tags from a text that separates them by commas or spaces; a leading `#` is left out, and each tag occurs once.
pub fn tags_of(text: &str) -> Vec<String> {
    let mut tags: Vec<String> = Vec::new();
    for tag in text.split([',', ' ']).map(|tag| tag.trim().trim_start_matches('#')).filter(|tag| !tag.is_empty()) {
        if !tags.iter().any(|known| known == tag) {
            tags.push(tag.to_owned());
        }
    }
    tags
}

/// Returns a name that no bookmark of the list has: the first free one of `Bookmark 1`, `Bookmark 2` …
pub fn free_name(list: &[Bookmark]) -> String {
    let is_free = |name: &String| list.iter().all(|bookmark| bookmark.name != *name);
    (1..).map(|number| format!("Bookmark {number}")).find(is_free).unwrap_or_default()
}

/// Inserts a bookmark into a list sorted by time, after those of the same moment.
pub fn insert(list: &mut Vec<Bookmark>, new: Bookmark) {
    let key = |bookmark: &Bookmark| (bookmark.frame, bookmark.substep, bookmark.phase);
    let at = list.iter().position(|known| key(known) > key(&new)).unwrap_or(list.len());
    list.insert(at, new);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(frame: u64, substep: u32, name: &str) -> Bookmark {
        Bookmark { frame, substep, name: name.to_owned(), ..Bookmark::default() }
    }

    #[test]
    fn bookmarks_are_sorted_by_time_and_get_free_names() {
        let mut list = Vec::new();
        let inside = Bookmark { phase: 4, ..at(2, 3, "inside") };
        for bookmark in [at(5, 0, "Bookmark 2"), inside, at(2, 3, "hit"), at(2, 0, "Bookmark 1"), at(2, 3, "again")] {
            insert(&mut list, bookmark);
        }
        let names: Vec<_> = list.iter().map(|bookmark| bookmark.name.as_str()).collect();
        assert_eq!(names, ["Bookmark 1", "hit", "again", "inside", "Bookmark 2"]);
        assert_eq!(free_name(&list), "Bookmark 3");
        assert_eq!(free_name(&list[1..]), "Bookmark 1");
    }

    #[test]
    fn bookmarks_are_found_by_name_note_and_tag() {
        let note = "Spring 3 breaks".to_owned();
        let bookmark = Bookmark { note, tags: vec!["bug".to_owned(), "Left".to_owned()], ..at(5, 0, "The hit") };
        for words in ["", "hit", "spring HIT", "#bug", "#lef breaks", "left"] {
            assert!(bookmark.has_words(words), "{words}");
        }
        for words in ["miss", "#hit", "hit miss", "#ug"] {
            assert!(!bookmark.has_words(words), "{words}");
        }
        assert_eq!(tags_of(" #bug, left bug,,  "), ["bug", "left"]);
    }

    #[test]
    fn bookmark_substep_is_clamped_to_the_last_of_the_level() {
        assert_eq!(at(7, 12, "").moment(16), (7, 12));
        assert_eq!(at(7, 12, "").moment(4), (7, 3));
    }
}
