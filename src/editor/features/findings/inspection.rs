//! Runs the level checks: immediately for small levels, in a background thread (on the web in slices) for large ones.

use crate::level::Level;
use crate::level::checks::{self, Finding};
use egui::Context;
use std::sync::Arc;

/// Part count below which the checks run immediately, in under 1 ms.
const SMALL: usize = 1500;

/// Runs the checks; only the result for the newest level is used.
pub struct Inspection {
    /// Number of the last submitted level.
    asked: u64,
    /// Number of the last level with known findings.
    answered: u64,
    /// Whether the next findings are the first after opening a level, so that errors are reported.
    pub tells_of_errors: bool,
    work: Work,
}

/// Quiet time before the checks start. Edits during a drag follow each other faster, and their results would be
/// outdated at once.
#[cfg(not(target_arch = "wasm32"))]
const QUIET: std::time::Duration = std::time::Duration::from_millis(80);
/// Maximum delay of the checks, so that they also run during a long drag.
#[cfg(not(target_arch = "wasm32"))]
const MAX_DELAY: std::time::Duration = std::time::Duration::from_secs(2);

/// Findings with the number of their level.
type Inspected = (u64, Arc<Vec<Finding>>);

impl Inspection {
    /// Requests a repaint of `ctx` when findings arrive.
    pub fn new(ctx: &Context) -> Self {
        Self { asked: 0, answered: 0, tells_of_errors: false, work: Work::new(ctx) }
    }

    /// Submits a level; returns the findings if the level is small.
    pub fn findings(&mut self, level: &Arc<Level>) -> Option<Arc<Vec<Finding>>> {
        self.asked += 1;
        if parts(level) < SMALL {
            self.answered = self.asked;
            return Some(Arc::new(checks::check(level)));
        }
        self.work.ask(self.asked, level);
        None
    }

    /// Findings that have arrived since the last call. Results for older levels are dropped.
    pub fn answer(&mut self) -> Option<Arc<Vec<Finding>>> {
        let asked = self.asked;
        let (_, findings) = self.work.answers().into_iter().rfind(|(number, _)| *number == asked)?;
        self.answered = asked;
        Some(findings)
    }

    /// True if the known findings belong to an older level.
    pub fn is_behind(&self) -> bool {
        self.answered < self.asked
    }
}

fn parts(level: &Level) -> usize {
    let of_body = |body: &crate::level::Body| {
        body.nodes.len() + body.springs.len() + body.sticks.len() + body.hull.len() + body.triangles.len()
    };
    level.bodies.iter().map(of_body).sum::<usize>() + level.discs.len() + level.obstacles.len()
}

/// A thread that checks levels one by one and skips outdated ones.
#[cfg(not(target_arch = "wasm32"))]
struct Work {
    ctx: Context,
    /// Channel to the thread; `None` before the first large level.
    requests: Option<std::sync::mpsc::Sender<(u64, Arc<Level>)>>,
    answers: Option<std::sync::mpsc::Receiver<Inspected>>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Work {
    fn new(ctx: &Context) -> Self {
        Self { ctx: ctx.clone(), requests: None, answers: None }
    }

    fn ask(&mut self, number: u64, level: &Arc<Level>) {
        let request = (number, level.clone());
        let unsent = match &self.requests {
            Some(requests) => requests.send(request).err().map(|refused| refused.0),
            None => Some(request),
        };
        let Some((number, level)) = unsent else { return };
        let (requests, request_rx) = std::sync::mpsc::channel::<(u64, Arc<Level>)>();
        let (result_tx, answers) = std::sync::mpsc::channel();
        let ctx = self.ctx.clone();
        // Without a thread the checks run here.
        let thread = std::thread::Builder::new().name("checks".to_owned()).spawn({
            let result_tx = result_tx.clone();
            move || {
                while let Ok(mut newest) = request_rx.recv() {
                    let start = std::time::Instant::now();
                    while start.elapsed() < MAX_DELAY
                        && let Ok(request) = request_rx.recv_timeout(QUIET)
                    {
                        newest = request;
                    }
                    let (number, level) = newest;
                    if result_tx.send((number, Arc::new(checks::check(&level)))).is_err() {
                        return;
                    }
                    ctx.request_repaint();
                }
            }
        });
        let is_sent = thread.is_ok() && requests.send((number, level.clone())).is_ok();
        if !is_sent {
            let _ = result_tx.send((number, Arc::new(checks::check(&level))));
        }
        (self.requests, self.answers) = (is_sent.then_some(requests), Some(answers));
    }

    fn answers(&mut self) -> Vec<Inspected> {
        self.answers.as_ref().map(|answers| answers.try_iter().collect()).unwrap_or_default()
    }
}

/// Web pages have no threads: each UI frame runs a few rules.
#[cfg(target_arch = "wasm32")]
struct Work {
    ctx: Context,
    level: Option<(u64, Arc<Level>)>,
    /// UI frames to wait before the first rule, so that a drag does not start the checks again and again.
    waits: u32,
    /// Number of completed rules.
    done: usize,
    found: Vec<Finding>,
}

/// UI frames without an edit before the checks begin.
#[cfg(target_arch = "wasm32")]
const QUIET: u32 = 4;

/// Time budget per UI frame.
#[cfg(target_arch = "wasm32")]
const BUDGET: web_time::Duration = web_time::Duration::from_millis(3);

#[cfg(target_arch = "wasm32")]
impl Work {
    fn new(ctx: &Context) -> Self {
        Self { ctx: ctx.clone(), level: None, waits: 0, done: 0, found: Vec::new() }
    }

    fn ask(&mut self, number: u64, level: &Arc<Level>) {
        (self.level, self.waits, self.done) = (Some((number, level.clone())), QUIET, 0);
        self.found.clear();
        self.ctx.request_repaint();
    }

    fn answers(&mut self) -> Vec<Inspected> {
        let Some((number, level)) = &self.level else { return Vec::new() };
        if self.waits > 0 {
            self.waits -= 1;
            self.ctx.request_repaint();
            return Vec::new();
        }
        let start = web_time::Instant::now();
        while self.done < checks::ALL.len() && start.elapsed() < BUDGET {
            (checks::ALL[self.done].find)(level, &mut self.found);
            self.done += 1;
        }
        self.ctx.request_repaint();
        if self.done < checks::ALL.len() {
            return Vec::new();
        }
        let answer = (*number, Arc::new(checks::sorted(std::mem::take(&mut self.found))));
        self.level = None;
        vec![answer]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::level::{Body, Node, shapes};

    fn sheet(name: &str, side: usize) -> Arc<Level> {
        let nodes = (0..side * side).map(|i| Node::at([(i % side) as f64, (i / side) as f64])).collect();
        let body = Body { name: name.to_owned(), nodes, ..Body::default() };
        Arc::new(Level { bodies: vec![body], ..Level::default() })
    }

    #[test]
    fn inspection_checks_small_levels_at_once() {
        let mut inspection = Inspection::new(&Context::default());
        let level = Arc::new(Level { bodies: vec![shapes::ALL[0].body()], ..Level::default() });
        assert_eq!(inspection.findings(&level).as_deref(), Some(&checks::check(&level)));
        assert!(!inspection.is_behind());
        assert_eq!(inspection.answer(), None);
    }

    #[test]
    fn inspection_of_large_levels_returns_the_newest_only() {
        let mut inspection = Inspection::new(&Context::default());
        let levels = ["first", "second", "third"].map(|name| sheet(name, 60));
        for level in &levels {
            assert_eq!(inspection.findings(level), None);
            assert!(inspection.is_behind());
        }
        let start = std::time::Instant::now();
        let answer = loop {
            if let Some(answer) = inspection.answer() {
                break answer;
            }
            assert!(start.elapsed().as_secs() < 120, "the checks did not finish");
            std::thread::yield_now();
        };
        assert_eq!(*answer, checks::check(&levels[2]));
        assert!(answer.iter().any(|finding| finding.message.contains("third")));
        assert!(!inspection.is_behind());
    }
}
