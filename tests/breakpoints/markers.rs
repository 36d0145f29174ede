//! Visits of markers that are shorter than a frame: every way to evaluate an expression counts them once.

use crate::support::{play, start};
use blobsmith::debugger::breakpoints::{Value, Watcher};
use blobsmith::debugger::expect::{self, ExpectationVerdict};
use blobsmith::debugger::quantities::Series;
use blobsmith::debugger::search::{FirstMoment, Search};
use blobsmith::debugger::sweep::{Axis, CellOutcome, Measure, Sweep};
use blobsmith::debugger::trial::FirstTrue;
use blobsmith::debugger::{Expression, Run, Survey};
use blobsmith::level::*;
use std::sync::Arc;

const ENTERED: &str = "entered(\"goal\", \"ball\")";
const LEFT: &str = "left(\"goal\", \"ball\")";
/// Another marker, entered in the next frame.
const LATER: &str = "entered(\"later\", \"ball\")";

/// Four substeps per frame. The ball moves by 4 in each: it is in the goal (6 to 10) after the second substep only, at 8, and in
/// “later” (22 to 26) after the sixth, at 24. Frames end at 16, 32, 48 …
fn flight() -> Level {
    let ball = Disc {
        name: "ball".to_owned(),
        velocity: [16.0, 0.0],
        radius: 0.25,
        motion: Motion::Dynamic,
        ..Disc::default()
    };
    let goal = Marker {
        id: "marker-0".to_owned(),
        name: "goal".to_owned(),
        shape: MarkerShape::Rect([6.0, -1.0], [10.0, 1.0]),
        tags: Vec::new(),
        properties: Properties::default(),
    };
    let shape = MarkerShape::Rect([22.0, -1.0], [26.0, 1.0]);
    let later = Marker { id: "marker-1".to_owned(), name: "later".to_owned(), shape, ..goal.clone() };
    let mut level = Level { discs: vec![ball], markers: vec![goal, later], ..Level::default() };
    (level.world.gravity, level.world.substeps, level.world.frame_time) = ([0.0; 2], 4, 1.0);
    level
}

fn with(breakpoints: &[(&str, Each)], watches: &[&str]) -> Level {
    let mut level = flight();
    let extra = level.editor.get_or_insert_default();
    extra.breakpoints = breakpoints.iter().map(|(text, each)| Breakpoint::new(*text, *each)).collect();
    extra.watches = watches.iter().map(|&text| text.to_owned()).collect();
    level
}

#[test]
fn only_entries_and_exits_of_markers_need_every_substep() {
    let mut level = flight();
    let collision = CollisionFilter { sensor: true, ..CollisionFilter::default() };
    let shape = ObstacleShape::Circle { center: [8.0, 0.0], radius: 1.5 };
    level.obstacles = vec![Obstacle { name: "gate".to_owned(), shape, collision, ..Obstacle::default() }];
    for (text, needs) in [
        (ENTERED, true),
        ("frame > 3 or left(\"marker-0\", disc(0))", true),
        ("inside(\"goal\", \"ball\")", false),
        ("entered(\"gate\", \"ball\")", false),
        ("changed(frame)", false),
    ] {
        assert_eq!(Expression::new(text, &level).unwrap().needs_substeps(), needs, "{text}");
        level.editor = with(&[(text, Each::Frame)], &[]).editor;
        let (_, watcher) = start(&level);
        assert_eq!(watcher.wants_substeps(), needs, "{text}");
    }
}

#[test]
fn breakpoint_stops_once_for_a_visit_within_a_frame() {
    for (each, moments) in [(Each::Frame, [(1, 0), (1, 0), (2, 0)]), (Each::Substep, [(0, 2), (0, 3), (1, 2)])] {
        for (text, moment) in [ENTERED, LEFT, LATER].into_iter().zip(moments) {
            let level = with(&[(text, each)], &[]);
            let (mut run, mut watcher) = start(&level);
            assert_eq!(play(&mut run, &mut watcher, 6), [moment], "{each:?}: {text}");
            assert_eq!(watcher.stops()[0].hits, 1);
        }
    }
}

/// A run that continues from the middle of frame 1, after the entry into “later” or before it.
#[test]
fn breakpoint_counts_the_substeps_of_a_frame_that_was_entered_by_a_jump() {
    for substep in 1..4 {
        let level = with(&[(LATER, Each::Frame)], &[]);
        let (mut run, mut watcher) = start(&level);
        run.approach((1, substep), || true);
        assert_eq!(play(&mut run, &mut watcher, 6), [(2, 0)], "from substep {substep}");
        run.approach((1, substep), || true);
        assert_eq!(play(&mut run, &mut watcher, 6), [(2, 0)], "again from substep {substep}");
    }
}

#[test]
fn watches_show_the_same_while_playing_and_after_scrubbing() {
    let level = with(&[], &[ENTERED, LATER, "previous(entered(\"goal\", \"ball\"))"]);
    let (mut run, mut watcher) = start(&level);
    watcher.is_shown = true;
    assert!(watcher.wants_substeps());
    let expected = |frame: u64| [frame == 1, frame == 2, frame == 2].map(|is_true| Some(Value::Truth(is_true)));
    let shown = |run: &mut Run, watcher: &mut Watcher| {
        watcher.show(run);
        watcher.watches().iter().map(|row| row.value()).collect::<Vec<_>>()
    };
    assert_eq!(shown(&mut run, &mut watcher), expected(0));
    for frame in 1..6 {
        play(&mut run, &mut watcher, frame);
        assert_eq!(shown(&mut run, &mut watcher), expected(frame), "at frame {frame}");
    }
    for moment in [(5, 0), (2, 0), (1, 0), (4, 3), (2, 1), (1, 3), (0, 0), (3, 0), (2, 0)] {
        run.approach(moment, || true);
        assert_eq!(shown(&mut run, &mut watcher), expected(moment.0), "back at {moment:?}");
        assert_eq!(run.moment(), moment);
    }
}

#[test]
fn search_finds_a_visit_within_a_frame() {
    let level = flight();
    let mut run = Run::new(Arc::new(level.clone())).unwrap();
    (0..6).for_each(|_| run.step_frame());
    for (text, each, moment) in
        [(ENTERED, Each::Frame, (1, 0)), (LATER, Each::Frame, (2, 0)), (LATER, Each::Substep, (1, 2))]
    {
        let condition = Expression::condition(text, &level).unwrap();
        let mut search = Search::new(&run, condition.clone(), each, None);
        assert_eq!(search.go_on(|| true), Some(&FirstMoment::First(moment)), "{each:?}: {text}");
        assert_eq!(FirstTrue::new(&level, &condition, each, 6).unwrap().find(), Some(moment));
    }
}

#[test]
fn plots_count_a_visit_within_a_frame_in_slices_too() {
    let level = flight();
    let mut run = Run::new(Arc::new(level.clone())).unwrap();
    (0..5).for_each(|_| run.step_frame());
    let of = |text: &str| Series::watch(text, &level).unwrap();
    let numbers = |survey: &Survey, text: &str| survey.numbers(&of(text).key).unwrap().values().to_vec();
    let (entered, later) = ([0.0, 1.0, 0.0, 0.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0, 0.0, 0.0]);
    // A second series is requested after so many substeps, so the frame in progress is opened again.
    for late in 1..20 {
        let mut survey = Survey::default();
        survey.want(&[of(LATER)]);
        let mut left = late;
        survey.follow(&run, || {
            left -= 1;
            left >= 0
        });
        survey.want(&[of(LATER), of(ENTERED)]);
        assert!(survey.follow(&run, || true));
        assert_eq!(
            (&numbers(&survey, LATER)[..], &numbers(&survey, ENTERED)[..]),
            (&later[..], &entered[..]),
            "{late}"
        );
    }
}

#[test]
fn plots_forget_where_a_marker_was() {
    let mut level = flight();
    let mut run = Run::new(Arc::new(level.clone())).unwrap();
    (0..5).for_each(|_| run.step_frame());
    let mut survey = Survey::default();
    for (x, frame) in [(6.0, 1), (22.0, 2), (38.0, 3)] {
        level.markers[0].shape = MarkerShape::Rect([x, -1.0], [x + 4.0, 1.0]);
        assert!(run.relabel(&Arc::new(level.clone())), "a marker does not change the run");
        let series = Series::watch(ENTERED, &level).unwrap();
        survey.want(std::slice::from_ref(&series));
        assert!(survey.follow(&run, || true));
        let found: Vec<f64> = survey.numbers(&series.key).unwrap().values().to_vec();
        assert_eq!(found, (0..6).map(|at| f64::from(at == frame)).collect::<Vec<_>>(), "the marker is at {x}");
    }
}

#[test]
fn sweep_counts_a_visit_within_a_frame_once() {
    let level = Arc::new(flight());
    // At a quarter of the speed the ball is in the goal after substeps 6 to 10: it enters in frame 1 and leaves in frame 2.
    let axes = vec![Axis::parse("discs[0].velocity[0]=4,16").unwrap()];
    let texts = [ENTERED, "first: entered(\"goal\", \"ball\")", "first: left(\"goal\", \"ball\")"];
    let measures = texts.iter().map(|text| Measure::parse(text, &level, None).unwrap()).collect();
    let sweep = Sweep::new(level, axes, measures, 6).unwrap();
    assert_eq!(sweep.run(0, || true), Some(CellOutcome::Measured(vec![1.0, 2.0, 3.0])));
    assert_eq!(sweep.run(1, || true), Some(CellOutcome::Measured(vec![1.0, 1.0, 1.0])));
    assert_eq!(sweep.went_wrong(1, || true).unwrap().unwrap().moment, (1, 0));
}

#[test]
fn expectation_is_violated_by_a_visit_within_a_frame() {
    let never = Expectation { holds: Holds::Never, condition: ENTERED.to_owned(), each: Each::Frame, frames: 6 };
    let late = Expectation { condition: format!("{LATER} and frame != 2"), ..never.clone() };
    let verdicts = expect::judge(&flight(), &[never, late], |_| true).unwrap().unwrap();
    assert!(matches!(verdicts[0], ExpectationVerdict::Unmet { at: (1, 0), .. }), "{verdicts:?}");
    assert_eq!(verdicts[1], ExpectationVerdict::Met);
}
