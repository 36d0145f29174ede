//! Runs a diagnosis in a thread, or on the web in slices of each UI frame.

use crate::debugger::diagnosis::{Diagnosis, DiagnosisRun};
use egui::Context;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use web_time::{Duration, Instant};

/// Time budget per UI frame on the web.
const SLICE: Duration = Duration::from_millis(7);
/// Interval at which the thread publishes its findings.
pub const INTERVAL: Duration = Duration::from_millis(80);

/// Findings so far.
#[derive(Clone, Debug, Default)]
pub(super) struct DiagnosisUpdate {
    pub found: Arc<Diagnosis>,
    /// Fraction of the judged frames, 0 to 1.
    pub part: f32,
    pub is_done: bool,
}

/// A running diagnosis. Dropping it ends its thread within a substep.
pub(super) struct DiagnosisWorker {
    news: Arc<Mutex<DiagnosisUpdate>>,
    is_stopped: Arc<AtomicBool>,
    thread: Option<JoinHandle<DiagnosisRun>>,
    /// The diagnosis, while no thread owns it.
    course: Option<DiagnosisRun>,
    /// New end of the frames to judge, if later than the end that the thread uses.
    end: Option<u64>,
    ctx: Context,
}

impl DiagnosisWorker {
    /// Starts a diagnosis.
    pub fn start(ctx: &Context, course: DiagnosisRun) -> Self {
        let mut work = Self {
            news: Arc::default(),
            is_stopped: Arc::default(),
            thread: None,
            course: Some(course),
            end: None,
            ctx: ctx.clone(),
        };
        work.resume();
        work
    }

    /// Extends the diagnosis to a later end.
    pub fn extend(&mut self, end: u64) {
        self.end = Some(end);
        self.take_end();
    }

    /// Applies a later end when no thread owns the diagnosis.
    fn take_end(&mut self) {
        if let (Some(course), Some(end)) = (&mut self.course, self.end) {
            self.end = None;
            course.extend(end);
            publish(course, &self.news);
            if !course.is_done() {
                self.resume();
            }
        }
    }

    /// Passes the diagnosis to a thread, if threads are available.
    fn resume(&mut self) {
        if cfg!(target_arch = "wasm32") {
            return;
        }
        let Some(course) = self.course.take() else { return };
        let (news, is_stopped, ctx) = (self.news.clone(), self.is_stopped.clone(), self.ctx.clone());
        let slot = Arc::new(Mutex::new(Some(course)));
        let handed = slot.clone();
        let run = move || {
            let course = lock(&handed).take().expect("a course is handed to one thread");
            diagnose(course, &news, &is_stopped, &ctx)
        };
        match std::thread::Builder::new().name("diagnosis".to_owned()).spawn(run) {
            Ok(thread) => self.thread = Some(thread),
            // Without a thread the diagnosis continues in slices.
            Err(_) => self.course = lock(&slot).take(),
        }
    }

    /// Findings so far. Without threads the work is done here.
    pub fn follow(&mut self) -> DiagnosisUpdate {
        if let Some(thread) = self.thread.take_if(|thread| thread.is_finished()) {
            match thread.join() {
                Ok(course) => {
                    self.course = Some(course);
                    self.take_end();
                }
                // A thread that panicked publishes nothing more.
                Err(_) => {
                    self.end = None;
                    lock(&self.news).is_done = true;
                }
            }
        } else if let Some(course) = self.course.as_mut().filter(|course| !course.is_done()) {
            let end = Instant::now() + SLICE;
            course.follow(|| Instant::now() < end);
            publish(course, &self.news);
            self.ctx.request_repaint();
        }
        let news = lock(&self.news).clone();
        DiagnosisUpdate { is_done: news.is_done && self.end.is_none(), ..news }
    }
}

impl Drop for DiagnosisWorker {
    fn drop(&mut self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn publish(course: &DiagnosisRun, news: &Mutex<DiagnosisUpdate>) {
    let part = course.frames_done() as f32 / course.frames().max(1) as f32;
    *lock(news) = DiagnosisUpdate { found: Arc::new(course.diagnosis()), part, is_done: course.is_done() };
}

/// Main loop of the thread.
fn diagnose(
    mut course: DiagnosisRun,
    news: &Mutex<DiagnosisUpdate>,
    is_stopped: &AtomicBool,
    ctx: &Context,
) -> DiagnosisRun {
    let mut next = Instant::now() + INTERVAL;
    loop {
        let is_done = course.follow(|| !is_stopped.load(Ordering::Relaxed) && Instant::now() < next);
        if is_stopped.load(Ordering::Relaxed) {
            return course;
        }
        publish(&course, news);
        ctx.request_repaint();
        if is_done {
            return course;
        }
        next = Instant::now() + INTERVAL;
    }
}
