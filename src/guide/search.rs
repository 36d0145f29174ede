//! Full-text search over topics and their synonyms, best match first.

use super::{ALL, Topic};
use crate::search::{Document, Fields, Query};
use std::sync::OnceLock;

/// Search index, built at first use.
fn documents() -> &'static [(&'static Topic, Document)] {
    static DOCUMENTS: OnceLock<Vec<(&'static Topic, Document)>> = OnceLock::new();
    DOCUMENTS.get_or_init(|| ALL.iter().map(|topic| (topic, document(topic))).collect())
}

fn document(topic: &Topic) -> Document {
    let Topic { text, formulas, sources, overlays, levels, settings, notes, .. } = topic;
    let lists = [text, formulas, sources, overlays, levels, settings, notes];
    let text = lists.into_iter().flatten().copied().collect::<Vec<_>>().join("\n");
    Document::new(&Fields { title: topic.title, synonyms: topic.synonyms, path: topic.id, text: &text })
}

/// Topics that contain the words, or most of them, best match first. Without such a topic those that one of the words
/// names; all topics in reading order if `words` is blank.
pub fn find(words: &str) -> Vec<&'static Topic> {
    let query = Query::new(words);
    if query.is_empty() {
        let is_blank = words.trim().is_empty();
        return if is_blank { ALL.iter().collect() } else { Vec::new() };
    }
    let mut found = ranked(&query);
    if found.is_empty() {
        found = ranked(&query.loosened());
    }
    found
}

fn ranked(query: &Query) -> Vec<&'static Topic> {
    let scored = documents().iter().filter_map(|(topic, document)| Some((query.hit(document)?.score, *topic)));
    let mut scored: Vec<_> = scored.collect();
    scored.sort_by_key(|(score, _)| std::cmp::Reverse(*score));
    scored.into_iter().map(|(_, topic)| topic).collect()
}
