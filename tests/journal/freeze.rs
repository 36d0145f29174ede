//! A moment as a level: a run of that level equals the rest of the run.

use crate::straight::{everything, heap, read};
use blobsmith::debugger::{Run, freeze};
use blobsmith::engine::{Hand, Held, World};
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Integrator, Level, Motion, Place};
use serde_json::json;
use std::sync::Arc;

/// Largest difference of positions and velocities in the course of some frames after the moment, and whether all bits were
/// the same.
fn apart(run: &mut Run, level: &Level, frames: u64) -> (f64, bool) {
    let mut world = World::new(level).unwrap();
    let (mut worst, mut is_same) = (0.0_f64, true);
    for _ in 0..=frames {
        let (a, b) = (run.world().state(), world.state());
        let lists = |state: &blobsmith::engine::State| {
            [&state.positions, &state.velocities, &state.disc_positions, &state.disc_velocities].map(Clone::clone)
        };
        for (a, b) in lists(a).iter().flatten().zip(lists(b).iter().flatten()) {
            worst = worst.max((*a - *b).abs().max_element());
            is_same &= a.x.to_bits() == b.x.to_bits() && a.y.to_bits() == b.y.to_bits();
        }
        run.step_frame();
        world.step_frame();
    }
    (worst, is_same)
}

/// `everything` without what depends on time.
fn timeless(integrator: Integrator) -> Level {
    let mut level = everything(integrator);
    level.bodies[1].motion = Motion::Fixed;
    level.discs[3].motion = Motion::Fixed;
    level
}

fn run_to(level: &Level, frames: u64) -> Run {
    let mut run = Run::new(Arc::new(level.clone())).unwrap();
    (0..frames).for_each(|_| run.step_frame());
    run
}

#[test]
fn frozen_level_without_paths_continues_with_the_same_bits() {
    for integrator in [Integrator::SemiImplicitEuler, Integrator::ExplicitEuler] {
        let mut run = run_to(&timeless(integrator), 12);
        run.set("world.gravity", &json!([0.0, -0.01])).unwrap();
        run.set("bodies[0].nodes[0].pinned", &json!(true)).unwrap();
        run.nudge(Place::Body(0), [0.05, 0.0]).unwrap();
        (0..5).for_each(|_| run.step_frame());
        let frozen = freeze::freeze(&run).unwrap();
        assert_eq!(frozen.remarks, [] as [String; 0]);
        assert_eq!(frozen.level.world.gravity, [0.0, -0.01]);
        assert!(frozen.level.bodies[0].nodes[0].pinned);
        // It survives the file, too.
        let text = format::write(&frozen.level, TextFormat::Ron);
        let read = format::read(&text, TextFormat::Ron).unwrap();
        assert_eq!(read, frozen.level);
        assert_eq!(apart(&mut run, &read, 40), (0.0, true), "{integrator:?}");
    }
}

#[test]
fn frozen_level_under_verlet_differs_by_rounding_only() {
    let mut level = timeless(Integrator::Verlet);
    // Without contacts, which amplify rounding: only the conversion is tested.
    level.world.gravity = [0.0, 0.0];
    level.discs.clear();
    let mut run = run_to(&level, 10);
    let frozen = freeze::freeze(&run).unwrap();
    let (worst, _) = apart(&mut run, &frozen.level, 20);
    assert!(worst < 1e-12, "{worst}");
}

#[test]
fn frozen_level_continues_driven_paths() {
    for frames in [5, 7, 13, 20, 33] {
        let mut level = everything(Integrator::SemiImplicitEuler);
        level.world.gravity = [0.0, 0.0];
        level.bodies.truncate(2);
        level.discs.remove(1);
        level.discs.remove(0);
        let mut run = run_to(&level, frames);
        let frozen = freeze::freeze(&run).unwrap();
        assert!(frozen.remarks.is_empty(), "{:?}", frozen.remarks);
        // Rounding of the points, and of the square that lies on the lift.
        let (worst, _) = apart(&mut run, &frozen.level, 45);
        assert!(worst < 1e-9, "frame {frames}: {worst}");
    }
}

#[test]
fn freeze_rotates_or_subdivides_path_points() {
    let level = read(
        "(format: 1, discs: [(position: (1, 1), radius: 1,
            motion: Driven((points: [(0, 0), (1, 0), (1, 1), (0, 1)], period: 40)))])",
    );
    let points = |frames| {
        let frozen = freeze::freeze(&run_to(&level, frames)).unwrap();
        assert!(frozen.remarks.is_empty());
        let Motion::Driven(path) = frozen.level.discs[0].motion.clone() else { panic!("it is driven") };
        (frozen.level.discs[0].position, path.points)
    };
    assert_eq!(points(10), ([2.0, 1.0], vec![[0.0, 0.0], [0.0, 1.0], [-1.0, 1.0], [-1.0, 0.0]]));
    // Half way along the first leg: every leg in two.
    let (at, halves) = points(5);
    assert_eq!((at, halves.len()), ([1.5, 1.0], 8));
    assert_eq!(&halves[..4], [[0.0, 0.0], [0.5, 0.0], [0.5, 0.5], [0.5, 1.0]]);
    assert_eq!(points(40).1, vec![[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
}

#[test]
fn freeze_reports_a_path_phase_between_points() {
    let mut level = read(
        "(format: 1, discs: [(position: (1, 1), radius: 1,
            motion: Driven((points: [(0, 0), (1, 0)], period: 1)))])",
    );
    let Motion::Driven(path) = &mut level.discs[0].motion else { panic!("it is driven") };
    path.period = 10.0 * 2f64.sqrt();
    let mut run = run_to(&level, 3);
    let frozen = freeze::freeze(&run).unwrap();
    assert!(frozen.remarks[0].contains("The path of discs[0] starts between two points"), "{:?}", frozen.remarks);
    let (worst, _) = apart(&mut run, &frozen.level, 20);
    assert!(worst < 1e-2 && worst > 0.0, "{worst}");
}

#[test]
fn freeze_reports_state_that_a_level_cannot_hold() {
    let mut run = run_to(&heap(), 60);
    run.step_substep();
    run.set_hand(Some(Hand { held: Held::Disc(3), target: [0.0, 0.0], stiffness: 0.1, damping: 0.0 }));
    let frozen = freeze::freeze(&run).unwrap();
    let all = frozen.remarks.join("\n");
    for words in ["The hand releases disc 3.", "sleeping discs start awake", "1 of 4 substeps later"] {
        assert!(all.contains(words), "{all}");
    }
}

#[test]
fn freeze_refuses_a_blown_up_body() {
    let mut level = everything(Integrator::ExplicitEuler);
    level.bodies[0].springs[0].stiffness = 1e12;
    level.world.bounds = None;
    let run = run_to(&level, 100);
    assert!(run.world().state().blown_up[0], "the stiff spring blows up");
    let error = freeze::freeze(&run).unwrap_err();
    assert_eq!(error.place, "bodies[0]");
}
