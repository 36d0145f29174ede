//! Error messages of expressions: exact positions and suggestions.

use crate::stage::level;
use blobsmith::debugger::Expression;
use blobsmith::level::Level;

/// The part of the text that the error refers to, and the message.
#[track_caller]
fn error(text: &str, level: &Level) -> (String, String) {
    let error = Expression::new(text, level).err().unwrap_or_else(|| panic!("{text} is valid"));
    (text[error.at.clone()].to_owned(), error.to_string())
}

#[test]
fn unknown_names_are_reported_with_suggestions() {
    for (text, at, words) in [
        ("body(\"lef\").area < 1", "\"lef\"", "there is no body \"lef\"; did you mean \"left\"?"),
        ("body(\"zebra\").area", "\"zebra\"", "there is no body \"zebra\"; bodies are called \"left\", \"block\""),
        ("body(2).area", "2", "there is no body 2; they are numbered 0 to 1"),
        ("body(left).area", "left", "`left` is not a body; put the name in quotes: \"left\""),
        ("body(0.5).area", "0.5", "the number of a body is a whole number, counted from 0"),
        ("disc(1).x", "1", "there is no disc 1; the only one is disc 0"),
        ("disc(\"bal\").x", "\"bal\"", "there is no disc \"bal\"; did you mean \"ball\"?"),
        ("node(\"left\", 4).x", "4", "body \"left\" has no node 4; they are numbered 0 to 3"),
        ("spring(\"block\", 0).length", "0", "body \"block\" has no springs"),
        ("node(\"left\").x", "\"left\"", "the index of the node is missing; write node(\"left\", 3)"),
        ("body().x", "body", "the body is missing; write body(\"left\")"),
        ("body(0).aera", "aera", "a body has no `aera`; did you mean `area`?"),
        ("body(0).node.sped", "sped", "a node has no `sped`; did you mean `speed`?"),
        ("max(node.sped)", "sped", "a node has no `sped`; did you mean `speed`?"),
        ("disc(0).angle", "angle", "a disc has no `angle`; it has x, y, vx, vy, speed"),
        ("foo", "foo", "there is no `foo`"),
        ("enrgy.total", "enrgy.total", "there is no `enrgy.total`; did you mean `energy.total`?"),
        ("area < 3", "area", "`area` needs a part; write body(\"left\").area or triangle(\"left\", 1).area"),
        ("maks(node.speed)", "maks", "there is no `maks(…)`; did you mean `max`?"),
        ("max > 3", "max", "`max` requires its argument in brackets; as in max(node.speed)"),
        ("touching(\"left\", \"blok\")", "\"blok\"", "there is no body \"blok\"; did you mean \"block\"?"),
        ("touching(\"left\", \"left\")", "\"left\"", "a part cannot touch itself"),
        ("touching(\"left\")", "touching", "`touching` takes two bodies or discs"),
    ] {
        let (place, message) = error(text, &level());
        assert_eq!(place, at, "{text}: {message}");
        assert!(message.starts_with(words), "{text}: {message}");
    }
}

#[test]
fn type_errors_are_reported_with_their_position() {
    for (text, at, words) in [
        ("node.speed", "node.speed", "this is one number for each node; reduce them by max(…)"),
        ("node.speed > 3", "node.speed > 3", "this is true or false for each node; reduce them by any(…)"),
        ("max(energy.total)", "energy.total", "`max` requires a set, but this is a single value"),
        ("count(node.speed)", "node.speed", "`count` requires a condition, but this is a number"),
        ("sum(node.speed > 1)", "node.speed > 1", "`sum` requires a number, but this is true or false"),
        ("1 + (2 < 3)", "(2 < 3)", "`+` requires on either side a number"),
        ("energy.total and 1 < 2", "energy.total", "`and` requires on either side a condition"),
        ("not 3", "3", "`not` requires a condition"),
        ("1 == true", "1 == true", "one side is a number, the other true or false"),
        ("max(node.x + disc.x)", "node.x + disc.x", "nodes and discs cannot be combined element by element"),
        ("max(node.x + body(0).node.x)", "node.x + body(0).node.x", "these are nodes of different bodies"),
        ("body.node.speed", "node", "`body` is already a set; write node.… for the nodes of all bodies"),
        ("max(node)", "node", "a quantity of the node is missing; for example .x, .y"),
        ("body(0)", "body", "a quantity of the body is missing"),
        ("\"left\"", "\"left\"", "a name alone has no value; add a quantity, as in body(\"left\").area"),
        ("start(previous(time))", "previous(time)", "there is no previous moment at the start"),
        ("abs(1, 2)", "abs", "`abs` takes one argument, not 2"),
        ("max(node.speed).x", "x", "a value has no `x`"),
        ("change(1 < 2)", "1 < 2", "`change` requires a number"),
    ] {
        let (place, message) = error(text, &level());
        assert_eq!(place, at, "{text}: {message}");
        assert!(message.starts_with(words), "{text}: {message}");
    }
}

#[test]
fn carets_mark_the_position() {
    let text = "1 < 2 and body(\"lef\").area < 80%";
    let error = Expression::new(text, &level()).unwrap_err();
    assert_eq!(error.column(text), 16);
    let shown = error.show(text);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], text);
    assert_eq!(lines[1], "               ^^^^^");
    assert_eq!(lines[2], "there is no body \"lef\"; did you mean \"left\"?");
    // Columns count characters, not bytes; control characters become spaces.
    let text = "\t\"é\" \n+ §";
    let error = Expression::new(text, &level()).unwrap_err();
    assert_eq!(error.show(text).lines().nth(1), Some("        ^"));
}

#[test]
fn condition_rejects_a_number() {
    let error = Expression::condition("max(node.speed)", &level()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "expected a condition, but this is a number: compare it with something; for example max(node.speed) > 1"
    );
    assert!(Expression::condition("max(node.speed) > 1", &level()).is_ok());
}

#[test]
fn ambiguous_names_are_reported() {
    let mut level = level();
    level.bodies[1].name = "left".to_owned();
    let (place, message) = error("body(\"left\").area", &level);
    assert_eq!(place, "\"left\"");
    assert!(message.contains("several bodies are called \"left\"; use the number: body(0), body(1)"));
    level.bodies.iter_mut().for_each(|body| body.name.clear());
    let (_, message) = error("body(\"left\").area", &level);
    assert!(message.contains("no body of this level has a name"), "{message}");
    level.bodies.clear();
    let (_, message) = error("body(0).area", &level);
    assert_eq!(message, "the level has no bodies");
}
