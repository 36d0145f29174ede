//! Events of sensors and faults.

use super::{square, weightless};
use blobsmith_engine::engine::EventKind;
use blobsmith_engine::play::{PlayEvent, PlayEventKind, PlayWorld};
use serde_json::json;

/// A ball that runs through a sensor with its border at x = -1 and x = 1, one length per frame.
fn passage() -> PlayWorld {
    weightless(json!({"discs": [
        {"id": "ball", "position": [-3.125, 0], "velocity": [1, 0], "radius": 0.5},
        {"id": "goal", "position": [0, 0], "radius": 1, "motion": "Fixed", "collision": {"sensor": true}}]}))
}

#[test]
fn sensor_events_have_handles_and_the_substep_of_the_crossing() {
    let mut world = passage();
    let [ball, goal] = ["ball", "goal"].map(|id| world.disc(id).unwrap().into());
    world.step(6);
    // The centre is at -3.125 + n/4 after n substeps: inside first for n = 9, outside again for n = 17.
    let event = |n: u64, kind| PlayEvent { frame: (n - 1) / 4, substep: ((n - 1) % 4) as u32, kind };
    let entered = event(9, PlayEventKind::SensorEntered { sensor: goal, other: ball });
    let left = event(17, PlayEventKind::SensorLeft { sensor: goal, other: ball });
    assert_eq!(world.take_events(), [entered, left]);
    assert_eq!((world.take_events(), world.dropped_events()), (vec![], 0));
}

#[test]
fn faults_name_the_body() {
    // The upper nodes pass through the lower ones after one frame: the area becomes negative.
    let mut body = square("a", [0.0, 0.0], 1.0);
    for node in [2, 3] {
        body["nodes"][node]["velocity"] = json!([0, -2]);
    }
    body["gas"] = 1e-6.into();
    let mut world = weightless(json!({"bodies": [body]}));
    let a = world.body("a").unwrap();
    world.step(3);
    let events = world.take_events();
    let fault = PlayEventKind::Fault { fault: EventKind::Collapsed, part: a.into(), node: None };
    assert_eq!(events.iter().filter(|event| event.kind == fault).count(), 1, "{events:?}");
    assert!(world.is_collapsed(a).unwrap() && !world.is_blown_up(a).unwrap());
    assert!(world.area(a).unwrap() < 0.0);
}

#[test]
fn restore_discards_events_and_repeats_them_afterwards() {
    let mut world = passage();
    let start = world.snapshot();
    world.step(6);
    world.restore(&start);
    assert_eq!(world.take_events(), []);
    world.step(6);
    assert_eq!(world.take_events().len(), 2);
}
