//! What is offered while an expression is typed.

use crate::stage::level;
use blobsmith::debugger::watch::complete;

/// The offers at the end of the text, and what they take the place of.
fn offered(text: &str) -> (String, Vec<String>) {
    let (range, list) = complete(text, text.len(), &level());
    (text[range].to_owned(), list.into_iter().map(|candidate| candidate.text).collect())
}

fn first(text: &str) -> String {
    offered(text).1.into_iter().next().unwrap_or_default()
}

#[test]
fn words_go_on_from_what_was_begun() {
    assert_eq!(offered("ene").0, "ene");
    assert!(offered("ene").1.iter().take(5).all(|text| text.starts_with("energy.")));
    assert_eq!(offered("energy.k"), ("k".to_owned(), vec!["kinetic".to_owned()]));
    assert_eq!(first("1 < 2 and tou"), "touching(");
    assert_eq!(first("max(nod"), "node(");
    assert!(offered("").1.contains(&"frame".to_owned()));
}

#[test]
fn names_are_offered_where_a_name_stands() {
    assert_eq!(offered("body(").1, ["\"left\"", "\"block\""]);
    assert_eq!(offered("body(\"le"), ("le".to_owned(), vec!["left".to_owned()]));
    assert_eq!(offered("disc(").1, ["\"ball\""]);
    assert_eq!(offered("touching(\"left\", ").1, ["\"left\"", "\"block\"", "\"ball\""]);
}

#[test]
fn after_a_point_stands_what_is_measured() {
    assert_eq!(first("body(\"left\").ar"), "area");
    assert!(offered("body(\"left\").").1.contains(&"node.".to_owned()));
    assert_eq!(first("body(\"left\").node.spe"), "speed");
    assert_eq!(first("node(\"left\", 3).dep"), "depth");
    assert_eq!(first("count(triangle.a"), "area");
    assert!(!offered("body.").1.contains(&"node.".to_owned()), "bodies are a set already");
    assert_eq!(offered("nothing.").1, Vec::<String>::new());
}

#[test]
fn in_the_middle_only_what_stands_before_counts() {
    let text = "body(\"left\").a < 3";
    let (range, list) = complete(text, 14, &level());
    assert_eq!(&text[range], "a");
    assert!(list.iter().any(|candidate| candidate.text == "area_ratio" && !candidate.explanation.is_empty()));
    // In the middle of a letter of several bytes.
    assert_eq!(complete("é", 1, &level()).0, 0..0);
}
