//! Jobs in Web Workers of the page.
//!
//! `web/worker.js` instantiates the modules of the page in each worker. Workers are made when they are first needed, are
//! kept, and take several jobs in turns. Requests and orders are kept as texts while their job lives: jobs beside one
//! that panics move to another worker, and if no worker starts, all jobs move to the UI thread. A level is written once for
//! all jobs and workers, in slices, and sent before the first message that needs it.

use super::host::{Parcel, decode, pack, unpack};
use super::level_text::LevelWriter;
use super::messages::{CANCEL, CANCELLED, FAILED, FORGET, KEEP, ORDER, PANIC, PAUSE, READY, REFUSED, REPORT, START};
use super::monitor::JobState;
use super::{Job, News, request_picture};
use crate::level::Level;
use eframe::wasm_bindgen::closure::Closure;
use eframe::wasm_bindgen::{JsCast, JsValue};
use egui::Context;
use js_sys::{Array, Function};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;
use std::sync::Arc;
use web_sys::{ErrorEvent, MessageEvent, Worker, WorkerOptions, WorkerType};
use web_time::{Duration, Instant};

/// Script of the workers, beside the page.
const SCRIPT: &str = "worker.js";
/// Most workers.
const MOST: usize = 4;
/// Time after which a worker that has not started counts as refused.
const PATIENCE: Duration = Duration::from_secs(20);
/// Time after which a worker that does not end a cancelled job is replaced.
const DEAF: Duration = Duration::from_secs(1);
/// Time per UI frame for the texts of levels.
const WRITING: Duration = Duration::from_millis(4);
/// Shortest pause between two such slices, because several jobs may write in the same UI frame.
const PAUSE_OF_WRITING: Duration = Duration::from_millis(8);

thread_local! {
    static POOL: RefCell<Pool> = RefCell::default();
}

#[derive(Default)]
struct Pool {
    workers: Vec<PageWorker>,
    jobs: BTreeMap<u64, PooledJob>,
    levels: BTreeMap<u64, PooledLevel>,
    /// End of the last slice that wrote levels.
    written: Option<Instant>,
    /// The last number of a job, a worker or a level.
    last: u64,
    /// Why no worker starts.
    refusal: Option<String>,
}

struct PageWorker {
    number: u64,
    worker: Worker,
    is_ready: bool,
    since: Instant,
    /// When a job was cancelled that has not ended yet.
    cancelled: Option<Instant>,
    _message: Closure<dyn FnMut(MessageEvent)>,
    _error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for PageWorker {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

struct PooledJob {
    worker: u64,
    kind: &'static str,
    /// The request and the orders, with the numbers of their levels.
    parcels: Vec<(String, Vec<u64>)>,
    /// Number of parcels that its worker has.
    sent: usize,
    inbox: Vec<Received>,
    state: Arc<JobState>,
    /// Whether it is paused in its worker.
    is_paused: bool,
    ctx: Context,
}

/// A level in requests and orders of jobs.
struct PooledLevel {
    level: Arc<Level>,
    writer: LevelWriter,
    /// The written portions; all of them if `is_written`.
    texts: Array,
    is_written: bool,
    /// The workers that have it.
    sent_to: BTreeSet<u64>,
}

enum Received {
    Report(String),
    Failed(String),
    Refused(String),
}

/// Number of workers that the pool may have.
pub(super) fn workers() -> usize {
    let processors = web_sys::window().map_or(1.0, |window| window.navigator().hardware_concurrency());
    (processors as usize).saturating_sub(1).clamp(1, MOST)
}

/// Why no worker starts; `None` if they start, or none was tried yet.
pub(super) fn refusal() -> Option<String> {
    POOL.with_borrow(|pool| pool.refusal.clone())
}

/// Number of started workers, and of jobs that have work.
pub fn counts() -> (usize, usize) {
    POOL.with_borrow(|pool| (pool.workers.len(), pool.jobs.values().filter(|job| job.state.is_busy()).count()))
}

/// A job of the pool.
pub(super) struct PoolLane<J: Job> {
    number: u64,
    job: PhantomData<fn() -> J>,
}

impl<J: Job> PoolLane<J> {
    /// Starts a job; returns the request if workers do not start.
    pub fn start(ctx: &Context, request: J::Request, state: &Arc<JobState>) -> Result<Self, J::Request> {
        let number = POOL.with_borrow_mut(|pool| pool.start(J::NAME, pack(&request), ctx, state));
        number.map(|number| Self { number, job: PhantomData }).ok_or(request)
    }

    /// Passes an order on.
    pub fn order(&mut self, order: J::Order) {
        POOL.with_borrow_mut(|pool| pool.order(self.number, pack(&order)));
    }

    /// Everything since the last call.
    pub fn news(&mut self) -> Vec<News<J>> {
        POOL.with_borrow_mut(|pool| {
            pool.refuse_late_workers();
            pool.send_parcels(self.number);
            pool.pause(self.number);
            let Some(job) = pool.jobs.get_mut(&self.number) else { return Vec::new() };
            let received = std::mem::take(&mut job.inbox);
            received.into_iter().map(|received| decoded(received, job, &pool.levels)).collect()
        })
    }
}

impl<J: Job> Drop for PoolLane<J> {
    fn drop(&mut self) {
        POOL.with_borrow_mut(|pool| pool.cancel(self.number));
    }
}

fn decoded<J: Job>(received: Received, job: &PooledJob, levels: &BTreeMap<u64, PooledLevel>) -> News<J> {
    let levels_of = |numbers: &[u64]| -> Vec<Arc<Level>> {
        numbers.iter().filter_map(|number| Some(levels.get(number)?.level.clone())).collect()
    };
    let news = match received {
        Received::Report(text) => decode(&text).map(News::Report),
        Received::Failed(reason) => Err(reason),
        Received::Refused(reason) => {
            let (request, orders) = job.parcels.split_first().expect("a job has a request");
            unpack(&request.0, &levels_of(&request.1)).and_then(|request| {
                let orders = orders.iter().map(|order| unpack(&order.0, &levels_of(&order.1)));
                Ok(News::Refused(reason, request, orders.collect::<Result<_, _>>()?))
            })
        }
    };
    news.unwrap_or_else(News::Failed)
}

impl Pool {
    fn start(&mut self, kind: &'static str, request: Parcel, ctx: &Context, state: &Arc<JobState>) -> Option<u64> {
        let worker = self.choose().ok()?;
        let parcels = vec![self.addressed(request)];
        self.last += 1;
        let (number, ctx, state) = (self.last, ctx.clone(), state.clone());
        let job = PooledJob { worker, kind, parcels, sent: 0, inbox: Vec::new(), state, is_paused: false, ctx };
        self.jobs.insert(number, job);
        self.send_parcels(number);
        Some(number)
    }

    /// The text of a parcel, and the numbers of its levels.
    fn addressed(&mut self, parcel: Parcel) -> (String, Vec<u64>) {
        let numbers = parcel.levels.into_iter().map(|level| {
            let known = self.levels.iter().find(|(_, known)| Arc::ptr_eq(&known.level, &level));
            known.map(|(&number, _)| number).unwrap_or_else(|| {
                self.last += 1;
                let writer = LevelWriter::new(level.clone());
                let (texts, sent_to) = (Array::new(), BTreeSet::new());
                self.levels.insert(self.last, PooledLevel { level, writer, texts, is_written: false, sent_to });
                self.last
            })
        });
        (parcel.text, numbers.collect())
    }

    /// A worker without work, else a new one, else the one with the fewest jobs.
    fn choose(&mut self) -> Result<u64, String> {
        if let Some(reason) = &self.refusal {
            return Err(reason.clone());
        }
        let is_deaf = |worker: &PageWorker| worker.cancelled.is_some_and(|since| since.elapsed() > DEAF);
        let has_jobs = |worker: &PageWorker| self.jobs.values().any(|job| job.worker == worker.number);
        self.workers.retain(|worker| !is_deaf(worker) || has_jobs(worker));
        let load = |worker: &PageWorker| {
            let busy = self.jobs.values().filter(|job| job.state.is_busy() && job.worker == worker.number).count();
            busy + usize::from(worker.cancelled.is_some())
        };
        let least = self.workers.iter().map(|worker| (load(worker), worker.number)).min();
        match least {
            Some((0, number)) => Ok(number),
            Some((_, number)) if self.workers.len() >= workers() => Ok(number),
            _ => self.add_worker(),
        }
    }

    fn add_worker(&mut self) -> Result<u64, String> {
        self.last += 1;
        let worker = PageWorker::start(self.last).map_err(|error| describe(&error));
        match worker {
            Ok(worker) => self.workers.push(worker),
            Err(reason) => {
                self.refusal = Some(reason.clone());
                return Err(reason);
            }
        }
        Ok(self.last)
    }

    /// Sends the request and the orders that the worker of a job does not have yet, if it is ready and the levels are
    /// written; otherwise this is done later.
    fn send_parcels(&mut self, number: u64) {
        let Some(job) = self.jobs.get(&number).filter(|job| job.sent < job.parcels.len()) else { return };
        let wanted: Vec<u64> = job.parcels[job.sent..].iter().flat_map(|(_, levels)| levels).copied().collect();
        let is_written = self.write_levels(&wanted);
        let Some(job) = self.jobs.get_mut(&number) else { return };
        if !is_written {
            job.ctx.request_repaint();
            return;
        }
        let Some(worker) = self.workers.iter().find(|worker| worker.number == job.worker && worker.is_ready) else {
            return;
        };
        for (key, level) in &mut self.levels {
            if wanted.contains(key) && level.sent_to.insert(worker.number) {
                worker.send(KEEP, *key, level.texts.iter());
            }
        }
        for (at, (text, levels)) in job.parcels.iter().enumerate().skip(job.sent) {
            let numbers = levels.iter().map(|&number| JsValue::from(number as f64));
            if at == 0 {
                worker.send(START, number, [job.kind.into(), text.into()].into_iter().chain(numbers));
            } else {
                worker.send(ORDER, number, [text.into()].into_iter().chain(numbers));
            }
        }
        job.sent = job.parcels.len();
        // An order continues a paused job.
        job.is_paused = false;
    }

    /// Goes on writing these levels; returns true if all are written.
    fn write_levels(&mut self, wanted: &[u64]) -> bool {
        let is_time = self.written.is_none_or(|end| end.elapsed() >= PAUSE_OF_WRITING);
        let begin = Instant::now();
        for number in wanted {
            let Some(level) = self.levels.get_mut(number).filter(|level| !level.is_written) else { continue };
            while !level.is_written {
                if !is_time || begin.elapsed() >= WRITING {
                    return false;
                }
                match level.writer.next() {
                    Some(text) => _ = level.texts.push(&text.into()),
                    None => level.is_written = true,
                }
                self.written = Some(Instant::now());
            }
        }
        true
    }

    /// Forgets the levels that no job has.
    fn forget_levels(&mut self) {
        let used: BTreeSet<u64> =
            self.jobs.values().flat_map(|job| &job.parcels).flat_map(|(_, levels)| levels).copied().collect();
        let workers = &self.workers;
        self.levels.retain(|number, level| {
            let is_used = used.contains(number);
            let has = |worker: &&PageWorker| level.sent_to.contains(&worker.number);
            workers.iter().filter(has).filter(|_| !is_used).for_each(|worker| worker.send(FORGET, *number, []));
            is_used
        });
    }

    fn order(&mut self, number: u64, order: Parcel) {
        let order = self.addressed(order);
        let Some(job) = self.jobs.get_mut(&number) else { return };
        job.parcels.push(order);
        self.send_parcels(number);
    }

    /// Sends the worker of a job what the user wants: pause or continue.
    fn pause(&mut self, number: u64) {
        let Some(job) = self.jobs.get_mut(&number) else { return };
        let worker = self.workers.iter().find(|worker| worker.number == job.worker && worker.is_ready);
        if let Some(worker) = worker.filter(|_| job.sent > 0 && job.state.is_stopped() != job.is_paused) {
            job.is_paused = job.state.is_stopped();
            worker.send(PAUSE, number, job.is_paused.then(|| "on".into()));
        }
    }

    fn cancel(&mut self, number: u64) {
        let Some(job) = self.jobs.remove(&number) else { return };
        let worker = self.workers.iter_mut().find(|worker| worker.number == job.worker && worker.is_ready);
        if let Some(worker) = worker.filter(|_| job.sent > 0) {
            worker.cancelled.get_or_insert_with(Instant::now);
            worker.send(CANCEL, number, []);
        }
        self.forget_levels();
    }

    fn refuse_late_workers(&mut self) {
        if self.workers.iter().any(|worker| !worker.is_ready && worker.since.elapsed() > PATIENCE) {
            self.refuse("it did not start in time");
        }
    }

    /// Moves all jobs to the UI thread.
    fn refuse(&mut self, reason: &str) {
        self.refusal = Some(reason.to_owned());
        self.workers.clear();
        for job in self.jobs.values_mut() {
            job.state.set_busy(false);
            job.inbox.push(Received::Refused(reason.to_owned()));
            job.ctx.request_repaint();
        }
    }

    /// Ends a worker in which a job has panicked, and moves its other jobs.
    fn replace(&mut self, worker: u64, culprit: Option<u64>, reason: &str) {
        self.workers.retain(|known| known.number != worker);
        let of_worker = self.jobs.iter().filter(|(_, job)| job.worker == worker);
        for number in of_worker.map(|(&number, _)| number).collect::<Vec<_>>() {
            let is_culprit = culprit.is_none_or(|culprit| culprit == number);
            let other = if is_culprit { None } else { self.choose().ok() };
            let Some(job) = self.jobs.get_mut(&number) else { continue };
            match other {
                Some(other) => {
                    (job.worker, job.sent, job.is_paused) = (other, 0, false);
                    job.state.set_busy(true);
                }
                None => {
                    job.state.set_busy(false);
                    job.inbox.push(Received::Failed(reason.to_owned()));
                }
            }
            job.ctx.request_repaint();
            self.send_parcels(number);
        }
    }

    fn receive(&mut self, worker: u64, message: &Array) {
        let text = |at: u32| message.get(at).as_string();
        let number = message.get(1).as_f64().map_or(0, |number| number as u64);
        let Some(known) = self.workers.iter_mut().find(|known| known.number == worker) else { return };
        match text(0).as_deref() {
            Some(READY) => {
                known.is_ready = true;
                let waiting = self.jobs.iter().filter(|(_, job)| job.worker == worker);
                let waiting: Vec<u64> = waiting.map(|(&number, _)| number).collect();
                waiting.into_iter().for_each(|number| self.send_parcels(number));
            }
            Some(CANCELLED) => known.cancelled = None,
            Some(REFUSED) => self.refuse(&text(2).unwrap_or_default()),
            Some(PANIC) => {
                let culprit = Some(number).filter(|number| self.jobs.contains_key(number));
                self.replace(worker, culprit, &text(2).unwrap_or_default());
            }
            kind => {
                let Some(job) = self.jobs.get_mut(&number) else { return };
                match (kind, text(2)) {
                    (Some(FAILED), reason) => job.inbox.push(Received::Failed(reason.unwrap_or_default())),
                    (Some(REPORT), Some(report)) => job.inbox.push(Received::Report(report)),
                    _ => {}
                }
                let waits = job.sent < job.parcels.len();
                let is_busy = kind == Some(REPORT) && (waits || message.get(3).as_bool() != Some(true));
                job.state.set_busy(is_busy);
                request_picture(&job.ctx, !is_busy);
            }
        }
    }

    /// An error that the worker itself has not reported.
    fn receive_error(&mut self, worker: u64, reason: &str) {
        match self.workers.iter().find(|known| known.number == worker) {
            Some(known) if known.is_ready => self.replace(worker, None, reason),
            Some(_) => self.refuse(reason),
            None => {}
        }
    }
}

impl PageWorker {
    fn start(number: u64) -> Result<Self, JsValue> {
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(SCRIPT, &options)?;
        let message = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
            if let Ok(message) = event.data().dyn_into::<Array>() {
                POOL.with_borrow_mut(|pool| pool.receive(number, &message));
            }
        });
        let error = Closure::<dyn FnMut(ErrorEvent)>::new(move |event: ErrorEvent| {
            event.prevent_default();
            let reason = js_sys::Reflect::get(&event, &"message".into()).ok().and_then(|it| it.as_string());
            let reason = reason.filter(|reason| !reason.is_empty());
            POOL.with_borrow_mut(|pool| pool.receive_error(number, reason.as_deref().unwrap_or("it cannot be loaded")));
        });
        worker.set_onmessage(Some(message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(error.as_ref().unchecked_ref()));
        let page = js_sys::Reflect::get(&js_sys::global(), &"blobsmith".into())?;
        let start: Function = js_sys::Reflect::get(&page, &"startWorker".into())?.dyn_into()?;
        start.call1(&page, &worker)?;
        let (is_ready, since, cancelled) = (false, Instant::now(), None);
        Ok(Self { number, worker, is_ready, since, cancelled, _message: message, _error: error })
    }

    fn send(&self, what: &str, number: u64, rest: impl IntoIterator<Item = JsValue>) {
        let message = Array::of2(&what.into(), &(number as f64).into());
        rest.into_iter().for_each(|value| _ = message.push(&value));
        // Texts and numbers can always be sent.
        let _ = self.worker.post_message(&message);
    }
}

fn describe(error: &JsValue) -> String {
    error.dyn_ref::<js_sys::Error>().map_or_else(|| format!("{error:?}"), |error| String::from(error.message()))
}
