//! Findings of the level as it is now: at once for a small level, beside the pictures for a large one, so that editing
//! stays smooth.

use crate::level::Level;
use crate::level::checks::{self, Finding};
use egui::Context;
use std::sync::Arc;

/// Levels of fewer parts are looked at on the spot: that takes less than a millisecond.
const SMALL: usize = 1500;

/// Looks at levels; the newest that was asked about counts.
pub struct Inspection {
    /// Number of the level that was asked about last.
    asked: u64,
    /// Number of the level that is known of.
    answered: u64,
    /// Whether the next findings are the first of a level that was opened.
    pub tells_of_errors: bool,
    work: Work,
}

/// While one edit follows the other sooner than this, as in a drag, the checks wait: they would be old when they are done,
/// and take memory's time from the pictures.
#[cfg(not(target_arch = "wasm32"))]
const CALM: std::time::Duration = std::time::Duration::from_millis(80);
/// But no longer than this: also in a long drag one wants to know.
#[cfg(not(target_arch = "wasm32"))]
const PATIENCE: std::time::Duration = std::time::Duration::from_secs(2);

/// Findings with the number of the level that they are of.
type Inspected = (u64, Arc<Vec<Finding>>);

impl Inspection {
    /// Repaints through this when an answer has come.
    pub fn new(ctx: &Context) -> Self {
        Self { asked: 0, answered: 0, tells_of_errors: false, work: Work::new(ctx) }
    }

    /// Asks about a level; the findings, where they are there at once.
    pub fn findings(&mut self, level: &Arc<Level>) -> Option<Arc<Vec<Finding>>> {
        self.asked += 1;
        if parts(level) < SMALL {
            self.answered = self.asked;
            return Some(Arc::new(checks::check(level)));
        }
        self.work.ask(self.asked, level);
        None
    }

    /// The findings, where they have come since. Answers about levels of before are dropped.
    pub fn answer(&mut self) -> Option<Arc<Vec<Finding>>> {
        let asked = self.asked;
        let (_, findings) = self.work.answers().into_iter().rfind(|(number, _)| *number == asked)?;
        self.answered = asked;
        Some(findings)
    }

    /// Whether the findings that are known are of a level of before.
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

/// A thread that looks at one level after the other, leaving out those that are old already.
#[cfg(not(target_arch = "wasm32"))]
struct Work {
    ctx: Context,
    /// Where to ask; none before the first large level.
    asks: Option<std::sync::mpsc::Sender<(u64, Arc<Level>)>>,
    answers: Option<std::sync::mpsc::Receiver<Inspected>>,
}

#[cfg(not(target_arch = "wasm32"))]
impl Work {
    fn new(ctx: &Context) -> Self {
        Self { ctx: ctx.clone(), asks: None, answers: None }
    }

    fn ask(&mut self, number: u64, level: &Arc<Level>) {
        let question = (number, level.clone());
        let unsent = match &self.asks {
            Some(asks) => asks.send(question).err().map(|refused| refused.0),
            None => Some(question),
        };
        let Some((number, level)) = unsent else { return };
        let (asks, questions) = std::sync::mpsc::channel::<(u64, Arc<Level>)>();
        let (tells, answers) = std::sync::mpsc::channel();
        let ctx = self.ctx.clone();
        // A machine that gives no thread is asked to do it here.
        let thread = std::thread::Builder::new().name("checks".to_owned()).spawn({
            let tells = tells.clone();
            move || {
                while let Ok(mut newest) = questions.recv() {
                    let start = std::time::Instant::now();
                    while start.elapsed() < PATIENCE
                        && let Ok(question) = questions.recv_timeout(CALM)
                    {
                        newest = question;
                    }
                    let (number, level) = newest;
                    if tells.send((number, Arc::new(checks::check(&level)))).is_err() {
                        return;
                    }
                    ctx.request_repaint();
                }
            }
        });
        let is_sent = thread.is_ok() && asks.send((number, level.clone())).is_ok();
        if !is_sent {
            let _ = tells.send((number, Arc::new(checks::check(&level))));
        }
        (self.asks, self.answers) = (is_sent.then_some(asks), Some(answers));
    }

    fn answers(&mut self) -> Vec<Inspected> {
        self.answers.as_ref().map(|answers| answers.try_iter().collect()).unwrap_or_default()
    }
}

/// A page has no threads: a few rules in each picture.
#[cfg(target_arch = "wasm32")]
struct Work {
    ctx: Context,
    level: Option<(u64, Arc<Level>)>,
    /// Pictures to wait for first: while one edit follows the other, as in a drag, it would all be in vain.
    waits: u32,
    /// Rules that have been asked.
    done: usize,
    found: Vec<Finding>,
}

/// Pictures without an edit before the checks begin.
#[cfg(target_arch = "wasm32")]
const CALM: u32 = 4;

/// Work that may go into one picture.
#[cfg(target_arch = "wasm32")]
const BUDGET: web_time::Duration = web_time::Duration::from_millis(3);

#[cfg(target_arch = "wasm32")]
impl Work {
    fn new(ctx: &Context) -> Self {
        Self { ctx: ctx.clone(), level: None, waits: 0, done: 0, found: Vec::new() }
    }

    fn ask(&mut self, number: u64, level: &Arc<Level>) {
        (self.level, self.waits, self.done) = (Some((number, level.clone())), CALM, 0);
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
    fn a_small_level_is_answered_at_once_and_as_the_checks_say() {
        let mut inspection = Inspection::new(&Context::default());
        let level = Arc::new(Level { bodies: vec![shapes::ALL[0].body()], ..Level::default() });
        assert_eq!(inspection.findings(&level).as_deref(), Some(&checks::check(&level)));
        assert!(!inspection.is_behind());
        assert_eq!(inspection.answer(), None);
    }

    #[test]
    fn of_large_levels_the_newest_is_answered() {
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
            assert!(start.elapsed().as_secs() < 120, "the checks never came back");
            std::thread::yield_now();
        };
        assert_eq!(*answer, checks::check(&levels[2]));
        assert!(answer.iter().any(|finding| finding.message.contains("third")));
        assert!(!inspection.is_behind());
    }
}
