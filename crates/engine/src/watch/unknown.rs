//! Error messages for unknown words, with suggestions.

use super::error::WatchError;
use super::functions::{self, CONSTANTS};
use super::suggest::nearest;
use super::tree::Word;
use crate::probes::{self, Probe, Scope};
use std::ops::Range;

/// A word that is not a probe of the world.
pub(super) fn unknown_word(id: &str, at: Range<usize>) -> WatchError {
    let message = format!("there is no `{id}`");
    if let Some(function) = functions::find(id) {
        return WatchError::hinted(
            at,
            format!("`{id}` requires its argument in brackets"),
            format!("as in {}", function.form),
        );
    }
    let owners: Vec<String> = probes::iter().filter(|probe| probe.id == id).map(Probe::example).take(2).collect();
    if !owners.is_empty() {
        return WatchError::hinted(at, format!("`{id}` needs a part"), format!("write {}", owners.join(" or ")));
    }
    let world = probes::of(Scope::World).map(|probe| probe.id);
    let sets = Scope::ALL.into_iter().map(Scope::word);
    let words =
        world.chain(sets).chain(CONSTANTS.iter().map(|row| row.0)).chain(functions::ALL.iter().map(|row| row.id));
    let near = nearest(id, words.filter(|word| !word.is_empty()));
    if near.is_none()
        && let Some(probe) =
            nearest(id, probes::iter().map(|probe| probe.id)).and_then(|id| probes::iter().find(|probe| probe.id == id))
    {
        return WatchError::meant(at, message, Some(probe.example()));
    }
    WatchError::meant(at, message, near.map(|word| format!("`{word}`")))
}

/// A word before brackets that is neither a function nor a part.
pub(super) fn unknown_function(word: &Word) -> WatchError {
    let words = functions::ALL.iter().map(|function| function.id).chain(Scope::ALL.into_iter().map(Scope::word));
    let near = nearest(&word.text, words.filter(|word| !word.is_empty()));
    WatchError::meant(word.at.clone(), format!("there is no `{}(…)`", word.text), near.map(|word| format!("`{word}`")))
}
