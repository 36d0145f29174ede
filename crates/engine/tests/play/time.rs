//! Frames, real time, interpolation.

use super::{gallery, weightless};
use blobsmith_engine::engine::World;
use blobsmith_engine::level::flatten::load_flat;
use blobsmith_engine::play::{PlayError, PlayWorld};
use serde_json::json;

/// A node that moves by 1 per frame.
fn runner() -> PlayWorld {
    weightless(json!({"bodies": [{"id": "a", "nodes": [{"position": [0, 0], "velocity": [1, 0]}]}],
        "discs": [{"id": "d", "position": [0, 5], "velocity": [0, 2], "radius": 1}]}))
}

#[test]
fn steps_have_the_hashes_of_the_engine_on_the_gallery() {
    for path in gallery() {
        let mut world = World::new(&load_flat(&path).unwrap()).unwrap();
        let mut play = PlayWorld::from_file(&path).unwrap();
        for frame in 1..=3 {
            world.step_frame();
            play.step(1);
            assert_eq!((play.frame(), play.hash()), (frame, world.hash()), "{}", path.display());
        }
        assert_eq!(play.hash_text(), format!("{:016x}", world.hash()));
        assert_eq!(play.time(), world.time());
    }
}

#[test]
fn advance_runs_the_frames_that_are_due() {
    let mut world = runner();
    world.set_seconds_per_frame(0.25).unwrap();
    let frames = [0.125, 0.125, 0.5, 0.375, 0.0, 0.125].map(|seconds| world.advance(seconds).unwrap());
    assert_eq!(frames.map(|advanced| advanced.frames), [0, 1, 2, 1, 0, 1]);
    assert_eq!(frames.map(|advanced| advanced.alpha), [0.5, 0.0, 0.0, 0.5, 0.5, 0.0]);
    assert!(frames.iter().all(|advanced| advanced.lost_seconds == 0.0));
    assert_eq!(world.frame(), 5);
}

#[test]
fn advance_reports_the_time_above_max_frames_as_lost() {
    let mut world = runner();
    world.set_seconds_per_frame(0.25).unwrap();
    world.set_max_frames(3).unwrap();
    // 4.125 s are 16 frames and a half: 3 run, 13 are lost.
    let advanced = world.advance(4.125).unwrap();
    assert_eq!((advanced.frames, advanced.lost_seconds, advanced.alpha), (3, 13.0 * 0.25, 0.5));
    let advanced = world.advance(1e300).unwrap();
    assert!(advanced.frames == 3 && advanced.lost_seconds.is_finite() && (0.0..1.0).contains(&advanced.alpha));
    assert_eq!(world.frame(), 6);
}

#[test]
fn advance_by_sixtieths_loses_no_frame() {
    let mut world = runner();
    (0..600).for_each(|_| drop(world.advance(1.0 / 60.0)));
    assert!((599..=600).contains(&world.frame()), "rounding may leave one frame waiting: {}", world.frame());
}

#[test]
fn advance_refuses_times_that_are_not_finite_or_negative() {
    let mut world = runner();
    let before = world.hash();
    for seconds in [f64::NAN, f64::INFINITY, -1.0 / 60.0] {
        assert!(matches!(world.advance(seconds), Err(PlayError::Number("seconds", _))));
    }
    for seconds in [f64::NAN, f64::INFINITY, 0.0, -1.0] {
        assert!(world.set_seconds_per_frame(seconds).is_err());
    }
    assert!(world.set_max_frames(0).is_err());
    assert_eq!(world.hash(), before);
}

#[test]
fn advance_gives_the_states_of_step() {
    let (mut by_time, mut by_frame) = (runner(), runner());
    for seconds in [0.01, 0.02, 0.05, 0.001, 0.1] {
        by_time.advance(seconds).unwrap();
    }
    by_frame.step(u32::try_from(by_time.frame()).unwrap());
    assert!(by_time.frame() > 5);
    assert_eq!(by_time.hash(), by_frame.hash());
}

#[test]
fn interpolated_lies_between_the_last_two_frames() {
    let mut world = runner();
    let (body, disc) = (world.body("a").unwrap(), world.disc("d").unwrap());
    let mut out = [[f64::NAN; 2]];
    assert_eq!(world.interpolated(body, 0.5, &mut out), Err(PlayError::Off("set_interpolation(true)")));
    world.set_interpolation(true);
    world.interpolated(body, 0.5, &mut out).unwrap();
    assert_eq!(out, [[0.0, 0.0]], "before the first step there is no motion");
    world.step(3);
    for (alpha, x) in [(0.0, 2.0), (0.25, 2.25), (1.0, 3.0)] {
        world.interpolated(body, alpha, &mut out).unwrap();
        assert_eq!(out, [[x, 0.0]]);
        assert_eq!(world.interpolated_disc(disc, alpha), Ok([0.0, 5.0 + 2.0 * x]));
    }
    assert_eq!(world.interpolated(body, 0.5, &mut []), Err(PlayError::Length(0, 1)));
    assert!(world.interpolated(body, 1.5, &mut out).is_err() && world.interpolated(body, f64::NAN, &mut out).is_err());
}
