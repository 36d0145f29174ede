//! The reduction loop: keeps the smallest failing level and tests smaller candidates. It pauses at every frame of every
//! run and before every candidate, so that the caller can do other work.

use super::parts::{KINDS, LISTS, PlainList, Size};
use super::simpler::{self, Simpler};
use super::{Failure, Refusal, ShrinkEffort, Shrunk};
use crate::debugger::freeze::freeze_world;
use crate::debugger::run::Moment;
use crate::debugger::trial::FirstTrue;
use crate::debugger::watch::{Expression, renumber};
use crate::engine::World;
use crate::geometry::hashing::BitHasher;
use crate::level::checks::{self, Severity};
use crate::level::edit::{Remap, remove, tracked};
use crate::level::format::{self, FormatError};
use crate::level::interned::{self, StaticText};
use crate::level::{Level, Place};
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::task::Poll;

/// Progress of a reduction.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Progress {
    /// What is being reduced at present.
    #[serde(deserialize_with = "interned::read")]
    pub stage: StaticText,
    /// Number of runs so far.
    pub runs: u64,
    /// The smallest level so far.
    pub size: Size,
}

/// Input and control of a reduction, shared with the caller.
#[derive(Debug)]
pub(super) struct ShrinkInput {
    pub progress: Cell<Progress>,
    pub is_stopped: Cell<bool>,
}

impl ShrinkInput {
    /// Returns control to the caller. Afterwards true if the reduction should continue.
    async fn pause(&self) -> bool {
        let mut has_paused = self.is_stopped.get();
        std::future::poll_fn(
            |_| if std::mem::replace(&mut has_paused, true) { Poll::Ready(()) } else { Poll::Pending },
        )
        .await;
        !self.is_stopped.get()
    }
}

/// Result of [`first_moment`].
enum First {
    /// It was true here, and at no earlier moment.
    At(Moment),
    Never,
    Interrupted,
}

/// The first moment at which a condition is true, within n frames, with a pause at every evaluation.
async fn first_moment(
    level: &Level,
    condition: &Expression,
    failure: &Failure,
    frames: u64,
    shared: &ShrinkInput,
) -> Result<First, FormatError> {
    let mut search = FirstTrue::new(level, condition, failure.each, frames)?;
    loop {
        if let Some(found) = search.advance() {
            return Ok(found.map_or(First::Never, First::At));
        }
        if !shared.pause().await {
            return Ok(First::Interrupted);
        }
    }
}

pub(super) struct Hunt {
    best: Level,
    condition: String,
    failure: Failure,
    effort: ShrinkEffort,
    first: Moment,
    before: (Size, Moment),
    moved_by: u64,
    /// Frames within which it must fail: once the parts are removed, no more than it takes by then.
    limit: u64,
    simpler: Vec<String>,
    /// True if the original condition is true initially, so candidates may have that too.
    is_true_at_start: bool,
    /// Errors that the checks find in the original level.
    known_errors: BTreeSet<&'static str>,
    /// Hashes of rejected candidates.
    tried: BTreeSet<u64>,
    progress: Progress,
    shared: Rc<ShrinkInput>,
    has_stopped: bool,
}

impl Hunt {
    pub async fn begin(
        level: Level,
        failure: Failure,
        effort: ShrinkEffort,
        shared: Rc<ShrinkInput>,
    ) -> Result<Self, Refusal> {
        let best = Level { editor: None, ..level };
        let expression = Expression::condition(&failure.condition, &best).map_err(Refusal::Condition)?;
        let progress = Progress { stage: "the level as it is", runs: 1, size: Size::of(&best) };
        shared.progress.set(progress);
        let first = first_moment(&best, &expression, &failure, failure.frames, &shared).await;
        let first = first.map_err(|error| Refusal::Level(error.to_string()))?;
        let first = match first {
            First::At(moment) => moment,
            First::Never => return Err(Refusal::Never),
            First::Interrupted => return Err(Refusal::Stopped),
        };
        Ok(Self {
            condition: failure.condition.trim().to_owned(),
            limit: failure.frames,
            failure,
            effort,
            first,
            before: (progress.size, first),
            moved_by: 0,
            simpler: Vec::new(),
            is_true_at_start: first == (0, 0),
            known_errors: errors(&best),
            tried: BTreeSet::new(),
            progress,
            shared,
            has_stopped: false,
            best,
        })
    }

    pub fn end(self) -> Shrunk {
        let frames = self.frames();
        Shrunk {
            failure: Failure { condition: self.condition, each: self.failure.each, frames },
            first: self.first,
            before: self.before,
            after: Size::of(&self.best),
            moved_by: self.moved_by,
            simpler: self.simpler,
            runs: self.progress.runs,
            is_complete: !self.has_stopped,
            level: self.best,
        }
    }

    /// Returns control to the caller. Afterwards true if the reduction should continue.
    async fn pause(&mut self) -> bool {
        self.shared.progress.set(self.progress);
        let shared = self.shared.clone();
        self.has_stopped |= !shared.pause().await;
        !self.has_stopped
    }

    /// Removes parts until no more can be removed. True if any was removed.
    pub async fn remove_parts(&mut self) -> bool {
        let mut any = false;
        loop {
            let before = self.progress.size;
            for (name, list) in KINDS {
                self.progress.stage = name;
                self.thin(list(&self.best)).await;
            }
            for list in LISTS {
                self.progress.stage = list.name;
                self.thin_list(list).await;
            }
            if self.has_stopped || self.progress.size == before {
                return any;
            }
            any = true;
        }
    }

    /// Removes as many of these parts as possible: all, halves, quarters, single ones (ddmin).
    async fn thin(&mut self, mut parts: Vec<Place>) {
        let mut chunk = parts.len();
        while chunk > 0 && !parts.is_empty() && !self.has_stopped {
            let (mut at, mut any) = (0, false);
            while at < parts.len() && !self.has_stopped {
                let end = (at + chunk).min(parts.len());
                match self.try_without(&parts[at..end]).await {
                    Some(remap) => {
                        let kept = remap.follow_all(&parts[..at]);
                        at = kept.len();
                        parts = [kept, remap.follow_all(&parts[end..])].concat();
                        any = true;
                    }
                    None => at = end,
                }
            }
            // Parts that were needed may become redundant after the removal of others.
            if chunk > 1 || !any {
                chunk /= 2;
            }
        }
    }

    /// The same for items that no other part depends on.
    async fn thin_list(&mut self, list: PlainList) {
        let mut chunk = (list.count)(&self.best);
        while chunk > 0 && !self.has_stopped {
            let (mut at, mut any) = (0, false);
            while at < (list.count)(&self.best) && !self.has_stopped {
                let mut smaller = self.best.clone();
                (list.remove)(&mut smaller, at..at + chunk);
                let condition = self.condition.clone();
                if self.accept(smaller, condition).await {
                    any = true;
                } else {
                    at += chunk;
                }
            }
            if chunk > 1 || !any {
                chunk /= 2;
            }
        }
    }

    async fn try_without(&mut self, gone: &[Place]) -> Option<Remap> {
        let mut smaller = self.best.clone();
        let made = tracked(&mut smaller, |level| remove(level, gone)).ok()?;
        let condition = renumber(&self.condition, &self.best, |place| made.remap.follow(place))?;
        self.accept(smaller, condition).await.then_some(made.remap)
    }

    /// Accepts a candidate if it still fails in the same manner.
    async fn accept(&mut self, candidate: Level, condition: String) -> bool {
        if !self.pause().await || format::validate(&candidate).is_err() {
            return false;
        }
        let key = key(&candidate, &condition);
        if self.tried.contains(&key) {
            return false;
        }
        let Some(first) = self.still_fails(&candidate, &condition).await else {
            if !self.has_stopped {
                self.tried.insert(key);
            }
            return false;
        };
        (self.best, self.condition, self.first) = (candidate, condition, first);
        self.progress.size = Size::of(&self.best);
        true
    }

    /// Frames until the failure.
    fn frames(&self) -> u64 {
        (self.first.0 + u64::from(self.first.1 > 0)).max(1)
    }

    /// Limits further candidates to the present number of frames.
    pub fn hold_frames(&mut self) {
        self.limit = self.frames();
    }

    async fn still_fails(&mut self, candidate: &Level, condition: &str) -> Option<Moment> {
        let expression = Expression::condition(condition, candidate).ok()?;
        if self.progress.runs >= self.effort.most_runs {
            self.has_stopped = true;
            return None;
        }
        self.progress.runs += 1;
        self.shared.progress.set(self.progress);
        let found = first_moment(candidate, &expression, &self.failure, self.limit, &self.shared).await;
        match found.ok()? {
            First::At((0, 0)) if !self.is_true_at_start => None,
            First::At(moment) => errors(candidate).is_subset(&self.known_errors).then_some(moment),
            First::Never => None,
            First::Interrupted => {
                self.has_stopped = true;
                None
            }
        }
    }

    /// Moves the start as late as possible. True if it moved.
    pub async fn move_start(&mut self) -> bool {
        self.progress.stage = "the start";
        let last = self.frames();
        // The latest start first: 1 frame before the failure, 2, 4, 8 …
        let starts: Vec<u64> = (0..63).map_while(|power| last.checked_sub(1 << power)).filter(|&at| at > 0).collect();
        let Ok(mut world) = World::new(&self.best) else { return false };
        let mut frozen = Vec::new();
        for &start in starts.iter().rev() {
            while world.state().frame < start {
                if !self.pause().await {
                    return false;
                }
                world.step_frame();
                drop(world.take_events());
            }
            frozen.extend(freeze_world(&self.best, &world).ok().map(|frozen| (start, frozen.level)));
        }
        let limit = self.limit;
        for (start, level) in frozen.into_iter().rev() {
            // Otherwise the failure would only be delayed.
            self.limit = last - start;
            let condition = self.condition.clone();
            if self.accept(level, condition).await {
                self.moved_by = start;
                return true;
            }
        }
        self.limit = limit;
        false
    }

    /// Simplifies numbers. True if any was simplified.
    pub async fn simplify(&mut self) -> bool {
        let mut any = false;
        for one in simpler::ALL {
            if self.has_stopped {
                break;
            }
            self.progress.stage = one.title;
            let count = self.simplify_by(one).await;
            if count > 0 {
                any = true;
                if !self.simpler.iter().any(|known| known == one.title) {
                    self.simpler.push(one.title.to_owned());
                }
            }
        }
        any
    }

    /// Simplifies all places at once, halves, quarters, single ones. Returns the number of simplified places.
    async fn simplify_by(&mut self, one: &Simpler) -> usize {
        let mut scratch = self.best.clone();
        let mut places = (one.places)(&self.best);
        places.retain(|&place| (one.apply)(&mut scratch, place));
        let (mut chunk, mut count) = (places.len(), 0);
        while chunk > 0 && !self.has_stopped {
            let mut left = Vec::new();
            for part in places.chunks(chunk) {
                let mut simpler = self.best.clone();
                for &place in part {
                    (one.apply)(&mut simpler, place);
                }
                let condition = self.condition.clone();
                if self.accept(simpler, condition).await {
                    count += part.len();
                } else {
                    left.extend_from_slice(part);
                }
            }
            places = left;
            chunk /= 2;
        }
        count
    }
}

/// Ids of the rules that find an error in the level.
fn errors(level: &Level) -> BTreeSet<&'static str> {
    let findings = checks::check(level).into_iter();
    findings.filter(|finding| finding.severity == Severity::Error).map(|finding| finding.rule).collect()
}

/// Hash of a level with a condition.
fn key(level: &Level, condition: &str) -> u64 {
    let mut text = format::to_json(level).into_bytes();
    text.extend_from_slice(condition.as_bytes());
    let mut hasher = BitHasher::new();
    for bytes in text.chunks(8) {
        let mut word = [0; 8];
        word[..bytes.len()].copy_from_slice(bytes);
        hasher.word(u64::from_le_bytes(word));
    }
    hasher.finish()
}
