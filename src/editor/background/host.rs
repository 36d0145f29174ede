//! The worker's side of the messages: jobs by number, requests, orders and reports as texts (RON, which has all numbers).

use super::shared::LEVELS;
use super::{Job, Pace, level_text};
use crate::level::Level;
use crate::level::format::{TextFormat, read_document, write_document};
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::{BTreeMap, VecDeque};
use std::marker::PhantomData;
use std::sync::Arc;
use web_time::Duration;

/// A job whose values are texts.
pub(in crate::editor) trait TextJob {
    fn take(&mut self, order: &str, levels: &[Arc<Level>]) -> Result<(), String>;
    /// A report, and whether no work is left.
    fn work(&mut self, pace: &Pace) -> Result<(Option<String>, bool), String>;
}

/// A kind of job: its name, and its beginning from the text of a request and the levels in it.
pub(in crate::editor) type JobKind = (&'static str, fn(&str, &[Arc<Level>]) -> Result<Box<dyn TextJob>, String>);

struct Texts<J: Job>(J, PhantomData<J>);

/// The kind of a job.
pub(in crate::editor) const fn kind<J: Job>() -> JobKind {
    (J::NAME, |request, levels| Ok(Box::new(Texts(J::begin(unpack(request, levels)?), PhantomData))))
}

impl<J: Job> TextJob for Texts<J> {
    fn take(&mut self, order: &str, levels: &[Arc<Level>]) -> Result<(), String> {
        self.0.take(unpack(order, levels)?);
        Ok(())
    }

    fn work(&mut self, pace: &Pace) -> Result<(Option<String>, bool), String> {
        let slice = self.0.work(pace);
        Ok((slice.report.as_ref().map(encode), slice.is_done))
    }
}

/// The text of a value.
pub(in crate::editor) fn encode<T: Serialize>(value: &T) -> String {
    write_document(value, TextFormat::Ron)
}

/// The value of a text.
pub(in crate::editor) fn decode<T: DeserializeOwned>(text: &str) -> Result<T, String> {
    read_document(text, TextFormat::Ron).map_err(|error| error.to_string())
}

/// A request or an order.
pub(in crate::editor) struct Parcel {
    /// The text.
    pub text: String,
    /// The levels in it.
    pub levels: Vec<Arc<Level>>,
}

/// Packs a request or an order.
pub(in crate::editor) fn pack<T: Serialize>(value: &T) -> Parcel {
    LEVELS.take();
    let text = encode(value);
    Parcel { text, levels: LEVELS.take() }
}

/// Unpacks a request or an order.
///
/// # Errors
/// If the text is not such a value, or a level is missing.
pub(in crate::editor) fn unpack<T: DeserializeOwned>(text: &str, levels: &[Arc<Level>]) -> Result<T, String> {
    LEVELS.set(levels.to_vec());
    let value = decode(text);
    LEVELS.take();
    value
}

/// News of one job.
#[derive(Debug, PartialEq)]
pub(in crate::editor) struct JobAnswer {
    /// Number of the job.
    pub id: u64,
    /// A report, or why the job ended.
    pub report: Result<Option<String>, String>,
    /// True if no work is left.
    pub is_done: bool,
}

/// The jobs of a worker, which take turns.
pub(in crate::editor) struct Host {
    kinds: &'static [JobKind],
    /// The levels of requests and orders.
    levels: BTreeMap<u64, Arc<Level>>,
    busy: VecDeque<(u64, Box<dyn TextJob>)>,
    idle: Vec<(u64, Box<dyn TextJob>)>,
    paused: Vec<(u64, Box<dyn TextJob>)>,
}

impl Host {
    /// No jobs yet; `kinds` are those that can start.
    pub fn new(kinds: &'static [JobKind]) -> Self {
        Self { kinds, levels: BTreeMap::new(), busy: VecDeque::new(), idle: Vec::new(), paused: Vec::new() }
    }

    /// Keeps a level, given in portions, for later requests and orders.
    ///
    /// # Errors
    /// If a text is no portion of a level.
    pub fn keep<T: AsRef<str>>(&mut self, number: u64, texts: impl IntoIterator<Item = T>) -> Result<(), String> {
        self.levels.insert(number, Arc::new(level_text::read_portions(texts)?));
        Ok(())
    }

    /// Forgets a level.
    pub fn forget(&mut self, number: u64) {
        self.levels.remove(&number);
    }

    fn kept(&self, numbers: &[u64]) -> Vec<Arc<Level>> {
        numbers.iter().filter_map(|number| self.levels.get(number).cloned()).collect()
    }

    /// Starts a job with these levels; returns the reason if it cannot.
    pub fn start(&mut self, id: u64, name: &str, request: &str, levels: &[u64]) -> Option<JobAnswer> {
        match self.kinds.iter().find(|kind| kind.0 == name) {
            Some(kind) => self.begin(id, kind, request, levels),
            None => Some(JobAnswer { id, report: Err(format!("there is no job “{name}”")), is_done: true }),
        }
    }

    /// The same for a kind.
    pub fn begin(&mut self, id: u64, kind: &JobKind, request: &str, levels: &[u64]) -> Option<JobAnswer> {
        match kind.1(request, &self.kept(levels)) {
            Ok(job) => self.busy.push_back((id, job)),
            Err(reason) => return Some(JobAnswer { id, report: Err(reason), is_done: true }),
        }
        None
    }

    /// Pauses a job that has work, or continues it.
    pub fn pause(&mut self, id: u64, is_paused: bool) {
        if let Some(at) = self.busy.iter().position(|(own, _)| is_paused && *own == id) {
            self.paused.extend(self.busy.remove(at));
        } else if let Some(at) = self.paused.iter().position(|(own, _)| !is_paused && *own == id) {
            self.busy.push_back(self.paused.swap_remove(at));
        }
    }

    /// Passes an order with these levels to a job, which continues if it was paused; returns the reason if it cannot.
    pub fn order(&mut self, id: u64, order: &str, levels: &[u64]) -> Option<JobAnswer> {
        self.pause(id, false);
        let levels = self.kept(levels);
        if let Some(at) = self.idle.iter().position(|(own, _)| *own == id) {
            self.busy.push_back(self.idle.swap_remove(at));
        }
        let job = self.busy.iter_mut().find(|(own, _)| *own == id);
        let reason = job.and_then(|(_, job)| job.take(order, &levels).err())?;
        self.cancel(id);
        Some(JobAnswer { id, report: Err(reason), is_done: true })
    }

    /// Forgets a job.
    pub fn cancel(&mut self, id: u64) {
        self.busy.retain(|(own, _)| *own != id);
        self.idle.retain(|(own, _)| *own != id);
        self.paused.retain(|(own, _)| *own != id);
    }

    /// True if a job has work.
    pub fn is_busy(&self) -> bool {
        !self.busy.is_empty()
    }

    /// The job whose turn is next.
    #[cfg(target_arch = "wasm32")]
    pub fn next(&self) -> Option<u64> {
        self.busy.front().map(|(id, _)| *id)
    }

    /// Runs one slice of the next job.
    pub fn work(&mut self, length: Duration) -> Option<JobAnswer> {
        let (id, mut job) = self.busy.pop_front()?;
        match job.work(&Pace::new(length, &|| false)) {
            Ok((report, is_done)) => {
                if is_done {
                    self.idle.push((id, job));
                } else {
                    self.busy.push_back((id, job));
                }
                Some(JobAnswer { id, report: Ok(report), is_done })
            }
            Err(reason) => Some(JobAnswer { id, report: Err(reason), is_done: true }),
        }
    }
}
