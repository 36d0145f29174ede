//! One hundred faults of generated games: each recording opens at its fault and replays without a difference.

use crate::straight::Dice;
use blobsmith::debugger::recording;
use blobsmith::engine::{Event, EventKind};
use blobsmith::level::format::TextFormat;
use blobsmith::play::{Flight, Placement, PlayEventKind, PlayWorld, Prefab, RecorderSettings};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A soft square with this lower left corner, side, stiffness and gas.
fn square(id: usize, [x, y]: [f64; 2], side: f64, stiffness: f64, gas: f64) -> Value {
    let corners = [[x, y], [x + side, y], [x + side, y + side], [x, y + side]];
    let spring = |a: usize, b: usize| {
        let [p, q] = [corners[a], corners[b]];
        let rest_length = ((p[0] - q[0]).powi(2) + (p[1] - q[1]).powi(2)).sqrt();
        json!({"a": a, "b": b, "rest_length": rest_length, "stiffness": stiffness, "damping": 0.01})
    };
    let springs = [[0, 1], [1, 2], [2, 3], [3, 0], [0, 2]].map(|[a, b]| spring(a, b));
    let nodes = corners.map(|at| json!({"position": at}));
    json!({"id": format!("box-{id}"), "nodes": nodes, "springs": springs, "gas": gas,
        "hull": [[0, 1], [1, 2], [2, 3], [3, 0]], "triangles": [[0, 1, 2], [0, 2, 3]]})
}

/// Plays until something goes wrong. None if all goes well for 400 frames.
fn fault(seed: u64) -> Option<(PlayWorld, Flight, u64, PlayEventKind)> {
    let mut dice = Dice::new(seed);
    let mut number = move |low: f64, high: f64| low + (high - low) * dice.roll(10_001) as f64 / 10_000.0;
    let integrator = ["SemiImplicitEuler", "ExplicitEuler", "Verlet"][seed as usize % 3];
    let bodies: Vec<Value> = (0..3)
        .map(|id| square(id, [3.0 * id as f64, number(1.0, 4.0)], 1.5, number(0.02, 0.9), number(0.1, 2.0)))
        .collect();
    let floor = json!({"shape": {"Segment": [[-30, 0], [30, 0]]}, "restitution": 0.5});
    let level = json!({"format": 2, "world": {"gravity": [0, -0.01], "substeps": 4, "integrator": integrator},
        "bodies": bodies, "obstacles": [floor]});
    let mut world = PlayWorld::from_text(&level.to_string()).unwrap_or_else(|error| panic!("{error}"));
    world.set_recorder(Some(RecorderSettings { frames: 60, keyframe_every: 15, on_fault: true })).unwrap();
    let prefab = json!({"format": 2, "bodies": [square(9, [0.0, 0.0], 1.0, 0.3, 0.5)]});
    let prefab = Prefab::from_text(&prefab.to_string()).unwrap();
    for frame in 0..400 {
        let body = world.bodies().nth(frame % 3)?;
        // Ever harder blows on single nodes, until an area becomes negative or a body explodes.
        let blow = 0.02 * frame as f64;
        world.apply_impulse((body, frame % 4), [number(-blow, blow), number(-blow, blow)]).ok()?;
        if frame % 40 == 7 {
            world.spawn(&prefab, &Placement::at([number(-8.0, 8.0), 9.0])).unwrap();
        }
        world.step(1);
        let events = world.take_events();
        if let Some(event) = events.iter().find(|event| matches!(event.kind, PlayEventKind::Fault { .. })) {
            let flight = world.take_fault_flight().expect("the recorder keeps the first fault");
            return Some((world, flight, event.frame, event.kind));
        }
    }
    None
}

#[test]
fn one_hundred_faults_open_at_the_fault_without_a_difference() {
    let mut kinds: BTreeMap<String, usize> = BTreeMap::new();
    let mut seeds = 0..1000;
    let mut found = 0;
    while found < 100 {
        let seed = seeds.next().expect("100 faults in 1,000 games");
        let Some((world, flight, frame, kind)) = fault(seed) else { continue };
        found += 1;
        let (recorded, difference) = flight.recording();
        assert_eq!(difference, None, "seed {seed}");
        let format = if seed % 2 == 0 { TextFormat::Json } else { TextFormat::Ron };
        let (_, mut run) = recording::read(&recording::write(&recorded, format), format).unwrap();
        run.seek(run.last_frame());
        assert_eq!((run.departure(), run.divergence()), (None, None), "seed {seed}");
        assert!(run.earlier_frames().is_none_or(|earlier| earlier.departure.is_none()), "seed {seed}");
        // The fault is in the step that led to the last frame.
        assert_eq!(run.game_frame() + run.last_frame(), frame + 1, "seed {seed}");
        assert_eq!(run.world().hash(), world.hash(), "seed {seed}");
        let PlayEventKind::Fault { fault, .. } = kind else { unreachable!() };
        let is_it = |event: &Event| (run.game_frame() + event.frame, event.kind) == (frame, fault);
        assert!(run.events().iter().any(is_it), "seed {seed}");
        *kinds.entry(format!("{fault:?}")).or_default() += 1;
    }
    assert!(kinds.contains_key(&format!("{:?}", EventKind::Collapsed)), "{kinds:?}");
    println!("{kinds:?}");
}
