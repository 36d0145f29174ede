//! A large file that is read on a thread of its own, so that the window answers while it waits.

use crate::debugger::Run;
use crate::editor::actions::Source;
use crate::editor::document::Document;
use crate::editor::opening;
use crate::level::format::FormatError;
use egui::{Context, Key, Modal};
use std::path::Path;
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::Duration;

/// Files up to this many bytes are read at once: that takes a tenth of a second at most.
const AT_ONCE: u64 = 256 << 10;
/// How often it is asked whether a larger one has been read.
const EVERY: Duration = Duration::from_millis(30);

/// What comes of it.
pub type Loaded = Result<(Document, Run), FormatError>;

/// See the module. The thread ends by itself, and what it has read is dropped, if this is.
pub struct Loading {
    /// The file.
    pub source: Source,
    receiver: Receiver<Loaded>,
}

/// What became of it in this picture.
pub enum Progress {
    /// It is being read.
    Reading,
    /// Cancelled by the user.
    Cancelled,
    /// The thread ended without an answer.
    Lost,
    /// It was read, or cannot be.
    Done(Box<Loaded>),
}

impl Loading {
    /// Begins to read a large file; none if the source is another one or cannot be found, or if no thread can be had.
    pub fn of(source: &Source) -> Option<Self> {
        let Source::File(path) = source else { return None };
        if std::fs::metadata(path).map_or(0, |about| about.len()) <= AT_ONCE {
            return None;
        }
        let (sender, receiver) = channel();
        let named = source.clone();
        let read = move || drop(sender.send(opening::read(&named).and_then(opening::begin)));
        std::thread::Builder::new().name("opening".to_owned()).spawn(read).ok()?;
        Some(Self { source: source.clone(), receiver })
    }

    /// The file's name.
    pub fn name(&self) -> String {
        let Source::File(path) = &self.source else { return String::new() };
        Path::file_name(path).unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Shows that it is being read, and takes what comes of it.
    pub fn show(&self, ctx: &Context) -> Progress {
        match self.receiver.try_recv() {
            Ok(loaded) => return Progress::Done(Box::new(loaded)),
            Err(TryRecvError::Disconnected) => return Progress::Lost,
            Err(TryRecvError::Empty) => ctx.request_repaint_after(EVERY),
        }
        let mut is_left = false;
        Modal::new(egui::Id::unique("opening a file")).show(ctx, |ui| {
            ui.set_width(320.0);
            ui.heading(format!("Opening {}", self.name()));
            ui.add_space(8.0);
            ui.horizontal(|ui| {
                ui.spinner();
                ui.label("The open level stays until it has been read.");
            });
            ui.add_space(8.0);
            is_left = ui.button("Cancel").on_hover_text("Escape").clicked();
        });
        if is_left || ctx.input(|input| input.key_pressed(Key::Escape)) {
            Progress::Cancelled
        } else {
            Progress::Reading
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::Level;
    use egui::{Event, Modifiers, RawInput};
    use std::path::PathBuf;

    /// One picture with these events.
    fn shown(loading: &Loading, ctx: &Context, events: Vec<Event>) -> Progress {
        let mut progress = None;
        let input = RawInput { events, ..RawInput::default() };
        let mut output = ctx.run_ui(input, |ui| progress = Some(loading.show(ui.ctx())));
        // Nothing paints it.
        output.textures_delta.clear();
        progress.expect("a picture")
    }

    #[test]
    fn a_file_that_is_never_read_can_be_left_at_once() {
        let (sender, receiver) = channel();
        let loading = Loading { source: Source::File(PathBuf::from("large.ron")), receiver };
        let ctx = Context::default();
        assert!(matches!(shown(&loading, &ctx, Vec::new()), Progress::Reading));
        let press =
            |key| Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
        assert!(matches!(shown(&loading, &ctx, vec![press(Key::A)]), Progress::Reading));
        assert!(matches!(shown(&loading, &ctx, vec![press(Key::Escape)]), Progress::Cancelled));
        let begun = opening::begin(opening::Opened { level: Level::default(), path: None });
        sender.send(begun).unwrap();
        assert!(matches!(shown(&loading, &ctx, Vec::new()), Progress::Done(loaded) if loaded.is_ok()));
        drop(sender);
        assert!(matches!(shown(&loading, &ctx, Vec::new()), Progress::Lost));
    }

    #[test]
    fn small_files_and_levels_without_a_file_are_not_waited_for() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("level.ron");
        for (bytes, is_waited_for) in [(AT_ONCE, false), (AT_ONCE + 1, true)] {
            std::fs::write(&file, vec![b' '; bytes as usize]).unwrap();
            assert_eq!(Loading::of(&Source::File(file.clone())).is_some(), is_waited_for);
        }
        assert!(Loading::of(&Source::New).is_none());
        assert!(Loading::of(&Source::File(folder.path().join("missing.ron"))).is_none(), "that is an error at once");
    }
}
