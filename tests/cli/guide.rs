//! `guide`: the list, one topic, a search, and a search without a match.

use super::support::{Said, program};
use blobsmith::guide;

fn said(args: &[&str]) -> Said {
    program(args).output().expect("the program starts").into()
}

#[test]
fn guide_without_words_lists_every_topic_below_its_chapter() {
    let list = said(&["guide"]).fine();
    let at = |words: &str| list.text().find(words).unwrap_or_else(|| panic!("{words} is not listed"));
    for topic in guide::ALL.iter() {
        assert!(at(topic.chapter) < at(&format!("\n{} ", topic.id)), "{}", topic.id);
    }
}

#[test]
fn guide_with_an_id_prints_only_that_topic() {
    for topic in guide::ALL.iter() {
        assert_eq!(said(&["guide", topic.id]).fine().text(), guide::plain(topic));
    }
}

#[test]
fn guide_with_words_lists_matching_topics() {
    let list = said(&["guide", "newton's", "Cradle"]).fine();
    assert!(list.text().contains("exchange"));
    assert!(!list.text().contains("balloon-problem"));
    said(&["guide", "perpetuum", "mobile"]).refused(&["perpetuum mobile", "blobsmith guide"]);
}
