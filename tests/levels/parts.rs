//! Levels made of instances: level 66.

use super::support::{FRAMES, Run, flat};
use blobsmith::level::{EditorExtra, PropertyValue};

const LEVEL: &str = "66-marble-run-from-parts";

/// The upper pair is at (-4, 8). A ramp leads from its origin to (5, -1); the lower one is mirrored at (6.4, -2.2).
#[test]
fn level_66_places_turns_and_mirrors_one_ramp() {
    let level = flat(LEVEL);
    let ids: Vec<&str> = level.bodies.iter().skip(2).map(|body| body.id.as_str()).collect();
    let ramps = ["upper-pair/upper", "upper-pair/lower", "lower-pair/upper", "lower-pair/lower"];
    let walls = ["left-wall", "right-wall", "top-wall"];
    let balls = ["red-ball", "blue-ball", "green-ball"];
    let expected: Vec<String> = ramps.iter().chain(&walls).chain(&balls).map(|id| format!("{id}/body-0")).collect();
    assert_eq!(ids, expected);
    // Nodes 2 and 3 are the ends of the upper side. A wall stands upright, sqrt(26) high.
    let height = 26.0_f64.sqrt();
    for (body, end, start) in [
        (2, [1.0, 7.0], [-4.0, 8.0]),
        (3, [-2.6, 4.8], [2.4, 5.8]),
        (4, [1.0, 2.6], [-4.0, 3.6]),
        (5, [-2.6, 0.4], [2.4, 1.4]),
        (6, [-5.0, 2.8 + height], [-5.0, 2.8]),
        (7, [3.2, 0.9 + height], [3.2, 0.9]),
    ] {
        for (node, [x, y]) in [(2, end), (3, start)] {
            let [there_x, there_y] = level.bodies[body].nodes[node].position;
            assert!((there_x - x).abs() < 1e-9 && (there_y - y).abs() < 1e-9, "{body}, {node}: {there_x}, {there_y}");
        }
    }
}

#[test]
fn level_66_balls_differ_by_their_overrides() {
    let level = flat(LEVEL);
    let EditorExtra { body_colors, .. } = level.editor.unwrap_or_default();
    let balls = &level.bodies[9..];
    let facts: Vec<_> = balls.iter().map(|ball| (ball.name.as_str(), ball.gas, ball.friction)).collect();
    assert_eq!(facts, [("red ball", 0.5, 0.5), ("blue ball", 1.0, 0.5), ("green ball", 0.5, 0.0)]);
    assert_eq!(body_colors[9..], ["#ee6c62", "#4c8ddb", "#68b75f"]);
    let points: Vec<_> = balls.iter().map(|ball| ball.properties.get("points").cloned()).collect();
    assert_eq!(points, [1, 2, 3].map(|points| Some(PropertyValue::Integer(points))));
}

/// The floor is at -0.8, the right side of the stop at -8.6, and the lowest ramp ends at -2.6.
#[test]
fn level_66_balls_reach_the_floor_before_the_stop() {
    let mut run = Run::new(LEVEL);
    run.frames(FRAMES, |_| {});
    for body in 9..12 {
        for at in run.nodes(body) {
            assert!(at.x > -8.7 && at.x < -2.6 && at.y > -0.9 && at.y < 0.4, "{body}: {at}");
        }
    }
}
