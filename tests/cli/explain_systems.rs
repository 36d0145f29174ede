//! `explain` of sticks, obstacles, bounds, diagonals, decor by force and discs: numbers worked by hand.

use super::support::{blobsmith, file};
use serde_json::{Value, json};

/// The trace of one substep, as JSON and as text.
fn explained(level: &str, moment: &str) -> (Value, String) {
    let (_folder, path) = file("a.ron", level);
    let said = blobsmith(&format!("explain {{}} {moment} --format json"), &path).fine();
    let trace = serde_json::from_str(said.text()).expect("JSON");
    (trace, blobsmith(&format!("explain {{}} {moment}"), &path).fine().text().to_owned())
}

#[track_caller]
fn near(value: &Value, expected: f64) {
    let value = value.as_f64().unwrap_or_else(|| panic!("{value} is no number"));
    assert!((value - expected).abs() < 1e-14, "{value} is not {expected}");
}

#[track_caller]
fn near_vector(value: &Value, expected: [f64; 2]) {
    near(&value[0], expected[0]);
    near(&value[1], expected[1]);
}

#[track_caller]
fn says(text: &str, lines: &[&str]) {
    for line in lines {
        assert!(text.contains(line), "no `{line}` in\n{text}");
    }
}

#[test]
fn explain_of_a_segment_hit_matches_hand_calculation() {
    // e = 0.5 · 0.8 = 0.4. From (0, 0.1) to (0.25, -0.2): H = (0, 0.2), so y = -0.2 + 1.4 · 0.2 = 0.08, and the normal
    // speed -0.3 becomes -0.3 + 1.4 · 0.3 = 0.12 (003).
    let level = r#"(format: 1, world: (gravity: (0, 0), substeps: 1), bodies: [
        (name: "grain", restitution: 0.5, nodes: [(position: (0, 0.1), velocity: (0.25, -0.3))])],
     obstacles: [(name: "floor", shape: Segment((-1, 0), (1, 0)), restitution: 0.8)])"#;
    let (trace, text) = explained(level, "--frame 0");
    let hits = trace["obstacle_hits"].as_array().expect("a list");
    assert_eq!(hits.len(), 1);
    let hit = &hits[0];
    for (field, expected) in [("body", 0), ("node", 0), ("obstacle", 0), ("pass", 1)] {
        assert_eq!(hit[field], expected, "{field}");
    }
    near(&hit["side"], 0.1);
    near(&hit["restitution"], 0.4);
    for (field, expected) in [
        ("old", [0.0, 0.1]),
        ("new", [0.25, -0.2]),
        ("to_surface", [0.0, 0.2]),
        ("point", [0.25, 0.0]),
        ("normal", [0.0, 1.0]),
        ("velocity_before", [0.25, -0.3]),
        ("velocity_after", [0.25, 0.12]),
        ("corrected", [0.25, 0.08]),
    ] {
        near_vector(&hit[field], expected);
    }
    says(
        &text,
        &[
            "node 0 of bodies[0] \"grain\" hits segment obstacles[0] \"floor\", pass 1",
            "v - (1+e)(v·n)n = (0.25, -0.3) - 1.4·(-0.3)·(0, 1) = (0.25, 0.12)",
            "x_new + (1+e)H = (0.25, -0.2) + 1.4·(0, 0.2) = (0.25, 0.08)",
        ],
    );
}

#[test]
fn explain_of_a_second_obstacle_pass_matches_hand_calculation() {
    // Between walls at x = 2 and x = 0, e = 1: 1 - 3.5 = -2.5 is mirrored to 2.5 at the second wall, and in the next
    // pass to 1.5 at the first.
    let level = "(format: 1, world: (gravity: (0, 0), substeps: 1), bodies: [
        (restitution: 1, nodes: [(position: (1, 0), velocity: (-3.5, 0))])],
     obstacles: [(shape: Line((2, 0), (0, 1)), restitution: 1), (shape: Line((0, 0), (0, 1)), restitution: 1)])";
    let (trace, text) = explained(level, "--frame 0");
    let hits = trace["obstacle_hits"].as_array().expect("a list");
    let found: Vec<_> = hits.iter().map(|hit| (hit["obstacle"].as_u64(), hit["pass"].as_u64())).collect();
    assert_eq!(found, [(Some(1), Some(1)), (Some(0), Some(2))]);
    near_vector(&hits[0]["corrected"], [2.5, 0.0]);
    near_vector(&hits[1]["corrected"], [1.5, 0.0]);
    near_vector(&hits[1]["velocity_after"], [-3.5, 0.0]);
    // Left of a line that leads upwards is towards smaller x.
    near(&hits[0]["side"], -1.0);
    near(&hits[1]["side"], 1.0);
    says(&text, &["pass 2 (a correction caused it)", "on its right at a distance of 1"]);
}

#[test]
fn explain_of_a_circle_hit_from_inside_matches_hand_calculation() {
    // 003 takes the normal from the centre to x_old, (1, 0): H = ((0.75 - 1.25) · 1, 0), e = 1, so 1.25 - 1 = 0.25.
    let level = "(format: 1, world: (gravity: (0, 0), substeps: 1), bodies: [
        (restitution: 1, nodes: [(position: (0.75, 0), velocity: (0.5, 0))])],
     obstacles: [(shape: Circle(center: (0, 0), radius: 1), restitution: 1)])";
    let (trace, text) = explained(level, "--frame 0");
    let hit = &trace["obstacle_hits"][0];
    near(&hit["side"], -0.25);
    near_vector(&hit["to_surface"], [-0.5, 0.0]);
    near_vector(&hit["corrected"], [0.25, 0.0]);
    near_vector(&hit["velocity_after"], [-0.5, 0.0]);
    says(&text, &["hits circle obstacles[0], pass 1", "inside at a distance of 0.25"]);
}

#[test]
fn explain_of_clamps_at_the_bounds_matches_hand_calculation() {
    // e = 0.5 · 0.5 for the body: -0.3 becomes 0.075. The disc of radius 1 may go to 9; e = 1 · 0.5.
    let level = "(format: 1, world: (gravity: (0, 0), substeps: 1,
        bounds: Some((min: (0, 0), max: (10, 10), restitution: 0.5))),
     bodies: [(restitution: 0.5, nodes: [(position: (0.1, 5), velocity: (-0.3, 0))])],
     discs: [(position: (8.875, 5), velocity: (0.25, 0), radius: 1)])";
    let (trace, text) = explained(level, "--frame 0");
    let clamps = trace["clamps"].as_array().expect("a list");
    assert_eq!(clamps.len(), 2);
    assert_eq!((&clamps[0]["place"], &clamps[0]["x"]), (&"bodies[0].nodes[0]".into(), &"min".into()));
    assert_eq!(clamps[0]["y"], Value::Null);
    near_vector(&clamps[0]["position_after"], [0.0, 5.0]);
    near_vector(&clamps[0]["velocity_after"], [0.075, 0.0]);
    assert_eq!((&clamps[1]["place"], &clamps[1]["x"]), (&"discs[0]".into(), &"max".into()));
    near_vector(&clamps[1]["position_before"], [9.125, 5.0]);
    near_vector(&clamps[1]["position_after"], [9.0, 5.0]);
    near_vector(&clamps[1]["velocity_after"], [-0.125, 0.0]);
    says(&text, &["clamped to the bounds: 2", "x min", "x max"]);
}

#[test]
fn explain_of_two_stick_passes_matches_hand_calculation() {
    // 0 pinned at x = 0, 1 at 1, 2 at 3; both sticks keep 1. Pass 1: the second shares its excess of 1: nodes at 1.5 and
    // 2.5, which leaves the first 0.5 too long. Pass 2: the first pulls node 1 back to 1; the second, now 0.5 too long,
    // moves both by 0.25. Left: 1.25 - 1 in the first.
    let level = "(format: 1, world: (gravity: (0, 0), substeps: 1, stick_iterations: 2), bodies: [(name: \"chain\",
        nodes: [(position: (0, 0), pinned: true), (position: (1, 0)), (position: (3, 0))],
        sticks: [(a: 0, b: 1, length: 1), (a: 1, b: 2, length: 1)])])";
    let (trace, text) = explained(level, "--frame 0");
    let passes = trace["stick_passes"].as_array().expect("a list");
    let worst: Vec<_> = passes.iter().map(|pass| pass["stick"].as_u64()).collect();
    assert_eq!(worst, [Some(0), Some(0)]);
    near(&passes[0]["excess"], 0.5);
    near(&passes[1]["excess"], 0.25);
    let sticks = trace["sticks"].as_array().expect("a list");
    assert_eq!(sticks.len(), 2);
    for (stick, before, after, move_a, move_b) in [(0, 0.0, 0.25, 0.0, -0.5), (1, 1.0, 0.0, 0.75, -0.75)] {
        let row = &sticks[stick];
        assert_eq!((row["body"].as_u64(), row["stick"].as_u64()), (Some(0), Some(stick as u64)));
        near(&row["length"], 1.0);
        near(&row["excess_before"], before);
        near(&row["excess_after"], after);
        near_vector(&row["move_a"], [move_a, 0.0]);
        near_vector(&row["move_b"], [move_b, 0.0]);
    }
    says(
        &text,
        &["sticks: 2, passes: 2", "after pass 1: largest excess left 0.5 in bodies[0].sticks[0]", "(-0.75, 0)"],
    );
}

#[test]
fn explain_of_crossing_diagonals_matches_hand_calculation() {
    // A square around (1, 1) stands in a floor whose upper edge is A (3, 0.5) → B (-1, 0.5). The diagonal to (0, 0)
    // crosses it at (0.5, 0.5): t1 = 1/2, t2 = 2.5/4. AB = (-4, 0) turned outwards is (0, 4), times 1/2. That to (2, 0)
    // crosses at (1.5, 0.5): t2 = 1.5/4. The floor stands, so the nodes take all of it (004).
    let level = "(format: 1, world: (gravity: (0, 0), substeps: 1, contact: (method: Diagonals)), bodies: [
        (name: \"crate\", gas: 0, nodes: [(position: (0, 0)), (position: (2, 0)), (position: (2, 2)), (position: (0, 2))],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)]),
        (name: \"floor\", motion: Fixed,
         nodes: [(position: (-1, -1)), (position: (3, -1)), (position: (3, 0.5)), (position: (-1, 0.5))],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)])])";
    let (trace, text) = explained(level, "--frame 0");
    let rows = trace["diagonals"].as_array().expect("a list");
    assert_eq!(rows.len(), 2);
    for (row, node, t2) in [(&rows[0], 0, 0.625), (&rows[1], 1, 0.375)] {
        assert_eq!((&row["body"], &row["node"]), (&0.into(), &node.into()));
        assert_eq!((&row["other"], &row["edge"]), (&1.into(), &2.into()));
        near_vector(&row["center"], [1.0, 1.0]);
        near(&row["t1"], 0.5);
        near(&row["t2"], t2);
        near_vector(&row["depth"], [0.0, 2.0]);
        near_vector(&row["move_node"], [0.0, 2.0]);
        near_vector(&row["move_a"], [0.0, 0.0]);
    }
    says(&text, &["diagonals (barycentre to node) that cross an edge: 2", "node 1 of bodies[0] \"crate\""]);
}

#[test]
fn explain_of_penalty_decor_matches_hand_calculation() {
    // 0.1 deep in a floor at y = 0: 4 · 0.1 upwards; -0.5 times the velocity (0.2, -0.3) (001 §C.4).
    let level =
        "(format: 1, world: (gravity: (0, 0), contact: (decor: Penalty(stiffness: 4, viscosity: 0.5))), bodies: [
        (name: \"floor\", motion: Fixed,
         nodes: [(position: (-5, -2)), (position: (6, -2)), (position: (6, 0)), (position: (-5, 0))],
         hull: [(0, 1), (1, 2), (2, 3), (3, 0)]),
        (name: \"tip\", gas: 0, nodes: [(position: (0.5, -0.1), velocity: (0.2, -0.3)), (position: (1, 1)),
         (position: (0, 1))], hull: [(0, 1), (1, 2), (2, 0)])])";
    let (trace, text) = explained(level, "--frame 0");
    let rows = trace["decor"].as_array().expect("a list");
    assert_eq!(rows.len(), 1);
    assert_eq!((&rows[0]["body"], &rows[0]["node"]), (&1.into(), &0.into()));
    assert_eq!((&rows[0]["other"], &rows[0]["edge"]), (&0.into(), &2.into()));
    near(&rows[0]["depth"], 0.1);
    near_vector(&rows[0]["normal"], [0.0, 1.0]);
    near_vector(&rows[0]["elastic"], [0.0, 0.4]);
    near_vector(&rows[0]["viscous"], [-0.1, 0.15]);
    near_vector(&trace["forces"]["decor"][4], [-0.1, 0.55]);
    says(&text, &["nodes that decor pushes by force: 1; stiffness 4, viscosity 0.5", "(-0.1, 0.15)"]);
}

#[test]
fn explain_of_a_disc_exchange_matches_hand_calculation() {
    // 002 §1.iii with m 1 and 3, v 2 and -1; a gap of 8 closes at 3: they touch at 8/3 of 4, at 16/3 and 22/3.
    let level = r#"(format: 1, world: (gravity: (0, 0), frame_time: 4, substeps: 1), discs: [
        (name: "cue", position: (0, 0), velocity: (2, 0), radius: 1),
        (position: (10, 0), velocity: (-1, 0), radius: 1, mass: 3)])"#;
    let (trace, text) = explained(level, "--frame 0");
    let event = &trace["disc_events"][0];
    assert_eq!((&event["order"], &event["kind"]), (&1.into(), &"disc".into()));
    near(&event["time"], 8.0 / 3.0);
    near(&event["part"], 2.0 / 3.0);
    near_vector(&event["position"], [16.0 / 3.0, 0.0]);
    near_vector(&event["other_position"], [22.0 / 3.0, 0.0]);
    near(&event["mass"], 1.0);
    near(&event["other_mass"], 3.0);
    near_vector(&trace["disc_paths"][0]["end"], [16.0 / 3.0 - 2.5 * 4.0 / 3.0, 0.0]);
    says(
        &text,
        &[
            "#1 t = 2.66667 of h = 4: discs[0] \"cue\" meets discs[1]",
            "n = (1, 0), m1 = 1, m2 = 3, e = 1",
            "u1 = v1·n = (2, 0)·(1, 0) = 2",
            "mu1 = u1 + (1+e) m2 (u2 - u1)/(m1 + m2) = 2 + 2·3·((-1) - 2)/4 = -2.5",
            "mu2 = u2 + (1+e) m1 (u1 - u2)/(m1 + m2) = -1 + 2·1·(2 - (-1))/4 = 0.5",
            "w1 = v1 + (mu1 - u1) n = (-2.5, 0)",
            "w2 = v2 + (mu2 - u2) n = (0.5, 0)",
        ],
    );
}

#[test]
fn explain_lists_impacts_in_order_of_time() {
    // The first reaches the second after 1 and stops; that one goes on at 1 over a gap of 1.5 to the third, at 2.5: half
    // a unit, a quarter, into the second substep of 2.
    let level = "(format: 1, world: (gravity: (0, 0), frame_time: 4, substeps: 2), discs: [
        (position: (6.5, 0), radius: 1), (position: (3, 0), radius: 1), (position: (0, 0), velocity: (1, 0), radius: 1)])";
    let (first, _) = explained(level, "--frame 0 --substep 0");
    let (second, text) = explained(level, "--frame 0 --substep 1");
    let pair = |trace: &Value| (trace["disc_events"][0]["disc"].as_u64(), trace["disc_events"][0]["other"].as_u64());
    assert_eq!((pair(&first), pair(&second)), ((Some(1), Some(2)), (Some(0), Some(1))));
    near(&first["disc_events"][0]["part"], 0.5);
    near(&second["time"], 2.0);
    near(&second["disc_events"][0]["time"], 0.5);
    near(&second["disc_events"][0]["part"], 0.25);
    let row = text.lines().find(|line| line.trim_start().starts_with("#1  ")).expect("a row");
    let cells: Vec<&str> = row.split_whitespace().collect();
    assert_eq!(cells[..6], ["#1", "0.5", "0.25", "2.5", "discs[0]", "discs[1]"]);
    // Both in one substep of 4 are numbered in that order.
    let (both, _) = explained(&level.replace("substeps: 2", "substeps: 1"), "--frame 0");
    let events = both["disc_events"].as_array().expect("a list");
    let reported: Vec<_> = events.iter().map(|event| (event["order"].as_u64(), event["time"].as_f64())).collect();
    assert_eq!(reported, [(Some(1), Some(1.0)), (Some(2), Some(2.5))]);
}

#[test]
fn explain_of_impacts_on_fixed_discs_matches_hand_calculation() {
    // Restitution 1.5 against a fixed disc (002 §2): u1 = 4 becomes 4 + 2.5 · (0 - 4) = -6. On the floor, e = 0.5: -2
    // becomes 1.
    let level = r#"(format: 1, world: (gravity: (0, 0), frame_time: 3, substeps: 1), discs: [
        (position: (0, 10), velocity: (4, 0), radius: 1),
        (name: "bumper", position: (10, 10), radius: 1, restitution: 1.5, motion: Fixed),
        (position: (50, 3), velocity: (1, -2), radius: 1)],
     obstacles: [(name: "floor", shape: Line((0, 0), (1, 0)), restitution: 0.5)])"#;
    let (trace, text) = explained(level, "--frame 0");
    let events = trace["disc_events"].as_array().expect("a list");
    assert_eq!(events.len(), 2);
    let floor = events.iter().find(|event| event["kind"] == "line").expect("one on the floor");
    near(&floor["time"], 1.0);
    near_vector(&floor["velocity_after"], [1.0, 1.0]);
    assert_eq!(floor["other_mass"], Value::Null);
    says(
        &text,
        &[
            "m1 = 1, m2 = infinite, e = 1.5",
            "mu1 = u1 + (1+e)(u2 - u1) = 4 + 2.5·(0 - 4) = -6",
            "mu2 = u2 = 0 (immovable)",
            "meets line obstacles[0] \"floor\"",
            "mu = -e u = -0.5·(-2) = 1",
            "w = v + (mu - u) n = (1, 1)",
        ],
    );
}

/// M of 000 §D.2 is the disc's deepest point: 0.25 in at the left edge of a fixed square, e = 0.5.
#[test]
fn explain_of_a_disc_on_a_hull_matches_hand_calculation() {
    let level =
        "(format: 1, world: (gravity: (0, 0), substeps: 1), bodies: [(name: \"wall\", motion: Fixed, friction: 0,
        nodes: [(position: (0, 0)), (position: (2, 0)), (position: (2, 2)), (position: (0, 2))],
        hull: [(0, 1), (1, 2), (2, 3), (3, 0)])],
     discs: [(position: (-1.25, 1), velocity: (1, 0), radius: 0.5)])";
    let (trace, text) = explained(level, "--frame 0");
    let event = &trace["disc_events"][0];
    assert_eq!((&event["kind"], &event["other"], &event["hull"]["edge"]), (&"hull".into(), &0.into(), &3.into()));
    near_vector(&event["position"], [-0.25, 1.0]);
    near_vector(&event["point"], [0.25, 1.0]);
    near_vector(&event["velocity_after"], [-0.5, 0.0]);
    near_vector(&event["hull"]["response"]["move_m"], [-0.25, 0.0]);
    says(
        &text,
        &["meets hull of bodies[0] \"wall\"", "deepest point M (0.25, 1); hull edge 3, outward normal (-1, 0)"],
    );
}

#[test]
fn explain_ledger_matches_hand_calculation() {
    // The node of the first test: ½(0.0625 + 0.09) before, ½(0.0625 + 0.0144) after; only the floor changes it.
    let level = r#"(format: 1, world: (gravity: (0, 0), substeps: 1), bodies: [
        (name: "grain", restitution: 0.5, nodes: [(position: (0, 0.1), velocity: (0.25, -0.3))])],
     obstacles: [(name: "floor", shape: Segment((-1, 0), (1, 0)), restitution: 0.8)])"#;
    let (trace, text) = explained(level, "--frame 0");
    let ledger = &trace["ledger"];
    near(&ledger["before"], 0.07625);
    near(&ledger["after"], 0.03845);
    near(&ledger["entries"]["obstacles"], -0.0378);
    near(&ledger["residual"], 0.0);
    let kinds: Vec<_> = trace["phases"].as_array().unwrap().iter().map(|seen| &seen["phase"]["kind"]).collect();
    assert_eq!(kinds, ["integration", "obstacle"]);
    assert_eq!(trace["phases"][1]["nodes"]["some"][0], 0);
    says(
        &text,
        &["energy: 0.07625 before, 0.03845 after, net change -0.0378", "  obstacles  -0.0378  obstacles and bounds"],
    );
}

/// A disc of mass 2 at (3, 0), velocity (0.5, 0), on a spring link of rest length 2 with k = 0.5, c = 0.2 to a pinned point of the world,
/// and a stick link that is 1 too long: nothing else moves the disc, so the stick moves it by 1 towards its point.
#[test]
fn explain_of_links_matches_hand_calculation() {
    let level = r#"(format: 2, world: (gravity: (0, 0), substeps: 1), bodies: [],
        discs: [(name: "ball", position: (3, 0), velocity: (0.5, 0), radius: 0.5, mass: 2)],
        links: [(id: "arm", a: point((0, 0)), b: disc(0), kind: Spring(rest_length: 2, stiffness: 0.5, damping: 0.2)),
            (id: "rope", a: disc(0), b: point((3, 5)), kind: Stick(length: 4))])"#;
    let (trace, text) = explained(level, "--frame 0");
    let row = &trace["spring_links"][0];
    near(&row["length"], 3.0);
    // Elastic 0.5, damping 0.2 · 0.5 = 0.1.
    near_vector(&row["force"], [0.6, 0.0]);
    let row = &trace["links"][0];
    assert_eq!(row["link"], 1);
    near(&row["excess_before"], 1.0);
    near_vector(&row["move_a"], [0.0, 1.0]);
    near_vector(&row["move_b"], [0.0, 0.0]);
    near(&row["excess_after"], 0.0);
    says(
        &text,
        &[
            "spring links: 1",
            "links[0] \"arm\"",
            "discs[0] \"ball\"",
            "links by sticks and pin joints: 1",
            "links[1] \"rope\"",
        ],
    );
}

/// The disc enters the gate at 8 with the step from 6 to 7.
#[test]
fn explain_names_what_entered_a_sensor() {
    let level = "(format: 2, world: (gravity: (0, 0), substeps: 4),
        discs: [(name: \"ball\", position: (0, 0), velocity: (4, 0), radius: 0.25)],
        obstacles: [(name: \"gate\", shape: Circle(center: (8, 0), radius: 1.5), collision: (sensor: true))])";
    let (trace, text) = explained(level, "--frame 1 --substep 2");
    let event = &trace["sensor_events"][0];
    assert_eq!(
        (&event["sensor"], &event["other"], &event["entered"]),
        (&json!("obstacles[0]"), &json!("discs[0]"), &json!(true))
    );
    says(&text, &["sensors: 1 entered or left", "  discs[0] \"ball\" entered circle obstacles[0] \"gate\""]);
    let (trace, text) = explained(level, "--frame 1 --substep 3");
    assert_eq!(trace["sensor_events"], json!([]));
    says(&text, &["sensors: 0 entered or left"]);
}

/// A disc at one unit per substep through a marker from 2.5 to 4.5: at the ends of the frames it is at 4, 8 …
#[test]
fn watch_prints_when_a_disc_enters_a_marker() {
    let level = r#"(format: 2, world: (gravity: (0, 0), substeps: 4), bodies: [],
        discs: [(name: "ball", position: (0, 0), velocity: (4, 0), radius: 0.5)],
        markers: [(id: "marker-0", name: "goal", shape: Rect((2.5, -1), (4.5, 1)))])"#;
    let (_folder, path) = file("a.ron", level);
    let line = "watch {} --frames 3 --every 1 entered(\"goal\",\"ball\") left(\"goal\",\"ball\")";
    let said = blobsmith(line, &path).fine();
    let rows: Vec<Vec<&str>> = said.text().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1..5], [["0", "0", "0"], ["1", "1", "0"], ["2", "0", "1"], ["3", "0", "0"]], "{}", said.text());
    let until = blobsmith("run {} --frames 9 --quiet --until entered(\"goal\",\"ball\")", &path);
    assert!(until.err.contains("frame 1 (time 1): entered"), "{}", until.err);
    let until = blobsmith("run {} --frames 9 --quiet --each substep --until left(\"goal\",\"ball\")", &path);
    assert!(until.err.contains("frame 1.1 (time 1.25): left"), "{}", until.err);
}

/// At 4 units per substep the disc is in the marker after the second substep only. A breakpoint of `plot` marks frame 1.
#[test]
fn commands_do_not_miss_a_visit_of_a_marker_within_a_frame() {
    let level = r#"(format: 2, world: (gravity: (0, 0), substeps: 4), bodies: [],
        discs: [(name: "ball", position: (0, 0), velocity: (16, 0), radius: 0.5)],
        markers: [(id: "marker-0", name: "goal", shape: Rect((6, -1), (10, 1)))])"#;
    let (_folder, path) = file("a.ron", level);
    let said =
        blobsmith("watch {} --frames 3 --every 1 entered(\"goal\",\"ball\") left(\"goal\",\"ball\")", &path).fine();
    let rows: Vec<Vec<&str>> = said.text().lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(rows[1..5], [["0", "0", "0"], ["1", "1", "1"], ["2", "0", "0"], ["3", "0", "0"]], "{}", said.text());
    for (what, each, said) in [
        ("entered", "frame", "frame 1 (time 1): entered"),
        ("left", "frame", "frame 1 (time 1): left"),
        ("entered", "substep", "frame 0.2 (time 0.5): entered"),
    ] {
        let line = format!("run {{}} --frames 9 --quiet --each {each} --until {what}(\"goal\",\"ball\")");
        let until = blobsmith(&line, &path);
        assert!(until.err.contains(said), "{line}: {}", until.err);
    }
}
