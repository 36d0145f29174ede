//! Levels, runs and series for these tests.

use blobsmith::debugger::quantities::{self, PlotSubject, Series};
use blobsmith::debugger::{Run, Survey};
use blobsmith::engine::World;
use blobsmith::level::format::{self, TextFormat};
use blobsmith::level::{Level, Place, gallery};
use std::sync::Arc;

pub fn level(id: &str) -> Level {
    format::read(gallery::level(id).unwrap().text, TextFormat::Ron).unwrap()
}

/// A level in JSON.
pub fn read(text: &str) -> Level {
    format::read(text, TextFormat::Json).unwrap()
}

pub fn leader(level: &Level) -> Run {
    Run::new(Arc::new(level.clone())).unwrap()
}

/// A run that has done so many frames.
pub fn run_for(level: &Level, frames: u64) -> Run {
    let mut run = leader(level);
    (0..frames).for_each(|_| run.step_frame());
    run
}

pub fn series(level: &Level, selection: &[Place], id: &str) -> Vec<Series> {
    (quantities::find(id).unwrap().series)(&PlotSubject { level, selection })
}

/// Every series that there is for a level.
pub fn all_series(level: &Level, selection: &[Place]) -> Vec<Series> {
    quantities::ALL.iter().flat_map(|quantity| (quantity.series)(&PlotSubject { level, selection })).collect()
}

/// Numbers of one series for each frame of a run.
pub fn numbers(run: &Run, wanted: &[Series], key: &str) -> Vec<f64> {
    let mut survey = Survey::default();
    survey.want(wanted);
    assert!(survey.follow(run, || true));
    assert_eq!(survey.divergence(), None);
    survey.numbers(key).unwrap_or_else(|| panic!("no {key}")).values().to_vec()
}

/// The same by hand: a world stepped straight on, looked at after each frame.
pub fn by_hand(level: &Level, frames: u64, look: impl Fn(&World) -> f64) -> Vec<f64> {
    let mut world = World::new(level).unwrap();
    let mut found = vec![look(&world)];
    for _ in 0..frames {
        world.step_frame();
        found.push(look(&world));
    }
    found
}

pub fn assert_close(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    for (frame, (a, b)) in found.iter().zip(expected).enumerate() {
        let is_close = (a.is_nan() && b.is_nan()) || (a - b).abs() <= tolerance * b.abs().max(1.0);
        assert!(is_close, "{what} at frame {frame}: {a} instead of {b}");
    }
}
