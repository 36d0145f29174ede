//! A progress bar on stderr for long work, shown only on a terminal.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// Minimum duration before the bar is shown.
const DELAY: Duration = Duration::from_millis(700);

/// Progress over a known number of steps.
pub(super) struct Progress {
    bar: ProgressBar,
    started: Instant,
    wanted: bool,
    shown: bool,
    done: u64,
}

impl Progress {
    /// A progress bar in frames. Draws only if stderr is a terminal and the results go elsewhere.
    pub fn new(steps: u64, results_on_stdout: bool) -> Self {
        Self::of(steps, "frames", results_on_stdout)
    }

    /// A progress bar with another unit.
    pub fn of(steps: u64, unit: &str, results_on_stdout: bool) -> Self {
        let wanted = std::io::stderr().is_terminal() && !(results_on_stdout && std::io::stdout().is_terminal());
        let bar = ProgressBar::with_draw_target(Some(steps), ProgressDrawTarget::hidden());
        let style =
            ProgressStyle::with_template(&format!("{{bar:40}} {{pos}}/{{len}} {unit}, {{per_sec}}, {{eta}} left"));
        Self {
            bar: bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar())),
            started: Instant::now(),
            wanted,
            shown: false,
            done: 0,
        }
    }

    /// Advances by one step.
    pub fn step(&mut self) {
        self.reach(self.done + 1);
    }

    /// Sets the number of completed steps.
    pub fn reach(&mut self, done: u64) {
        self.done = done;
        if !self.wanted {
            return;
        }
        if !self.shown && self.started.elapsed() > DELAY {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.shown = true;
        }
        self.bar.set_position(self.done);
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}
