//! Expressions about each part, and the table of parts and frames, against a world that only steps.

use blobsmith::debugger::Run;
use blobsmith::debugger::parts_table::PartsTable;
use blobsmith::debugger::watch::Expression;
use blobsmith::engine::World;
use blobsmith::level::{Level, Place, format, gallery};
use std::sync::Arc;

fn level() -> Level {
    format::read(gallery::level("06-squares-entry-edge").unwrap().text, format::TextFormat::Ron).unwrap()
}

fn table_of(text: &str, run: &Run) -> PartsTable {
    let mut table = PartsTable::default();
    table.want(text, run).unwrap();
    assert!(table.follow(run, || true));
    table
}

fn run(frames: u64) -> Run {
    let mut run = Run::new(Arc::new(level())).unwrap();
    (0..frames).for_each(|_| run.step_frame());
    run
}

#[test]
fn parts_table_has_the_values_of_a_world_that_only_steps() {
    let run = run(40);
    let table = table_of("2 * node.speed", &run);
    let mut world = World::new(&level()).unwrap();
    assert_eq!((table.frames(), table.places().len()), (41, world.layout().node_count));
    for frame in 0..=40 {
        for node in 0..world.layout().node_count {
            assert_eq!(table.value(node, frame), Some(2.0 * world.velocity(node).length()), "frame {frame}");
        }
        world.step_frame();
    }
    assert_eq!(table.value(0, 41), None);
    let second = world.layout().bodies[1].nodes.start;
    assert_eq!((table.places()[0], table.places()[second]), (Place::Node(0, 0), Place::Node(1, 0)));
    for part in 0..table.places().len() {
        let values: Vec<f64> = (0..=40).map(|frame| table.value(part, frame).unwrap()).collect();
        let extremes = table.extremes(part).unwrap();
        let greatest = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        assert_eq!(extremes.greatest.0, greatest);
        assert_eq!(extremes.greatest.1, values.iter().position(|&value| value == greatest).unwrap() as u64);
        assert_eq!(extremes.least.0, values.iter().copied().fold(f64::INFINITY, f64::min));
    }
}

#[test]
fn parts_table_measures_forces_conditions_and_changes_in_slices() {
    let run = run(30);
    for text in ["node.force", "node.speed > 0.1", "change(node.x)", "body.area", "spring.length"] {
        let whole = table_of(text, &run);
        let (mut sliced, mut slices) = (PartsTable::default(), 0);
        sliced.want(text, &run).unwrap();
        loop {
            let mut steps = 0;
            let is_done = sliced.follow(&run, || {
                steps += 1;
                steps < 7
            });
            slices += 1;
            if is_done {
                break;
            }
        }
        assert!(slices > 3, "{text}");
        for part in 0..whole.places().len() {
            for frame in 0..=30 {
                let (a, b) = (whole.value(part, frame).unwrap(), sliced.value(part, frame).unwrap());
                assert_eq!(a.to_bits(), b.to_bits(), "{text} of {part} at {frame}");
            }
        }
    }
    let truth = table_of("node.speed > 0.1", &run);
    let is_truth = |value: f64| value == 0.0 || value == 1.0;
    assert!((0..truth.places().len()).all(|part| is_truth(truth.value(part, 9).unwrap())));
}

#[test]
fn parts_table_starts_anew_when_the_past_changes_and_grows_with_the_run() {
    let mut run = run(20);
    let mut table = table_of("node.y", &run);
    run.step_frame();
    table.want("node.y", &run).unwrap();
    assert!(table.follow(&run, || true));
    assert_eq!(table.frames(), 22);
    run.seek(10);
    run.nudge(Place::Node(0, 0), [0.0, 0.9]).unwrap();
    (0..10).for_each(|_| run.step_frame());
    table.want("node.y", &run).unwrap();
    assert!(table.follow(&run, || true));
    let fresh = table_of("node.y", &run);
    for frame in 0..table.frames() {
        assert_eq!(table.value(0, frame), fresh.value(0, frame), "frame {frame}");
    }
}

#[test]
fn expression_about_each_part_refuses_others_with_its_position() {
    let level = level();
    let error = Expression::each("node.sped", &level).unwrap_err();
    assert_eq!(error.at, 5..9, "{error:?}");
    assert!(error.to_string().contains("speed"), "{error}");
    for wrong in ["energy.total", "max(node.speed)", "node.x, node.y", "", "node.x +"] {
        let error = Expression::each(wrong, &level).unwrap_err();
        assert!(error.at.end <= wrong.len(), "{wrong}: {error:?}");
    }
}

#[test]
fn parts_table_is_written_as_csv() {
    let table = table_of("node.x", &run(2));
    let csv = table.csv([1, 0].into_iter(), |place| place.to_string());
    let lines: Vec<&str> = csv.lines().collect();
    assert_eq!(lines[0], "part,0,1,2");
    assert!(lines[1].starts_with("bodies[0].nodes[1],") && lines[2].starts_with("bodies[0].nodes[0],"), "{csv}");
    assert_eq!(lines[1].split(',').nth(2).unwrap().parse::<f64>().ok(), table.value(1, 1));
}
