//! The event log against a world that only steps, and its search against a scan of all entries.

use blobsmith::debugger::diagnosis::{Problem, diagnose};
use blobsmith::debugger::event_log::{EventLog, EventQuery, EventSort, FoundEvents, LoggedEvent, LoggedKind};
use blobsmith::debugger::{Run, moment};
use blobsmith::engine::{EventKind, World};
use blobsmith::level::{Level, Place, format, gallery};
use std::sync::Arc;

fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, format::TextFormat::Ron).unwrap()
}

fn run_of(level: Level, frames: u64) -> Run {
    let mut run = Run::new(Arc::new(level)).unwrap();
    (0..frames).for_each(|_| run.step_frame());
    run
}

fn log_of(run: &Run) -> EventLog {
    let mut log = EventLog::default();
    assert!(log.follow(run, || true));
    log
}

/// NaN as a number, so that entries can be compared.
fn known(event: &LoggedEvent) -> LoggedEvent {
    let number = |value: f64| if value.is_nan() { -1e300 } else { value };
    LoggedEvent { impulse: number(event.impulse), friction: number(event.friction), ..*event }
}

fn all(log: &EventLog) -> Vec<LoggedEvent> {
    log.events().iter().map(known).collect()
}

#[test]
fn event_log_has_every_contact_of_a_world_that_only_steps() {
    for id in ["06-squares-entry-edge", "15-stack", "65-goal"] {
        let level = level(id);
        let mut world = World::new(&level).unwrap();
        world.set_contact_recording(true);
        (0..90).for_each(|_| world.step_frame());
        let (contacts, sensors) = (world.take_contacts(), world.take_sensor_events());
        let log = log_of(&run_of(level, 90));
        let logged: Vec<_> = log.events().iter().filter(|event| !event.impulse.is_nan()).collect();
        assert!(!contacts.is_empty(), "{id}");
        assert_eq!(logged.len(), contacts.len(), "{id}");
        for (event, record) in logged.iter().zip(&contacts) {
            assert_eq!(event.moment, (record.frame, record.substep));
            assert_eq!((event.part, event.other), (record.moving, Some(record.other)));
            assert_eq!((event.impulse, event.friction), (record.impulse, record.friction));
        }
        let of_sensors = [LoggedKind::Entered, LoggedKind::Left];
        let count = log.events().iter().filter(|event| of_sensors.contains(&event.kind)).count();
        assert_eq!(count, sensors.len(), "{id}");
        assert!(log.events().is_sorted_by_key(|event| event.moment), "{id}");
    }
}

/// The squares first touch in the substep from 1.9 to 1.10.
#[test]
fn event_log_has_the_visited_part_of_a_frame() {
    let mut run = run_of(level("04-squares-distance"), 1);
    assert_eq!(log_of(&run).events(), []);
    assert!(run.approach((1, 10), || true));
    let mut log = log_of(&run);
    let first = all(&log);
    assert_eq!(first[0].moment, (1, 9));
    run.step_frame();
    assert!(log.follow(&run, || true));
    assert_eq!(log.events().len(), log_of(&run).events().len(), "no event twice");
    assert_eq!(all(&log)[..first.len()], first);
}

#[test]
fn event_log_in_slices_and_along_a_growing_run_is_the_same() {
    let mut run = run_of(level("06-squares-entry-edge"), 0);
    let mut log = EventLog::default();
    for frame in 0..60 {
        run.step_frame();
        let mut left = if frame % 3 == 0 { 0 } else { 9 };
        log.follow(&run, || {
            left -= 1;
            left >= 0
        });
        // The run itself may be anywhere.
        if frame % 7 == 0 {
            run.seek(frame / 2);
            run.seek(frame + 1);
        }
    }
    while !log.follow(&run, || true) {}
    assert_eq!(all(&log), all(&log_of(&run)));
}

#[test]
fn event_log_forgets_what_a_changed_past_invalidates() {
    let mut run = run_of(level("06-squares-entry-edge"), 60);
    let mut log = log_of(&run);
    let before = all(&log);
    run.seek(20);
    run.nudge(Place::Node(0, 0), [0.4, 0.9]).unwrap();
    (0..40).for_each(|_| run.step_frame());
    assert!(log.follow(&run, || true));
    let after = all(&log);
    let early = |list: &[LoggedEvent]| list.iter().filter(|event| event.moment.0 < 20).copied().collect::<Vec<_>>();
    assert_eq!(early(&before), early(&after));
    assert_ne!(before, after);
    let inputs: Vec<_> = after.iter().filter(|event| event.kind == LoggedKind::Input).collect();
    assert_eq!(
        inputs.iter().map(|event| (event.moment, event.part)).collect::<Vec<_>>(),
        [((20, 0), Place::Node(0, 0))]
    );
    assert_eq!(after, all(&log_of(&run)));
}

fn found(log: &EventLog, query: &EventQuery, level: &Level) -> Vec<LoggedEvent> {
    let mut found = FoundEvents::default();
    found.update(log, query, level);
    found.rows().iter().map(|&row| log.events()[row as usize]).collect()
}

#[test]
fn event_search_filters_and_sorts_as_a_scan_does() {
    let level = level("15-stack");
    let log = log_of(&run_of(level.clone(), 90));
    let events = log.events();
    let plain = EventQuery::default();
    assert_eq!(found(&log, &plain, &level).len(), events.len());
    let frames = EventQuery { from: 30, to: Some(40), ..plain.clone() };
    assert!(found(&log, &frames, &level).iter().all(|event| (30..=40).contains(&event.moment.0)));
    let by_size = EventQuery { sort: EventSort::Impulse, least_impulse: 1e-3, ..plain.clone() };
    let sizes: Vec<f64> = found(&log, &by_size, &level).iter().map(|event| event.impulse).collect();
    assert!(sizes.len() > 3 && sizes.is_sorted_by(|a, b| a >= b) && sizes.iter().all(|size| size.abs() >= 1e-3));
    let reversed: Vec<f64> =
        found(&log, &EventQuery { is_reversed: true, ..by_size }, &level).iter().map(|event| event.impulse).collect();
    assert!(reversed.is_sorted());
    let of_body = EventQuery { parts: vec![Place::Body(1)], ..plain.clone() };
    let is_about = |event: &LoggedEvent| event.places().any(|place| place.body() == Some(1));
    assert_eq!(found(&log, &of_body, &level).len(), events.iter().filter(|event| is_about(event)).count());
    let words = EventQuery { text: "node 0".to_owned(), ..plain.clone() };
    let is_node = |event: &LoggedEvent| event.places().any(|place| matches!(place, Place::Node(_, 0)));
    let expected = events.iter().filter(|event| is_node(event)).count();
    assert!(expected > 0);
    assert_eq!(found(&log, &words, &level).iter().filter(|event| is_node(event)).count(), expected);
    let hidden = EventQuery { hidden: LoggedKind::ALL.to_vec(), ..plain };
    assert!(found(&log, &hidden, &level).is_empty());
}

#[test]
fn event_search_of_a_growing_log_has_each_row_once() {
    let mut run = run_of(level("15-stack"), 30);
    let level = run.level().clone();
    let (mut log, mut rows) = (EventLog::default(), FoundEvents::default());
    let query = EventQuery { sort: EventSort::Impulse, ..EventQuery::default() };
    for _ in 0..4 {
        (0..15).for_each(|_| run.step_frame());
        log.follow(&run, || true);
        rows.update(&log, &query, &level);
    }
    let mut fresh = FoundEvents::default();
    fresh.update(&log, &query, &level);
    assert_eq!(rows.rows(), fresh.rows());
    let csv = rows.csv(&log, &run);
    assert_eq!(csv.lines().count(), log.events().len() + 1);
    assert!(csv.starts_with("moment,frame,substep,kind,part,other,impulse [m·l/t],friction [m·l/t]\n"));
}

/// The engine finds a collapse when it computes the gas of the next substep.
#[test]
fn collapse_has_the_same_moment_in_events_and_diagnosis() {
    for id in ["51-flattened-tent", "52-too-much-gas"] {
        let level = level(id);
        let found = diagnose(&level, 60, |_| true).unwrap();
        let mut all = found.problems.iter().chain(&found.consequences);
        let first = all.find(|diagnosed| diagnosed.problem == Problem::Collapse).unwrap().first;
        let diagnosed = moment::after((first.frame, first.substep), level.world.substeps);
        let run = run_of(level, 60);
        let event = run.events().iter().find(|event| event.kind == EventKind::Collapsed).unwrap();
        assert_eq!(run.moment_of(event), diagnosed, "{id}");
        let log = log_of(&run);
        let is_collapse = |event: &&LoggedEvent| event.kind == LoggedKind::Failure(EventKind::Collapsed);
        assert_eq!(log.events().iter().find(is_collapse).unwrap().visible_at(&run), diagnosed, "{id}");
        let visible = log.events().iter().map(|event| event.visible_at(&run));
        assert!(visible.is_sorted(), "{id}");
    }
}
