//! Jobs in threads.

use super::{INTERVAL, Job, News, Pace};
use egui::Context;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};

/// A job in a thread.
pub(super) struct ThreadLane<J: Job> {
    orders: Sender<J::Order>,
    reports: Receiver<J::Report>,
    stop: Arc<AtomicBool>,
    has_failed: bool,
}

/// Number of threads that run at the same time.
pub(super) fn workers() -> usize {
    std::thread::available_parallelism().map_or(1, Into::into)
}

impl<J: Job> ThreadLane<J> {
    /// Starts a thread; returns the request if there is none.
    pub fn start(ctx: &Context, request: J::Request) -> Result<Self, J::Request> {
        let ((orders, order_rx), (report_tx, reports)) = (channel(), channel());
        let stop = Arc::new(AtomicBool::new(false));
        let (ctx, own_stop) = (ctx.clone(), stop.clone());
        let slot = Arc::new(Mutex::new(Some(request)));
        let handed = slot.clone();
        let take = |slot: &Mutex<Option<J::Request>>| slot.lock().unwrap_or_else(PoisonError::into_inner).take();
        let work = move || {
            if let Some(request) = take(&handed) {
                // The window sees the end of a thread that panics.
                let _repaint = RepaintAtEnd(ctx.clone());
                run::<J>(request, &order_rx, &report_tx, &own_stop, &ctx);
            }
        };
        match std::thread::Builder::new().name(J::NAME.to_owned()).spawn(work) {
            Ok(_) => Ok(Self { orders, reports, stop, has_failed: false }),
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
    }
}

struct RepaintAtEnd(Context);

impl Drop for RepaintAtEnd {
    fn drop(&mut self) {
        self.0.request_repaint();
    }
}

/// Main loop of the thread. It ends when the handle is dropped.
fn run<J: Job>(
    request: J::Request,
    orders: &Receiver<J::Order>,
    reports: &Sender<J::Report>,
    stop: &AtomicBool,
    ctx: &Context,
) {
    let mut job = J::begin(request);
    let is_stopped = || stop.load(Ordering::Relaxed);
    loop {
        orders.try_iter().for_each(|order| job.take(order));
        let slice = job.work(&Pace::new(INTERVAL, &is_stopped));
        if is_stopped() {
            return;
        }
        if let Some(report) = slice.report {
            if reports.send(report).is_err() {
                return;
            }
            ctx.request_repaint();
        }
        if slice.is_done {
            let Ok(order) = orders.recv() else { return };
            job.take(order);
        }
    }
}
