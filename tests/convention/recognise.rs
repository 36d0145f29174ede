//! Recognition of the convention of small documents, each written by hand as a program of its convention writes it.

use crate::scenes::random::{apart, meeting};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::import::convention::{self, ALL, Vertical, by_id, recognise};
use blobsmith::level::{Body, Disc, Level, Motion, Node, checks, gallery};

/// A triangle with its base from (0, 4) to (2, 4) and its tip at (1, `tip`), hull and triangle as listed.
fn triangle(tip: f64, hull: &[[usize; 2]], triangles: &[[usize; 3]]) -> Body {
    Body {
        nodes: [[0.0, 4.0], [2.0, 4.0], [1.0, tip]].map(Node::at).to_vec(),
        hull: hull.to_vec(),
        triangles: triangles.to_vec(),
        ..Body::default()
    }
}

fn level(gravity: [f64; 2], bodies: Vec<Body>) -> Level {
    let mut level = Level { bodies, ..Level::default() };
    level.world.gravity = gravity;
    level
}

const ALONG: [[usize; 2]; 3] = [[0, 1], [1, 2], [2, 0]];
const BACK: [[usize; 2]; 3] = [[1, 0], [2, 1], [0, 2]];

fn reported(level: &Level) -> Option<&'static str> {
    recognise(level).convention().map(|convention| convention.id)
}

/// The tip is above the base: at y = 6 with y up, at y = 2 with y down.
#[test]
fn recognise_reports_each_convention_of_a_triangle() {
    let (up, down) = ([0.0, -0.02], [0.0, 9.81]);
    // 000: base from left to right, inside above it: on the left. cross((2,0), (1,2)) = 4.
    assert_eq!(reported(&level(up, vec![triangle(6.0, &ALONG, &[[0, 1, 2]])])), Some("000"));
    // 001: the same walk on a screen with y down. AC.x*AB.y - AC.y*AB.x = 1*0 - (-2)*2 = 4.
    assert_eq!(reported(&level(down, vec![triangle(2.0, &ALONG, &[[0, 1, 2]])])), Some("001"));
    // y down, but the numbers wind as in 000: AB.x*AC.y - AB.y*AC.x = (-2)*(-2) - 0 = 4, from B to A.
    assert_eq!(reported(&level(down, vec![triangle(2.0, &BACK, &[[1, 0, 2]])])), Some("y-down"));
    assert_eq!(reported(&level(up, vec![triangle(6.0, &BACK, &[[1, 0, 2]])])), Some("reversed"));
    // Each part alone gives the same result.
    assert_eq!(reported(&level(down, vec![triangle(2.0, &ALONG, &[])])), Some("001"));
    assert_eq!(reported(&level(down, vec![triangle(2.0, &[], &[[0, 1, 2]])])), Some("001"));
    // The hull is judged by where the triangles lie, not by which way they run: both are evidence of their own.
    assert_eq!(reported(&level(up, vec![triangle(6.0, &ALONG, &[[1, 0, 2]])])), None);
}

#[test]
fn recognise_uses_gravity_without_hulls() {
    let falling = |gravity| level(gravity, vec![triangle(6.0, &[], &[])]);
    assert_eq!(reported(&falling([0.0, 9.81])), Some("y-down"));
    assert_eq!(reported(&falling([0.0, -9.81])), Some("000"));
    assert_eq!(reported(&falling([0.3, 0.2])), None, "sideways");
    assert_eq!(reported(&falling([0.0, 0.0])), None);
    assert!(!recognise(&falling([0.0, 0.0])).has_evidence());
    let mut discs = level([0.0, 9.81], vec![]);
    discs.discs = serde_json::from_str::<Vec<Disc>>(r#"[{"position": [3, 4], "radius": 1}]"#).unwrap();
    assert_eq!(reported(&discs), Some("y-down"));
}

/// Without gravity the direction of y is unknown; reversed winding is still recognised.
#[test]
fn recognise_reports_winding_only_without_gravity() {
    let still = |hull: &[[usize; 2]], corners| level([0.0, 0.0], vec![triangle(6.0, hull, &[corners])]);
    assert_eq!(reported(&still(&ALONG, [0, 1, 2])), Some("000"));
    let found = recognise(&still(&BACK, [1, 0, 2]));
    assert_eq!((found.convention().map(|known| known.id), found.vertical), (Some("reversed"), Vertical::Unknown));
}

#[test]
fn mixed_levels_list_their_bodies_and_have_no_convention() {
    let bodies = vec![
        triangle(2.0, &ALONG, &[[0, 1, 2]]),
        triangle(2.0, &BACK, &[]),
        triangle(2.0, &[], &[[0, 1, 2]]),
        triangle(2.0, &[], &[]),
    ];
    let mixed = level([0.0, 9.81], bodies);
    let verdict = recognise(&mixed);
    assert!(verdict.is_mixed() && verdict.convention().is_none());
    assert_eq!((verdict.hulls.plain, verdict.hulls.mirrored), (vec![1], vec![0]));
    assert_eq!((verdict.triangles.plain, verdict.triangles.mirrored), (vec![], vec![0, 2]));
    // The check reports it without a fix; single hulls and triangles belong to other rules.
    let findings = checks::check(&mixed);
    let hints: Vec<_> = findings.iter().filter(|finding| finding.rule == "convention").collect();
    assert_eq!(hints.len(), 1);
    assert_eq!((hints[0].severity, &hints[0].fix), (checks::Severity::Hint, &None));
    assert!(hints[0].message.contains("right in body 1; hulls have the outside on the left in body 0"), "{hints:?}");
    assert!(findings.iter().any(|finding| finding.rule == "hull-orientation"));
}

/// Frames, open hulls, single errors.
#[test]
fn recognise_handles_frames_open_hulls_and_single_errors() {
    let up = [0.0, -0.02];
    // A thin frame: outer loop counter-clockwise, inner clockwise, 16 of 100 square units filled.
    let frame = crate::scenes::frame([1.0, 1.0], [9.0, 9.0], 0.4);
    assert_eq!(reported(&level(up, vec![frame.clone()])), Some("000"));
    let turned = Body { hull: frame.hull.iter().map(|&[a, b]| [b, a]).collect(), ..frame };
    assert_eq!(reported(&level(up, vec![turned])), Some("reversed"));
    // A valley of three edges, open below: right with its outside above, and its middle is there too.
    let valley = Body {
        motion: Motion::Fixed,
        nodes: [[9.0, 3.0], [6.0, 0.0], [3.0, 0.0], [0.0, 3.0]].map(Node::at).to_vec(),
        hull: vec![[0, 1], [1, 2], [2, 3]],
        ..Body::default()
    };
    let verdict = recognise(&level(up, vec![valley]));
    assert_eq!((verdict.hulls.plain.len(), verdict.hulls.mirrored.len()), (0, 0), "an open hull alone says nothing");
    // One reversed triangle of many is an error, not a convention.
    let mut body = crate::scenes::lattice([0.0, 0.0], 1.0, 3, 3, crate::scenes::Stuff::default());
    body.triangles[4].swap(0, 1);
    body.hull[2].swap(0, 1);
    assert_eq!(reported(&level(up, vec![body])), Some("000"));
}

/// Every sound level, written in each convention, is recognised; without gravity, y is taken to point up.
#[test]
fn recognise_reports_the_convention_of_converted_levels() {
    let gallery = gallery::ALL.iter().map(|known| format::read(known.text, TextFormat::Ron).unwrap());
    let mut seen = 0;
    for level in gallery.chain((0..60).map(meeting)).chain((0..30).map(apart)) {
        let verdict = recognise(&level);
        let has_loops = !verdict.hulls.plain.is_empty() || !verdict.triangles.plain.is_empty();
        if verdict.has_evidence() {
            assert_eq!(reported(&level), Some("000"), "{}: {:?}", level.name, verdict.seen());
        }
        let findings = checks::check(&level);
        assert!(findings.iter().all(|finding| finding.rule != "convention"), "{}", level.name);
        for known in ALL.iter().filter(|_| verdict.vertical == Vertical::Up && has_loops) {
            // Each is its own inverse.
            let written = convention::convert(&level, known);
            assert_eq!(reported(&written), Some(known.id), "{}", level.name);
            let findings = checks::check(&written);
            assert_eq!(
                findings.iter().any(|f| f.rule == "convention"),
                !known.is_own(),
                "{}, {}",
                level.name,
                known.id
            );
            seen += 1;
        }
    }
    assert!(seen > 300, "{seen}");
}

/// All parts that have a position or a direction, with simple numbers.
#[test]
fn conversion_flips_every_position_and_direction() {
    let json = r##"{"format": 1,
        "world": {"gravity": [1, 2], "bounds": {"min": [0, 1], "max": [8, 6], "restitution": 0.5}},
        "bodies": [{"motion": {"Driven": {"points": [[0, 0], [1, 3]], "period": 9}},
                    "nodes": [{"position": [1, 4], "velocity": [5, 6]}, {"position": [2, 0]}]}],
        "discs": [{"position": [3, 5], "velocity": [1, -2], "radius": 1, "motion": {"Driven": {"points": [[7, 8]], "period": 1}}}],
        "obstacles": [{"shape": {"Segment": [[0, 1], [2, 3]]}}, {"shape": {"Line": [[4, 5], [6, 7]]}},
                      {"shape": {"Circle": {"center": [8, 9], "radius": 2}}}],
        "editor": {"view": {"center": [3, 4], "height": 9}, "twin": {"gravity": [2, 9]}}}"##;
    let level = format::read(json, TextFormat::Json).unwrap();
    let by_hand = json
        .replace(r#""gravity": [1, 2]"#, r#""gravity": [1, -2]"#)
        .replace(r#""min": [0, 1], "max": [8, 6]"#, r#""min": [0, -6], "max": [8, -1]"#)
        .replace("[1, 3]]", "[1, -3]]")
        .replace("[1, 4]", "[1, -4]")
        .replace("[5, 6]", "[5, -6]")
        .replace("[3, 5]", "[3, -5]")
        .replace("[1, -2], \"radius\"", "[1, 2], \"radius\"")
        .replace("[[7, 8]]", "[[7, -8]]")
        .replace("[[0, 1], [2, 3]]", "[[0, -1], [2, -3]]")
        .replace("[[4, 5], [6, 7]]", "[[4, -5], [6, -7]]")
        .replace("[8, 9]", "[8, -9]")
        .replace(r#""center": [3, 4]"#, r#""center": [3, -4]"#)
        .replace("[2, 9]", "[2, -9]");
    let expected = format::read(&by_hand, TextFormat::Json).unwrap();
    assert_eq!(convention::convert(&level, by_id("001").unwrap()), expected);
    assert_eq!(convention::convert(&level, by_id("y-down").unwrap()), expected, "there is no hull to reverse");
    assert_eq!(convention::convert(&level, by_id("reversed").unwrap()), level);
}
