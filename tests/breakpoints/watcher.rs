//! Breakpoints during a run: they fire where a test of every moment says so.

use crate::scenes::random::meeting;
use crate::support::{CONDITIONS, Moment, play, rises, start, truths};
use blobsmith::debugger::Run;
use blobsmith::debugger::breakpoints::{Mark, Value};
use blobsmith::level::{Breakpoint, CollisionFilter, Disc, Each, Level, Obstacle, ObstacleShape, Then};
use std::sync::Arc;

fn with(level: &Level, breakpoints: Vec<Breakpoint>, watches: &[&str]) -> Level {
    let mut level = level.clone();
    let extra = level.editor.get_or_insert_default();
    extra.breakpoints = breakpoints;
    extra.watches = watches.iter().map(|&text| text.to_owned()).collect();
    level
}

/// The expected stops, without the beginning: a run that starts at a moment has not reached it.
fn expected(text: &str, level: &Level, each: Each, frames: u64) -> Vec<Moment> {
    let mut list = rises(&truths(text, level, each, frames));
    list.retain(|&moment| moment > (0, 0));
    list
}

#[test]
fn breakpoints_fire_when_the_condition_becomes_true() {
    for seed in 0..3 {
        for (index, text) in CONDITIONS.into_iter().enumerate() {
            let each = if (index as u64 + seed).is_multiple_of(2) { Each::Substep } else { Each::Frame };
            let level = with(&meeting(seed), vec![Breakpoint::new(text, each)], &[]);
            let (mut run, mut watcher) = start(&level);
            let stops = play(&mut run, &mut watcher, 16);
            assert_eq!(stops, expected(text, &level, each, 16), "seed {seed}, {each:?}: {text}");
            assert_eq!(watcher.stops()[0].hits, stops.len() as u64);
            let marks: Vec<Moment> = watcher.marks().iter().map(|mark| mark.moment).collect();
            assert_eq!(marks, stops);
        }
    }
}

/// A disc from 0 at 16 per frame of 4 substeps is in the gate, from 6.5 to 9.5, only at 8: after the second substep.
#[test]
fn breakpoint_per_frame_stops_at_a_visit_shorter_than_a_frame() {
    let gate = Obstacle {
        name: "gate".to_owned(),
        shape: ObstacleShape::Circle { center: [8.0, 0.0], radius: 1.5 },
        collision: CollisionFilter { sensor: true, ..CollisionFilter::default() },
        ..Obstacle::default()
    };
    let ball = Disc { velocity: [16.0, 0.0], radius: 0.25, ..Disc::default() };
    let mut level = Level { discs: vec![ball], obstacles: vec![gate], ..Level::default() };
    (level.world.gravity, level.world.substeps, level.world.frame_time) = ([0.0; 2], 4, 1.0);
    let breakpoints = ["inside", "entered", "left"]
        .map(|word| Breakpoint::new(format!("{word}(\"gate\", disc(0))"), Each::Frame))
        .to_vec();
    let (mut run, mut watcher) = start(&with(&level, breakpoints, &[]));
    assert_eq!(play(&mut run, &mut watcher, 4), [(1, 0)]);
    assert_eq!(watcher.stops().iter().map(|stop| stop.hits).collect::<Vec<_>>(), [0, 1, 1]);
    // After a jump back the earlier moment is visited again.
    run.approach((0, 0), || true);
    assert_eq!(play(&mut run, &mut watcher, 4), [(1, 0)]);
}

#[test]
fn jumps_neither_miss_nor_add_stops() {
    let text = "previous(energy.kinetic) < energy.kinetic and change(body(0).x) != 0";
    let level = with(&meeting(3), vec![Breakpoint::new(text, Each::Substep)], &[]);
    let all = expected(text, &level, Each::Substep, 12);
    let (mut run, mut watcher) = start(&level);
    play(&mut run, &mut watcher, 12);
    for (frame, substep) in [(5, 3), (2, 0), (9, 1), (0, 0)] {
        run.approach((frame, substep), || true);
        let stops = play(&mut run, &mut watcher, 12);
        let later: Vec<Moment> = all.iter().copied().filter(|&moment| moment > (frame, substep)).collect();
        assert_eq!(stops, later, "from {frame}+{substep}");
    }
    let marks: Vec<Moment> = watcher.marks().iter().map(|mark| mark.moment).collect();
    assert_eq!(marks, all, "one mark per moment");
}

#[test]
fn breakpoint_hits_marks_and_disabled_rows_match_hand_calculation() {
    let base = meeting(0);
    let text = "frame == 2 or frame == 4 or frame == 6";
    let third = Breakpoint { hits: 3, ..Breakpoint::new(text, Each::Frame) };
    let marks = Breakpoint { then: Then::Mark, ..Breakpoint::new("frame == 3", Each::Frame) };
    let off = Breakpoint { enabled: false, ..Breakpoint::new("frame == 5", Each::Frame) };
    let wrong = Breakpoint::new("frame == ", Each::Frame);
    let level = with(&base, vec![third, marks, off, wrong], &[]);
    let (mut run, mut watcher) = start(&level);
    assert_eq!(play(&mut run, &mut watcher, 8), [(6, 0)]);
    let fired = watcher.take_fired();
    assert_eq!(fired.as_ref().map(|mark| (mark.moment, mark.breakpoint)), Some(((6, 0), 0)));
    assert_eq!(watcher.take_fired(), None);
    let fields = |mark: &Mark| (mark.moment.0, mark.breakpoint, mark.kind);
    let marks: Vec<_> = watcher.marks().iter().map(fields).collect();
    assert_eq!(marks, [(2, 0, Then::Mark), (3, 1, Then::Mark), (4, 0, Then::Mark), (6, 0, Then::Stop)]);
    assert!(watcher.stops()[3].row.expression().is_err());
    watcher.reset();
    assert!(watcher.marks().is_empty() && watcher.stops()[0].hits == 0);
}

#[test]
fn watcher_without_breakpoints_is_idle() {
    let level = with(&meeting(0), vec![], &["energy.total"]);
    let (_, watcher) = start(&level);
    assert!(watcher.is_idle() && !watcher.wants_substeps());
    let off = Breakpoint { enabled: false, ..Breakpoint::new("true", Each::Substep) };
    let (_, watcher) = start(&with(&level, vec![off], &[]));
    assert!(watcher.is_idle() && !watcher.wants_substeps());
}

#[test]
fn values_are_updated_after_jumps() {
    let base = meeting(1);
    let watches = ["frame", "change(energy.kinetic)", "max(node.speed) > 0.1", "nonsense", "previous(frame)"];
    let level = with(&base, vec![Breakpoint::new("substep > 2", Each::Substep)], &watches);
    let (mut run, mut watcher) = start(&level);
    let mut energy = vec![run.world().energy().kinetic];
    for _ in 0..9 {
        run.step_frame();
        energy.push(run.world().energy().kinetic);
    }
    for (frame, substep) in [(9, 0), (4, 0), (5, 3), (1, 2), (8, 0)] {
        run.approach((frame, substep), || true);
        watcher.show(&mut run);
        let values: Vec<Option<Value>> = watcher.watches().iter().map(|row| row.value()).collect();
        assert_eq!(values[0], Some(Value::Number(frame as f64)));
        let change = energy[frame as usize] - energy[frame as usize - 1];
        assert_eq!(values[1], Some(Value::Number(change)), "at {frame}+{substep}");
        assert!(matches!(values[2], Some(Value::Truth(_))));
        assert_eq!(values[3], None);
        assert_eq!(values[4], Some(Value::Number(frame as f64 - 1.0)));
        assert_eq!(watcher.stops()[0].row.value(), Some(Value::Truth(substep > 2)));
        assert_eq!(run.moment(), (frame, substep));
    }
}

#[test]
fn unchanged_breakpoints_keep_their_hits() {
    let first = Breakpoint::new("frame == 2", Each::Frame);
    let second = Breakpoint { then: Then::Mark, ..Breakpoint::new("frame > 2", Each::Frame) };
    let level = with(&meeting(0), vec![first.clone(), second.clone()], &[]);
    let (mut run, mut watcher) = start(&level);
    play(&mut run, &mut watcher, 5);
    let off = Breakpoint { enabled: false, ..second };
    watcher.take(&with(&level, vec![off, first.clone()], &[]), true);
    assert_eq!(watcher.stops().iter().map(|stop| stop.hits).collect::<Vec<_>>(), [1, 1]);
    assert_eq!(watcher.marks().iter().map(|mark| mark.breakpoint).collect::<Vec<_>>(), [1, 0]);
    // A removed breakpoint removes its marks; another run clears both.
    watcher.take(&with(&level, vec![first.clone()], &[]), true);
    assert_eq!(watcher.marks().len(), 1);
    watcher.take(&with(&level, vec![first], &[]), false);
    assert!(watcher.marks().is_empty() && watcher.stops()[0].hits == 0);
}

#[test]
fn differs_stops_at_another_hash() {
    let level = with(&meeting(0), vec![Breakpoint::new("differs", Each::Frame)], &[]);
    let (mut run, mut watcher) = start(&level);
    run.approach((6, 0), || true);
    let mut hashes: Vec<u64> = run.samples().iter().map(|sample| sample.hash).collect();
    run.approach((0, 0), || true);
    watcher.recorded = Some(hashes.clone().into());
    assert_eq!(play(&mut run, &mut watcher, 6), []);
    hashes[4] ^= 1;
    watcher.recorded = Some(hashes.into());
    run.approach((0, 0), || true);
    assert_eq!(play(&mut run, &mut watcher, 6), [(4, 0)]);
}

/// Observation does not change the state.
#[test]
fn watched_run_has_the_same_hashes() {
    let base = meeting(5);
    let breakpoints = CONDITIONS.map(|text| Breakpoint::new(text, Each::Substep)).to_vec();
    let level = with(&base, breakpoints, &CONDITIONS);
    let (mut run, mut watcher) = start(&level);
    watcher.is_shown = true;
    play(&mut run, &mut watcher, 10);
    watcher.show(&mut run);
    let mut plain = Run::new(Arc::new(base)).unwrap();
    (0..10).for_each(|_| plain.step_frame());
    let hashes = |run: &Run| run.samples().iter().map(|sample| sample.hash).collect::<Vec<_>>();
    assert_eq!(hashes(&run), hashes(&plain));
    assert_eq!(run.divergence(), None);
}
