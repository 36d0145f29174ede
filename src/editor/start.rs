//! Times the stages of the start until the first UI frame is on the screen.

use std::fmt::Write;
use std::time::Instant;

/// A completed stage.
struct StartStage {
    title: &'static str,
    wall_ms: f64,
    cpu: Cpu,
}

/// CPU time in milliseconds.
#[derive(Clone, Copy, Default)]
struct Cpu {
    /// CPU time of the drawing thread.
    window: f64,
    /// CPU time of all other threads, including those of a software OpenGL.
    others: f64,
}

/// The stages so far.
pub struct Stages {
    list: Vec<StartStage>,
    last: (Instant, Cpu),
    /// Number of the current UI frame, and whether its layout has run.
    picture: Option<(u64, bool)>,
}

/// What the timer requests for a UI frame.
pub enum PictureRequest {
    /// Draw it.
    Picture,
    /// The first UI frame was shown; here is the table of times.
    End(String),
    /// Nothing: the window is closing.
    Nothing,
}

impl Stages {
    /// Starts the timer. Call it from the drawing thread.
    pub fn begin() -> Self {
        let cpu = spent();
        let loaded = StartStage { title: "program loaded, command line read", wall_ms: f64::NAN, cpu };
        Self { list: vec![loaded], last: (Instant::now(), cpu), picture: None }
    }

    /// Ends a stage.
    pub fn end(&mut self, title: &'static str) {
        let (now, spent) = (Instant::now(), spent());
        let (start, before) = self.last;
        let cpu = Cpu { window: spent.window - before.window, others: spent.others - before.others };
        self.list.push(StartStage { title, wall_ms: now.duration_since(start).as_secs_f64() * 1e3, cpu });
        self.last = (now, spent);
    }

    /// Called before each layout pass; one UI frame can have several passes.
    pub fn before_picture(&mut self, number: u64) -> PictureRequest {
        match self.picture {
            None => {
                self.end("window created");
                self.picture = Some((number, false));
                PictureRequest::Picture
            }
            Some((first, _)) if first == number => PictureRequest::Picture,
            Some((first, true)) => {
                self.end("tessellated, painted, shown");
                self.picture = Some((first, false));
                PictureRequest::End(self.table())
            }
            Some((_, false)) => PictureRequest::Nothing,
        }
    }

    /// Called after each layout pass.
    pub fn after_layout(&mut self) {
        if let Some((number, was_laid_out)) = self.picture {
            self.end(if was_laid_out { "second layout pass" } else { "first layout pass" });
            self.picture = Some((number, true));
        }
    }

    fn table(&self) -> String {
        let mut text = String::from("| stage | ms | CPU ms, this thread | CPU ms, other threads |\n");
        text.push_str("| :-- | --: | --: | --: |\n");
        let mut sum = Cpu::default();
        for stage in &self.list {
            let wall = if stage.wall_ms.is_nan() { String::new() } else { format!("{:.1}", stage.wall_ms) };
            sum = Cpu { window: sum.window + stage.cpu.window, others: sum.others + stage.cpu.others };
            let _ = writeln!(text, "| {} | {wall} | {:.1} | {:.1} |", stage.title, stage.cpu.window, stage.cpu.others);
        }
        let wall: f64 = self.list.iter().map(|stage| stage.wall_ms).filter(|ms| !ms.is_nan()).sum();
        let _ = writeln!(text, "| all | {wall:.1} | {:.1} | {:.1} |", sum.window, sum.others);
        text
    }
}

/// CPU time since the program started, per thread; zero if the system does not report it.
#[cfg(target_os = "linux")]
fn spent() -> Cpu {
    let of = |task: &std::path::Path| -> Option<f64> {
        let text = std::fs::read_to_string(task.join("schedstat")).ok()?;
        Some(text.split_whitespace().next()?.parse::<f64>().ok()? * 1e-6)
    };
    let window = of("/proc/thread-self".as_ref()).unwrap_or_default();
    let tasks = std::fs::read_dir("/proc/self/task").into_iter().flatten().flatten();
    let all: f64 = tasks.filter_map(|task| of(&task.path())).sum();
    Cpu { window, others: (all - window).max(0.0) }
}

#[cfg(not(target_os = "linux"))]
fn spent() -> Cpu {
    Cpu::default()
}
