//! `explain --balloon`, and the source of the gas area in `explain`, by hand calculation.

use super::support::{blobsmith, file};
use serde_json::Value;

/// A square with a dent of 6 of its 16, and a fan from a corner, which flips one triangle and spills 1.2.
const DENTED: &str = r#"(format: 1, world: (gravity: (0, 0), substeps: 1), bodies: [(name: "dented", gas: 0.5,
    nodes: [(position: (0, 0)), (position: (4, 0)), (position: (4, 4)), (position: (2, 1)), (position: (0, 4))],
    hull: [(0, 1), (1, 2), (2, 3), (3, 4), (4, 0)], triangles: [(0, 1, 2), (0, 2, 3), (0, 3, 4)])])"#;

/// With one space between words.
fn squeezed(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn explain_balloon_reports_three_triangulations_and_the_proof() {
    let (_folder, path) = file("a.ron", DENTED);
    let said = blobsmith("explain {} --frame 0 --balloon dented --prove 5 --format json", &path).fine();
    let reported: Value = serde_json::from_str(said.text()).expect("JSON");
    assert_eq!((reported["hull_area"].as_f64(), reported["is_from_hull"].as_bool()), (Some(10.0), Some(true)));
    let triangulations = reported["triangulations"].as_array().expect("three");
    let near = |value: &Value, wanted: f64| assert!((value.as_f64().unwrap() - wanted).abs() < 1e-12, "{value}");
    assert_eq!((triangulations[0]["count"].as_u64(), triangulations[0]["flipped"].as_u64()), (Some(3), Some(1)));
    near(&triangulations[0]["spill"], 1.2);
    near(&triangulations[0]["unpainted"], 0.0);
    // The barycentre (2, 1.8) is in the dent, and sees neither of its walls: 2-3 and 3-4.
    assert_eq!(reported["hidden_edges"], serde_json::json!([2, 3]));
    assert_eq!(triangulations[1]["flipped"].as_u64(), Some(2));
    near(&triangulations[2]["spill"], 0.0);
    assert_eq!((reported["is_sound"].as_bool(), reported["fan_is_sound"].as_bool()), (Some(false), Some(false)));
    assert!(reported["proof"]["refused"].as_str().is_some_and(|reason| reason.contains("not star-shaped")));
    let text = squeezed(blobsmith("explain {} --frame 0 --balloon 0", &path).fine().text());
    for words in [
        "bodies[0] \"dented\": covered area of the hull 10; the signed area, for the gas, is from the hull, which its triangles tile",
        "As they are 3 1 1.2 0 1.2 0 Barycentre fan 5 2",
        "1 triangle is flipped and 1.2 (12 % of the covered area) is painted outside the hull",
        "the barycentre is outside of 2 hull edges (2, 3)",
    ] {
        assert!(text.contains(words), "no `{words}` in\n{text}");
    }
}

#[test]
fn explain_proof_reports_hashes_or_the_first_difference() {
    let level = include_str!("../../levels/10-balloon-bare.ron");
    let (_folder, path) = file("a.ron", level);
    let said = blobsmith("explain {} --frame 0 --balloon balloon --prove 30 --format json", &path).fine();
    let reported: Value = serde_json::from_str(said.text()).expect("JSON");
    let proof = &reported["proof"];
    assert_eq!((proof["frames"].as_u64(), proof["is_same"].as_bool()), (Some(30), Some(true)));
    assert_eq!(proof["hashes"][0], proof["hashes"][1]);
    // A triangle that is given twice counts twice: such triangles do not tile the hull, and the fan is otherwise.
    let twice = DENTED.replace("(2, 1)", "(2, 3)").replace("(0, 3, 4)]", "(0, 3, 4), (0, 3, 4)]");
    let (_folder, path) = file("b.ron", &twice);
    let said = blobsmith("explain {} --frame 0 --balloon 0 --prove 5", &path);
    assert_eq!(said.code, Some(1));
    assert!(said.text().contains("proof: Not identical: at frame 1"), "{}", said.text());
    assert!(said.text().contains("did not tile the hull"), "{}", said.text());
}

#[test]
fn explain_reports_the_source_of_the_area() {
    let (_folder, path) = file("a.ron", DENTED);
    let text = squeezed(blobsmith("explain {} --frame 0", &path).fine().text());
    assert!(text.contains("0.5 20 0.025 0.05 the hull, which its triangles tile"), "{text}");
    let half = DENTED.replace("(0, 2, 3), ", "");
    let (_folder, path) = file("b.ron", &half);
    let said = blobsmith("explain {} --frame 0 --format json", &path).fine();
    let reported: Value = serde_json::from_str(said.text()).expect("JSON");
    // 8 and 4 without the flipped 2: S is 24.
    assert_eq!(
        (reported["gas"][0]["doubled_area"].as_f64(), reported["gas"][0]["is_from_hull"].as_bool()),
        (Some(24.0), Some(false))
    );
}

#[test]
fn explain_balloon_refuses_missing_bodies() {
    let (_folder, path) = file("a.ron", DENTED);
    for (arguments, words) in [
        ("--balloon nobody", "no body has this name"),
        ("--balloon 7", "there is no body 7; the level has 1, counted from 0"),
    ] {
        blobsmith(&format!("explain {{}} --frame 0 {arguments}"), &path).refused(&[words]);
    }
    let alone = blobsmith("explain {} --frame 0 --prove 5", &path);
    assert!(alone.code == Some(2) && alone.err.contains("--balloon"), "{}", alone.err);
}
