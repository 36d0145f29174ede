//! Container, stack and pile.

use super::support::{FRAMES, Run, level};
use blobsmith::geometry::DVec2;
use blobsmith::level::shapes::{Material, Rectangle};

/// Whether every node of every body but the first is in the box, give or take `slack`.
fn all_inside(run: &Run, min: DVec2, max: DVec2, slack: f64) -> bool {
    (1..run.level.bodies.len())
        .flat_map(|body| run.nodes(body))
        .all(|point| point.cmpge(min - DVec2::splat(slack)).all() && point.cmple(max + DVec2::splat(slack)).all())
}

#[test]
fn level_14_blobs_stay_in_the_container() {
    let mut run = Run::new("14-container");
    let half = DVec2::new(5.5, 3.5);
    run.frames(FRAMES, |run| assert!(all_inside(run, -half, half, 0.05)));
    assert!(run.world.energy().kinetic < 0.01, "{}", run.world.energy().kinetic);
}

#[test]
fn level_16_pile_stays_in_its_container() {
    let mut run = Run::new("16-pile-of-100");
    assert_eq!(run.level.bodies.len(), 101);
    run.frames(FRAMES, |run| assert!(all_inside(run, DVec2::new(-6.0, 0.0), DVec2::new(6.0, 11.0), 0.05)));
    // 100 blobs of 8 masses of 0.2: the fall from 5 on average leaves 0.02 a unit and mass.
    assert!(run.world.energy().kinetic < 0.1, "{}", run.world.energy().kinetic);
}

/// How far each brick's barycentre is from where it began, in file order.
fn shifts(run: &mut Run) -> Vec<DVec2> {
    let places = |run: &Run| (1..run.level.bodies.len()).map(|body| run.world.barycentre(body)).collect::<Vec<_>>();
    let before = places(run);
    run.frames(FRAMES, |_| ());
    places(run).iter().zip(before).map(|(after, before)| *after - before).collect()
}

#[test]
fn level_15_stack_stands() {
    let shifts = shifts(&mut Run::new("15-stack"));
    assert_eq!(shifts.len(), 5);
    for (brick, shift) in shifts.iter().enumerate() {
        // A brick is 1.2 high, and the steps are 0.4 wide.
        assert!(shift.x.abs() < 0.4 && shift.y.abs() < 0.15, "brick {brick}: {shift}");
    }
}

#[test]
fn tower_of_equal_bricks_falls() {
    let mut level = level("15-stack");
    let brick = Rectangle {
        columns: 5,
        rows: 3,
        cell: [0.4, 0.4],
        brace: true,
        material: Material::default().springy(12.0, 0.6).touching(0.0, 0.7),
        ..Rectangle::default()
    };
    for (i, body) in level.bodies.iter_mut().skip(1).enumerate() {
        *body = brick.body().translated([0.0, 0.6 + 1.2 * i as f64]);
    }
    let shifts = shifts(&mut Run::of(level));
    assert!(shifts.iter().any(|shift| shift.y < -1.0), "{shifts:?}");
}
