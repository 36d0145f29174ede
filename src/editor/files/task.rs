//! Work on a large file in a thread of its own, with a dialog that can cancel it while the window stays responsive.

use egui::{Context, Key, Modal};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// How often the dialog checks for the result.
const EVERY: Duration = Duration::from_millis(30);

/// Set when the user cancels. The work tests it where it can stop.
#[derive(Clone, Debug, Default)]
pub struct Cancelled(Arc<AtomicBool>);

impl Cancelled {
    /// True once the user has cancelled.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// A task and its result, once there is one. A dropped task runs to its end; its result is dropped.
pub struct FileTask<T> {
    title: String,
    note: &'static str,
    cancelled: Cancelled,
    receiver: Receiver<T>,
}

/// State of a task in one frame of the window.
pub enum TaskProgress<T> {
    /// It is running.
    Running,
    /// The user has just cancelled it.
    Cancelled,
    /// The thread ended without a result.
    Lost,
    /// The result.
    Done(Box<T>),
}

impl<T: Send + 'static> FileTask<T> {
    /// Starts `work` in a thread. The dialog shows `title` and `note`. None if the system has no thread left.
    pub fn start(
        title: String,
        note: &'static str,
        work: impl FnOnce(&Cancelled) -> T + Send + 'static,
    ) -> Option<Self> {
        let (sender, receiver) = channel();
        let cancelled = Cancelled::default();
        let seen = cancelled.clone();
        let run = move || drop(sender.send(work(&seen)));
        std::thread::Builder::new().name("file".to_owned()).spawn(run).ok()?;
        Some(Self { title, note, cancelled, receiver })
    }

    /// Draws the dialog and takes the result. After [`Progress::Cancelled`] the dialog stays hidden, and a later call
    /// returns what the work made of it.
    pub fn show(&self, ctx: &Context) -> TaskProgress<T> {
        match self.receiver.try_recv() {
            Ok(result) => return TaskProgress::Done(Box::new(result)),
            Err(TryRecvError::Disconnected) => return TaskProgress::Lost,
            Err(TryRecvError::Empty) => ctx.request_repaint_after(EVERY),
        }
        if self.cancelled.is_set() {
            return TaskProgress::Running;
        }
        let mut is_left = false;
        Modal::new(egui::Id::unique("work on a file")).show(ctx, |ui| {
            ui.set_width(320.0);
            ui.heading(&self.title);
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label(self.note);
            });
            ui.add_space(8.0);
            is_left = ui.button("Cancel").on_hover_text("Escape").clicked();
        });
        if is_left || ctx.input(|input| input.key_pressed(Key::Escape)) {
            self.cancelled.0.store(true, Ordering::Relaxed);
            TaskProgress::Cancelled
        } else {
            TaskProgress::Running
        }
    }

    /// True if the dialog is in front of the window.
    pub fn is_shown(&self) -> bool {
        !self.cancelled.is_set()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use egui::{Event, Modifiers, RawInput};

    /// One frame of the window with these events.
    fn shown(task: &FileTask<u32>, ctx: &Context, events: Vec<Event>) -> TaskProgress<u32> {
        let mut progress = None;
        let input = RawInput { events, ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| progress = Some(task.show(ui.ctx())));
        // Nothing paints it.
        output.textures_delta.clear();
        progress.expect("a frame")
    }

    #[test]
    fn task_that_never_ends_can_be_cancelled_at_once() {
        let (release, released) = channel::<()>();
        let work = move |cancelled: &Cancelled| {
            let _ = released.recv();
            u32::from(cancelled.is_set())
        };
        let task = FileTask::start("Opening large.ron".to_owned(), "", work).expect("a thread");
        let ctx = Context::default();
        assert!(matches!(shown(&task, &ctx, Vec::new()), TaskProgress::Running));
        let press =
            |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        assert!(matches!(shown(&task, &ctx, vec![press(Key::A)]), TaskProgress::Running));
        assert!(task.is_shown());
        assert!(matches!(shown(&task, &ctx, vec![press(Key::Escape)]), TaskProgress::Cancelled));
        assert!(!task.is_shown());
        release.send(()).expect("the work waits");
        let result = loop {
            if let TaskProgress::Done(result) = shown(&task, &ctx, Vec::new()) {
                break *result;
            }
        };
        assert_eq!(result, 1, "the work saw that it was cancelled");
        assert!(matches!(shown(&task, &ctx, Vec::new()), TaskProgress::Lost));
    }
}
