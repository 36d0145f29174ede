//! Bookmarks: moments of a level's run with a name.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The last frame that a bookmark may name.
pub const LAST_FRAME: u64 = 1_000_000_000_000;

/// A moment with a name. Other programs ignore it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default)]
pub struct Bookmark {
    /// Frames done.
    #[schemars(range(max = LAST_FRAME))]
    pub frame: u64,
    /// Substeps of the next frame done; where the level has fewer, its last.
    #[serde(skip_serializing_if = "is_zero")]
    pub substep: u32,
    /// Name.
    pub name: String,
}

fn is_zero(number: &u32) -> bool {
    *number == 0
}

impl Bookmark {
    /// Frames and substeps done, in a level with so many substeps a frame.
    pub fn moment(&self, substeps: u32) -> (u64, u32) {
        (self.frame, self.substep.min(substeps.saturating_sub(1)))
    }
}

/// A name that no bookmark of the list has yet: the first free `Bookmark 1`, `Bookmark 2` …
pub fn free_name(list: &[Bookmark]) -> String {
    let is_free = |name: &String| list.iter().all(|bookmark| bookmark.name != *name);
    (1..).map(|number| format!("Bookmark {number}")).find(is_free).unwrap_or_default()
}

/// Puts a bookmark where it belongs in a list in order of time, after those of the same moment.
pub fn insert(list: &mut Vec<Bookmark>, new: Bookmark) {
    let key = (new.frame, new.substep);
    let at = list.iter().position(|known| (known.frame, known.substep) > key).unwrap_or(list.len());
    list.insert(at, new);
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(frame: u64, substep: u32, name: &str) -> Bookmark {
        Bookmark { frame, substep, name: name.to_owned() }
    }

    #[test]
    fn they_lie_in_order_of_time_and_get_free_names() {
        let mut list = Vec::new();
        for bookmark in [at(5, 0, "Bookmark 2"), at(2, 3, "hit"), at(2, 0, "Bookmark 1"), at(2, 3, "again")] {
            insert(&mut list, bookmark);
        }
        let names: Vec<_> = list.iter().map(|bookmark| bookmark.name.as_str()).collect();
        assert_eq!(names, ["Bookmark 1", "hit", "again", "Bookmark 2"]);
        assert_eq!(free_name(&list), "Bookmark 3");
        assert_eq!(free_name(&list[1..]), "Bookmark 1");
    }

    #[test]
    fn a_substep_that_the_level_no_longer_has_is_its_last() {
        assert_eq!(at(7, 12, "").moment(16), (7, 12));
        assert_eq!(at(7, 12, "").moment(4), (7, 3));
    }
}
