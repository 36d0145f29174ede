//! Slips in expressions: told with the exact place, and with what was probably meant.

use crate::stage::level;
use blobsmith::debugger::Expression;
use blobsmith::level::Level;

/// The part of the text that the complaint is about, and what it says.
#[track_caller]
fn told(text: &str, level: &Level) -> (String, String) {
    let complaint = Expression::new(text, level).err().unwrap_or_else(|| panic!("{text} is taken"));
    (text[complaint.at.clone()].to_owned(), complaint.to_string())
}

#[test]
fn names_that_there_are_not() {
    for (text, at, words) in [
        ("body(\"lef\").area < 1", "\"lef\"", "there is no body \"lef\"; did you mean \"left\"?"),
        ("body(\"zebra\").area", "\"zebra\"", "there is no body \"zebra\"; bodies are called \"left\", \"block\""),
        ("body(2).area", "2", "there is no body 2; they are numbered 0 to 1"),
        ("body(left).area", "left", "`left` is not a body; a name stands in quotes: \"left\""),
        ("body(0.5).area", "0.5", "a body has a whole number, counted from 0"),
        ("disc(1).x", "1", "there is no disc 1; the only one is disc 0"),
        ("disc(\"bal\").x", "\"bal\"", "there is no disc \"bal\"; did you mean \"ball\"?"),
        ("node(\"left\", 4).x", "4", "body \"left\" has no node 4; they are numbered 0 to 3"),
        ("spring(\"block\", 0).length", "0", "body \"block\" has no springs"),
        ("node(\"left\").x", "\"left\"", "which node of it?; write node(\"left\", 3)"),
        ("body().x", "body", "which body?; write body(\"left\")"),
        ("body(0).aera", "aera", "a body has no `aera`; did you mean `area`?"),
        ("body(0).node.sped", "sped", "a node has no `sped`; did you mean `speed`?"),
        ("max(node.sped)", "sped", "a node has no `sped`; did you mean `speed`?"),
        ("disc(0).angle", "angle", "a disc has no `angle`; it has x, y, vx, vy, speed"),
        ("enrgy.total", "enrgy.total", "there is no `enrgy.total`; did you mean `energy.total`?"),
        ("area < 3", "area", "`area` of what?; write body(\"left\").area or triangle(\"left\", 1).area"),
        ("maks(node.speed)", "maks", "there is no `maks(…)`; did you mean `max`?"),
        ("max > 3", "max", "`max` wants its argument in brackets; as in max(node.speed)"),
        ("touching(\"left\", \"blok\")", "\"blok\"", "there is no body \"blok\"; did you mean \"block\"?"),
        ("touching(\"left\", \"left\")", "\"left\"", "nothing touches itself"),
        ("touching(\"left\")", "touching", "`touching` takes two bodies or discs"),
    ] {
        let (place, message) = told(text, &level());
        assert_eq!(place, at, "{text}: {message}");
        assert!(message.starts_with(words), "{text}: {message}");
    }
}

#[test]
fn numbers_conditions_and_sets_are_told_apart() {
    for (text, at, words) in [
        ("node.speed", "node.speed", "this is one number for each node; make one of them by max(…)"),
        ("node.speed > 3", "node.speed > 3", "this is true or false for each node; make one of them by any(…)"),
        ("max(energy.total)", "energy.total", "`max` wants a set, and this is one value"),
        ("count(node.speed)", "node.speed", "`count` wants a condition, and this is a number"),
        ("sum(node.speed > 1)", "node.speed > 1", "`sum` wants a number, and this is true or false"),
        ("1 + (2 < 3)", "(2 < 3)", "`+` wants on either side a number"),
        ("energy.total and 1 < 2", "energy.total", "`and` wants on either side a condition"),
        ("not 3", "3", "`not` wants a condition"),
        ("1 == true", "1 == true", "one side is a number, the other true or false"),
        ("max(node.x + disc.x)", "node.x + disc.x", "nodes and discs do not go together one by one"),
        ("max(node.x + body(0).node.x)", "node.x + body(0).node.x", "these are nodes of different bodies"),
        ("body.node.speed", "node", "`body` is a set already; write node.… for the nodes of all bodies"),
        ("max(node)", "node", "say what of the node is measured; for example .x, .y"),
        ("body(0)", "body", "say what of the body is measured"),
        ("\"left\"", "\"left\"", "a name alone has no value; say what of it is measured, as in body(\"left\").area"),
        ("start(previous(time))", "previous(time)", "at the start there is no moment before"),
        ("abs(1, 2)", "abs", "`abs` takes one argument, not 2"),
        ("max(node.speed).x", "x", "a value has no `x`"),
        ("change(1 < 2)", "1 < 2", "`change` wants a number"),
    ] {
        let (place, message) = told(text, &level());
        assert_eq!(place, at, "{text}: {message}");
        assert!(message.starts_with(words), "{text}: {message}");
    }
}

#[test]
fn a_caret_stands_below_the_place() {
    let text = "1 < 2 and body(\"lef\").area < 80%";
    let complaint = Expression::new(text, &level()).unwrap_err();
    assert_eq!(complaint.column(text), 16);
    let shown = complaint.show(text);
    let lines: Vec<&str> = shown.lines().collect();
    assert_eq!(lines[0], text);
    assert_eq!(lines[1], "               ^^^^^");
    assert_eq!(lines[2], "there is no body \"lef\"; did you mean \"left\"?");
    // Letters count, not bytes; what would break the line does not.
    let text = "\t\"é\" \n+ §";
    let complaint = Expression::new(text, &level()).unwrap_err();
    assert_eq!(complaint.show(text).lines().nth(1), Some("        ^"));
}

#[test]
fn a_number_is_no_condition() {
    let complaint = Expression::condition("max(node.speed)", &level()).unwrap_err();
    assert_eq!(
        complaint.to_string(),
        "this is a number, and a condition is wanted: compare it with something; for example max(node.speed) > 1"
    );
    assert!(Expression::condition("max(node.speed) > 1", &level()).is_ok());
}

#[test]
fn names_that_several_have() {
    let mut level = level();
    level.bodies[1].name = "left".to_owned();
    let (place, message) = told("body(\"left\").area", &level);
    assert_eq!(place, "\"left\"");
    assert!(message.contains("several bodies are called \"left\"; say which by its number: body(0), body(1)"));
    level.bodies.iter_mut().for_each(|body| body.name.clear());
    let (_, message) = told("body(\"left\").area", &level);
    assert!(message.contains("no body of this level has a name"), "{message}");
    level.bodies.clear();
    let (_, message) = told("body(0).area", &level);
    assert_eq!(message, "the level has no bodies");
}
