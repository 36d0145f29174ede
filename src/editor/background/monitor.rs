//! The list of background jobs, by which the window shows how far they are, stops and continues them.

use egui::{Context, Id};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Weak};

/// What the window knows of a job. The job keeps it up to date wherever it runs.
#[derive(Debug)]
pub struct JobState {
    /// Kind of the job, in words.
    pub title: &'static str,
    is_busy: AtomicBool,
    is_stopped: AtomicBool,
    /// Bits of the completed part; NaN if unknown.
    part: AtomicU32,
}

impl JobState {
    /// A job that has work, in the list of the window.
    pub(in crate::editor) fn register(ctx: &Context, title: &'static str) -> Arc<Self> {
        let (is_busy, is_stopped) = (AtomicBool::new(true), AtomicBool::new(false));
        let state = Arc::new(Self { title, is_busy, is_stopped, part: AtomicU32::new(f32::NAN.to_bits()) });
        ctx.data_mut(|data| {
            let list = data.get_temp_mut_or_default::<Vec<Weak<Self>>>(list_id());
            list.retain(|job| job.strong_count() > 0);
            list.push(Arc::downgrade(&state));
        });
        state
    }

    /// True while work is left.
    pub fn is_busy(&self) -> bool {
        self.is_busy.load(Ordering::Relaxed)
    }

    /// Whether the user has stopped it.
    pub fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Stops it between two slices, or continues it.
    pub fn stop(&self, is_stopped: bool) {
        self.is_stopped.store(is_stopped, Ordering::Relaxed);
    }

    /// Completed part, 0 to 1, if known.
    pub fn part(&self) -> Option<f32> {
        Some(f32::from_bits(self.part.load(Ordering::Relaxed))).filter(|part| !part.is_nan())
    }

    pub(in crate::editor) fn set_busy(&self, is_busy: bool) {
        self.is_busy.store(is_busy, Ordering::Relaxed);
    }

    pub(in crate::editor) fn set_part(&self, part: f32) {
        self.part.store(part.to_bits(), Ordering::Relaxed);
    }
}

fn list_id() -> Id {
    Id::unique("background jobs")
}

/// Jobs that have work, the oldest first.
pub fn busy_jobs(ctx: &Context) -> Vec<Arc<JobState>> {
    let jobs = ctx.data_mut(|data| data.get_temp::<Vec<Weak<JobState>>>(list_id())).unwrap_or_default();
    jobs.iter().filter_map(Weak::upgrade).filter(|job| job.is_busy()).collect()
}
