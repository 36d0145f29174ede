//! Completion of expressions.

use crate::stage::level;
use blobsmith::debugger::diagnosis::Problem;
use blobsmith::debugger::watch::complete;

/// The candidates at the end of the text, and the text that they replace.
fn offered(text: &str) -> (String, Vec<String>) {
    let (range, list) = complete(text, text.len(), &level());
    (text[range].to_owned(), list.into_iter().map(|candidate| candidate.text).collect())
}

fn first(text: &str) -> String {
    offered(text).1.into_iter().next().unwrap_or_default()
}

#[test]
fn complete_continues_the_typed_word() {
    assert_eq!(offered("ene").0, "ene");
    assert!(offered("ene").1.iter().take(5).all(|text| text.starts_with("energy.")));
    assert_eq!(offered("energy.k"), ("k".to_owned(), vec!["kinetic".to_owned()]));
    assert_eq!(first("1 < 2 and tou"), "touching(");
    assert_eq!(first("max(nod"), "node(");
    assert!(offered("").1.contains(&"frame".to_owned()));
}

#[test]
fn complete_offers_names_in_arguments() {
    assert_eq!(offered("body(").1, ["\"left\"", "\"block\""]);
    assert_eq!(offered("body(\"le"), ("le".to_owned(), vec!["left".to_owned()]));
    assert_eq!(offered("disc(").1, ["\"ball\""]);
    assert_eq!(offered("touching(\"left\", ").1, ["\"left\"", "\"block\"", "\"ball\""]);
}

#[test]
fn complete_offers_problems_by_their_ids() {
    assert_eq!(offered("problem(\"").1, Problem::ALL.map(Problem::id));
    assert_eq!(offered("0 < problem(\"wrong-e"), ("wrong-e".to_owned(), vec!["wrong-edge".to_owned()]));
    assert_eq!(offered("illness('no-").1, ["no-edge", "no-progress"]);
    assert_eq!(offered("problem(").1, Problem::ALL.map(|problem| format!("\"{}\"", problem.id())));
}

#[test]
fn complete_offers_quantities_after_a_point() {
    assert_eq!(first("body(\"left\").ar"), "area");
    assert!(offered("body(\"left\").").1.contains(&"node.".to_owned()));
    assert_eq!(first("body(\"left\").node.spe"), "speed");
    assert_eq!(first("node(\"left\", 3).dep"), "depth");
    assert_eq!(first("count(triangle.a"), "area");
    assert!(!offered("body.").1.contains(&"node.".to_owned()), "bodies are already a set");
    assert_eq!(offered("nothing.").1, Vec::<String>::new());
}

#[test]
fn complete_offers_only_what_can_follow() {
    let signs = [">", "<", ">=", "<=", "==", "!="];
    assert_eq!(offered("energy.kinetic > 1 ").1, ["and", "or"]);
    assert_eq!(offered("not deepest > 2 ").1, ["and", "or"]);
    assert_eq!(offered("any(node.speed > 2 ").1, ["and", "or"]);
    assert_eq!(offered("frame > 2 and energy.kinetic * 2 ").1, signs);
    assert_eq!(offered("energy.kinetic; 2 * time ").1, signs);
    assert_eq!(offered("contacts ").1, [&["and", "or"], &signs[..]].concat());
    assert_eq!(offered("contacts > 0 o").1, ["or"]);
    // A part needs a quantity.
    assert_eq!(offered("body(\"left\")").1, ["."]);
    assert_eq!(offered("max(node.speed)").1, Vec::<String>::new());
    assert_eq!(offered("body(\"left\" ").1, Vec::<String>::new());
    // Nothing stands before them.
    for text in ["", "max(", "frame > 2 and ", "frame > ", "not "] {
        let list = offered(text).1;
        assert!(list.contains(&"frame".to_owned()), "{text}");
        assert!(!list.contains(&"and".to_owned()) && !list.contains(&"or".to_owned()), "{text}");
    }
    assert_eq!(offered("frame ≥ ").1.len(), offered("").1.len());
}

#[test]
fn complete_ignores_the_text_after_the_caret() {
    let text = "body(\"left\").a < 3";
    let (range, list) = complete(text, 14, &level());
    assert_eq!(&text[range], "a");
    assert!(list.iter().any(|candidate| candidate.text == "area_ratio" && !candidate.explanation.is_empty()));
    // Within a multi-byte character.
    assert_eq!(complete("é", 1, &level()).0, 0..0);
}
