//! Work beside the UI thread: one description of a job, three places that run it.
//!
//! A [`Job`] starts from a request, works in slices, takes orders between them and answers with reports. Natively it runs
//! in a thread (`thread`) and its values are moved. In a page it runs in a Web Worker (`pool`, `editor::jobs`): its
//! values are texts, and the worker has an engine instance of its own, so that no memory is shared and the page needs
//! no COOP or COEP headers. If neither can start, it runs on the UI thread, one short slice per UI frame.
//!
//! Results are identical in all three places: a job never reads the clock except to end a slice.

#[cfg(any(target_arch = "wasm32", test))]
pub(in crate::editor) mod host;
#[cfg(any(target_arch = "wasm32", test))]
pub(in crate::editor) mod level_text;
#[cfg(target_arch = "wasm32")]
pub(in crate::editor) mod messages;
pub mod monitor;
#[cfg(target_arch = "wasm32")]
mod pool;
pub mod shared;
#[cfg(not(target_arch = "wasm32"))]
mod thread;

#[cfg(target_arch = "wasm32")]
use pool::{PoolLane as Beside, workers};
#[cfg(not(target_arch = "wasm32"))]
use thread::{ThreadLane as Beside, workers};

#[cfg(target_arch = "wasm32")]
pub use pool::counts;

use egui::Context;
use monitor::JobState;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::sync::Arc;
use web_time::{Duration, Instant};

/// Interval of the reports, and of the orders that are taken.
pub const INTERVAL: Duration = Duration::from_millis(80);
/// Longest time until the window shows a report while the user does nothing; the last report of a job appears at once.
pub const REPAINT_INTERVAL: Duration = Duration::from_millis(250);
/// Time per UI frame of a job on the UI thread.
const SHORT: Duration = Duration::from_millis(7);

/// Work that can run beside the UI thread.
pub trait Job: Sized + 'static {
    /// Name of its thread, and of its kind in messages.
    const NAME: &'static str;
    /// What the list of background work calls it.
    const TITLE: &'static str;
    /// What it starts from.
    type Request: Serialize + DeserializeOwned + Send + 'static;
    /// Later instructions; `()` if there are none.
    type Order: Serialize + DeserializeOwned + Send + 'static;
    /// Progress or results.
    type Report: Serialize + DeserializeOwned + Send + 'static;

    /// The job before its first slice.
    fn begin(request: Self::Request) -> Self;

    /// Takes an instruction. A job that is done may have work again.
    fn take(&mut self, _order: Self::Order) {}

    /// Works while the pace allows it.
    fn work(&mut self, pace: &Pace) -> Slice<Self::Report>;
}

/// Result of a slice.
pub struct Slice<R> {
    /// What is new, if anything.
    pub report: Option<R>,
    /// True if no work is left without a further order.
    pub is_done: bool,
}

impl<R> Slice<R> {
    /// The last report.
    pub fn done(report: R) -> Self {
        Self { report: Some(report), is_done: true }
    }
}

/// Ends slices.
pub struct Pace<'a> {
    end: Instant,
    is_cancelled: &'a dyn Fn() -> bool,
}

impl<'a> Pace<'a> {
    pub(in crate::editor) fn new(length: Duration, is_cancelled: &'a dyn Fn() -> bool) -> Self {
        Self { end: Instant::now() + length, is_cancelled }
    }

    /// A pace that ends at a time.
    pub(in crate::editor) fn until(end: Instant) -> Pace<'static> {
        Pace { end, is_cancelled: &|| false }
    }

    /// True while the slice should continue.
    pub fn goes_on(&self) -> bool {
        !self.is_cancelled() && Instant::now() < self.end
    }

    /// True if the job was cancelled, for work that cannot be divided into slices.
    pub fn is_cancelled(&self) -> bool {
        (self.is_cancelled)()
    }
}

/// A running job. Dropping it cancels the job.
pub struct JobHandle<J: Job> {
    lane: Lane<J>,
    state: Arc<JobState>,
    ctx: Context,
    has_failed: bool,
}

enum Lane<J: Job> {
    Beside(Beside<J>),
    Here(J),
}

/// News of a lane beside the UI thread.
enum News<J: Job> {
    Report(J::Report),
    Failed(String),
    /// It could not start: the reason, its request and its orders.
    #[cfg(target_arch = "wasm32")]
    Refused(String, J::Request, Vec<J::Order>),
}

impl<J: Job> JobHandle<J> {
    /// Starts a job; `ctx` is repainted when it reports.
    pub fn start(ctx: &Context, request: J::Request) -> Self {
        let state = JobState::register(ctx, J::TITLE);
        match Beside::start(ctx, request, &state) {
            Ok(lane) => Self { lane: Lane::Beside(lane), state, ctx: ctx.clone(), has_failed: false },
            Err(request) => {
                #[cfg(target_arch = "wasm32")]
                pool::refusal().iter().for_each(|reason| report_refusal(ctx, reason));
                Self::start_here(ctx, request)
            }
        }
    }

    /// Starts a job on the UI thread, in slices.
    pub fn start_here(ctx: &Context, request: J::Request) -> Self {
        ctx.request_repaint();
        let state = JobState::register(ctx, J::TITLE);
        Self { lane: Lane::Here(J::begin(request)), state, ctx: ctx.clone(), has_failed: false }
    }

    /// Passes an instruction to the job. A stopped job continues.
    pub fn order(&mut self, order: J::Order) {
        self.state.stop(false);
        self.state.set_busy(true);
        match &mut self.lane {
            Lane::Beside(lane) => lane.order(order),
            Lane::Here(job) => {
                job.take(order);
                self.ctx.request_repaint();
            }
        }
    }

    /// Tells the list of background work how far the job is, 0 to 1.
    pub fn show_progress(&self, part: f32) {
        self.state.set_part(part);
    }

    /// Whether the user has stopped it.
    pub fn is_stopped(&self) -> bool {
        self.state.is_stopped()
    }

    /// Reports since the last call. To be called once per UI frame.
    pub fn reports(&mut self) -> Vec<J::Report> {
        let mut reports = Vec::new();
        if let Lane::Beside(lane) = &mut self.lane {
            for news in lane.news() {
                match news {
                    News::Report(report) => reports.push(report),
                    News::Failed(reason) => {
                        report_failure(&self.ctx, J::NAME, &reason);
                        self.state.set_busy(false);
                        self.has_failed = true;
                    }
                    #[cfg(target_arch = "wasm32")]
                    News::Refused(reason, request, orders) => {
                        report_refusal(&self.ctx, &reason);
                        let here = Self::start_here(&self.ctx, request);
                        (self.lane, self.state) = (here.lane, here.state);
                        orders.into_iter().for_each(|order| self.order(order));
                        break;
                    }
                }
            }
        } else {
            reports.extend(self.work_here());
        }
        reports
    }

    fn work_here(&mut self) -> Option<J::Report> {
        let Lane::Here(job) = &mut self.lane else { return None };
        if !self.state.is_busy() || self.state.is_stopped() {
            return None;
        }
        let slice = job.work(&Pace::new(SHORT, &|| false));
        self.state.set_busy(!slice.is_done);
        self.ctx.request_repaint();
        slice.report
    }

    /// True if the job ended by an error, which the window shows ([`take_messages`]).
    pub fn has_failed(&self) -> bool {
        self.has_failed
    }
}

/// Number of jobs that run at the same time; at least 1.
pub fn parallel_jobs() -> usize {
    workers().max(1)
}

/// Messages of the jobs since the last call, for the notices of the window.
pub fn take_messages(ctx: &Context) -> Vec<String> {
    ctx.data_mut(|data| std::mem::take(&mut data.get_temp_mut_or_default::<Messages>(messages_id()).waiting))
}

#[derive(Clone, Default)]
struct Messages {
    waiting: Vec<String>,
    /// Why work cannot run beside the UI thread; reported once.
    #[cfg(target_arch = "wasm32")]
    refusal: Option<String>,
}

/// Requests the UI frame that shows a report: at once after the last one of a job, otherwise within [`REPAINT_INTERVAL`].
/// UI frames for other reasons, such as input, show all reports too.
fn request_picture(ctx: &Context, is_done: bool) {
    if is_done {
        ctx.request_repaint();
    } else {
        ctx.request_repaint_after(REPAINT_INTERVAL);
    }
}

fn messages_id() -> egui::Id {
    egui::Id::unique("messages of background jobs")
}

fn report_failure(ctx: &Context, job: &str, reason: &str) {
    let text = format!("Background work ({job}) ended with an error: {reason}");
    ctx.data_mut(|data| data.get_temp_mut_or_default::<Messages>(messages_id()).waiting.push(text));
    ctx.request_repaint();
}

#[cfg(target_arch = "wasm32")]
fn report_refusal(ctx: &Context, reason: &str) {
    ctx.data_mut(|data| {
        let messages = data.get_temp_mut_or_default::<Messages>(messages_id());
        if messages.refusal.as_deref() != Some(reason) {
            messages.refusal = Some(reason.to_owned());
            messages.waiting.push(format!("Long work slows the window down: no Web Worker could start ({reason})"));
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Mutex;

    /// A window that draws when it is asked to, with a clock of its own.
    struct DrawnWindow {
        ctx: Context,
        delay: Arc<Mutex<Option<Duration>>>,
        due: Option<Duration>,
        frames: usize,
    }

    impl DrawnWindow {
        fn new() -> Self {
            let (ctx, delay) = (Context::default(), Arc::new(Mutex::new(None)));
            let asked = delay.clone();
            ctx.set_request_repaint_callback(move |info| *asked.lock().unwrap() = Some(info.delay));
            let mut window = Self { ctx, delay, due: None, frames: 0 };
            // The first UI frames of a window ask for others.
            (0..4).for_each(|_| window.draw(Duration::ZERO));
            Self { frames: 0, due: None, ..window }
        }

        fn draw(&mut self, now: Duration) {
            let input = egui::RawInput { time: Some(now.as_secs_f64()), ..egui::RawInput::default() };
            // There is no painter that needs the textures.
            self.ctx.run_ui(input, |_| {}).textures_delta.clear();
            *self.delay.lock().unwrap() = None;
            (self.due, self.frames) = (None, self.frames + 1);
        }

        /// Draws if a UI frame is due.
        fn pass(&mut self, now: Duration) {
            if let Some(delay) = self.delay.lock().unwrap().take() {
                let due = now + delay;
                self.due = Some(self.due.map_or(due, |known| known.min(due)));
            }
            if self.due.is_some_and(|due| due <= now) {
                self.draw(now);
            }
        }
    }

    #[test]
    fn reports_repaint_four_times_a_second_and_the_last_one_at_once() {
        let mut window = DrawnWindow::new();
        // 100 reports of a job, one every 80 ms.
        for report in 0..100 {
            request_picture(&window.ctx, false);
            window.pass(INTERVAL * report);
        }
        assert!((20..=32).contains(&window.frames), "{} in 8 s", window.frames);
        window.frames = 0;
        request_picture(&window.ctx, true);
        window.pass(INTERVAL * 100);
        assert_eq!(window.frames, 1);
    }
}
