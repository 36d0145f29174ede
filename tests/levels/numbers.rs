//! Substeps and integrators.

use super::support::{FRAMES, Run, level};
use blobsmith::engine::EventKind;
use blobsmith::level::{Integrator, checks};

#[test]
fn level_23_blows_up_and_level_24_does_not() {
    let mut run = Run::new("23-stiff-too-few-substeps");
    let block = run.body("block");
    run.frames(10, |_| ());
    assert!(run.flipped(block) > 0, "torn within ten frames");
    run.frames(FRAMES - 10, |_| ());
    assert_eq!(run.count(EventKind::BlowUp), 1);

    let mut calm = Run::new("24-stiff-enough-substeps");
    calm.frames(FRAMES, |run| assert_eq!(run.flipped(block), 0));
    assert!(calm.world.energy().kinetic < 1e-3);
    // A block 2 high stands on the floor at 0.
    assert!((calm.world.barycentre(block).y - 1.0).abs() < 0.02, "{}", calm.world.barycentre(block));
}

#[test]
fn level_23_is_stable_with_the_substeps_of_the_check() {
    let mut level = level("23-stiff-too-few-substeps");
    let finding = checks::check(&level).remove(0);
    let words = "12 substeps are enough";
    assert!(finding.message.contains(words), "{}", finding.message);
    assert!(level.notes.contains(words), "the notes say the same number");
    level.world.substeps = 12;
    assert_eq!(checks::check(&level), []);
    let mut run = Run::of(level);
    run.frames(FRAMES, |run| assert_eq!(run.flipped(1), 0));
    assert!(run.world.energy().kinetic < 1e-3);
}

/// Smallest and largest total energy over the run, as parts of that at the start; and the one at the end.
fn energy_range(id: &str) -> (f64, f64, f64) {
    let mut run = Run::new(id);
    let start = run.world.energy().total;
    let (mut least, mut most) = (1.0_f64, 1.0_f64);
    run.frames(FRAMES, |run| {
        let part = run.world.energy().total / start;
        (least, most) = (least.min(part), most.max(part));
    });
    (least, most, run.world.energy().total / start)
}

#[test]
fn level_25_explicit_euler_gains_energy_and_the_others_do_not() {
    let (_, _, end) = energy_range("25-orbit-explicit-euler");
    assert!((4.0..7.0).contains(&end), "about fivefold: {end}");
    for id in ["26-orbit-semi-implicit-euler", "27-orbit-verlet"] {
        let (least, most, _) = energy_range(id);
        assert!(least > 0.97 && most < 1.03, "{id}: {least} {most}");
    }
}

#[test]
fn level_27_verlet_equals_semi_implicit_euler() {
    let (mut euler, mut verlet) = (Run::new("26-orbit-semi-implicit-euler"), Run::new("27-orbit-verlet"));
    for _ in 0..FRAMES {
        euler.frames(1, |_| ());
        verlet.frames(1, |_| ());
        for arm in 0..3 {
            let apart = euler.node(arm, 1).distance(verlet.node(arm, 1));
            assert!(apart < 1e-9, "{apart}");
        }
    }
}

#[test]
fn level_48_explicit_euler_tears_its_square() {
    let level = level("48-verlet-beside-euler");
    let twin = level.editor.as_ref().unwrap().twin.clone().unwrap();
    let other = twin.level(&level);
    assert_eq!((level.world.integrator, other.world.integrator), (Integrator::Verlet, Integrator::ExplicitEuler));
    let (mut verlet, mut euler) = (Run::of(level), Run::of(other));
    let start = verlet.world.energy().total;
    let square = verlet.body("spinning square");
    let area = verlet.world.doubled_area(square);
    let (mut narrowest, mut torn) = (area, None);
    verlet.frames(FRAMES, |run| {
        assert!((run.world.energy().total - start).abs() < 0.03 * start, "the scheme keeps it");
        narrowest = narrowest.min(run.world.doubled_area(square));
    });
    assert!(narrowest > 0.9 * area, "the square keeps its form: {narrowest} of {area}");
    euler.frames(FRAMES, |run| {
        if run.world.doubled_area(square) < 0.5 * area {
            torn.get_or_insert(run.world.state().frame);
        }
    });
    assert!(torn.is_some_and(|frame| (200..=300).contains(&frame)), "{torn:?}");
    assert!(euler.world.energy().total > 10.0 * start);
}
