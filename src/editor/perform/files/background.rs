//! Starts and polls background file work (see `files::task`). One task at a time is modal; a cancelled write is polled
//! until it ends.

use super::guarded;
use crate::editor::app::App;
use crate::editor::files::task::{Cancelled, FileTask, Finish, Progress, TaskHead, TaskKind};
use egui::Context;
use std::time::Duration;

/// Time to wait for work of unknown length before the dialog appears.
const PATIENCE: Duration = Duration::from_millis(50);

/// Expected length of work.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WorkSize {
    /// At most 0.1 s: runs at once.
    Small,
    /// The dialog appears unless it ends within `PATIENCE`.
    Unknown,
    /// The dialog appears at once.
    Large,
}

impl WorkSize {
    /// Small or large.
    pub fn of(is_large: bool) -> Self {
        if is_large { Self::Large } else { Self::Small }
    }
}

/// Runs work, in the background unless it is small. Refuses with a message while a modal task or a cancelled write is
/// running.
pub fn begin(
    app: &mut App,
    ctx: &Context,
    size: WorkSize,
    head: TaskHead,
    work: impl FnOnce(&Cancelled) -> Finish<App> + Send + 'static,
) {
    if is_refused(app, head.kind) {
        return;
    }
    // Web pages have no threads.
    if size == WorkSize::Small || cfg!(target_arch = "wasm32") {
        let finish = work(&Cancelled::default());
        return end(app, ctx, head.kind, finish);
    }
    let task = FileTask::start(head, work);
    let progress = if size == WorkSize::Unknown { task.wait(PATIENCE) } else { Progress::Running };
    ctx.request_repaint();
    go_on(app, ctx, task, progress);
}

/// Returns true, with a message, if work of this kind cannot start now.
pub fn is_refused(app: &mut App, kind: TaskKind) -> bool {
    let reason = match &app.files.task {
        Some(task) => format!("{} is still running. Wait for it, or cancel it", task.head.title),
        None if kind == TaskKind::Write && app.files.ending.is_some() => {
            "A cancelled save is still ending. Save again in a moment".to_owned()
        }
        None => return false,
    };
    app.notices.warning(reason);
    true
}

/// Polls the modal task and the cancelled write.
pub fn follow(app: &mut App, ctx: &Context) {
    if let Some(task) = app.files.ending.take() {
        match task.poll(ctx) {
            Progress::Done(finish) => finish(app, ctx),
            Progress::Lost => app.notices.error(lost(&task)),
            Progress::Running | Progress::Cancelled => app.files.ending = Some(task),
        }
    }
    if let Some(task) = app.files.task.take() {
        let progress = task.show(ctx);
        go_on(app, ctx, task, progress);
    }
}

fn go_on(app: &mut App, ctx: &Context, task: FileTask<App>, progress: Progress<App>) {
    match progress {
        Progress::Running => app.files.task = Some(task),
        Progress::Done(finish) => end(app, ctx, task.head.kind, finish),
        Progress::Lost => {
            app.files.after_saving = None;
            app.notices.error(lost(&task));
        }
        Progress::Cancelled => {
            app.files.after_saving = None;
            match task.head.kind {
                TaskKind::Read => app.notices.warning(format!("{} cancelled", task.head.title)),
                TaskKind::Write => app.files.ending = Some(task),
            }
        }
    }
}

/// Applies the result and performs the request that waited for a write.
fn end(app: &mut App, ctx: &Context, kind: TaskKind, finish: Finish<App>) {
    finish(app, ctx);
    if kind == TaskKind::Write
        && let Some(pending) = app.files.after_saving.take()
    {
        guarded(app, ctx, pending);
    }
}

fn lost(task: &FileTask<App>) -> String {
    format!("{} failed: its thread ended without a result", task.head.title)
}
