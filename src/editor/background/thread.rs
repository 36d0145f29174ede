//! Jobs in threads.

use super::monitor::JobState;
use super::{INTERVAL, Job, News, Pace, request_picture};
use egui::Context;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use thread_priority::ThreadPriority;

/// A job in a thread.
pub(super) struct ThreadLane<J: Job> {
    orders: Sender<J::Order>,
    reports: Receiver<J::Report>,
    stop: Arc<AtomicBool>,
    state: Arc<JobState>,
    has_failed: bool,
}

/// Number of threads that run at the same time.
pub(super) fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

impl<J: Job> ThreadLane<J> {
    /// Starts a thread; returns the request if there is none.
    pub fn start(ctx: &Context, request: J::Request, state: &Arc<JobState>) -> Result<Self, J::Request> {
        let ((orders, order_rx), (report_tx, reports)) = (channel(), channel());
        let stop = Arc::new(AtomicBool::new(false));
        let (ctx, own_stop, own_state) = (ctx.clone(), stop.clone(), state.clone());
        let slot = Arc::new(Mutex::new(Some(request)));
        let handed = slot.clone();
        let take = |slot: &Mutex<Option<J::Request>>| slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        let work = move || {
            if let Some(request) = take(&handed) {
                // The window sees the end of a thread that panics.
                let _repaint = RepaintAtEnd(ctx.clone());
                // Pictures come first. A system that refuses lets the job compete with them.
                let _ = thread_priority::set_current_thread_priority(ThreadPriority::Min);
                let channels = ThreadChannels { orders: &order_rx, reports: &report_tx };
                run::<J>(request, channels, &own_stop, &own_state, &ctx);
            }
        };
        match std::thread::Builder::new().name(J::NAME.to_owned()).spawn(work) {
            Ok(_) => Ok(Self { orders, reports, stop, state: state.clone(), has_failed: false }),
            Err(_) => Err(take(&slot).expect("a thread that did not start takes nothing")),
        }
    }

    /// Passes an order on.
    pub fn order(&mut self, order: J::Order) {
        // The send fails only if the thread has panicked, which `news` reports.
        let _ = self.orders.send(order);
    }

    /// Everything since the last call.
    pub fn news(&mut self) -> Vec<News<J>> {
        let mut news = Vec::new();
        while !self.has_failed {
            match self.reports.try_recv() {
                Ok(report) => news.push(News::Report(report)),
                Err(TryRecvError::Empty) => break,
                // A thread ends only after its handle, except by a panic.
                Err(TryRecvError::Disconnected) => {
                    self.has_failed = true;
                    news.push(News::Failed("its thread has ended".to_owned()));
                }
            }
        }
        news
    }
}

impl<J: Job> Drop for ThreadLane<J> {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        // The thread ends after its slice.
        self.state.set_busy(false);
    }
}

struct RepaintAtEnd(Context);

impl Drop for RepaintAtEnd {
    fn drop(&mut self) {
        self.0.request_repaint();
    }
}

/// The thread's ends of the channels.
struct ThreadChannels<'a, J: Job> {
    orders: &'a Receiver<J::Order>,
    reports: &'a Sender<J::Report>,
}

/// Main loop of the thread. It ends when the handle is dropped.
fn run<J: Job>(request: J::Request, channels: ThreadChannels<J>, stop: &AtomicBool, state: &JobState, ctx: &Context) {
    let ThreadChannels { orders, reports } = channels;
    let mut job = J::begin(request);
    let is_stopped = || stop.load(Ordering::Relaxed);
    loop {
        orders.try_iter().for_each(|order| job.take(order));
        while state.is_stopped() && !is_stopped() {
            std::thread::sleep(INTERVAL);
        }
        let slice = job.work(&Pace::new(INTERVAL, &is_stopped));
        if is_stopped() {
            return;
        }
        state.set_busy(!slice.is_done);
        if let Some(report) = slice.report {
            if reports.send(report).is_err() {
                return;
            }
            request_picture(ctx, slice.is_done);
        }
        if slice.is_done {
            let Ok(order) = orders.recv() else { return };
            state.set_busy(true);
            job.take(order);
        }
    }
}
