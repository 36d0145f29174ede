//! RON has a quick reader for plain text and a full reader for the rest: both give the same levels and the same refusals for
//! every changed text.

use super::random::Random;
use blobsmith::level::Level;
use blobsmith::level::format::{self, FormatError, TextFormat};

fn quick(text: &str) -> Result<Level, FormatError> {
    format::read(text, TextFormat::Ron)
}

/// A block comment is not plain; what comes behind it stands one line further down.
fn careful(text: &str) -> Result<Level, FormatError> {
    format::read(&format!("/**/\n{text}"), TextFormat::Ron).map_err(|mut error| {
        error.position = error.position.map(|(line, column)| (line.saturating_sub(1).max(1), column));
        error
    })
}

fn assert_same(text: &str) -> bool {
    let (quick, careful) = (quick(text), careful(text));
    // Only a text that begins with it gets the message that it looks like JSON.
    let looks_like_json = text.trim_start().starts_with('{');
    match (quick, careful) {
        // `{:?}` distinguishes -0.0 from 0.0.
        (Ok(quick), Ok(careful)) => assert_eq!(format!("{quick:?}"), format!("{careful:?}"), "{text}"),
        (Err(quick), Err(careful)) if looks_like_json => assert_eq!(quick.place, careful.place, "{text}"),
        (Err(quick), Err(careful)) => {
            assert_eq!(quick, careful, "{text}");
            return false;
        }
        (quick, careful) => panic!("{quick:?}\nbut with care\n{careful:?}\n{text}"),
    }
    true
}

/// What may stand where a number, a word or a bracket did.
const INSTEAD: &[&str] = &[
    "1.",
    ".5",
    "+1",
    "-1",
    "-0",
    "-0.0",
    "007",
    "1_000",
    "0x10",
    "0b1",
    "0o7",
    "1e5",
    "1E-400",
    "1e400",
    "1e",
    "1.e2",
    "inf",
    "-inf",
    "NaN",
    "1.5f64",
    "1u8",
    "1f32",
    "1..2",
    "1.5.2",
    "4294967296",
    "18446744073709551615",
    "18446744073709551616",
    "0.1000000000000000055511151231257827",
    "9007199254740993",
    "true",
    "True",
    "None",
    "Some(1)",
    "Some(None)",
    "Some",
    "Some (1)",
    "()",
    "(1, 2)",
    "(1, 2,)",
    "(1 2)",
    "(1, 2, 3)",
    "[]",
    "[1,]",
    "[,]",
    "{}",
    "\"\"",
    "\"a\\u{e9}\\x41\\0\"",
    "\"\\\n  a\"",
    "'a'",
    "r#\"raw\"#",
    "b\"x\"",
    "r#name",
    "Mass(2)",
    "Mass (2)",
    "Mass(2,)",
    "Mass((2))",
    "Mass(2, 3)",
    "Mass",
    "Barycentre",
    "Barycentre()",
    "Dynamic",
    "Fixed()",
    "Driven((points: [(0, 0)], period: 1))",
    "Driven(points: [(0, 0)], period: 1)",
    "Hull",
    "Impulse",
    "Impulse()",
    "Penalty(stiffness: 1, viscosity: 2)",
    "Penalty((stiffness: 1, viscosity: 2))",
    "Body(name: \"b\")",
    "Node(position: (1, 2))",
    "World(substeps: 4)",
    "(position: (1, 2))",
    "(name: \"a\", name: \"b\")",
    "(a: 0, b: 0)",
    "(unknown: 1)",
    "format",
    "position",
    "é",
    "",
];

/// What may stand between two words.
const BETWEEN: &[&str] = &[
    " ",
    "\n",
    "\r\n",
    "\t",
    ",",
    ",,",
    " // c\n",
    "// c",
    "/* c */",
    "/*",
    "/",
    "\u{a0}",
    "\u{2003}",
    "\u{b}",
    "\u{85}",
    "\u{feff}",
    ":",
    "#",
    "#![enable(implicit_some)]",
    "_",
    ".",
    "(",
    ")",
    "[",
    "]",
    "\"",
    "\\",
    "x",
    "0",
    "é",
    "🫧",
];

/// Begin and end of a word, or of a sign, somewhere in the text.
fn word(text: &str, random: &mut Random) -> (usize, usize) {
    let is_inner = |c: char| c.is_alphanumeric() || "_.-+".contains(c);
    let mut start = random.below(text.len());
    while !text.is_char_boundary(start) {
        start -= 1;
    }
    let before = text[..start].trim_end_matches(is_inner).len();
    let behind = text[start..].trim_start_matches(is_inner);
    let end = text.len() - behind.len();
    match before == end {
        true => (start, start + behind.chars().next().map_or(0, char::len_utf8)),
        false => (before, end),
    }
}

fn damage(text: &mut String, random: &mut Random) {
    let (start, end) = word(text, random);
    match random.below(8) {
        0..=2 => text.replace_range(start..end, INSTEAD[random.below(INSTEAD.len())]),
        3 | 4 => text.insert_str(if random.below(2) == 0 { start } else { end }, BETWEEN[random.below(BETWEEN.len())]),
        5 => text.replace_range(start..end, ""),
        6 => {
            // A line twice, or not at all.
            let start = text[..start].rfind('\n').map_or(0, |at| at + 1);
            let end = text[start..].find('\n').map_or(text.len(), |at| start + at + 1);
            let line = if random.below(2) == 0 { String::new() } else { text[start..end].repeat(2) };
            text.replace_range(start..end, &line);
        }
        _ => text.truncate(start),
    }
}

#[test]
fn quick_and_strict_parser_agree_on_random_levels() {
    let mut random = Random::new(17);
    for _ in 0..300 {
        let text = format::write(&random.level(), TextFormat::Ron);
        assert!(assert_same(&text));
        // As systems with other line ends have it.
        assert_same(&text.replace('\n', "\r\n"));
    }
}

#[test]
fn quick_and_strict_parser_agree_on_damaged_texts() {
    let mut random = Random::new(18);
    let (mut accepted, mut refused) = (0, 0);
    for round in 0..3000 {
        let mut text = match round % 3 {
            0 => format::write(&random.level(), TextFormat::Ron),
            _ => SMALL.to_owned(),
        };
        for _ in 0..1 + random.below(2) {
            if !text.is_empty() {
                damage(&mut text, &mut random);
            }
        }
        if text.trim_start_matches('\u{feff}').trim().is_empty() {
            continue;
        }
        let count = if assert_same(&text) { &mut accepted } else { &mut refused };
        *count += 1;
    }
    assert!(accepted > 200 && refused > 1000, "{accepted} accepted, {refused} refused");
}

/// Every byte of a small text replaced by signs of the language, in turns.
#[test]
fn quick_and_strict_parser_agree_on_single_byte_changes() {
    for at in 0..SMALL.len() {
        for sign in "()[]{}:,\"'\\/#*-+.eE_019 \nrNix".chars().skip(at % 3).step_by(3) {
            let mut text = SMALL.to_owned();
            text.replace_range(at..=at, sign.encode_utf8(&mut [0; 4]));
            assert_same(&text);
        }
    }
}

const SMALL: &str = "(\n    format: 1,\n    name: \"a \\\"b\\\"\\u{7f}\",\n    world: (gravity: (0.0, -0.02), substeps: 16, contact: \
    (decor: Penalty(stiffness: 1.5, viscosity: 0.0), barycentre_rule: true), bounds: Some((min: (0.0, 0.0), max: (1.0, 2.5)))),\n    \
    bodies: [\n        (\n            motion: Driven((points: [(0.0, 0.0), (1.0, 1e-7)], period: 12.0)),\n            nodes: [\n                \
    (position: (0.0, -1.5), velocity: (0.0, 0.1), role: Mass(2.0), pinned: false),\n                (position: (3.0, \
    0.30000000000000004), role: Barycentre, pinned: true),\n                (position: (5.0, 1.0)),\n            ],\n            springs: [\n                \
    (a: 0, b: 2, rest_length: 1.0, stiffness: 0.2, damping: 0.02),\n            ],\n            hull: [\n                (0, 2),\n            \
    ],\n            triangles: [\n                (0, 1, 2),\n            ],\n        ),\n    ],\n    obstacles: [(shape: Segment((0.0, 0.0), (1.0, \
    1.0))), (shape: Circle(center: (0.0, 0.0), radius: 1.0))],\n    editor: Some((view: Some((center: (0.0, 0.0), height: 3.0)), watches: \
    [\"flipped\"], hidden: [\"bodies[0]\"])),\n)\n";
