//! Playback of short runs, independent of the machine's load.

use super::*;
use crate::level::{Body, Level, Node};

fn run(frames: u64) -> Run {
    let body = Body { nodes: vec![Node::at([0.0, 0.0])], ..Body::default() };
    let mut run = Run::new(Level { bodies: vec![body], ..Level::default() }.into()).unwrap();
    (0..frames).for_each(|_| run.step_frame());
    run
}

/// The time of a UI frame.
fn pace() -> Pace<'static> {
    Pace::until(Instant::now() + Duration::from_millis(11))
}

/// Real time that corresponds to a number of frames at a speed.
fn seconds(frames: f64, speed: f64) -> f64 {
    (frames + 1e-6) / (FRAMES_PER_SECOND * speed)
}

/// Plays the given number of frames at ten UI frames per second, independent of the machine's load.
fn play(playback: &mut Playback, run: &mut Run, frames: u64) {
    for _ in 0..frames {
        playback.advance(run, seconds(1.0, playback.speed), &pace(), &mut Watcher::default());
        while playback.seek.is_some() {
            playback.advance(run, 0.0, &pace(), &mut Watcher::default());
        }
    }
}

#[test]
fn reverse_playback_shows_each_frame_and_stops_at_the_start() {
    let mut run = run(10);
    let mut playback = Playback::default();
    playback.play_or_pause(true);
    play(&mut playback, &mut run, 4);
    assert_eq!(run.moment(), (6, 0));
    run.step_substep();
    play(&mut playback, &mut run, 1);
    assert_eq!(run.moment(), (6, 0), "the start of the frame that had begun");
    play(&mut playback, &mut run, 6);
    assert_eq!((run.moment(), playback.is_playing), ((0, 0), true));
    play(&mut playback, &mut run, 1);
    assert!(!playback.is_playing);
    playback.play_or_pause(true);
    assert!(playback.is_playing && playback.is_reverse);
    playback.play_or_pause(false);
    assert!(playback.is_playing && !playback.is_reverse, "the other way, not a pause");
    playback.play_or_pause(false);
    assert!(!playback.is_playing);
}

#[test]
fn slow_motion_shows_substeps_in_both_directions() {
    let mut run = run(3);
    let mut playback = Playback::default();
    playback.set_speed(0.01);
    playback.play_or_pause(true);
    for expected in [(2, 15), (2, 14), (2, 13)] {
        playback.advance(&mut run, seconds(1.0 / 16.0, 0.01).min(LONGEST_PICTURE), &pace(), &mut Watcher::default());
        // A substep takes 0.104 s at this speed, longer than [`LONGEST_PICTURE`].
        playback.advance(&mut run, seconds(1.0 / 16.0, 0.01) - LONGEST_PICTURE, &pace(), &mut Watcher::default());
        assert_eq!(run.moment(), expected);
    }
    playback.set_speed(0.2);
    playback.play_or_pause(false);
    playback.advance(&mut run, seconds(2.0 / 16.0, 0.2), &pace(), &mut Watcher::default());
    assert_eq!(run.moment(), (2, 15));
}

#[test]
fn loop_jumps_at_both_ends() {
    let mut run = run(10);
    run.seek(4);
    let mut playback = Playback { looped: Loop::default().from(3).to(6), ..Playback::default() };
    playback.play_or_pause(false);
    let mut seen = Vec::new();
    for _ in 0..7 {
        play(&mut playback, &mut run, 1);
        seen.push(run.frame());
    }
    assert_eq!(seen, [5, 6, 3, 4, 5, 6, 3]);
    playback.play_or_pause(true);
    seen.clear();
    for _ in 0..5 {
        play(&mut playback, &mut run, 1);
        seen.push(run.frame());
    }
    assert_eq!(seen, [6, 5, 4, 3, 6]);
    assert_eq!(run.last_frame(), 10, "nothing new was stepped");
}

#[test]
fn long_seek_can_be_cancelled_or_changed() {
    let mut run = run(5);
    run.seek(2);
    let mut playback = Playback::default();
    // Too far for one UI frame on any machine.
    playback.seek(&mut run, (5_000_000, 0));
    assert_eq!(playback.target(), Some((5_000_000, 0)));
    playback.advance(&mut run, 0.0, &pace(), &mut Watcher::default());
    let (known, part) = (run.last_frame(), playback.progress(&run));
    assert!(part > 0.0 && part < 1.0 && known >= 5);
    playback.seek(&mut run, (6_000_000, 0));
    playback.cancel(&mut run);
    while playback.target().is_some() {
        playback.advance(&mut run, 0.0, &pace(), &mut Watcher::default());
    }
    assert_eq!(run.moment(), (2, 0), "back to where it began");
    assert!(run.last_frame() >= known, "what was stepped stays known");
}

#[test]
fn speed_stays_within_limits() {
    let mut playback = Playback::default();
    (0..20).for_each(|_| playback.change_speed(true));
    assert_eq!(playback.speed, 100.0);
    (0..20).for_each(|_| playback.change_speed(false));
    assert_eq!(playback.speed, 0.01);
    playback.set_speed(3.7);
    playback.change_speed(true);
    assert_eq!(playback.speed, 5.0);
    playback.set_speed(f64::NAN);
    playback.set_speed(1e9);
    assert_eq!(playback.speed, 100.0);
}
