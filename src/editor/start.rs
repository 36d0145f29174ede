//! What each stage of the start takes until the first picture is on the screen, for those who wait for it.

use std::fmt::Write;
use std::time::Instant;

/// A stage that is over.
struct StartStage {
    title: &'static str,
    wall_ms: f64,
    cpu: Cpu,
}

/// Milliseconds of processor time.
#[derive(Clone, Copy, Default)]
struct Cpu {
    /// Of the thread that draws.
    window: f64,
    /// Of all others: those of a software OpenGL among them.
    others: f64,
}

/// The stages so far.
pub struct Stages {
    list: Vec<StartStage>,
    last: (Instant, Cpu),
    /// The picture that is being drawn, and whether it was laid out.
    picture: Option<(u64, bool)>,
}

/// What is to be done with a picture.
pub enum PictureRequest {
    /// It is drawn.
    Picture,
    /// The first one was shown: this is what it took.
    End(String),
    /// Nothing more: the window is closing.
    Nothing,
}

impl Stages {
    /// Begins where the program does; to be called by the thread that draws.
    pub fn begin() -> Self {
        let cpu = spent();
        let loaded = StartStage { title: "program loaded, command line read", wall_ms: f64::NAN, cpu };
        Self { list: vec![loaded], last: (Instant::now(), cpu), picture: None }
    }

    /// A stage is over.
    pub fn end(&mut self, title: &'static str) {
        let (now, spent) = (Instant::now(), spent());
        let (start, before) = self.last;
        let cpu = Cpu { window: spent.window - before.window, others: spent.others - before.others };
        self.list.push(StartStage { title, wall_ms: now.duration_since(start).as_secs_f64() * 1e3, cpu });
        self.last = (now, spent);
    }

    /// Before a picture is laid out, with its number: one picture may be laid out more than once.
    pub fn before_picture(&mut self, number: u64) -> PictureRequest {
        match self.picture {
            None => {
                self.end("window put up");
                self.picture = Some((number, false));
                PictureRequest::Picture
            }
            Some((first, _)) if first == number => PictureRequest::Picture,
            Some((first, true)) => {
                self.end("cut into triangles, painted, shown");
                self.picture = Some((first, false));
                PictureRequest::End(self.table())
            }
            Some((_, false)) => PictureRequest::Nothing,
        }
    }

    /// After each picture was laid out.
    pub fn after_layout(&mut self) {
        if let Some((number, was_laid_out)) = self.picture {
            self.end(if was_laid_out { "laid out again, as sizes are known" } else { "first picture laid out" });
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

/// What was spent since the program began, by the threads that there are; nothing where the system does not tell.
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
