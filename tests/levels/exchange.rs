//! Cradle, break, bumpers, bat, by 002's formulas.

use super::support::{FRAMES, Run, level};
use blobsmith::engine::trace::DiscImpact;
use blobsmith::geometry::DVec2;
use blobsmith::level::Motion;

/// 002 §1.iii for equal masses: speeds are swapped, so at each moment as many discs move as came in, at exactly the
/// speed they came with.
#[test]
fn level_32_cradle_transfers_speeds_exactly() {
    let mut run = Run::new("32-newtons-cradle");
    let lane = |run: &Run, y: f64| -> Vec<usize> {
        (0..run.level.discs.len()).filter(|&disc| run.level.discs[disc].position[1] == y).collect()
    };
    let (first, second, third) = (lane(&run, 3.0), lane(&run, 0.0), lane(&run, -3.0));
    assert_eq!([first.len(), second.len(), third.len()], [6, 7, 6]);
    let mut turns = 0;
    let mut last = vec![0.125];
    run.frames(FRAMES, |run| {
        let moving = |discs: &[usize]| -> Vec<f64> {
            discs.iter().map(|&disc| run.disc_velocity(disc)).filter(|v| *v != DVec2::ZERO).map(|v| v.x).collect()
        };
        for (discs, count) in [(&first, 1), (&second, 2)] {
            let speeds = moving(discs);
            assert_eq!(speeds.len(), count, "{speeds:?}");
            assert!(speeds.iter().all(|speed| speed.abs() == 0.125), "{speeds:?}");
        }
        turns += usize::from(moving(&first) != last);
        last = moving(&first);
        assert!((0..run.level.discs.len()).all(|disc| run.disc_velocity(disc).y == 0.0));
        // Mass 3 and speed 1/8: energy 3/128, without losses.
        let (_, energy) = run.momentum_and_energy(&third);
        assert!((energy - 3.0 / 128.0).abs() < 1e-15, "{energy}");
    });
    assert!(turns >= 8, "only {turns} reversals");
}

#[test]
fn level_32_heavy_disc_keeps_half_its_speed() {
    let mut run = Run::new("32-newtons-cradle");
    let heavy = run.level.discs.iter().position(|disc| disc.mass == 3.0).expect("there is a heavy disc");
    loop {
        let events = run.traced_substep();
        if let Some(event) = events.iter().find(|event| event.other == heavy || event.disc == heavy) {
            let (own, other) = if event.disc == heavy {
                (event.velocity_after, event.other_velocity_after)
            } else {
                (event.other_velocity_after, event.velocity_after)
            };
            assert!((own.x - 0.0625).abs() < 1e-15 && (other.x - 0.1875).abs() < 1e-15, "{own} {other}");
            return;
        }
        assert!(run.world.time() < 100.0);
    }
}

/// Until the first contact with a cushion, momentum and energy are those of the cue ball, reduced by a power of the
/// retention.
#[test]
fn level_33_break_conserves_momentum_and_energy() {
    let mut run = Run::new("33-billiard-break");
    let discs = run.free_discs();
    assert_eq!(discs.len(), 16);
    let (mut left, mut impacts) = (1.0, 0);
    loop {
        let events = run.traced_substep();
        left *= 0.9995;
        if events.iter().any(|event| event.kind != DiscImpact::Disc) {
            break;
        }
        impacts += events.len();
        let (momentum, energy) = run.momentum_and_energy(&discs);
        assert!((momentum - DVec2::new(0.5 * left, 0.0)).length() < 1e-14, "{momentum}");
        assert!((energy / (0.125 * left * left) - 1.0).abs() < 1e-12, "{energy}");
    }
    assert!(impacts > 20, "{impacts} impacts in the rack");
    run.frames(FRAMES, |_| ());
    let spread = discs.iter().map(|&disc| run.disc(disc).x).fold((9.0_f64, -9.0_f64), |(a, b), x| (a.min(x), b.max(x)));
    assert!(spread.1 - spread.0 > 8.0, "the rack is spread over the table: {spread:?}");
    for &disc in &discs {
        let at = run.disc(disc).abs();
        assert!(at.x < 6.6 && at.y < 3.6, "on the table or in a pocket: {at}");
    }
    let middle = |at: DVec2| at.x < 0.42;
    let outside = |at: &DVec2| (at.x > 6.0 && at.y < 2.45) || (at.y > 3.0 && at.x < 5.45 && !middle(*at));
    assert!(discs.iter().map(|&disc| run.disc(disc).abs()).all(|at| !outside(&at)), "none is behind a cushion");
}

#[test]
fn level_34_bumper_returns_1_3_times_the_closing_speed() {
    let mut run = Run::new("34-bumper-table");
    let (mut hits, mut gained) = (0, 0.0);
    while run.world.time() < FRAMES as f64 {
        for event in run.traced_substep() {
            let is_fixed = |disc: usize| run.level.discs[disc].motion == Motion::Fixed;
            if event.kind != DiscImpact::Disc || !(is_fixed(event.disc) || is_fixed(event.other)) {
                continue;
            }
            let (before, after) = if is_fixed(event.other) {
                (event.velocity_before, event.velocity_after)
            } else {
                (event.other_velocity_before, event.other_velocity_after)
            };
            let (closing, leaving) = (before.dot(event.normal), after.dot(event.normal));
            assert!((leaving + 1.3 * closing).abs() < 1e-12, "{closing} {leaving}");
            let along = (before - event.normal * closing) - (after - event.normal * leaving);
            assert!(along.length() < 1e-12, "the tangential speed is unchanged");
            hits += 1;
            gained += 0.5 * (after.length_squared() - before.length_squared());
        }
    }
    assert!(hits > 20, "{hits} hits");
    assert!(gained > 0.0);
}

#[test]
fn level_34_energy_is_bounded_by_the_retention() {
    let greatest = |retention: f64| {
        let mut level = level("34-bumper-table");
        level.world.velocity_retention = retention;
        let mut run = Run::of(level);
        let discs = run.free_discs();
        let mut greatest = 0.0_f64;
        run.frames(3000, |run| greatest = greatest.max(run.momentum_and_energy(&discs).1));
        let is_on_table = |at: DVec2| at.x.abs() < 4.0 && at.y < 11.6 && at.y > -1.0;
        assert!(retention == 1.0 || discs.iter().all(|&disc| is_on_table(run.disc(disc))));
        greatest
    };
    let (with, without) = (greatest(0.9995), greatest(1.0));
    // What three discs gain falling through the height of the table, 12, at 0.006.
    let fall = 3.0 * 0.006 * 12.0;
    assert!(with < 4.0 * fall, "{with} of {fall}");
    assert!(without > 10.0 * with, "{without} {with}");
}

#[test]
fn level_35_bat_adds_twice_its_own_speed() {
    let mut run = Run::new("35-bat-and-bricks");
    let bat = run.level.discs.iter().position(|disc| disc.name == "bat").expect("there is a bat");
    let Motion::Driven(path) = run.level.discs[bat].motion.clone() else { panic!("the bat is driven") };
    let (mut hits, mut bricks) = (0, 0);
    let balls = run.free_discs();
    while run.world.time() < FRAMES as f64 {
        let (_, before) = run.momentum_and_energy(&balls);
        let events = run.traced_substep();
        for event in &events {
            if event.kind != DiscImpact::Disc || !(event.disc == bat || event.other == bat) {
                bricks += usize::from(event.kind == DiscImpact::Disc);
                continue;
            }
            let (own, ball) = if event.disc == bat {
                (event.velocity_before, [event.other_velocity_before, event.other_velocity_after])
            } else {
                (event.other_velocity_before, [event.velocity_before, event.velocity_after])
            };
            // Two legs of 8.8 in a period of 220.
            assert!((own.x.abs() - 2.0 * 8.8 / path.period).abs() < 1e-9 && own.y == 0.0, "{own}");
            let expected = ball[0] + event.normal * (2.0 * (own - ball[0]).dot(event.normal));
            assert!((ball[1] - expected).length() < 1e-12, "{} {expected}", ball[1]);
            hits += 1;
        }
        // Walls, bricks and the other ball do not change the energy.
        let (_, after) = run.momentum_and_energy(&balls);
        let is_bat_there = events.iter().any(|event| event.other == bat || event.disc == bat);
        assert!(is_bat_there || (after - before).abs() < 1e-14);
    }
    assert!(hits >= 2 && bricks >= 5, "{hits} of the bat, {bricks} of bricks");
}
