//! Kinds of messages between the page and a worker. A message is an array: its kind, the number of the job (of the level in
//! [`KEEP`] and [`FORGET`]), texts, and numbers of levels.

/// To the worker: keep a level. The number is that of the level, the texts are its portions.
pub(in crate::editor) const KEEP: &str = "keep";
/// To the worker: forget the level of this number.
pub(in crate::editor) const FORGET: &str = "forget";
/// To the worker: a new job, with its kind, its request and the numbers of its levels.
pub(in crate::editor) const START: &str = "start";
/// To the worker: an order, and the numbers of its levels.
pub(in crate::editor) const ORDER: &str = "order";
/// To the worker: pause a job; without a text, continue it.
pub(in crate::editor) const PAUSE: &str = "pause";
/// To the worker: forget a job.
pub(in crate::editor) const CANCEL: &str = "cancel";
/// To the page: the worker takes jobs.
pub(in crate::editor) const READY: &str = "ready";
/// To the page: the module cannot run in a worker, with the reason.
pub(in crate::editor) const REFUSED: &str = "refused";
/// To the page: a report, and whether no work is left.
pub(in crate::editor) const REPORT: &str = "report";
/// To the page: a job has ended without a result, with the reason.
pub(in crate::editor) const FAILED: &str = "failed";
/// To the page: a job is forgotten.
pub(in crate::editor) const CANCELLED: &str = "cancelled";
/// To the page: a job has panicked, with the message. The worker is of no use any more.
pub(in crate::editor) const PANIC: &str = "panic";
