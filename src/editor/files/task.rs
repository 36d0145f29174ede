//! Long file work in a thread, with a modal dialog that can cancel it.
//!
//! The result is a [`Finish`], which changes the window at the end of a UI frame. `perform::background` starts and
//! polls tasks. On the web, which has no threads, the work runs at once.

use egui::{Context, Key, Modal};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, TryRecvError, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// How often the dialog checks for the result.
const EVERY: Duration = Duration::from_millis(30);

/// Applies the result to the window.
pub type Finish<A> = Box<dyn FnOnce(&mut A, &Context) + Send>;

/// Cancellation flag; the work tests it where it can stop.
#[derive(Clone, Debug, Default)]
pub struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    /// True once the user has cancelled.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    fn set(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// What happens to a task that the user cancels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TaskKind {
    /// The result is dropped.
    Read,
    /// The work stops at the next test, and its result says whether the file was written. Only one write runs at a
    /// time.
    Write,
}

/// Texts and kind of a task.
#[derive(Clone, Debug)]
pub struct TaskHead {
    /// Heading of the dialog, such as "Opening large.ron".
    pub title: String,
    /// Explanation below the heading.
    pub note: &'static str,
    /// Read or write.
    pub kind: TaskKind,
}

/// A running task. If dropped, the thread runs to its end and its result is dropped.
pub struct FileTask<A> {
    /// Texts and kind.
    pub head: TaskHead,
    cancelled: Cancelled,
    receiver: Receiver<Finish<A>>,
}

/// State of a task in one UI frame.
pub enum Progress<A> {
    /// The task is running.
    Running,
    /// The user has just cancelled it.
    Cancelled,
    /// The thread ended without a result.
    Lost,
    /// The result.
    Done(Finish<A>),
}

impl<A: 'static> FileTask<A> {
    /// Starts `work` in a thread, or runs it at once if no thread can be started.
    pub fn start(head: TaskHead, work: impl FnOnce(&Cancelled) -> Finish<A> + Send + 'static) -> Self {
        let (sender, receiver) = channel();
        let cancelled = Cancelled::default();
        let seen = cancelled.clone();
        // Shared, because a failed spawn drops its closure.
        let work = Arc::new(Mutex::new(Some(work)));
        let run = {
            let work = work.clone();
            move || {
                let taken = work.lock().unwrap_or_else(PoisonError::into_inner).take();
                if let Some(work) = taken {
                    // The send fails if the task was dropped.
                    let _ = sender.send(work(&seen));
                }
            }
        };
        let thread = std::thread::Builder::new().name("file".to_owned()).spawn(run.clone());
        if thread.is_err() {
            run();
        }
        Self { head, cancelled, receiver }
    }

    /// Waits up to this time for the result.
    pub fn wait(&self, patience: Duration) -> Progress<A> {
        match self.receiver.recv_timeout(patience) {
            Ok(finish) => Progress::Done(finish),
            Err(RecvTimeoutError::Timeout) => Progress::Running,
            Err(RecvTimeoutError::Disconnected) => Progress::Lost,
        }
    }

    /// The result, if available.
    pub fn poll(&self, ctx: &Context) -> Progress<A> {
        match self.receiver.try_recv() {
            Ok(finish) => Progress::Done(finish),
            Err(TryRecvError::Disconnected) => Progress::Lost,
            Err(TryRecvError::Empty) => {
                ctx.request_repaint_after(EVERY);
                Progress::Running
            }
        }
    }

    /// Draws the dialog; returns the result, if available.
    pub fn show(&self, ctx: &Context) -> Progress<A> {
        let progress = self.poll(ctx);
        if !matches!(progress, Progress::Running) {
            return progress;
        }
        let mut is_left = false;
        Modal::new(egui::Id::unique("work on a file")).show(ctx, |ui| {
            ui.set_width(320.0);
            ui.heading(&self.head.title);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(self.head.note);
            });
            ui.add_space(8.0);
            is_left = ui.button("Cancel").on_hover_text("Escape").clicked();
        });
        if is_left || ctx.input(|input| input.key_pressed(Key::Escape)) {
            self.cancelled.set();
            return Progress::Cancelled;
        }
        Progress::Running
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, RawInput};
    use std::sync::atomic::AtomicU32;

    /// One UI frame with these events.
    fn shown(task: &FileTask<()>, ctx: &Context, events: Vec<Event>) -> Progress<()> {
        let mut progress = None;
        let input = RawInput { events, ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| progress = Some(task.show(ui.ctx())));
        // The test does not paint.
        output.textures_delta.clear();
        progress.expect("a frame")
    }

    #[test]
    fn task_that_never_ends_can_be_cancelled_at_once() {
        let (release, released) = channel::<()>();
        let saw = Arc::new(AtomicU32::new(0));
        let work = {
            let saw = saw.clone();
            move |cancelled: &Cancelled| -> Finish<()> {
                let _ = released.recv();
                saw.store(1 + u32::from(cancelled.is_set()), Ordering::Relaxed);
                Box::new(|_, _| ())
            }
        };
        let head = TaskHead { title: "Opening large.ron".to_owned(), note: "", kind: TaskKind::Read };
        let task = FileTask::start(head, work);
        let ctx = Context::default();
        assert!(matches!(task.wait(Duration::from_millis(1)), Progress::Running));
        assert!(matches!(shown(&task, &ctx, Vec::new()), Progress::Running));
        let press =
            |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        assert!(matches!(shown(&task, &ctx, vec![press(Key::A)]), Progress::Running));
        assert!(matches!(shown(&task, &ctx, vec![press(Key::Escape)]), Progress::Cancelled));
        release.send(()).expect("the work waits");
        assert!(matches!(task.wait(Duration::from_secs(60)), Progress::Done(_)));
        assert_eq!(saw.load(Ordering::Relaxed), 2, "the work saw that it was cancelled");
        assert!(matches!(task.wait(Duration::from_secs(60)), Progress::Lost), "the thread has ended");
    }
}
