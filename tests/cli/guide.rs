//! `guide`: the list, one topic, words, and words that nothing has.
//!
//! Must never know: what topics say.

use super::support::{Said, program};
use blobsmith::guide;

fn said(args: &[&str]) -> Said {
    program(args).output().expect("the program starts").into()
}

#[test]
fn without_words_every_topic_is_listed_under_its_source() {
    let list = said(&["guide"]).fine();
    let first_words: Vec<&str> = list.text().lines().filter_map(|line| line.split_whitespace().next()).collect();
    for topic in guide::ALL {
        let at = |word: &str| first_words.iter().position(|first| *first == word).expect("it is listed");
        assert!(at(topic.source().number) < at(topic.id), "{}", topic.id);
    }
}

#[test]
fn an_id_prints_its_topic_and_nothing_else() {
    for topic in guide::ALL {
        assert_eq!(said(&["guide", topic.id]).fine().text(), guide::plain(topic));
    }
}

#[test]
fn words_list_the_topics_that_have_them() {
    let list = said(&["guide", "newton's", "Cradle"]).fine();
    assert!(list.text().contains("exchange"));
    assert!(!list.text().contains("balloon-problem"));
    said(&["guide", "perpetuum", "mobile"]).refused(&["perpetuum mobile", "blobsmith guide"]);
}
