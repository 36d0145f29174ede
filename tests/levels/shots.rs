//! Fast shots, the heap, two thousand discs, wedges.

use super::support::{FRAMES, Run, level};
use blobsmith::engine::EventKind;
use blobsmith::engine::trace::DiscImpact;
use blobsmith::geometry::DVec2;
use blobsmith::level::{Disc, DiscMethod};

/// Whether a disc of the fast shots is in the room where it began, with all of its radius.
fn is_at_home(run: &Run, disc: usize) -> bool {
    let out = (run.disc(disc) - DVec2::from(run.level.discs[disc].position)).abs();
    out.x <= 1.5 - 0.1 + 1e-9 && out.y <= 1.4 - 0.1 + 1e-9
}

#[test]
fn level_36_swept_shots_never_leave_their_room() {
    let mut run = Run::new("36-fast-shots-swept");
    // Radii in a substep of 1/16.
    let speeds: Vec<f64> =
        run.level.discs.iter().map(|disc| DVec2::from(disc.velocity).length() / 16.0 / disc.radius).collect();
    for (speed, radii) in speeds.iter().zip([1.0, 1.0, 10.0, 10.0, 100.0, 100.0, 1000.0, 1000.0]) {
        assert!((speed / radii - 1.0).abs() < 1e-5, "{speed}");
    }
    for _ in 0..FRAMES * 16 {
        run.world.step_substep();
        for (disc, start) in speeds.iter().enumerate() {
            assert!(is_at_home(&run, disc), "disc {disc} is at {}", run.disc(disc));
            let speed = run.disc_velocity(disc).length() / 16.0 / 0.1;
            assert!((speed / start - 1.0).abs() < 1e-9, "a wall gives all back");
        }
    }
}

/// A straight line of 100 through a room of 2.8 by 2.6 (for the centre) crosses 100·cos/2.8 + 100·sin/2.6 walls.
#[test]
fn level_36_fastest_shot_bounces_as_often_as_geometry_says() {
    let mut run = Run::new("36-fast-shots-swept");
    let mut counts = [0; 8];
    for _ in 0..160 {
        for event in run.traced_substep() {
            assert_eq!(event.kind, DiscImpact::Segment);
            counts[event.disc] += 1;
        }
    }
    for disc in [6, 7] {
        let velocity = DVec2::from(run.level.discs[disc].velocity) / 16.0;
        let expected = 160.0 * (velocity.x.abs() / 2.8 + velocity.y.abs() / 2.6);
        assert!((f64::from(counts[disc]) - expected).abs() < 3.0, "{} {expected}", counts[disc]);
        assert!((40.0..60.0).contains(&(expected / 160.0)));
    }
}

#[test]
fn level_37_discrete_shots_leave_their_room() {
    let mut discrete = level("37-fast-shots-discrete");
    let mut swept = level("36-fast-shots-swept");
    (discrete.name, discrete.notes) = (String::new(), String::new());
    (swept.name, swept.notes) = (String::new(), String::new());
    swept.world.discs = DiscMethod::Discrete;
    assert!(discrete == swept, "only the method differs");
    let mut run = Run::of(discrete);
    run.frames(FRAMES, |_| ());
    let at_home: Vec<bool> = (0..8).map(|disc| is_at_home(&run, disc)).collect();
    assert_eq!(at_home, [true, true, true, true, true, true, false, false]);
}

#[test]
fn level_38_plastic_heap_is_bounded_and_reported() {
    let mut run = Run::new("38-zeno-heap");
    let mut worst = 0;
    while run.world.time() < 100.0 {
        let before = run.world.contact_count();
        run.traced_substep();
        worst = worst.max(run.world.contact_count() - before);
    }
    // 60 discs, each stopped after twice 64 impacts at one moment, and few have more than one such moment.
    assert!(worst < 2 * 64 * 60, "{worst} contacts in a substep");
    assert!(run.count(EventKind::ManyImpacts) > 0);
    assert!(run.events.iter().all(|event| event.kind == EventKind::ManyImpacts));
    run.frames(500, |_| ());
    let (_, energy) = run.momentum_and_energy(&run.free_discs());
    assert!(energy < 1e-6, "the heap is not at rest: {energy}");
    for disc in run.free_discs() {
        let at = run.disc(disc);
        assert!(at.x.abs() <= 5.0 && at.y > -0.8, "{at}");
        for other in 0..disc {
            // Ignored impacts let a heap contract a little.
            assert!(at.distance(run.disc(other)) > 0.6 - 1e-4, "{disc} and {other} lie apart");
        }
    }
}

#[test]
fn elastic_heap_has_no_events() {
    let mut level = level("38-zeno-heap");
    level.discs.iter_mut().for_each(|disc| disc.restitution = 1.0);
    level.obstacles.iter_mut().for_each(|obstacle| obstacle.restitution = 1.0);
    let mut run = Run::of(level);
    run.frames(100, |_| ());
    assert_eq!(run.events, []);
}

/// Equipartition: in two dimensions the kinetic energies of one kind are spread exponentially, so the mean over n discs
/// at one moment has a standard deviation of mean/√n, 4.5 % for 500. Over 25 moments that are apart by several
/// impacts a disc it is 0.9 %, and that of the ratio of light and heavy 1.03 %; five of that are allowed.
#[test]
fn level_39_light_and_heavy_discs_have_equal_mean_energy() {
    let mut run = Run::new("39-two-thousand-discs");
    let of_mass = |mass: f64| -> Vec<usize> {
        run.level.discs.iter().enumerate().filter(|(_, disc)| disc.mass == mass).map(|(i, _)| i).collect()
    };
    let (light, heavy) = (of_mass(1.0), of_mass(4.0));
    assert_eq!((light.len(), heavy.len()), (1500, 500));
    let all = run.free_discs();
    let (_, start) = run.momentum_and_energy(&all);
    let resting = |disc: &Disc| disc.mass == 4.0 && disc.velocity == [0.0, 0.0];
    assert_eq!(run.level.discs.iter().filter(|disc| resting(disc)).count(), 500);
    let mean = |run: &Run, discs: &[usize]| run.momentum_and_energy(discs).1 / discs.len() as f64;
    run.frames(100, |_| ());
    let mut sums = [0.0, 0.0];
    for _ in 0..25 {
        run.frames(20, |_| ());
        sums[0] += mean(&run, &light);
        sums[1] += mean(&run, &heavy);
    }
    let ratio = sums[1] / sums[0];
    assert!((ratio - 1.0).abs() < 0.05, "heavy over light: {ratio}");
    let (_, end) = run.momentum_and_energy(&all);
    assert!((end / start - 1.0).abs() < 1e-12, "{start} {end}");
    for disc in all {
        let (at, radius) = (run.disc(disc).abs(), run.level.discs[disc].radius);
        assert!(at.x <= 25.2 - radius + 1e-9 && at.y <= 20.2 - radius + 1e-9, "{at}");
    }
}

/// Unfolded, the path through a wedge of 180°/n is a straight line that turns by 180° about the tip, and crosses a side
/// every 180°/n: n bounces, and for even n it goes out the way it came.
#[test]
fn level_41_wedge_of_180_by_n_takes_n_bounces() {
    let mut run = Run::new("41-several-collisions");
    let in_wedge = |x: f64| x < 0.0;
    let mut counts = [0; 12];
    let mut most = [0; 12];
    // 26 frames there and back: from 3 to the tips at -6.4 it is 7.2 frames.
    for _ in 0..12 {
        let mut now = [0; 12];
        for event in run.traced_substep() {
            if in_wedge(event.point.x) {
                now[event.disc] += 1;
            }
        }
        for disc in 0..12 {
            counts[disc] += now[disc];
            most[disc] = most[disc].max(now[disc]);
        }
    }
    assert_eq!(counts, [2, 2, 2, 4, 4, 4, 6, 6, 6, 10, 10, 10]);
    assert!(most[9..].iter().all(|&most| most >= 4), "in one step: {most:?}");
    for disc in 0..12 {
        let velocity = run.disc_velocity(disc);
        assert!((velocity - DVec2::new(1.3, 0.0)).length() < 1e-5, "disc {disc} comes out with {velocity}");
    }
    run.frames(FRAMES, |run| {
        for disc in 0..12 {
            assert!((run.disc_velocity(disc).length() - 1.3).abs() < 1e-9);
        }
    });
}

/// Mirroring in straight walls one after the other is what a path between them does, so 003's static resolution comes to
/// the same where its passes suffice.
#[test]
fn level_41_discrete_discs_equal_swept_ones_with_eight_passes() {
    let mut discrete = level("41-several-collisions");
    discrete.world.discs = DiscMethod::Discrete;
    let (mut discrete, mut swept) = (Run::of(discrete), Run::new("41-several-collisions"));
    for _ in 0..30 {
        discrete.frames(1, |_| ());
        swept.frames(1, |_| ());
        for disc in 0..12 {
            let apart = discrete.disc(disc).distance(swept.disc(disc));
            assert!(apart < 1e-9, "disc {disc}: {apart}");
        }
    }
}
