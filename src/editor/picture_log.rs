//! A log of the pictures of the window, by which a script measures its speed (`benches/window`).

use egui::Context;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;
use std::time::SystemTime;

/// Heading of the log: a comma-separated table.
const HEADING: &str = "begun_ms,shown_ms,frame,substep,playing\n";

/// What a picture shows.
#[derive(Clone, Copy, PartialEq)]
pub struct Shown {
    /// Frame and substep of the run.
    pub moment: (u64, u32),
    /// Whether the run plays.
    pub is_playing: bool,
}

/// The log: a line for each picture, with its times in milliseconds since 1970.
pub struct PictureLog {
    file: File,
    /// Number of the present picture, when it began, and what it shows once it is laid out.
    present: Option<(u64, u128, Option<Shown>)>,
    last: Option<Shown>,
}

impl PictureLog {
    /// Begins a log in a new file. Fails if the file cannot be written.
    pub fn create(path: &Path) -> Result<Self, String> {
        let begin = || {
            let mut file = File::create(path)?;
            file.write_all(HEADING.as_bytes())?;
            Ok(file)
        };
        let file = begin().map_err(|error: io::Error| format!("cannot write {}: {error}", path.display()))?;
        Ok(Self { file, present: None, last: None })
    }

    /// Called before each layout pass. One picture can have several passes; the next one ends it, since the program waits
    /// until a picture is on the screen.
    pub fn begin(&mut self, ctx: &Context) {
        let (number, now) = (ctx.cumulative_frame_nr(), milliseconds());
        if let Some((before, begun, shown)) = self.present {
            if before == number {
                return;
            }
            if let Some(Shown { moment: (frame, substep), is_playing }) = shown {
                // A full disk ends the log, not the program.
                let _ = writeln!(self.file, "{begun},{now},{frame},{substep},{}", u8::from(is_playing));
            }
        }
        self.present = Some((number, now, None));
    }

    /// Called after each layout pass. A picture of something new is followed by another one, which ends it.
    pub fn laid_out(&mut self, ctx: &Context, shown: Shown) {
        if let Some(present) = &mut self.present {
            present.2 = Some(shown);
        }
        if self.last.replace(shown) != Some(shown) {
            ctx.request_repaint();
        }
    }
}

fn milliseconds() -> u128 {
    SystemTime::UNIX_EPOCH.elapsed().map_or(0, |time| time.as_millis())
}
