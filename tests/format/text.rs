//! Texts that are no levels, and unusual texts that are levels.

use super::random::Random;
use blobsmith::level::format::{self, FormatError, TextFormat};
use blobsmith::level::{Level, Motion};

fn refusal(form: TextFormat, text: &str) -> FormatError {
    match format::read(text, form) {
        Ok(level) => panic!("accepted: {text:.200}\nas {level:?}"),
        Err(error) => error,
    }
}

const BOTH: [TextFormat; 2] = [TextFormat::Ron, TextFormat::Json];

#[test]
fn empty_texts_are_refused() {
    for text in ["", " \n\t", "\u{feff}", "\u{feff}\n"] {
        for form in BOTH {
            assert!(refusal(form, text).reason.contains("empty"));
        }
    }
}

#[test]
fn truncated_texts_are_refused_with_a_position() {
    for form in BOTH {
        let level = Level { notes: "a note".into(), bodies: vec![Default::default()], ..Level::default() };
        let whole = format::write(&level, form);
        let end = whole.trim_end().len();
        for cut in (1..end).filter(|cut| whole.is_char_boundary(*cut)) {
            let error = refusal(form, &whole[..cut]);
            assert!(error.position.is_some() || cut < 2, "cut at {cut}: {error}");
            assert_eq!(error.reason.lines().count(), 1);
        }
        // In the middle of a word the parser may say what it misses instead; after a comma it cannot.
        let after_comma = whole.rfind(',').map_or(end, |comma| comma + 1);
        assert!(refusal(form, &whole[..after_comma]).reason.contains("ends too early"));
    }
}

#[test]
fn deep_nesting_is_refused_with_a_message() {
    for deep in [200, 1_000_000] {
        for (open, close) in [("[", "]"), ("{\"a\":", "}"), ("{\"a\":[", "]}")] {
            let text = format!("{{\"format\": 1, \"editor\": {{\"x\": {}", open.repeat(deep));
            assert!(refusal(TextFormat::Json, &text).reason.contains("nested too deeply"), "unknown keys are kept");
            let text = format!("{{\"format\": 1, \"world\": {}1{}}}", open.repeat(deep), close.repeat(deep));
            refusal(TextFormat::Json, &text);
        }
        for open in ["(", "[", "(a:", "Some("] {
            let text = format!("(format: 1, editor: (x: {}", open.repeat(deep));
            assert!(refusal(TextFormat::Ron, &text).reason.contains("nested too deeply"), "{open}");
        }
    }
    let comments = format!("(format: 1, {}", "/*".repeat(1_000_000));
    refusal(TextFormat::Ron, &comments);
}

#[test]
fn arbitrary_texts_are_refused_in_one_line() {
    for text in
        ["hello", "\u{0}\u{1}\u{2}", "ÿØÿà JFIF", "<svg></svg>", "#!/bin/sh", "null", "1", "\"", "]", "'", "r#\""]
    {
        for form in BOTH {
            let error = refusal(form, text);
            assert_eq!(error.reason.lines().count(), 1, "{error}");
        }
    }
}

#[test]
fn wrong_form_is_recognised() {
    assert!(refusal(TextFormat::Ron, "{\"format\": 1}").reason.contains("looks like JSON"));
    assert!(refusal(TextFormat::Json, "(format: 1)").reason.contains("looks like RON"));
}

#[test]
fn messages_stay_short_for_huge_names() {
    let name = "x".repeat(100_000);
    for (form, text) in [
        (TextFormat::Json, format!("{{\"format\": 1, \"{name}\": 1}}")),
        (TextFormat::Ron, format!("(format: 1, {name}: 1)")),
        (TextFormat::Json, format!("{{\"format\": 1, \"world\": {{\"integrator\": \"{name}\"}}}}")),
        (TextFormat::Json, format!("{{\"format\": 1, \"bodies\": \"{name}\"}}")),
    ] {
        let error = refusal(form, &text).to_string();
        assert!(error.len() < 500, "{} bytes", error.len());
    }
}

fn accepts(form: TextFormat, text: &str) -> Level {
    match format::read(text, form) {
        Ok(level) => level,
        Err(error) => panic!("refused: {text}\n{error}"),
    }
}

#[test]
fn format_is_the_only_required_field() {
    assert_eq!(accepts(TextFormat::Ron, "(format: 1)"), Level::default());
    assert_eq!(accepts(TextFormat::Json, "{\"format\": 1}"), Level::default());
    assert_eq!(accepts(TextFormat::Json, "\u{feff}{\"format\": 1}"), Level::default());
}

/// The defaults that LEVEL_FORMAT.md shows, typed in by hand.
#[test]
fn defaults_are_those_of_the_documentation() {
    let text = r#"{"format": 1, "name": "", "notes": "",
        "world": {"gravity": [0.0, -0.02], "frame_time": 1.0, "substeps": 16, "integrator": "SemiImplicitEuler",
            "velocity_retention": 1.0, "stick_iterations": 3,
            "contact": {"method": "Hull", "edge_choice": "Distance", "barycentre_rule": false,
                "approaching_only": false, "decor": "Impulse"},
            "discs": "Swept", "bounds": null},
        "bodies": [{"name": "", "motion": "Dynamic", "restitution": 0.5, "friction": 0.3, "gas": 2.0,
            "nodes": [{"position": [1, 2], "velocity": [0.0, 0.0], "role": {"Mass": 1.0}, "pinned": false},
                {"position": [3, 4]}],
            "springs": [{"a": 0, "b": 1, "rest_length": 1.0, "stiffness": 0.2, "damping": 0.02}],
            "sticks": [{"a": 0, "b": 1, "length": 1.0, "hidden": false}], "hull": [], "triangles": []}],
        "discs": [{"name": "", "position": [3.0, 4.0], "velocity": [0.0, 0.0], "radius": 0.5, "mass": 1.0,
            "restitution": 1.0, "friction": 0.0, "motion": "Dynamic"}],
        "obstacles": [{"name": "", "shape": {"Segment": [[0.0, -1.0], [9.0, -1.0]]}, "restitution": 0.8}]}"#;
    let short = r#"{"format": 1, "bodies": [{"nodes": [{"position": [1, 2]}, {"position": [3, 4]}],
        "springs": [{"a": 0, "b": 1}], "sticks": [{"a": 0, "b": 1}]}],
        "discs": [{"position": [3, 4], "radius": 0.5}], "obstacles": [{"shape": {"Segment": [[0, -1], [9, -1]]}}]}"#;
    assert_eq!(accepts(TextFormat::Json, short), accepts(TextFormat::Json, text));
}

#[test]
fn ron_accepts_comments_and_struct_names() {
    let text = "#![enable(implicit_some)]\n/* a comment */ Level(format: 1, // another\n\
        world: World(bounds: (min: (0, 0), max: (1_000, 16.)), substeps: 4,),\n\
        bodies: [Body(name: r#\"raw \"name\"\"#, motion: Driven(Path(points: [(0, 1)], period: 2)))], editor: None)";
    let level = accepts(TextFormat::Ron, text);
    assert_eq!(level.world.bounds.map(|bounds| bounds.max), Some([1000.0, 16.0]));
    assert_eq!(level.bodies[0].name, "raw \"name\"");
    assert!(matches!(&level.bodies[0].motion, Motion::Driven(path) if path.period == 2.0));
}

#[test]
fn editor_key_accepts_unknown_content() {
    accepts(TextFormat::Json, r#"{"format": 1, "editor": {"guides": [1, {"a": null}], "view": null}}"#);
    accepts(TextFormat::Ron, "(format: 1, editor: (guides: [1, (a: None), Left(3), \"x\"], layout: {\"a\": 1}))");
}

/// Texts with a few bytes changed, dropped or doubled: refused or read, but never a panic or a hang.
#[test]
fn damaged_texts_never_panic() {
    let mut random = Random::new(5);
    for round in 0..6000 {
        let form = BOTH[round % 2];
        let mut bytes = match round % 3 {
            0 => format::write(&random.level(), form).into_bytes(),
            _ => SMALL[round % 2].as_bytes().to_vec(),
        };
        for _ in 0..1 + random.below(4) {
            let at = random.below(bytes.len().max(1));
            if bytes.is_empty() {
                break;
            }
            match random.below(4) {
                0 => bytes[at] = SIGNS[random.below(SIGNS.len())],
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, bytes[random.below(bytes.len())]),
                _ => bytes.truncate(at),
            }
        }
        let text = String::from_utf8_lossy(&bytes);
        match format::read(&text, form) {
            Ok(level) => assert!(format::validate(&level).is_ok()),
            Err(error) => assert!(error.to_string().len() < 1000, "{error}"),
        }
    }
}

const SIGNS: &[u8] = b"()[]{}:,\"'\\/#*-.eE019\n rNi\0\xc3";

const SMALL: [&str; 2] = [
    "(format: 1, world: (bounds: Some((min: (0, 0), max: (1, 2)))), bodies: [(motion: Driven((points: [(0, 0)], \
     period: 1)), nodes: [(position: (0, -1.5), role: Mass(2))])], obstacles: [(shape: Circle(center: (0, 0), radius: 1))])",
    "{\"format\": 1, \"world\": {\"bounds\": {\"min\": [0, 0], \"max\": [1, 2]}}, \"bodies\": [{\"motion\": {\"Driven\": \
     {\"points\": [[0, 0]], \"period\": 1}}, \"nodes\": [{\"position\": [0, -1.5], \"role\": {\"Mass\": 2}}]}]}",
];
